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

use logpine_text::excerpt::short;
use logpine_text::text::{Line, Text, TextError};
use std::collections::HashMap;

/// Reads the host of each of `ranks` ranks; hosts are numbered in the order in which the file first names them.
///
/// # Errors
/// [`TextError`] with the place of the first fault.
pub fn mapping(source: impl AsRef<[u8]>, path: &str, ranks: u64) -> Result<Vec<u32>, TextError> {
    hosts(source.as_ref(), path, Some(ranks))
}

/// Reads the host of each rank like [`mapping`], for as many ranks as have a line.
///
/// # Errors
/// [`TextError`] with the place of the first fault.
pub fn every_rank(source: impl AsRef<[u8]>, path: &str) -> Result<Vec<u32>, TextError> {
    hosts(source.as_ref(), path, None)
}

fn hosts(source: &[u8], path: &str, ranks: Option<u64>) -> Result<Vec<u32>, TextError> {
    let text = Text::new(source, path)?;
    // The line and the host of each rank.
    let mut named: HashMap<u64, (u32, u32)> = HashMap::new();
    let mut hosts: HashMap<&str, u32> = HashMap::new();
    for line in text.lines() {
        let Some((rank, host)) = rank_and_host(text, line)? else { continue };
        if let Some(ranks) = ranks.filter(|&ranks| rank >= ranks) {
            let known =
                ranks.checked_sub(1).map_or("which has none".to_owned(), |last| format!("which are 0 to {last}"));
            let fault = format!("rank {rank} is not among the {ranks} ranks of the job, {known}");
            return Err(text.error(line.span(), fault));
        }
        let next = u32::try_from(hosts.len()).unwrap_or(u32::MAX);
        let number = *hosts.entry(host).or_insert(next);
        if let Some((first, _)) = named.insert(rank, (line.number, number)) {
            return Err(text.error(line.span(), format!("rank {rank} has a host already, on line {first}")));
        }
    }
    let ranks = ranks.unwrap_or(named.len().max(1) as u64);
    let host = |rank| {
        let missing = || text.error_at_end(format!("rank {rank} has no line"));
        named.get(&rank).map(|&(_, host)| host).ok_or_else(missing)
    };
    (0..ranks).map(host).collect()
}

/// The rank and the host of a line, `None` if it is empty.
fn rank_and_host<'a>(text: Text<'a>, line: Line<'a>) -> Result<Option<(u64, &'a str)>, TextError> {
    let content = Line { text: line.text.split('#').next().unwrap_or_default().trim_end(), ..line };
    let rest = content.text;
    if rest.is_empty() {
        return Ok(None);
    }
    let rest = rest.strip_prefix("rank ").map_or(rest, str::trim_start);
    let start = content.span().end - rest.len();
    let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (number, behind) = rest.split_at(digits);
    let no_rank = || {
        let found = rest.split([' ', '\t', '=']).next().unwrap_or(rest);
        let way_out = "write a rank and its host, like `0 n1`, or `rank 0=n1`";
        text.error(start..start + found.len(), format!("`{}` is not a rank: {way_out}", short(found)))
    };
    let rank: u64 = number.parse().map_err(|_| no_rank())?;
    if !behind.is_empty() && !behind.starts_with([' ', '\t', '=']) {
        return Err(no_rank());
    }
    let behind = behind.trim_start_matches([' ', '\t', '=']);
    let mut words = Line { text: behind, start: content.span().end - behind.len(), ..line }.words().into_iter();
    let end = content.span().end;
    let host = words.next().ok_or_else(|| text.error(end..end, format!("rank {rank} has no host")))?;
    match words.find(|word| !word.text.starts_with("slot=")) {
        Some(word) => {
            let fault = "after the host is not understood: only `slot=...` may follow, and is skipped";
            Err(text.error(word.span(), format!("`{}` {fault}", short(word.text))))
        }
        None => Ok(Some((rank, host.text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fault(text: impl AsRef<[u8]>, ranks: u64) -> String {
        let fault = mapping(text, "m", ranks).expect_err("a fault").to_string();
        fault.lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(fault("0 a\n 3 b\n", 2), "m:2:2: rank 3 is not among the 2 ranks of the job, which are 0 to 1");
        assert_eq!(fault("0 a\n", 0), "m:1:1: rank 0 is not among the 0 ranks of the job, which has none");
        assert_eq!(fault("0 a\n", 2), "m:2:1: rank 1 has no line");
        let way_out = "is not a rank: write a rank and its host, like `0 n1`, or `rank 0=n1`";
        assert_eq!(fault("x a\n", 1), format!("m:1:1: `x` {way_out}"));
        assert_eq!(fault("0x a\n", 1), format!("m:1:1: `0x` {way_out}"));
        assert_eq!(fault("0 # a\n", 1), "m:1:2: rank 0 has no host");
        let behind = "m:1:5: `b` after the host is not understood: only `slot=...` may follow, and is skipped";
        assert_eq!(fault("0 a b\n", 1), behind);
        assert!(fault(b"0 a\n1 \xc3\xbc\xff\n", 2).starts_with("m:2:4: the byte here is no part of a character"));
        assert!(fault(b"\xff\xfe0\0", 1).starts_with("m:1:1: this seems to be UTF-16"));
    }

    proptest! {
        #[test]
        fn any_text_is_a_mapping_or_a_fault(text in "(rank )?[0-9a-c= #\tü\n]{0,20}", ranks in 1u64..5) {
            if let Ok(hosts) = mapping(&text, "m", ranks) {
                prop_assert_eq!(hosts.len() as u64, ranks);
            }
        }
    }
}
