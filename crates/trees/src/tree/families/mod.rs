//! Families of overlay trees: the ones in common use, with the members worth scoring for a number of leaves.
//!
//! A family is one implementor of [`Family`] and one line in `ALL`. Every tree is built in compressed form, so the
//! members for 10^18 leaves are as cheap as those for a hundred.

mod balanced;
mod divisors;
mod flat;
mod flux_topology;
mod k_ary;
mod k_nomial;
mod left_out;
mod member_trees;
mod one_width;
mod parameters;
#[cfg(test)]
mod recorded_trees;
mod rules;
mod splitting;

pub use balanced::{Balanced, balanced};
pub use divisors::{PrimePower, prime_powers};
pub use flat::{Chain, Flat, chain, flat};
pub use flux_topology::{FluxTopology, FluxTopologyError};
pub use k_ary::{KAry, k_ary};
pub use k_nomial::{Binomial, KNomial, k_nomial};
pub use left_out::{LeftOut, LeftOutReason};
pub use member_trees::{FLAT, FLUX_KARY, PRRTE, SLURM, SLURM_GREEDY, WIDEST_SLURM};
pub use one_width::{OneWidth, Rule};
pub use parameters::{Parameters, Value};
pub use rules::{CBTF, Capped, STAT, Sqrt};
pub use splitting::{Numbering, Splitting};

use super::Shape;
use logpine_models::job::{Limits, Targets};
use logpine_text::units::Time;

/// c(x): the time that a node with x children adds to every path through it; `None` if the model has no value.
pub(crate) type NodeCost<'a> = &'a dyn Fn(u64) -> Option<Time>;

/// One tree of a family.
#[derive(Clone, Debug)]
pub struct Member {
    /// The parameters that distinguish the member from the others.
    pub parameters: Parameters,
    /// The tree.
    pub shape: Shape,
}

/// A kind of overlay tree.
pub trait Family: Sync {
    /// The name in reports, options and JSON.
    fn name(&self) -> &'static str;

    /// A description of the family and its origin, in one line.
    fn description(&self) -> &'static str;

    /// The nodes of its trees that hold data: the leaves, unless told otherwise.
    fn targets(&self) -> Targets {
        Targets::Leaves
    }

    /// The members of the family that are worth scoring for a job, in a fixed order: those that can be the fastest of the family if the
    /// cost of a node does not decrease with its fanout (each family documents which it leaves out, and why).
    ///
    /// All have exactly that many targets. The list is empty if the family has no tree of that size; for a single target only
    /// flat has a member. `cost` is used only by families with too many members to list.
    fn members(&self, count: u64, cost: &dyn Fn(u64) -> Option<Time>) -> Vec<Member>;

    /// The members that are worth scoring for a job, for a cost that may fall as the fanout grows; those of
    /// [`Family::members`], unless the family has others.
    fn members_of_any_cost(&self, count: u64, cost: &dyn Fn(u64) -> Option<Time>) -> Vec<Member> {
        self.members(count, cost)
    }

    /// Returns the members that come into question besides [`Family::members`] if trees must respect limits: one that can be the
    /// fastest of those within them. If no tree of the family is within the limits, it is the one that is nearest to them: its
    /// need is the least of the family, for the first limit that others break.
    fn within(&self, _count: u64, _limits: Limits, _cost: &dyn Fn(u64) -> Option<Time>) -> Vec<Member> {
        Vec::new()
    }
}

/// A family that reports, `list` and answers know.
pub trait Known: Family {
    /// The facts that reports and answers ask for.
    fn facts(&self) -> Facts {
        Facts::default()
    }
}

/// Facts about a family for reports, answers and files of settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// The name that people know it by, if it is another than the family's name.
    pub title: Option<&'static str>,
    /// True if the title says the only number of a member already.
    pub says_its_number: bool,
    /// A member with a name of its own: its parameter, the value, and the name.
    pub alias: Option<(&'static str, u64, &'static str)>,
    /// The place among families that make the same tree, lowest first, then by name.
    pub place: i8,
    /// The ranks that its system gives to the nodes of its trees.
    pub numbering: Numbering,
    /// The family itself, if one width describes its members.
    pub one_width: Option<OneWidth>,
}

/// All families, in the order of lists.
pub const ALL: &[&dyn Known] = &[
    &Flat,
    &Chain,
    &Balanced,
    &KAry,
    &KNomial,
    &Binomial,
    &Sqrt,
    &STAT,
    &CBTF,
    &FLAT,
    &member_trees::CHAIN,
    &SLURM,
    &SLURM_GREEDY,
    &member_trees::SLURM_16,
    &member_trees::SLURM_30,
    &member_trees::SLURM_50,
    &member_trees::SLURM_GREEDY_50,
    &member_trees::SLURM_CUBE_ROOT,
    &PRRTE,
    &member_trees::PRRTE_64,
    &FLUX_KARY,
    &member_trees::FLUX_KARY_32,
    &member_trees::FLUX_MINCRIT,
    &member_trees::FLUX_MINCRIT_AUTO,
    &member_trees::FluxBinomial,
];

/// The families of trees with these targets, in the order of lists.
pub fn of(targets: Targets) -> impl Iterator<Item = &'static dyn Known> {
    ALL.iter().copied().filter(move |family| family.targets() == targets)
}

/// The facts of the family of that name; of a user's family, none.
pub fn facts(name: &str) -> Facts {
    ALL.iter().find(|family| family.name() == name).map(|family| family.facts()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(x: u64) -> Option<Time> {
        Some(Time::from_ticks(x.checked_add(50)?))
    }

    #[test]
    fn names_are_unique() {
        for targets in [Targets::Leaves, Targets::Members] {
            let names: Vec<_> = of(targets).map(Family::name).collect();
            assert!(names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)));
        }
        assert!(ALL.iter().all(|family| family.name() != "non-uniform"));
        assert!(ALL.iter().all(|family| !family.description().is_empty()));
    }

    #[test]
    fn every_member_has_the_leaves_and_no_process_with_one_child_but_in_k_nomial() {
        let large = [4_097, 99_991, 100_000, 1 << 32, 10u64.pow(18), (1 << 63) - 1, 1 << 63];
        for leaves in (1..200).chain(large) {
            for family in ALL {
                for member in family.members(leaves, &cost) {
                    let (name, shape) = (family.name(), &member.shape);
                    assert_eq!(shape.targets(family.targets()), leaves, "{name} {}", member.parameters);
                    assert!(shape.distinct() < 5000, "{name} {}: {}", member.parameters, shape.distinct());
                    if family.targets() == Targets::Leaves && !name.ends_with("nomial") {
                        assert!(shape.nodes().skip(1).all(|node| shape.fanout(node) >= 2), "{name}, {leaves} leaves");
                    }
                }
            }
        }
    }

    #[test]
    fn few_or_no_leaves() {
        assert!(ALL.iter().all(|family| family.members(0, &cost).is_empty()));
        let of_one: Vec<_> = ALL.iter().filter(|family| !family.members(1, &cost).is_empty()).collect();
        assert_eq!(of_one.iter().map(|family| family.name()).collect::<Vec<_>>(), ["flat", "flat"]);
        let members: usize = ALL.iter().map(|family| family.members(u64::MAX, &|_| None).len()).sum();
        assert!(members < 200);
    }
}
