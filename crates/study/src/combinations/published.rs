//! The paper's statements on the combinations, and their checks on a model. They do not enter any computation.

use super::{Differences, Learnt, Verdict};
use crate::Variable;
use logpine_causal::EdgeKind;
use logpine_network::{Class, SchemeClass};

/// An explanation of the table of Lemeire, Dirkx and Colitti (2008, section 5.2), by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Note {
    /// (1) A higher uncertainty on relations of the same shape; confirmed if `avgDistance` and `timePerNodeMsgs` share
    /// less information than in the reference.
    LessCertain,
    /// (2) All relations are deterministic.
    AllFunctions,
    /// (3) `avgHops` is no function of `avgDistance`; confirmed if it is a function of no variable.
    HopsNoFunction,
    /// (4) `nodes` influences `timePerNodeMsgs`; confirmed if the two are directly related.
    NodesMatter,
    /// (5) The model is that of the same schemes on random networks, by the rules of [`Differences`].
    AsOnRandomNetworks,
    /// (6) Besides `avgDistance`, the difference of a torus' sides decides the time; confirmed if it is directly related
    /// with `timePerNodeMsgs` or `commT`.
    SidesMatter,
    /// (7) `indexShift` decides `timePerNodeMsgs`, and on rings also `avgHops`.
    ShiftMatters,
    /// (8) No variable that measures performance varies; confirmed if all are [nearly
    /// constant](super::Span::is_nearly_constant).
    AllConstant,
    /// (9) `timePerNodeMsgs` is constant, and `nodes` decides `avgQueueT`.
    QueuesAlone,
}

impl Note {
    /// The number in the paper.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32 + 1
    }

    /// The statement, in short.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::LessCertain => "a higher uncertainty on the relations",
            Self::AllFunctions => "all relations are deterministic",
            Self::HopsNoFunction => "the relation of avgDistance and avgHops is not deterministic",
            Self::NodesMatter => "nodes also influences timePerNodeMsgs",
            Self::AsOnRandomNetworks => "identical to the model of the same schemes on random networks",
            Self::SidesMatter => "besides avgDistance, |nodesR1-nodesR2| influences the time",
            Self::ShiftMatters => "indexShift also determines performance; on a ring, alone",
            Self::AllConstant => "all performance variables have a constant value",
            Self::QueuesAlone => "timePerNodeMsgs is constant, nodes affects avgQueueT",
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The sign.
    pub verdict: Verdict,
    /// The numbers of the explanations.
    pub notes: &'static [Note],
}

/// An entry, and the explanations that a model confirms.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The entry.
    pub published: Published,
    /// The explanations that the model confirms.
    pub confirmed: Vec<Note>,
}

/// The table's entry for a combination; `None` for classes that the table does not have.
#[must_use]
pub const fn published(scheme: SchemeClass, class: Class) -> Option<Published> {
    use Note::{
        AllConstant, AllFunctions, AsOnRandomNetworks, HopsNoFunction, LessCertain, NodesMatter, QueuesAlone,
        ShiftMatters, SidesMatter,
    };
    use Verdict::{Different, Same};
    let (verdict, notes): (Verdict, &'static [Note]) = match (scheme, class) {
        (SchemeClass::Random | SchemeClass::AllToAll, Class::Torus) => (Different, &[SidesMatter]),
        (SchemeClass::Random | SchemeClass::OneToAll, Class::Planar) => (Same, &[LessCertain]),
        (SchemeClass::Random, Class::Random | Class::Neighbour | Class::Star | Class::Ring)
        | (SchemeClass::AllToAll, Class::Random | Class::Neighbour | Class::Planar | Class::Ring)
        | (SchemeClass::Shift, Class::Planar) => (Same, &[]),
        (SchemeClass::OneToAll, Class::Random) => (Different, &[LessCertain, HopsNoFunction, NodesMatter]),
        (SchemeClass::OneToAll, Class::Torus) => (Different, &[NodesMatter]),
        (SchemeClass::OneToAll, Class::Neighbour) => (Different, &[AsOnRandomNetworks]),
        (SchemeClass::OneToAll | SchemeClass::Shift, Class::Star) => (Different, &[AllConstant]),
        (SchemeClass::OneToAll, Class::Ring) => (Same, &[AllFunctions]),
        (SchemeClass::AllToAll, Class::Star) => (Different, &[QueuesAlone]),
        (SchemeClass::Shift, Class::Random) => (Same, &[LessCertain, HopsNoFunction]),
        (SchemeClass::Shift, Class::Torus | Class::Ring) => (Different, &[ShiftMatters]),
        (SchemeClass::Shift, Class::Neighbour) => (Same, &[AsOnRandomNetworks]),
        _ => return None,
    };
    Some(Published { verdict, notes })
}

/// A model, and the models with which the paper compares it.
#[derive(Clone, Copy, Debug)]
pub struct Finding<'a> {
    /// The model.
    pub learnt: &'a Learnt,
    /// The model of random schemes on random networks.
    pub reference: &'a Learnt,
    /// The model of the same schemes on random networks.
    pub on_random: &'a Learnt,
}

impl Finding<'_> {
    /// Checks all explanations of an entry.
    #[must_use]
    pub fn check(&self, published: Published) -> Checked {
        let confirmed = published.notes.iter().copied().filter(|&note| self.confirms(note)).collect();
        Checked { published, confirmed }
    }

    /// True if the model confirms an explanation.
    #[must_use]
    pub fn confirms(&self, note: Note) -> bool {
        let Self { learnt, reference, on_random } = *self;
        let time = Variable::TimePerNodeMsgs;
        let is_related = |a: Variable, b: Variable| learnt.relation(a, b).is_some();
        match note {
            Note::LessCertain => {
                let shared = |of: &Learnt| of.information(Variable::AvgDistance, time).unwrap_or(f64::INFINITY);
                shared(learnt) < shared(reference)
            }
            Note::AllFunctions => {
                let mut relations = learnt.relations.iter();
                !learnt.relations.is_empty() && relations.all(|relation| relation.kind == EdgeKind::Deterministic)
            }
            Note::HopsNoFunction => {
                let hops = Variable::AvgHops;
                learnt.variables().any(|variable| variable == hops) && learnt.function(hops).is_none()
            }
            Note::NodesMatter => is_related(Variable::Nodes, time),
            Note::AsOnRandomNetworks => Differences::new(on_random, learnt).verdict() == Verdict::Same,
            Note::SidesMatter => {
                is_related(Variable::NodesDifference, time) || is_related(Variable::NodesDifference, Variable::CommT)
            }
            Note::ShiftMatters => {
                let (shift, on_ring) = (Variable::IndexShift, learnt.class == Class::Ring);
                let is_alone = |of: Variable| learnt.function(of).is_some_and(|parents| parents == [shift]);
                is_related(shift, time) && (!on_ring || is_alone(time) && is_alone(Variable::AvgHops))
            }
            Note::AllConstant => learnt.performance.iter().all(super::Span::is_nearly_constant),
            Note::QueuesAlone => {
                let is_constant = learnt.span(time).is_some_and(super::Span::is_constant);
                is_constant && learnt.function(Variable::AvgQueueT).is_some_and(|of| of == [Variable::Nodes])
            }
        }
    }
}
