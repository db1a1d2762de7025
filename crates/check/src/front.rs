//! Checks fronts of overlay trees, with code that shares nothing with the searches.

use super::overlay::{ClaimedTree, Facts};
use logpine_models::job::{Front, Job, Objective};
use logpine_models::model::LevelCost;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::{Score, Shape};

/// A tree of a front with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedPoint<'a> {
    /// The tree.
    pub shape: &'a Shape,
    /// The time and the period of the tree.
    pub score: Score,
    /// The bound on the time of all trees with no more of the other quantity.
    pub bound: Time,
}

/// Checks the trees of a front, in order, against the job and the model, each against its bound, and that each is a trade for the
/// one before it. Fronts of time against period start with the least time, others with the fewest processes. A tree that is above its
/// bound was found for a number of processes, which a faster one may need no more of.
///
/// # Errors
/// The first fault that is found.
pub fn check<'a>(
    cost: &dyn LevelCost,
    job: &Job,
    front: Front,
    points: impl IntoIterator<Item = ClaimedPoint<'a>>,
) -> Result<(), Reason> {
    let job = job.with_objective(Objective::Latency).unwrap_or(*job);
    let mut before: Option<(Time, u128, bool)> = None;
    for ClaimedPoint { shape, score, bound } in points {
        let Score { time, period } = score;
        ClaimedTree { family: "front", shape, score, value: time }.check(cost, &job)?;
        let (is_bounded, other) = match front {
            Front::Period => (time == bound, u128::from(period.ticks())),
            _ => (time >= bound, Facts::of(shape, cost).internal),
        };
        if !is_bounded {
            return Err(reason!(
                "a tree of the front takes {time} ticks against bound {bound}",
                time = time.ticks(),
                bound = bound.ticks()
            ));
        }
        if let Some((last, other_of_last, is_exact)) = before.replace((time, other, time == bound)) {
            let is_trade = match front {
                Front::Period => time > last && other < other_of_last,
                _ => time < last && (other > other_of_last || !is_exact),
            };
            if !is_trade {
                return Err(reason!(
                    "a tree of {time} ticks does not improve on the one before it on the front, of {before} ticks",
                    time = time.ticks(),
                    before = last.ticks()
                ));
            }
        }
    }
    before.map(drop).ok_or_else(|| Reason::new("the front has no tree"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::machine::Machine;
    use logpine_models::model::Tan;
    use logpine_trees::search::budget;
    use logpine_trees::search::overlay::{Optimum, latency_period_front};

    fn cost() -> Tan {
        Tan::reduction(&Machine::load("cab").expect("built in")).expect("it has [tan]")
    }

    fn fronts(job: &Job) -> [(Front, Vec<Optimum>); 2] {
        let periods = latency_period_front(&cost(), job, &()).expect("a front");
        [(Front::Period, periods), (Front::Internals, budget::front(&cost(), job, &()).expect("a front"))]
    }

    fn fault(job: &Job, front: Front, trees: &[Optimum]) -> Option<Reason> {
        let points = trees.iter().map(|tree| ClaimedPoint { shape: &tree.shape, score: tree.score, bound: tree.bound });
        check(&cost(), job, front, points).err()
    }

    #[test]
    fn fronts_pass() {
        for leaves in [1, 2, 3, 10, 128, 1000] {
            let job = Job::new(leaves).expect("a job");
            for (front, trees) in fronts(&job) {
                assert_eq!(fault(&job, front, &trees), None, "{leaves} {front:?}");
            }
        }
    }

    #[test]
    fn each_part_of_a_front_is_read() {
        let job = Job::new(128).expect("a job");
        let later = |time: Time| Time::from_ticks(time.ticks() + 1);
        for (front, trees) in fronts(&job) {
            assert!(trees.len() > 2);
            let with = |change: &dyn Fn(&mut Optimum)| {
                let mut wrong = trees.clone();
                change(&mut wrong[1]);
                fault(&job, front, &wrong)
            };
            assert!(
                with(&|tree| tree.score.time = later(tree.score.time)).is_some_and(|fault| fault.says("ticks of time"))
            );
            assert!(
                with(&|tree| tree.score.period = later(tree.score.period))
                    .is_some_and(|fault| fault.says("ticks of period"))
            );
            assert!(with(&|tree| tree.shape = Shape::leaf()).is_some_and(|fault| fault.says("leaves, not 128")));
            assert!(
                with(&|tree| tree.bound = later(tree.bound))
                    .is_some_and(|fault| fault.says("a tree of the front takes"))
            );
            assert!(
                with(&|tree| *tree = trees[0].clone())
                    .is_some_and(|fault| fault.says("ticks does not improve on the one before it on the front, of"))
            );
            let backwards: Vec<_> = trees.iter().rev().cloned().collect();
            assert!(
                fault(&job, front, &backwards)
                    .is_some_and(|fault| fault.says("ticks does not improve on the one before it on the front, of"))
            );
            assert_eq!(fault(&job, front, &[]), Some(Reason::new("the front has no tree")));
            assert!(
                fault(&Job::new(127).expect("a job"), front, &trees).is_some_and(|fault| fault.says("leaves, not 127"))
            );
        }
    }
}
