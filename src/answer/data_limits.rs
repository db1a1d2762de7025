//! Warnings of answers outside the measurements behind a profile, with the best answer inside.

use super::{Candidate, Found, OverlayTree, Plan, RankAlgorithm, RankPlan, StageSequence, Study};
use crate::collective::{AlgorithmTime, Cutting, Question, Sizes};
use crate::machine::{Data, Machine, NotMeasured, Ranges};
use crate::model::{AtMost, LevelCost, PortTiming};
use crate::request::{Job, Objective, Request, Targets};
use crate::search::collective::{Effort, best_cut};
use crate::tree::{PipelineTimes, Shape, levels};
use crate::units::{Clock, Time};
use itertools::Itertools;

/// Longer lists of fanouts are left to the report.
const LISTED: usize = 8;

/// The warnings of an answer, a line each: first what it needs outside the data, then the doubts about these.
pub(super) fn warnings(machine: &Machine, found: &Found, request: &Request) -> Vec<String> {
    let data = &machine.data;
    if *data == Data::default() {
        return Vec::new();
    }
    match found {
        Found::Tree { plan, costs, study } => {
            let shapes = chosen(plan.candidates(), study, request).map(|candidate| &candidate.construction.shape);
            return of_trees(machine, costs.cost.as_ref(), &plan.job, shapes);
        }
        Found::Front { trees, costs, job, .. } => {
            return of_trees(machine, costs.cost.as_ref(), job, trees.iter().map(|tree| &tree.shape));
        }
        _ => {}
    }
    let needed = needed(found, request);
    let mut said: Vec<String> = data.outside(&needed).collect();
    let bytes = Ranges { bytes: needed.bytes, ..Ranges::default() };
    if data.outside(&bytes).next().is_some() {
        said.extend(match found {
            Found::Ranks { plan, costs, .. } => best_algorithm_inside(machine, plan, costs.timing.as_ref(), request),
            Found::Stages { plan, .. } => Some(best_stages_inside(machine, plan.candidates(), request)),
            _ => None,
        });
    }
    said.extend(data.warnings.iter().cloned());
    said
}

/// The warnings about the trees that a report shows.
pub(super) fn of_trees<'a>(
    machine: &Machine,
    cost: &dyn LevelCost,
    job: &Job,
    shapes: impl IntoIterator<Item = &'a Shape>,
) -> Vec<String> {
    let data = &machine.data;
    let fanouts = shapes.into_iter().filter_map(|shape| fanouts_of(shape, cost, job.objective));
    let needed = Ranges { fanouts: fanouts.reduce(hull), ..Ranges::default() };
    let mut said: Vec<String> = data.outside(&needed).collect();
    if let (false, Some(range)) = (said.is_empty(), data.measured.fanouts) {
        said.push(best_tree_inside(machine, cost, *job, range));
    }
    if data.lacks(NotMeasured::Latency) && job.objective != Objective::Period {
        said.push("the latency of a level was not measured: the time of a single wave is a lower bound".to_owned());
    }
    said.extend(data.warnings.iter().cloned());
    said
}

/// The fanouts that decide the value of a tree: for the period those of the widest node, for one wave those of the nodes on its slowest
/// path; `None` of a tree without children.
fn fanouts_of(shape: &Shape, cost: &dyn LevelCost, objective: Objective) -> Option<[u64; 2]> {
    let widest = shape.nodes().map(|node| shape.fanout(node)).max().filter(|&widest| widest > 0)?;
    if objective == Objective::Period {
        return Some([widest, widest]);
    }
    let levels = levels(shape, cost).ok()?;
    let slowest = levels.iter().filter_map(|level| Some(level.slowest?.fanout));
    slowest.map(|fanout| [fanout, fanout]).chain([[widest, widest]]).reduce(hull)
}

