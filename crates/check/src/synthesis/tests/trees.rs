//! Packings of trees.

use crate::synthesis::tests::examples::{Packed, arc, heaviest_load};
use crate::synthesis::{Limits, Packing, TreeEdge, Wrong, check_trees};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

const PACKED: [MpiCollective; 5] = [
    MpiCollective::Bcast,
    MpiCollective::Reduce,
    MpiCollective::Allgather,
    MpiCollective::ReduceScatter,
    MpiCollective::Allreduce,
];

fn check(packed: &Packed) -> Result<crate::synthesis::Packed, Wrong> {
    let Packed { p, q, reduce_scatter, height, edges, .. } = packed;
    let packing = Packing { p: *p, q: *q, reduce_scatter: *reduce_scatter, height: Some(*height), edges };
    check_trees(&packed.statement(), &packing, &Limits::default()).map_err(|faults| faults[0].wrong.clone())
}

#[test]
fn switches_of_an_allreduce_combine_and_copy() {
    // Three hosts at a switch, which is the root of a tree for all three units of the vector.
    let arcs = (0..3).flat_map(|host| [arc(host, 3), arc(3, host)]);
    let graph = Digraph::new(4, 3, arcs.collect());
    let edge = |child| TreeEdge { tree: 0, root: 3, weight: 5, child, parent: 3, path: vec![3, child] };
    let edges: Vec<TreeEdge> = (0..3).map(edge).collect();
    let packed = Packed {
        graph,
        collective: MpiCollective::Allreduce,
        root: 0,
        edges,
        height: 1,
        p: 3,
        q: 1,
        reduce_scatter: None,
    };
    let found = check(&packed).expect("a correct tree");
    assert_eq!((found.trees, found.height, found.time, found.combine), (1, 1, Some((3, 1)), true));
    let load = Wrong::new("the arc from 3 to 0 carries 15 of 5, which takes longer than 5/2 at its capacity of 1");
    assert_eq!(check(&Packed { p: 5, q: 2, ..packed.clone() }), Err(load));
    let lost = Packed { edges: packed.edges[1..].to_vec(), ..packed.clone() };
    assert_eq!(check(&lost), Err(Wrong::new("tree 0 does not reach rank 0 from its root")));
    // In an allgather a switch only forwards, and so it does where the halves have trees of their own.
    let no_rank = Err(Wrong::new("3 is no rank; the ranks are 0 to 2"));
    assert_eq!(check(&Packed { collective: MpiCollective::Allgather, ..packed.clone() }), no_rank);
    assert_eq!(check(&Packed { reduce_scatter: Some((3, 1)), ..packed }), no_rank);
}

#[test]
fn cycles_do_not_span() {
    let arcs = [(0, 1), (1, 2), (2, 1), (2, 3)].map(|(from, to)| Arc { from, to, capacity: 9, latency: 1 });
    let graph = Digraph::new(4, 4, arcs.to_vec());
    let edge = |parent, child| TreeEdge { tree: 0, root: 0, weight: 1, child, parent, path: vec![parent, child] };
    let edges = vec![edge(2, 1), edge(1, 2), edge(2, 3)];
    let packed =
        Packed { graph, collective: MpiCollective::Bcast, root: 0, edges, height: 3, p: 1, q: 9, reduce_scatter: None };
    assert_eq!(check(&packed), Err(Wrong::new("tree 0 does not reach rank 1 from its root")));
}

/// Whether a packing is correct, decided edge by edge with searches.
fn is_correct(packed: &Packed) -> bool {
    let Some((p, q)) = packed.reduce_scatter else { return height_of(packed) == Some(packed.height) };
    let of = |collective, (p, q), goes_up| {
        let mut half = Packed { collective, p, q, reduce_scatter: None, ..packed.clone() };
        half.edges.retain(|edge| (edge.path.first() == Some(&edge.child)) == goes_up);
        height_of(&half)
    };
    let gather = of(MpiCollective::Allgather, (packed.p, packed.q), false);
    let scatter = of(MpiCollective::ReduceScatter, (p, q), true);
    gather.zip(scatter).is_some_and(|(one, other)| one.max(other) == packed.height)
}

