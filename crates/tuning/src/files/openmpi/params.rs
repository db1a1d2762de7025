//! Settings of Open MPI that decide whether a rules file counts: `mca-params.conf`, files for `mpirun --tune`, and lines of a
//! shell that export `OMPI_MCA_...`.
//!
//! ```text
//! coll_tuned_use_dynamic_rules = 1
//! coll_tuned_dynamic_rules_filename = /home/me/rules.conf
//! coll_han_priority = 0
//! ```
//!
//! Nothing but the settings of coll/tuned is checked, and reports hold no rules: those stand in the rules file.

use super::names::{Algorithm, COLLECTIVES};
use super::param_lines::{Form, Lines, Setting, lines};
use super::setting_names::{self, RULES_FILE, USE_RULES};
use super::{Kind, c_number};
use crate::files::suggestions::Suggestions;
use crate::files::variables::{Assignment, assignments};
use crate::library::{BCAST_RADIX, Library, Rules};
use logpine_text::excerpt::short;
use logpine_text::fault::Report;
use logpine_text::fault::{Diagnostic, Faults};
use rustc_hash::FxHashMap;

/// The beginning of the names of variables.
const VARIABLE: &str = "OMPI_MCA_";
/// The priority of coll/tuned, which HAN must not exceed.
const PRIORITY: i64 = 30;

/// Reads settings, and finds the flaws of those that concern coll/tuned.
#[must_use]
pub fn read(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    check(&lines(text), library, &mut flaws);
    flaws.report(Some(Vec::new()))
}

/// True if settings make the library load a rules file.
#[must_use]
pub fn uses_rules(source: &[u8]) -> bool {
    value(source, USE_RULES).is_some_and(|value| is_true(&value))
}

/// The path of the rules file that settings name; `None` of other files.
#[must_use]
pub fn rules_path(source: &[u8]) -> Option<String> {
    value(source, RULES_FILE).filter(|path| !path.is_empty())
}

/// The radix of k-nomial broadcasts that settings give; `None` of other files.
#[must_use]
pub fn radix(source: &[u8]) -> Option<u64> {
    let radix = c_number::parse(&value(source, BCAST_RADIX)?)?;
    u64::try_from(radix).ok().filter(|radix| *radix > 1)
}

/// The value that counts of the settings of a name.
fn value(source: &[u8], name: &str) -> Option<String> {
    let text = std::str::from_utf8(source).ok()?;
    match Kind::of(source) {
        Kind::Settings => lines(text).settings.iter().rfind(|of| of.name == name).map(|of| of.value.to_owned()),
        Kind::Exports => {
            let set = assignments(text, &mut Faults::new(source));
            let of_name = set.iter().filter_map(exported).rfind(|of| of.name == name);
            of_name.map(|of| of.value.to_owned())
        }
        Kind::Classic | Kind::Json | Kind::Han => None,
    }
}

/// Reads settings that a shell exports as variables, and finds the flaws of those that concern coll/tuned.
#[must_use]
pub fn read_exports(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let set = assignments(text, &mut flaws);
    let lines = Lines { settings: set.iter().filter_map(exported).collect(), others: Vec::new() };
    check(&lines, library, &mut flaws);
    flaws.report(Some(Vec::new()))
}

/// The setting that a variable makes, if it is one of Open MPI.
fn exported(variable: &Assignment) -> Option<Setting<'_>> {
    let name = variable.name.strip_prefix(VARIABLE)?;
    let name_span = variable.name_span.end - name.len()..variable.name_span.end;
    let (value, value_span) = (variable.value.as_str(), variable.span.clone());
    Some(Setting { form: Form::Variable, name, name_span, value, value_span })
}

/// Finds the flaws of settings.
fn check(lines: &Lines<'_>, library: Library, flaws: &mut Faults<'_>) {
    let mut checks = Checks { library, settings: FxHashMap::default(), flaws, suggestions: Suggestions::new() };
    checks.forms(lines);
    let known = setting_names::all();
    for setting in &lines.settings {
        checks.repeated(setting);
        checks.name(setting, &known);
        checks.value(setting);
        checks.settings.insert(setting.name, setting);
    }
    checks.together(lines);
}

struct Checks<'a, 'b, 'c> {
    library: Library,
    /// The last setting of each name.
    settings: FxHashMap<&'a str, &'a Setting<'a>>,
    flaws: &'b mut Faults<'c>,
    suggestions: Suggestions,
}

impl<'a> Checks<'a, '_, '_> {
    fn add(&mut self, span: &std::ops::Range<usize>, flaw: Diagnostic) {
        self.flaws.add(span.clone(), flaw);
    }

