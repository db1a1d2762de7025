//! The schedule of a plan that files hold, and the reasons why a file cannot hold it.

use super::fronts::find;
use super::{Candidate, Made, NetworkPlan, NetworkSchedule, sent};
use crate::request::FileFormat;
use logpine_check::synthesis::{Sent, Statement};
use logpine_netplan::StepSchedule;
use logpine_netplan::fronts::Point;
use logpine_text::reason::{Reason, reason};

/// The most transmissions of a schedule that is written down.
const MOST_SENDS: usize = 1 << 24;

/// The most edges of trees that are written down.
const MOST_EDGES: usize = 1 << 22;

impl NetworkPlan {
    /// The schedule that files hold: the fastest whose transmissions, or trees, are known. The one that was made for the network is
    /// such a schedule.
    pub(crate) fn held(&self) -> &Candidate<NetworkSchedule> {
        let is_held = |candidate: &&Candidate<NetworkSchedule>| !matches!(candidate.construction.0, Made::Executed);
        self.candidates().iter().find(is_held).unwrap_or_else(|| self.best())
    }

    /// The reason why a file cannot hold the schedule, as far as it is known without making the file; `None` of a certificate.
    pub(crate) fn unwritten(&self, format: FileFormat) -> Option<Reason> {
        if format == FileFormat::Certificate {
            return None;
        }
        let best = self.best();
        // A chosen point of a front is the answer itself.
        if self.job.point.is_none() && matches!(best.construction.0, Made::Executed) {
            let (found, instead) = if self.extra.is_stopped {
                (" that was found", "Let the search run longer (--time-limit), or write")
            } else {
                ("", "Write --emit json, the report, or")
            };
            return Some(reason!(
                "the fastest schedule{found} is {}, whose messages no file of a plan can hold, and a slower schedule is not written. \
                 {instead} --emit certificate, the proof of the bound",
                best.family
            ));
        }
        let too_many = || reason!("the schedule has more than {MOST_SENDS} transmissions, the most that are listed");
        let lists_sends = !matches!(format, FileFormat::Svg | FileFormat::Dot | FileFormat::MscclJson);
        match &self.held().construction.0 {
            Made::Translated(_) => Some(too_many()),
            Made::Trees(trees) if format == FileFormat::Trees => {
                let edges = trees.count().saturating_mul(self.job.ranks as usize);
                (edges > MOST_EDGES)
                    .then(|| reason!("the trees have {edges} edges, and at most {MOST_EDGES} are written"))
            }
            _ => {
                let sends = self.written().map_or(0, |written| written.schedule.sends.len());
                (lists_sends && sends > MOST_SENDS).then(too_many)
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
