//! LogP-optimal: every rank that knows the message keeps sending it (Karp et al. 1993); binomial if G = D. Segments go along
//! the tree for their size, as in [`fibonacci`](super::fibonacci).

use super::earliest::{Target, groups, targets, why_no_tree};
use super::{AlgorithmFamily, Member, MembersOf, Question, Sizes};
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::earliest::FanoutLimits;
use logpine_trees::tree::families::Parameters;
use std::cell::Cell;

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "logp-optimal",
    "every rank that has the message keeps sending it: the earliest tree for one message (Karp et al. 1993)",
)
.drawn('O', [55, 1, 243], 57)
.among_ranks(members, why_no_tree)
.optimum_if(|_| true);

/// The tree for the whole message, then those for each class of segment sizes; none if gap and delivery are equal, since
/// the tree is then the binomial one.
fn members<'q>(question: Question<'q>, limit: &'q Cell<Time>) -> MembersOf<'q> {
    let uncut = Target::new(question, Sizes::only(question.bytes));
    if uncut.as_ref().is_some_and(Target::is_binomial) {
        return Box::new(std::iter::empty());
    }
    let member = move |target: Target| target.member(question, FanoutLimits::NONE, Parameters::new());
    let uncut = uncut.map(|target| Member { uncut: Some(target.time), least_sends: 1, ..member(target) });
    let cut = std::iter::once_with(move || {
        let targets: Vec<_> = targets(question, limit.get()).filter(|target| !target.is_binomial()).collect();
        let least_sends = targets.iter().map(|target| target.sends).min().unwrap_or(1);
        let groups = groups(targets, |_| Some(FanoutLimits::NONE));
        groups.into_iter().map(move |(target, _)| Member { least_sends, ..member(target) })
    });
    Box::new(uncut.into_iter().chain(cut.flatten()))
}
