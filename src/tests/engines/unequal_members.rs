//! Member trees on unequal hosts: every member has a host, and files name those for which the time holds.

use crate::tests::launches::prrte;
use logpine::answer::{Answer, Found, HostOrder, UnequalJob, UnequalPlan, answer};
use logpine::report::file::Files;
use logpine::request::{
    Allocation, Collective, FileFormat, Host, HostsChoice, ModelName, Refusal, Request, Status, Targets,
};
use logpine::units::Factor;
use logpine_models::machine::Machine;
use logpine_models::model::Tan;
use logpine_overlays::settings::{HostTree, clustershell, flux};
use logpine_trees::tree::families::Value;
use proptest::prelude::*;

fn cab() -> Machine {
    Machine::load("cab").expect("built in")
}

/// Hosts n0, n1, ... of these factors, in tenths.
fn hosts(tenths: &[u64]) -> Allocation {
    let host = |(index, tenths): (usize, &u64)| Host {
        factor: Factor::from_millionths(tenths * 100_000),
        ..Host::new(format!("n{index}"), 3)
    };
    Allocation::new(tenths.iter().enumerate().map(host).collect())
}

fn request(members: u64, tenths: &[u64], front_end: &str) -> Request {
    Request {
        members: Some(members),
        hosts: Some(HostsChoice::Known(hosts(tenths), "--hosts".to_owned())),
        front_end: Some(front_end.to_owned()),
        ..Request::default()
    }
}

fn plan(answer: &Answer) -> &UnequalPlan {
    match &answer.found {
        Found::TreeOnHosts { plan, .. } => plan,
        _ => panic!("no tree on hosts"),
    }
}

fn written(answer: &Answer, format: FileFormat) -> Result<String, Refusal> {
    let mut file = Vec::new();
    Files::new(answer, "here").file(format)?.write(&mut file).expect("it is written");
    Ok(String::from_utf8(file).expect("UTF-8"))
}

