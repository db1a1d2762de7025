//! The verdict on a run, as text and as JSON.

use crate::answer::Verified;
use crate::report::json::{SCHEMA, document, object};
use crate::report::text::wrapped;
use crate::report::times::counted;
use crate::request::{MpiCollective, Word};
use logpine_text::units::{Bytes, Clock};
use logpine_tuning::library::traffic::{Compared, Comparison, Differing, Segments};
use logpine_tuning::library::{Library, Link, Setting};
use std::fmt::Write as _;

/// The most edges that a text lists of a kind.
const MOST_EDGES: usize = 12;

/// The call that was verified.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The library.
    pub library: Library,
    /// The operation.
    pub collective: MpiCollective,
    /// The bytes of a call.
    pub bytes: u64,
}

/// The verdict for people.
#[must_use]
pub fn verified(verified: &Verified, call: Call) -> String {
    let name = format!("{} of {} among {} ranks", call.collective.name(), Bytes(call.bytes), verified.ranks);
    let meant = verified.rule.and_then(|rule| rule.setting);
    let text = match (&verified.comparison, meant) {
        (None, _) if verified.rule.is_none() => {
            format!("{name}: not verified, since no rule of the manifest covers it\n")
        }
        (None, _) | (_, None) => format!("{name}: not verified, since the manifest leaves it to the library\n"),
        (Some(Comparison::NotComparable(reason)), _) => format!("{name}: not verified: {reason}\n"),
        (Some(Comparison::Compared(compared)), Some(setting)) => {
            format!("{name}: {}", verdict(compared, setting, verified.is_by_itself))
        }
    };
    wrapped(&text)
}

fn verdict(compared: &Compared, meant: Setting, is_by_itself: bool) -> String {
    let edges = compared.matching.len() as u64;
    if compared.is_as_meant() {
        let each =
            |Segments { messages, .. }: &Segments| format!(", {} each", counted(*messages, "message", "messages"));
        let segments = compared.segments.as_ref().map_or_else(String::new, each);
        let verified = format!("verified: {meant}, {}{segments}\n", counted(edges, "edge as meant", "edges as meant"));
        let note = "note: the library may send just these messages by itself, so this call does not show that the files were loaded; \
                    verify another number of ranks, size or collective too\n";
        return if is_by_itself { verified + note } else { verified };
    }
    let mut text = format!("something else ran than {meant}\n");
    for (what, links) in [("missing", &compared.missing), ("not meant", &compared.extra)] {
        if !links.is_empty() {
            let _ = writeln!(text, "  {}: {}", what, listed(links));
        }
    }
    for Differing { link, expected, found } in compared.differing.iter().take(MOST_EDGES) {
        let _ = writeln!(text, "  {link}: {}, not {expected}", counted(*found, "message", "messages"));
    }
    if !compared.recognised.is_empty() {
        // Of settings that differ in their fanouts only, the first stands for all.
        let mut first = compared.recognised.clone();
        first.dedup_by_key(|setting| setting.native.name);
        let names: Vec<String> = first.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  the messages are those of: {}", names.join("; "));
    }
    if let Some(cause) = &compared.cause {
        let _ = writeln!(text, "{cause}");
    }
    text
}

fn listed(links: &[Link]) -> String {
    let shown: Vec<String> = links.iter().take(MOST_EDGES).map(ToString::to_string).collect();
    let more = links.len().saturating_sub(MOST_EDGES);
    if more == 0 { shown.join(" ") } else { format!("{} and {more} more", shown.join(" ")) }
}

/// The verdict as JSON.
#[must_use]
pub fn verified_json(verified: &Verified, call: Call) -> String {
    let compared = match &verified.comparison {
        Some(Comparison::Compared(compared)) => Some(compared),
        _ => None,
    };
    let reason = match &verified.comparison {
        Some(Comparison::NotComparable(reason)) => Some(reason.to_string()),
        Some(Comparison::Compared(_)) => None,
        None => Some("the manifest has no setting for it".to_owned()),
    };
    let links = |links: &[Link]| links.iter().map(|link| [link.from, link.to]).collect::<Vec<[u64; 2]>>();
    let recognised = compared.into_iter().flat_map(|compared| &compared.recognised);
    let cause = compared.and_then(|compared| compared.cause.as_ref());
    let verdict = object!(
        schema = SCHEMA,
        library = call.library.word(),
        collective = call.collective.name(),
        ranks = verified.ranks,
        bytes = call.bytes,
        verified = verified.is_as_meant(),
        may_be_by_itself = verified.is_by_itself,
        setting = verified.rule.and_then(|rule| rule.setting).map(|setting| setting.to_string()),
        reason? = reason,
        cause? = cause.map(|cause| object!(cause = cause.code(), message = cause.to_string())),
        matching = compared.map_or(0, |compared| compared.matching.len()),
        missing = compared.map_or_else(Vec::new, |compared| links(&compared.missing)),
        extra = compared.map_or_else(Vec::new, |compared| links(&compared.extra)),
        recognised = recognised.map(ToString::to_string).collect::<Vec<_>>()
    );
    document(&verdict, Clock::Second)
}
