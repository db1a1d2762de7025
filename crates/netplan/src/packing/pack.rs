//! Packings that attain the optimum, with low trees.

use crate::PlanError;
use crate::error::out_of_work;
use crate::packing::general::Growth;
use crate::packing::level::{ENTRIES, Rise};
use crate::packing::optimum::{Optimum, optimum};
use crate::packing::options::Options;
use crate::packing::portfolio::Core;
use crate::packing::roots::Roots;
use crate::packing::shortest::shortest_paths;
use crate::packing::split::{QUOTAS, Quota};
use crate::packing::stars::stars;
use crate::packing::trees::Packing;
use logpine_network::digraph::Digraph;
use logpine_text::reason::Reason;
use rayon::prelude::*;

/// The lowest packing found that attains the [`optimum`], and of those as low the one with the fewest trees: a packing whose
/// levels are distances if there is one, else the best of one with raised levels and of attempts of the general method.
///
/// If a switch has not the same capacity in and out, the optimum of the cuts cannot always be attained, as switches do not copy
/// data; then the packing has a larger ratio p/q. So it has if the time is over before there is a packing: then it is one of shortest paths.
///
/// # Errors
///
/// Those of [`optimum`], more trees or weights than are supported, and attempts that all reach their limit.
pub fn pack(graph: &Digraph, roots: Roots, options: &Options) -> Result<Packing, PlanError> {
    let found = candidates(graph, roots, options, Aim::Lowest)?;
    let best = found.into_iter().min_by_key(compare);
    best.ok_or_else(|| out_of_work(options.work))
}

/// All packings found with the least time, lowest first.
///
/// # Errors
///
/// Those of [`pack`].
pub fn packings(graph: &Digraph, roots: Roots, options: &Options) -> Result<Vec<Packing>, PlanError> {
    let mut found = candidates(graph, roots, options, Aim::Front)?;
    found.sort_by_key(compare);
    let least = found.first().map(|packing| Ratio(packing.p, packing.q));
    found.retain(|packing| Some(Ratio(packing.p, packing.q)) == least);
    if found.is_empty() {
        return Err(out_of_work(options.work));
    }
    Ok(found)
}

/// The packings found that attain the same least time, and that no other surpasses in height and number of trees, lowest first.
///
/// # Errors
///
/// Those of [`pack`].
pub fn front(graph: &Digraph, roots: Roots, options: &Options) -> Result<Vec<Packing>, PlanError> {
    let found = packings(graph, roots, options)?;
    let mut front: Vec<Packing> = Vec::new();
    for packing in found {
        if front.last().is_none_or(|last| packing.trees.len() < last.trees.len()) {
            front.push(packing);
        }
    }
    Ok(front)
}

/// The order of packings: the time, the height, the number of trees, the height over physical links.
fn compare(packing: &Packing) -> (Ratio, u32, usize, u32) {
    (Ratio(packing.p, packing.q), packing.height(), packing.trees.len(), packing.physical_height())
}

/// The aim of a packing: the lowest height, or a front of heights and times.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Lowest,
    Front,
}

/// A time p/q; times compare as numbers.
#[derive(PartialEq, Eq)]
struct Ratio(u64, u64);

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (u128::from(self.0) * u128::from(other.1)).cmp(&(u128::from(other.0) * u128::from(self.1)))
    }
}

/// The largest product of ranks and arcs for which the general method is tried although there is a level packing.
const SMALL: usize = 1 << 16;
/// The divisions of classes that attempts take turns with.
const SPLITS: [u64; 3] = [30, 4, 1];

