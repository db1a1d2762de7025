//! `logpine list features`: the options that go together.

use super::args::Format;
use super::outcome::Outcome;
use crate::answer::relations::{
    EXCLUSIONS, ModelKind, NEEDS, Need, Own, REQUIREMENTS, Row, Subject, TASKS, USES, rows,
};
use crate::report::json::{self, SCHEMA};
use crate::report::text::hanging;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A feature, and its relations.
#[derive(Serialize)]
struct FeatureJson {
    name: &'static str,
    goes_with: &'static str,
    /// Subjects, each with the kinds of models under which it has the feature.
    subjects: BTreeMap<&'static str, Vec<Cow<'static, str>>>,
    /// Subjects that cannot do without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    required_by: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<String>,
    /// The options without which it has no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_with: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excludes: Vec<ExclusionJson>,
    /// Subcommands for which it goes with something else.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    differs: BTreeMap<&'static str, &'static str>,
}

/// A feature that excludes another, or a subcommand that excludes it.
#[derive(Serialize)]
struct ExclusionJson {
    name: String,
    reason: &'static str,
}

/// The exclusions of a subcommand that does not answer questions.
#[derive(Serialize)]
struct TaskJson {
    name: &'static str,
    takes: Vec<&'static str>,
    excludes: Vec<ExclusionJson>,
}

impl TaskJson {
    fn new(own: &Own) -> Self {
        let subjects = own.no_subjects.iter().map(|&(subject, reason)| (subject.name().into(), reason));
        let models = own.no_models.iter().map(|&(model, reason)| (model.name(), reason));
        let excluded = |(name, reason): (Cow<str>, _)| ExclusionJson { name: name.into_owned(), reason };
        let excludes = subjects.chain(models).map(excluded);
        let takes = own.task.takes().map(|feature| Row::of(feature).name).collect();
        Self { name: own.task.name(), takes, excludes: excludes.collect() }
    }
}

impl FeatureJson {
    fn new(row: &Row) -> Self {
        let models = |subject: Subject| {
            let models = subject.models().iter().filter(|&&model| row.has(subject, model));
            models.map(|model| model.name()).collect::<Vec<_>>()
        };
        let subjects = Subject::ALL.into_iter().map(|subject| (subject.name(), models(subject)));
        let required = REQUIREMENTS.iter().filter(|requirement| requirement.feature == row.feature);
        let need = NEEDS.iter().find(|need| need.feature == row.feature);
        let under = |need: &Need| {
            let models: Vec<_> = need.models.iter().map(|model| model.name()).collect();
            let is_any = need.models.len() == ModelKind::ALL.len();
            if is_any { String::new() } else { format!(" (under {})", models.join(", ")) }
        };
        let excludes = EXCLUSIONS.iter().filter_map(|exclusion| {
            Some(ExclusionJson { name: exclusion.named(exclusion.other_than(row.feature)?), reason: exclusion.reason })
        });
        let differs = TASKS.iter().flat_map(|own| {
            let goes = own.differences.iter().filter(|of| of.feature == row.feature).map(|of| of.with);
            let needs = own.needs.iter().filter(|of| of.feature == row.feature).map(|of| of.reason);
            goes.chain(needs).map(|with| (own.task.name(), with))
        });
        Self {
            name: row.name,
            goes_with: row.with,
            subjects: subjects.filter(|(_, models)| !models.is_empty()).collect(),
            required_by: required.flat_map(|requirement| requirement.of).flat_map(needed_by).collect(),
            needs: need.map(|need| format!("{}{}", need.reason, under(need))),
            used_with: USES.iter().find(|need| need.feature == row.feature).map(|need| need.reason),
            excludes: excludes.collect(),
            differs: differs.collect(),
        }
    }
}

/// The compatibility tables, from which refusals are made.
pub fn list(format: Format) -> Outcome {
    let features: Vec<FeatureJson> = rows().map(FeatureJson::new).collect();
    let tasks: Vec<TaskJson> = TASKS.iter().map(TaskJson::new).collect();
    if format == Format::Json {
        #[derive(Serialize)]
        struct Document {
            schema: u32,
            features: Vec<FeatureJson>,
            tasks: Vec<TaskJson>,
        }
        let document = Document { schema: SCHEMA, features, tasks };
        return Outcome::Done(json::document(&document));
    }
    let mut text = String::new();
    for FeatureJson { name, goes_with, subjects, required_by, needs, used_with, excludes, differs } in features {
        let _ = writeln!(text, "{name}\n    goes with {goes_with}");
        for (subject, models) in subjects {
            let _ = writeln!(text, "    {subject}: {}", models.join("; "));
        }
        if !required_by.is_empty() {
            let _ = writeln!(text, "    needed by {}", required_by.join("; "));
        }
        for needs in needs.as_deref().into_iter().chain(used_with) {
            let _ = writeln!(text, "    only with {needs}");
        }
        for (task, with) in differs {
            let _ = writeln!(text, "    of `logpine {task}`: goes with {with}");
        }
        write_excluded(&mut text, excludes);
    }
    for TaskJson { name, takes, excludes } in tasks {
        let _ = writeln!(text, "`logpine {name}`\n    takes {}", takes.join(", "));
        write_excluded(&mut text, excludes);
    }
    Outcome::Done(text.lines().map(|line| hanging(line, 6)).collect())
}

/// Subjects, each with the kinds of models under which it needs something, if it does not under all that serve it.
fn needed_by((subjects, models): &(&'static [Subject], &'static [ModelKind])) -> Vec<String> {
    let named = |subject: &Subject| {
        let (of, others): (Vec<&ModelKind>, Vec<&ModelKind>) =
            subject.models().iter().partition(|model| models.contains(model));
        let of: Vec<_> = of.into_iter().map(|model| model.name()).collect();
        let under = if others.is_empty() { String::new() } else { format!(" (under {})", of.join("; ")) };
        format!("{}{under}", subject.name())
    };
    subjects.iter().map(named).collect()
}

fn write_excluded(text: &mut String, excluded: Vec<ExclusionJson>) {
    for ExclusionJson { name, reason } in excluded {
        let _ = writeln!(text, "    not with {name}: {reason}");
    }
}
