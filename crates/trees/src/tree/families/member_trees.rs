//! Families of member trees: the trees that systems with a tree knob really build. Every node is a target, the root included.
//!
//! | system | knob | source |
//! |---|---|---|
//! | Slurm | `TreeWidth` | `_set_span` and `set_span`: even splits since 24.11, greedy ones up to 24.05 |
//! | PRRTE, Open MPI 5 | `rml_base_radix` | children of rank i on a level of w ranks: i + w, i + 2w, …, which splits evenly |
//! | Flux | `tbon.topo` | `kary_plugin_init`, `mincrit_plugin_init` and `binomial_plugin_init` of `topology.c` |
//!
//! Slurm's controller and PRRTE's `prterun` are the root, so N nodes and their root are N + 1 members.

use super::one_width::{OneWidth, Rule};
use super::splitting::{Numbering, Splitting};
use super::{Facts, Family, Known, Member, NodeCost, Parameters};
use logpine_models::job::Targets;
use logpine_text::integer::ceil_root;

/// The largest width that Slurm accepts.
pub const WIDEST_SLURM: u64 = 65_533;
/// The largest radix that is tried for PRRTE, which has no limit of its own.
const WIDEST_PRRTE: u64 = 65_533;
/// The largest fanout of a Flux broker.
const WIDEST_FLUX: u64 = 1024;

/// Flat: the root alone serves all others.
pub const FLAT: OneWidth = OneWidth {
    name: "flat",
    title: "flat",
    description: "the root serves all other members itself (Slurm: TreeWidth=65533; Flux: kary:0)",
    parameter: "width",
    splitting: Splitting::Even,
    numbering: Numbering::Levels,
    place: -4,
    rule: Rule::Others,
};

/// Chain: every member but the last has one child.
pub const CHAIN: OneWidth = OneWidth {
    name: "chain",
    title: "chain",
    description: "every member but the last has one child",
    place: -3,
    rule: Rule::Fixed(1),
    ..FLAT
};

/// Slurm since 24.11, with the best of all widths.
pub const SLURM: OneWidth = OneWidth {
    name: "slurm",
    title: "Slurm",
    description: "one TreeWidth at all levels, split evenly (Slurm since 24.11), the best width",
    numbering: Numbering::Preorder,
    place: -9,
    rule: Rule::Best(WIDEST_SLURM),
    ..FLAT
};

/// Slurm up to 24.05, with the best of all widths.
pub const SLURM_GREEDY: OneWidth = OneWidth {
    name: "slurm-greedy",
    title: "Slurm up to 24.05",
    description: "one TreeWidth at all levels, the first subtrees filled first (Slurm up to 24.05), the best width",
    splitting: Splitting::Greedy,
    place: -8,
    rule: Rule::Best(WIDEST_SLURM),
    ..SLURM
};

/// Slurm's default since 23.11.
pub const SLURM_16: OneWidth = OneWidth {
    name: "slurm-16",
    title: "TreeWidth=16, the default",
    description: "TreeWidth=16, split evenly (Slurm's default since 23.11)",
    rule: Rule::Fixed(16),
    ..SLURM
};

/// The width that AWS `ParallelCluster` sets.
pub const SLURM_30: OneWidth = OneWidth {
    name: "slurm-30",
    title: "TreeWidth=30 (AWS)",
    description: "TreeWidth=30, split evenly (set by AWS ParallelCluster)",
    rule: Rule::Fixed(30),
    ..SLURM
};

/// Slurm's width of 50, the default before 23.11, in later releases.
pub const SLURM_50: OneWidth = OneWidth {
    name: "slurm-50",
    title: "TreeWidth=50",
    description: "TreeWidth=50, split evenly (Slurm since 24.11)",
    rule: Rule::Fixed(50),
    ..SLURM
};

/// Slurm's default before 23.11, with the splitting of those releases.
pub const SLURM_GREEDY_50: OneWidth = OneWidth {
    name: "slurm-greedy-50",
    title: "TreeWidth=50, the default before 23.11",
    description: "TreeWidth=50, the first subtrees filled first (Slurm's default before 23.11)",
    rule: Rule::Fixed(50),
    ..SLURM_GREEDY
};

