//! Models of combinations of schemes and networks, as JSON.

use super::{SCHEMA, document};
use crate::study::Variable;
use crate::study::combinations::{
    Checked, Combination, CombinationQuestion, CombinationTable, Differences, Learnt, Relation, Shared,
};
use logpine_causal::EdgeKind;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct CombinationsJson {
    schema: u32,
    couples: u64,
    seed: u64,
    threshold: f64,
    max_conditions: usize,
    reference: ModelJson,
    combinations: Vec<CombinationJson>,
    published: usize,
    agreeing: usize,
}

#[derive(Debug, Serialize)]
struct ModelJson {
    scheme: &'static str,
    network: &'static str,
    edges: Vec<EdgeJson>,
    constants: Vec<&'static str>,
    performance: Vec<SpanJson>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct EdgeJson {
    from: &'static str,
    to: &'static str,
    kind: &'static str,
    information: f64,
}

#[derive(Debug, Serialize)]
struct SpanJson {
    variable: &'static str,
    least: f64,
    most: f64,
    nearly_constant: bool,
}

#[derive(Debug, Serialize)]
struct CombinationJson {
    #[serde(flatten)]
    model: ModelJson,
    verdict: &'static str,
    differences: DifferencesJson,
    published: Option<PublishedJson>,
    agrees: Option<bool>,
}

#[derive(Debug, Serialize)]
struct DifferencesJson {
    missing: Vec<[&'static str; 2]>,
    additional: Vec<[&'static str; 2]>,
    no_function: Vec<[&'static str; 2]>,
    new_function: Vec<[&'static str; 2]>,
    constant: Vec<&'static str>,
    without: Vec<&'static str>,
    equivalent: Vec<Vec<&'static str>>,
    unrelated: Vec<SharedJson>,
}

#[derive(Debug, Serialize)]
struct SharedJson {
    pair: [&'static str; 2],
    information: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PublishedJson {
    verdict: &'static str,
    notes: Vec<NoteJson>,
}

#[derive(Debug, Serialize)]
struct NoteJson {
    number: u32,
    says: &'static str,
    holds: bool,
}

/// `study combinations` as JSON; its fields are listed [above](super).
#[must_use]
pub fn combinations(question: &CombinationQuestion, table: &CombinationTable) -> String {
    document(&CombinationsJson {
        schema: SCHEMA,
        couples: question.couples,
        seed: question.seed,
        threshold: question.options.pc.threshold,
        max_conditions: question.options.pc.max_conditions,
        reference: ModelJson::from(&table.reference),
        combinations: table.combinations.iter().map(CombinationJson::from).collect(),
        published: table.published(),
        agreeing: table.agreeing(),
    })
}

fn names(variables: &[Variable]) -> Vec<&'static str> {
    variables.iter().map(|variable| variable.name()).collect()
}

fn pairs(relations: &[Relation]) -> Vec<[&'static str; 2]> {
    relations.iter().map(|relation| [relation.from.name(), relation.to.name()]).collect()
}

fn shared(&Shared { pair, information }: &Shared) -> SharedJson {
    SharedJson { pair: pair.map(Variable::name), information }
}

impl From<&Learnt> for ModelJson {
    fn from(learnt: &Learnt) -> Self {
        let edge = |relation: &Relation| EdgeJson {
            from: relation.from.name(),
            to: relation.to.name(),
            kind: match relation.kind {
                EdgeKind::Directed => "directed",
                EdgeKind::Deterministic => "deterministic",
                EdgeKind::Undirected => "undirected",
            },
            information: relation.information,
        };
        let spans = learnt.performance.iter().map(|span| SpanJson {
            variable: span.variable.name(),
            least: span.least,
            most: span.most,
            nearly_constant: span.is_nearly_constant(),
        });
        Self {
            scheme: learnt.scheme.name(),
            network: learnt.class.name(),
            edges: learnt.relations.iter().map(edge).collect(),
            constants: names(&learnt.constants),
            performance: spans.collect(),
            warnings: learnt.model.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<&Combination> for CombinationJson {
    fn from(combination: &Combination) -> Self {
        let Combination { learnt, differences, published } = combination;
        Self {
            model: learnt.into(),
            verdict: differences.verdict().sign(),
            differences: differences.into(),
            published: published.as_ref().map(PublishedJson::from),
            agrees: combination.agrees(),
        }
    }
}

impl From<&Differences> for DifferencesJson {
    fn from(differences: &Differences) -> Self {
        Self {
            missing: pairs(&differences.missing),
            additional: pairs(&differences.additional),
            no_function: pairs(&differences.no_function),
            new_function: pairs(&differences.new_function),
            constant: names(&differences.constant),
            without: names(&differences.without),
            equivalent: differences.equivalent.iter().map(|group| names(group)).collect(),
            unrelated: differences.unrelated.iter().map(shared).collect(),
        }
    }
}

impl From<&Checked> for PublishedJson {
    fn from(Checked { published, confirmed }: &Checked) -> Self {
        let notes = published.notes.iter().map(|note| NoteJson {
            number: note.number(),
            says: note.words(),
            holds: confirmed.contains(note),
        });
        Self { verdict: published.verdict.sign(), notes: notes.collect() }
    }
}
