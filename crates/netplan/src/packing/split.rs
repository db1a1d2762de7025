//! Switches split off: links through a switch are joined in pairs to links between its neighbours, until it has none.

use crate::packing::kept::{Kept, Need};
use crate::packing::order::{Hops, Order};
use crate::packing::pieces::{Piece, Pieces, join};
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;
use std::collections::HashMap;

/// How much of a pair of links is joined at a time, before other pairs have a turn. The choice decides how near the ranks are
/// to each other afterwards: joined without limit, links through a crossbar become a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quota {
    /// Each link in proportion to the capacities of the links out of the switch: a crossbar becomes a complete graph.
    Even,
    /// The same, or in proportion to the links into the switch if they have more capacity, so that none is left out.
    Shares,
    /// A part of the smaller link, at least 1.
    Part(u64),
}

/// The ways that are tried.
pub const QUOTAS: [Quota; 4] = [Quota::Even, Quota::Part(8), Quota::Part(3), Quota::Part(2)];

/// A network whose switches are being split off. Where every switch has the same capacity in and out, all of it can be joined
/// (Mader 1982, Frank 1988, Jackson 1988).
#[derive(Clone)]
pub struct Splitter<'a> {
    vertices: u32,
    compute: u32,
    arcs: Vec<[u32; 2]>,
    capacities: Vec<u64>,
    pieces: Vec<Pieces>,
    index: HashMap<[u32; 2], u32>,
    kept: Kept<'a>,
    /// True if capacity of switches was left that could not be joined.
    pub left: bool,
}