/// The rule of Slurm's guide: the cube root of the number of nodes, to the nearest integer.
pub const SLURM_CUBE_ROOT: OneWidth = OneWidth {
    name: "slurm-cube-root",
    title: "TreeWidth=cube root",
    description: "TreeWidth = the cube root of the number of nodes, split evenly (Slurm's guide for large clusters)",
    rule: Rule::Of(|members| nearest_cube_root(members - 1).max(2)),
    ..SLURM
};

/// Open MPI's launcher with the best radix.
pub const PRRTE: OneWidth = OneWidth {
    name: "prrte",
    title: "PRRTE",
    description: "one radix at all levels, ranks dealt to parents in turn (PRRTE, Open MPI 5), the best radix up to 65,533",
    parameter: "radix",
    numbering: Numbering::InTurn,
    place: -7,
    rule: Rule::Best(WIDEST_PRRTE),
    ..FLAT
};

/// Open MPI's launcher with its default.
pub const PRRTE_64: OneWidth = OneWidth {
    name: "prrte-64",
    title: "PRRTE's default of 64",
    description: "radix 64 (the default of PRRTE and Open MPI 5)",
    rule: Rule::Fixed(64),
    ..PRRTE
};

/// Flux's k-ary tree with the best k.
pub const FLUX_KARY: OneWidth = OneWidth {
    name: "flux-kary",
    title: "Flux kary",
    description: "complete k-ary tree, filled from the left (Flux, kary:k), the best k",
    parameter: "k",
    splitting: Splitting::Complete,
    place: -6,
    rule: Rule::Best(WIDEST_FLUX),
    ..FLAT
};

/// Flux's default if a launcher starts it (PMI).
pub const FLUX_KARY_32: OneWidth = OneWidth {
    name: "flux-kary-32",
    title: "Flux kary:32, launched",
    description: "complete k-ary tree with k = 32 (Flux's default under a launcher; of a system instance it is flat)",
    rule: Rule::Fixed(32),
    ..FLUX_KARY
};

/// Flux's two levels with the best number of routers.
pub const FLUX_MINCRIT: OneWidth = OneWidth {
    name: "flux-mincrit",
    title: "Flux mincrit",
    description: "k routers below the root, the others dealt to them in turn (Flux, mincrit:k), the best k",
    splitting: Splitting::Routers,
    rule: Rule::Best(WIDEST_FLUX),
    ..FLUX_KARY
};

/// Flux's own choice of the number of routers.
pub const FLUX_MINCRIT_AUTO: OneWidth = OneWidth {
    name: "flux-mincrit-auto",
    title: "Flux mincrit, its own k",
    description: "as few routers as keep the fanout to 1024 (Flux, mincrit)",
    rule: Rule::Of(chosen_routers),
    ..FLUX_MINCRIT
};

/// Flux's binomial tree.
#[derive(Clone, Copy, Debug)]
pub struct FluxBinomial;

impl Known for FluxBinomial {
    fn facts(&self) -> Facts {
        Facts { title: Some("Flux binomial"), place: -5, numbering: Numbering::Binomial, ..Facts::default() }
    }
}

impl Family for FluxBinomial {
    fn name(&self) -> &'static str {
        "flux-binomial"
    }

    fn description(&self) -> &'static str {
        "binomial tree of the least order that fits, ranks beyond the last cut off (Flux, binomial)"
    }

    fn targets(&self) -> Targets {
        Targets::Members
    }

    fn members(&self, count: u64, _cost: NodeCost) -> Vec<Member> {
        let shape = (count >= 2).then(|| Splitting::Binomial.shape(count, 0)).flatten();
        shape.map(|shape| Member { parameters: Parameters::new(), shape }).into_iter().collect()
    }
}

/// The cube root of a number, rounded to the nearest integer.
fn nearest_cube_root(nodes: u64) -> u64 {
    let above = u128::from(ceil_root(nodes, 3));
    // The number is nearer to the root below if it is less than (above - 1/2)^3, that is 8 n < (2 above - 1)^3.
    let below = above > 0 && 8 * u128::from(nodes) < (2 * above - 1).pow(3);
    u64::try_from(above - u128::from(below)).unwrap_or(u64::MAX)
}

