//! Times on networks that are known by hand, and answers that differ from the model's.

use super::*;
use crate::answer::{MpiPlan, Plan, RankPlan};
use crate::request::{Job, Layout, Mapping, MpiCollective, MpiJob, RankCollective, RankJob};
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::build::Waves;
use logpine_collectives::schedule::operations::Record;
use logpine_models::machine::Machine;
use logpine_models::model::stage::PortStages;
use logpine_models::model::{PortModel, PortTiming, Tan, port_timing};
use logpine_network::{Duplex, MappingError, Network, Ports, Routes, RoutingRule, Spec};
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::families::LeftOutReason;
use std::error::Error;

type Test = Result<(), Box<dyn Error>>;

fn network(spec: &str) -> Result<Network, Box<dyn Error>> {
    Ok(spec.parse::<Spec>()?.network()?)
}

fn timing(machine: &str, model: Option<PortModel>) -> Result<Box<dyn PortTiming>, Box<dyn Error>> {
    Ok(port_timing(&Machine::load(machine)?, model)?)
}

const CYCLES: NetworkQuestion =
    NetworkQuestion { clock: Clock::Cycle, root: 0, duplex: Duplex::Half, ports: Ports::All, seed: 0 };

fn ranked(spec: &str, contenders: &[Contender], question: &NetworkQuestion) -> Result<NetworkRanking, Box<dyn Error>> {
    let network = network(spec)?;
    let routes = Routes::new(&network, RoutingRule::LowestIndex)?;
    Ok(NetworkRanking::new(contenders, &routes, question)?)
}

fn of_family<'a>(ranking: &'a NetworkRanking, family: &str) -> Option<&'a NetworkEntry> {
    ranking.entries().iter().find(|entry| entry.family == family || entry.also.contains(&family))
}

fn cycles(time: Time) -> u64 {
    time.ticks() / 1_000
}

/// L = 6, o = 2, on a line of three nodes whose links take 6 cycles.
#[test]
fn a_line_of_three_is_as_by_hand() -> Test {
    let timing = timing("logp-textbook", Some(PortModel::Logp))?;
    let plan = RankPlan::new(timing.as_ref(), RankJob::new(RankCollective::Bcast, 3, None)?)?;
    let contenders = plan.contenders(timing.as_ref());
    let at = |root: u32, family: &str| -> Result<u64, Box<dyn Error>> {
        let ranking = ranked("mesh:3,latency=6cycles", &contenders, &NetworkQuestion { root, ..CYCLES })?;
        Ok(cycles(of_family(&ranking, family).ok_or("not ranked")?.identity))
    };
    // Sent at 2, there at 8, used at 10; sent on at 12, there at 18.
    assert_eq!(at(0, "chain")?, 20);
    // The farther rank first: sent at 2, there at 14. The other message, sent at 4, waits for the link until 8.
    assert_eq!(at(0, "linear")?, 16);
    // From the middle both have links of their own: sent at 2 and at 4.
    assert_eq!(at(1, "linear")?, 12);
    // From the other end the nearer rank is first, and the message for the farther waits until 8, there at 20.
    assert_eq!(at(2, "linear")?, 22);
    Ok(())
}

/// A complete network with one port a node, whose links take alpha + beta s both ways, is the model.
#[test]
fn where_the_network_is_the_model_the_winner_is_the_models() -> Test {
    let timing = timing("lecture", None)?;
    for collective in [RankCollective::Bcast, RankCollective::Reduce] {
        for (ranks, bytes) in [(5, 1), (8, 1), (9, 1_000), (16, 1), (16, 5_000)] {
            let plan = RankPlan::new(timing.as_ref(), RankJob::new(collective, ranks, Some(bytes))?)?;
            let spec = format!("complete:{ranks},latency=10cycles,per_byte=1cycle/B");
            let question = NetworkQuestion { duplex: Duplex::Full, ports: Ports::One, ..CYCLES };
            let ranking = ranked(&spec, &plan.contenders(timing.as_ref()), &question)?;
            assert!(ranking.left_out.is_empty());
            for entry in ranking.entries() {
                assert_eq!([entry.linear, entry.random.least, entry.random.greatest], [entry.identity; 3]);
                // The others have rounds in the model, which ranks do not wait for here. In reductions that are cut, the
                // children send all of their segments at the start, and which a parent gets first is up to the network.
                let is_tree =
                    ["chain", "linear", "binary", "binomial", "k-nomial", "fibonacci"].contains(&entry.family);
                if is_tree && collective == RankCollective::Bcast {
                    assert_eq!(entry.identity, entry.model, "{entry:?}");
                }
            }
            let of_trees = bytes == 1;
            for mapping in RankMapping::ALL {
                let winner = ranking.winner(mapping).ok_or("no winner")?;
                assert!(!of_trees || (winner.is_models() && winner.time() == plan.best().time));
                assert_eq!(winner.slower_percent().ok_or("did not run")? > 0.0, !winner.is_models());
            }
        }
    }
    Ok(())
}

