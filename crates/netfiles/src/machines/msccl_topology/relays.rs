//! Switches of msccl-tools as vertices.

use super::MscclTopology;
use super::by_link::{MOST_LINKS, SwitchesByLink};
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::reason::{Reason, reason};
use std::collections::{BTreeMap, BTreeSet};

impl MscclTopology {
    /// The graph with a vertex for each switch, or two with an arc between them if it has several sources and several
    /// destinations: ranks first, then switches. Links without a switch stay arcs.
    ///
    /// A link with two switches passes one after the other. The graph means the same as the limits if every way from a rank
    /// through switches to another rank belongs to a link with exactly these switches, and no link itself carries less than
    /// they do.
    ///
    /// # Errors
    /// [`Reason`] if the graph would mean something else.
    pub fn with_relays(&self) -> Result<Digraph, Reason> {
        let by_link = self.switches_by_link().ok_or_else(|| Reason::new("the switches have too many links"))?;
        if let Some((&(from, to), switches)) = by_link.iter().find(|(_, switches)| switches.len() > 2) {
            return Err(reason!(
                "{switches} switches limit the link from {from} to {to}; as vertices, at most two can stand one after the other",
                switches = switches.len()
            ));
        }
        let mut order = self.order(&by_link)?;
        for component in components(&order, &by_link) {
            // Either order of first and second may be the right one.
            if let Err(error) = self.check(&component, &order, &by_link) {
                for &switch in &component {
                    order[switch] = !order[switch];
                }
                self.check(&component, &order, &by_link).map_err(|_| error)?;
            }
        }
        Ok(self.graph(&order, &by_link))
    }

    /// Whether each switch is the second on its links: two colours, so that those of a link differ.
    fn order(&self, by_link: &SwitchesByLink) -> Result<Vec<bool>, Reason> {
        let neighbours = neighbours(self.switches.len(), by_link);
        let mut colours: Vec<Option<bool>> = vec![None; self.switches.len()];
        for start in 0..colours.len() {
            let mut stack = if colours[start].is_none() { vec![(start, false)] } else { Vec::new() };
            while let Some((switch, colour)) = stack.pop() {
                if colours[switch].is_none() {
                    colours[switch] = Some(colour);
                    stack.extend(neighbours[switch].iter().map(|&next| (next, !colour)));
                }
            }
        }
        let colours: Vec<bool> = colours.into_iter().map(|colour| colour.unwrap_or(false)).collect();
        for (&(from, to), switches) in by_link {
            if switches.len() == 2 && colours[switches[0]] == colours[switches[1]] {
                return Err(reason!(
                    "the switches that limit the link from {from} to {to} stand before and after one another"
                ));
            }
        }
        Ok(colours)
    }

    /// Checks that all ways through the switches of a component are links that they limit, and wide enough.
    fn check(&self, component: &BTreeSet<usize>, is_second: &[bool], by_link: &SwitchesByLink) -> Result<(), Reason> {
        // The ranks before and behind each switch, and what stands directly before and behind.
        let mut ways: BTreeSet<(u32, Vec<usize>, u32)> = BTreeSet::new();
        let of = |switches: &Vec<usize>| switches.iter().any(|switch| component.contains(switch));
        let mut before: BTreeMap<Vec<usize>, (BTreeSet<u32>, BTreeSet<u32>)> = BTreeMap::new();
        for (&(from, to), switches) in by_link.iter().filter(|(_, switches)| of(switches)) {
            let mut chain = switches.clone();
            chain.sort_unstable_by_key(|&switch| is_second[switch]);
            ways.insert((from, chain.clone(), to));
            let ends = before.entry(chain).or_default();
            ends.0.insert(from);
            ends.1.insert(to);
        }
        // A rank enters the first switch of any of its chains, and leaves the last one of any.
        let mut enters: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        let mut leaves: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for (chain, (sources, destinations)) in &before {
            enters.entry(chain[0]).or_default().extend(sources);
            leaves.entry(chain[chain.len() - 1]).or_default().extend(destinations);
        }
        let mut count = 0usize;
        for chain in before.keys() {
            let capacity = chain.iter().map(|&switch| self.switches[switch].capacity).min().unwrap_or(0);
            let (sources, destinations) = (&enters[&chain[0]], &leaves[&chain[chain.len() - 1]]);
            count = count.saturating_add(sources.len().saturating_mul(destinations.len()));
            if count > MOST_LINKS {
                return Err(Reason::new("the switches have too many links"));
            }
            for (&from, &to) in sources.iter().flat_map(|from| destinations.iter().map(move |to| (from, to))) {
                if from != to && !ways.contains(&(from, chain.clone(), to)) {
                    return Err(reason!(
                        "as vertices, the switches would connect {from} to {to}, which they do not limit together"
                    ));
                }
                let link = self.arcs.binary_search_by_key(&(from, to), |arc| (arc.from, arc.to));
                if let Some(arc) = link.ok().map(|at| self.arcs[at]).filter(|arc| arc.capacity < capacity) {
                    return Err(reason!(
                        "the link from {from} to {to} carries {capacity}, less than its switches; as vertices, they would hide that",
                        capacity = arc.capacity
                    ));
                }
            }
        }
        Ok(())
    }

    /// The graph, with the switches in this order.
    fn graph(&self, is_second: &[bool], by_link: &SwitchesByLink) -> Digraph {
        let mut next = self.ranks;
        let mut arcs: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        // The vertices that one enters and leaves a switch by.
        let mut gates = Vec::new();
        for switch in &self.switches {
            let last = next + u32::from(switch.sources.len() > 1 && switch.destinations.len() > 1);
            if last > next {
                arcs.insert((next, last), switch.capacity);
            }
            gates.push((next, last));
            next = last + 1;
        }
        for arc in &self.arcs {
            let mut chain = by_link[&(arc.from, arc.to)].clone();
            chain.sort_unstable_by_key(|&switch| is_second[switch]);
            let (mut at, mut widest) = (arc.from, None);
            for &switch in &chain {
                let capacity = self.switches[switch].capacity;
                arcs.insert((at, gates[switch].0), capacity.min(widest.unwrap_or(capacity)));
                (at, widest) = (gates[switch].1, Some(capacity));
            }
            arcs.insert((at, arc.to), widest.unwrap_or(arc.capacity));
        }
        let arcs = arcs.into_iter().map(|((from, to), capacity)| Arc { from, to, capacity, latency: 1 });
        Digraph::new(next, self.ranks, arcs.collect())
    }
}

/// The switches that limit a link together with each.
fn neighbours(switches: usize, by_link: &SwitchesByLink) -> Vec<BTreeSet<usize>> {
    let mut neighbours = vec![BTreeSet::new(); switches];
    for pair in by_link.values().filter(|switches| switches.len() == 2) {
        neighbours[pair[0]].insert(pair[1]);
        neighbours[pair[1]].insert(pair[0]);
    }
    neighbours
}

/// Switches that limit links together, directly or by others.
fn components(order: &[bool], by_link: &SwitchesByLink) -> Vec<BTreeSet<usize>> {
    let neighbours = neighbours(order.len(), by_link);
    let mut seen = vec![false; order.len()];
    let mut components = Vec::new();
    for start in 0..order.len() {
        let (mut component, mut stack) = (BTreeSet::new(), vec![start]);
        while let Some(switch) = stack.pop() {
            if !std::mem::replace(&mut seen[switch], true) {
                component.insert(switch);
                stack.extend(&neighbours[switch]);
            }
        }
        if !component.is_empty() {
            components.push(component);
        }
    }
    components
}
