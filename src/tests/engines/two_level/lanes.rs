//! One message among ranks that share hosts.

use logpine::answer::TwoLevelRankPlan;
use logpine::request::{RankCollective, RankJob, Status};
use logpine::units::Time;
use logpine_models::machine::Locality;
use logpine_models::model::{Logp, Port};
use logpine_trees::search::two_level::{Lanes, Sent};
use proptest::prelude::*;

fn port(gap: u64, delivery: u64) -> Port {
    Port { send_gap: Time::from_ticks(gap), delivery: Time::from_ticks(delivery), ..Port::default() }
}

/// A machine of hosts with equal numbers of ranks.
#[derive(Clone, Copy, Debug)]
struct Machine {
    /// Gap and delivery inside a host.
    within: (u64, u64),
    /// Between hosts.
    among: (u64, u64),
    hosts: usize,
    ranks_per_host: usize,
}

impl Machine {
    fn lanes(&self) -> Lanes {
        let [hosts, ranks] = [self.hosts, self.ranks_per_host].map(|count| u64::try_from(count).expect("small"));
        let (within, among) = (port(self.within.0, self.within.1), port(self.among.0, self.among.1));
        Lanes::new(within, among, hosts, ranks).expect("short")
    }

    fn cost(&self, from: usize, to: usize) -> (u64, u64) {
        if from / self.ranks_per_host == to / self.ranks_per_host { self.within } else { self.among }
    }
}

/// The best over all schedules.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// The earliest time at which all hosts have the message.
    hosts: u64,
    /// The earliest time at which all ranks have it.
    ranks: u64,
    /// The same if the message enters every host once.
    one_entry: u64,
}

/// Tries every order of sends from ranks with the message to ranks without.
struct Exhaustive {
    machine: Machine,
    best: Best,
}

impl Exhaustive {
    fn search(machine: Machine) -> Best {
        let mut search = Self { machine, best: Best { hosts: u64::MAX, ranks: u64::MAX, one_entry: u64::MAX } };
        let mut free = vec![None; machine.hosts * machine.ranks_per_host];
        free[0] = Some(0);
        let mut arrived = vec![u64::MAX; machine.hosts];
        arrived[0] = 0;
        search.extend(&mut free, &mut arrived, 0, 1);
        search.best
    }

    fn extend(&mut self, free: &mut [Option<u64>], arrived: &mut [u64], latest: u64, entries: usize) {
        let (hosts, per_host) = (self.machine.hosts, self.machine.ranks_per_host);
        let last = arrived.iter().copied().max().expect("a host");
        self.best.hosts = self.best.hosts.min(last);
        if free.iter().all(Option::is_some) {
            self.best.ranks = self.best.ranks.min(latest);
            if entries == hosts {
                self.best.one_entry = self.best.one_entry.min(latest);
            }
            return;
        }
        for from in 0..free.len() {
            let Some(start) = free[from] else { continue };
            // Ranks and hosts without the message are all alike: the first of each is tried.
            let mut tried_host = false;
            for host in 0..hosts {
                let known = arrived[host] < u64::MAX;
                if !known && std::mem::replace(&mut tried_host, true) {
                    continue;
                }
                let ranks = host * per_host..(host + 1) * per_host;
                let Some(to) = ranks.into_iter().find(|&rank| free[rank].is_none()) else { continue };
                let (gap, delivery) = self.machine.cost(from, to);
                let there = start + delivery;
                let before = (free[from], arrived[host]);
                (free[from], free[to]) = (Some(start + gap), Some(there));
                arrived[host] = arrived[host].min(there);
                let entered = usize::from(from / per_host != host);
                self.extend(free, arrived, latest.max(there), entries + entered);
                (free[from], free[to], arrived[host]) = (before.0, None, before.1);
            }
        }
    }
}

/// The time at which the last rank has the message, replayed by the messages themselves, and the number of messages that enter
/// each host.
fn replay(machine: Machine, messages: &[Sent]) -> (u64, Vec<usize>) {
    let ranks = machine.hosts * machine.ranks_per_host;
    let mut has: Vec<Option<u64>> = vec![None; ranks];
    let mut free = vec![0; ranks];
    let mut entries = vec![0; machine.hosts];
    has[0] = Some(0);
    let mut sorted: Vec<&Sent> = messages.iter().collect();
    sorted.sort_by_key(|message| message.start);
    for message in sorted {
        let [from, to] = [message.from, message.to].map(|rank| usize::try_from(rank).expect("small"));
        let (gap, delivery) = machine.cost(from, to);
        let start = message.start.ticks();
        assert!(has[from].is_some_and(|since| since <= start) && free[from] <= start, "{message:?} is too early");
        assert!(has[to].is_none(), "{message:?} is the second to that rank");
        has[to] = Some(start + delivery);
        free[from] = start + gap;
        entries[to / machine.ranks_per_host] +=
            usize::from(from / machine.ranks_per_host != to / machine.ranks_per_host);
    }
    (has.into_iter().map(|time| time.expect("every rank gets the message")).max().unwrap_or(0), entries)
}

