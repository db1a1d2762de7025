//! Checks the claims of a plan for a network: the ranking, the time of what was made, the bound, and the points of a front.
//!
//! A step is written as a cycle, the time of a unit of a stream in ticks, rounded half up.

use super::certificate::{Evidence, Least, Proof};
use super::fault::{Fault, Limits, Wrong};
use super::ports::check_ports;
use super::sends::{check_rounds, check_sends};
use super::sent::Sent;
use super::statement::Statement;
use super::translated::{Hop, check_translated};
use super::trees::{Packing, check_trees};
use crate::claim::Claimed;
use logpine_models::job::{Claim, Ports};
use logpine_text::units::{Clock, Time};

/// The schedule that was made for a network.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// Transmissions in steps, over all arcs of a vertex at once or through its one port.
    Steps {
        /// The transmissions.
        sends: &'a [Sent],
        /// The number of blocks that a vertex may send or receive at once: one, or one for each arc.
        ports: Ports,
    },
    /// One tree, translated, see [`check_translated`].
    Translated {
        /// The sides of the torus.
        sides: &'a [u32],
        /// The tree of rank 0.
        tree: &'a [Hop],
    },
    /// Trees, for a stream.
    Trees(Packing<'a>),
}

/// A schedule of a front with its claims.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedPoint<'a> {
    /// The number of steps.
    pub steps: u32,
    /// The number of rounds.
    pub rounds: u32,
    /// The rounds of each step.
    pub composition: &'a [u32],
    /// The transmissions.
    pub sends: &'a [Sent],
}

/// Checks the times of candidates, the best first, against the claim on the best, whose bound may hold for a class of schedules alone.
///
/// # Errors
/// [`Wrong`].
pub fn check_ranking(
    claim: &Claim,
    is_bound_of_class: bool,
    times: impl IntoIterator<Item = Time>,
) -> Result<(), Wrong> {
    let mut claimed = if is_bound_of_class { Claimed::of_class(claim) } else { Claimed::new(claim) };
    let checked = times.into_iter().try_for_each(|time| claimed.check("candidate", time));
    checked.map_err(Wrong::new)
}

/// Checks that a schedule brings about the collective of the statement, in the stated time; trees may take less.
///
/// # Errors
/// The first [`Wrong`].
pub fn check_made(statement: &Statement<'_>, made: &Made<'_>, stated: Time) -> Result<(), Wrong> {
    let found = match *made {
        Made::Steps { sends, ports } => {
            let executed = check_sends(statement, sends, &Limits::default()).map_err(first)?;
            if ports == Ports::One {
                check_ports(statement.graph, sends)?;
            }
            executed.steps
        }
        Made::Translated { sides, tree } => check_translated(statement, sides, tree)?.steps,
        Made::Trees(packing) => {
            let packed = check_trees(statement, &packing, &Limits::default()).map_err(first)?;
            let takes_longer = |&(p, q): &(u64, u64)| ticks(p, q).is_none_or(|ticks| ticks > stated.ticks());
            return match packed.time.filter(takes_longer) {
                Some((p, q)) => Err(Wrong::new(format_args!(
                    "the trees take {p}/{q} for a unit, more than the {} ticks that were claimed",
                    stated.ticks()
                ))),
                None => Ok(()),
            };
        }
    };
    equal("ticks", stated.ticks(), found.saturating_mul(Clock::Cycle.ticks_per_unit()))
}

/// Checks that a proof shows what it claims, and of a bound on steps or on the time of a unit that it is not below the stated one.
///
/// # Errors
/// [`Wrong`].
pub fn check_bound(statement: &Statement<'_>, proof: &Proof, stated: Time) -> Result<(), Wrong> {
    let proved = match proof.check(statement)? {
        Evidence::Proved(Least::Steps(bound)) | Evidence::NeedsSolver { bound, .. } => {
            Some(u64::from(bound).saturating_mul(Clock::Cycle.ticks_per_unit()))
        }
        Evidence::Proved(Least::TimePerUnit { p, q }) => ticks(p, q),
        Evidence::Rounds(_) | Evidence::Blocks(_) => None,
    };
    let claimed = stated.ticks();
    match proved.filter(|&proved| proved < claimed) {
        Some(proved) => {
            Err(Wrong::new(format_args!("the bound is {claimed} ticks, and its certificate proves {proved}")))
        }
        None => Ok(()),
    }
}

/// Checks a schedule of a front: its meaning, its steps and its rounds. The last steps may send nothing.
///
/// # Errors
/// The first [`Wrong`].
pub fn check_point(statement: &Statement<'_>, point: &ClaimedPoint<'_>) -> Result<(), Wrong> {
    let ClaimedPoint { steps, rounds, composition, sends } = *point;
    let executed = check_rounds(statement, composition, sends, &Limits::default()).map_err(first)?;
    equal("steps", steps.into(), executed.steps.max(composition.len() as u64))?;
    equal("rounds", rounds.into(), composition.iter().map(|&rounds| u64::from(rounds)).sum())
}

fn equal(what: &'static str, claimed: u64, found: u64) -> Result<(), Wrong> {
    if found == claimed {
        return Ok(());
    }
    Err(Wrong::new(format_args!("the schedule takes {found} {what}, and {claimed} were claimed")))
}

/// The ticks of the time p / q of a unit; `None` if they are too many.
fn ticks(p: u64, q: u64) -> Option<u64> {
    let ticks = u128::from(p) * u128::from(Clock::Second.ticks_per_unit()) + u128::from(q / 2);
    u64::try_from(ticks.checked_div(q.into())?).ok()
}

/// The first of several faults.
fn first(faults: Vec<Fault>) -> Wrong {
    faults.into_iter().next().map_or_else(|| Wrong::new("the check failed"), |fault| fault.wrong)
}
