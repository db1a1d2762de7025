//! Member trees: plans against brute force, and the published figures of systems with a tree knob.

use logpine::answer::{Plan, answer};
use logpine::report::file::Files;
use logpine::request::{Allocation, Criterion, FileFormat, Host, HostsChoice, Job, Objective, Request, Status};
use logpine::tests::partitions::partitions;
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{HostClass, LevelCost, Overlay, Tan};
use logpine_overlays::{mrnet, settings};
use logpine_trees::search::overlay::{Optimum, latency_period_front};
use logpine_trees::tree::families::Value;
use proptest::prelude::*;

fn cab() -> Tan {
    Tan::reduction(&Machine::load("cab").expect("built in")).expect("it has [tan]")
}

fn plan(cost: &dyn LevelCost, members: u64) -> Plan {
    let plan = Plan::new(cost, Job::of_members(members).expect("a job"), &()).expect("a tree");
    plan.check(cost).unwrap_or_else(|fault| panic!("{fault}"));
    plan
}

/// Times and periods of the trees that no other beats in both.
fn front(cost: &dyn LevelCost, members: u64) -> Vec<(u64, u64)> {
    let front = latency_period_front(cost, &Job::of_members(members).expect("a job"), &());
    let point = |tree: &Optimum| (tree.score.time.ticks(), tree.score.period.ticks());
    front.unwrap_or_else(|error| panic!("{members} members: {error}")).iter().map(point).collect()
}

/// The time and the width of the best member of a family.
fn of_family(plan: &Plan, family: &str) -> (u64, u64) {
    let found = plan.candidates().iter().find(|candidate| candidate.family == family).expect(family);
    let width = found.parameters.iter().next().map(|(_, value)| value);
    let Some(Value::Number(width)) = width else { panic!("{family} has a width") };
    (found.time.ticks(), *width)
}

/// The nearest hundredth of a ratio.
fn hundredths(time: u64, of: u64) -> u64 {
    (200 * time + of) / (2 * of)
}

/// Times relative to the best single width on Cab, with even splits below Slurm's controller: the cube root, 16, 30 and 50.
#[test]
fn the_rules_of_slurm_on_cab() {
    let rules = ["slurm-cube-root", "slurm-16", "slurm-30", "slurm-50"];
    for (nodes, width, ratios) in [
        (128, 11, [131, 103, 133, 208]),
        (1_000, 10, [100, 109, 153, 158]),
        (4_096, 16, [100, 100, 131, 219]),
        (16_384, 12, [134, 107, 119, 187]),
        (100_000, 18, [201, 112, 129, 187]),
    ] {
        let plan = plan(&cab(), nodes + 1);
        let best = of_family(&plan, "slurm");
        assert_eq!(best.1, width, "{nodes} nodes");
        assert_eq!(rules.map(|rule| hundredths(of_family(&plan, rule).0, best.0)), ratios, "{nodes} nodes");
    }
}

/// The least times under every limit on the fanout, by f(n) = min over x of c(x) + f(ceil((n - 1) / x)).
#[test]
fn latency_against_period_follows_the_recursion() {
    let cost = cab();
    let tick = |fanout: u64| cost.level(fanout).expect("a cost").ticks();
    for members in [2u64, 50, 777, 3_000] {
        let mut expected: Vec<(u64, u64)> = Vec::new();
        for widest in (1..members.min(60)).rev() {
            let mut least = vec![0, 0];
            for n in 2..=members {
                let below = |x: u64| least[usize::try_from((n - 1).div_ceil(x)).expect("small")];
                least.push((1..=widest.min(n - 1)).map(|x| tick(x) + below(x)).min().expect("a fanout"));
            }
            let time = least.pop().expect("the last").max(expected.last().map_or(0, |&(time, _)| time));
            let period = cost.period(HostClass::default(), widest).expect("a period").ticks();
            // Chains of more than 1,024 levels are not built.
            if widest == 1 && members > 1_025 {
                break;
            }
            match expected.last_mut() {
                Some(last) if last.0 == time => last.1 = period,
                _ => expected.push((time, period)),
            }
        }
        assert_eq!(front(&cost, members), expected, "{members} members");
    }
}