/// The best tree whose widest node was measured, with narrower nodes at the cost of the narrowest that was measured.
///
/// If the best tree at these costs has no node with `least` children or more, then all of its nodes cost the same, so that the complete
/// k-ary tree with k = `least`, the lowest of all trees with nodes up to this one, is as good.
fn best_tree_inside(machine: &Machine, cost: &dyn LevelCost, job: Job, [least, most]: [u64; 2]) -> String {
    let most_children = job.count() - u64::from(job.targets == Targets::Members);
    if most_children.min(job.limits.max_fanout.unwrap_or(u64::MAX)) < least {
        return format!("no tree is inside: no node can have {least} children");
    }
    let Ok(plan) = Plan::new(&AtMost { cost, least, children: most }, job, &()) else {
        return format!("no tree is inside: none keeps the limits with at most {most} children at each node");
    };
    let OverlayTree { shape, fanouts, .. } = &plan.best().construction;
    let time = shown(plan.best().time, machine.clock);
    let widest = shape.nodes().map(|node| shape.fanout(node)).max().unwrap_or(0);
    let tree = match fanouts.as_ref().filter(|fanouts| fanouts.len() <= LISTED) {
        _ if widest < least => format!("is k-ary with k = {least}"),
        Some(fanouts) => format!("has fanouts {}", fanouts.iter().join(",")),
        None => format!("has at most {widest} children at each node"),
    };
    let value = match job.objective {
        Objective::Latency => format!("{time} a wave"),
        Objective::Period => format!("one wave every {time}"),
        Objective::Total { waves } => format!("{time} for {waves} waves"),
    };
    let is_charged = least > 1 && job.objective != Objective::Period;
    let charged =
        if is_charged { format!(", if nodes with fewer children take as long as with {least}") } else { String::new() };
    format!("the best tree inside the data {tree}: {value}{charged}")
}

/// A time with three decimals.
pub(super) fn shown(time: Time, clock: Clock) -> String {
    let unit = time.natural_unit(clock);
    format!("{} {}", time.in_unit(unit, 3), unit.symbol())
}

/// The ranges that an answer needs, of messages or of trees on hosts.
fn needed(found: &Found, request: &Request) -> Ranges {
    let whole = request.bytes.map(|bytes| [bytes, bytes]);
    let of_messages = Ranges { bytes: whole, ranks: request.ranks.map(|ranks| [ranks, ranks]), fanouts: None };
    let of_nodes = |widest: Option<u64>| Ranges { fanouts: widest.map(|widest| [widest, widest]), ..Ranges::default() };
    match found {
        Found::Ranks { plan, study, .. } => Ranges {
            bytes: chosen(plan.candidates(), study, request).filter_map(|of| of_algorithm(of, request)).reduce(hull),
            ..of_messages
        },
        Found::Stages { plan, study, .. } => Ranges {
            bytes: chosen(plan.candidates(), study, request).filter_map(|of| of_stages(of, request)).reduce(hull),
            ..of_messages
        },
        Found::Leaves { .. } | Found::RanksOnHosts { .. } | Found::RanksPerHost { .. } => of_messages,
        Found::TreeOnHosts { plan, .. } => {
            let tree = &plan.best().construction.tree;
            of_nodes(tree.internal_nodes().map(|node| tree.fanout(node).into()).max())
        }
        Found::LeavesPerHost { plan, .. } => {
            let among = &plan.best().construction.among;
            of_nodes(among.nodes().map(|node| among.fanout(node)).max().filter(|&widest| widest > 0))
        }
        _ => Ranges::default(),
    }
}

/// The candidates that a report shows first: the robust choice or that of a family, if one is asked for, and the best.
fn chosen<'a, C>(
    all: &'a [Candidate<C>],
    study: &'a Study<Candidate<C>>,
    request: &'a Request,
) -> impl Iterator<Item = &'a Candidate<C>> {
    let robust = study.robust.iter().map(|robust| &robust.chosen.choice);
    let wanted = all.iter().find(|of| request.family.as_deref().is_none_or(|family| of.family == family));
    robust.chain(wanted)
}

/// The best of the algorithms with messages of measured sizes, cut anew.
fn best_algorithm_inside(
    machine: &Machine,
    plan: &RankPlan,
    timing: &dyn PortTiming,
    request: &Request,
) -> Option<String> {
    let ([least, most], bytes) = (machine.data.measured.bytes?, plan.job.bytes()?);
    let sizes = Sizes { least: least.max(1), most: most.min(bytes) };
    let best = Question::ask(plan.job.collective, timing, plan.job.ranks(), Some(bytes), |question| {
        let inside = |of: &Candidate<RankAlgorithm>| {
            let algorithm = of.construction.algorithm.as_ref();
            if !matches!(algorithm.cutting(), Cutting::LastShort | Cutting::Even) || sizes.least > sizes.most {
                let [shortest, longest] = of_algorithm(of, request)?;
                return (least <= shortest && longest <= most).then(|| (of.time, name(of)));
            }
            let mut times = PipelineTimes::new();
            let mut timed = AlgorithmTime { algorithm, ranks: question.ranks, times: &mut times };
            let found = best_cut(question.timing, bytes, sizes, Time::MAX, &mut Effort::default(), &mut timed).cut?;
            Some((found.time, format!("{} with segments of {} bytes", of.family, found.segment)))
        };
        plan.candidates().iter().filter_map(inside).min_by_key(|&(time, _)| time)
    });
    Some(match best {
        Some((time, name)) => format!("the best found inside the data is {name}: {}", shown(time, machine.clock)),
        None => "no algorithm listed is inside the data".to_owned(),
    })
}

