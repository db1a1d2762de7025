//! A shim's C file, checked: what ranks with other tables, or another version's run-time, would not agree on.

use super::{MARK, RUNTIME, TYPES, number, number_line};
use crate::library::{Range, Rule, Rules};
use logpine_models::job::MpiCollective;
use logpine_text::fault::Faults;
use logpine_text::fault::Report;

/// Finds tables that do not agree with the number by which ranks tell them, and a run-time that this version does not write. The
/// content has a rule for each row; settings are those of the manifest beside the file.
#[must_use]
pub fn check(source: &[u8]) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let Some(at) = text.find(MARK) else {
        let message = "this is no shim: there are no tables";
        flaws.error(0..0, "no-tables", message, "give the file that `logpine tune write --for shim` wrote");
        return flaws.report(None);
    };
    let (before, rest) = text.split_at(at);
    let (line, behind) = rest.split_once("\n\n").unwrap_or((rest, ""));
    // The comment at the head is of no account.
    let before = before.find(TYPES).map_or(before, |at| &before[at..]);
    let end = behind.find(RUNTIME[0]).unwrap_or(behind.len());
    if before != format!("{TYPES}\n") || behind[end..] != RUNTIME.concat() {
        let message = "the run-time text is not the one that this version of logpine writes";
        let hint = "write the folder again, and compile it for all ranks";
        flaws.warning(at..at, "other-run-time", message, hint);
    } else if format!("{line}\n\n") != number_line(number(before, behind)) {
        let message =
            "the tables were changed, but not their number: ranks with the tables as they were written would hang";
        flaws.error(at..at + line.len(), "changed-tables", message, "write the folder again");
    }
    let table = &behind[..end];
    flaws.report(Some(rules(table)))
}

/// The rows of the rules, without their settings.
fn rules(table: &str) -> Vec<Rules> {
    let mut all: Vec<Rules> = Vec::new();
    for row in table.lines().filter_map(|line| line.strip_prefix("    {")) {
        let mut fields = row.split(", ");
        let Some(collective) = fields
            .next()
            .and_then(|name| MpiCollective::ALL.into_iter().find(|of| super::tables::constant(*of) == name))
        else {
            continue;
        };
        let mut number = || fields.next().and_then(|field| field.parse().ok());
        let mut range = || Range { least: number().unwrap_or(0), most: number() };
        let rule = Rule { ranks: range(), bytes: range(), setting: None };
        match all.last_mut() {
            Some(last) if last.collective == collective => last.rules.push(rule),
            _ => all.push(Rules { collective, rules: vec![rule] }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::shim;
    use crate::library::{Library, Setting, algorithms};

    #[test]
    fn its_own_file_is_sound_and_changes_are_found() {
        let rule = |native| Rule {
            ranks: Range { least: 2, most: Some(9) },
            bytes: Range { least: 1, most: None },
            setting: Some(Setting::plain(native)),
        };
        let of = |collective| {
            let natives = algorithms(Library::Shim, collective).filter(|native| native.name == "linear");
            Rules { collective, rules: natives.map(rule).collect() }
        };
        let text = shim::source(&[of(MpiCollective::Bcast), of(MpiCollective::Alltoall)], "of x/*y */ /*/ a\ntest")
            .expect("a shim");
        // Compilers warn of a comment in a comment.
        assert!(text.starts_with("/* of x/ *y * / / * / a\n * test\n *\n"), "{}", &text[..80]);
        let report = check(text.as_bytes());
        let content = report.content.as_ref().expect("sound");
        assert_eq!((report.faults.errors(), report.faults.warnings(), content.len()), (0, 0, 2));
        assert_eq!(
            (content[1].rules[0].ranks, content[1].rules[0].bytes.most),
            (Range { least: 2, most: Some(9) }, None)
        );
        let codes =
            |text: &str| check(text.as_bytes()).faults.iter().map(logpine_text::fault::Fault::code).collect::<Vec<_>>();
        assert_eq!(codes(&text.replace("BCAST, 2, 9", "BCAST, 2, 8")), ["changed-tables"]);
        assert_eq!(codes(&text.replace("static long after = 3", "static long after = 4")), ["other-run-time"]);
        assert_eq!(codes("int main;"), ["no-tables"]);
    }
}
