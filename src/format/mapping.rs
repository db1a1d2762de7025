//! Files that assign ranks to hosts.
//!
//! A line for each rank, in any order, with its number and its host, or in the notation of Open MPI's rankfiles:
//!
//! ```text
//! # rank host
//! 0 n1
//! 1 n2
//! rank 2=n1 slot=0:1
//! ```

use super::source::Position;
use logpine_text::excerpt::short;
use std::collections::HashMap;

/// A faulty line, or a missing rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct MappingFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The kind of the fault.
    pub fault: MappingFaultKind,
}

/// A kind of fault in a mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MappingFaultKind {
    /// A byte that is not part of a UTF-8 character.
    #[error("the byte {byte:#04x} here is not UTF-8: a mapping is text")]
    NotText {
        /// The byte.
        byte: u8,
    },
    /// A line that does not begin with a rank.
    #[error("`{found}` is not a rank: write a rank and its host, like `0 n1`, or `rank 0=n1`")]
    NoRank {
        /// The text found.
        found: String,
    },
    /// A line that ends after the rank.
    #[error("rank {rank} has no host")]
    NoHost {
        /// The rank.
        rank: u64,
    },
    /// Unexpected text after the host.
    #[error("`{found}` after the host is not understood: only `slot=...` may follow, and is skipped")]
    Behind {
        /// The text found.
        found: String,
    },
    /// A rank that occurs a second time.
    #[error("rank {rank} has a host already, on line {first}")]
    Twice {
        /// The rank.
        rank: u64,
        /// The line of its first occurrence.
        first: usize,
    },
    /// A rank that is not in the job.
    #[error("rank {rank} is not among the {ranks} ranks of the job, {}", known(*ranks))]
    TooLarge {
        /// The rank.
        rank: u64,
        /// The number of ranks in the job.
        ranks: u64,
    },
    /// A rank without a line.
    #[error("rank {rank} has no line")]
    Missing {
        /// The first missing rank.
        rank: u64,
    },
}

/// Reads the host of each of `ranks` ranks; hosts are numbered in the order in which the file first names them.
///
/// # Errors
/// [`MappingFault`] with the place of the first fault.
pub fn mapping(source: impl AsRef<[u8]>, ranks: u64) -> Result<Vec<u32>, MappingFault> {
    Named::read(source.as_ref(), Some(ranks))?.hosts(ranks)
}

/// Reads the host of each rank like [`mapping`], for as many ranks as have a line.
///
/// # Errors
/// [`MappingFault`] with the place of the first fault.
pub(crate) fn every_rank(source: impl AsRef<[u8]>) -> Result<Vec<u32>, MappingFault> {
    let named = Named::read(source.as_ref(), None)?;
    named.hosts(named.hosts.len().max(1) as u64)
}

/// The ranks and their hosts.
struct Named {
    /// The line and the host of each rank.
    hosts: HashMap<u64, (usize, u32)>,
    /// The number of lines.
    lines: usize,
}

impl Named {
    /// Reads the lines, with a limit to the ranks if their number is known.
    fn read(source: &[u8], ranks: Option<u64>) -> Result<Self, MappingFault> {
        let text = std::str::from_utf8(source).map_err(|error| not_text(source, error.valid_up_to()))?;
        let mut named = Self { hosts: HashMap::new(), lines: 0 };
        let mut hosts: HashMap<&str, u32> = HashMap::new();
        for (line, whole) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            named.lines = line;
            let content = whole.split('#').next().unwrap_or("");
            let Some((rank, host)) = read_line(content).map_err(|(at, fault)| place(whole, line, at, fault))? else {
                continue;
            };
            let at = content.len() - content.trim_start().len();
            if let Some(ranks) = ranks.filter(|&ranks| rank >= ranks) {
                return Err(place(whole, line, at, MappingFaultKind::TooLarge { rank, ranks }));
            }
            let next = u32::try_from(hosts.len()).unwrap_or(u32::MAX);
            let number = *hosts.entry(host).or_insert(next);
            if let Some((first, _)) = named.hosts.insert(rank, (line, number)) {
                return Err(place(whole, line, at, MappingFaultKind::Twice { rank, first }));
            }
        }
        Ok(named)
    }

    /// The host of each rank.
    fn hosts(&self, ranks: u64) -> Result<Vec<u32>, MappingFault> {
        let host = |rank| {
            let fault = MappingFaultKind::Missing { rank };
            let missing = || MappingFault { line: self.lines + 1, column: 1, fault };
            self.hosts.get(&rank).map(|&(_, host)| host).ok_or_else(missing)
        };
        (0..ranks).map(host).collect()
    }
}

