//! The trees in common use that are compared with the best one on unequal hosts.

use crate::model::{HostClass, LevelCost, UnequalLevel};
use crate::request::{Job, Targets};
use crate::search::overlay;
use crate::tree::families::{self, Parameters, flat, k_ary};
use crate::tree::{Shape, even_split};

/// The most factors of hosts for which families of member trees are asked for their best members.
const MOST_FACTORS: usize = 8;

/// The optimum of equal hosts, with rules of thumb for leaves, and for members what systems build.
pub fn usual_trees(cost: &UnequalLevel, targets: Targets, count: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let of_equal_hosts = Job::of(targets, count).ok().and_then(|job| overlay::without_budget(cost, &job).ok());
    let mut trees: Vec<_> =
        of_equal_hosts.map(|found| ("optimum of equal hosts", Parameters::new(), found.shape)).into_iter().collect();
    match targets {
        Targets::Leaves => trees.extend(rules_of_thumb(count)),
        Targets::Members => trees.extend(of_systems(cost, count)),
    }
    trees
}

fn rules_of_thumb(leaves: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let mut trees = Vec::new();
    if leaves > 1 {
        let root = leaves.isqrt() + u64::from(leaves.isqrt() * leaves.isqrt() < leaves);
        if let Some(shape) = even_split(leaves, &[root, leaves.div_ceil(root)]).filter(|_| leaves > 3) {
            trees.push(("sqrt", Parameters::new().list("fanouts", vec![root, leaves.div_ceil(root)]), shape));
        }
        trees.push(("k-ary", Parameters::new().number("k", 32), k_ary(leaves, 32)));
        trees.push(("flat", Parameters::new(), flat(leaves)));
    }
    trees
}

/// The families of member trees, each with the members worth scoring if all hosts had one of the factors.
fn of_systems(cost: &UnequalLevel, members: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let classes = 1..cost.host_classes();
    let every = classes.len().div_ceil(MOST_FACTORS).max(1);
    let mut trees: Vec<(&'static str, Parameters, Shape)> = Vec::new();
    for family in families::of(Targets::Members) {
        for class in classes.clone().step_by(every).map(HostClass) {
            for member in family.members(members, &|fanout| cost.level_on(class, fanout)) {
                if !trees.iter().any(|(name, parameters, _)| *name == family.name() && *parameters == member.parameters)
                {
                    trees.push((family.name(), member.parameters, member.shape));
                }
            }
        }
    }
    trees
}
