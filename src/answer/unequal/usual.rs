//! The trees in common use that are compared with the best one on unequal hosts.

use crate::request::{Job, Targets};
use logpine_models::model::UnequalLevel;
use logpine_trees::search::overlay;
use logpine_trees::tree::Shape;
use logpine_trees::tree::families::{self, Family, Flat, KAry, Parameters, Sqrt, k_ary};

/// The optimum of equal hosts, with rules of thumb for leaves, and for members what systems build by a rule.
pub fn usual_trees(cost: &UnequalLevel, targets: Targets, count: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let of_equal_hosts = Job::of(targets, count).ok().and_then(|job| overlay::without_budget(cost, &job, &()).ok());
    let mut trees: Vec<_> =
        of_equal_hosts.map(|found| ("optimum of equal hosts", Parameters::new(), found.shape)).into_iter().collect();
    match targets {
        Targets::Leaves => trees.extend(rules_of_thumb(count)),
        Targets::Members => trees.extend(of_systems(count)),
    }
    trees
}

fn rules_of_thumb(leaves: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let of = |family: &dyn Family| only_by_rule(family, leaves);
    let mut trees = Vec::new();
    if leaves > 3 {
        trees.extend(of(&Sqrt));
    }
    if leaves > 1 {
        trees.push((KAry.name(), Parameters::new().number("k", 32), k_ary(leaves, 32)));
        trees.extend(of(&Flat));
    }
    trees
}

/// The members of a family for which costs do not matter.
fn only_by_rule(family: &dyn Family, count: u64) -> impl Iterator<Item = (&'static str, Parameters, Shape)> + use<> {
    let name = family.name();
    family.members(count, &|_| None).into_iter().map(move |member| (name, member.parameters, member.shape))
}

/// The member trees that systems build by a rule, which does not depend on the hosts.
fn of_systems(members: u64) -> Vec<(&'static str, Parameters, Shape)> {
    let by_rule = families::of(Targets::Members).filter(|of| of.facts().one_width.is_none_or(|of| !of.is_best_width()));
    by_rule.flat_map(|family| only_by_rule(family, members)).collect()
}
