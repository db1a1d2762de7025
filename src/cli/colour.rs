//! Reports in the look that was asked for.

use super::args::Format;
use super::outcome::Outcome;
use super::terminal;
use crate::report::text::{Look, Page};
use std::env;

/// The end of a subcommand with its result in the format asked for: a report, in colours on a terminal, CSV or JSON.
pub fn reported(format: Format, page: impl FnOnce() -> Page, json: impl FnOnce() -> String) -> Outcome {
    match format {
        Format::Text => in_look(&page(), look()),
        Format::Markdown => Outcome::Done(page().shown(Look::Markdown)),
        Format::Csv | Format::Json => Outcome::Done(format.of_document(json())),
    }
}

/// The end of a subcommand with a report in text of a look.
pub fn in_look(page: &Page, look: Look) -> Outcome {
    Outcome::Coloured(in_locale(page.shown(look)))
}

/// The look of reports on standard output.
pub fn look() -> Look {
    if terminal::on_stdout() { Look::Terminal { columns: terminal::columns() } } else { Look::Plain }
}

/// The report as it is where the locale is UTF-8, and else with ASCII characters in place of the signs of reports.
fn in_locale(report: String) -> String {
    const SIGNS: [(&str, &str); 9] = [
        ("µ", "u"),
        ("×", "x"),
        (" · ", ", "),
        ("²", "^2"),
        ("±", "+-"),
        ("├─", "|-"),
        ("└─", "`-"),
        ("│", "|"),
        ("─", "-"),
    ];
    if is_utf8() {
        return report;
    }
    SIGNS.into_iter().fold(report, |report, (sign, ascii)| report.replace(sign, ascii))
}

/// True if the first of the variables of the locale that is set names UTF-8.
fn is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    let name = set.map(|value| value.to_string_lossy().to_lowercase());
    name.is_some_and(|name| name.contains("utf-8") || name.contains("utf8"))
}
