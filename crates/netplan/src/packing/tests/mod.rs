//! Results against counting: all cuts, loads from scratch, published figures.

pub mod recount;

use crate::PlanError;
use crate::packing::tests::recount::recount;
use crate::packing::{Optimum, Options, Packing, Roots, front, optimum, pack};
use crate::tests::networks::{a100, dgx1, dragonfly, fat_tree, grid, mi250, random};
use logpine_network::digraph::Digraph;

/// The number of roots in a set, and the capacity that leaves it.
fn cut(graph: &Digraph, roots: Roots, inside: impl Fn(u32) -> bool) -> (u64, u64) {
    let is_root = |&rank: &u32| roots == Roots::All || roots == Roots::One(rank);
    let count = (0..graph.compute()).filter(is_root).filter(|&rank| inside(rank)).count() as u64;
    let leaving = graph.arcs().iter().filter(|arc| inside(arc.from) && !inside(arc.to));
    (count, leaving.map(|arc| arc.capacity).sum())
}

/// The greatest ratio over all sets of vertices that miss a rank.
fn all_cuts(graph: &Digraph, roots: Roots) -> (u64, u64) {
    let ranks = (1u32 << graph.compute()) - 1;
    let sets = (0..1u32 << graph.vertices()).filter(|set| set & ranks != ranks);
    let cuts = sets.map(|set| cut(graph, roots, |vertex| set >> vertex & 1 == 1)).filter(|&(count, _)| count > 0);
    cuts.max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1))).unwrap()
}

fn roots_of(graph: &Digraph, roots: Roots) -> Vec<u32> {
    (0..graph.compute()).filter(|&rank| roots == Roots::All || roots == Roots::One(rank)).collect()
}

/// Checks the optimum and a packing of a small network against all cuts.
fn check(graph: &Digraph, roots: Roots) -> (Optimum, Packing) {
    let best = optimum(graph, roots, &()).unwrap();
    let (count, capacity) = all_cuts(graph, roots);
    assert_eq!(best.p * capacity, best.q * count, "{graph:?}");
    let attained = cut(graph, roots, |vertex| best.cut[vertex as usize]);
    assert_eq!(best.p * attained.1, best.q * attained.0);
    assert!((0..graph.compute()).any(|rank| !best.cut[rank as usize]));
    let packing = pack(graph, roots, &Options::default()).unwrap();
    recount(graph, &roots_of(graph, roots), &packing);
    (best, packing)
}

#[test]
fn uneven_switches_cost_what_the_packing_says() {
    let mut attained = 0;
    for seed in 0..200 {
        let graph = random(seed, false, true);
        match pack(&graph, Roots::All, &Options::default()) {
            Ok(_) => {
                let (best, packing) = check(&graph, Roots::All);
                let (packed, bound) = (packing.p * best.q, best.p * packing.q);
                assert!(packed >= bound);
                attained += u32::from(packed == bound);
            }
            // Switches do not copy: ranks that only one copy could reach.
            Err(error) => assert!(matches!(error, PlanError::Unreached { .. }), "{error}"),
        }
    }
    assert!(attained > 100, "{attained}");
}

#[test]
fn grids_are_packed_with_the_height_of_their_diameter() {
    let cases: [(&[u32], bool, u32, [u64; 2]); 7] = [
        (&[9], true, 4, [4, 1]),
        (&[8, 8], true, 8, [63, 4]),
        (&[5, 7], true, 5, [17, 2]),
        (&[3, 4, 5], true, 5, [59, 6]),
        (&[4, 4], false, 6, [15, 2]),
        (&[8, 8], false, 14, [63, 2]),
        (&[2; 6], false, 6, [21, 2]),
    ];
    for (sides, around, diameter, [p, q]) in cases {
        let graph = grid(sides, around);
        let packing = pack(&graph, Roots::All, &Options::default()).unwrap();
        recount(&graph, &roots_of(&graph, Roots::All), &packing);
        assert_eq!((packing.p, packing.q, packing.height()), (p, q, diameter), "{sides:?}");
    }
}

#[test]
fn accelerator_clusters_are_packed_low() {
    let cases: [(Digraph, [u64; 3], u32); 6] = [
        (dgx1(), [7, 6, 6], 3),
        (a100(1), [7, 300, 1], 1),
        (a100(2), [3, 65, 13], 3),
        (a100(4), [3, 25, 1], 2),
        (mi250(2), [15, 166, 83], 12),
        (dragonfly(4, 2), [7, 1, 1], 3),
    ];
    for (graph, [p, q, share], height) in cases {
        let packing = pack(&graph, Roots::All, &Options::default()).unwrap();
        recount(&graph, &roots_of(&graph, Roots::All), &packing);
        assert_eq!([packing.p, packing.q, packing.share], [p, q, share]);
        assert!(packing.height() <= height, "{}", packing.height());
    }
}

#[test]
fn raised_levels_pack_a_large_dragonfly_in_a_hop_more_than_its_diameter() {
    let graph = dragonfly(6, 3);
    let packing = pack(&graph, Roots::All, &Options::default()).unwrap();
    recount(&graph, &roots_of(&graph, Roots::All), &packing);
    assert!(packing.height() <= 4, "{}", packing.height());
}

#[test]
fn a_fat_tree_is_packed_over_its_links() {
    let graph = fat_tree(2, 2, 2, 1);
    let packing = pack(&graph, Roots::All, &Options::default()).unwrap();
    recount(&graph, &roots_of(&graph, Roots::All), &packing);
    // Seven blocks enter each host over one link.
    assert_eq!((packing.p, packing.q), (7, 1));
}

#[test]
fn fronts_rise_as_trees_grow_fewer_and_do_not_depend_on_threads() {
    let options = Options { attempts: 2, ..Options::default() };
    for graph in [dgx1(), a100(2)] {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| front(&graph, Roots::All, &options)).unwrap()
        };
        let found = on(1);
        assert_eq!(found, on(3));
        let figures: Vec<(u32, usize)> = found.iter().map(|packing| (packing.height(), packing.trees.len())).collect();
        assert!(figures.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1), "{figures:?}");
        for packing in &found {
            recount(&graph, &roots_of(&graph, Roots::All), packing);
        }
    }
}
