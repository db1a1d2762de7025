//! Answers for machines with uncertain parameters.
//!
//! **Worst case.** No time falls as a parameter grows. The time of a tree is a sum of node costs along a path, maximised
//! over the paths; a node costs a sum of parameters with factors of at least 0 (or, from a table, a value between two
//! measurements). The time of an algorithm among ranks is made of the five numbers of its messages by sums and maxima, and
//! these numbers of parameters in the same way. Rounding keeps the order. So every choice is slowest with all parameters at
//! the upper ends of their ranges, and the choice that is fastest there has the best worst case: one search. The exception
//! is `PLogP` beyond the largest measured size: times continue the line of the last two points, and fall as the last but one
//! rises. There the worst of [scenarios](Over::Scenarios) is taken.
//!
//! **Mean.** If o(x) is a formula, no tree beats the best list of fanouts, and the time of a list, its period and its total
//! are sums of parameters with constant factors. The mean of such a sum over any distribution, independent or not, is its
//! value at the means, so the tree that is best there has the best mean: one search. Times are whole ticks. If coefficients
//! are fractions of a tick, a level's cost is rounded, and the stated mean of a wave is off by at most a tick a level (two
//! for a round trip), plus half a tick, times its factor, for the mean of every parameter in whole ticks. Otherwise (tables,
//! ranks) times are not affine, and the mean is taken over scenarios: every choice that wins in one of them is evaluated in
//! all.
//!
//! **Break points.** The nearest value on each side of a parameter's own value at which today's choice is no longer best.
//! For lists of fanouts the time T(p) of today's tree is affine and the optimum, the least of many affine functions,
//! concave; so T - optimum is convex, zero at p, and the values at which today's tree is best are an interval. Its ends are
//! found by Newton's method on the lower envelope: from a value at which another tree wins, go to the value at which that
//! tree begins to win, and search again. See [`Guarantee`] for the other cases.

mod overlay;
mod ranks;
mod robust;
mod scenarios;
mod sensitivity;
mod stages;

pub use robust::{Assessed, Criterion, Over, Robust, RobustError};
pub use sensitivity::{BreakPoint, End, Guarantee, ParameterSensitivity, Sensitivity};

use super::{Candidate, Ranking};
use crate::request::Status;
use logpine_models::machine::{Machine, Parameter, Scope};
use logpine_models::model::PortModel;
use logpine_text::units::Time;

/// The effect of uncertain parameters on an answer, as far as asked for.
#[derive(Clone, Debug)]
pub struct Study<C> {
    /// The robust choice.
    pub robust: Option<Robust<C>>,
    /// The sensitivity to each parameter.
    pub sensitivity: Option<Sensitivity<C>>,
}

impl<C> Study<C> {
    /// The empty study.
    pub const NONE: Self = Self { robust: None, sensitivity: None };
}

impl<C> Study<Candidate<C>> {
    /// The robust choice if it was asked for, else the best; and its time at the profile's values, `None` past [`Time::MAX`].
    #[must_use]
    pub fn chosen<'a, J, E>(&'a self, ranking: &'a Ranking<J, C, E>) -> (&'a Candidate<C>, Option<Time>) {
        match &self.robust {
            Some(robust) => (&robust.chosen.choice, robust.chosen.nominal),
            None => (ranking.best(), Some(ranking.best().time)),
        }
    }
}

/// The parameters of a model of messages, with those of combining if the collective combines.
const fn scope(model: PortModel, combines: bool) -> Scope {
    if combines { Scope::Combined(model) } else { Scope::Messages(model) }
}

/// True if messages of `bytes` bytes are within the tables of a model, or it has none. Beyond the last size times continue
/// the line of the last two points, and fall as the last but one rises.
fn measured_up_to(machine: &Machine, model: PortModel, bytes: u64) -> bool {
    let Some(plogp) = machine.plogp.as_ref().filter(|_| model == PortModel::Plogp) else { return true };
    let tables = [&plogp.overhead_send, &plogp.overhead_receive, &plogp.gap];
    tables.iter().all(|table| match table.points() {
        [.., _, last] => bytes <= last.at,
        _ => true,
    })
}

/// The answers to one job as a function of the machine.
trait Landscape: Sync {
    /// A tree or an algorithm.
    type Choice: Clone + Send + Sync;

    /// The best choice on a machine; `None` if no time is representable.
    fn best(&self, machine: &Machine) -> Option<Best<Self::Choice>>;

    /// The value of the objective for a given choice.
    fn value(&self, choice: &Self::Choice, machine: &Machine) -> Option<Time>;

    /// The value of a choice with the best size of segments for its tree.
    fn tuned(&self, choice: &Self::Choice, machine: &Machine) -> Option<Time> {
        self.value(choice, machine)
    }

    /// A comparison without a search: true if another choice is better on a machine, and the least value there if it is known. `None` if only
    /// a search can tell.
    fn quick(&self, _choice: &Self::Choice, _machine: &Machine) -> Option<(bool, Option<Time>)> {
        None
    }

    /// The standing of a choice on a machine.
    fn standing(&self, choice: &Self::Choice, machine: &Machine) -> Standing<Self::Choice> {
        self.standing_by_best(choice, machine)
    }

    /// The standing of a choice beside the best on the machine.
    fn standing_by_best(&self, choice: &Self::Choice, machine: &Machine) -> Standing<Self::Choice> {
        let Some(Best { choice: winner, value, status }) = self.best(machine) else { return Standing::TooLong };
        match self.tuned(choice, machine) {
            Some(own) if own <= value => Standing::Best { is_proved: status != Status::BestFound },
            _ => Standing::Beaten(winner),
        }
    }

    /// True if no value falls as a parameter grows.
    fn is_monotone(&self, machine: &Machine) -> bool;

    /// True if the value of every choice that can be best is a sum of parameters with constant factors.
    fn is_affine(&self, machine: &Machine) -> bool;

    /// The guarantee for the break points of a parameter.
    fn guarantee(&self, machine: &Machine, parameter: &Parameter) -> Guarantee;
}

/// The best choice on a machine.
struct Best<C> {
    choice: C,
    value: Time,
    status: Status,
}

/// The standing of a choice on a machine.
enum Standing<C> {
    /// No choice is better.
    Best {
        /// False if that is only the best found.
        is_proved: bool,
    },
    /// This choice is better.
    Beaten(C),
    /// No time is representable.
    TooLong,
}
