//! The linear program whose solutions are prices and values, and their rounding.
//!
//! The solution is only a proposal: it is rounded to fractions of small denominators, and what the rounded prices do not pay for is
//! taken from the values. What counts is the proof in integers.

use super::simplex::Program;
use super::{Dual, Worth};
use logpine_network::digraph::{Arc, Digraph};

/// Denominators of duals up to this one are found exactly.
const DENOMINATORS: u32 = 2520;

/// The difference two equal numbers may have from rounding.
const TOLERANCE: f64 = 1e-7;

/// The coefficients of a row, with the indices of their variables.
type Row = Vec<(usize, f64)>;

/// The variables of the program: the prices; then two for each value, which is their difference; then the falls of what is held.
struct Columns<'a> {
    graph: &'a Digraph,
    steps: u32,
    count: usize,
}

/// The best proof that the program yields; `None` if its tableau has more than `most` numbers, or it is not solved.
pub fn solve(graph: &Digraph, steps: u32, most: u64) -> Option<Dual> {
    let (ranks, arcs) = (u64::from(graph.compute()), graph.arcs().len() as u64);
    let pairs = ranks * u64::from(graph.vertices());
    // A bound on the variables, so that nothing large is built.
    let variables = (ranks + 1).checked_mul(arcs)?.checked_mul(steps.into())?.checked_add(2 * pairs)?;
    if variables > most {
        return None;
    }
    let priced = usize::try_from(arcs * u64::from(steps)).ok()?;
    let mut columns = Columns { graph, steps, count: priced + 2 * usize::try_from(pairs).ok()? };
    let mut program = Program::default();
    for rank in 0..graph.compute() {
        columns.add_rank(rank, &mut program);
    }
    for step in 1..=steps {
        #[expect(clippy::cast_precision_loss, reason = "the solution is checked")]
        let sum = graph.arcs().iter().enumerate().map(|(arc, of)| (columns.price(step, arc), of.capacity as f64));
        program.rows.push((sum.collect(), 1.0));
    }
    program.objective = vec![0.0; columns.count];
    for rank in 0..graph.compute() {
        for vertex in (0..graph.vertices()).filter(|&vertex| vertex != rank) {
            for (column, sign) in columns.value(rank, vertex) {
                program.objective[column] = sign;
            }
        }
    }
    if program.size() > most {
        return None;
    }
    let solution = program.solve()?;
    let value = |rank, vertex| columns.value(rank, vertex).map(|(column, sign)| sign * solution[column]).sum();
    let ranks = (0..graph.compute()).flat_map(|rank| (0..graph.vertices()).map(move |vertex| (rank, vertex)));
    let values: Vec<f64> = ranks.map(|(rank, vertex)| value(rank, vertex)).collect();
    round(graph, steps, &solution[..priced], &values)
}

