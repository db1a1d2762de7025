//! An example of a ranking on a network.

#[test]
fn example_of_network_ranking_new() -> Result<(), Box<dyn std::error::Error>> {
    use logpine::answer::{NetworkQuestion, NetworkRanking, RankMapping, RankPlan};
    use logpine::network::{Duplex, Ports, Routes, RoutingRule, Spec};
    use logpine::request::{RankCollective, RankJob};
    use logpine::{machine::Machine, model::port_timing, units::Clock};
    let lecture = Machine::load("lecture")?;
    let timing = port_timing(&lecture, None)?;
    let plan = RankPlan::new(timing.as_ref(), RankJob::new(RankCollective::Bcast, 8, Some(1))?)?;
    let star = "star:8,latency=10cycles,per_byte=1cycles/B".parse::<Spec>()?.network()?;
    let routes = Routes::new(&star, RoutingRule::LowestIndex)?;
    let question = NetworkQuestion { clock: Clock::Cycle, root: 0, duplex: Duplex::Half, ports: Ports::All, seed: 0 };
    let ranking = NetworkRanking::new(&plan.contenders(timing.as_ref()), &routes, &question)?;
    // The model sends one message at a time; the hub of a star sends on all of its links.
    let winner = ranking.winner(RankMapping::Identity).ok_or("nothing ran")?;
    assert_eq!((winner.entry.family, winner.time().ticks()), ("linear", 11_000));
    assert!(!winner.is_models());
    Ok(())
}
