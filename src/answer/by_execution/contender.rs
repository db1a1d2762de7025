//! One candidate before it is executed: an estimate of its time, a lower bound, and the time at which it is stopped.

use crate::answer::{Candidate, ExecuteError, Pace, RankAlgorithm, Rules};
use crate::request::{RankCollective, RankJob};
use logpine_collectives::collective::{Algorithm, Cut, Cutting, Question};
use logpine_collectives::search::collective::Choice;
use logpine_models::model::MessageSize;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{PipelineTimes, Segments};
use std::sync::Arc;

/// An algorithm of a family with its segments.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) family: &'static str,
    pub(super) parameters: Parameters,
    pub(super) algorithm: Arc<dyn Algorithm>,
    pub(super) cut: Option<Cut>,
    /// The time if every rank keeps to its program.
    pub(super) estimate: Time,
    /// A lower bound on the time of every execution.
    pub(super) least: Time,
    /// The approximate number of operations of the schedule.
    pub(super) operations: u64,
}

impl Contender {
    /// The algorithm with segments of that many bytes; `None` if it cannot have them, or its time is not representable.
    pub(super) fn new(
        question: Question,
        (family, parameters): (&'static str, &Parameters),
        algorithm: &Arc<dyn Algorithm>,
        segment: u64,
        times: &mut PipelineTimes,
    ) -> Option<Self> {
        let Question { timing, ranks, bytes, .. } = question;
        let cutting = algorithm.cutting();
        let (segments, estimate) = match cutting {
            Cutting::Never => return None,
            Cutting::ByRanks => (None, algorithm.time_by_ranks(question)?),
            Cutting::LastShort | Cutting::Even => {
                let segments = cutting.segments(timing, bytes, segment)?;
                if segments.count < algorithm.fewest_segments() {
                    return None;
                }
                (Some(segments), algorithm.time(ranks, &segments, times)?)
            }
        };
        let least =
            segments.map_or(Some(Time::ZERO), |segments| least(algorithm.as_ref(), question, &segments, times))?;
        let cut = segments.filter(|_| timing.message_size() == MessageSize::Bytes).map(|segments| {
            let segment = if cutting == Cutting::Even { bytes.div_ceil(segments.count) } else { segment.min(bytes) };
            Cut { segment, segments: segments.count, time: estimate }
        });
        let messages = match segments {
            Some(segments) => segments.count.saturating_mul(ranks),
            None => algorithm.messages(ranks, 1).unwrap_or(u64::MAX),
        };
        let each = if question.collective == RankCollective::Bcast { 2 } else { 3 };
        let operations = messages.saturating_mul(each);
        let (parameters, algorithm) = (parameters.clone(), Arc::clone(algorithm));
        Some(Self { family, parameters, algorithm, cut, estimate, least, operations })
    }

    /// Builds the schedule and executes it until `limit`, or until `watch` ends the work, at two paces if that makes a difference.
    pub(super) fn execute(
        &self,
        question: Question,
        job: RankJob,
        rules: &Rules,
        limit: Time,
        watch: &dyn Watch,
    ) -> Result<(Time, Pace), ExecuteError> {
        let candidate = self.candidate(question, self.estimate);
        let schedule = candidate.clocked(job, question.forward)?;
        rules.faster_within(schedule, limit, watch).map(|(_, pace, time)| (time, pace))
    }

    /// The candidate with that time.
    pub(super) fn candidate(&self, question: Question, time: Time) -> Candidate<RankAlgorithm> {
        let Self { family, parameters, algorithm, cut, .. } = self.clone();
        let cut = cut.map(|cut| Cut { time, ..cut });
        Candidate::<RankAlgorithm>::of_choice(Choice { family, parameters, algorithm, cut, time }, question)
    }

    /// The number of segments of the message.
    pub(super) fn segments(&self) -> u64 {
        self.cut.map_or(1, |cut| cut.segments)
    }
}

/// A lower bound on the time of an execution of the broadcast that the operation is, perhaps run backwards. The first
/// segment has to reach the last rank before that receives the others, and processors and ports have to serve every message.
/// `None` past [`Time::MAX`].
fn least(
    algorithm: &dyn Algorithm,
    question: Question,
    segments: &Segments,
    times: &mut PipelineTimes,
) -> Option<Time> {
    let Segments { count, full, last } = *segments;
    let port = full.min_of_each(last);
    let further = count - 1;
    let received = port.recv_gap.checked_mul(further)?;
    let way = match algorithm.tree() {
        Some(shape) if question.collective == RankCollective::Bcast => times.time(shape, &Segments::whole(port))?,
        // Run backwards, a rank may serve its children in the order in which their messages come.
        _ => port.delivery.checked_mul(algorithm.height(question.ranks).unwrap_or(1))?,
    };
    // Without a tree, as in block algorithms, only receptions count.
    let (root, inner) = algorithm.fanouts(question.ranks).unwrap_or((0, 0));
    let sent = |fanout: u64, each: Time| each.checked_mul(count.checked_mul(fanout)?.saturating_sub(1));
    let of_root = if root > 0 { sent(root, port.send_gap)?.checked_add(port.delivery)? } else { Time::ZERO };
    let of_inner = if inner > 0 {
        let served = sent(inner, port.send_busy)?.checked_add(port.recv_busy.checked_mul(further)?)?;
        served.checked_add(port.delivery.checked_mul(2)?)?
    } else {
        port.recv_busy.checked_mul(further)?.checked_add(port.delivery)?
    };
    Some(way.checked_add(received)?.max(of_root).max(of_inner))
}

/// The time at which a candidate is stopped: an eighth after the time of the best comparable candidate.
pub(super) fn patience(best: Time) -> Time {
    Time::from_ticks(best.ticks().saturating_add(best.ticks() / 8))
}
