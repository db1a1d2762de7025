//! Options of a subcommand, by the tables of what can be combined.

use crate::answer::relations::{EXCLUSIONS, Feature, Row, Subject, rows};
use crate::request::FileFormat;
use clap::Arg;

/// An option of a subcommand about these subjects. Its long help says which of them it applies to, and which other options it
/// excludes. An option that applies to none of them is hidden: it is read only to say where it belongs.
pub fn related(argument: Arg, subjects: &[Subject]) -> Arg {
    let Some(row) = row(&argument) else { return argument };
    if !is_of(row, subjects) {
        return argument.hide(true);
    }
    let is_known = |feature: &Feature| is_of(Row::of(*feature), subjects);
    let excluded = EXCLUSIONS.iter().filter(|exclusion| exclusion.on.as_ref().is_none_or(is_known)).flat_map(|one| {
        one.others_than(row.feature).iter().filter(|other| is_known(other)).map(|&other| one.named(other))
    });
    let excluded: Vec<String> = excluded.collect();
    let parts = [("Only ", only(row, subjects)), ("Not with ", excluded.join(", "))].map(|(start, words)| match words
        .as_str()
    {
        "" => String::new(),
        words => format!("\n\n{start}{words}"),
    });
    if parts.iter().all(String::is_empty) {
        return argument;
    }
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    argument.long_help(help + &parts.concat())
}

/// The row of an option, if it has one.
fn row(argument: &Arg) -> Option<&'static Row> {
    let option = match argument.get_long()? {
        "host-list" => "--hosts".to_owned(),
        long => format!("--{long}"),
    };
    rows().find(|row| row.name == option)
}

/// True if an option has a row, and applies to one of the subjects.
pub fn applies(argument: &Arg, subjects: &[Subject]) -> bool {
    row(argument).is_some_and(|row| is_of(row, subjects))
}

/// True if one of the subjects has a file.
pub fn has_file(format: FileFormat, subjects: &[Subject]) -> bool {
    is_of(Row::of(Feature::File(format)), subjects)
}

/// True if one of the subjects has the feature.
fn is_of(row: &Row, subjects: &[Subject]) -> bool {
    subjects.iter().any(|&subject| subject.models().iter().any(|&model| row.has(subject, model)))
}

/// The subjects and models to which an option of a subcommand applies; empty if it always does.
fn only(row: &Row, subjects: &[Subject]) -> String {
    let parts: Vec<String> = row.goes.iter().filter_map(|cell| cell.within(subjects)).collect();
    if parts.iter().any(String::is_empty) { String::new() } else { parts.join(", or ") }
}
