//! Models of combinations of schemes and networks as CSV.

use crate::report::causal::kind;
use logpine_study::combinations::{Combination, CombinationTable, Learnt, Relation};
use logpine_text::csv_lines::csv_lines;

/// The names of the columns.
const COLUMNS: [&str; 8] = ["scheme", "network", "learnt", "published", "from", "to", "kind", "information"];

/// A line of CSV for each relation of each model: the kind of schemes, the class of networks, the sign against the reference
/// and the published one (empty if there is none), cause, effect, kind of the relation and the information shared by the two,
/// in nats. A model without relations has one line with these fields empty.
#[must_use]
pub fn combination_lines(table: &CombinationTable) -> String {
    let lines = table.combinations.iter().flat_map(lines_of);
    csv_lines(std::iter::once(COLUMNS.map(str::to_owned)).chain(lines))
}

fn lines_of(combination: &Combination) -> Vec<[String; 8]> {
    let Learnt { scheme, class, relations, .. } = &combination.learnt;
    let published = combination.published.as_ref().map_or("", |checked| checked.published.verdict.sign());
    let learnt = combination.differences.verdict().sign();
    let line = |[from, to, kind, information]: [String; 4]| {
        let [scheme, class] = [scheme.name().to_owned(), class.to_string()];
        [scheme, class, learnt.to_owned(), published.to_owned(), from, to, kind, information]
    };
    if relations.is_empty() {
        return vec![line([const { String::new() }; 4])];
    }
    relations.iter().map(|relation| line(fields(relation))).collect()
}

fn fields(relation: &Relation) -> [String; 4] {
    let names = [relation.from.name(), relation.to.name(), kind(relation.kind)];
    let [from, to, kind] = names.map(str::to_owned);
    [from, to, kind, relation.information.to_string()]
}
