//! Intel MPI: the variables `I_MPI_ADJUST_<COLLECTIVE>`, written and read.
//!
//! A value is presets with sizes, as `1:0-1024;3:1025-65536`. The documentation also has numbers of ranks, `1:0-1024@2-8`; tried
//! with 2021.18, the last preset with such a condition ran, whatever the size: so they are not written.

use super::covered::{Covered, Overlap};
use super::grid::written_rows;
use super::mpich::LARGEST;
use super::settings::{Setting as Variable, variables};
use super::suggestions::{did_you_mean, one_edit_away};
use crate::library::{Library, Range as Numbers, Rule, Rules, Setting, name_in_files, numbered};
use logpine_models::job::MpiCollective::{self, Barrier};
use logpine_text::excerpt::short;
use logpine_text::fault::Faults;
use logpine_text::fault::Report;
use logpine_text::unwritable::Unwritable;
use std::fmt::Write as _;

/// The beginning of the names of the variables.
const ADJUST: &str = "I_MPI_ADJUST_";

/// The collectives with presets, and the largest number of each, as `impi_info` of 2021.18.1 prints them.
const PRESETS: [(&str, u64); 35] = [
    ("ALLGATHER", 6),
    ("ALLGATHERV", 5),
    ("ALLREDUCE", 32),
    ("ALLTOALL", 18),
    ("ALLTOALLV", 9),
    ("ALLTOALLW", 6),
    ("BARRIER", 11),
    ("BCAST", 22),
    ("EXSCAN", 3),
    ("GATHER", 5),
    ("GATHERV", 4),
    ("IALLGATHER", 5),
    ("IALLGATHERV", 5),
    ("IALLREDUCE", 18),
    ("IALLTOALL", 7),
    ("IALLTOALLV", 6),
    ("IALLTOALLW", 1),
    ("IBARRIER", 2),
    ("IBCAST", 5),
    ("IEXSCAN", 1),
    ("IGATHER", 2),
    ("IGATHERV", 3),
    ("IREDUCE", 4),
    ("IREDUCE_SCATTER", 3),
    ("IREDUCE_SCATTER_BLOCK", 3),
    ("ISCAN", 1),
    ("ISCATTER", 2),
    ("ISCATTERV", 1),
    ("REDUCE", 19),
    ("REDUCE_SCATTER", 6),
    ("REDUCE_SCATTER_BLOCK", 4),
    ("SCAN", 3),
    ("SCATTER", 5),
    ("SCATTERV", 4),
    ("SENDRECV_REPLACE", 2),
];

/// Rules that tell numbers of ranks apart.
const RANKS: &str = "variables of Intel MPI cannot tell numbers of ranks apart: write them for one number of ranks";

/// Rules for sizes of a barrier.
pub(super) const NO_SIZE: &str = "a barrier has no size: rules for it cannot look at sizes";

/// The lines of a shell that make Intel MPI follow the rules for one number of ranks, or rules that are the same for all.
///
/// # Errors
/// [`Unwritable`] if the format cannot hold the rules.
pub fn write(rules: &[Rules], ranks: Option<u64>) -> Result<String, Unwritable> {
    let mut out = String::from("# Intel MPI: read these lines into the shell that starts the ranks.\n");
    if let Some(ranks) = ranks {
        let _ =
            writeln!(out, "# For {ranks} ranks only: presets with numbers of ranks (`@`) do not work as documented.");
    }
    for of in rules {
        let collective = of.collective;
        let rows = written_rows(collective, &of.rules)?;
        let row = match ranks {
            Some(ranks) => rows.iter().find(|row| row.ranks.contains(ranks)),
            // No communicator has 0 ranks.
            None => match &rows[..] {
                [row] | [_, row] if row.ranks.least <= 1 => Some(row),
                _ => return Unwritable::new(RANKS),
            },
        };
        let cells = row.map_or(&[][..], |row| &row.cells[..]);
        let is_only = cells.len() == 1;
        if collective == Barrier && !is_only {
            return Unwritable::new(NO_SIZE);
        }
        let mut presets = Vec::new();
        for &(bytes, setting) in cells {
            let Some(setting) = setting else { continue };
            let known = numbered(Library::Impi, collective, setting.native.number);
            let is_known = known.is_some_and(|known| std::ptr::eq(known, setting.native));
            if !is_known || setting.fanout.is_some() || setting.segment.is_some() {
                return Unwritable::new(format!("Intel MPI has no preset for {setting} of {}", collective.name()));
            }
            let number = setting.native.number;
            let last = bytes.most.unwrap_or(LARGEST);
            if last.max(bytes.least) > LARGEST {
                let number = last.max(bytes.least);
                let limit = "2147483647, the largest size in conditions";
                return Unwritable::new(format!("{number} is above {limit}; ask for smaller sizes"));
            }
            presets.push(if is_only { number.to_string() } else { format!("{number}:{}-{last}", bytes.least) });
        }
        if !presets.is_empty() {
            let _ = writeln!(out, "export {ADJUST}{}=\"{}\"", name(collective), presets.join(";"));
        }
    }
    Ok(out)
}

