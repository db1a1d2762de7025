//! Models of combinations of schemes and networks as CSV.

use crate::causal::EdgeKind;
use crate::study::combinations::{CombinationTable, Learnt};
use std::fmt::Write as _;

/// A line of CSV for each relation of each model: the kind of schemes, the class of networks, the sign against the reference
/// and the published one (empty if there is none), cause, effect, kind of the relation and the information shared by the two,
/// in nats. A model without relations has one line with these fields empty.
#[must_use]
pub fn combination_lines(table: &CombinationTable) -> String {
    let mut text = "scheme,network,learnt,published,from,to,kind,information\n".to_owned();
    for combination in &table.combinations {
        let Learnt { scheme, class, relations, .. } = &combination.learnt;
        let published = combination.published.as_ref().map_or("", |checked| checked.published.verdict.sign());
        let signs = format!("{},{class},{},{published}", scheme.name(), combination.differences.verdict().sign());
        if relations.is_empty() {
            let _ = writeln!(text, "{signs},,,,");
        }
        for relation in relations {
            let kind = match relation.kind {
                EdgeKind::Directed => "directed",
                EdgeKind::Deterministic => "deterministic",
                EdgeKind::Undirected => "undirected",
            };
            let (from, to) = (relation.from.name(), relation.to.name());
            let _ = writeln!(text, "{signs},{from},{to},{kind},{}", relation.information);
        }
    }
    text
}
