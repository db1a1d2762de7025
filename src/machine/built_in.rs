//! The machines that come with logpine, embedded at compile time.

/// A machine profile in the executable.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuiltIn {
    pub name: &'static str,
    pub text: &'static str,
}

/// Every built-in machine, by name. A new one is a file in `instances/machines` and a line here.
pub(super) const BUILT_IN: &[BuiltIn] =
    &[BuiltIn { name: "cab", text: include_str!("../../instances/machines/cab.toml") }];
