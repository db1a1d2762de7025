//! UCC: the variable `UCC_TL_UCP_TUNE`, and those of radixes, written and read after UCC's source.
//!
//! The variable has tokens with `#` between them; a token has parts with `:` between them, in any order:
//! `bcast:0-32k:host:[2-64]:inf:@knomial` is a collective, sizes, memory, numbers of ranks, a score and an algorithm. A size at
//! which two ranges meet belongs to the second, and to a range of the variable rather than to a default of UCC.

mod token;

use super::grid::written_rows;
use super::impi::NO_SIZE;
use super::settings::{Setting as Variable, has_sections, sections, variables};
use super::suggestions::Suggestions;
use crate::library::{Library, Native, Range as Numbers, Rule, Rules, Setting, name_in_files, named};
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};
use logpine_text::excerpt::short;
use logpine_text::fault::Faults;
use logpine_text::fault::Report;
use logpine_text::shell_word::quoted;
use logpine_text::suggest::nearest;
use logpine_text::unwritable::Unwritable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use token::{Token, or_all};

/// The variable.
const TUNE: &str = "UCC_TL_UCP_TUNE";

/// The lines of a shell that make UCC follow the rules.
///
/// # Errors
/// [`Unwritable`] if the format cannot hold the rules.
pub fn write(rules: &[Rules]) -> Result<String, Unwritable> {
    let mut tokens = Vec::new();
    let mut radixes: Vec<(&'static str, u64)> = Vec::new();
    for of in rules {
        let collective = of.collective;
        let rows = written_rows(collective, &of.rules)?;
        for row in rows {
            if collective == Barrier && row.cells.len() > 1 {
                return Unwritable::new(NO_SIZE);
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
fn radix(
    setting: &Setting,
    collective: MpiCollective,
    radixes: &mut Vec<(&'static str, u64)>,
) -> Result<(), Unwritable> {
    let is_known =
        named(Library::Ucc, collective, setting.native.name).is_some_and(|known| std::ptr::eq(known, setting.native));
    let variable = setting.native.knobs.fanout.and_then(|fanout| fanout.variable);
    if !is_known || setting.segment.is_some() || (setting.fanout.is_some() && variable.is_none()) {
        return Unwritable::new(format!("UCC cannot be told to run {setting} for {}", collective.name()));
    }
    let (Some(variable), Some(second)) = (variable, setting.fanout) else { return Ok(()) };
    match radixes.iter().find(|(known, _)| *known == variable) {
        Some(&(_, first)) if first != second => Unwritable::new(format!(
            "{variable} is one radix for all ranks and sizes; rules ask for {first} and {second}"
        )),
        Some(_) => Ok(()),
        None => {
            radixes.push((variable, second));
            Ok(())
        }
    }
}

/// A token for ranks and bytes.
fn token(collective: MpiCollective, ranks: Numbers, bytes: Numbers, algorithm: &str) -> String {
    let mut token = name_in_files(collective).to_owned();
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

/// The algorithms of tl/ucp for a collective, by their numbers.
const fn algorithms(collective: MpiCollective) -> &'static [&'static str] {
    match collective {
        Bcast => &["knomial", "sag_knomial", "dbt"],
        Reduce => &["knomial", "dbt", "srg"],
        Allreduce => &["knomial", "sra_knomial", "sliding_window", "dbt", "ring"],
        Allgather => &["knomial", "ring", "neighbor", "bruck", "sparbit", "linear", "batched"],
        Alltoall => &["pairwise", "bruck", "onesided"],
        ReduceScatter => &["ring", "knomial"],
        // UCC cannot be told to run the algorithms of the others.
        Gather | Barrier | Scatter => &[],
    }
}

/// Checks lines that set variables, and reads their rules.
#[must_use]
pub fn check(source: &[u8]) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    if !has_sections(text) {
        let set = variables(text, &["UC"], &mut flaws);
        let tokens = tokens(&set, &mut flaws);
        let rules = rules(&tokens, &set, &mut flaws);
        return flaws.report(Some(rules));
    }
    let sections = sections(text, &mut flaws);
    let tokens: Vec<Vec<Token>> = sections.iter().map(|set| tokens(set, &mut flaws)).collect();
    if let Some(first) = sections.iter().skip(1).flatten().next() {
        let message =
            "what stands in sections is for clusters with such hardware: it is checked, and gives no rules here";
        flaws.warning(first.name_span.clone(), "sections", message, "check a file with the lines of one cluster alone");
    }
    let of_all = sections.first().zip(tokens.first());
    let rules = of_all.map(|(set, tokens)| rules(tokens, set, &mut flaws)).unwrap_or_default();
    flaws.report(Some(rules))
}

/// The tokens of settings, and the flaws of these and of radixes.
fn tokens(set: &[Variable], flaws: &mut Faults<'_>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut suggestions = Suggestions::new();
    for variable in set {
        if variable.name == TUNE {
            let mut at = 0;
            for text in variable.value.split('#') {
                // Empty tokens vanish.
                if !text.is_empty() {
                    tokens.extend(Token::read(variable, at..at + text.len(), &mut suggestions, flaws));
                }
                at += text.len() + 1;
            }
        } else if variable.name.starts_with("UCC_TL_UCP_") && variable.name.ends_with("KN_RADIX") {
            check_radix(variable, flaws);
        } else if variable.name.contains("TUN")
            && !variable.name.ends_with("_TUNE")
            && nearest(&variable.name, [TUNE]).is_some()
        {
            let message = format!("{} is no variable of UCC, which skips it", short(&variable.name));
            let hint = "write UCC_TL_UCP_TUNE";
            flaws.error(variable.name_span.clone(), "unknown-variable", message, hint);
        }
    }
    overlaps(&tokens, flaws);
    tokens
}

fn check_radix(variable: &Variable, flaws: &mut Faults<'_>) {
    let takes_ranges = variable.name.contains("ALL") || variable.name.contains("SAG") || variable.name.contains("SRG");
    let is_number = variable.value.parse().is_ok_and(|radix: u64| (2..=1 << 31).contains(&radix));
    let is_off = variable.name == "UCC_TL_UCP_KN_RADIX" && variable.value == "0";
    if !is_number && !takes_ranges && !is_off && variable.value != "auto" && variable.value != "inf" {
        let message = format!("{} is no radix from 2 on", short(&variable.value));
        flaws.error(variable.span.clone(), "bad-radix", message, "write a whole number from 2 on");
    }
}

/// True if two tokens claim the same size for the same collective, number of ranks and memory.
fn is_same(first: &Token, second: &Token) -> bool {
    let meets = |first: &[Numbers], second: &[Numbers], touches: bool| {
        let below = |end: Option<u64>, start: u64| end.is_some_and(|end| end < start || (touches && end == start));
        let meet = |one: &Numbers, two: &Numbers| !below(one.most, two.least) && !below(two.most, one.least);
        or_all(first).iter().any(|one| or_all(second).iter().any(|two| meet(one, two)))
    };
    first.is_host == second.is_host
        && first.collectives.iter().any(|collective| second.collectives.contains(collective))
        && meets(&first.ranks, &second.ranks, false)
        && meets(&first.bytes, &second.bytes, true)
}

/// The most pairs of ranges that are compared.
const MOST_PAIRS: usize = 10_000_000;

/// Finds sizes that two tokens claim for the same collective and number of ranks.
fn overlaps(tokens: &[Token], flaws: &mut Faults<'_>) {
    let pairs = |first: &[Numbers], second: &[Numbers]| or_all(first).len().saturating_mul(or_all(second).len());
    let mut left = MOST_PAIRS;
    for (at, token) in tokens.iter().enumerate() {
        for other in tokens.iter().take(at) {
            let steps = pairs(&other.ranks, &token.ranks).saturating_add(pairs(&other.bytes, &token.bytes));
            let Some(rest) = left.checked_sub(steps) else {
                let message = "too many tokens and ranges: from here on they are not compared with those before";
                flaws.warning(token.span.clone(), "too-many-tokens", message, "use fewer ranges");
                return;
            };
            left = rest;
            if is_same(other, token) {
                let message = "an earlier token has some of these sizes already: UCC skips the whole variable";
                flaws.error(token.span.clone(), "overlap", message, "let every size have one token");
                break;
            }
        }
    }
}

/// The most rules that are read for a collective.
const MOST_RULES: usize = 20_000;

/// The rules of the tokens for memory of the host. Too many for a collective are a flaw.
fn rules(tokens: &[Token], set: &[Variable], flaws: &mut Faults<'_>) -> Vec<Rules> {
    let radixes: FxHashMap<&str, u64> = set
        .iter()
        .filter(|variable| variable.name.ends_with("KN_RADIX"))
        .filter_map(|variable| Some((variable.name.as_str(), variable.value.parse().ok()?)))
        .collect();
    let mut all = Vec::new();
    for collective in MpiCollective::ALL {
        let of: Vec<&Token> =
            tokens.iter().filter(|token| token.is_host && token.collectives.contains(&collective)).collect();
        match rules_of(collective, &of, &radixes) {
            Some(rules) if rules.is_empty() => {}
            Some(rules) => all.push(Rules { collective, rules }),
            None => {
                let message = format!("too many ranges for {}: its rules are not read", name_in_files(collective));
                flaws.warning(0..0, "too-many-ranges", message, "use fewer ranges");
            }
        }
    }
    all
}

/// The rules of the tokens of a collective; `None` if they are too many.
fn rules_of(collective: MpiCollective, tokens: &[&Token], radixes: &FxHashMap<&str, u64>) -> Option<Vec<Rule>> {
    let starts: FxHashSet<u64> = tokens.iter().flat_map(|token| &token.bytes).map(|bytes| bytes.least).collect();
    let mut found = Vec::new();
    for token in tokens {
        let native = token.algorithm_of(collective).and_then(|name| named(Library::Ucc, collective, name));
        let Some(native) = native else { continue };
        let setting = Some(Setting { fanout: fanout(native, radixes), ..Setting::plain(native) });
        for &ranks in or_all(&token.ranks) {
            for &(mut bytes) in or_all(&token.bytes) {
                // Where two ranges meet, the second one begins.
                bytes.most = bytes.most.map(|most| if starts.contains(&most) { most.saturating_sub(1) } else { most });
                found.push(Rule { ranks, bytes, setting });
            }
            if found.len() > MOST_RULES {
                return None;
            }
        }
    }
    Some(found)
}

/// The radix that variables set for an algorithm.
fn fanout(native: &Native, radixes: &FxHashMap<&str, u64>) -> Option<u64> {
    let variable = native.knobs.fanout?.variable?;
    let common = radixes.get("UCC_TL_UCP_KN_RADIX").filter(|radix| **radix > 0);
    common.or_else(|| radixes.get(variable)).copied()
}

#[cfg(test)]
mod tests;
