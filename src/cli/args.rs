//! Arguments that several subcommands share.

use clap::ValueEnum;
use logpine::job;
use logpine::units::Bytes;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; stable and versioned.
    Json,
}

/// The operation over the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Collective {
    /// Data of the leaves combined on the way up.
    Reduce,
    /// One message from the root to all leaves.
    Multicast,
    /// A multicast followed by a reduction.
    Roundtrip,
}

impl From<Collective> for job::Collective {
    fn from(collective: Collective) -> Self {
        match collective {
            Collective::Reduce => Self::Reduce,
            Collective::Multicast => Self::Multicast,
            Collective::Roundtrip => Self::Roundtrip,
        }
    }
}

/// A count such as `128`, `1_000_000`, `2^20` or `10^18`.
pub fn count(text: &str) -> Result<u64, String> {
    let digits = |digits: &str| -> Result<u64, String> {
        let plain = digits.replace('_', "");
        if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("`{text}` is not a whole number; write it like 128, 1_000_000, 2^20 or 10^18"));
        }
        plain.parse().map_err(|_| format!("`{text}` is too large: at most 2^64 - 1"))
    };
    match text.split_once('^') {
        None => digits(text),
        Some((base, exponent)) => {
            let exponent = u32::try_from(digits(exponent)?).unwrap_or(u32::MAX);
            digits(base)?.checked_pow(exponent).ok_or_else(|| format!("`{text}` is too large: at most 2^64 - 1"))
        }
    }
}

/// A size such as `8`, `2^20`, `64KiB` or `1GB`, in bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let is_count = text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_' || byte == b'^');
    if is_count {
        return count(text);
    }
    text.parse::<Bytes>().map(|bytes| bytes.0).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{count, size};

    #[test]
    fn counts_may_be_powers() {
        assert_eq!(count("128"), Ok(128));
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(count("2^63"), Ok(1 << 63));
        assert_eq!(count("0^0"), Ok(1));
        for bad in ["", "_", "-1", "+1", "1.5", "1e6", "2^64", "2^99999999999", "2^", "^2", "x", "18446744073709551616"]
        {
            assert!(count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_may_be_counts_or_have_units() {
        assert_eq!(size("8"), Ok(8));
        assert_eq!(size("2^20"), Ok(1 << 20));
        assert_eq!(size("1_000"), Ok(1000));
        assert_eq!(size("64KiB"), Ok(65_536));
        assert_eq!(size("1.5kB"), Ok(1500));
        for (bad, said) in [("2^64", "too large: at most 2^64 - 1"), ("1.5", "has no unit"), ("_", "not a number")] {
            assert!(size(bad).is_err_and(|message| message.contains(said)), "{bad}");
        }
    }
}