impl<'a> Splitter<'a> {
    /// The network with these capacities, and the arcs and amounts of a vertex of its own, which is numbered after all others.
    /// `None` if a need cannot be met, or if the flows for all needs take too much memory.
    pub fn new(
        graph: &Digraph,
        capacities: &[u64],
        feed: &[(u32, u64)],
        needs: Vec<Need>,
        work: (u64, &'a dyn Watch),
    ) -> Option<Self> {
        let vertices = graph.vertices() + 1;
        let given = graph.arcs().iter().zip(capacities).map(|(arc, &capacity)| ([arc.from, arc.to], capacity));
        let fed = feed.iter().map(|&(vertex, amount)| ([vertices - 1, vertex], amount));
        let (mut arcs, mut amounts, mut index) = (Vec::new(), Vec::new(), HashMap::new());
        for (ends, amount) in given.chain(fed).filter(|&([from, to], _)| from != to) {
            let arc = *index.entry(ends).or_insert(arcs.len());
            if arc == arcs.len() {
                arcs.push(ends);
                amounts.push(0);
            }
            amounts[arc] += amount;
        }
        let piece = |(ends, &amount): (&[u32; 2], &u64)| Pieces(vec![Piece { amount, path: ends.to_vec() }]);
        Some(Self {
            vertices,
            compute: graph.compute(),
            pieces: arcs.iter().zip(&amounts).map(piece).collect(),
            kept: Kept::new(vertices, &arcs, &amounts, needs, work)?,
            index: index.into_iter().map(|(ends, arc)| (ends, u32::try_from(arc).expect("arcs fit 32 bits"))).collect(),
            arcs,
            capacities: amounts,
            left: false,
        })
    }

    /// Splits all switches off, those with few links first, and returns the arcs between ranks with their paths; `None` if that
    /// is more work than allowed.
    pub fn run(&mut self, quota: Quota, seed: u64) -> Option<Vec<([u32; 2], Pieces)>> {
        let mut switches: Vec<u32> = (self.compute..self.vertices - 1).collect();
        while let Some(at) = (0..switches.len()).min_by_key(|&at| (self.degree(switches[at]), switches[at])) {
            let switch = switches.swap_remove(at);
            self.split(switch, quota, seed);
            if self.kept.exhausted() {
                return None;
            }
        }
        let between = |ends: &[u32; 2]| ends.iter().all(|&end| end < self.compute);
        let open = self.open().filter(|&(ends, _)| between(&ends));
        let mut result: Vec<_> =
            open.map(|(ends, _)| (ends, self.pieces[self.index[&ends] as usize].clone())).collect();
        result.sort_by_key(|&(ends, _)| ends);
        Some(result)
    }

    /// The arcs with capacity.
    fn open(&self) -> impl Iterator<Item = ([u32; 2], u64)> {
        self.arcs
            .iter()
            .zip(&self.capacities)
            .map(|(&ends, &capacity)| (ends, capacity))
            .filter(|&(_, capacity)| capacity > 0)
    }

    fn degree(&self, switch: u32) -> usize {
        self.open().filter(|(ends, _)| ends.contains(&switch)).count()
    }

    fn split(&mut self, switch: u32, quota: Quota, seed: u64) {
        let mut hops = Hops::new(self.vertices, self.open().map(|(ends, _)| ends), switch);
        let into = self.open().filter(|&([_, to], _)| to == switch);
        let out = || self.open().filter(|&([from, _], _)| from == switch);
        let all: Vec<[u32; 2]> = into.flat_map(|([from, _], _)| out().map(move |([_, to], _)| [from, to])).collect();
        // What leads back to where it comes from is dropped last.
        let (around, pairs): (Vec<[u32; 2]>, Vec<[u32; 2]>) = all.iter().partition(|[from, to]| from == to);
        let sum = |at: usize| -> u128 {
            let of_switch = self.open().filter(|(ends, _)| ends[at] == switch);
            of_switch.map(|(_, capacity)| u128::from(capacity)).sum()
        };
        let (out, into) = (sum(0), sum(1));
        let quotas: HashMap<[u32; 2], u64> =
            pairs.iter().map(|&pair| (pair, self.quota(switch, pair, quota, (into, out)))).collect();
        if matches!(quota, Quota::Even | Quota::Shares) {
            self.try_all(switch, &pairs, &quotas);
            pairs.iter().filter(|&&pair| self.capacity(pair) > 0).for_each(|&pair| hops.add(pair));
        }
        let mut random = Generator::stream(seed, u64::from(switch));
        let any = |_: &[u32; 2]| u64::MAX;
        while self.pass(switch, Order::new(&pairs, &mut random), &mut hops, |pair| quotas[pair]) {}
        while self.pass(switch, Order::new(&pairs, &mut random), &mut hops, any) {}
        while self.pass(switch, Order::new(&around, &mut random), &mut hops, any)
            || self.pass(switch, Order::new(&pairs, &mut random), &mut hops, any)
        {}
        if self.kept.exhausted() {
            // The rest is of no use.
            return;
        }
        for (ends, capacity) in self.arcs.iter().zip(&mut self.capacities).filter(|(ends, _)| ends.contains(&switch)) {
            if *capacity > 0 {
                self.left = true;
                self.kept.remove(self.index[ends]);
            }
            *capacity = 0;
        }
    }

    /// The quota of a pair of links of a switch, which has these capacities in and out in all.
    fn quota(&self, switch: u32, [from, to]: [u32; 2], quota: Quota, (all_in, all_out): (u128, u128)) -> u64 {
        let (into, out) = (self.capacity([from, switch]), self.capacity([switch, to]));
        match quota {
            Quota::Part(parts) => into.min(out).div_ceil(parts.max(1)),
            Quota::Even | Quota::Shares => {
                let leaving = all_out - u128::from(self.capacity([switch, from]));
                let entering =
                    if quota == Quota::Shares { all_in - u128::from(self.capacity([to, switch])) } else { 0 };
                let part = u128::from(into) * u128::from(out) / leaving.max(entering).max(1);
                u64::try_from(part).unwrap_or(u64::MAX).max(1)
            }
        }
    }

    fn capacity(&self, ends: [u32; 2]) -> u64 {
        self.index.get(&ends).map_or(0, |&arc| self.capacities[arc as usize])
    }

    /// Joins each pair once, up to its quota; true if anything was joined.
    fn pass(&mut self, switch: u32, mut order: Order, hops: &mut Hops, quota: impl Fn(&[u32; 2]) -> u64) -> bool {
        let mut changed = false;
        while let Some(pair) = order.next(hops) {
            let wanted = quota(&pair).min(self.capacity([pair[0], switch])).min(self.capacity([switch, pair[1]]));
            let amount = if wanted > 0 { self.kept.safe(switch, pair, wanted) } else { 0 };
            if amount > 0 {
                self.join(switch, pair, amount, true);
                hops.add(pair);
                changed = true;
            }
        }
        changed
    }

    /// Joins all pairs at once, each up to its quota, if every need is still met. That is much faster than one by one.
    fn try_all(&mut self, switch: u32, pairs: &[[u32; 2]], quotas: &HashMap<[u32; 2], u64>) {
        let before = self.clone();
        for &[from, to] in pairs {
            if self.kept.exhausted() {
                break;
            }
            let wanted = quotas[&[from, to]].min(self.capacity([from, switch])).min(self.capacity([switch, to]));
            if wanted > 0 {
                self.join(switch, [from, to], wanted, false);
            }
        }
        if !self.kept.again(&self.arcs, &self.capacities) {
            *self = before;
        }
    }

    /// Joins a pair; `follow` says whether the flows of the needs follow.
    fn join(&mut self, switch: u32, [from, to]: [u32; 2], amount: u64, follow: bool) {
        let arcs = [self.index[&[from, switch]], self.index[&[switch, to]]];
        let [first, second] = arcs.map(|arc| {
            self.capacities[arc as usize] -= amount;
            self.pieces[arc as usize].take(amount)
        });
        if from == to {
            self.kept.join(arcs, None, amount);
            return;
        }
        let number = u32::try_from(self.arcs.len()).expect("arcs fit 32 bits");
        let arc = *self.index.entry([from, to]).or_insert(number);
        if arc == number {
            self.arcs.push([from, to]);
            self.capacities.push(0);
            self.pieces.push(Pieces::default());
            if follow {
                self.kept.add([from, to]);
            }
        }
        self.capacities[arc as usize] += amount;
        self.pieces[arc as usize].add(join(first, second));
        if follow {
            self.kept.join(arcs, Some(arc), amount);
        }
    }
}
