//! UCC: the variable `UCC_TL_UCP_TUNE`, and those of radixes, written and read after UCC's source.
//!
//! The variable has tokens with `#` between them; a token has parts with `:` between them, in any order:
//! `bcast:0-32k:host:[2-64]:inf:@knomial` is a collective, sizes, memory, numbers of ranks, a score and an algorithm. A size at
//! which two ranges meet belongs to the second, and to a range of the variable rather than to a default of UCC.

use super::flaw::{Flaw, Flaws, Report};
use super::mpich::{Assignment, assignments, rows_of};
use crate::excerpt::short;
use crate::library::{Library, Range as Numbers, Rule, Rules, Setting, named};
use crate::request::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};
use crate::shell_word::quoted;
use crate::suggest::nearest;
use std::fmt::Write as _;
use std::ops::Range;

/// The variable.
const TUNE: &str = "UCC_TL_UCP_TUNE";

/// Why no variables can be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UccError {
    /// An algorithm of another library, or a parameter that it does not take.
    #[error("UCC cannot be told to run {setting} for {}", collective.name())]
    Setting {
        /// The collective.
        collective: MpiCollective,
        /// The setting.
        setting: String,
    },
    /// Rules with several radixes, of which a variable has one.
    #[error("{variable} is one radix for all ranks and sizes; rules ask for {first} and {second}")]
    Radixes {
        /// The variable.
        variable: &'static str,
        /// A radix.
        first: u64,
        /// Another one.
        second: u64,
    },
    /// Rules for sizes of a barrier.
    #[error("a barrier has no size: rules for it cannot look at sizes")]
    Sizes,
    /// More rules than can be sorted out.
    #[error("too many rules for {}", .0.name())]
    TooMany(MpiCollective),
}

/// The lines of a shell that make UCC follow the rules.
///
/// **Errors**: [`UccError`].
pub fn write(rules: &[Rules]) -> Result<String, UccError> {
    let mut tokens = Vec::new();
    let mut radixes: Vec<(&'static str, u64)> = Vec::new();
    for of in rules {
        let collective = of.collective;
        let rows = rows_of(&of.rules).ok_or(UccError::TooMany(collective))?;
        for row in rows {
            if collective == Barrier && row.cells.len() > 1 {
                return Err(UccError::Sizes);
            }
            for &(bytes, setting) in &row.cells {
                let Some(setting) = setting else { continue };
                radix(&setting, collective, &mut radixes)?;
                tokens.push(token(collective, row.ranks, bytes, setting.native.name));
            }
        }
    }
    let mut out = String::from("# UCC, component tl/ucp: read these lines into the shell that starts the ranks.\n");
    if !tokens.is_empty() {
        let _ = writeln!(out, "export {TUNE}={}", quoted(&tokens.join("#")).unwrap_or_default());
    }
    for (variable, radix) in radixes {
        let _ = writeln!(out, "# For all numbers of ranks and all sizes.\nexport {variable}={radix}");
    }
    Ok(out)
}

/// Keeps the radix of a setting, if it has one.
fn radix(setting: &Setting, collective: MpiCollective, radixes: &mut Vec<(&'static str, u64)>) -> Result<(), UccError> {
    let is_known =
        named(Library::Ucc, collective, setting.native.name).is_some_and(|known| std::ptr::eq(known, setting.native));
    let variable = setting.native.knobs.fanout.and_then(|fanout| fanout.variable);
    if !is_known || setting.segment.is_some() || (setting.fanout.is_some() && variable.is_none()) {
        return Err(UccError::Setting { collective, setting: setting.to_string() });
    }
    let (Some(variable), Some(second)) = (variable, setting.fanout) else { return Ok(()) };
    match radixes.iter().find(|(known, _)| *known == variable) {
        Some(&(_, first)) if first != second => Err(UccError::Radixes { variable, first, second }),
        Some(_) => Ok(()),
        None => {
            radixes.push((variable, second));
            Ok(())
        }
    }
}

/// A token for ranks and bytes.
fn token(collective: MpiCollective, ranks: Numbers, bytes: Numbers, algorithm: &str) -> String {
    let mut token = name(collective).to_owned();
    if collective != Barrier {
        // A range needs two sizes.
        let most = bytes.most.map_or("inf".to_owned(), |most| most.max(bytes.least + 1).to_string());
        let _ = write!(token, ":{}-{most}", bytes.least);
    }
    token.push_str(":host");
    match (ranks.least, ranks.most) {
        (0 | 1, None) => {}
        (least, Some(most)) if least == most => {
            let _ = write!(token, ":[{least}]");
        }
        (least, most) => {
            let most = most.map_or("inf".to_owned(), |most| most.to_string());
            let _ = write!(token, ":[{least}-{most}]");
        }
    }
    let _ = write!(token, ":inf:@{algorithm}");
    token
}

/// UCC's name of a collective.
const fn name(collective: MpiCollective) -> &'static str {
    match collective {
        Bcast => "bcast",
        Reduce => "reduce",
        Scatter => "scatter",
        Gather => "gather",
        Allgather => "allgather",
        ReduceScatter => "reduce_scatter",
        Allreduce => "allreduce",
        Alltoall => "alltoall",
        Barrier => "barrier",
    }
}

/// The algorithms of tl/ucp for a collective.
const fn algorithms(collective: MpiCollective) -> &'static [&'static str] {
    match collective {
        Bcast => &["knomial", "sag_knomial", "dbt"],
        Reduce => &["knomial", "dbt", "srg"],
        Allreduce => &["knomial", "sra_knomial", "dbt", "sliding_window", "ring"],
        Allgather => &["knomial", "ring", "neighbor", "bruck", "sparbit", "linear", "batched"],
        Alltoall => &["pairwise", "bruck", "onesided"],
        ReduceScatter => &["ring", "knomial"],
        Gather | Barrier => &["knomial"],
        Scatter => &[],
    }
}

