//! The comparison of a model with the reference.

use super::{Learnt, Relation};
use crate::Variable;
use logpine_causal::EdgeKind;

/// The result of comparing the relations of a model with those of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The same relations.
    Same,
    /// Different relations.
    Different,
}

impl Verdict {
    /// The sign in the paper's table.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Same => "=",
            Self::Different => "#",
        }
    }
}

/// The differences between a model and the reference.
///
/// Variables that are each a function of the other alone are information equivalent (section 3.4 of the paper) and count
/// as one: if `avgDistance` is a function of `nodes`, an edge of the one is an edge of the other. Not compared are:
///
/// - relations among parameters, which are set;
/// - on networks without `relConnect`, relations of their parameters with `avgDistance`: the way in which their size
///   decides their distances defines the class and has nothing to do with communication;
/// - if a variable is a function of several parents in the reference, but of one of them alone here: its relations with
///   the other parents.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    /// Relations of the reference that the model does not have.
    pub missing: Vec<Relation>,
    /// Relations of the model that the reference does not have, including those with variables that are not in the
    /// reference.
    pub additional: Vec<Relation>,
    /// Variables of the reference that measure performance and have one value here.
    pub constant: Vec<Variable>,
    /// Relations that both have, and that are functions in the reference alone.
    pub no_function: Vec<Relation>,
    /// Relations that both have, and that are functions in the model alone.
    pub new_function: Vec<Relation>,
    /// Variables of the reference that do not exist here: parameters that the networks or schemes do not have.
    pub without: Vec<Variable>,
    /// Groups of variables that count as one, since each is a function of another.
    pub equivalent: Vec<Vec<Variable>>,
    /// The information that variables unknown to the reference share with `timePerNodeMsgs`, if they are not directly
    /// related.
    pub unrelated: Vec<Shared>,
}

/// The information that two variables share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// The two variables.
    pub pair: [Variable; 2],
    /// The information, in nats; `None` if it was not computed.
    pub information: Option<f64>,
}

/// The parameters of random networks.
const OF_NETWORKS: [Variable; 3] = [Variable::Nodes, Variable::RelConnect, Variable::NodesDifference];

impl Differences {
    /// Compares a model with the reference.
    #[must_use]
    pub fn new(reference: &Learnt, learnt: &Learnt) -> Self {
        let comparison = Comparison { reference, learnt, equivalent: equivalent(learnt) };
        let absent = || reference.variables().filter(|&variable| !has(learnt, variable));
        let is_constant = |variable: &Variable| learnt.constants.contains(variable);
        Self {
            missing: comparison.missing(),
            additional: comparison.additional(),
            constant: absent().filter(|of| is_constant(of) && learnt.span(*of).is_some()).collect(),
            no_function: functions_of_one(reference, learnt),
            new_function: functions_of_one(learnt, reference),
            without: absent().filter(|variable| !is_constant(variable)).collect(),
            unrelated: comparison.unrelated(),
            equivalent: comparison.equivalent,
        }
    }

    /// The verdict: same relations or not, functions or otherwise.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let is_same = self.missing.is_empty() && self.additional.is_empty() && self.constant.is_empty();
        if is_same { Verdict::Same } else { Verdict::Different }
    }
}

struct Comparison<'a> {
    reference: &'a Learnt,
    learnt: &'a Learnt,
    equivalent: Vec<Vec<Variable>>,
}

impl Comparison<'_> {
    /// The representative of the variables that count as one with `of`: the first of them.
    fn group(&self, of: Variable) -> Variable {
        self.equivalent.iter().find(|group| group.contains(&of)).map_or(of, |group| group[0])
    }

    fn is_one(&self, relation: &Relation) -> bool {
        self.group(relation.from) == self.group(relation.to)
    }

    fn is_among(&self, relation: &Relation, mut relations: impl Iterator<Item = Relation>) -> bool {
        let (from, to) = (self.group(relation.from), self.group(relation.to));
        relations.any(|other| {
            let ends = (self.group(other.from), self.group(other.to));
            ends == (from, to) || ends == (to, from)
        })
    }

    /// True if a relation is compared at all.
    fn counts(&self, Relation { from, to, .. }: &Relation) -> bool {
        let is_parameter = |of: &Variable| Variable::INPUTS.contains(of);
        let has_degree = has(self.learnt, Variable::RelConnect);
        let is_of_class = !has_degree && OF_NETWORKS.contains(from) && *to == Variable::AvgDistance;
        !(is_of_class || is_parameter(from) && is_parameter(to))
    }

    /// The relations of the reference, without those of parents that its functions do not need here.
    fn expected(&self) -> impl Iterator<Item = Relation> + '_ {
        let is_needless = |relation: &Relation| {
            let is_other =
                |&parent: &Variable| parent != relation.from && self.group(parent) == self.group(relation.to);
            relation.kind == EdgeKind::Deterministic && self.reference.causes(relation.to).iter().any(is_other)
        };
        self.reference.relations.iter().copied().filter(move |relation| !is_needless(relation))
    }

    fn missing(&self) -> Vec<Relation> {
        let is_possible = |relation: &Relation| has(self.learnt, relation.from) && has(self.learnt, relation.to);
        let is_missing = |relation: &Relation| {
            is_possible(relation)
                && self.counts(relation)
                && !self.is_one(relation)
                && !self.is_among(relation, self.learnt.relations.iter().copied())
        };
        self.expected().filter(is_missing).collect()
    }

    fn additional(&self) -> Vec<Relation> {
        let is_known = |relation: &Relation| has(self.reference, relation.from) && has(self.reference, relation.to);
        let is_expected = |relation: &Relation| self.is_one(relation) || self.is_among(relation, self.expected());
        let is_additional =
            |relation: &Relation| self.counts(relation) && !(is_known(relation) && is_expected(relation));
        self.learnt.relations.iter().copied().filter(is_additional).collect()
    }

    fn unrelated(&self) -> Vec<Shared> {
        let time = Variable::TimePerNodeMsgs;
        let is_unrelated = |of: &Variable| {
            !has(self.reference, *of) && has(self.learnt, time) && self.learnt.relation(*of, time).is_none()
        };
        let shared = |of| Shared { pair: [of, time], information: self.learnt.information(of, time) };
        self.learnt.variables().filter(is_unrelated).map(shared).collect()
    }
}

fn has(learnt: &Learnt, variable: Variable) -> bool {
    learnt.variables().any(|other| other == variable)
}

/// Relations that both have, but that are functions in the first alone.
fn functions_of_one(first: &Learnt, second: &Learnt) -> Vec<Relation> {
    let is_function = |relation: &Relation| relation.kind == EdgeKind::Deterministic;
    let of_first = |relation: &&Relation| {
        let there = second.relation(relation.from, relation.to);
        is_function(relation) && there.is_some_and(|there| !is_function(there))
    };
    first.relations.iter().filter(of_first).copied().collect()
}

/// Groups of at least two variables that are functions of one another.
fn equivalent(learnt: &Learnt) -> Vec<Vec<Variable>> {
    let mut groups: Vec<Vec<Variable>> = learnt.variables().map(|variable| vec![variable]).collect();
    for variable in learnt.variables() {
        let Some(&[parent]) = learnt.function(variable).as_deref().map(<&[Variable; 1]>::try_from).and_then(Result::ok)
        else {
            continue;
        };
        let place = |of: Variable| groups.iter().position(|group| group.contains(&of));
        if let (Some(mine), Some(other)) = (place(variable), place(parent))
            && mine != other
        {
            let (first, second) = (mine.min(other), mine.max(other));
            let joined = groups.remove(second);
            groups[first].extend(joined);
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}