/// The packings found, all with the same least time.
fn candidates(graph: &Digraph, roots: Roots, options: &Options, aim: Aim) -> Result<Vec<Packing>, PlanError> {
    let best = optimum(graph, roots, options.watch)?;
    if options.watch.is_over() {
        return Ok(vec![shortest_paths(graph, roots)?]);
    }
    // No other packing is lower, or has fewer trees; but an allreduce pairs several.
    let lowest =
        if roots == Roots::All && graph.vertices() > graph.compute() { stars(graph, &best, options) } else { None };
    if lowest.is_some() && (aim == Aim::Lowest || (graph.compute() as usize).pow(3) > SMALL) {
        return Ok(lowest.into_iter().collect());
    }
    let mut cores = cores(graph, roots, &best, options)?;
    let level = |cores: &[Core], rise| -> Result<Vec<Packing>, PlanError> {
        let run = |core: &Core| core.level(graph, roots, rise, options);
        let found: Vec<Option<Packing>> = cores.par_iter().map(run).collect::<Result<_, _>>()?;
        Ok(found.into_iter().flatten().collect())
    };
    let small = |core: &Core| graph.compute() as usize * core.graph.arcs().len() <= SMALL;
    let lowest: Vec<Packing> = level(&cores, Rise::Distances)?.into_iter().chain(lowest).collect();
    if !lowest.is_empty() && (aim == Aim::Lowest || !cores.iter().all(small)) {
        return Ok(lowest);
    }
    // Networks with many arcs more than the smallest take long.
    let arcs = |core: &Core| core.graph.arcs().len();
    let smallest = cores.iter().map(arcs).min().unwrap_or(0);
    cores.retain(|core| arcs(core) <= 256 + 2 * smallest);
    let mut found = lowest;
    if found.is_empty() {
        found = level(&cores, Rise::Raised { seed: options.seed })?;
    }
    let attempts: Vec<(&Core, Growth)> = attempts(&cores, graph.compute(), options);
    let attempts = attempts.into_par_iter();
    let attempts = attempts.filter(|(core, _)| !options.watch.is_over() && (found.is_empty() || small(core)));
    let run = |(core, growth): (&Core, Growth)| core.general(graph, roots, growth, options);
    let general: Vec<Option<Packing>> = attempts.map(run).collect::<Result<_, _>>()?;
    found.extend(general.into_iter().flatten());
    if found.is_empty() && options.watch.is_over() {
        found.push(shortest_paths(graph, roots)?);
    }
    Ok(found)
}

/// The networks of ranks that allow the same least time.
fn cores(graph: &Digraph, roots: Roots, best: &Optimum, options: &Options) -> Result<Vec<Core>, PlanError> {
    if graph.vertices() == graph.compute() {
        return Ok(vec![Core::plain(graph, best.p, best.q)?]);
    }
    let split = |&quota: &Quota| Core::split(graph, roots, best, quota, options);
    let found: Vec<Result<Option<Core>, PlanError>> = QUOTAS.par_iter().map(split).collect();
    let (mut cores, mut is_lost) = (Vec::new(), false);
    for result in found {
        match result {
            Ok(core) => cores.extend(core),
            Err(PlanError::Unreached { .. }) => is_lost = true,
            // A bound that is not attained may be out of range.
            Err(_) if options.watch.is_over() => {}
            Err(other) => return Err(other),
        }
    }
    if !cores.iter().any(|core| (core.p, core.q) == (best.p, best.q)) {
        cores.extend(Core::shared(graph, roots, best, options));
    }
    if cores.is_empty() && is_lost && !options.watch.is_over() {
        let lost = "some switches, or other nodes that only relay, have another capacity in than out, and were not split off so that every \
            rank is still reached; plan blocks in steps (without --objective throughput)";
        return Err(Reason::new(lost).into());
    }
    let time = |core: &Core| Ratio(core.p, core.q);
    if let Some(least) = cores.iter().map(time).min() {
        cores.retain(|core| time(core) == least);
    }
    Ok(cores)
}

/// The attempts of the general method.
fn attempts<'a>(cores: &'a [Core], ranks: u32, options: &Options) -> Vec<(&'a Core, Growth)> {
    let trees = ENTRIES / u64::from(ranks);
    let seeds = (0..options.attempts.max(1)).map(|attempt| options.seed.wrapping_add(u64::from(attempt)));
    let growths = |seed| SPLITS.map(|split| Growth { split, seed, work: options.work, trees });
    seeds.flat_map(|seed| cores.iter().flat_map(move |core| growths(seed).map(|growth| (core, growth)))).collect()
}