/// Other collectives of UCC.
const OTHERS: [&str; 7] = ["allgatherv", "alltoallv", "fanin", "fanout", "gatherv", "reduce_scatterv", "scatterv"];
/// Kinds of memory.
const MEMORY: [&str; 6] = ["host", "cuda", "cuda_managed", "rocm", "rocm_managed", "ze"];

/// Checks lines that set variables, and reads their rules.
#[must_use]
pub fn check(source: &[u8]) -> Report {
    let mut flaws = Flaws::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let set = assignments(text, &mut flaws);
    let mut tokens = Vec::new();
    for variable in &set {
        if variable.name == TUNE {
            let mut at = variable.span.start;
            for text in variable.value.split('#') {
                tokens.extend(Token::read(text, at, &mut flaws));
                at += text.len() + 1;
            }
        } else if variable.name.starts_with("UCC_TL_UCP_") && variable.name.ends_with("KN_RADIX") {
            check_radix(variable, &mut flaws);
        } else if variable.name.contains("TUN")
            && !variable.name.ends_with("_TUNE")
            && nearest(&variable.name, [TUNE]).is_some()
        {
            let message = format!("{} is no variable of UCC, which skips it", short(&variable.name));
            let hint = "write UCC_TL_UCP_TUNE";
            flaws.add(variable.name_span.clone(), Flaw::error("unknown-variable", message, hint));
        }
    }
    overlaps(&tokens, &mut flaws);
    let rules = rules(&tokens, &set);
    flaws.report(Some(rules))
}

fn check_radix(variable: &Assignment, flaws: &mut Flaws<'_>) {
    let takes_ranges = variable.name.contains("ALL") || variable.name.contains("SAG") || variable.name.contains("SRG");
    let is_number = variable.value.parse().is_ok_and(|radix: u64| (2..=1 << 31).contains(&radix));
    let is_off = variable.name == "UCC_TL_UCP_KN_RADIX" && variable.value == "0";
    if !is_number && !takes_ranges && !is_off && variable.value != "auto" && variable.value != "inf" {
        let message = format!("{} is no radix from 2 on", short(&variable.value));
        flaws.add(variable.span.clone(), Flaw::error("bad-radix", message, "write a whole number from 2 on"));
    }
}

/// A token.
#[derive(Debug, Default)]
struct Token {
    span: Range<usize>,
    collectives: Vec<MpiCollective>,
    /// The algorithm of each of the collectives.
    algorithm: Option<String>,
    bytes: Vec<Numbers>,
    ranks: Vec<Numbers>,
    is_host: bool,
}

