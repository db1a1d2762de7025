//! Host names that MRNet's scanner accepts.

use logpine_text::excerpt::short;

/// The longest name that the domain name system can resolve, in characters.
pub const MAX_HOST_NAME: usize = 253;

/// The reason why a name cannot be a host in an MRNet topology.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostNameError {
    /// An empty name.
    #[error("the host name is empty")]
    Empty,
    /// A name longer than any that can be resolved.
    #[error("the host name is {length} characters long; no name of more than {MAX_HOST_NAME} resolves")]
    TooLong {
        /// The length in bytes.
        length: usize,
    },
    /// A name of digits only, which the scanner takes for a number.
    #[error("\"{name}\" is a number, which MRNet does not take for a host name")]
    Digits {
        /// The name.
        name: String,
    },
    /// A first character that is neither a letter nor a digit; MRNet drops it silently.
    #[error("the host name \"{name}\" starts with '{character}', which MRNet drops silently")]
    Start {
        /// The name.
        name: String,
        /// The first character.
        character: char,
    },
    /// A range of hosts in brackets, as written by resource managers.
    #[error("\"{name}\" has brackets: MRNet reads neither ranges of hosts nor addresses in brackets")]
    Brackets {
        /// The name.
        name: String,
    },
    /// A character other than an ASCII letter, digit, '-', '.' or '_'.
    #[error("the host name \"{name}\" contains {character:?}, which no MRNet host name may have")]
    Character {
        /// The name.
        name: String,
        /// The first such character.
        character: char,
    },
}

impl HostNameError {
    /// Advice for correcting the name.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Brackets { .. } => "name every host by itself, host:rank",
            Self::Digits { .. } => "use a name with a letter in it, or the host's dotted IPv4 address",
            Self::Empty | Self::TooLong { .. } => "use the host's short name or its dotted IPv4 address",
            Self::Start { .. } | Self::Character { .. } => {
                "host names consist of ASCII letters, digits, '-', '.' and '_', and start with a letter or digit"
            }
        }
    }
}

/// Checks if MRNet accepts `name` as a host: ASCII letters, digits, `-`, `.` and `_`, the first a letter or digit, not only
/// digits, and at most [`MAX_HOST_NAME`] characters.
///
/// # Errors
/// [`HostNameError`], the first reason why it does not.
pub fn check_host_name(name: &str) -> Result<(), HostNameError> {
    check_characters(name)?;
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(HostNameError::Digits { name: short(name) });
    }
    if name.len() > MAX_HOST_NAME {
        return Err(HostNameError::TooLong { length: name.len() });
    }
    Ok(())
}

/// Checks the characters of a host name, including the first.
pub(super) fn check_characters(name: &str) -> Result<(), HostNameError> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | '_');
    let Some(character) = name.chars().next() else {
        return Err(HostNameError::Empty);
    };
    if name.contains(['[', ']']) {
        return Err(HostNameError::Brackets { name: short(name) });
    }
    if matches!(character, '-' | '.' | '_') {
        return Err(HostNameError::Start { name: short(name), character });
    }
    match name.chars().find(|&character| !is_plain(character)) {
        Some(character) => Err(HostNameError::Character { name: short(name), character }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_mrnet_takes() {
        for name in ["fe0", "N-1_x.y", "10.0.0.1", "a.", "0x", &"n".repeat(MAX_HOST_NAME)] {
            assert_eq!(check_host_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn names_that_mrnet_refuses() {
        use HostNameError::{Brackets, Character, Digits, Empty, Start, TooLong};
        assert_eq!(check_host_name(""), Err(Empty));
        assert!(matches!(check_host_name("0"), Err(Digits { .. })));
        assert!(matches!(check_host_name("-n1"), Err(Start { character: '-', .. })));
        assert!(matches!(check_host_name("[::1]"), Err(Brackets { .. })));
        assert!(matches!(check_host_name("grün"), Err(Character { character: 'ü', .. })));
        assert!(matches!(check_host_name("a\"b"), Err(Character { character: '"', .. })));
        assert!(matches!(check_host_name(&"n".repeat(254)), Err(TooLong { length: 254 })));
    }
}
