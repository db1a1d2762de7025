//! The machines that come with logpine, embedded at compile time.

/// A machine profile in the executable.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuiltIn {
    pub name: &'static str,
    pub text: &'static str,
}

/// Embeds the profile of the given name.
macro_rules! built_in {
    ($name:literal) => {
        BuiltIn { name: $name, text: include_str!(concat!("../../../../instances/machines/", $name, ".toml")) }
    };
}

/// Every built-in machine, by name. A new one is a file in `instances/machines` and a line here.
pub(super) const BUILT_IN: &[BuiltIn] = &[
    built_in!("atlahs-ai"),
    built_in!("atlahs-hpc"),
    built_in!("bgp"),
    built_in!("cab"),
    built_in!("lecture"),
    built_in!("loggopsim"),
    built_in!("logp-textbook"),
    built_in!("lusitania"),
    built_in!("metropolis"),
    built_in!("tukey"),
    built_in!("two-channel"),
];
