//! The schedule of a plan that files hold, and the reasons why a file cannot hold it.

use super::fronts::find;
use super::{Candidate, Made, NetworkPlan, NetworkSchedule, sent};
use crate::request::FileFormat;
use logpine_check::synthesis::{Sent, Statement};
use logpine_netplan::StepSchedule;
use logpine_netplan::fronts::Point;

/// The most transmissions of a schedule that is written down.
const MOST_SENDS: usize = 1 << 24;

/// The most edges of trees that are written down.
const MOST_EDGES: usize = 1 << 22;

/// The reason why a format cannot hold the schedule of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unwritten {
    /// An algorithm of the catalogue is the fastest, and its messages are not known.
    #[error(
        "the fastest schedule{} is {family}, whose messages no file of a plan can hold, and a slower schedule is not written. {} --emit \
         certificate, the proof of the bound",
        if *is_stopped { " that was found" } else { "" },
        if *is_stopped { "Let the search run longer (--time-limit), or write" } else { "Write --emit json, the report, or" }
    )]
    Executed {
        /// The algorithm.
        family: &'static str,
        /// True if the search was stopped: it may find a schedule that is as fast.
        is_stopped: bool,
    },
    /// Too many transmissions.
    #[error("the schedule has more than {MOST_SENDS} transmissions, the most that are listed")]
    Sends,
    /// Too many edges.
    #[error("the trees have {edges} edges, and at most {MOST_EDGES} are written")]
    Edges {
        /// Their number.
        edges: usize,
    },
}

impl NetworkPlan {
    /// The schedule that files hold: the fastest whose transmissions, or trees, are known. The one that was made for the network is
    /// such a schedule.
    pub(crate) fn held(&self) -> &Candidate<NetworkSchedule> {
        let is_held = |candidate: &&Candidate<NetworkSchedule>| !matches!(candidate.construction.0, Made::Executed);
        self.candidates().iter().find(is_held).unwrap_or_else(|| self.best())
    }

    /// The reason why a file cannot hold the schedule, as far as it is known without making the file; `None` of a certificate.
    pub(crate) fn unwritten(&self, format: FileFormat) -> Option<Unwritten> {
        if format == FileFormat::Certificate {
            return None;
        }
        let best = self.best();
        // A chosen point of a front is the answer itself.
        if self.job.point.is_none() && matches!(best.construction.0, Made::Executed) {
            return Some(Unwritten::Executed { family: best.family, is_stopped: self.extra.is_stopped });
        }
        let lists_sends = !matches!(format, FileFormat::Svg | FileFormat::Dot | FileFormat::MscclJson);
        match &self.held().construction.0 {
            Made::Translated(_) => Some(Unwritten::Sends),
            Made::Trees(trees) if format == FileFormat::Trees => {
                let edges = trees.count().saturating_mul(self.job.ranks as usize);
                (edges > MOST_EDGES).then_some(Unwritten::Edges { edges })
            }
            _ => {
                let sends = self.written().map_or(0, |written| written.schedule.sends.len());
                (lists_sends && sends > MOST_SENDS).then_some(Unwritten::Sends)
            }
        }
    }

    /// The schedule in steps that files hold: the chosen point of a front, or else the [fastest](Self::held); `None` without steps, or
    /// if they are not listed.
    pub(crate) fn written(&self) -> Option<Written<'_>> {
        let statement = self.statement();
        let chosen = self.job.point.zip(self.extra.points.as_ref());
        if let Some(point) = chosen.and_then(|(steps, front)| find(front, steps)) {
            let Point { blocks, composition, schedule, .. } = point;
            return Some(Written {
                statement: Statement { blocks: *blocks, ..statement },
                rounds: composition,
                schedule,
            });
        }
        match &self.held().construction.0 {
            Made::Steps(schedule) => Some(Written { statement, rounds: &[], schedule }),
            Made::Translated(_) | Made::Trees(_) | Made::Executed => None,
        }
    }
}

/// A schedule in steps.
pub(crate) struct Written<'a> {
    /// The collective on its graph.
    pub(crate) statement: Statement<'a>,
    /// The rounds of each step; empty if each has one.
    pub(crate) rounds: &'a [u32],
    /// The transmissions.
    pub(crate) schedule: &'a StepSchedule,
}

impl Written<'_> {
    /// The transmissions by their vertices.
    pub(crate) fn sent(&self) -> impl Iterator<Item = Sent> {
        sent(self.statement.graph, self.schedule)
    }
}