impl Columns<'_> {
    /// The variable of a price.
    fn price(&self, step: u32, arc: usize) -> usize {
        (step as usize - 1) * self.graph.arcs().len() + arc
    }

    /// The variables of a value, with their signs: those of relays are not positive, and there is none at the rank itself.
    fn value(&self, rank: u32, vertex: u32) -> impl Iterator<Item = (usize, f64)> + use<> {
        let pair = rank as usize * self.graph.vertices() as usize + vertex as usize;
        let first = self.steps as usize * self.graph.arcs().len() + 2 * pair;
        let positive = (vertex < self.graph.compute()).then_some((first, 1.0));
        positive.into_iter().chain([(first + 1, -1.0)]).filter(move |_| vertex != rank)
    }

    /// Adds what the prices have to pay for blocks of a rank: each row is at most 0.
    fn add_rank(&mut self, rank: u32, program: &mut Program) {
        let graph = self.graph;
        let distances = graph.distances(rank, |arc| u64::from(arc.latency));
        let steps = self.steps;
        // The steps in which a block of the rank can be sent over an arc.
        let window = |arc: &Arc| {
            let first = distances[arc.from as usize].and_then(|distance| u32::try_from(distance + 1).ok());
            let last = (u64::from(steps) + 1).saturating_sub(arc.latency.into());
            first.unwrap_or(u32::MAX)..=if arc.to == rank { 0 } else { u32::try_from(last).unwrap_or(0) }
        };
        // hold(r, e, s) as the sum of what it falls by after each step from s on.
        let mut falls: Vec<Vec<(u32, usize)>> = Vec::new();
        for arc in graph.arcs() {
            let open = window(arc).filter(|_| arc.from != rank);
            falls.push(open.zip(self.count..).collect());
            self.count += falls.last().map_or(0, Vec::len);
        }
        let hold = |row: &mut Row, arc: usize, from: u32, sign: f64| {
            row.extend(falls[arc].iter().filter(|fall| fall.0 >= from).map(|fall| (fall.1, sign)));
        };
        for (index, arc) in graph.arcs().iter().enumerate() {
            for step in window(arc) {
                let mut row: Row = vec![(self.price(step, index), -1.0)];
                row.extend(self.value(rank, arc.to));
                for &next in graph.leaving(arc.to) {
                    hold(&mut row, next as usize, step + arc.latency, 1.0);
                }
                hold(&mut row, index, step, -1.0);
                program.rows.push((row, 0.0));
            }
        }
    }
}

/// The best proof near the solver's numbers.
fn round(graph: &Digraph, steps: u32, prices: &[f64], values: &[f64]) -> Option<Dual> {
    let target: f64 = values.iter().sum();
    let near = |number: f64, scale: f64| (number * scale - (number * scale).round()).abs() < TOLERANCE * scale;
    let fits = |scale: &u32| {
        let scale = f64::from(*scale);
        near(target, scale) && prices.iter().chain(values).all(|&number| near(number, scale))
    };
    let exact = (1..=DENOMINATORS).find(fits).and_then(|scale| scaled(graph, steps, prices, values, scale));
    let exact = exact.filter(|dual| {
        let total: i64 = dual.values.iter().sum();
        total as f64 / dual.scale as f64 > target - TOLERANCE
    });
    exact.or_else(|| scaled(graph, steps, prices, values, 1 << 24))
}

/// The numbers times a scale, with values lowered until they are paid for.
fn scaled(graph: &Digraph, steps: u32, prices: &[f64], values: &[f64], scale: u32) -> Option<Dual> {
    let factor = f64::from(scale);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate, and the result is checked"
    )]
    let prices: Vec<u64> = prices.iter().map(|price| (price * factor).round().max(0.0) as u64).collect();
    #[expect(clippy::cast_possible_truncation, reason = "casts saturate, and the result is checked")]
    let mut values: Vec<i64> = values.iter().map(|value| (value * factor).round() as i64).collect();
    let arcs = graph.arcs().len();
    let mut most = u128::from(scale);
    for step in 0..steps as usize {
        let priced = prices[step * arcs..][..arcs].iter().zip(graph.arcs());
        let sum = priced.map(|(&price, arc)| u128::from(price).saturating_mul(arc.capacity.into()));
        most = most.max(sum.fold(0, u128::saturating_add));
    }
    let mut dual = Dual { steps, scale: u64::try_from(most).ok()?, prices, values: Vec::new() };
    let vertices = graph.vertices() as usize;
    let mut worth = Worth::new(graph, steps);
    for rank in 0..graph.compute() {
        let own = &mut values[rank as usize * vertices..][..vertices];
        let lower = |own: &mut [i64], by: i64| {
            for (value, vertex) in own.iter_mut().zip(0u32..) {
                if vertex != rank {
                    *value = value.saturating_sub(by);
                }
            }
        };
        own[graph.compute() as usize..].iter_mut().for_each(|value| *value = (*value).min(0));
        // Each unit less at every vertex lowers what is not paid for by a unit at least.
        let excess = worth.excess(&dual, rank, own)?;
        if excess > 0 {
            lower(own, i64::try_from(excess).ok()?);
        }
    }
    dual.values = values;
    dual.ratio(graph).map(|_| dual)
}
