//! A replay as JSON.

use super::{Origin, SimulationReport, operation_name, reason_name};
use crate::report::json::{RequestJson, SCHEMA, document, object};
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::replay::{Activity, Part, Share, Step};
use logpine_models::model::stage::Sight;
use logpine_text::units::Time;
use serde::Serialize;
use std::collections::BTreeMap;

/// The origin of the replayed schedule.
fn origin(origin: Origin) -> impl Serialize {
    let (mut file, mut goal_tick) = (None, None);
    let planned = match origin {
        #[cfg(test)]
        Origin::Unknown => None,
        Origin::Goal { file: read, tick } => {
            (file, goal_tick) = (Some(read), Some(tick));
            None
        }
        Origin::Ranks { job, candidate } => Some((RequestJson::ranks(job), candidate.family, &candidate.parameters)),
        // A model of single messages takes no account of the ranks' hosts.
        Origin::Mpi { job, candidate } => {
            Some((RequestJson::mpi(job, Sight::Blind), candidate.family, &candidate.parameters))
        }
        Origin::Leaves { job, candidate } => Some((RequestJson::leaves(job), candidate.family, &candidate.parameters)),
        Origin::Waves { job, candidate, waves, .. } => {
            Some((RequestJson::waves(job, waves), candidate.family, &candidate.parameters))
        }
    };
    let planned = planned
        .map(|(request, family, parameters)| object!(request = request, family = family, parameters = parameters));
    object!(file? = file, goal_tick? = goal_tick, *planned = planned)
}

/// The share of the time that ranks spend on an activity.
fn share(share: Share) -> impl Serialize {
    let percent = |part: f64| 100.0 * part;
    object!(
        mean_percent = percent(share.mean),
        least_percent = percent(share.least),
        most_percent = percent(share.most),
        most_rank = share.most_rank
    )
}

/// A step of the critical path.
fn step(step: &Step) -> impl Serialize {
    let (peer, bytes) = match step.operation {
        Operation::Send { to: peer, bytes, .. } | Operation::Receive { from: peer, bytes, .. } => {
            (Some(peer).filter(|&peer| peer != logpine_collectives::schedule::ANY), Some(bytes))
        }
        _ => (None, None),
    };
    object!(
        rank = step.span.rank,
        operation = step.span.operation,
        kind = operation_name(step.operation),
        peer? = peer,
        bytes? = bytes,
        reason = reason_name(step.span.cause.reason),
        start = step.span.start,
        end = step.span.end,
        waited = step.waited(),
        performed = step.performed()
    )
}

/// A replay as JSON: `schema`, `unit` (`s` or `cycle`, of all times), `title`; for a GOAL schedule `file` and `goal_tick` (the
/// length of a tick), for a plan `request`, `family` and `parameters` as [`best`](crate::report::json) has them (`waves` is
/// the number replayed); `machine`, `model`, `semantics`, `time` (when the last rank is done), `predicted` (the plan's time;
/// null if there is none), `last_rank`, `rank_times` (when each rank is done, from rank 0; null beyond 65,536 ranks), `ranks`,
/// `operations`, `messages`, `bytes`, `utilisation`, `critical_path`, `critical_path_totals` (both null without a timeline:
/// `simulate` keeps one up to 2^25 operations), and for waves over an overlay tree `critical_path_nodes`.
///
/// `utilisation` has for `sends`, `receptions`, `calculations`, `busy` (the three together) and `interface` (the time in which
/// sends keep it from further sends) {`mean_percent`, `least_percent`, `most_percent`, `most_rank`} of the time. A step of the
/// critical path has `rank`, `operation` (its index among the rank's, from 0), `kind` (`send`, `receive`, `calculate`,
/// `combine`, `wait`), `peer` (unless any) and `bytes` of a message, `reason` (`start`, `order`, `message`, `processor`,
/// `gap`, `clock`: the cause of its waiting), `start`, `end`, `waited` and `performed`. The sum of `waited` and `performed`
/// over all steps is `time`, and so is the sum of the totals of `send`, `wire`, `receive`, `calculate`, `gap`, `clock` and
/// `other`, and of those of `critical_path_nodes`, the costs of nodes: `latency`, `overhead` {`constant`, `linear`,
/// `quadratic`, `logarithmic`, `exponential`, `measured`}, `gap`, `filter`, `startup` and `other`.
#[must_use]
pub fn json(report: &SimulationReport) -> String {
    let finish = report.replayed.finish;
    let shares = Activity::ALL.into_iter().map(|of| (of.name(), share(report.usage.share(of, finish))));
    let path = report.critical_path;
    let simulation = object!(
        schema = SCHEMA,
        unit = report.clock.symbol(),
        title = report.title,
        *origin = origin(report.origin),
        machine = report.machine,
        model = report.model,
        semantics = report.semantics.name(),
        time = finish,
        predicted = report.predicted,
        last_rank = report.last_rank(),
        rank_times = rank_times(report),
        ranks = report.ranks(),
        operations = report.operations(),
        messages = report.usage.messages(),
        bytes = report.usage.bytes(),
        utilisation = shares.collect::<BTreeMap<_, _>>(),
        critical_path = path.map(|path| path.steps().iter().map(step).collect::<Vec<_>>()),
        critical_path_totals =
            path.map(|path| Part::ALL.into_iter().map(|of| (of.name(), path.total(of))).collect::<BTreeMap<_, _>>()),
        critical_path_nodes? = report.node_parts(),
        warnings? = Some(report.warnings).filter(|warnings| !warnings.is_empty())
    );
    document(&simulation, report.clock)
}

/// The most ranks with listed times.
const MOST_RANK_TIMES: usize = 1 << 16;

/// The finish time of each rank.
fn rank_times<'a>(report: &SimulationReport<'a>) -> Option<&'a [Time]> {
    Some(&report.replayed.ranks[..]).filter(|done| done.len() <= MOST_RANK_TIMES)
}