/// The time of a tree of named hosts on Cab in picoseconds; a host that is not listed has the factor 1.
fn time_of(made: &HostTree, tenths: &[u64]) -> u64 {
    let factor = |name: &str| {
        let index = name.strip_prefix('n').and_then(|index| index.parse::<usize>().ok());
        index.map_or(10, |index| tenths[index])
    };
    let mut times = vec![0; made.tree.len()];
    for node in made.tree.nodes().rev().filter(|&node| !made.tree.is_leaf(node)) {
        let slowest = made.tree.children(node).map(|child| times[child as usize]).max().unwrap_or(0);
        times[node as usize] = level(made.tree.fanout(node).into(), factor(&made.hosts[node as usize])) + slowest;
    }
    times[0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Files of Flux and `ClusterShell`, read back, have the members, each on a host of its own, and take the time of the answer.
    /// The root is on one of the listed hosts, or on another.
    #[test]
    fn files_name_the_hosts_for_which_the_time_holds(
        tenths in prop::collection::vec(10u64..31, 2..60),
        unused in 0u64..20,
        root in 0usize..60,
    ) {
        prop_assume!(tenths.iter().any(|&tenths| tenths > 10));
        let is_listed = root < tenths.len();
        let front_end = if is_listed { format!("n{root}") } else { "login".to_owned() };
        let most = tenths.len() as u64 + u64::from(!is_listed);
        let members = (most - unused.min(most - 2)).max(2);
        let answer = answer(&cab(), &request(members, &tenths, &front_end)).expect("a tree");
        for read in [FileFormat::Flux, FileFormat::ClusterShell] {
            let file = written(&answer, read).expect("a file");
            let check = if read == FileFormat::Flux { flux } else { clustershell };
            let made = check(file.as_bytes()).content.expect("a valid file");
            prop_assert_eq!(made.tree.len() as u64, members);
            prop_assert_eq!(&*made.hosts[0], &*front_end);
            prop_assert_eq!(time_of(&made, &tenths), plan(&answer).best().time.ticks(), "{}", file);
            let mut names = made.hosts.clone();
            names.sort_unstable();
            names.dedup();
            prop_assert_eq!(names.len() as u64, members);
        }
    }

    /// Any hosts, factors and members; more slots on a host change nothing.
    #[test]
    fn every_plan_for_members_passes_the_second_opinion(
        tenths in prop::collection::vec(10u64..25, 1..40),
        members in 1u64..40,
        front_end in 10u64..30,
    ) {
        let cost = Tan::reduction(&cab()).expect("it has [tan]");
        let one_each = Allocation::new(hosts(&tenths).hosts().iter().map(|host| Host { slots: 1, ..host.clone() }).collect());
        let job = UnequalJob {
            collective: Collective::Reduce,
            targets: Targets::Members,
            count: members.min(tenths.len() as u64 + 1),
            front_end: Factor::from_millionths(front_end * 100_000),
        };
        let plan = UnequalPlan::new(&cost, job, &one_each, &()).expect("a tree");
        prop_assert_eq!(plan.check(&cost, one_each.hosts()), Ok(()));
        let mut wrong = plan;
        wrong.job.count += 1;
        let is_refused = wrong.check(&cost, one_each.hosts()).is_err_and(|fault| fault.says("the tree does not have the leaves or ranks of the job"));
        prop_assert!(is_refused);
    }
}

/// c(x) on Cab in picoseconds on a host of a factor in tenths: `98us + f (49.3us + 0.783us (x + 1) + 0.157us (x + 1)^2)`.
fn level(children: u64, tenths: u64) -> u64 {
    let argument = children + 1;
    98_000_000 + ((49_300_000 + 783_000 * argument + 157_000 * argument * argument) * tenths + 5) / 10
}

/// Slurm's tree over hosts in order: each part of what is left goes to its first host.
fn slurm(root: u64, others: &[u64], width: usize) -> u64 {
    let parts = width.min(others.len());
    let mut rest = others;
    let mut slowest = 0;
    for left in (1..=parts).rev() {
        let (part, after) = rest.split_at(rest.len().div_ceil(left));
        slowest = slowest.max(slurm(part[0], &part[1..], width));
        rest = after;
    }
    if parts == 0 { 0 } else { level(parts as u64, root) + slowest }
}

/// The time of a tree given by the parents of ranks 1, 2, ..., each above its children.
fn of_parents(tenths: &[u64], parents: &[usize]) -> u64 {
    let mut times = vec![0; tenths.len()];
    for rank in (0..tenths.len()).rev() {
        let children: Vec<usize> = (1..tenths.len()).filter(|&child| parents[child - 1] == rank).collect();
        let slowest = children.iter().map(|&child| times[child]).max();
        times[rank] = slowest.map_or(0, |slowest| level(children.len() as u64, tenths[rank]) + slowest);
    }
    times[0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The times of systems' trees are those for the hosts that they give to their nodes, in the order of the list.
    #[test]
    fn systems_take_the_hosts_as_they_number_them(tenths in prop::collection::vec(10u64..31, 2..60)) {
        prop_assume!(tenths.iter().any(|&tenths| tenths > 10));
        let members = tenths.len() + 1;
        let answer = answer(&cab(), &request(members as u64, &tenths, "login")).expect("a tree");
        let with_root = [&[10][..], &tenths].concat();
        let mut compared = 0;
        let given = plan(&answer).candidates().iter().filter(|of| of.construction.order == HostOrder::AsGiven);
        for candidate in given {
            let width = candidate.parameters.iter().next().map_or(0, |(_, width)| match width {
                Value::Number(width) => usize::try_from(*width).expect("small"),
                _ => 0,
            });
            let parents: Vec<usize> = match candidate.family {
                "slurm" | "slurm-16" | "slurm-30" | "slurm-50" | "slurm-cube-root" => {
                    prop_assert_eq!(candidate.time.ticks(), slurm(10, &tenths, width), "{} {}", candidate.family, width);
                    continue;
                }
                "prrte" | "prrte-64" => prrte(members, width),
                "flux-kary" | "flux-kary-32" => (1..members).map(|rank| (rank - 1) / width).collect(),
                "flux-mincrit" => {
                    let parent = |rank: usize| if rank <= width { 0 } else { (rank - width - 1) % width + 1 };
                    (1..members).map(parent).collect()
                }
                // The parent has the rank without its lowest bit.
                "flux-binomial" => (1..members).map(|rank| rank & (rank - 1)).collect(),
                _ => continue,
            };
            prop_assert_eq!(candidate.time.ticks(), of_parents(&with_root, &parents), "{} {}", candidate.family, width);
            compared += 1;
        }
        prop_assert!(compared > 3);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The best width of each family, in each order of the hosts, is the best of all widths.
    #[test]
    fn no_width_is_better_on_the_hosts_given(tenths in prop::collection::vec(prop::sample::select(vec![10, 10, 10, 20, 45]), 2..50)) {
        prop_assume!(tenths.iter().any(|&tenths| tenths > 10));
        let members = tenths.len() + 1;
        let answer = answer(&cab(), &request(members as u64, &tenths, "login")).expect("a tree");
        let mut sorted = tenths.clone();
        sorted.sort_unstable();
        for (order, tenths) in [(HostOrder::AsGiven, tenths), (HostOrder::FastestFirst, sorted)] {
            let with_root = [&[10][..], &tenths].concat();
            let best = |time: &dyn Fn(usize) -> u64| (1..members).map(time).min();
            let kary = |k: usize| of_parents(&with_root, &(1..members).map(|rank| (rank - 1) / k).collect::<Vec<_>>());
            let mincrit = |k: usize| {
                let parent = |rank: usize| if rank <= k { 0 } else { (rank - k - 1) % k + 1 };
                of_parents(&with_root, &(1..members).map(parent).collect::<Vec<_>>())
            };
            let expected = [
                ("slurm", best(&|width| slurm(10, &tenths, width))),
                ("prrte", best(&|radix| of_parents(&with_root, &prrte(members, radix)))),
                ("flux-kary", best(&kary)),
                ("flux-mincrit", best(&mincrit)),
            ];
            for (family, expected) in expected {
                let candidates = plan(&answer).candidates().iter();
                let mut of_family = candidates.filter(|of| (of.family, of.construction.order) == (family, order));
                let found = of_family.next().map(|candidate| candidate.time.ticks());
                prop_assert_eq!((found, of_family.count()), (expected, 0), "{} {:?}", family, order);
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |request: &Request, format| match answer(&cab(), request) {
        Err(refusal) => refusal.to_string(),
        Ok(answer) => written(&answer, format).expect_err("a refusal").to_string(),
    };
    let short = refused(&request(6, &[10, 20, 10, 20], "login"), FileFormat::Flux);
    assert_eq!(short, "5 members below the root need a host each, and there are 4");
    // The root's own host is no other member's.
    let short = refused(&request(5, &[10, 20, 10, 20], "n1"), FileFormat::Flux);
    assert_eq!(short, "4 members below the root need a host each, and there are 3");
    let unnamed = Request { front_end: None, ..request(5, &[10, 20, 10, 20], "") };
    assert!(refused(&unnamed, FileFormat::Flux).ends_with("give it with --fe"));
    let text = "name = \"m\"\n[overlay]\noverhead_per_child = { value = \"1us\" }\nlatency = \"1us\"\n";
    let machine = Machine::from_toml(text, "m.toml").expect("valid");
    let chosen = Request { model: Some(ModelName::Overlay), ..request(5, &[10, 20, 10, 20], "login") };
    assert_eq!(plan(&answer(&machine, &chosen).expect("a tree")).claim.status, Status::Optimal);
    let single = request(1, &[20], "login");
    assert!(matches!(answer(&cab(), &single).expect("a single member").found, Found::Tree { .. }));
}
