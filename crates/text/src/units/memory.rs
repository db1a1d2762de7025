//! Amounts of memory, printed for people.

use std::fmt;

/// An amount of memory in bytes, printed to a tenth of the largest unit that fits, rounded up: `4.0 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemorySize(pub u64);

const UNITS: [(&str, u32); 6] = [("EiB", 60), ("PiB", 50), ("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];

impl fmt::Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().find(|(_, bits)| self.0 >> bits > 0) {
            Some((unit, bits)) => {
                let tenths = (u128::from(self.0) * 10).div_ceil(1 << bits);
                write!(f, "{}.{} {unit}", tenths / 10, tenths % 10)
            }
            None => write!(f, "{} B", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_memory_size() {
        use crate::units::MemorySize;
        assert_eq!(MemorySize(4 << 30).to_string(), "4.0 GiB");
        assert_eq!(MemorySize((4 << 30) + 1).to_string(), "4.1 GiB");
        assert_eq!(MemorySize(800).to_string(), "800 B");
    }
}
