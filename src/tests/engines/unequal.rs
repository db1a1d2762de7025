//! Plans on unequal hosts: checked by a second opinion, better than common choices, refused if there is no answer.

use logpine::answer::{
    Found, HostOrder, UnequalJob, UnequalPlan, UnequalPlanError, UnequalRankJob, UnequalRankPlan, answer,
};
use logpine::request::{Allocation, Collective, Host, HostsChoice, RankCollective, Request, Status, Targets};
use logpine::units::{Factor, Time};
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, Tan, UnequalPorts};
use proptest::prelude::*;

fn host(name: String, slots: u64, tenths: u64, rack: Option<u64>, pod: Option<u64>) -> Host {
    let place = |place: Option<u64>| place.map(|place| format!("p{place}").into());
    let factor = Factor::from_millionths(tenths * 100_000);
    Host { factor, rack: place(rack), pod: place(pod), ..Host::new(name, slots) }
}

/// Hosts of these factors in turn.
fn hosts(count: u64, tenths: &[u64]) -> Allocation {
    let factors = tenths.iter().copied().cycle();
    Allocation::new(
        (0..count).zip(factors).map(|(index, tenths)| host(format!("n{index}"), 1, tenths, None, None)).collect(),
    )
}

fn job(leaves: u64) -> UnequalJob {
    UnequalJob { collective: Collective::Reduce, targets: Targets::Leaves, count: leaves, front_end: Factor::ONE }
}

fn cab() -> Tan {
    Tan::reduction(&Machine::load("cab").expect("built in")).expect("it has [tan]")
}

const LOGP: &str = "name = \"m\"\n[logp]\nlatency = \"20us\"\noverhead = \"3us\"\ngap = \"4us\"\n\
                    [within.rack.logp]\nlatency = \"8us\"\noverhead = \"3us\"\ngap = \"4us\"\n\
                    [within.host.logp]\nlatency = \"1us\"\noverhead = \"1us\"\ngap = \"1us\"\n";

#[test]
fn the_search_beats_what_people_do_on_unequal_hosts() {
    let cost = cab();
    let hosts = hosts(100, &[20, 10, 15, 12]);
    let plan = UnequalPlan::new(&cost, job(2000), &hosts, &()).expect("a tree");
    assert_eq!(plan.check(&cost, hosts.hosts()), Ok(()));
    assert_eq!(plan.best().construction.order, HostOrder::Searched);
    let of = |family: &str, order| {
        let found = plan
            .candidates()
            .iter()
            .find(|candidate| (candidate.family, candidate.construction.order) == (family, order));
        found.map(|candidate| candidate.time)
    };
    for family in ["sqrt", "k-ary"] {
        let (given, fastest) = (of(family, HostOrder::AsGiven), of(family, HostOrder::FastestFirst));
        assert!(fastest.is_some() && fastest <= given, "{family}");
        assert!(given > Some(plan.best().time), "{family}");
    }
    // 10 x 10 x 10 and the like need more hosts than there are.
    let short =
        plan.left_out.iter().find(|out| out.family == "optimum of equal hosts").map(|out| out.reason.to_string());
    assert!(short.is_some_and(|reason| reason.contains("100 are available")), "{:?}", plan.left_out);
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    let cost = cab();
    let hosts = hosts(12, &[10, 20]);
    let plan = UnequalPlan::new(&cost, job(100), &hosts, &()).expect("a tree");
    assert_eq!(plan.check(&cost, hosts.hosts()), Ok(()));
    let mut wrong = plan.clone();
    wrong.claim.bound.value = Time::from_ticks(plan.best().time.ticks() + 1);
    assert!(wrong.check(&cost, hosts.hosts()).is_err_and(|fault| fault.says("ticks against bound")));
    let mut wrong = plan.clone();
    wrong.job.count = 101;
    assert!(
        wrong
            .check(&cost, hosts.hosts())
            .is_err_and(|fault| fault.says("the tree does not have the leaves or ranks of the job"))
    );
    let slower: Vec<Host> =
        hosts.hosts().iter().map(|host| Host { factor: Factor::from_millionths(3_000_000), ..host.clone() }).collect();
    assert!(plan.check(&cost, &slower).is_err_and(|fault| fault.says("ticks, the model gives")));
    let full: Vec<Host> = hosts.hosts().iter().map(|host| Host { slots: 0, ..host.clone() }).collect();
    assert!(plan.check(&cost, &full).is_err_and(|fault| fault.says("processes and has")));
}

