//! Collectives among ranks, all of which hold data: the best family, its parameters and the segment size together.
//!
//! A reduction is a broadcast on the machine run backwards ([`Reversed`](logpine_models::model::Reversed)), so only broadcasts are
//! searched. In each family the search tries every member until more sends alone take too long, and every segment size
//! ([`best_cut`]). The rest is excluded by a bound, most often before its tree is made
//! ([`Outline`](crate::collective::Outline)).
//!
//! If a machine's times do not fall as messages grow, the best time never falls as bytes grow. It also never falls as ranks
//! grow, unless scatter and allgather win for the larger number:
//!
//! - *trees:* neither falls, see the [catalogue](crate::collective). A fixed tree takes longer for more bytes in segments of
//!   the same size; linear, chain, k-ary, binomial and k-nomial trees for fewer ranks are those for more ranks with leaves
//!   removed.
//! - *n-block:* n - 1 + ceil(log2 P) rounds of ceil(s / n) bytes; neither number falls.
//! - *two-tree:* its rounds do not fall as bytes grow. They depend on P mod 4, but there are never fewer than those of
//!   n-block, so the best of all does not follow them. If the order of operands matters, only the two-tree remains of the
//!   two, for odd P and P = 2, and the best time may fall from an even P to the next.
//! - *scatter and allgather:* a part of m blocks has at most ceil(m s / P) bytes, which does not fall as bytes grow but does
//!   as ranks grow; see [`scatter_allgather`](crate::collective::scatter_allgather) for when that is faster, and by how
//!   much.

mod bound;
mod effort;
mod family_search;
mod injection;
mod leaders;
mod segment;
mod sends;
mod volume;

pub use bound::{BoundReason, LowerBound, combination_ticks, lower_bound};
pub use effort::Effort;
pub use leaders::{Leaders, Places, leaders, wins_alone};
pub use segment::{Found, best_cut, is_excluded};
pub use sends::KnownSends;
pub use volume::{ByteRate, Messages, both_busy};

use crate::collective::{Algorithm, AlgorithmFamily, Cut, Exhaustive, Question, among_ranks, place_in_ties};
use family_search::FamilySearch;
use injection::Injection;
use logpine_models::job::Operands;
use logpine_text::units::Time;
use logpine_trees::tree::PipelineTimes;
use logpine_trees::tree::families::{LeftOut, Parameters};
use rayon::prelude::*;
use std::sync::Arc;

/// An algorithm with all its parameters and its time.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The family's name.
    pub family: &'static str,
    /// The parameters that distinguish the member within its family, without the segments.
    pub parameters: Parameters,
    /// The algorithm that moves the message.
    pub algorithm: Arc<dyn Algorithm>,
    /// The cut of the message; `None` if the model has no sizes or the algorithm cuts it by the number of ranks.
    pub cut: Option<Cut>,
    /// The time until every rank has the whole message.
    pub time: Time,
}

impl Choice {
    /// The sort key of choices: their time; among equals first those with fewer segments, then by
    /// [their families](place_in_ties), then by their parameters.
    #[must_use]
    pub fn key(&self, question: Question) -> impl Ord + '_ {
        let segments = self.segments();
        (self.time, segments, place_in_ties(self.family, question, segments), &self.parameters)
    }

    /// The number of segments of the message.
    fn segments(&self) -> u64 {
        self.cut.map_or(1, |cut| cut.segments)
    }
}

/// The result of the search of one family.
#[derive(Clone, Debug)]
pub struct FamilyResult {
    /// The best algorithm of the family, and the best without segments if that is a different one.
    pub choices: Vec<Choice>,
    /// Exhaustive if every member and every size was tried or excluded.
    pub exhaustive: Exhaustive,
    /// The reason why it has no choice, or lacks some members, and the parameters of the first of those.
    pub left_out: Option<LeftOut>,
}

/// Returns the best of every family, in the order of [`among_ranks`]. Families are searched in parallel; the result does not
/// depend on the number of threads.
#[must_use]
pub fn best_of_families(question: Question, operands: Operands) -> Vec<FamilyResult> {
    let injection = Injection::new(question);
    let best = |family: &'static AlgorithmFamily| {
        let mut times = PipelineTimes::new();
        let mut search = FamilySearch::new(family, question, injection, &mut times);
        search.run(operands);
        search.finish()
    };
    among_ranks().collect::<Vec<_>>().into_par_iter().map(best).collect()
}
