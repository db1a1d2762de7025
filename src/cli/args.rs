//! Arguments that several subcommands share.

use crate::report::text::Detail;
use clap::{Args, ValueEnum};
use logpine_text::units::{self, Bytes};

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; stable and versioned.
    Json,
}

impl Format {
    /// JSON if either is.
    pub fn or(self, other: Self) -> Self {
        if self == Self::Json { self } else { other }
    }
}

/// The length of a report.
#[derive(Clone, Copy, Debug, Args)]
pub struct DetailArgs {
    /// Shows everything that the brief report leaves out.
    #[arg(short, long)]
    verbose: bool,
}

impl DetailArgs {
    pub const fn detail(self) -> Detail {
        if self.verbose { Detail::Full } else { Detail::Brief }
    }
}

/// A count such as `128`, `1_000_000`, `1e6`, `64k`, `2^20` or `10^18`.
pub fn count(text: &str) -> Result<u64, String> {
    units::count(text).map_err(|error| error.to_string())
}

/// A count of a narrower type.
pub fn narrow_count<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let most = || format!("`{text}` is too large: at most 2^{} - 1", 8 * size_of::<T>());
    count(text).and_then(|count| T::try_from(count).map_err(|_| most()))
}

/// A size such as `8`, `2^20`, `1e6`, `64KiB` or `1GB`, in bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let is_count = text.starts_with(|first: char| first.is_ascii_digit())
        && text.ends_with(|last: char| last.is_ascii_digit() || last == '_' || last == '^');
    if is_count && !text.contains('.') {
        return count(text);
    }
    text.parse::<Bytes>().map(|bytes| bytes.0).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{count, narrow_count, size};

    #[test]
    fn counts_may_be_powers() {
        assert_eq!(count("128"), Ok(128));
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(count("2^63"), Ok(1 << 63));
        assert_eq!(count("0^0"), Ok(1));
        assert_eq!((count("1e6"), count("1k")), (Ok(1_000_000), Ok(1000)));
        assert_eq!(narrow_count::<u32>("1k"), Ok(1000));
        assert_eq!(narrow_count::<u32>("2^32"), Err("`2^32` is too large: at most 2^32 - 1".to_owned()));
        for bad in
            ["", "_", "-1", "+1", "1.5", "1e-6", "2^64", "2^99999999999", "2^", "^2", "x", "18446744073709551616"]
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
        assert_eq!((size("1e6"), size("1TB"), size("2TiB")), (Ok(1_000_000), Ok(1_000_000_000_000), Ok(2 << 40)));
        let both = "`64K` is ambiguous; write 64KiB (of 1024) or 64kB (of 1000)";
        assert_eq!(size("64K"), Err(both.to_owned()));
        for (bad, said) in [("2^64", "too large: at most 2^64 - 1"), ("1.5", "has no unit"), ("_", "not a number")] {
            assert!(size(bad).is_err_and(|message| message.contains(said)), "{bad}");
        }
    }
}
