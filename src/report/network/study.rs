//! A study as CSV.

use crate::study::{Couple, Study, Variable};
use std::fmt::Write as _;

/// The names of the columns: `network` and `scheme`, the specs that recreate the couple, then the study's
/// [variables](Study::variables).
#[must_use]
pub fn study_header(study: &Study) -> String {
    let names = study.variables().into_iter().map(Variable::name);
    let mut text = "network,scheme".to_owned();
    for name in names {
        text.push(',');
        text += name;
    }
    text + "\n"
}

/// A line of CSV (RFC 4180, with line feeds) for each couple. Numbers have enough digits to be distinct from all others; times
/// are in units of a hop.
#[must_use]
pub fn study_lines(study: &Study, couples: &[Couple]) -> String {
    let variables = study.variables();
    let mut text = String::new();
    for couple in couples {
        // Specs contain commas, but no quotes.
        let _ = write!(text, "\"{}\",\"{}\"", couple.network, couple.scheme);
        for variable in &variables {
            match variable.of(couple) {
                Some(value) => {
                    let _ = write!(text, ",{value}");
                }
                None => text.push(','),
            }
        }
        text.push('\n');
    }
    text
}
