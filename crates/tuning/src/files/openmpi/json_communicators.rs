//! The rules of a collective in files of Open MPI 6: the first communicator sizes that match, and of their rules the first
//! size in bytes that matches.

use super::json_fields::Fields;
use super::json_rule;
use super::knobs::Evenness;
use super::names::Collective;
use crate::files::covered::{Covered, Overlap};
use crate::files::json_spans::Value;
use crate::library::{Range, Rule};
use logpine_text::excerpt::{listed, short};
use logpine_text::fault::Faults;

const DISTRIBUTIONS: [&str; 3] = ["any", "one-per-node", "single-node"];

/// A reader of the rules of a collective.
pub struct Communicators<'a, 'b> {
    /// The collective.
    pub collective: &'static Collective,
    /// The flaws found so far.
    pub flaws: &'a mut Faults<'b>,
}

impl Communicators<'_, '_> {
    /// Reads all rules.
    pub fn read(&mut self, items: &[Value]) -> Vec<Rule> {
        let mut covered = Covered::default();
        let mut blocks: Vec<(Range, Vec<Rule>)> = Vec::new();
        let mut is_overlapping = false;
        for item in items {
            let mut fields = Fields { value: item, flaws: self.flaws };
            let hint = "write { \"comm_size_min\": 2, \"rules\": [ { \"alg\": \"...\" } ] }";
            if !fields.is_object("the library refuses the whole file in silence", hint) {
                continue;
            }
            let range = fields.communicators();
            let is_any = self.is_for_any(item);
            let overlap = range.map_or(Overlap::None, |range| covered.overlap(range));
            let span = item.span.start..item.span.start + 1;
            if overlap == Overlap::Whole {
                let message = "rules before these match all these communicator sizes: these are never used";
                self.flaws.warning(span, "never-reached", message, "put the narrower rules first");
            } else if overlap == Overlap::Part {
                let message = "rules before these match some of these communicator sizes, and are used for them";
                self.flaws.warning(span, "overlap", message, "let the sizes begin where those before end");
            }
            is_overlapping |= overlap != Overlap::None;
            let rules = self.rules(item, range.unwrap_or(Range::ALL));
            if let Some(range) = range.filter(|_| is_any) {
                covered.add(range);
                blocks.push((range, rules));
            }
        }
        let mut all = Vec::new();
        for (ranks, rules) in blocks {
            all.extend(rules);
            // The library looks no further than the first communicator sizes that match.
            all.extend(is_overlapping.then_some(Rule { ranks, bytes: Range::ALL, setting: None }));
        }
        all
    }

    /// True if rules hold for any distribution of ranks.
    fn is_for_any(&mut self, item: &Value) -> bool {
        let Some(member) = item.member("comm_rank_distribution") else { return true };
        match member.value.text() {
            Some(text) if DISTRIBUTIONS.contains(&text) => text == "any",
            Some(text) => {
                let message = format!("there is no distribution `{}`: the library takes any", short(text));
                let hint = "write any, one-per-node or single-node";
                self.flaws.error(member.value.span.clone(), "unknown-distribution", message, hint);
                true
            }
            None => {
                let message =
                    format!("{}: the library refuses the whole file in silence", member.value.instead_of("a text"));
                let hint = "write \"any\", \"one-per-node\" or \"single-node\"";
                self.flaws.error(member.value.span.clone(), "not-a-text", message, hint);
                true
            }
        }
    }

    /// Reads the rules for communicators of some sizes.
    fn rules(&mut self, item: &Value, ranks: Range) -> Vec<Rule> {
        let Some(member) = item.member("rules").filter(|member| member.value.is_array()) else {
            let span =
                item.member("rules").map_or(item.span.start..item.span.start + 1, |rules| rules.value.span.clone());
            let message = "no array of `rules`: the library refuses the whole file in silence";
            self.flaws.error(span, "no-rules", message, "add \"rules\": [ { \"alg\": \"...\" } ]");
            return Vec::new();
        };
        let items = member.value.items();
        if items.is_empty() {
            let message = "no rules for these communicator sizes: the library chooses";
            self.flaws.warning(member.key_span.clone(), "no-rows", message, "add a rule, or remove the sizes");
        }
        let mut covered = Covered::default();
        let mut rules = Vec::new();
        let mut evenness = Evenness::of(self.collective);
        for item in items {
            let Some((bytes, setting)) = json_rule::read(item, self.collective, ranks, self.flaws) else { continue };
            let span = item.span.start..item.span.start + 1;
            let overlap = covered.overlap(bytes);
            if overlap != Overlap::Whole
                && let Some(flaw) = evenness.next(setting.map_or(0, |setting| setting.native.number))
            {
                self.flaws.add(span.clone(), flaw);
            }
            match overlap {
                Overlap::Whole => {
                    let message = "rules before this one match all these sizes: it is never used";
                    self.flaws.warning(span, "never-reached", message, "put the narrower rule first");
                }
                Overlap::Part => {
                    let message = "rules before this one match some of these sizes, and are used for them";
                    let hint = "let the rule begin one byte after the one before ends";
                    self.flaws.warning(span, "overlap", message, hint);
                }
                Overlap::None => {}
            }
            covered.add(bytes);
            rules.push(Rule { ranks, bytes, setting });
        }
        let gaps: Vec<String> = covered.gaps().take(100).map(gap).collect();
        if !gaps.is_empty() {
            let gaps = listed(gaps.iter().map(String::as_str));
            let message = format!("no rule matches {gaps} bytes: the library chooses there");
            let hint = "msg_size_max is the last size of a rule; write a rule with \"alg\": \"ignore\" if it is meant";
            self.flaws.warning(member.key_span.clone(), "gap", message, hint);
        }
        rules
    }
}

fn gap(range: Range) -> String {
    match range.most {
        Some(most) if most > range.least => format!("{}-{most}", range.least),
        _ => range.least.to_string(),
    }
}
