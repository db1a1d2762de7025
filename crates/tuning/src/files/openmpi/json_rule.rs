//! A rule of Open MPI 6: sizes in bytes, the algorithm and its parameters.

use super::json_fields::{Fields, keys};
use super::knobs::{Choice, Placed, Unknown};
use super::names::Collective;
use crate::files::json_spans::Value;
use crate::files::suggestions::did_you_mean;
use crate::library::{Library, Range, Setting};
use logpine_text::excerpt::{listed, short};
use logpine_text::fault::Faults;
use logpine_text::suggest::nearest;

const LIBRARY: Library = Library::OpenMpi6;
const KEYS: [&str; 6] = ["msg_size_min", "msg_size_max", "alg", "faninout", "seg_size", "reqs"];

/// Reads a rule for communicators of some sizes: its bytes, and the setting that it chooses, if it does not leave that to the
/// library. `None` if the library skips it.
pub fn read(
    rule: &Value,
    collective: &Collective,
    ranks: Range,
    flaws: &mut Faults<'_>,
) -> Option<(Range, Option<Setting>)> {
    let mut fields = Fields { value: rule, flaws };
    if !fields.is_object("the library chooses for all sizes", "write { \"alg\": \"...\" }") {
        return None;
    }
    keys(rule, &KEYS, fields.flaws);
    let bytes = fields.range("msg_size_min", "msg_size_max", "message size");
    let mut parameter = |key: &'static str| {
        let value = fields.number(key).unwrap_or(0);
        Placed { value, span: rule.member(key).map_or(rule.span.clone(), |member| member.value.span.clone()) }
    };
    let (fanout, segment, _) = (parameter("faninout"), parameter("seg_size"), parameter("reqs"));
    let is_never = |bytes: &Range| bytes.least > 0;
    let counts_none = collective.counts_no_bytes();
    if let Some(member) = rule.member("msg_size_min").filter(|_| counts_none && bytes.as_ref().is_some_and(is_never)) {
        let message = format!("{} is looked up with 0 bytes: the rule is never used", collective.name);
        flaws.warning(member.value.span.clone(), "barrier-bytes", message, "remove the sizes");
    }
    let algorithm = algorithm(rule, collective, flaws)?;
    let is_chosen = algorithm.value != 0;
    let setting = Choice { algorithm, fanout, segment }.setting(collective, LIBRARY, ranks, Unknown::Skipped, flaws);
    if setting.is_none() && is_chosen && collective.ours.is_some() {
        return None;
    }
    Some((bytes?, setting))
}

/// The number of a rule's algorithm; 0 if the rule leaves the choice to the library, and `None` if it is skipped.
fn algorithm(rule: &Value, collective: &Collective, flaws: &mut Faults<'_>) -> Option<Placed> {
    let Some(member) = rule.member("alg") else {
        let message = "no `alg`: the library chooses";
        let hint = "add \"alg\": \"...\", or \"ignore\" if that is meant";
        flaws.error(rule.span.start..rule.span.start + 1, "no-algorithm", message, hint);
        return None;
    };
    let span = member.value.span.clone();
    let number = member.value.whole().or_else(|| member.value.text()?.parse().ok());
    if let Some(value) = number {
        return Some(Placed { value, span });
    }
    let Some(name) = member.value.text() else {
        let message = format!("`alg` is {}, and neither a name nor a number: the library chooses", member.value.noun());
        flaws.error(span, "no-algorithm", message, "write the name of the algorithm");
        return None;
    };
    let names = collective.algorithm_names(LIBRARY);
    let lower = name.to_ascii_lowercase();
    if lower == "ignore" {
        return Some(Placed { value: 0, span });
    }
    if let Some(value) = collective.number(LIBRARY, &lower) {
        return Some(Placed { value, span });
    }
    let near = nearest(name, names.iter().copied()).map(did_you_mean).unwrap_or_default();
    let message = format!(
        "{} has no algorithm `{}`: the rule is skipped; it has {}{near}",
        collective.name,
        short(name),
        listed(names.iter().copied())
    );
    flaws.error(span, "unknown-algorithm", message, "correct the name");
    None
}
