//! The verdict on a run, as text and as JSON.

use crate::answer::Verified;
use crate::report::json::{SCHEMA, document, object};
use crate::report::text::Page;
use crate::report::times::{counted, number, size};
use crate::request::{MpiCollective, Word};
use logpine_text::units::Clock;
use logpine_tuning::library::traffic::{Compared, Differing, Segments};
use logpine_tuning::library::{Library, Link};

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
pub fn verified(verified: &Verified, call: Call) -> Page {
    let title = format!("{} of {} among {} ranks", call.collective.name(), size(call.bytes), number(verified.ranks));
    let meant = verified.rule.and_then(|rule| rule.setting);
    let mut page = Page::default();
    match (&verified.comparison, meant) {
        (None, _) if verified.rule.is_none() => {
            page.headline(&title, "not verified, since no rule of the manifest covers it", "");
        }
        (None, _) | (_, None) => page.headline(&title, "not verified, since the manifest leaves it to the library", ""),
        (Some(Err(reason)), _) => {
            page.headline(&title, &format!("not verified: {reason}"), "");
        }
        (Some(Ok(compared)), Some(setting)) if compared.is_as_meant() => {
            page.headline(&title, &format!("verified: {setting}"), "");
            as_meant(&mut page, compared, verified.is_by_itself);
        }
        (Some(Ok(compared)), Some(setting)) => {
            page.headline(&title, &format!("something else ran than {setting}"), "");
            differing(&mut page, compared);
        }
    }
    page
}

fn as_meant(page: &mut Page, compared: &Compared, is_by_itself: bool) {
    let each = |Segments { messages, .. }: &Segments| format!("{} each", counted(*messages, "message", "messages"));
    page.facts([
        counted(compared.matching.len() as u64, "edge as meant", "edges as meant"),
        compared.segments.as_ref().map_or_else(String::new, each),
    ]);
    if is_by_itself {
        page.headed(
            "note",
            "the library may send just these messages by itself, so this call does not show that the files were loaded. Verify another \
             number of ranks, size or collective too.",
        );
    }
}

fn differing(page: &mut Page, compared: &Compared) {
    for (what, links) in [("missing", &compared.missing), ("not meant", &compared.extra)] {
        if !links.is_empty() {
            page.note(format!("{what}: {}", listed(links)));
        }
    }
    for Differing { link, expected, found } in compared.differing.iter().take(MOST_EDGES) {
        page.note(format!("{link}: {}, not {expected}", counted(*found, "message", "messages")));
    }
    if !compared.recognised.is_empty() {
        // Of settings that differ in their fanouts only, the first stands for all.
        let mut first = compared.recognised.clone();
        first.dedup_by_key(|setting| setting.native.name);
        let names: Vec<String> = first.iter().map(ToString::to_string).collect();
        page.note(format!("the messages are those of: {}", names.join("; ")));
    }
    page.line(compared.cause.as_ref().map_or_else(String::new, |cause| cause.words.clone()));
}

fn listed(links: &[Link]) -> String {
    let shown: Vec<String> = links.iter().take(MOST_EDGES).map(ToString::to_string).collect();
    let more = links.len().saturating_sub(MOST_EDGES);
    if more == 0 { shown.join(" ") } else { format!("{} and {more} more", shown.join(" ")) }
}

/// The verdict as JSON.
#[must_use]
pub fn verified_json(verified: &Verified, call: Call) -> String {
    let compared = verified.comparison.as_ref().and_then(|comparison| comparison.as_ref().ok());
    let reason = match &verified.comparison {
        Some(Err(reason)) => Some(reason.to_string()),
        Some(Ok(_)) => None,
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
        cause? = cause.map(|cause| object!(cause = cause.code, message = &cause.words)),
        matching = compared.map_or(0, |compared| compared.matching.len()),
        missing = compared.map_or_else(Vec::new, |compared| links(&compared.missing)),
        extra = compared.map_or_else(Vec::new, |compared| links(&compared.extra)),
        recognised = recognised.map(ToString::to_string).collect::<Vec<_>>()
    );
    document(&verdict, Clock::Second)
}
