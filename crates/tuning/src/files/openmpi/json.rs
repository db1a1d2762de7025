//! Rules files of Open MPI 6: JSON, of which the first rule that matches counts.
//!
//! ```json
//! { "rule_file_version": 3, "module": "tuned", "collectives": { "bcast": [
//!   { "comm_size_min": 8, "comm_size_max": 15, "comm_rank_distribution": "any", "rules": [
//!     { "msg_size_max": 1023, "alg": "binomial" },
//!     { "msg_size_min": 1024, "msg_size_max": "inf", "alg": "chain", "faninout": 3, "seg_size": 65536 } ] } ] } }
//! ```
//!
//! The published schema differs from the parser in two points, and the parser counts: the size of segments is `seg_size`,
//! and collectives are `reduce_scatter` and `reduce_scatter_block`. Rules for one rank per node and for single nodes are
//! checked, and not returned.

use super::json_communicators::Communicators;
use super::json_fields::keys;
use super::names::COLLECTIVES;
use crate::files::json_spans::{Document, Member, Oddity, Value, parse};
use crate::files::suggestions::Suggestions;
use crate::library::{Library, Rules};
use logpine_text::excerpt::short;
use logpine_text::fault::Report;
use logpine_text::fault::{Diagnostic, Faults};

/// Reads a rules file of Open MPI 6, and finds all its flaws.
#[must_use]
pub fn read(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    if library != Library::OpenMpi6 {
        let start = text.len() - text.trim_start().len();
        let message = format!("{} does not read JSON: it refuses the whole file in silence", library.title());
        flaws.error(start..start + 1, "json", message, "write a classic rules file for this release");
    }
    let hint = "see https://json.org";
    let document = match parse(text) {
        Ok(document) => document,
        Err((at, what)) => {
            let message =
                format!("{what}: the library reads the file as a classic one then, and refuses it in silence");
            flaws.error(at..at + 1, "not-json", message, hint);
            return flaws.report(None);
        }
    };
    add_oddities(&document, &mut flaws);
    let rules = Root { flaws: &mut flaws, suggestions: Suggestions::new() }.read(&document.value);
    flaws.report(Some(rules))
}

/// Adds what other parsers would refuse.
fn add_oddities(document: &Document, flaws: &mut Faults<'_>) {
    for (span, oddity) in &document.oddities {
        let flaw = match oddity {
            Oddity::TrailingComma => {
                let message = "a comma without anything after it: Open MPI takes it, other readers of JSON do not";
                Diagnostic::warning("trailing-comma", message, "remove the comma")
            }
            Oddity::RepeatedKey => {
                let message =
                    "a key that stands here a second time: of collectives the last counts, of all else the first";
                Diagnostic::error("repeated-key", message, "join the rules of a collective, and keep one of other keys")
            }
            Oddity::ControlCharacter => {
                let message = "a control character in a text: other readers of JSON refuse it";
                Diagnostic::warning("control-character", message, "remove it")
            }
            Oddity::Trailing => {
                let message = "something after the last bracket: the library reads the file as a classic one then, and \
                               refuses it in silence";
                Diagnostic::error("not-json", message, "remove it")
            }
        };
        flaws.add(span.clone(), flaw);
    }
}

/// The reader of a whole file.
struct Root<'a, 'b> {
    flaws: &'a mut Faults<'b>,
    suggestions: Suggestions,
}

impl Root<'_, '_> {
    fn read(&mut self, root: &Value) -> Vec<Rules> {
        if !root.is_object() {
            let message = format!("{}: the library refuses the file in silence", root.instead_of("an object"));
            let hint = "begin with { \"rule_file_version\": 3, \"module\": \"tuned\", \"collectives\": { ... } }";
            self.flaws.error(root.span.clone(), "not-an-object", message, hint);
            return Vec::new();
        }
        let known = ["rule_file_version", "module", "collectives", "$schema"];
        keys(root, &known, self.flaws);
        self.header(root);
        let Some(collectives) = root.member("collectives") else {
            let message = "no `collectives`: the library refuses the file in silence";
            self.flaws.error(root.span.start..root.span.start + 1, "no-collectives", message, "add them");
            return Vec::new();
        };
        if !collectives.value.is_object() {
            let message = format!(
                "{}: the library refuses the file in silence",
                collectives.value.instead_of("an object of collectives")
            );
            let hint = "write \"collectives\": { \"bcast\": [ ... ] }";
            self.flaws.error(collectives.value.span.clone(), "not-an-object", message, hint);
        }
        let members = collectives.value.members();
        if members.is_empty() {
            let message = "no collective has rules: the library chooses";
            self.flaws.warning(collectives.key_span.clone(), "no-rows", message, "add rules, or no file");
        }
        members.iter().filter_map(|member| self.collective(member)).collect()
    }

    /// Checks the version and the module, at which the parser does not look.
    fn header(&mut self, root: &Value) {
        let start = root.span.start..root.span.start + 1;
        let version = root.member("rule_file_version");
        if version.is_none_or(|member| member.value.whole() != Some(3)) {
            let span = version.map_or(start.clone(), |member| member.value.span.clone());
            let message = "the version is not 3, the only one of JSON; Open MPI 6.0 does not look at it";
            self.flaws.warning(span, "version-number", message, "write \"rule_file_version\": 3");
        }
        let module = root.member("module");
        if module.is_none_or(|member| member.value.text() != Some("tuned")) {
            let span = module.map_or(start, |member| member.value.span.clone());
            let message = "the module is not `tuned`; Open MPI 6.0 does not look at it";
            self.flaws.warning(span, "module", message, "write \"module\": \"tuned\"");
        }
    }

