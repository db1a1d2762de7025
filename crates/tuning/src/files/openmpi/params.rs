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
use super::setting_names::{self, RULES_FILE, USE_RULES};
use super::{Kind, c_number};
use crate::files::settings::{Lines, Notation, Setting, lines, variables};
use crate::files::suggestions::Suggestions;
use crate::library::{BCAST_RADIX, Library, Rules};
use logpine_text::excerpt::short;
use logpine_text::fault::{Faults, Report};
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
    let radix = number(&value(source, BCAST_RADIX)?)?;
    u64::try_from(radix).ok().filter(|radix| *radix > 1)
}

/// The value that counts of the settings of a name.
fn value(source: &[u8], name: &str) -> Option<String> {
    let text = std::str::from_utf8(source).ok()?;
    let settings = match Kind::of(source) {
        Kind::Settings => lines(text).settings,
        Kind::Exports => exported(text, &mut Faults::new(source)),
        Kind::Classic | Kind::Json | Kind::Han => Vec::new(),
    };
    settings.into_iter().rfind(|of| of.name == name).map(|of| of.value)
}

/// Reads settings that a shell exports as variables, and finds the flaws of those that concern coll/tuned.
#[must_use]
pub fn read_exports(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let lines = Lines { settings: exported(text, &mut flaws), others: Vec::new() };
    check(&lines, library, &mut flaws);
    flaws.report(Some(Vec::new()))
}

/// The settings that variables make.
fn exported(text: &str, flaws: &mut Faults<'_>) -> Vec<Setting> {
    variables(text, &[VARIABLE], flaws).iter().filter_map(|variable| variable.without(VARIABLE)).collect()
}

/// Finds the flaws of settings.
fn check(lines: &Lines, library: Library, flaws: &mut Faults<'_>) {
    let mut checks = Checks { library, settings: FxHashMap::default(), flaws, suggestions: Suggestions::new() };
    checks.forms(lines);
    let known = setting_names::all();
    for setting in &lines.settings {
        checks.repeated(setting);
        checks.name(setting, &known);
        checks.value(setting);
        checks.settings.insert(&setting.name, setting);
    }
    checks.together(lines);
}

struct Checks<'a, 'b, 'c> {
    library: Library,
    /// The last setting of each name.
    settings: FxHashMap<&'a str, &'a Setting>,
    flaws: &'b mut Faults<'c>,
    suggestions: Suggestions,
}