/// The name of a collective in variables.
fn name(collective: MpiCollective) -> String {
    name_in_files(collective).to_ascii_uppercase()
}

/// Checks lines that set variables, and reads their rules.
#[must_use]
pub fn check(source: &[u8]) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let set = variables(text, &["I_MPI_"], &mut flaws);
    let mut all = Vec::new();
    for variable in &set {
        let Some(upper) = variable.name.strip_prefix(ADJUST) else { continue };
        match PRESETS.iter().find(|(name, _)| *name == upper) {
            Some(&(_, most)) => numbers(variable, most, &mut flaws),
            None => unknown(upper, variable, &mut flaws),
        }
        let found = MpiCollective::ALL.into_iter().find(|collective| name(*collective) == upper);
        if let Some(collective) = found {
            let rules = presets(collective, variable, &mut flaws);
            all.extend((!rules.is_empty()).then_some(Rules { collective, rules }));
        }
    }
    all.sort_by_key(|rules| MpiCollective::ALL.iter().position(|collective| *collective == rules.collective));
    flaws.report(Some(all))
}

/// Finds presets beyond the largest, which Intel MPI ignores with a message.
fn numbers(variable: &Variable, most: u64, flaws: &mut Faults<'_>) {
    let mut at = 0;
    for entry in variable.value.split(';') {
        let preset = entry.split(':').next().unwrap_or_default();
        if let Some(number) = preset.parse().ok().filter(|number: &u64| *number > most) {
            let message = format!("the presets of {} are 0 to {most} (2021.18): {number} is ignored", variable.name);
            let hint = "impi_info -v NAME prints the range of a release";
            flaws.error(variable.place(at..at + preset.len()), "no-preset", message, hint);
        }
        at += entry.len() + 1;
    }
}

/// Finds a name that is nearly that of a collective. Collectives have lists of presets to try, too.
fn unknown(upper: &str, variable: &Variable, flaws: &mut Faults<'_>) {
    let names = || PRESETS.into_iter().map(|(name, _)| name);
    let is_list = upper.strip_suffix("_LIST").is_some_and(|of| names().any(|name| name == of));
    if let Some(near) = one_edit_away(upper, names()).filter(|_| !is_list) {
        let meant = did_you_mean(&format!("{ADJUST}{near}"));
        let message = format!("no variable of Intel MPI, which skips it in silence{meant}");
        flaws.error(variable.name_span.clone(), "unknown-variable", message, "correct the name");
    }
}

/// Reads the presets of a collective.
fn presets(collective: MpiCollective, variable: &Variable, flaws: &mut Faults<'_>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut covered = Covered::default();
    let mut at = 0;
    let count = variable.value.split(';').filter(|entry| !entry.is_empty()).count();
    for entry in variable.value.split(';') {
        let span = variable.place(at..at + entry.len());
        at += entry.len() + 1;
        if entry.is_empty() {
            continue;
        }
        let (preset, conditions) = entry.split_once(':').map_or((entry, None), |(preset, rest)| (preset, Some(rest)));
        let Ok(number) = preset.parse::<u64>() else {
            let message = format!("{} is no number of a preset", short(preset));
            flaws.error(span, "odd-number", message, "write presets as numbers, such as `1:0-1024;3:1025-65536`");
            continue;
        };
        let mut bytes = Numbers::ALL;
        let mut ranks = Numbers::ALL;
        let mut is_right = true;
        for condition in conditions.into_iter().flat_map(|conditions| conditions.split(',')) {
            let (sizes, of_ranks) =
                condition.split_once('@').map_or((condition, None), |(sizes, ranks)| (sizes, Some(ranks)));
            if !sizes.is_empty() {
                is_right &= read_range(sizes, &mut bytes);
            }
            if let Some(text) = of_ranks {
                is_right &= read_range(text, &mut ranks);
            }
        }
        if !is_right {
            let message = format!("{} has no ranges that end after they begin", short(entry));
            flaws.error(span, "empty-range", message, "write sizes as `0-1024`, the smaller first");
            continue;
        }
        if entry.contains('@') && count > 1 {
            let message =
                "presets with numbers of ranks (`@`): the last one runs, whatever the size and the number of ranks";
            flaws.error(span.clone(), "ranks-in-presets", message, "write the variables for one number of ranks");
        }
        if covered.overlap(bytes) != Overlap::None {
            let message = "an earlier preset has some of these sizes already";
            flaws.warning(span.clone(), "overlap", message, "let every size have one preset");
        }
        covered.add(bytes);
        let native = numbered(Library::Impi, collective, number);
        rules.push(Rule { ranks, bytes, setting: native.map(Setting::plain) });
    }
    rules.retain(|rule| rule.setting.is_some());
    rules
}

