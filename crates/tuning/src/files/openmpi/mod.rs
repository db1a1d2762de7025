//! Files of Open MPI: rules of coll/tuned in their two formats, rules of coll/han, and settings.

mod c_number;
mod classic;
mod counts;
mod han;
mod han_words;
mod json;
mod json_communicators;
mod json_fields;
mod json_rule;
mod knobs;
mod layout;
mod names;
mod numbers;
mod params;
mod rows;
mod setting_names;
mod write;
mod write_json;
mod write_params;

pub use params::{radix, rules_path, uses_rules};
pub use write::classic;
pub use write_json::json;
pub use write_params::params;

use crate::library::{Library, Rules};
use logpine_text::fault::Report;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A classic rules file of coll/tuned.
    Classic,
    /// A rules file of coll/tuned as JSON.
    Json,
    /// A rules file of coll/han.
    Han,
    /// Settings: `mca-params.conf`, or a file for `mpirun --tune`.
    Settings,
    /// Settings as lines that export variables.
    Exports,
}

impl Kind {
    /// The kind of the file, in words.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Classic => "classic rules file of coll/tuned",
            Self::Json => "JSON rules file of coll/tuned",
            Self::Han => "rules file of coll/han",
            Self::Settings => "file of settings",
            Self::Exports => "list of variables",
        }
    }

    /// The kind that a file looks like.
    #[must_use]
    pub fn of(source: &[u8]) -> Self {
        let text = String::from_utf8_lossy(source);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with(['{', '[']) {
            return Self::Json;
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '/']));
        // The stock file has comments alone; rules have numbers.
        if lines.clone().next().is_none() && text.contains('#') {
            return Self::Settings;
        }
        if lines.clone().any(|line| line.starts_with(EXPORT)) {
            return Self::Exports;
        }
        if lines.clone().any(is_setting) {
            return Self::Settings;
        }
        let is_of_han = |word: &str| han::LEVELS.contains(&word) || han::COMPONENTS.contains(&word);
        let words = |line: &'_ str| line.split('#').next().unwrap_or_default().split_ascii_whitespace().any(is_of_han);
        // A row of HAN is a size and a component, and one of coll/tuned four numbers.
        let length = |line: &str| line.split('#').next().unwrap_or_default().split_ascii_whitespace().count();
        let is_numeric = |line: &str| line.starts_with(|letter: char| letter.is_ascii_digit());
        let is_of_pairs = lines.clone().any(|line| length(line) == 2 && is_numeric(line))
            && lines.clone().all(|line| length(line) <= 2);
        if is_of_pairs || lines.any(words) { Self::Han } else { Self::Classic }
    }
}

/// The beginning of a line that exports a setting.
const EXPORT: &str = "export OMPI_MCA_";

/// True for a line `name = value` or `--mca name value`.
fn is_setting(line: &str) -> bool {
    let is_name = |name: &str| {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
        name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.chars().all(is_letter)
    };
    let is_option = ["-mca ", "--mca ", "-gmca ", "--gmca ", "--omca "].iter().any(|option| line.starts_with(option));
    let is_known = line.split_whitespace().next().is_some_and(|name| name.starts_with("coll_") && is_name(name));
    is_option || is_known || line.split_once('=').is_some_and(|(name, _)| is_name(name.trim_end()))
}

/// Reads a file of Open MPI, of whichever kind it is, and finds all its flaws.
#[must_use]
pub fn check(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    match Kind::of(source) {
        Kind::Classic => classic::read(source, library),
        Kind::Json => json::read(source, library),
        Kind::Han => han::read(source, library),
        Kind::Settings => params::read(source, library),
        Kind::Exports => params::read_exports(source, library),
    }
}

/// The rules file that a release line reads as it is meant: JSON for Open MPI 6, which has no place for the comment, and a
/// classic one for the others.
///
/// *Requires* what [`classic`] requires.
#[must_use]
pub fn rules_file(library: Library, rules: &[Rules], comment: &str) -> String {
    match library {
        Library::OpenMpi6 => json(rules),
        _ => classic(library, rules, comment),
    }
}

#[cfg(test)]
mod tests;