impl Token {
    fn read(text: &str, start: usize, flaws: &mut Flaws<'_>) -> Option<Self> {
        let mut token = Self { span: start..start + text.len(), is_host: true, ..Self::default() };
        let (mut has_collectives, mut has_memory, mut has_score) = (false, false, false);
        let mut at = start;
        for part in text.split(':') {
            let span = at..at + part.len();
            at += part.len() + 1;
            let names: Vec<&str> = part.split(',').collect();
            if !has_collectives && names.iter().all(|name| is_collective(name)) {
                has_collectives = true;
                let ours = |name: &&str| MpiCollective::ALL.into_iter().find(|ours| self::name(*ours) == *name);
                token.collectives = names.iter().filter_map(ours).collect();
            } else if !has_memory && names.iter().all(|name| MEMORY.contains(name)) {
                has_memory = true;
                token.is_host = names.contains(&"host");
            } else if !has_score && (part.eq_ignore_ascii_case("inf") || part.parse::<u32>().is_ok()) {
                has_score = true;
            } else if let Some(bytes) = sizes(part).filter(|_| token.bytes.is_empty()) {
                token.bytes = bytes;
            } else if let Some(inside) = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'))
                && let Some(ranks) = numbers_of_ranks(inside)
            {
                token.ranks = ranks;
            } else if let Some(algorithm) = part.strip_prefix('@').filter(|_| token.algorithm.is_none()) {
                token.algorithm = Some(algorithm.to_owned());
                token.known(algorithm, &span, flaws);
            } else {
                let meant = nearest(part, MpiCollective::ALL.into_iter().map(name));
                let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
                let message = format!("{} is no part of a token: UCC skips the whole variable{meant}", short(part));
                let hint = "write collective:sizes:host:[ranks]:inf:@algorithm";
                flaws.add(span, Flaw::error("unknown-part", message, hint));
                return None;
            }
        }
        if token.bytes.iter().any(|range| range.most.is_some_and(|most| range.least >= most)) {
            let message = "the sizes end where they begin, or before: UCC skips the whole variable";
            flaws.add(token.span.clone(), Flaw::error("empty-range", message, "write the smaller size first"));
        }
        if !has_score && token.algorithm.is_none() {
            let message = "neither a score nor an algorithm: the token has no effect";
            flaws.add(token.span.clone(), Flaw::warning("no-effect", message, "add `inf:@algorithm`"));
        }
        Some(token)
    }

    /// Checks the algorithm against those of the collectives.
    fn known(&self, algorithm: &str, span: &Range<usize>, flaws: &mut Flaws<'_>) {
        if algorithm.parse::<u32>().is_ok() {
            return;
        }
        for &collective in &self.collectives {
            let known = algorithms(collective);
            if !known.contains(&algorithm) {
                let meant = nearest(algorithm, known.iter().copied());
                let meant = meant.map_or(String::new(), |meant| format!("; did you mean @{meant}?"));
                let message = format!(
                    "tl/ucp has no {} for {}: UCC skips the whole variable{meant}",
                    short(algorithm),
                    name(collective)
                );
                flaws
                    .add(span.clone(), Flaw::error("unknown-algorithm", message, "`ucc_info -A` lists the algorithms"));
            }
        }
    }
}

fn is_collective(name: &str) -> bool {
    OTHERS.contains(&name) || MpiCollective::ALL.into_iter().any(|ours| self::name(ours) == name)
}

/// Stands for `inf`.
const NO_END: u64 = u64::MAX;

/// Sizes with commas between them, as `0-32k,1m-inf`.
fn sizes(text: &str) -> Option<Vec<Numbers>> {
    let range = |text: &str| text.split_once('-').and_then(|(least, most)| numbers(size(least)?, size(most)?));
    text.split(',').map(range).collect()
}

/// Numbers of ranks with commas between them, as `2-8,16,32-inf`.
fn numbers_of_ranks(text: &str) -> Option<Vec<Numbers>> {
    let range = |text: &str| {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let most = if most.eq_ignore_ascii_case("inf") { NO_END } else { most.parse().ok()? };
        numbers(least.parse().ok()?, most)
    };
    text.split(',').map(range).collect()
}

/// The numbers from one to another; `None` if there is no first.
fn numbers(least: u64, most: u64) -> Option<Numbers> {
    (least != NO_END).then_some(Numbers { least, most: (most != NO_END).then_some(most) })
}

