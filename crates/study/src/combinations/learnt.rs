//! The model of one combination.

use crate::{Couple, Study, Variable, knowledge, observations};
use logpine_causal::{CausalModel, Constants, EdgeKind, LearnOptions, learn};
use logpine_network::{Class, SchemeClass};
use logpine_text::reason::{Reason, reason};

/// The variables of the paper's Figure 6, and the two additional ones of its section 5.2.
const OF_FIGURE: [Variable; 9] = [
    Variable::Nodes,
    Variable::RelConnect,
    Variable::NodesDifference,
    Variable::IndexShift,
    Variable::AvgNodeMsgs,
    Variable::AvgDistance,
    Variable::TimePerNodeMsgs,
    Variable::CommT,
    Variable::AvgHops,
];

/// The variables that measure performance in the paper (section 4).
const PERFORMANCE: [Variable; 6] = [
    Variable::CommT,
    Variable::TimePerNodeMsgs,
    Variable::AvgTravelT,
    Variable::AvgHops,
    Variable::MaxHops,
    Variable::AvgQueueT,
];

/// The relative variation below which a variable counts as nearly constant: averages over n nodes and over the n - 1
/// others differ by that much.
const NEARLY: f64 = 0.05;

/// A direct relation of two variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relation {
    /// The cause, or the first variable.
    pub from: Variable,
    /// The effect, or the second variable.
    pub to: Variable,
    /// The kind of relation.
    pub kind: EdgeKind,
    /// The information that the two share, in nats.
    pub information: f64,
}

impl Relation {
    /// True if the relation is between these two, in either direction.
    #[must_use]
    pub fn is_of(&self, a: Variable, b: Variable) -> bool {
        (self.from, self.to) == (a, b) || (self.from, self.to) == (b, a)
    }
}

/// The range of a variable over the couples of a combination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The variable.
    pub variable: Variable,
    /// The least value, times in units of a hop.
    pub least: f64,
    /// The largest value.
    pub most: f64,
}

impl Span {
    fn of(variable: Variable, couples: &[Couple]) -> Self {
        let values = || couples.iter().filter_map(|couple| variable.of(couple));
        Self {
            variable,
            least: values().fold(f64::INFINITY, f64::min),
            most: values().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// True if the variable varies by rounding alone.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.varies_by(1e-12)
    }

    /// True if the variable varies by at most a twentieth of its value, or of the time of a hop.
    #[must_use]
    pub fn is_nearly_constant(&self) -> bool {
        self.varies_by(NEARLY)
    }

    fn varies_by(&self, share: f64) -> bool {
        self.most - self.least <= share * self.most.abs().max(1.0)
    }
}

/// The model learnt from a combination, with its variables and relations.
#[derive(Clone, Debug, PartialEq)]
pub struct Learnt {
    /// The kind of the schemes.
    pub scheme: SchemeClass,
    /// The class of the networks.
    pub class: Class,
    /// The model.
    pub model: CausalModel,
    /// The relations of the model.
    pub relations: Vec<Relation>,
    /// The variables that were left out, since they have one value in all couples.
    pub constants: Vec<Variable>,
    /// The variables that measure performance, in the model or not.
    pub performance: Vec<Span>,
}

impl Learnt {
    pub(super) fn new(study: &Study, couples: u64, options: &LearnOptions) -> Result<Self, Reason> {
        let (scheme, class) = (study.scheme(), study.class());
        let couples = study.couples(0..couples).map_err(Reason::of)?;
        let performance: Vec<Span> = PERFORMANCE.iter().map(|&variable| Span::of(variable, &couples)).collect();
        let has = study.variables();
        let (mut variables, constants): (Vec<Variable>, Vec<Variable>) = OF_FIGURE
            .into_iter()
            .filter(|variable| has.contains(variable))
            .partition(|&variable| !Span::of(variable, &couples).is_constant());
        let queue = Span::of(Variable::AvgQueueT, &couples);
        if constants.contains(&Variable::TimePerNodeMsgs) && !queue.is_constant() {
            variables.push(Variable::AvgQueueT);
        }
        let table = observations(&couples, &variables, Constants::Refuse)
            .map_err(|fault| reason!("{} on {class}: {fault}", scheme.name()))?;
        let model = learn(&table, &knowledge(Some(scheme), &variables), options).map_err(Reason::of)?;
        let relation = |edge: &logpine_causal::Edge| Relation {
            from: variables[edge.from],
            to: variables[edge.to],
            kind: edge.kind,
            information: edge.information,
        };
        let relations: Vec<Relation> = model.edges.iter().map(relation).collect();
        Ok(Self { scheme, class, model, relations, constants, performance })
    }

    /// The variables of the model.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.model.variables.iter().filter_map(|variable| Variable::named(&variable.name))
    }

    /// The relation of two variables, in either direction.
    #[must_use]
    pub fn relation(&self, a: Variable, b: Variable) -> Option<&Relation> {
        self.relations.iter().find(|relation| relation.is_of(a, b))
    }

    /// The variables of which `of` is an effect or a function.
    #[must_use]
    pub fn causes(&self, of: Variable) -> Vec<Variable> {
        let into = self.relations.iter().filter(|relation| relation.to == of && relation.kind != EdgeKind::Undirected);
        into.map(|relation| relation.from).collect()
    }

    /// The variables of which `of` is a function, if it is one.
    #[must_use]
    pub fn function(&self, of: Variable) -> Option<Vec<Variable>> {
        let index = self.index(of)?;
        let named = |&parent: &usize| Variable::named(self.model.name(parent));
        self.model.function(index).map(|function| function.parents.iter().filter_map(named).collect())
    }

    /// The information, in nats, that two variables share, if it was computed.
    #[must_use]
    pub fn information(&self, a: Variable, b: Variable) -> Option<f64> {
        if let Some(relation) = self.relation(a, b) {
            return Some(relation.information);
        }
        let (a, b) = (self.index(a)?, self.index(b)?);
        let pair = [a.min(b), a.max(b)];
        self.model.tests.iter().find(|test| test.pair == pair && test.given.is_empty()).map(|test| test.information)
    }

    /// The range of a variable that measures performance.
    #[must_use]
    pub fn span(&self, of: Variable) -> Option<&Span> {
        self.performance.iter().find(|span| span.variable == of)
    }

    fn index(&self, of: Variable) -> Option<usize> {
        self.model.variables.iter().position(|variable| variable.name == of.name())
    }
}
