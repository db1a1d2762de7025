//! The limits of what people see at once: lines of `-h`, columns of reports, bytes of the README.

use std::collections::BTreeMap;
use std::fs;

/// The most lines of `-h`.
const LINES: usize = 40;
/// The most columns of help, of the README's transcripts and of brief reports.
const COLUMNS: usize = 100;

fn logpine(arguments: &[&str]) -> String {
    let output = crate::logpine().args(arguments).output().expect("the binary runs");
    String::from_utf8(output.stdout).expect("text")
}

/// The subcommands that help lists, below those given.
fn subcommands(of: &[&str]) -> Vec<String> {
    let help = logpine(&[of, &["-h"][..]].concat());
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").map(str::to_owned).collect()
}

#[test]
fn help_fits_a_screen() {
    let top = subcommands(&[]);
    assert!(top.len() > 12, "{top:?}");
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for name in top {
        let below = subcommands(&[&name]);
        all.extend(below.into_iter().map(|below| vec![name.clone(), below]));
        all.push(vec![name]);
    }
    assert!(all.iter().any(|words| words.len() == 2), "{all:?}");
    for words in all {
        let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        arguments.push("-h");
        let help = logpine(&arguments);
        let (lines, columns) = (help.lines().count(), help.lines().map(|line| line.chars().count()).max());
        assert!(lines <= LINES && columns.is_some_and(|columns| columns <= COLUMNS), "{words:?}: {lines} {columns:?}");
        // The rest stands in --help.
        arguments.pop();
        arguments.push("--help");
        assert!(logpine(&arguments).lines().count() >= lines, "{words:?}");
    }
}

/// The marks of documentation: names in backquotes, and links in angle brackets.
fn marks_of_documentation(help: &str) -> Vec<&str> {
    let is_name = |word: &&str| {
        let is_word = word.chars().all(char::is_alphanumeric) && word.starts_with(char::is_uppercase);
        is_word && word.contains(char::is_lowercase) && word.chars().skip(1).any(char::is_uppercase)
    };
    let lines = help.lines().flat_map(|line| line.split('`').skip(1).step_by(2).filter(is_name));
    lines.chain(help.matches("<http")).collect()
}

#[test]
fn help_has_no_marks_of_documentation() {
    assert_eq!(marks_of_documentation("a `GraphML` file, `-o FILE`, <https://a.b>, `A`"), ["GraphML", "<http"]);
    for name in subcommands(&[]) {
        let below = subcommands(&[&name]);
        let all = below.iter().map(|below| vec![name.as_str(), below, "--help"]).chain([vec![name.as_str(), "--help"]]);
        for arguments in all {
            let help = logpine(&arguments);
            let marks = marks_of_documentation(&help);
            assert!(marks.is_empty(), "{arguments:?}: {marks:?}");
        }
    }
}

#[test]
fn the_readme_is_short() {
    let readme = include_str!("../../README.md");
    assert!(readme.len() <= 7 * 1024, "{} bytes", readme.len());
}

#[test]
fn recipes_succeed() {
    let recipes = include_str!("../cli/recipes.trycmd");
    let commands = recipes.lines().filter(|line| line.starts_with("$ ")).count();
    let ends = recipes.lines().find(|line| line.starts_with("? ") || line.starts_with("error"));
    assert_eq!((commands, ends), (7, None));
}

/// The commands of transcripts that print brief reports, with what they print.
fn reports() -> BTreeMap<String, Vec<String>> {
    let mut reports = BTreeMap::new();
    let files = ["tests/cli", "tests/frozen"].into_iter().flat_map(|folder| fs::read_dir(folder).expect("transcripts"));
    let files = files.map(|entry| entry.expect("an entry").path());
    for file in files.filter(|path| path.extension().is_some_and(|extension| extension == "trycmd")) {
        let text = fs::read_to_string(&file).expect("a transcript");
        let mut command = None;
        for line in text.lines() {
            if line.starts_with("```") {
                command = None;
            } else if let Some(asked) = line.strip_prefix("$ ") {
                command = is_report(asked).then(|| format!("{}: {asked}", file.display()));
            } else if let Some(command) = &command {
                reports.entry(command.clone()).or_insert_with(Vec::new).push(line.to_owned());
            }
        }
    }
    reports
}

/// True for every command but those that print a file or what programs read, and the long form of a report.
fn is_report(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().skip_while(|word| word.contains('=')).collect();
    let has = |word: &str| words.contains(&word);
    let follow = |one: &str, other: &str| words.windows(2).any(|pair| pair == [one, other]);
    let is_for_programs = follow("-f", "json") || follow("--format", "json") || has("--format=json");
    let is_file = follow("-o", "-") || follow("--output", "-") || has("--shard") || has("--join");
    words.first() == Some(&"logpine")
        && !is_for_programs
        && !is_file
        && !["--verbose", "-v", "completions", "man", "schema"].into_iter().any(has)
}

/// True for a line of standard error, and for one on a place in a file.
fn is_message(line: &str) -> bool {
    let begins = ["error", "warning", "note", "no:", "hosts from", "at most", "wrote"];
    let explains = ["hint: ", "tip: ", "[possible values: "];
    let is_excerpt =
        line.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start().starts_with("| ");
    let at_place = line.split(": ").next().and_then(|place| place.rsplit_once(':'));
    let is_at_place =
        at_place.is_some_and(|(_, number)| !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit()));
    begins.iter().any(|word| line.starts_with(word))
        || explains.iter().any(|word| line.trim_start().starts_with(word))
        || line.contains(": error: ")
        || line.contains(": warning: ")
        || is_excerpt
        || is_at_place
}

#[test]
fn brief_reports_fit_a_terminal() {
    let reports = reports();
    assert!(reports.len() > 1300, "{} reports", reports.len());
    // Rows for spreadsheets are as long as their values.
    for (command, lines) in reports.into_iter().filter(|(command, _)| !command.contains("csv")) {
        let wide = lines.iter().find(|line| line.chars().count() > COLUMNS && !is_message(line));
        assert_eq!(wide, None, "{command}");
    }
}
