//! Message and segment sizes.

use super::decimal::{Kind, Unit};
use super::error::UnitError;
use std::fmt;
use std::str::FromStr;

/// A number of bytes. Read and printed with `B`, `KiB`, `MiB`, `GiB`, `TiB` (powers of 1024), `kB`, `MB`, `GB`, `TB` (of 1000).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

const KIND: Kind = Kind {
    units: &[
        Unit { symbol: "B", factor: 1 },
        Unit { symbol: "KiB", factor: 1 << 10 },
        Unit { symbol: "MiB", factor: 1 << 20 },
        Unit { symbol: "GiB", factor: 1 << 30 },
        Unit { symbol: "TiB", factor: 1 << 40 },
        Unit { symbol: "kB", factor: 1_000 },
        Unit { symbol: "MB", factor: 1_000_000 },
        Unit { symbol: "GB", factor: 1_000_000_000 },
        Unit { symbol: "TB", factor: 1_000_000_000_000 },
    ],
    foreign: &[],
    measured_in: "bytes",
    example_unit: "B",
    example: "64KiB",
    grain: "bytes",
    limit: "2^64 - 1 bytes",
};

/// The units to print in. The unit that divides the size and gives the smallest number is taken; among equal ones, the
/// first.
const PRINTED: [&str; 8] = ["TiB", "GiB", "MiB", "KiB", "TB", "GB", "MB", "kB"];

impl FromStr for Bytes {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        KIND.parse_whole(text).map(Self)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = PRINTED.iter().filter_map(|name| KIND.units.iter().find(|unit| unit.symbol == *name));
        let divides = |unit: &&Unit| self.0 > 0 && self.0.is_multiple_of(unit.factor);
        match named.into_iter().filter(divides).max_by_key(|unit| unit.factor) {
            Some(unit) => f.pad(&format!("{}{}", self.0 / unit.factor, unit.symbol)),
            None => f.pad(&format!("{}B", self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn binary_and_decimal_units_are_told_apart() {
        let bytes = |text: &str| text.parse::<Bytes>().map(|bytes| bytes.0).map_err(|error| error.to_string());
        assert_eq!(bytes("1B"), Ok(1));
        assert_eq!(bytes("64KiB"), Ok(65_536));
        assert_eq!(bytes("10kB"), Ok(10_000));
        assert_eq!(bytes("1 MiB"), Ok(1 << 20));
        assert_eq!(bytes("1.5GB"), Ok(1_500_000_000));
        assert_eq!(bytes("0.5KiB"), Ok(512));
        assert!(bytes("64").expect_err("bare").contains("write it as \"64B\""));
        assert_eq!((bytes("1TB"), bytes("2TiB")), (Ok(1_000_000_000_000), Ok(2 << 40)));
        for (text, both) in [
            ("64K", "64KiB (of 1024) or 64kB (of 1000)"),
            ("64KB", "64KiB"),
            ("2m", "2MiB (of 1024) or 2MB"),
            ("1 tb", "1TiB"),
        ] {
            assert!(bytes(text).expect_err("ambiguous").contains(both), "{text}");
        }
        assert!(bytes("64KIB").expect_err("misspelt").contains("did you mean `KiB`?"));
        assert!(bytes("0.3B").expect_err("a part").contains("not a whole number of bytes"));
        assert!(bytes("17179869184GiB").expect_err("2^64").contains("too large"));
        assert!(bytes("-1B").expect_err("negative").contains("negative"));
    }

    #[test]
    fn sizes_print_in_the_unit_that_divides_them() {
        let shown = [0, 1, 1_000, 1_024, 65_536, 1_000_000, 1 << 30, 1_500].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(shown, ["0B", "1B", "1kB", "1KiB", "64KiB", "1MB", "1GiB", "1500B"]);
        assert_eq!(format!("[{:>8}]", Bytes(1_024)), "[    1KiB]");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(bytes: u64, shift in 0u32..64) {
            let bytes = Bytes(bytes << shift);
            prop_assert_eq!(bytes.to_string().parse(), Ok(bytes));
        }

        #[test]
        fn any_text_is_a_size_or_an_error(text: String) {
            let _ = text.parse::<Bytes>();
        }
    }
}