    fn collective(&mut self, member: &Member) -> Option<Rules> {
        let name = member.key.as_str();
        let Some(collective) = COLLECTIVES.iter().find(|collective| collective.name == name) else {
            let hint = "the parser's names are as reduce_scatter and reduce_scatter_block, with all marks";
            let names = COLLECTIVES.iter().map(|collective| collective.name);
            let near = self.suggestions.near(name, names);
            let message = format!(
                "there is no collective `{}`: the library refuses the whole file in silence{near}",
                short(name)
            );
            self.flaws.error(member.key_span.clone(), "unknown-collective", message, hint);
            return None;
        };
        if !collective.has_algorithms() {
            let message = format!("{name} has no algorithms: the rules are never used");
            self.flaws.error(member.key_span.clone(), "no-algorithms", message, "remove the rules");
        }
        if !member.value.is_array() {
            let message =
                format!("{}: the library refuses the whole file in silence", member.value.instead_of("an array"));
            let hint = "write [ { \"rules\": [ { \"alg\": \"...\" } ] } ]";
            self.flaws.error(member.value.span.clone(), "not-an-array", message, hint);
            return None;
        }
        let rules = Communicators { collective, flaws: self.flaws }.read(member.value.items());
        Some(Rules { collective: collective.ours?, rules })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Range;
    use logpine_text::place::Severity;
    use proptest::prelude::*;

    /// The flaws of a file: code, line, column, and the severity.
    fn flaws(text: &str) -> Vec<(&'static str, usize, usize, Severity)> {
        let report = read(text.as_bytes(), Library::OpenMpi6);
        report
            .faults
            .iter()
            .map(|fault| (fault.code(), fault.place.position().line, fault.place.position().column, fault.severity()))
            .collect()
    }

    /// A file of broadcast rules; what is given begins at line 2, column 1.
    fn bcast(rules: &str) -> String {
        format!(
            "{{\"rule_file_version\": 3, \"module\": \"tuned\", \"collectives\": {{\"bcast\": [{{\"rules\": [\n{rules}\n]}}]}}}}"
        )
    }

    const SAMPLE: &str = r#"{ "rule_file_version": 3, "module": "tuned", "collectives": { "bcast": [
  { "comm_size_min": 8, "comm_size_max": 15, "comm_rank_distribution": "any", "rules": [
    { "msg_size_max": 1023, "alg": "Binomial" },
    { "msg_size_min": 1024, "msg_size_max": 65535, "alg": "chain", "faninout": 3, "seg_size": 256 },
    { "msg_size_min": 65536, "msg_size_max": "inf", "alg": 3, "seg_size": 8192 } ] } ],
  "reduce": [ { "rules": [ { "alg": "knomial", "faninout": 3 } ] },
              { "comm_rank_distribution": "single-node", "rules": [ { "alg": "0" } ] } ],
  "reduce_scatter_block": [ { "rules": [ { "alg": "butterfly" } ] } ] } }"#;

    #[test]
    fn rules_are_those_of_the_library() {
        assert_eq!(flaws(SAMPLE), [("never-reached", 7, 15, Severity::Warning)]);
        let rules = read(SAMPLE.as_bytes(), Library::OpenMpi6).content.expect("no errors");
        let bcast: Vec<String> = rules[0]
            .rules
            .iter()
            .map(|rule| rule.setting.map(|setting| setting.to_string()).unwrap_or_default())
            .collect();
        assert_eq!(bcast, ["binomial", "chain, fanout 3, segments of 256B", "pipeline, segments of 8KiB"]);
        assert_eq!(rules[0].rules[1].bytes, Range { least: 1024, most: Some(65_535) });
        assert_eq!(rules[1].find(5, 5).and_then(|rule| rule.setting?.fanout), Some(3));
        assert_eq!(rules.len(), 2);
    }

    #[test]
    fn only_the_first_communicators_that_match_count() {
        let text = bcast(
            "{\"msg_size_max\": 8, \"alg\": 1}]}, {\"comm_size_min\": 4, \"comm_size_max\": 8, \"rules\": [{\"alg\": 2}",
        );
        assert_eq!(flaws(&text).len(), 1);
        let rules = read(text.as_bytes(), Library::OpenMpi6).content.expect("warnings only");
        assert_eq!(rules[0].find(5, 9).map(|rule| rule.setting), Some(None));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(source: Vec<u8>, cut in 0..SAMPLE.len(), letter in "[\\[\\]{},:\"0-9a-]") {
            let _ = read(&source, Library::OpenMpi6).faults.rendered(&source, std::path::Path::new("x"));
            let text = format!("{}{letter}{}", &SAMPLE[..cut], &SAMPLE[cut + 1..]);
            let _ = read(text.as_bytes(), Library::OpenMpi6).faults.rendered(text.as_bytes(), std::path::Path::new("x"));
        }
    }
}
