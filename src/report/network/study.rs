//! A study as CSV.

use logpine_study::{Couple, Study, Variable};
use logpine_text::csv_lines::csv_lines;

/// The names of the columns: `network` and `scheme`, the specs that recreate the couple, then the study's
/// [variables](Study::variables).
#[must_use]
pub fn study_header(study: &Study) -> String {
    let variables = study.variables().into_iter().map(Variable::name);
    csv_lines([["network", "scheme"].into_iter().chain(variables)])
}

/// A line for each couple. Numbers have enough digits to be distinct from all others; times are in units of a hop.
#[must_use]
pub fn study_lines(study: &Study, couples: &[Couple]) -> String {
    let variables = study.variables();
    let fields = |couple: &Couple| {
        let value = |variable: &Variable| variable.of(couple).map_or_else(String::new, |value| value.to_string());
        let specs = [couple.network.to_string(), couple.scheme.to_string()];
        specs.into_iter().chain(variables.iter().map(value)).collect::<Vec<_>>()
    };
    csv_lines(couples.iter().map(fields))
}