/// The height of a packing if it is correct but for the claimed height.
fn height_of(packed: &Packed) -> Option<u32> {
    let Packed { graph, collective, root, edges, p, q, .. } = packed;
    let ranks = graph.compute();
    let up = matches!(collective, MpiCollective::Reduce | MpiCollective::ReduceScatter);
    let arc_of = |from, to| graph.arcs().iter().any(|arc| (arc.from, arc.to) == (from, to));
    let has_path = |edge: &TreeEdge| {
        let ends = if up { (edge.child, edge.parent) } else { (edge.parent, edge.child) };
        let (Some(&first), Some(&last)) = (edge.path.first(), edge.path.last()) else { return false };
        let inner = edge.path.iter().skip(1).rev().skip(1).all(|&vertex| vertex >= ranks);
        let hops = edge
            .path
            .windows(2)
            .all(|hop| arc_of(hop[0], hop[1]) && (*collective != MpiCollective::Allreduce || arc_of(hop[1], hop[0])));
        edge.path.len() > 1 && (first, last) == ends && inner && hops && edge.child < ranks && edge.parent < ranks
    };
    let mut trees: Vec<u32> = edges.iter().map(|edge| edge.tree).collect();
    trees.sort_unstable();
    trees.dedup();
    let mut sums = vec![0; ranks as usize];
    let mut highest = 0;
    for tree in trees {
        let of_tree: Vec<&TreeEdge> = edges.iter().filter(|edge| edge.tree == tree).collect();
        let (root, weight) = (of_tree[0].root, of_tree[0].weight);
        if root >= ranks || weight == 0 || of_tree.len() != ranks as usize - 1 {
            return None;
        }
        if of_tree.iter().any(|edge| (edge.root, edge.weight) != (root, weight)) {
            return None;
        }
        // Level by level from the root: with P - 1 edges it is a tree if everything is reached.
        let (mut reached, mut level, mut depth) = (vec![root], vec![root], 0);
        while !level.is_empty() {
            level = of_tree.iter().filter(|edge| level.contains(&edge.parent)).map(|edge| edge.child).collect();
            level.retain(|child| !reached.contains(child));
            level.dedup();
            depth += u32::from(!level.is_empty());
            reached.extend(&level);
        }
        if (0..ranks).any(|rank| !reached.contains(&rank)) {
            return None;
        }
        sums[root as usize] += weight;
        highest = highest.max(depth);
    }
    let rooted = matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
    let total = sums[if rooted { *root as usize } else { 0 }];
    let even = sums
        .iter()
        .enumerate()
        .all(|(rank, &sum)| if rooted && rank != *root as usize { sum == 0 } else { sum == total && sum > 0 });
    let fits = |arc: &Arc| heaviest_load(*collective, edges, arc) * q <= arc.capacity * p * total;
    (even && edges.iter().all(has_path) && graph.arcs().iter().all(fits)).then_some(highest)
}

/// The load of an arc by all trees, those of both halves of an allreduce.
fn whole_load(packed: &Packed, arc: &Arc) -> u64 {
    let turns_around = packed.collective == MpiCollective::Allreduce && packed.reduce_scatter.is_none();
    let over =
        |hop: &[u32]| u64::from(*hop == [arc.from, arc.to]) + u64::from(turns_around && *hop == [arc.to, arc.from]);
    packed.edges.iter().map(|edge| edge.weight * edge.path.windows(2).map(over).sum::<u64>()).sum()
}

/// All packings that differ in one field of an edge, and some more.
fn mutants(packed: &Packed, index: usize) -> Vec<Packed> {
    let edge = &packed.edges[index];
    let vertices = packed.graph.vertices();
    let mut changed = Vec::new();
    for vertex in 0..=vertices {
        changed.push(TreeEdge { root: vertex, ..edge.clone() });
        changed.push(TreeEdge { child: vertex, ..edge.clone() });
        changed.push(TreeEdge { parent: vertex, ..edge.clone() });
        for at in 0..=edge.path.len() {
            let mut path = edge.path.clone();
            path.insert(at, vertex);
            changed.push(TreeEdge { path, ..edge.clone() });
            let mut path = edge.path.clone();
            if let Some(there) = path.get_mut(at) {
                *there = vertex;
            } else {
                path.pop();
            }
            changed.push(TreeEdge { path, ..edge.clone() });
        }
    }
    changed.extend((0..7).map(|weight| TreeEdge { weight, ..edge.clone() }));
    changed.extend((0..9).map(|tree| TreeEdge { tree, ..edge.clone() }));
    let mut all: Vec<Packed> = Vec::new();
    for other in changed.into_iter().filter(|other| other != edge) {
        let mut mutant = packed.clone();
        mutant.edges[index] = other;
        all.push(mutant);
    }
    let mut without = packed.clone();
    without.edges.remove(index);
    all.push(without);
    let mut heavier = packed.clone();
    heavier.edges.iter_mut().filter(|other| other.tree == edge.tree).for_each(|edge| edge.weight += 1);
    all.push(heavier);
    all
}

#[test]
fn correct_packings_are_accepted_and_their_mutants_are_refused() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..120 {
        let mut generator = Generator::new(seed);
        let packed = match PACKED.get(usize::try_from(seed % 6).expect("small")) {
            Some(&collective) => Packed::random(collective, &mut generator),
            None => Packed::of_halves(&mut generator),
        };
        assert!(is_correct(&packed), "{seed}: {packed:?}");
        assert_eq!(check(&packed).map(|found| (found.weight, found.height)), Ok((4, packed.height)), "{seed}");
        let (p, q) = check(&packed).expect("correct").time.expect("few digits");
        for arc in packed.graph.arcs() {
            assert!(whole_load(&packed, arc) * q <= 4 * arc.capacity * p, "{seed}");
        }
        assert!(packed.graph.arcs().iter().any(|arc| whole_load(&packed, arc) * q == 4 * arc.capacity * p), "{seed}");
        for (p, q, height) in [(packed.p - 1, packed.q, 0), (packed.p, packed.q + 1, 0), (packed.p, packed.q, 1)] {
            assert!(check(&Packed { p, q, height: packed.height + height, ..packed.clone() }).is_err(), "{seed}");
        }
        if let Some((p, q)) = packed.reduce_scatter {
            for reduce_scatter in [Some((p - 1, q)), Some((p, q + 1)), None] {
                assert!(check(&Packed { reduce_scatter, ..packed.clone() }).is_err(), "{seed}");
            }
        }
        for index in 0..packed.edges.len() {
            for mutant in mutants(&packed, index) {
                let correct = is_correct(&mutant);
                assert_eq!(
                    check(&mutant).is_ok(),
                    correct,
                    "{seed}: {:?}\n{:?}",
                    mutant.edges.get(index),
                    check(&mutant)
                );
                *(if correct { &mut accepted } else { &mut refused }) += 1;
            }
        }
    }
    assert!(refused > 30_000 && accepted > 50, "{refused} refused, {accepted} accepted");
}