/// A size such as `32k`.
fn size(text: &str) -> Option<u64> {
    if text.eq_ignore_ascii_case("inf") {
        return Some(NO_END);
    }
    let text = text.strip_suffix(['b', 'B']).unwrap_or(text);
    let units = [('k', 10), ('m', 20), ('g', 30), ('t', 40)];
    let last = text.chars().last()?.to_ascii_lowercase();
    let shift = units.into_iter().find(|(unit, _)| *unit == last).map(|(_, shift)| shift);
    let digits = if shift.is_some() { text.get(..text.len() - 1)? } else { text };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift.unwrap_or(0))
}

/// The ranges of a token, all if it has none.
fn or_all(ranges: &[Numbers]) -> Vec<Numbers> {
    if ranges.is_empty() { vec![Numbers::ALL] } else { ranges.to_vec() }
}

/// The most tokens whose ranges are compared.
const MOST_TOKENS: usize = 2_000;

/// Finds sizes that two tokens claim for the same collective and number of ranks.
fn overlaps(tokens: &[Token], flaws: &mut Flaws<'_>) {
    let meets = |first: &[Numbers], second: &[Numbers], touches: bool| {
        first.iter().any(|one| {
            second.iter().any(|two| {
                let below =
                    |end: Option<u64>, start: u64| end.is_some_and(|end| end < start || (touches && end == start));
                !below(one.most, two.least) && !below(two.most, one.least)
            })
        })
    };
    for (at, token) in tokens.iter().enumerate().take(MOST_TOKENS) {
        let is_same = |other: &&Token| {
            other.is_host == token.is_host
                && other.collectives.iter().any(|collective| token.collectives.contains(collective))
                && meets(&or_all(&other.ranks), &or_all(&token.ranks), false)
                && meets(&or_all(&other.bytes), &or_all(&token.bytes), true)
        };
        if tokens.iter().take(at).any(|other| is_same(&other)) {
            let message = "an earlier token has some of these sizes already: UCC skips the whole variable";
            flaws.add(token.span.clone(), Flaw::error("overlap", message, "let every size have one token"));
        }
    }
}