/// The best listed collective whose messages were measured.
fn best_stages_inside(machine: &Machine, all: &[Candidate<StageSequence>], request: &Request) -> String {
    let is_inside = |of: &&Candidate<StageSequence>| {
        let needed = Ranges { bytes: of_stages(of, request), ..Ranges::default() };
        machine.data.outside(&needed).next().is_none()
    };
    all.iter().find(is_inside).map_or_else(
        || "no algorithm listed is inside the data".to_owned(),
        |best| format!("the best listed inside the data is {}: {}", name(best), shown(best.time, machine.clock)),
    )
}

/// A candidate as messages call it, without its segments: `k-nomial (k = 4)`.
pub(super) fn name<C>(of: &Candidate<C>) -> String {
    let parameters = of.parameters.without(["segment", "segments"]);
    if parameters.is_empty() { of.family.to_owned() } else { format!("{} ({parameters})", of.family) }
}

/// The sizes of the messages of an algorithm: whole, in segments, or in a part for each rank, up to half of which go together.
fn of_algorithm(of: &Candidate<RankAlgorithm>, request: &Request) -> Option<[u64; 2]> {
    let bytes = request.bytes?;
    let RankAlgorithm { algorithm, cut, .. } = &of.construction;
    Some(match cut {
        Some(cut) => [cut.segment.min(bytes); 2],
        None if algorithm.cutting() == Cutting::ByRanks => {
            let part = bytes.div_ceil(request.ranks.unwrap_or(1).max(1));
            [part, bytes.div_ceil(2).max(part)]
        }
        None => [bytes, bytes],
    })
}

/// The sizes of the longest messages of the stages; `None` of a barrier, which has none.
fn of_stages(of: &Candidate<StageSequence>, request: &Request) -> Option<[u64; 2]> {
    request.bytes?;
    of.construction.stages.iter().map(|stage| [stage.bytes, stage.bytes]).reduce(hull)
}