    fn value_of(&self, name: &str) -> &'a str {
        self.settings.get(name).map_or("", |setting| setting.value)
    }

    /// Checks that all lines are settings, and have the form of their file.
    fn forms(&mut self, lines: &Lines<'_>) {
        for span in &lines.others {
            let message = "this is no setting: Open MPI reports an error, and ignores it";
            self.add(
                span,
                Diagnostic::error(
                    "not-a-setting",
                    message,
                    "write name = value, or --mca name value for mpirun --tune",
                ),
            );
        }
        let is_tune = lines.settings.iter().any(|setting| setting.form == Form::Option);
        if !is_tune || self.library == Library::OpenMpi41 {
            return;
        }
        for setting in lines.settings.iter().filter(|setting| setting.form == Form::Equals) {
            let message =
                format!("{} takes no lines `name = value` in files for --tune: mpirun stops", self.library.title());
            self.add(&setting.name_span, Diagnostic::error("equals-in-tune", message, "write --mca name value"));
        }
    }

    fn repeated(&mut self, setting: &'a Setting<'a>) {
        if let Some(earlier) = self.settings.get(setting.name).filter(|earlier| earlier.value != setting.value) {
            let line = self.flaws.line(earlier.name_span.start);
            let message = format!("`{}` has another value in line {line}: this one counts", short(setting.name));
            self.add(&setting.name_span, Diagnostic::warning("repeated-setting", message, "keep one of the lines"));
        }
    }

    fn name(&mut self, setting: &Setting<'_>, known: &[String]) {
        if let Some(bare) = setting.name.strip_prefix(VARIABLE) {
            let message =
                format!("`{}` is the name of an environment variable: here Open MPI ignores it", short(setting.name));
            let hint = "leave OMPI_MCA_ out in files";
            let flaw = Diagnostic::error("environment-name", message, hint);
            if bare.starts_with("coll") {
                self.add(&setting.name_span, flaw);
            }
            return;
        }
        let is_tuned = setting.name.starts_with("coll_tuned") || setting.name.starts_with("tuned_");
        if is_tuned && !known.iter().any(|known| known == setting.name) {
            let near = self.suggestions.near(setting.name, known.iter().map(String::as_str));
            let message =
                format!("coll/tuned has no parameter `{}`: it is ignored in silence{near}", short(setting.name));
            let hint = "ompi_info --param coll tuned --level 9 lists the parameters";
            self.add(&setting.name_span, Diagnostic::error("unknown-parameter", message, hint));
        } else if setting.name.ends_with("_algorithm_tree_fanout") && is_tuned {
            let message = "the tree fanout changes no algorithm of coll/tuned";
            let hint = "trees of other widths are chains (fanout) and k-nomial trees (radix)";
            self.add(&setting.name_span, Diagnostic::warning("tree-fanout", message, hint));
        }
    }

    fn value(&mut self, setting: &Setting<'_>) {
        if !setting.name.starts_with("coll") {
            return;
        }
        let value = setting.value;
        if value.is_empty() {
            let message = format!("`{}` has no value", short(setting.name));
            self.add(&setting.name_span, Diagnostic::error("no-value", message, "write the value after the name"));
        } else if setting.form == Form::Equals && value.contains('#') {
            let message = format!("the value goes to the end of the line: it is `{}`, comment included", short(value));
            self.add(
                &setting.value_span,
                Diagnostic::error("comment-in-value", message, "put the comment on a line of its own"),
            );
        } else if setting.form == Form::Equals && value.starts_with(['"', '\'']) {
            let message = format!("quotes are part of the value: it is `{}`", short(value));
            self.add(&setting.value_span, Diagnostic::error("quoted-value", message, "remove the quotes"));
        } else if let Some((name, "")) = setting_names::of_collective(setting.name) {
            self.algorithm(name, setting);
        } else if is_numeric(setting.name)
            && c_number::parse(value).is_none()
            && !(setting.name == USE_RULES && is_word(value))
        {
            let message = format!("`{}` is no whole number: Open MPI keeps its default", short(value));
            self.add(&setting.value_span, Diagnostic::error("not-a-number", message, "write a whole number"));
        }
    }

    /// Checks a forced algorithm.
    fn algorithm(&mut self, name: &str, setting: &Setting<'_>) {
        let Some(collective) = COLLECTIVES.iter().find(|collective| collective.name == name) else { return };
        let lower = setting.value.to_ascii_lowercase();
        let id = c_number::parse(&lower).map(|id| u64::try_from(id).unwrap_or(u64::MAX));
        let title = self.library.title();
        let mut near = String::new();
        let (code, message) = match id {
            Some(0) => return,
            Some(id) => match collective.algorithm(self.library, id) {
                Algorithm::Known(_) => return,
                Algorithm::Later(later) => {
                    ("later-algorithm", format!("algorithm {id} of {name} came with {}", later.title()))
                }
                Algorithm::Unknown => {
                    let last = collective.last(self.library);
                    ("unknown-algorithm", format!("{name} has algorithms 0 to {last} in {title}, and no {id}"))
                }
            },
            // The name that the allgather of Bruck had before Open MPI 6.
            None if lower == "ignore" || lower == "bruck" || collective.number(self.library, &lower).is_some() => {
                return;
            }
            None => {
                near = self.suggestions.near(&lower, collective.algorithm_names(self.library));
                ("unknown-algorithm", format!("{name} has no algorithm `{}` in {title}", short(setting.value)))
            }
        };
        let message = format!("{message}: Open MPI reports an error, and chooses for itself{near}");
        self.add(
            &setting.value_span,
            Diagnostic::error(code, message, "ompi_info --param coll tuned --level 9 lists the algorithms"),
        );
    }

    /// Checks what settings mean together.
    fn together(&mut self, lines: &Lines<'a>) {
        let is_forced = |setting: &&Setting<'_>| {
            let forces = |(_, end): (&str, &str)| end.is_empty() && !matches!(setting.value, "0" | "ignore" | "");
            setting_names::of_collective(setting.name).is_some_and(forces)
        };
        let has_file = !self.value_of(RULES_FILE).is_empty();
        let is_shape = |setting: &&Setting<'_>| setting_names::of_collective(setting.name).is_some();
        let dynamic = |setting: &&Setting<'_>| setting.name == RULES_FILE || is_shape(setting);
        let Some(first) = lines.settings.iter().find(dynamic) else { return };
        if !is_true(self.value_of(USE_RULES)) {
            let message = format!(
                "without {USE_RULES} = 1 this is ignored in silence, as all settings of algorithms and rules are"
            );
            self.add(&first.name_span, Diagnostic::error("rules-off", message, "add coll_tuned_use_dynamic_rules = 1"));
        }
        for setting in lines.settings.iter().filter(is_forced).filter(|_| has_file) {
            let message = match self.library {
                Library::OpenMpi41 => "a rules file is set too: where it has rules, they count, and not this algorithm",
                _ => "a rules file is set too: this algorithm counts, and not the rules of the file",
            };
            self.add(&setting.name_span, Diagnostic::warning("forced-and-rules", message, "remove one of them"));
        }
        if self.library != Library::OpenMpi41 && !self.is_han_off() {
            let message = format!(
                "communicators that span nodes are served by HAN in {}, and ignore all of coll/tuned's settings",
                self.library.title()
            );
            self.add(&first.name_span, Diagnostic::warning("han-first", message, "add coll_han_priority = 0"));
        }
    }

    /// True if whole communicators are left to coll/tuned, at least of some collective.
    fn is_han_off(&self) -> bool {
        let priority = c_number::parse(self.value_of("coll_han_priority")).is_some_and(|priority| priority < PRIORITY);
        let components = self.value_of("coll");
        let is_listed = components.trim_start_matches('^').split(',').any(|name| name.trim() == "han");
        let is_left_out = !components.is_empty() && components.starts_with('^') == is_listed;
        let own_rules = is_true(self.value_of("coll_han_use_dynamic_file_rules"));
        let is_module =
            |name: &&&str| name.starts_with("coll_han_") && name.ends_with("_dynamic_global_communicator_module");
        priority || is_left_out || own_rules || self.settings.keys().any(|name| is_module(&name))
    }
}

/// True for parameters that are whole numbers.
fn is_numeric(name: &str) -> bool {
    name.starts_with("coll_tuned_") && name != RULES_FILE
}

/// True for words of yes and no.
fn is_word(text: &str) -> bool {
    ["true", "false", "t", "f", "yes", "no", "y", "n", "enabled", "disabled"].contains(&&*text.to_ascii_lowercase())
}

/// True for a setting that is on.
fn is_true(text: &str) -> bool {
    let words = ["true", "t", "yes", "y", "enabled"];
    words.contains(&&*text.to_ascii_lowercase()) || c_number::parse(text).is_some_and(|number| number != 0)
}

#[cfg(test)]
mod tests;
