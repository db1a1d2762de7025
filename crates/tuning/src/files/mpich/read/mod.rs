//! Selection files, checked and read.
//!
//! A file is an object of collectives; inside, objects of [conditions](super::conditions) down to a leaf, an algorithm. Of
//! conditions beside each other the first that is true counts; the last must always be.

mod branches;

use super::collectives;
use super::conditions::{parse, without_blanks};
use super::leaf::{self, Place, Run};
use super::path::Path;
use super::release::Release;
use super::ruled::{self, Leaf, Leaves};
use crate::files::json_spans::{self, Fault, Member, Oddity, Value};
use crate::files::suggestions::Suggestions;
use crate::library::{Library, Rules, name_in_files};
use logpine_models::job::MpiCollective;
use logpine_text::excerpt::short;
use logpine_text::fault::Report;
use logpine_text::fault::{Diagnostic, Faults};
use std::ops::Range;

/// The most objects inside each other that MPICH reads.
const DEEPEST: usize = 32;

/// A leaf of a selection file of the device layer.
const COMPOSITION: &str = "\"composition=";
/// A leaf of a selection file of the collectives.
const ALGORITHM: &str = "\"algorithm=";

/// Checks a selection file, and reads its rules for communicators of one group of ranks.
pub fn check(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    if text.starts_with('\u{feff}') {
        let message = "a byte order mark: MPICH's parser stops here, and MPI_Init ends with an assertion";
        flaws.error(0..3, "byte-order-mark", message, "save the file without it");
    }
    let document = match json_spans::parse(text) {
        Ok(document) => document,
        Err((at, fault)) => {
            flaws.add(at..(at + 1).min(text.len()).max(at), no_json(text, at, fault));
            return flaws.report(None);
        }
    };
    for (span, oddity) in document.oddities {
        if let Some(flaw) = odd(oddity) {
            flaws.add(span, flaw);
        }
    }
    if let Some(at) = text.find(COMPOSITION).filter(|_| !text.contains(ALGORITHM)) {
        let message = "a file of the device layer, whose compositions are not checked: MPICH reads it by \
                       MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE, and stops at it in MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE";
        flaws.warning(
            at..at + COMPOSITION.len(),
            "device-layer",
            message,
            "name it in the variable of the device layer",
        );
        return flaws.report(Some(Vec::new()));
    }
    let mut reader = Reader {
        library,
        release: Release::of(library),
        flaws,
        leaves: Leaves::new(),
        ours: None,
        suggestions: Suggestions::new(),
    };
    reader.collectives(&document.value);
    let rules = reader.rules();
    reader.flaws.report(Some(rules))
}

/// The flaw of a text that is no JSON, or goes on too deep.
fn no_json(text: &str, at: usize, fault: Fault) -> Diagnostic {
    if fault == Fault::TooDeep {
        return too_deep();
    }
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with(['/', '\'']) {
        let message = "comments and single quotes are no JSON; MPICH's own parser takes them, others do not";
        return Diagnostic::error("lenient-json", message, "write plain JSON");
    }
    let ends = if text.trim().is_empty() { "a segmentation fault" } else { "an assertion" };
    let message = format!("no JSON, {fault}: MPI_Init ends with {ends}");
    let hint = if rest.trim().is_empty() { "the file is cut off: write it again" } else { "put the JSON right" };
    Diagnostic::error("not-json", message, hint)
}

/// The flaw of objects inside each other beyond the limit.
fn too_deep() -> Diagnostic {
    let message = format!(
        "more than {DEEPEST} objects inside each other: MPICH's parser stops, and MPI_Init ends with an assertion"
    );
    Diagnostic::error("too-deep", message, "use fewer conditions inside each other")
}

/// The flaw of what JSON forbids; MPICH's parser skips trailing commas, and control characters in keys are blanks or unknown.
fn odd(oddity: Oddity) -> Option<Diagnostic> {
    match oddity {
        Oddity::RepeatedKey => {
            let message = "the key is there already: this one replaces it, in its place";
            Some(Diagnostic::error("repeated-key", message, "keep one of them"))
        }
        Oddity::Trailing => {
            let message = "something after the end of the object, which MPICH does not read";
            Some(Diagnostic::warning("after-the-end", message, "remove it"))
        }
        Oddity::TrailingComma => {
            let message = "a comma before the end: MPICH's parser takes it, others do not";
            Some(Diagnostic::warning("trailing-comma", message, "remove it"))
        }
        Oddity::ControlCharacter => None,
    }
}

struct Reader<'a> {
    library: Library,
    release: Release,
    flaws: Faults<'a>,
    /// The leaves of collectives by their names in the file.
    leaves: Leaves,
    /// The collective of ours that is being read, or whose non-blocking variant is.
    ours: Option<MpiCollective>,
    suggestions: Suggestions,
}

