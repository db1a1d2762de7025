//! Models of combinations of schemes and networks, as JSON.

use super::{SCHEMA, document, object};
use crate::report::causal::kind;
use logpine_study::Variable;
use logpine_study::combinations::{
    Checked, Combination, CombinationQuestion, CombinationTable, Differences, Learnt, Relation,
};
use logpine_text::units::Clock;
use serde::Serialize;

/// `study combinations` as JSON; its fields are listed [above](super).
#[must_use]
pub fn combinations(question: &CombinationQuestion, table: &CombinationTable) -> String {
    let compared = object!(
        schema = SCHEMA,
        couples = question.couples,
        seed = question.seed,
        threshold = question.options.pc.threshold,
        max_conditions = question.options.pc.max_conditions,
        reference = model(&table.reference),
        combinations = table.combinations.iter().map(combination).collect::<Vec<_>>(),
        published = table.published(),
        agreeing = table.agreeing()
    );
    document(&compared, Clock::Second)
}

fn names(variables: &[Variable]) -> Vec<&'static str> {
    variables.iter().map(|variable| variable.name()).collect()
}

fn pairs(relations: &[Relation]) -> Vec<[&'static str; 2]> {
    relations.iter().map(|relation| [relation.from.name(), relation.to.name()]).collect()
}

fn model(learnt: &Learnt) -> impl Serialize {
    let edge = |relation: &Relation| {
        let (from, to, kind) = (relation.from.name(), relation.to.name(), kind(relation.kind));
        object!(from = from, to = to, kind = kind, information = relation.information)
    };
    let spans = learnt.performance.iter().map(|span| {
        object!(
            variable = span.variable.name(),
            least = span.least,
            most = span.most,
            nearly_constant = span.is_nearly_constant()
        )
    });
    object!(
        scheme = learnt.scheme.name(),
        network = learnt.class.name(),
        edges = learnt.relations.iter().map(edge).collect::<Vec<_>>(),
        constants = names(&learnt.constants),
        performance = spans.collect::<Vec<_>>(),
        warnings = learnt.model.all_warnings()
    )
}

fn combination(combination: &Combination) -> impl Serialize {
    let Combination { learnt, differences, published } = combination;
    object!(
        *model = model(learnt),
        verdict = differences.verdict().sign(),
        differences = differing(differences),
        published = published.as_ref().map(checked),
        agrees = combination.agrees()
    )
}

fn differing(differences: &Differences) -> impl Serialize {
    let unrelated = differences.unrelated.iter().map(|shared| {
        let pair = shared.pair.map(Variable::name);
        object!(pair = pair, information = shared.information)
    });
    object!(
        missing = pairs(&differences.missing),
        additional = pairs(&differences.additional),
        no_function = pairs(&differences.no_function),
        new_function = pairs(&differences.new_function),
        constant = names(&differences.constant),
        without = names(&differences.without),
        equivalent = differences.equivalent.iter().map(|group| names(group)).collect::<Vec<_>>(),
        unrelated = unrelated.collect::<Vec<_>>()
    )
}

fn checked(Checked { published, confirmed }: &Checked) -> impl Serialize {
    let notes = published
        .notes
        .iter()
        .map(|note| object!(number = note.number(), says = note.words(), holds = confirmed.contains(note)));
    object!(verdict = published.verdict.sign(), notes = notes.collect::<Vec<_>>())
}