/// The rank and the host of a line, `None` if it is empty; or the byte offset of a fault and its kind.
fn read_line(content: &str) -> Result<Option<(u64, &str)>, (usize, MappingFaultKind)> {
    let at = |part: &str| part.as_ptr() as usize - content.as_ptr() as usize;
    let rest = content.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    let rest = rest.strip_prefix("rank ").map_or(rest, str::trim_start);
    let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (number, behind) = rest.split_at(digits);
    let no_rank = || {
        let found = rest.split([' ', '\t', '=']).next().unwrap_or(rest);
        (at(rest), MappingFaultKind::NoRank { found: short(found) })
    };
    let rank: u64 = number.parse().map_err(|_| no_rank())?;
    if !behind.is_empty() && !behind.starts_with([' ', '\t', '=']) {
        return Err(no_rank());
    }
    let mut words = behind.trim_start_matches([' ', '\t', '=']).split_whitespace();
    let host = words.next().ok_or((at(behind), MappingFaultKind::NoHost { rank }))?;
    match words.find(|word| !word.starts_with("slot=")) {
        Some(word) => Err((at(word), MappingFaultKind::Behind { found: short(word) })),
        None => Ok(Some((rank, host))),
    }
}

/// The valid ranks, for messages.
fn known(ranks: u64) -> String {
    ranks.checked_sub(1).map_or_else(|| "which has none".to_owned(), |last| format!("which are 0 to {last}"))
}

/// The fault of a source that is not UTF-8 from byte `at` on.
fn not_text(source: &[u8], at: usize) -> MappingFault {
    let before = String::from_utf8_lossy(source.get(..at).unwrap_or_default());
    let Position { line, column } = Position::of(&before, before.len());
    MappingFault { line, column, fault: MappingFaultKind::NotText { byte: source.get(at).copied().unwrap_or(0) } }
}

fn place(whole: &str, line: usize, byte: usize, fault: MappingFaultKind) -> MappingFault {
    MappingFault { line, column: Position::of(whole, byte).column, fault }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fault(text: &str, ranks: u64) -> String {
        mapping(text, ranks).expect_err(text).to_string()
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(fault("0 a\n 3 b\n", 2), "2:2: rank 3 is not among the 2 ranks of the job, which are 0 to 1");
        assert_eq!(fault("0 a\n", 0), "1:1: rank 0 is not among the 0 ranks of the job, which has none");
        assert_eq!(fault("0 a\n", 2), "2:1: rank 1 has no line");
        assert_eq!(fault("x a\n", 1), "1:1: `x` is not a rank: write a rank and its host, like `0 n1`, or `rank 0=n1`");
        assert_eq!(
            fault("0x a\n", 1),
            "1:1: `0x` is not a rank: write a rank and its host, like `0 n1`, or `rank 0=n1`"
        );
        assert_eq!(fault("0 # a\n", 1), "1:2: rank 0 has no host");
        assert_eq!(
            fault("0 a b\n", 1),
            "1:5: `b` after the host is not understood: only `slot=...` may follow, and is skipped"
        );
    }

    #[test]
    fn a_byte_that_is_no_text_has_its_place() {
        let fault = mapping(b"0 a\n1 \xc3\xbc\xff\n", 2).map_err(|fault| fault.to_string());
        assert_eq!(fault, Err("2:4: the byte 0xff here is not UTF-8: a mapping is text".to_owned()));
        let first = mapping(b"\xff\xfe0\0", 1).map_err(|fault| (fault.line, fault.column));
        assert_eq!(first, Err((1, 1)), "UTF-16");
    }

    proptest! {
        #[test]
        fn any_text_is_a_mapping_or_a_fault(text in "(rank )?[0-9a-c= #\tü\n]{0,20}", ranks in 1u64..5) {
            if let Ok(hosts) = mapping(&text, ranks) {
                prop_assert_eq!(hosts.len() as u64, ranks);
            }
        }
    }

    #[test]
    fn example_of_mapping() {
        use logpine::format::mapping;
        assert_eq!(mapping("0 n1\nrank 2=n1 slot=0\n1 n2 # far\n", 3), Ok(vec![0, 1, 0]));
        let error = mapping("0 n1\n0 n2\n", 2).map_err(|fault| fault.to_string());
        assert_eq!(error, Err("2:1: rank 0 has a host already, on line 1".to_owned()));
    }
}
