//! Rules files of Open MPI 6, written by the names that its parser takes.

use super::names;
use crate::library::{Range, Rule, Rules, Setting};
use std::fmt::Write;

/// A rules file of Open MPI 6.
///
/// The library chooses where no rule applies: gaps between sizes in bytes get a rule that says so.
///
/// *Requires* each collective once.
#[must_use]
pub fn json(all: &[Rules]) -> String {
    let mut text = String::from("{\n  \"rule_file_version\": 3,\n  \"module\": \"tuned\",\n  \"collectives\": {");
    let all = all.iter().filter_map(|rules| Some((names::of(rules.collective)?, rules)));
    for (at, (collective, rules)) in all.filter(|(_, rules)| !rules.rules.is_empty()).enumerate() {
        let comma = if at == 0 { "" } else { "," };
        // Writing to a text cannot fail.
        let _ = write!(text, "{comma}\n    \"{}\": [", collective.name);
        for (at, run) in rules.rules.chunk_by(|one, other| one.ranks == other.ranks).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let ranks = run.first().map_or(Range::ALL, |rule| rule.ranks);
            let _ = write!(text, "{comma}\n      {{ {}\"rules\": [", range("comm_size", ranks));
            let rows = rows(run).join(",");
            let _ = write!(text, "{rows}\n      ] }}");
        }
        text += "\n    ]";
    }
    text += "\n  }\n}\n";
    text
}

/// The rules for the same ranks, with a rule for each gap between them.
fn rows(rules: &[Rule]) -> Vec<String> {
    let mut rows = Vec::new();
    let mut next: Option<u64> = None;
    for Rule { bytes, setting, .. } in rules {
        if let Some(start) = next.filter(|&start| start < bytes.least) {
            rows.push(row(Range { least: start, most: Some(bytes.least - 1) }, None));
        }
        rows.push(row(*bytes, *setting));
        next = bytes.most.and_then(|most| most.checked_add(1));
    }
    rows
}

fn row(bytes: Range, setting: Option<Setting>) -> String {
    let mut text = format!("\n        {{ {}", range("msg_size", bytes));
    let Some(Setting { native, fanout, segment, .. }) = setting else { return text + "\"alg\": \"ignore\" }" };
    let _ = write!(text, "\"alg\": \"{}\"", native.name);
    // The radix of broadcasts is a parameter of the library, and none of the rule.
    let is_in_rule = native.knobs.fanout.is_some_and(|fanout| fanout.variable.is_none());
    if let Some(fanout) = fanout.filter(|_| is_in_rule) {
        let _ = write!(text, ", \"faninout\": {fanout}");
    }
    if let Some(segment) = segment {
        let _ = write!(text, ", \"seg_size\": {segment}");
    }
    text + " }"
}

/// The keys of a range: none for what needs none.
fn range(noun: &str, Range { least, most }: Range) -> String {
    let least = if least == 0 { String::new() } else { format!("\"{noun}_min\": {least}, ") };
    let most = most.map(|most| format!("\"{noun}_max\": {most}, ")).unwrap_or_default();
    least + &most
}

#[cfg(test)]
mod tests {
    use super::super::{json as read, tests::samples};
    use super::*;
    use crate::library::{Library, named};
    use logpine_models::job::MpiCollective::*;
    use proptest::prelude::*;

    #[test]
    fn rules_have_the_names_of_the_parser() {
        let chain = named(Library::OpenMpi6, Bcast, "chain").expect("known");
        let chain = Setting { fanout: Some(3), segment: Some(65_536), ..Setting::plain(chain) };
        let ring = Setting::plain(named(Library::OpenMpi6, ReduceScatter, "ring").expect("known"));
        let ranks = Range { least: 8, most: Some(15) };
        let rules = vec![
            Rule { ranks, bytes: Range { least: 0, most: Some(1023) }, setting: None },
            Rule { ranks, bytes: Range { least: 4096, most: None }, setting: Some(chain) },
        ];
        let scatter = vec![Rule { ranks: Range::ALL, bytes: Range::ALL, setting: Some(ring) }];
        let all = [Rules { collective: Bcast, rules }, Rules { collective: ReduceScatter, rules: scatter }];
        let expected = r#"{
  "rule_file_version": 3,
  "module": "tuned",
  "collectives": {
    "bcast": [
      { "comm_size_min": 8, "comm_size_max": 15, "rules": [
        { "msg_size_max": 1023, "alg": "ignore" },
        { "msg_size_min": 1024, "msg_size_max": 4095, "alg": "ignore" },
        { "msg_size_min": 4096, "alg": "chain", "faninout": 3, "seg_size": 65536 }
      ] }
    ],
    "reduce_scatter": [
      { "rules": [
        { "alg": "ring" }
      ] }
    ]
  }
}
"#;
        assert_eq!(json(&all), expected);
        assert_eq!(
            json(&[]),
            "{\n  \"rule_file_version\": 3,\n  \"module\": \"tuned\",\n  \"collectives\": {\n  }\n}\n"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(all in samples::tidy(Library::OpenMpi6)) {
            let text = json(&all);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
            let report = read::read(text.as_bytes(), Library::OpenMpi6);
            // Rules are random: those of a scatter or a gather may look at sizes.
            let is_random = report.faults.iter().all(|fault| fault.code() == "uneven-counts");
            prop_assert!(is_random, "{}\n{:?}", text, report.faults);
            let read = report.content.expect("no errors");
            prop_assert_eq!(&json(&read), &text);
            for (rules, read) in all.iter().zip(&read) {
                for rule in &rules.rules {
                    prop_assert!(read.rules.contains(rule), "{:?}", rule);
                }
                for ranks in samples::numbers_near(&rules.rules, |rule| rule.ranks, 0) {
                    for bytes in samples::numbers_near(&rules.rules, |rule| rule.bytes, 0) {
                        let wanted = rules.find(ranks, bytes).and_then(|rule| rule.setting);
                        prop_assert_eq!(read.find(ranks, bytes).and_then(|rule| rule.setting), wanted);
                    }
                }
            }
        }
    }
}