/// The hub of a star is the root, and every leaf has a link of its own: what a level costs is what it costs in the model.
#[test]
fn overlay_trees_keep_what_levels_cost_their_nodes() -> Test {
    let tan = Tan::reduction(&Machine::load("cab")?)?;
    let plan = Plan::new(&tan, Job::new(6)?, &())?;
    let question = NetworkQuestion { clock: Clock::Second, ..CYCLES };
    let ranking = ranked("star:16,latency=98us", &plan.contenders(Waves::Reduce(&tan)), &question)?;
    let flat = of_family(&ranking, "flat").ok_or("not ranked")?;
    assert_eq!(flat.identity, flat.model);
    // Deeper trees have messages between leaves of the star, two hops away from each other.
    let deeper = of_family(&ranking, "binomial").ok_or("not ranked")?;
    assert!(deeper.identity > deeper.model);
    // Round trips as well, with the way down before the way up.
    let both = Waves::Roundtrip { multicast: &tan, reduction: &tan };
    let ranking = ranked("star:16,latency=98us", &plan.contenders(both), &question)?;
    let flat = of_family(&ranking, "flat").ok_or("not ranked")?;
    assert_eq!(flat.identity.ticks(), 2 * flat.model.ticks());
    Ok(())
}

#[test]
fn programs_do_not_wait_for_the_rounds_of_the_model() -> Test {
    let timing = timing("lecture", None)?;
    let plan = RankPlan::new(timing.as_ref(), RankJob::new(RankCollective::Bcast, 8, Some(100_000))?)?;
    for contender in plan.contenders(timing.as_ref()) {
        let program = contender.program()?;
        let sends = (0..program.ranks()).flat_map(|rank| program.rank(rank)).map(Record::operation);
        let (mut messages, mut waits) = (0, 0);
        for operation in sends {
            messages += u64::from(matches!(operation, Operation::Send { .. }));
            waits += u64::from(matches!(operation, Operation::Wait { .. }));
        }
        assert_eq!(waits, 0);
        assert!((1..=contender.messages).contains(&messages), "{}: {messages}", contender.family);
    }
    Ok(())
}

#[test]
fn what_does_not_fit_is_told() -> Test {
    let timing = timing("lecture", None)?;
    let plan = RankPlan::new(timing.as_ref(), RankJob::new(RankCollective::Bcast, 9, Some(1))?)?;
    let contenders = plan.contenders(timing.as_ref());
    let fault = |spec: &str| -> Result<NetworkRankingError, Box<dyn Error>> {
        let network = network(spec)?;
        let routes = Routes::new(&network, RoutingRule::LowestIndex)?;
        NetworkRanking::new(&contenders, &routes, &CYCLES).err().ok_or_else(|| "it ran".into())
    };
    assert_eq!(fault("ring:8")?, MappingError::TooManyRanks { ranks: 9, endpoints: 8 }.into());
    let clock = fault("ring:16,latency=1us")?.to_string();
    let way_out = clock.split("like ").nth(1).ok_or("no way out")?;
    assert_eq!(way_out, "ring:16,latency=2cycles,per_byte=0.1cycles/B");
    assert_eq!(network(way_out)?.clock(), Clock::Cycle);
    Ok(())
}

/// 8,192 ranks send each other everything, half around a ring.
#[test]
fn what_would_take_too_long_is_left_out() -> Test {
    let timing = timing("lecture", None)?;
    let cost = PortStages(timing.as_ref());
    let job = MpiJob::new(MpiCollective::Alltoall, Layout::new(8_192, 8_192, Mapping::Sequential)?, Some(1))?;
    let plan = MpiPlan::new(&cost, job)?;
    let ranking = ranked("ring:8192", &plan.contenders(timing.as_ref()), &CYCLES)?;
    assert!(ranking.entries().is_empty() && ranking.winner(RankMapping::Linear).is_none());
    assert_eq!(ranking.left_out.len(), plan.candidates().len());
    assert!(ranking.left_out.iter().all(|(_, out)| matches!(out.reason, LeftOutReason::TooManyHops { .. })));
    Ok(())
}