#[test]
fn hosts_that_cannot_be_served_are_named() {
    let cost = cab();
    let fast = Allocation::new(vec![host("quick".to_owned(), 1, 9, None, None)]);
    let error = UnequalPlan::new(&cost, job(10), &fast, &()).expect_err("faster than the profile");
    assert!(error.to_string().starts_with("host `quick` has the factor 0.9"), "{error}");
    let slow = UnequalJob { front_end: Factor::from_millionths(1), ..job(10) };
    let error = UnequalPlan::new(&cost, slow, &hosts(3, &[10]), &()).expect_err("faster than the profile");
    assert!(matches!(error, UnequalPlanError::FrontEnd { .. }));
    let none = UnequalPlan::new(&cost, job(10), &Allocation::default(), &()).expect("flat");
    assert_eq!((none.best().construction.hosts.len(), none.claim.status), (0, Status::Optimal));
}

/// With one process per host, the costs of messages inside hosts change nothing, unless a host has two or two share a rack.
#[test]
fn messages_inside_hosts_count_where_there_are_some() {
    let machine = Machine::from_toml(LOGP, "m.toml").expect("valid");
    let on = |slots, rack| {
        let all = (0..8).map(|index| host(format!("n{index}"), slots, 10, rack, None));
        let hosts = HostsChoice::Known(Allocation::new(all.collect()), "the hosts".to_owned());
        let request = Request { ranks: Some(8), hosts: Some(hosts), ..Request::default() };
        answer(&machine, &request).expect("an answer").found
    };
    assert!(matches!(on(1, None), Found::Ranks { .. }));
    assert!(matches!(on(2, None), Found::RanksOnHosts { .. }));
    assert!(matches!(on(1, Some(0)), Found::RanksOnHosts { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Any hosts, factors and leaves.
    #[test]
    fn every_plan_for_leaves_passes_the_second_opinion(
        given in prop::collection::vec((1u64..4, 10u64..25), 0..12),
        leaves in 1u64..300,
        front_end in 10u64..30,
    ) {
        let all = given.iter().enumerate().map(|(at, &(slots, tenths))| host(format!("n{at}"), slots, tenths, None, None));
        let hosts = Allocation::new(all.collect());
        let cost = cab();
        let job = UnequalJob { front_end: Factor::from_millionths(front_end * 100_000), ..job(leaves) };
        let plan = UnequalPlan::new(&cost, job, &hosts, &()).expect("a tree");
        prop_assert_eq!(plan.check(&cost, hosts.hosts()), Ok(()));
        prop_assert!(cost.host_classes() == 1);
    }

    /// Any hosts, factors, racks and pods, several ranks on a host.
    #[test]
    fn every_plan_among_ranks_passes_the_second_opinion(
        given in prop::collection::vec((1u64..4, 10u64..25, prop::option::of(0u64..3), prop::option::of(0u64..2)), 1..12),
        model in prop::sample::select(vec!["logp", "tukey"]),
        reduce in prop::bool::ANY,
    ) {
        let all = given.iter().enumerate().map(|(at, &(slots, tenths, rack, pod))| host(format!("n{at}"), slots, tenths, rack, pod));
        let hosts = Allocation::new(all.collect());
        let machine = match model {
            "logp" => Machine::from_toml(LOGP, "m.toml").expect("valid"),
            built_in => Machine::load(built_in).expect("built in"),
        };
        let ports = UnequalPorts::new(&machine, None, &hosts).expect("a port model");
        let ranks = usize::try_from(hosts.slots()).expect("few");
        let collective = if reduce { RankCollective::Reduce } else { RankCollective::Bcast };
        let bytes = (model != "logp").then_some(1000);
        let job = UnequalRankJob::packed(&ports, collective, ranks, bytes).expect("as many slots");
        let plan = UnequalRankPlan::new(&ports, job, &()).expect("a tree");
        prop_assert_eq!(plan.check(&ports), Ok(()));
    }
}