impl Reader<'_> {
    fn error(
        &mut self,
        span: &Range<usize>,
        code: &'static str,
        message: impl Into<std::borrow::Cow<'static, str>>,
        hint: &'static str,
    ) {
        self.flaws.error(span.clone(), code, message, hint);
    }

    /// Reads the outermost object.
    fn collectives(&mut self, root: &Value) {
        if !root.is_object() {
            self.error(&root.span, "no-object", "no object: MPI_Init ends with an assertion", "write `{`");
            return;
        }
        let mut found = Vec::new();
        for member in root.members() {
            let key = without_blanks(&member.key);
            let name = key.strip_prefix("collective=");
            let Some(collective) = name.and_then(|name| collectives::ALL.into_iter().find(|known| *known == name))
            else {
                self.unknown_collective(member, name);
                continue;
            };
            found.push(collective);
            let is_ours = |ours: &MpiCollective| {
                collective == name_in_files(*ours) || collective == collectives::non_blocking(*ours)
            };
            self.ours = MpiCollective::ALL.into_iter().find(is_ours);
            // Of repeated keys the last counts.
            self.leaves.remove(collective);
            self.node(&member.value, collective, &Path::ALL, &member.key_span, 2);
        }
        let end = root.span.end.saturating_sub(1)..root.span.end;
        for collective in collectives::ALL.into_iter().filter(|name| !found.contains(name)) {
            let first = if collectives::is_of_init(collective, self.release) {
                "MPI_Init itself, which calls it, ends with an assertion"
            } else {
                "the first such call ends with an assertion"
            };
            let message = format!("no `collective={collective}`: {first}");
            self.error(
                &end,
                "missing-collective",
                message,
                "start from the release's own file, which has all 44 collectives",
            );
        }
    }

    fn unknown_collective(&mut self, member: &Member, name: Option<&str>) {
        let key = short(&member.key);
        let Some(name) = name else {
            if parse(&without_blanks(&member.key), self.release).is_some() {
                let message = "a condition around collectives, which this reader does not follow";
                self.error(&member.key_span, "condition-outside", message, "write conditions inside collectives");
            } else {
                let message = format!("unknown key {key}: MPI_Init ends with `unknown key`");
                self.error(&member.key_span, "unknown-key", message, "write `collective=` and a name");
            }
            return;
        };
        let meant = self.suggestions.near(name, collectives::ALL);
        let message = format!("unknown collective {key}: MPI_Init ends with an assertion{meant}");
        self.error(&member.key_span, "unknown-collective", message, "write the name of a collective");
    }

    /// Reads what stands behind a key.
    fn node(&mut self, value: &Value, collective: &'static str, path: &Path, key: &Range<usize>, depth: usize) {
        if depth > DEEPEST {
            self.flaws.add(key.clone(), too_deep());
            return;
        }
        if !value.is_object() {
            let message = format!("{} instead of an object: MPI_Init ends with an assertion", value.noun());
            self.error(&value.span, "no-object", message, "write an object with conditions, or an algorithm");
            return;
        }
        if value.members().is_empty() {
            let message = "an empty branch: MPI_Init ends with `unexpected NULL success path`";
            self.error(&value.span, "empty-branch", message, "write an algorithm");
            return;
        }
        if leaf::is_leaf(value) {
            self.leaf(value, collective, path, depth);
        } else {
            self.branches(value, collective, path, key, depth);
        }
    }

    /// Reads a leaf.
    fn leaf(&mut self, value: &Value, collective: &'static str, path: &Path, depth: usize) {
        let mut last: Option<Run> = None;
        for member in value.members() {
            if !leaf::is_algorithm(member) {
                let message =
                    format!("{} beside an algorithm: MPI_Init ends with `unrecognized key`", short(&member.key));
                self.error(
                    &member.key_span,
                    "beside-algorithm",
                    message,
                    "put the algorithm into a branch of its own, as `...=any`",
                );
                continue;
            }
            if last.is_some() {
                let message = "a second algorithm in one branch: it counts, and the first does not";
                self.error(&member.key_span, "two-algorithms", message, "keep one of them");
            }
            if depth == DEEPEST {
                self.node(&member.value, collective, path, &member.key_span, depth + 1);
            }
            let place = Place { library: self.library, collective, ours: self.ours, path };
            last = Some(leaf::read(member, place, &mut self.suggestions, &mut self.flaws));
        }
        let leaf = Leaf { path: path.clone(), run: last.unwrap_or(Run::Other) };
        self.leaves.entry(collective).or_default().push(leaf);
    }

    /// The rules of all collectives that have some.
    fn rules(&mut self) -> Vec<Rules> {
        let mut all = Vec::new();
        for collective in MpiCollective::ALL {
            if let Some(rules) = ruled::rules(&self.leaves, collective) {
                all.extend((!rules.is_empty()).then_some(Rules { collective, rules }));
            } else {
                let message = format!("too many branches for {}: its rules are not read", name_in_files(collective));
                self.flaws.warning(0..0, "too-many-branches", message, "use fewer conditions");
            }
        }
        all
    }
}