/// The largest fanouts of Flux's topologies among 1,536 brokers (flux-core #6806): the period is 83 us for each.
#[test]
fn the_fanouts_of_flux() {
    let machine =
        Machine::from_toml("name = \"m\"\n[overlay]\noverhead_per_child = \"83us\"", "m.toml").expect("valid");
    let cost = Overlay::new(&machine, 0).expect("it has [overlay]");
    let job = Job::of_members(1_536).and_then(|job| job.with_objective(Objective::Period)).expect("a job");
    let plan = Plan::new(&cost, job, &()).expect("a tree");
    let period = |family: &str, k: u64| {
        let mut members = plan.candidates().iter().filter(|candidate| candidate.family == family);
        let found = members.find(|candidate| {
            candidate.parameters.get("k").or(candidate.parameters.get("width")) == Some(&Value::Number(k))
        });
        found.map(|candidate| candidate.time.ticks() / 83_000_000)
    };
    assert_eq!(period("flat", 1_535), Some(1_535));
    assert_eq!(period("flux-kary-32", 32), Some(32));
    assert_eq!(plan.best().time, Time::from_ticks(83_000_000 * 2), "a chain of 1,536 has too many levels to be built");
    assert_eq!((plan.claim.bound.value.ticks(), plan.claim.status), (83_000_000, Status::BestFound));
}

/// The text of a file for an answer.
fn written(machine: &Machine, request: &Request, format: FileFormat) -> String {
    let answer = answer(machine, request).expect("a tree");
    let mut file = Vec::new();
    Files::new(&answer, "here").file(format).expect("a file").write(&mut file).expect("it is written");
    String::from_utf8(file).expect("UTF-8")
}

/// What a deployment takes says what the report says, wherever it can hold a comment, and its reader takes it.
#[test]
fn files_say_what_is_outside_the_data() {
    let text = "name = \"m\"\n[data]\nfanouts = [8, 64]\nwarnings = [\"shared cores, \u{b5}\"]\n[overlay]\n\
                overhead_per_child = \"5us\"\nlatency = \"7us\"\n[alpha_beta]\nalpha = \"2us\"\nbeta = \"1ns/B\"\n";
    let machine = Machine::from_toml(text, "m.toml").expect("valid");
    let host = |number: u64| Host::new(format!("n{number}"), 1);
    let hosts = Allocation::new((0..40).map(host).collect());
    let hosts = HostsChoice::Known(hosts, "hosts".to_owned());
    for (format, mark) in [
        (FileFormat::Slurm, "#"),
        (FileFormat::Prrte, "#"),
        (FileFormat::Flux, "#"),
        (FileFormat::ClusterShell, "#"),
        (FileFormat::Mrnet, "#"),
        (FileFormat::Dot, "//"),
    ] {
        let (members, leaves) = if format.is_a_setting() { (Some(20), None) } else { (None, Some(20)) };
        let hosts = format.shows_hosts().then(|| hosts.clone());
        let file =
            written(&machine, &Request { members, leaves, hosts, formats: vec![format], ..Request::default() }, format);
        let head: Vec<&str> = file.lines().take(3).collect();
        assert!(
            head[0].starts_with(&format!("{mark} warning: outside the data: nodes with 8 to 64 children")),
            "{file}"
        );
        assert!(
            head[1]
                .starts_with(&format!("{mark} warning: the best tree inside the data is k-ary with k = 8: 94.000 us"))
        );
        assert_eq!(head[2], format!("{mark} warning: shared cores, \u{b5}"));
        let bytes = file.as_bytes();
        let is_read = match format {
            FileFormat::Slurm => settings::slurm(bytes).faults.first_error().is_none(),
            FileFormat::Flux => settings::flux(bytes).faults.first_error().is_none(),
            FileFormat::ClusterShell => settings::clustershell(bytes).faults.first_error().is_none(),
            FileFormat::Mrnet => mrnet::check(bytes).faults.is_empty(),
            _ => true,
        };
        assert!(is_read, "{file}");
    }
    let g = Request { leaves: Some(20), formats: vec![FileFormat::G], ..Request::default() };
    assert!(written(&machine, &g, FileFormat::G).starts_with("g:"), "it has no comments");
}

