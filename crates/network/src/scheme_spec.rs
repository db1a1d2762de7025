//! Communication schemes as texts, such as `random:50,seed=3`.

use super::Scheme;
use super::spec_text::SpecText;
use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use logpine_text::suggest;
use logpine_text::units;
use std::fmt;
use std::str::FromStr;

const FORMS: &str = "random:50,seed=3 (messages a node), one-to-all (or one-to-all:ROOT), all-to-all or shift:3 (how far; or \
                     shift:3,node_msgs=9)";
const NAMES: [&str; 4] = ["random", "one-to-all", "all-to-all", "shift"];
const RANDOM: &str = "random:N or random:N,seed=S, with N the mean number of messages a node, such as random:50,seed=3";
const ONE_TO_ALL: &str = "one-to-all or one-to-all:ROOT, such as one-to-all:4";
const ALL_TO_ALL: &str = "all-to-all alone";
const SHIFT: &str = "shift:S or shift:S,node_msgs=N, such as shift:3,node_msgs=9";

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Random { node_msgs, seed } => write!(f, "random:{node_msgs},seed={seed}"),
            Self::OneToAll { root: 0 } => f.write_str("one-to-all"),
            Self::OneToAll { root } => write!(f, "one-to-all:{root}"),
            Self::AllToAll => f.write_str("all-to-all"),
            Self::Shift { index_shift, node_msgs: 1 } => write!(f, "shift:{index_shift}"),
            Self::Shift { index_shift, node_msgs } => write!(f, "shift:{index_shift},node_msgs={node_msgs}"),
        }
    }
}

/// Parses the output of [`Display`](fmt::Display); a seed that is left out is 1.
impl FromStr for Scheme {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let spec = SpecText::new(text);
        match spec.name {
            "random" => {
                let [first, seed] = numbers(&spec, "random", "seed", RANDOM)?;
                let node_msgs = first.ok_or_else(|| missing("random", RANDOM))?;
                let node_msgs = narrow(node_msgs, "random", RANDOM)?;
                Ok(Self::Random { node_msgs, seed: seed.unwrap_or(1) })
            }
            "one-to-all" => {
                let [root, _] = numbers(&spec, "one-to-all", "", ONE_TO_ALL)?;
                Ok(Self::OneToAll { root: narrow(root.unwrap_or(0), "one-to-all", ONE_TO_ALL)? })
            }
            "all-to-all" => match spec.arguments.first() {
                None => Ok(Self::AllToAll),
                Some(&argument) => Err(unexpected("all-to-all", argument, ALL_TO_ALL)),
            },
            "shift" => {
                let [first, node_msgs] = numbers(&spec, "shift", "node_msgs", SHIFT)?;
                let index_shift = first.ok_or_else(|| missing("shift", SHIFT))?;
                let index_shift = narrow(index_shift, "shift", SHIFT)?;
                Ok(Self::Shift { index_shift, node_msgs: narrow(node_msgs.unwrap_or(1), "shift", SHIFT)? })
            }
            name => {
                let meant = suggest::nearest(name, NAMES).map(|name| format!("; did you mean {name}?"));
                let (name, meant) = (short(name), meant.unwrap_or_default());
                Err(reason!("`{name}` is no communication scheme{meant}; expected {FORMS}"))
            }
        }
    }
}

/// The leading number and that of a key, if present; nothing else is allowed.
fn numbers(spec: &SpecText, name: &'static str, key: &str, expected: &'static str) -> Result<[Option<u64>; 2], Reason> {
    let mut found = [None, None];
    for (index, &argument) in spec.arguments.iter().enumerate() {
        let (place, number) = match argument.split_once('=') {
            Some((word, number)) if !key.is_empty() && word.trim() == key => (1, number.trim()),
            None if index == 0 => (0, argument),
            _ => return Err(unexpected(name, argument, expected)),
        };
        let number = units::count(number).map_err(|_| unexpected(name, argument, expected))?;
        if found[place].replace(number).is_some() {
            return Err(unexpected(name, argument, expected));
        }
    }
    Ok(found)
}

fn narrow(number: u64, name: &'static str, expected: &'static str) -> Result<u32, Reason> {
    u32::try_from(number).map_err(|_| unexpected(name, &number.to_string(), expected))
}

fn unexpected(name: &'static str, argument: &str, expected: &'static str) -> Reason {
    let argument = short(argument);
    reason!("`{argument}` does not belong in the scheme {name}: expected {expected}")
}

fn missing(name: &str, expected: &str) -> Reason {
    reason!("the scheme {name} needs more: expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scheme() -> impl Strategy<Value = Scheme> {
        prop_oneof![
            (any::<u32>(), any::<u64>()).prop_map(|(node_msgs, seed)| Scheme::Random { node_msgs, seed }),
            any::<u32>().prop_map(|root| Scheme::OneToAll { root }),
            Just(Scheme::AllToAll),
            (any::<u32>(), 0..3u32).prop_map(|(index_shift, node_msgs)| Scheme::Shift { index_shift, node_msgs }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(scheme in scheme()) {
            prop_assert_eq!(scheme.to_string().parse(), Ok(scheme));
        }

        #[test]
        fn any_text_is_a_scheme_or_an_error(text: String, arguments in "[a-z0-9=,:_ -]{0,20}") {
            let _ = text.parse::<Scheme>();
            for name in NAMES {
                let _ = format!("{name}:{arguments}").parse::<Scheme>();
            }
        }
    }

    #[test]
    fn errors_say_what_is_expected() {
        let error = |text: &str| text.parse::<Scheme>().expect_err(text).to_string();
        assert!(
            error("randm:5")
                .starts_with("`randm` is no communication scheme; did you mean random?; expected random:50")
        );
        assert_eq!(error("random"), format!("the scheme random needs more: expected {RANDOM}"));
        assert_eq!(
            error("random:50,sed=3"),
            format!("`sed=3` does not belong in the scheme random: expected {RANDOM}")
        );
        for text in [
            "random:-1",
            "random:5,6",
            "random:5,seed=",
            "random:5,seed=1,seed=1",
            "random:4294967296",
            "random:",
            "one-to-all:x",
            "one-to-all:=1",
            "all-to-all:1",
            "shift",
            "shift:node_msgs=1",
            "shift:1,seed=1",
            "",
        ] {
            assert!(error(text).contains("expected"), "{text}");
        }
    }
}