/// The smallest range with two ranges in it.
fn hull(one: [u64; 2], other: [u64; 2]) -> [u64; 2] {
    [one[0].min(other[0]), one[1].max(other[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Answer, Scored, answer};
    use crate::fit::measurements::read_rates;
    use crate::fit::overlay::OverlayFit;
    use crate::fit::profile::overlay_profile;
    use crate::model::Overlay;
    use crate::request::{MpiCollective, ObjectiveName, Operation};
    use crate::tree::Spec;

    fn profile(text: &str) -> Machine {
        Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
    }

    fn fitted(rates: &[u8]) -> Machine {
        let fit = OverlayFit::of_rates(&read_rates(rates, "rates.csv").expect("rates")).expect("a fit");
        profile(&overlay_profile(&fit, "fitted").expect("a profile"))
    }

    fn asked(machine: &Machine, request: &Request) -> Answer {
        answer(machine, request).unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// A user measured fanouts from 128 on, and was promised 6,000 jobs a second at fanout 2.
    #[test]
    fn an_answer_outside_the_rates_says_so_and_gives_the_best_inside() {
        let machine = fitted(include_bytes!("../../instances/overlays/wide_rates.csv"));
        let period = Request { members: Some(1536), objective: Some(ObjectiveName::Period), ..Request::default() };
        let of = |request: &Request| asked(&machine, request).warnings;
        assert_eq!(
            of(&period),
            [
                "outside the data: nodes with 128 to 1024 children were measured, and this answer has nodes with 2",
                "the best tree inside the data is k-ary with k = 128: one wave every 10.444 ms"
            ]
        );
        let limited = Request { max_fanout: Some(100), ..period.clone() };
        assert_eq!(of(&limited)[1], "no tree is inside: no node can have 128 children");
        let wave = of(&Request { objective: None, ..period });
        assert_eq!(wave.len(), 3, "{wave:?}");
        assert!(
            wave[1].ends_with("20.888 ms a wave, if nodes with fewer children take as long as with 128"),
            "{wave:?}"
        );
        assert!(wave[2].contains("the time of a single wave is a lower bound"), "{wave:?}");
        // A tree inside is compared with one that is not.
        let shape = "b:200^1".parse::<Spec>().expect("a spec").shape();
        let request = Request { leaves: Some(200), ..Request::default() };
        let scored = Scored::new(&machine, &request, shape).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(scored.warnings[0].contains("this answer has nodes with 2 to 200"), "{:?}", scored.warnings);
    }

    #[test]
    fn the_best_tree_inside_is_that_of_all_trees() {
        let text = |fanouts: &str| {
            format!(
                "name = \"m\"\nunit = \"cycle\"\n[data]\nfanouts = {fanouts}\n[overlay]\noverhead_per_child = \"5 cycles\"\nlatency = \"7 cycles\""
            )
        };
        for [least, most] in [[1, 3], [2, 4], [3, 5], [4, 4], [6, 9]] {
            let machine = profile(&text(&format!("[{least}, {most}]")));
            let cost = Overlay::new(&machine, 0).expect("it has [overlay]");
            let mut least_times = vec![0_u64, 0];
            for members in 2..60_u64 {
                // All partitions of the members below the root into equal parts are enough: the time never falls with the size.
                let of = |children: u64| {
                    let part = usize::try_from((members - 1).div_ceil(children)).expect("small");
                    7 + 5 * children.max(least) + least_times[part]
                };
                let best = (1..=most.min(members - 1)).map(of).min().expect("one child");
                least_times.push(best);
                let job = Job::of_members(members).expect("members");
                let said = best_tree_inside(&machine, &cost, job, [least, most]);
                if members - 1 < least {
                    assert_eq!(said, format!("no tree is inside: no node can have {least} children"));
                    continue;
                }
                let time = format!(": {} a wave", shown(Time::from_ticks(best * 1000), machine.clock));
                assert!(said.contains(&time), "{members} {least} {most}: {said}, not {time}");
            }
        }
    }

    const LATENCY_ALONE: &str = "name = \"m\"\n[data]\nbytes = [1, 4096]\nnot_measured = [\"overhead\"]\nwarnings = [\"late\"]\n\
                                 [alpha_beta]\nalpha = \"2us\"\nbeta = \"1ns/B\"";

    #[test]
    fn a_latency_alone_gives_the_answers_for_both_ends_of_the_overhead() {
        let machine = profile(LATENCY_ALONE);
        let request = |bytes| Request { ranks: Some(64), bytes: Some(bytes), ..Request::default() };
        // Binomial: 6 (alpha + beta). Linear, with a sender that is busy for beta alone: alpha + 63 beta.
        assert_eq!(
            asked(&machine, &request(1)).warnings,
            [
                "late",
                "for an overhead from 0 to alpha = 2.000 us: with o = 0 the best listed is logp-optimal: 2.063 us, binomial: 12.006 us; \
                 with o = alpha it is binomial: 12.006 us"
            ]
        );
        assert_eq!(asked(&machine, &Request { ranks: Some(1), ..request(1) }).warnings, ["late"], "no message");
        // With a rate the profile has another model, and the question does not arise.
        let known = profile(&LATENCY_ALONE.replace("not_measured = [\"overhead\"]\n", ""));
        assert_eq!(asked(&known, &request(1)).warnings, ["late"]);
    }

    #[test]
    fn messages_outside_the_data_are_cut_anew_inside() {
        let machine = profile(LATENCY_ALONE);
        let request = Request { ranks: Some(8), bytes: Some(1 << 20), ..Request::default() };
        let warnings = asked(&machine, &request).warnings;
        assert!(warnings[0].starts_with("outside the data: messages of 1 to 4096 bytes were measured"), "{warnings:?}");
        // n-block: ceil(log2 8) + n - 1 rounds of alpha + beta s for n blocks of s bytes.
        let rounds = 3 + 256 - 1;
        let time = shown(Time::from_ticks(rounds * (2_000_000 + 4_096_000)), machine.clock);
        assert_eq!(
            warnings[1],
            format!("the best found inside the data is n-block with segments of 4096 bytes: {time}")
        );
        let short = Request { bytes: Some(64), ..request.clone() };
        assert_eq!(asked(&machine, &short).warnings[0], "late");
        let gather = Request { collective: Some(Operation::Mpi(MpiCollective::Allgather)), ..request };
        let warnings = asked(&machine, &gather).warnings;
        assert_eq!(warnings[1], "no algorithm listed is inside the data", "{warnings:?}");
    }
}