/// Reads `12` or `12-34`; false if it is neither. The largest size is no limit.
fn read_range(text: &str, range: &mut Numbers) -> bool {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (Ok(least), Ok(most)) = (least.parse::<u64>(), most.parse::<u64>()) else { return false };
    *range = Numbers { least, most: (most < LARGEST).then_some(most) };
    least <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use MpiCollective::Bcast;
    use logpine_text::fault::Fault;
    use proptest::prelude::*;

    fn rule(ranks: Numbers, bytes: Numbers, number: u64) -> Rule {
        let native = numbered(Library::Impi, Bcast, number).expect("there");
        Rule { ranks, bytes, setting: Some(Setting::plain(native)) }
    }

    fn range(least: u64, most: u64) -> Numbers {
        Numbers { least, most: Some(most) }
    }

    fn rules() -> [Rules; 1] {
        let rules = vec![
            rule(range(2, 16), range(0, 1024), 1),
            rule(range(2, 16), Numbers { least: 1025, most: None }, 3),
            rule(range(17, 32), Numbers::ALL, 2),
        ];
        [Rules { collective: Bcast, rules }]
    }

    #[test]
    fn one_number_of_ranks_has_its_lines() {
        let expected = "# Intel MPI: read these lines into the shell that starts the ranks.\n\
            # For 8 ranks only: presets with numbers of ranks (`@`) do not work as documented.\n\
            export I_MPI_ADJUST_BCAST=\"1:0-1024;3:1025-2147483647\"\n";
        let text = write(&rules(), Some(8)).expect("written");
        assert_eq!(text, expected);
        let report = check(text.as_bytes());
        assert_eq!(*report.faults, []);
        let read = report.content.expect("no errors");
        let expected =
            [rule(Numbers::ALL, range(0, 1024), 1), rule(Numbers::ALL, Numbers { least: 1025, most: None }, 3)];
        assert_eq!(read[0].rules, expected);
        assert!(write(&rules(), Some(20)).expect("written").ends_with("export I_MPI_ADJUST_BCAST=\"2\"\n"));
    }

    #[test]
    fn numbers_of_ranks_cannot_be_told_apart() {
        assert_eq!(write(&rules(), None), Unwritable::new(RANKS));
        let all = Numbers { least: 1, most: None };
        let same = [Rules { collective: Bcast, rules: vec![rule(all, Numbers::ALL, 2)] }];
        assert!(write(&same, None).expect("written").ends_with("export I_MPI_ADJUST_BCAST=\"2\"\n"));
    }

    #[test]
    fn presets_beyond_the_largest_are_ignored() {
        let codes = |text: &str| check(text.as_bytes()).faults.iter().map(Fault::code).collect::<Vec<_>>();
        for (text, expected) in [
            ("I_MPI_ADJUST_ALLREDUCE=33", vec!["no-preset"]),
            ("I_MPI_ADJUST_BCAST='1:0-10;99:11-100'", vec!["no-preset"]),
            ("I_MPI_ADJUST_IBARRIER=3", vec!["no-preset"]),
            ("I_MPI_ADJUST_ALLREDUCE=32", vec![]),
            ("I_MPI_ADJUST_ALLREDUCE_LIST=1,2", vec![]),
            ("I_MPI_ADJUST_IBCSAT=1", vec!["unknown-variable"]),
        ] {
            assert_eq!(codes(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(tail in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = check(&[b"I_MPI_ADJUST_BCAST='1:".as_slice(), &tail].concat());
        }
    }
}