fn machines(most_hosts: usize, most_ranks: usize, most: usize) -> impl Strategy<Value = Machine> {
    let sizes = (1..=most_hosts, 1..=most_ranks).prop_filter("few ranks", move |(hosts, ranks)| hosts * ranks <= most);
    ((1u64..6, 1u64..9), (1u64..25, 1u64..40), sizes).prop_map(|(within, among, (hosts, ranks_per_host))| Machine {
        within,
        among,
        hosts,
        ranks_per_host,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bounds_hold_over_all_schedules(machine in machines(5, 4, 6)) {
        let lanes = machine.lanes();
        let best = Exhaustive::search(machine);
        prop_assert!(lanes.informed_bound().ticks() <= best.hosts, "{best:?}");
        prop_assert!(lanes.finish().ticks() >= best.one_entry);
        if lanes.is_best_with_one_entry() {
            prop_assert_eq!(lanes.finish().ticks(), best.one_entry);
        }
    }

    #[test]
    fn the_messages_take_the_time(machine in machines(60, 20, 500)) {
        let lanes = machine.lanes();
        let messages = lanes.messages().expect("few ranks");
        prop_assert_eq!(messages.len(), machine.hosts * machine.ranks_per_host - 1);
        let (finish, entries) = replay(machine, &messages);
        prop_assert!(entries[1..].iter().all(|&entries| entries == 1));
        if machine.within.0 <= machine.within.1 && machine.among.0 <= machine.among.1 {
            prop_assert_eq!(finish, lanes.finish().ticks());
        } else {
            prop_assert!(finish <= lanes.finish().ticks());
        }
    }
}

/// Times with no common measure, which are rounded: the spread is still one, and the bound below it.
#[test]
fn too_many_sums_of_steps() {
    let machine =
        Machine { within: (100_003, 400_009), among: (5_000_011, 99_000_017), hosts: 4_000, ranks_per_host: 8 };
    let lanes = machine.lanes();
    let (finish, _) = replay(machine, &lanes.messages().expect("few ranks"));
    assert_eq!(finish, lanes.finish().ticks());
    assert!(lanes.informed_bound() <= lanes.informed());
    let gap = lanes.informed().ticks() - lanes.informed_bound().ticks();
    assert!(gap * 100 < lanes.informed().ticks(), "within 1 %: {gap} of {:?}", lanes.informed());
}

/// A profile in cycles; a tick of the exhaustive search is a cycle.
fn profile(far: [u64; 3], near: [u64; 3]) -> logpine_models::machine::Machine {
    let section = |name: &str, [latency, overhead, gap]: [u64; 3]| {
        format!("[{name}]\nlatency = \"{latency} cycles\"\noverhead = \"{overhead} cycles\"\ngap = \"{gap} cycles\"\n")
    };
    let text = format!("name = \"m\"\nunit = \"cycle\"\n{}{}", section("logp", far), section("within.host.logp", near));
    logpine_models::machine::Machine::from_toml(&text, "m.toml").expect("valid")
}

/// The time, the lower bound and the status of the plan, in cycles.
fn planned(
    far: [u64; 3],
    near: [u64; 3],
    hosts: usize,
    ranks_per_host: usize,
    of: RankCollective,
) -> (u64, u64, Status) {
    let machine = profile(far, near);
    let [among, within] = [&machine, machine.at(Locality::Host)].map(|machine| Logp::new(machine).expect("[logp]"));
    let [hosts, ranks_per_host] = [hosts, ranks_per_host].map(|count| u64::try_from(count).expect("small"));
    let job = RankJob::new(of, hosts * ranks_per_host, None).expect("a job");
    let plan = TwoLevelRankPlan::new(&among, &within, job, ranks_per_host).expect("short");
    plan.check(&among, &within).expect("the plan passes its check");
    (plan.best().time.ticks() / 1_000, plan.claim.bound.value.ticks() / 1_000, plan.claim.status)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// The gap may be longer than the delivery, and a host's own messages may be the dearer ones.
    #[test]
    fn no_plan_is_faster_than_every_schedule(
        far in [0u64..12, 0u64..4, 1u64..20], near in [0u64..12, 0u64..4, 1u64..20],
        sizes in (1usize..=5, 1usize..=4).prop_filter("few ranks", |(hosts, ranks)| hosts * ranks <= 6 && hosts * ranks > 1),
    ) {
        let port = |[latency, overhead, gap]: [u64; 3]| (gap.max(overhead), latency + 2 * overhead);
        let (hosts, ranks_per_host) = sizes;
        let machine = Machine { within: port(near), among: port(far), hosts, ranks_per_host };
        prop_assume!(machine.within.1 > 0 && machine.among.1 > 0);
        let best = Exhaustive::search(machine);
        // Overheads are alike on both sides and the operator takes no time: a reduction takes as long.
        for of in [RankCollective::Bcast, RankCollective::Reduce] {
            let (time, bound, status) = planned(far, near, hosts, ranks_per_host, of);
            prop_assert!(bound <= best.ranks && best.ranks <= time, "{bound} {best:?} {time}");
            if status == Status::Optimal {
                prop_assert_eq!(time, best.ranks);
            }
        }
    }
}

/// The root may not send again before 9 us have passed, so that it serves its own host first.
#[test]
fn a_long_gap_after_the_last_message_to_a_host() {
    let (time, bound, _) = planned([20, 10, 90], [5, 1, 10], 2, 2, RankCollective::Bcast);
    assert!(bound <= 57 && time >= 57, "{bound} {time}");
}

/// All ranks on one host, whose messages take longer than those between hosts.
#[test]
fn a_slow_host() {
    assert_eq!(planned([1, 1, 1], [5, 1, 1], 1, 4, RankCollective::Bcast).0, 9);
}