/// The number of routers that Flux chooses: none if the root can serve all, else the least from 2 on with which no router has
/// more than 1024 leaves.
pub(super) fn chosen_routers(members: u64) -> u64 {
    if members <= WIDEST_FLUX + 1 {
        return 0;
    }
    // ceil((members - 1 - k) / k) <= 1024, that is members - 1 <= 1025 k.
    (members - 1).div_ceil(WIDEST_FLUX + 1).max(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Shape;
    use logpine_models::job::Limits;
    use logpine_text::units::Time;
    use proptest::prelude::*;

    #[test]
    fn cube_roots_are_rounded() {
        let by_search = |nodes: u64| (1..=10_000u64).find(|root| 8 * nodes < (2 * root + 1).pow(3)).expect("some root");
        assert!((1..5_000).all(|nodes| nearest_cube_root(nodes) == by_search(nodes)));
        assert_eq!([128, 1_000, 4_096, 16_384, 100_000].map(nearest_cube_root), [5, 10, 16, 25, 46]);
        assert_eq!(nearest_cube_root(u64::MAX), 2_642_246);
    }

    /// The critical ranks of Flux's own tests (`internal_ranks_tests`), less the root.
    #[test]
    fn routers_as_flux_chooses_them() {
        let chosen = [512, 1_025, 1_026, 2_051, 2_052, 10_800].map(chosen_routers);
        assert_eq!(chosen, [0, 0, 2, 2, 3, 11]);
    }

    /// Time, height, largest fanout and largest cost of a node of a tree, node by node.
    fn values(shape: &Shape, cost: NodeCost) -> Option<[u64; 4]> {
        let mut times = vec![0; shape.distinct()];
        let (mut widest, mut costliest) = (0, 0);
        for node in shape.nodes().skip(1) {
            let slowest = shape.children(node).iter().map(|group| times[group.node.index()]).max();
            let own = cost(shape.fanout(node))?.ticks();
            times[node.index()] = slowest.unwrap_or(0) + own;
            (widest, costliest) = (widest.max(shape.fanout(node)), costliest.max(own));
        }
        Some([times[shape.root().index()], shape.height().into(), widest, costliest])
    }

    proptest! {
        /// Costs may fall, and fanouts may have none.
        #[test]
        fn for_any_cost_no_width_is_better_than_all_that_are_listed(
            members in 2u64..60, costs in prop::collection::vec(prop::option::weighted(0.8, 0u64..90), 60),
        ) {
            let cost = |x: u64| costs[usize::try_from(x).ok()?].map(Time::from_ticks);
            for family in [SLURM, SLURM_GREEDY, PRRTE, FLUX_KARY, FLUX_MINCRIT] {
                let listed = family.members_of_any_cost(members, &cost);
                let listed: Vec<_> = listed.iter().filter_map(|member| values(&member.shape, &cost)).collect();
                for width in 1..members {
                    let Some(shape) = family.splitting.shape(members, width) else { continue };
                    let Some(of_width) = values(&shape, &cost) else { continue };
                    let is_as_good = |listed: &[u64; 4]| listed.iter().zip(of_width).all(|(listed, of)| *listed <= of);
                    prop_assert!(listed.iter().any(is_as_good), "{} {}", family.name, width);
                }
            }
        }

        /// Costs never fall, and may have no value from some fanout on.
        #[test]
        fn within_limits_the_best_of_all_widths_is_listed(
            members in 2u64..200, steps in prop::collection::vec(0u64..9, 1..200),
            max_height in prop::option::of(1u32..8), max_fanout in prop::option::of(1u64..60), waves in 1u64..9,
        ) {
            let costs: Vec<u64> = steps.iter().scan(0, |sum, step| { *sum += step; Some(*sum) }).collect();
            let cost = |x: u64| costs.get(usize::try_from(x).ok()?).copied().map(Time::from_ticks);
            let limits = Limits { max_fanout, max_height, ..Limits::default() };
            let total = |shape: &Shape| {
                let [time, height, widest, costliest] = values(shape, &cost)?;
                let keeps = height <= max_height.map_or(u64::MAX, u64::from) && widest <= max_fanout.unwrap_or(u64::MAX);
                keeps.then(|| time + (waves - 1) * costliest)
            };
            for family in [SLURM, SLURM_GREEDY, PRRTE, FLUX_KARY, FLUX_MINCRIT] {
                let listed = family.members(members, &cost).into_iter().chain(family.within(members, limits, &cost));
                let best = listed.filter_map(|member| total(&member.shape)).min();
                let shapes = (1..members).filter_map(|width| family.splitting.shape(members, width));
                prop_assert_eq!(best, shapes.filter_map(|shape| total(&shape)).min(), "{}", family.name);
            }
        }
    }
}
