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

use super::c_number;
use super::names::{Algorithm, COLLECTIVES};
use super::param_lines::{Form, Lines, Setting, lines};
use super::setting_names::{self, RULES_FILE, USE_RULES};
use crate::excerpt::short;
use crate::format::tuning::flaw::{Flaw, Flaws, Report};
use crate::format::tuning::suggestions::Suggestions;
use crate::format::tuning::variables::{Assignment, assignments};
use crate::library::Library;
use rustc_hash::FxHashMap;

/// The beginning of the names of variables.
const VARIABLE: &str = "OMPI_MCA_";
/// The priority of coll/tuned, which HAN must not exceed.
const PRIORITY: i64 = 30;

/// Reads settings, and finds the flaws of those that concern coll/tuned.
#[must_use]
pub fn read(source: &[u8], library: Library) -> Report {
    let mut flaws = Flaws::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    check(&lines(text), library, &mut flaws);
    flaws.report(Some(Vec::new()))
}

/// Reads settings that a shell exports as variables, and finds the flaws of those that concern coll/tuned.
#[must_use]
pub fn read_exports(source: &[u8], library: Library) -> Report {
    let mut flaws = Flaws::new(source);
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
fn check(lines: &Lines<'_>, library: Library, flaws: &mut Flaws<'_>) {
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
    flaws: &'b mut Flaws<'c>,
    suggestions: Suggestions,
}

impl<'a> Checks<'a, '_, '_> {
    fn add(&mut self, span: &std::ops::Range<usize>, flaw: Flaw) {
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
                Flaw::error("not-a-setting", message, "write name = value, or --mca name value for mpirun --tune"),
            );
        }
        let is_tune = lines.settings.iter().any(|setting| setting.form == Form::Option);
        if !is_tune || self.library == Library::OpenMpi41 {
            return;
        }
        for setting in lines.settings.iter().filter(|setting| setting.form == Form::Equals) {
            let message =
                format!("{} takes no lines `name = value` in files for --tune: mpirun stops", self.library.title());
            self.add(&setting.name_span, Flaw::error("equals-in-tune", message, "write --mca name value"));
        }
    }

    fn repeated(&mut self, setting: &'a Setting<'a>) {
        if let Some(earlier) = self.settings.get(setting.name).filter(|earlier| earlier.value != setting.value) {
            let line = self.flaws.line(earlier.name_span.start);
            let message = format!("`{}` has another value in line {line}: this one counts", short(setting.name));
            self.add(&setting.name_span, Flaw::warning("repeated-setting", message, "keep one of the lines"));
        }
    }

    fn name(&mut self, setting: &Setting<'_>, known: &[String]) {
        if let Some(bare) = setting.name.strip_prefix(VARIABLE) {
            let message =
                format!("`{}` is the name of an environment variable: here Open MPI ignores it", short(setting.name));
            let hint = "leave OMPI_MCA_ out in files";
            let flaw = Flaw::error("environment-name", message, hint);
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
            self.add(&setting.name_span, Flaw::error("unknown-parameter", message, hint));
        } else if setting.name.ends_with("_algorithm_tree_fanout") && is_tuned {
            let message = "the tree fanout changes no algorithm of coll/tuned";
            let hint = "trees of other widths are chains (fanout) and k-nomial trees (radix)";
            self.add(&setting.name_span, Flaw::warning("tree-fanout", message, hint));
        }
    }

    fn value(&mut self, setting: &Setting<'_>) {
        if !setting.name.starts_with("coll") {
            return;
        }
        let value = setting.value;
        if value.is_empty() {
            let message = format!("`{}` has no value", short(setting.name));
            self.add(&setting.name_span, Flaw::error("no-value", message, "write the value after the name"));
        } else if setting.form == Form::Equals && value.contains('#') {
            let message = format!("the value goes to the end of the line: it is `{}`, comment included", short(value));
            self.add(
                &setting.value_span,
                Flaw::error("comment-in-value", message, "put the comment on a line of its own"),
            );
        } else if setting.form == Form::Equals && value.starts_with(['"', '\'']) {
            let message = format!("quotes are part of the value: it is `{}`", short(value));
            self.add(&setting.value_span, Flaw::error("quoted-value", message, "remove the quotes"));
        } else if let Some((name, "")) = setting_names::of_collective(setting.name) {
            self.algorithm(name, setting);
        } else if is_numeric(setting.name)
            && c_number::parse(value).is_none()
            && !(setting.name == USE_RULES && is_word(value))
        {
            let message = format!("`{}` is no whole number: Open MPI keeps its default", short(value));
            self.add(&setting.value_span, Flaw::error("not-a-number", message, "write a whole number"));
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
            Flaw::error(code, message, "ompi_info --param coll tuned --level 9 lists the algorithms"),
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
            self.add(&first.name_span, Flaw::error("rules-off", message, "add coll_tuned_use_dynamic_rules = 1"));
        }
        for setting in lines.settings.iter().filter(is_forced).filter(|_| has_file) {
            let message = match self.library {
                Library::OpenMpi41 => "a rules file is set too: where it has rules, they count, and not this algorithm",
                _ => "a rules file is set too: this algorithm counts, and not the rules of the file",
            };
            self.add(&setting.name_span, Flaw::warning("forced-and-rules", message, "remove one of them"));
        }
        if self.library != Library::OpenMpi41 && !self.is_han_off() {
            let message = format!(
                "communicators that span nodes are served by HAN in {}, and ignore all of coll/tuned's settings",
                self.library.title()
            );
            self.add(&first.name_span, Flaw::warning("han-first", message, "add coll_han_priority = 0"));
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn flaws(text: &str, library: Library) -> Vec<(&'static str, usize, usize)> {
        let report = read(text.as_bytes(), library);
        report.faults.iter().map(|fault| (fault.kind.code, fault.position.line, fault.position.column)).collect()
    }

    const SAMPLE: &str = "\
# rules
coll_tuned_use_dynamic_rules = 1
coll_tuned_dynamic_rules_filename = /home/me/rules.conf
coll_tuned_bcast_algorithm_knomial_radix = 8
coll_han_priority = 0
btl = self,vader
";

    #[test]
    fn good_settings_have_no_flaws() {
        for library in super::super::names::RELEASES {
            assert_eq!(flaws(SAMPLE, library), []);
            let tune =
                "--mca coll_tuned_use_dynamic_rules true\n-mca coll_tuned_bcast_algorithm binomial --mca coll ^han\n";
            assert_eq!(flaws(tune, library), []);
        }
        assert_eq!(flaws("btl = self\n", Library::OpenMpi5), []);
    }

    #[test]
    fn every_flaw_is_found_at_its_place() {
        let cases = [
            ("rules = 1", "rules = 0", "rules-off", 3, 1),
            ("coll_tuned_use_dynamic_rules", "coll_tuned_use_dynamic_rule", "unknown-parameter", 2, 1),
            ("coll_han_priority = 0\n", "", "han-first", 3, 1),
            ("btl = self,vader", "coll_tuned_bcast_algorithm = 6", "forced-and-rules", 6, 1),
            ("btl = self,vader", "coll_tuned_bcast_algorithm_tree_fanout = 6", "tree-fanout", 6, 1),
            ("btl = self,vader", "coll_tuned_bcast_algorithm = 10", "unknown-algorithm", 6, 30),
            ("btl = self,vader", "coll_tuned_bcast_algorithm = binomal", "unknown-algorithm", 6, 30),
            ("btl = self,vader", "coll_tuned_reduce_algorithm = 8", "later-algorithm", 6, 31),
            ("btl = self,vader", "--mca btl self", "equals-in-tune", 2, 1),
            ("btl = self,vader", "btl self", "not-a-setting", 6, 1),
            ("btl = self,vader", "OMPI_MCA_coll_tuned_priority = 1", "environment-name", 6, 1),
            ("radix = 8", "radix = eight", "not-a-number", 4, 44),
            ("radix = 8", "radix =", "no-value", 4, 1),
            ("rules = 1", "rules = 1 # on", "comment-in-value", 2, 32),
            ("/home/me/rules.conf", "\"/home/me/rules.conf\"", "quoted-value", 3, 37),
            ("btl = self,vader", "coll_han_priority = 1", "repeated-setting", 6, 1),
        ];
        for (part, other, code, line, column) in cases {
            let text = SAMPLE.replace(part, other);
            assert!(
                flaws(&text, Library::OpenMpi5).contains(&(code, line, column)),
                "{other}: {:?}",
                flaws(&text, Library::OpenMpi5)
            );
        }
    }

    #[test]
    fn exported_settings_are_those_of_a_shell() {
        let text = "# rules\n. other.sh\nexport OMPI_MCA_coll_tuned_use_dynamic_rules=1\n\
            export OMPI_MCA_coll_tuned_dynamic_rules_filename='/home/o'\\''neil/#1.conf' A=b\nexport OMPI_MCA_coll_han_priority=\"0\"\n";
        let found = |text: &str| {
            let report = read_exports(text.as_bytes(), Library::OpenMpi5);
            let place = |fault: &crate::format::faults::Fault<Flaw>| {
                (fault.kind.code, fault.position.line, fault.position.column)
            };
            report.faults.iter().map(place).collect::<Vec<_>>()
        };
        assert_eq!(found(text), [("no-assignment", 2, 1)]);
        let good = text.replace(". other.sh", "");
        assert_eq!(found(&good), []);
        let cases = [
            ("rules=1", "rules=0", "rules-off", 4, 17),
            ("rules=1", "rule=1", "unknown-parameter", 3, 17),
            ("priority=\"0\"", "priority='x' OMPI_MCA_coll_tuned_priority='x'", "not-a-number", 5, 69),
            ("A=b", "OMPI_MCA_coll_tuned_priority=", "no-value", 4, 86),
            ("rules=1", "rules=1 OMPI_MCA_coll_tuned_use_dynamic_rules=1", "repeated-variable", 3, 8),
        ];
        for (part, other, code, line, column) in cases {
            let text = good.replace(part, other);
            assert!(found(&text).contains(&(code, line, column)), "{other}: {:?}", found(&text));
        }
        assert_eq!(found("export OMPI_MCA_coll_tuned_priority='1\n"), [("open-quotes", 1, 37)]);
    }

    #[test]
    fn releases_differ() {
        let text = SAMPLE.replace("coll_han_priority = 0", "coll_tuned_bcast_algorithm = 6");
        let message = |library| {
            read(text.as_bytes(), library).faults.iter().map(|fault| fault.kind.message.clone()).collect::<String>()
        };
        assert!(message(Library::OpenMpi41).contains("where it has rules, they count"));
        assert!(message(Library::OpenMpi5).contains("this algorithm counts"));
        assert_eq!(flaws("--mca btl self\nx = 1\n", Library::OpenMpi41), []);
        for off in ["coll = ^han", "coll = tuned,basic", "coll_han_bcast_dynamic_global_communicator_module = 3"] {
            assert_eq!(flaws(&SAMPLE.replace("coll_han_priority = 0", off), Library::OpenMpi5), [], "{off}");
        }
        assert_eq!(
            flaws(&SAMPLE.replace("coll_han_priority = 0", "coll = ^sm"), Library::OpenMpi5),
            [("han-first", 3, 1)]
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(source: Vec<u8>, words in "((--mca|-x|=|#|coll|coll_tuned_bcast_algorithm|'|\"|0x)[ \n]?){0,30}") {
            let _ = read(&source, Library::OpenMpi5).rendered(&source, std::path::Path::new("x"));
            let _ = read(words.as_bytes(), Library::OpenMpi6).rendered(words.as_bytes(), std::path::Path::new("x"));
        }
    }

    #[test]
    fn time_is_linear() {
        let lines = |at: u32| format!("coll_{at} = 1\n--mca coll_{at} 2\nx\ncoll_tuned_{at} = 0\n");
        let text = (0..50_000).map(lines).collect::<Vec<_>>().concat();
        assert_eq!(read(text.as_bytes(), Library::OpenMpi41).warnings, 50_000);
    }
}