impl<'a> Checks<'a, '_, '_> {
    fn value_of(&self, name: &str) -> &'a str {
        self.settings.get(name).map_or("", |setting| &setting.value)
    }

    /// Checks that all lines are settings, and have the form of their file.
    fn forms(&mut self, lines: &Lines) {
        for span in &lines.others {
            let message = "this is no setting: Open MPI reports an error, and ignores it";
            self.flaws.error(
                span.clone(),
                "not-a-setting",
                message,
                "write name = value, or --mca name value for mpirun --tune",
            );
        }
        let is_option = |setting: &&Setting| matches!(setting.notation, Notation::Mca | Notation::GlobalMca);
        let is_tune = lines.settings.iter().any(|setting| is_option(&setting));
        if !is_tune || self.library == Library::OpenMpi41 {
            return;
        }
        let title = self.library.title();
        let mut last_line = 0;
        for setting in &lines.settings {
            let line = self.flaws.line(setting.name_span.start);
            let (code, message, hint) = match setting.notation {
                Notation::Equals => {
                    ("equals-in-tune", "takes no lines `name = value` in files for --tune", "write --mca name value")
                }
                Notation::GlobalMca => ("global-in-tune", "takes no --gmca in files for --tune", "write --mca"),
                Notation::Mca if line == last_line => {
                    ("two-on-a-line", "takes one --mca on a line of files for --tune", "write each on its own line")
                }
                _ => {
                    last_line = line;
                    continue;
                }
            };
            last_line = line;
            self.flaws.error(setting.name_span.clone(), code, format!("{title} {message}: mpirun stops"), hint);
        }
    }

    fn repeated(&mut self, setting: &'a Setting) {
        if let Some(earlier) = self.settings.get(&*setting.name).filter(|earlier| earlier.value != setting.value) {
            let line = self.flaws.line(earlier.name_span.start);
            let message = format!("`{}` has another value in line {line}: this one counts", short(&setting.name));
            self.flaws.warning(setting.name_span.clone(), "repeated-setting", message, "keep one of the lines");
        }
    }

    fn name(&mut self, setting: &Setting, known: &[String]) {
        if let Some(bare) = setting.name.strip_prefix(VARIABLE) {
            let message =
                format!("`{}` is the name of an environment variable: here Open MPI ignores it", short(&setting.name));
            let hint = "leave OMPI_MCA_ out in files";
            if bare.starts_with("coll") {
                self.flaws.error(setting.name_span.clone(), "environment-name", message, hint);
            }
            return;
        }
        let is_tuned = setting.name.starts_with("coll_tuned") || setting.name.starts_with("tuned_");
        if is_tuned && !known.contains(&setting.name) {
            let near = self.suggestions.near(&setting.name, known.iter().map(String::as_str));
            let message =
                format!("coll/tuned has no parameter `{}`: it is ignored in silence{near}", short(&setting.name));
            let hint = "ompi_info --param coll tuned --level 9 lists the parameters";
            self.flaws.error(setting.name_span.clone(), "unknown-parameter", message, hint);
        } else if setting.name.ends_with("_algorithm_tree_fanout") && is_tuned {
            let message = "the tree fanout changes no algorithm of coll/tuned";
            let hint = "trees of other widths are chains (fanout) and k-nomial trees (radix)";
            self.flaws.warning(setting.name_span.clone(), "tree-fanout", message, hint);
        }
    }

    fn value(&mut self, setting: &Setting) {
        if !setting.name.starts_with("coll") {
            return;
        }
        let value = &*setting.value;
        if value.is_empty() {
            let message = format!("`{}` has no value", short(&setting.name));
            self.flaws.error(setting.name_span.clone(), "no-value", message, "write the value after the name");
        } else if value.ends_with('\r') {
            let end = setting.span.end - 1..setting.span.end;
            let message =
                "the carriage return at the end of the line is part of the value: Open MPI does not read it as meant";
            let hint = "save the file with line feeds alone (dos2unix)";
            self.flaws.error(end, "carriage-return", message, hint);
        } else if setting.notation == Notation::Equals && value.contains('#') {
            let message = format!("the value goes to the end of the line: it is `{}`, comment included", short(value));
            self.flaws.error(setting.span.clone(), "comment-in-value", message, "put the comment on a line of its own");
        } else if setting.notation == Notation::Equals && value.starts_with(['"', '\'']) {
            let message = format!("quotes are part of the value: it is `{}`", short(value));
            self.flaws.error(setting.span.clone(), "quoted-value", message, "remove the quotes");
        } else if let Some((name, "")) = setting_names::of_collective(&setting.name) {
            self.algorithm(name, setting);
        } else if setting.name == USE_RULES {
            if !is_true(value) && !is_false(value) {
                let message = format!("`{}` is neither true nor false to Open MPI, which takes false", short(value));
                let hint = "write 1, or one of true, t, yes, y and enabled in small letters";
                self.flaws.error(setting.span.clone(), "not-a-boolean", message, hint);
            }
        } else if is_numeric(&setting.name) && number(value).is_none() {
            let message = format!("`{}` is no whole number: Open MPI does not read it as meant", short(value));
            let hint = "write a whole number, with k, m or g for units of 1024";
            self.flaws.error(setting.span.clone(), "not-a-number", message, hint);
        }
    }

    /// Checks a forced algorithm.
    fn algorithm(&mut self, name: &str, setting: &Setting) {
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
                ("unknown-algorithm", format!("{name} has no algorithm `{}` in {title}", short(&setting.value)))
            }
        };
        let message = format!("{message}: Open MPI reports an error, and chooses for itself{near}");
        self.flaws.error(
            setting.span.clone(),
            code,
            message,
            "ompi_info --param coll tuned --level 9 lists the algorithms",
        );
    }

    /// Checks what settings mean together.
    fn together(&mut self, lines: &Lines) {
        let is_forced = |setting: &&Setting| {
            let forces = |(_, end): (&str, &str)| end.is_empty() && !matches!(&*setting.value, "0" | "ignore" | "");
            setting_names::of_collective(&setting.name).is_some_and(forces)
        };
        let has_file = !self.value_of(RULES_FILE).is_empty();
        // The radix and the number of requests count for the library's own choices, too.
        let is_shape = |(_, end): (&str, &str)| !["_knomial_radix", "_max_requests"].contains(&end);
        let dynamic = |setting: &&Setting| {
            setting.name == RULES_FILE || setting_names::of_collective(&setting.name).is_some_and(is_shape)
        };
        let Some(first) = lines.settings.iter().find(dynamic) else { return };
        if !is_true(self.value_of(USE_RULES)) {
            let message = format!(
                "without {USE_RULES} = 1 this is ignored in silence, as all settings of algorithms and rules are"
            );
            self.flaws.error(first.name_span.clone(), "rules-off", message, "add coll_tuned_use_dynamic_rules = 1");
        }
        for setting in lines.settings.iter().filter(is_forced).filter(|_| has_file) {
            let message = match self.library {
                Library::OpenMpi41 => "a rules file is set too: where it has rules, they count, and not this algorithm",
                _ => "a rules file is set too: this algorithm counts, and not the rules of the file",
            };
            self.flaws.warning(setting.name_span.clone(), "forced-and-rules", message, "remove one of them");
        }
        if self.library != Library::OpenMpi41 && !self.is_han_off() {
            let message = format!(
                "communicators that span nodes are served by HAN in {}, and ignore all of coll/tuned's settings",
                self.library.title()
            );
            self.flaws.warning(first.name_span.clone(), "han-first", message, "add coll_han_priority = 0");
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

/// True for a setting that is on: words in small letters, and decimal numbers.
fn is_true(text: &str) -> bool {
    let decimal = text.parse::<i64>();
    ["true", "t", "yes", "y", "enabled"].contains(&text) || decimal.is_ok_and(|number| number != 0)
}

/// True for a setting that is off.
fn is_false(text: &str) -> bool {
    ["false", "f", "no", "n", "disabled"].contains(&text) || text.parse::<i64>() == Ok(0)
}

/// A whole number as `mca_base_var.c` reads it, which may have a unit.
fn number(text: &str) -> Option<i64> {
    let (digits, shift) = match text.chars().last()? {
        'k' | 'K' => (&text[..text.len() - 1], 10),
        'm' | 'M' => (&text[..text.len() - 1], 20),
        'g' | 'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    c_number::parse(digits)?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests;