/// In the worst case every parameter is at its upper end: files hold the widths, and name the times, of the machine there.
#[test]
fn files_of_robust_answers_hold_what_is_best_in_the_worst_case() {
    let machine = |latency: &str, child: &str| {
        let text = format!("name = \"m\"\n[overlay]\nthreads = 2\nlatency = {latency}\noverhead_per_child = {child}\n");
        Machine::from_toml(&text, "m.toml").expect("valid")
    };
    let ranges = machine(
        "{ value = \"100us\", low = \"20us\", high = \"900us\" }",
        "{ value = \"20us\", low = \"5us\", high = \"60us\" }",
    );
    let worst = machine("\"900us\"", "\"60us\"");
    let nominal = Request { members: Some(300), ..Request::default() };
    let robust = Request { robust: Some(Criterion::Worst), ..nominal.clone() };
    for (format, line) in [(FileFormat::Slurm, "TreeWidth=18"), (FileFormat::Prrte, "rml_base_radix = 18")] {
        let of_worst = written(&worst, &nominal, format);
        let of_ranges = written(&ranges, &robust, format);
        assert_eq!(of_ranges.replace(", in the worst case of the ranges", ""), of_worst);
        assert!(of_ranges.contains("in the worst case") && of_ranges.contains(line), "{of_ranges}");
        assert!(!written(&ranges, &nominal, format).contains(line));
    }
    // A machine without ranges at their means is that of the means.
    let mean = Request { robust: Some(Criterion::Mean), ..nominal.clone() };
    let of_means = written(&ranges, &mean, FileFormat::Slurm);
    let means = machine("\"340us\"", "\"28333333ps\"");
    let width = |text: &str| text.lines().last().map(str::to_owned);
    assert_eq!(width(&of_means), width(&written(&means, &nominal, FileFormat::Slurm)), "{of_means}");
}

/// Least latency, least period and least total over all trees, by every partition of the members below a root.
fn brute_force(costs: &[(u64, u64)], members: usize) -> Vec<(u64, u64)> {
    // All trades of latency against period, by number of members.
    let mut trades: Vec<Vec<(u64, u64)>> = vec![Vec::new(), vec![(0, 0)]];
    for n in 2..=members {
        let mut all = Vec::new();
        partitions(n - 1, n - 1, &mut Vec::new(), &mut |parts| {
            let Some(&(cost, period)) = costs.get(parts.len()) else { return };
            let mut below = vec![(0, 0)];
            for &part in parts {
                below = below
                    .iter()
                    .flat_map(|&(a, b): &(u64, u64)| trades[part].iter().map(move |&(c, d)| (a.max(c), b.max(d))))
                    .collect();
                below.sort_unstable();
                below.dedup();
            }
            all.extend(below.into_iter().map(|(time, other)| (time + cost, other.max(period))));
        });
        all.sort_unstable();
        let mut front: Vec<(u64, u64)> = Vec::new();
        for trade in all {
            if front.last().is_none_or(|last| trade.1 < last.1) {
                front.push(trade);
            }
        }
        trades.push(front);
    }
    trades.swap_remove(members)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// Random tables, which may fall: lists where they never do, partitions elsewhere.
    #[test]
    fn plans_equal_all_trees(times in prop::collection::vec(0u64..40, 11), rises in any::<bool>(), members in 2u64..11, waves in 1u64..30) {
        let mut times = times;
        if rises {
            times.sort_unstable();
        }
        let points = (1..).zip(&times).map(|(x, time)| format!("[{x}, \"{time}us\"]")).collect::<Vec<_>>().join(", ");
        let text = format!(
            "name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead_argument = \"children\"\noverhead.table = [{points}]"
        );
        let machine = Machine::from_toml(&text, "m.toml").expect("valid");
        let cost = Tan::reduction(&machine).expect("it has [tan]");
        let costs: Vec<(u64, u64)> = (0..12usize).map(|x| {
            let ticks = x.checked_sub(1).and_then(|at| times.get(at)).map_or(0, |time| (time + 1) * 1_000_000);
            (ticks, ticks)
        }).collect();
        let front = brute_force(&costs, usize::try_from(members).expect("small"));
        let job = Job::of_members(members).expect("a job");
        let value = |objective: Objective| {
            let plan = Plan::new(&cost, job.with_objective(objective).expect("waves"), &()).expect("a tree");
            plan.check(&cost).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(plan.claim.status, Status::Optimal);
            plan.best().time.ticks()
        };
        prop_assert_eq!(Some(value(Objective::Latency)), front.iter().map(|trade| trade.0).min());
        prop_assert_eq!(Some(value(Objective::Period)), front.iter().map(|trade| trade.1).min());
        let total = front.iter().map(|(time, period)| time + (waves - 1) * period).min();
        prop_assert_eq!(Some(value(Objective::Total { waves })), total);
    }
}
