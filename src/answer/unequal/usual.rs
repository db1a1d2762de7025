//! The trees in common use that are compared with the best one on unequal hosts.

use crate::model::UnequalLevel;
use crate::request::{Job, Targets};
use crate::search::overlay;
use crate::tree::families::{self, Parameters, best_width, flat, k_ary};
use crate::tree::{Shape, even_split};

/// The optimum of equal hosts, with rules of thumb for leaves, and for members what systems build by a rule.
pub fn usual_trees(cost: &UnequalLevel, targets: Targets, count: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let of_equal_hosts = Job::of(targets, count).ok().and_then(|job| overlay::without_budget(cost, &job).ok());
    let mut trees: Vec<_> =
        of_equal_hosts.map(|found| ("optimum of equal hosts", Parameters::new(), found.shape)).into_iter().collect();
    match targets {
        Targets::Leaves => trees.extend(rules_of_thumb(count)),
        Targets::Members => trees.extend(of_systems(count)),
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

/// The member trees that systems build by a rule, which does not depend on the hosts.
fn of_systems(members: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let by_rule = families::of(Targets::Members).filter(|family| best_width(family.name()).is_none());
    let trees = by_rule.flat_map(|family| {
        let of_family = family.members(members, &|_| None).into_iter();
        of_family.map(|member| (family.name(), member.parameters, member.shape))
    });
    trees.collect()
}