/// The rules of the tokens for memory of the host.
fn rules(tokens: &[Token], set: &[Assignment]) -> Vec<Rules> {
    let value = |name: &str| set.iter().find(|variable| variable.name == name).and_then(|set| set.value.parse().ok());
    let mut all = Vec::new();
    for collective in MpiCollective::ALL {
        let mut found = Vec::new();
        let of = || tokens.iter().filter(|token| token.is_host && token.collectives.contains(&collective));
        for token in of() {
            let native = token.algorithm.as_deref().and_then(|name| named(Library::Ucc, collective, name));
            let Some(native) = native else { continue };
            let variable = native.knobs.fanout.and_then(|fanout| fanout.variable);
            let common = value("UCC_TL_UCP_KN_RADIX").filter(|&radix: &u64| radix > 0);
            let fanout = variable.and_then(|variable| common.or_else(|| value(variable)));
            let setting = Some(Setting { fanout, ..Setting::plain(native) });
            for ranks in or_all(&token.ranks) {
                for mut bytes in or_all(&token.bytes) {
                    // Where two ranges meet, the second one begins.
                    if of().flat_map(|other| &other.bytes).any(|other| Some(other.least) == bytes.most) {
                        bytes.most = bytes.most.map(|most| most.saturating_sub(1));
                    }
                    found.push(Rule { ranks, bytes, setting });
                }
            }
        }
        all.extend((!found.is_empty()).then_some(Rules { collective, rules: found }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(collective: MpiCollective, ranks: Numbers, bytes: Numbers, name: &str, fanout: Option<u64>) -> Rule {
        let native = named(Library::Ucc, collective, name).expect("there");
        Rule { ranks, bytes, setting: Some(Setting { fanout, ..Setting::plain(native) }) }
    }

    fn range(least: u64, most: u64) -> Numbers {
        Numbers { least, most: Some(most) }
    }

    #[test]
    fn rules_become_tokens() {
        let rules = [
            Rules { collective: Bcast, rules: vec![rule(Bcast, range(2, 64), range(0, 32_767), "knomial", Some(8))] },
            Rules {
                collective: Allgather,
                rules: vec![
                    rule(Allgather, range(8, 8), range(0, 99), "bruck", None),
                    rule(Allgather, Numbers::ALL, Numbers { least: 100, most: None }, "ring", None),
                ],
            },
        ];
        let expected = "# UCC, component tl/ucp: read these lines into the shell that starts the ranks.\n\
            export UCC_TL_UCP_TUNE='bcast:0-32767:host:[2-64]:inf:@knomial\
            #allgather:100-inf:host:[0-7]:inf:@ring#allgather:0-99:host:[8]:inf:@bruck#allgather:100-inf:host:[8]:inf:@ring\
            #allgather:100-inf:host:[9-inf]:inf:@ring'\n\
            # For all numbers of ranks and all sizes.\n\
            export UCC_TL_UCP_BCAST_KN_RADIX=8\n";
        assert_eq!(write(&rules).expect("written"), expected);
        let report = check(expected.as_bytes());
        assert_eq!(report.faults, []);
        let read = report.content.expect("no errors");
        assert_eq!(rows_of(&read[1].rules), rows_of(&rules[1].rules));
        assert_eq!(read[0], rules[0]);
    }

    #[test]
    fn one_radix_serves_all() {
        let of = |bytes, k| rule(Bcast, Numbers::ALL, bytes, "knomial", Some(k));
        let rules = vec![of(range(0, 9), 2), of(range(10, 99), 4)];
        let variable = "UCC_TL_UCP_BCAST_KN_RADIX";
        let expected = Err(UccError::Radixes { variable, first: 2, second: 4 });
        assert_eq!(write(&[Rules { collective: Bcast, rules }]), expected);
    }

    #[test]
    fn every_flaw_has_its_place() {
        let cases = [
            ("export UCC_TL_UCP_TUNE=bcast:0-32k:inf:@knomal\n", "unknown-algorithm", 40),
            ("export UCC_TL_UCP_TUNE=bcst:@knomial\n", "unknown-part", 24),
            ("export UCC_TL_UCP_TUNE=bcast:32k-4k:inf:@dbt\n", "empty-range", 24),
            ("export UCC_TL_UCP_TUNE=bcast:0-4k:@dbt#bcast:1k-inf:@knomial\n", "overlap", 40),
            ("export UCC_TL_UCP_TUNE=bcast:0-4k\n", "no-effect", 24),
            ("export UCC_TL_UCP_BCAST_KN_RADIX=1\n", "bad-radix", 34),
            ("export UCC_TL_UCP_TUNES=bcast:@dbt\n", "unknown-variable", 8),
        ];
        for (source, code, column) in cases {
            let report = check(source.as_bytes());
            let found: Vec<_> = report.faults.iter().map(|fault| (fault.kind.code, fault.position.column)).collect();
            assert_eq!(found, [(code, column)], "{source}");
        }
    }

    #[test]
    fn ranges_that_meet_do_not_overlap() {
        let report =
            check(b"UCC_TL_UCP_TUNE=bcast:0-32k:inf:@knomial#bcast:32k-inf:inf:@sag_knomial\nUCC_TL_UCP_KN_RADIX=3\n");
        assert_eq!(report.faults, []);
        let expected = rule(Bcast, Numbers::ALL, range(0, 32_767), "knomial", Some(3));
        assert_eq!(report.content.expect("no errors")[0].rules, [expected]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(tail in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = check(&[b"UCC_TL_UCP_TUNE=bcast:".as_slice(), &tail].concat());
        }

        #[test]
        fn written_rules_are_read_back(cuts in prop::collection::btree_set(1u64..1 << 40, 1..6), names in prop::collection::vec(0usize..3, 7)) {
            let starts: Vec<u64> = cuts.iter().copied().chain([1 << 41]).collect();
            let pairs = starts.windows(2).zip(&names).filter(|(pair, _)| pair[1] - pair[0] > 2);
            let rules: Vec<Rule> = pairs
                .map(|(pair, &name)| {
                    let bytes = range(pair[0], pair[1] - 1);
                    rule(Allgather, range(2, 9), bytes, ["ring", "bruck", "neighbor"][name], None)
                })
                .collect();
            prop_assume!(!rules.is_empty());
            let text = write(&[Rules { collective: Allgather, rules: rules.clone() }]).expect("written");
            let report = check(text.as_bytes());
            prop_assert_eq!(report.errors, 0);
            let read = report.content.expect("no errors");
            prop_assert_eq!(rows_of(&read[0].rules), rows_of(&rules));
        }
    }
}
