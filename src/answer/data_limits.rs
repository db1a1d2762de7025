//! Warnings of answers outside the measurements behind a profile, with the best answer inside.

use super::{Candidate, Found, MpiPlan, OverlayTree, Plan, RankAlgorithm, RankPlan, StageSequence, Study};
use crate::request::{Job, Objective, Request, Status, Targets, Word as _};
use itertools::Itertools;
use logpine_models::machine::{Data, Machine, NotMeasured, Ranges, hull};
use logpine_models::model::stage::PortStages;
use logpine_models::model::{AtMost, LevelCost, SizesWithin};
use logpine_text::units::{Clock, Time};
use logpine_text::watch::Watch;
use logpine_trees::search::overlay::SearchError;
use logpine_trees::tree::families::{Parameters, Value};
use logpine_trees::tree::{Shape, levels};

/// Longer lists of fanouts are left to the report.
const LISTED: usize = 8;

/// The line about the best answer inside the data after a search that was stopped.
const NOT_SEARCHED: &str = "there was no time to search for the best inside the data";

/// The warnings of an answer, a line each: first what it needs outside the data, then the doubts about these.
/// Once the watch is over, the best answer inside is not searched for.
pub(super) fn warnings(machine: &Machine, found: &Found, request: &Request, watch: &dyn Watch) -> Vec<String> {
    let data = &machine.data;
    if *data == Data::default() {
        return Vec::new();
    }
    match found {
        Found::Tree { plan, costs, study } => {
            // The tree of a written setting, such as a TreeWidth, may be another than the best.
            let settings = request.formats.iter().filter(|format| format.is_a_setting()).map(|format| format.word());
            let settings = settings.chain(request.for_version.as_ref().map(|_| "slurm-greedy"));
            let written = settings.filter_map(|family| plan.candidates().iter().find(|of| of.family == family));
            let shapes = chosen(plan.candidates(), study, request).chain(written).map(|of| &of.construction.shape);
            return of_trees(machine, costs.cost.as_ref(), &plan.job, shapes, watch);
        }
        Found::Front { trees, costs, job, .. } => {
            return of_trees(machine, costs.cost.as_ref(), job, trees.iter().map(|tree| &tree.shape), watch);
        }
        _ => {}
    }
    let needed = needed(found, request);
    let mut said: Vec<String> = data.outside(&needed).collect();
    if data.outside(&Ranges::of_bytes(needed.bytes)).next().is_some() {
        said.extend(if watch.is_over() {
            Some(NOT_SEARCHED.to_owned())
        } else {
            best_algorithm_inside(machine, found)
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
    watch: &dyn Watch,
) -> Vec<String> {
    let data = &machine.data;
    let fanouts = shapes.into_iter().filter_map(|shape| fanouts_of(shape, cost, job.objective));
    let needed = Ranges { fanouts: fanouts.reduce(hull), ..Ranges::default() };
    let mut said: Vec<String> = data.outside(&needed).collect();
    if let (false, Some(range)) = (said.is_empty(), data.measured.fanouts) {
        said.push(best_tree_inside(machine, cost, *job, range, watch));
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
fn best_tree_inside(
    machine: &Machine,
    cost: &dyn LevelCost,
    job: Job,
    [least, most]: [u64; 2],
    watch: &dyn Watch,
) -> String {
    let most_children = job.count() - u64::from(job.targets == Targets::Members);
    if most_children.min(job.limits.max_fanout.unwrap_or(u64::MAX)) < least {
        return format!("no tree is inside: no node can have {least} children");
    }
    let plan = match Plan::new(&AtMost { cost, least, children: most }, job, watch) {
        _ if watch.is_over() => return NOT_SEARCHED.to_owned(),
        Ok(plan) => plan,
        Err(SearchError::NoneFound | SearchError::BudgetTooLong) => {
            return "no tree inside the data was found".to_owned();
        }
        Err(_) => return format!("no tree is inside: none keeps the limits with at most {most} children at each node"),
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
    let found = if plan.claim.status == Status::BestFound { " found" } else { "" };
    format!("the best tree{found} inside the data {tree}: {value}{charged}")
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
            bytes: chosen(plan.candidates(), study, request)
                .filter_map(|of| Some(of_algorithm(of, request.bytes?, plan.job.ranks())))
                .reduce(hull),
            ..of_messages
        },
        Found::Stages { plan, study, .. } => Ranges {
            bytes: chosen(plan.candidates(), study, request)
                .filter_map(|of| request.bytes.and_then(|_| of_stages(of)))
                .reduce(hull),
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

/// The best algorithm whose messages were measured, with shorter messages at the cost of the shortest that was measured.
fn best_algorithm_inside(machine: &Machine, found: &Found) -> Option<String> {
    let [least, most] = machine.data.measured.bytes?;
    let inside = |timing| SizesWithin { timing, least, most };
    let words = |name, segment: Option<u64>, time, [shortest, _]: [u64; 2]| {
        let cut = segment.map_or_else(String::new, |segment| format!(" with segments of {segment} bytes"));
        let charged = if shortest < least {
            format!(", if shorter messages take as long as those of {least} bytes")
        } else {
            String::new()
        };
        format!("the best found inside the data is {name}{cut}: {}{charged}", shown(time, machine.clock))
    };
    let best = match found {
        Found::Ranks { plan, costs, .. } => {
            let (plan, bytes) = (RankPlan::new(&inside(costs.timing.as_ref()), plan.job).ok(), plan.job.bytes()?);
            plan.map(|plan| {
                let (best, cut) = (plan.best(), plan.best().construction.cut.filter(|cut| cut.segments > 1));
                words(name(best), cut.map(|cut| cut.segment), best.time, of_algorithm(best, bytes, plan.job.ranks()))
            })
        }
        Found::Stages { plan, costs, .. } => {
            let (view, bytes) = (costs.view(), plan.job.bytes()?);
            let Some(timing) = view.cost().ports() else {
                return Some(format!("the best inside the data was not looked for under the model {}", costs.model()));
            };
            MpiPlan::new(&PortStages(&inside(timing)), plan.job.clone()).ok().map(|plan| {
                let best = plan.best();
                let segment = match best.parameters.get("segment") {
                    Some(&Value::Number(segment)) if segment < bytes => Some(segment),
                    _ => None,
                };
                words(name(best), segment, best.time, of_stages(best).unwrap_or([bytes, bytes]))
            })
        }
        _ => return None,
    };
    Some(best.unwrap_or_else(|| "no listed algorithm was found inside the data".to_owned()))
}

/// A candidate as messages call it, without its segments: `k-nomial (k = 4)`.
pub(super) fn name<C>(of: &Candidate<C>) -> String {
    named(of.family, &of.parameters)
}

/// An algorithm as messages call it, without its segments.
pub fn named(family: &str, parameters: &Parameters) -> String {
    let parameters = parameters.without(["segment", "segments"]);
    if parameters.is_empty() { family.to_owned() } else { format!("{family} ({parameters})") }
}

/// The sizes of the messages of an algorithm.
fn of_algorithm(of: &Candidate<RankAlgorithm>, bytes: u64, ranks: u64) -> [u64; 2] {
    let RankAlgorithm { algorithm, cut, .. } = &of.construction;
    algorithm.cutting().sizes(bytes, *cut, ranks)
}

/// The sizes of the longest messages of the stages.
pub(super) fn of_stages(of: &Candidate<StageSequence>) -> Option<[u64; 2]> {
    of.construction.stages.iter().map(|stage| [stage.bytes, stage.bytes]).reduce(hull)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Answer, Scored, answer};
    use crate::request::{MpiCollective, ObjectiveName, Operation};
    use logpine_fit::measurements::read_rates;
    use logpine_fit::overlay::OverlayFit;
    use logpine_fit::profile::overlay_profile;
    use logpine_models::model::Overlay;
    use logpine_trees::tree::Spec;

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
                let said = best_tree_inside(&machine, &cost, job, [least, most], &());
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
                "priced at both ends of the overhead: with o = 0 the best listed is logp-optimal (2.063 us), and binomial takes 12.006 us; \
                 with o = alpha = 2.000 us it is binomial (12.006 us); bounds are for o = alpha"
            ]
        );
        assert_eq!(asked(&machine, &Request { ranks: Some(1), ..request(1) }).warnings, ["late"], "no message");
        // The direct exchange: alpha + 63 beta, and 2 (alpha + beta) + 62 beta of a barrier through one rank.
        for (collective, ends) in [
            (MpiCollective::Allgather, "k-nomial (k = 64) (2.063 us), and recursive-doubling takes 12.063 us"),
            (MpiCollective::Alltoall, "linear (2.063 us), and bruck takes 12.192 us"),
            (MpiCollective::Scatter, "linear (2.063 us), and binomial takes 12.063 us"),
            (MpiCollective::Gather, "linear (2.063 us), and binomial takes 12.063 us"),
            (MpiCollective::Barrier, "linear (4.126 us), and dissemination takes 12.006 us"),
        ] {
            let bytes = collective.has_bytes().then_some(1);
            let asked = asked(&machine, &Request { collective: Some(Operation::Mpi(collective)), bytes, ..request(1) });
            assert!(
                asked.warnings[1].contains(&format!("with o = 0 the best listed is {ends};")),
                "{:?}",
                asked.warnings
            );
        }
        // No direct exchange of an allreduce is listed: 6 (alpha + beta) at both ends.
        let allreduce = Request { collective: Some(Operation::Mpi(MpiCollective::Allreduce)), ..request(1) };
        assert_eq!(
            asked(&machine, &allreduce).warnings[1],
            "priced at both ends of the overhead: the best listed is recursive-doubling with o = 0 (12.006 us) and with o = alpha = \
             2.000 us (12.006 us); with o = 0 one that is not listed may take less, but at least 2.063 us"
        );
        // With a rate the profile has another model, and the question does not arise.
        let known = profile(&LATENCY_ALONE.replace("not_measured = [\"overhead\"]\n", ""));
        assert_eq!(asked(&known, &request(1)).warnings, ["late"]);
    }

    /// Two ranks pay alpha for each message, and beta for each byte of it or of the shortest that was measured.
    #[test]
    fn the_best_inside_is_the_best_of_all_cuts() {
        for [least, most] in [[1, 3], [2, 4], [4, 6], [5, 5], [8, 64]] {
            let text = LATENCY_ALONE.replace("[1, 4096]", &format!("[{least}, {most}]"));
            let machine = profile(&text);
            for bytes in 1..40_u64 {
                let time = |segment: u64| {
                    let full = bytes.div_ceil(segment) - 1;
                    2000 * (full + 1) + full * segment.max(least) + (bytes - full * segment).max(least)
                };
                let best = (1..=most.min(bytes)).map(time).min().expect("a segment");
                let warnings =
                    asked(&machine, &Request { ranks: Some(2), bytes: Some(bytes), ..Request::default() }).warnings;
                if bytes <= most && least <= bytes {
                    assert_eq!(warnings[0], "late", "{bytes} B are inside {least} to {most}");
                    continue;
                }
                let end = shown(Time::from_ticks(best * 1000), machine.clock);
                assert!(
                    warnings[1].starts_with("the best found inside the data is ")
                        && warnings[1].contains(&format!(": {end}")),
                    "{bytes} B, {least} to {most}: {warnings:?}, not {end}"
                );
            }
        }
    }
}
