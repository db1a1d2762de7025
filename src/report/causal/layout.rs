//! The layout of a drawn causal model: variables in rows, every cause above its effects (Sugiyama, Tagawa and Toda, Methods
//! for Visual Understanding of Hierarchical System Structures, 1981).

use logpine_causal::{CausalModel, EdgeKind};

/// A point of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

/// The places of a model's variables and edges.
pub(super) struct Layout {
    /// The centre of each variable.
    pub centres: Vec<Point>,
    /// The points of each edge, from the centre of its first end to that of the second.
    pub paths: Vec<Vec<Point>>,
    /// The rightmost and the lowest place that a variable reaches.
    pub size: Point,
}

/// Space between rows.
const BETWEEN: f64 = 50.0;
/// Space between variables of a row.
const SPACE: f64 = 30.0;
/// Half the width that an edge takes where it passes a row.
const PASSING: f64 = 14.0;

/// A place in a row: a variable, or a point where an edge passes.
struct Place {
    half_width: f64,
    x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Lays out the model. `half_widths` and `half_height` are those of the variables' shapes.
pub(super) fn layout(model: &CausalModel, half_widths: &[f64], half_height: f64) -> Layout {
    let rows = rows(model);
    let mut places: Vec<Place> = half_widths
        .iter()
        .map(|&half_width| Place { half_width, x: 0.0, above: Vec::new(), below: Vec::new() })
        .collect();
    let mut row_of = rows.clone();
    let mut chains = Vec::new();
    for edge in &model.edges {
        let (upper, lower) = if rows[edge.from] < rows[edge.to] { (edge.from, edge.to) } else { (edge.to, edge.from) };
        let mut chain = vec![upper];
        for row in rows[upper] + 1..rows[lower] {
            chain.push(places.len());
            places.push(Place { half_width: PASSING, x: 0.0, above: Vec::new(), below: Vec::new() });
            row_of.push(row);
        }
        chain.push(lower);
        for pair in chain.windows(2) {
            places[pair[0]].below.push(pair[1]);
            places[pair[1]].above.push(pair[0]);
        }
        if upper != edge.from {
            chain.reverse();
        }
        chains.push(chain);
    }
    let count = row_of.iter().max().map_or(0, |last| last + 1);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (place, &row) in row_of.iter().enumerate() {
        order[row].push(place);
    }
    uncross(&places, &mut order);
    spread(&mut places, &order);
    let y = |place: usize| half_height + row_of[place] as f64 * (2.0 * half_height + BETWEEN);
    let left = places.iter().map(|place| place.x - place.half_width).fold(f64::INFINITY, f64::min);
    let point = |place: usize| Point { x: places[place].x - left, y: y(place) };
    let centres: Vec<Point> = (0..half_widths.len()).map(point).collect();
    let right = places.iter().map(|place| place.x - left + place.half_width).fold(0.0, f64::max);
    let low = centres.iter().map(|centre| centre.y + half_height).fold(0.0, f64::max);
    let paths = chains.iter().map(|chain| chain.iter().map(|&place| point(place)).collect()).collect();
    Layout { centres, paths, size: Point { x: right, y: low } }
}

/// The row of each variable: below all its causes; a variable without causes just above its effects. Variables without edges
/// have a row of their own, the last.
fn rows(model: &CausalModel) -> Vec<usize> {
    let count = model.variables.len();
    // Edges without a direction are drawn from whichever end comes first.
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in model.edges.iter().filter(|edge| edge.kind != EdgeKind::Undirected) {
        before[edge.to].push(edge.from);
    }
    let mut sequence: Vec<usize> = Vec::new();
    while let Some(next) = (0..count)
        .find(|variable| !sequence.contains(variable) && before[*variable].iter().all(|cause| sequence.contains(cause)))
    {
        sequence.push(next);
    }
    // Models have no cycles; variables on one would be drawn last.
    sequence.extend((0..count).filter(|variable| !sequence.contains(variable)).collect::<Vec<_>>());
    let place: Vec<usize> =
        (0..count).map(|variable| sequence.iter().position(|&other| other == variable).unwrap_or(0)).collect();
    let ends = |edge: &logpine_causal::Edge| {
        if place[edge.from] < place[edge.to] { (edge.from, edge.to) } else { (edge.to, edge.from) }
    };
    let edges: Vec<(usize, usize)> = model.edges.iter().map(ends).collect();
    let mut rows = vec![0_usize; count];
    for &variable in &sequence {
        let above = edges.iter().filter(|&&(_, to)| to == variable).map(|&(from, _)| rows[from] + 1);
        rows[variable] = above.max().unwrap_or(0);
    }
    for &variable in &sequence {
        let is_source = !edges.iter().any(|&(_, to)| to == variable);
        if let Some(row) =
            edges.iter().filter(|&&(from, _)| from == variable && is_source).map(|&(_, to)| rows[to]).min()
        {
            rows[variable] = row.saturating_sub(1);
        }
    }
    let is_apart = |variable: &usize| !edges.iter().any(|&(from, to)| from == *variable || to == *variable);
    let last = (0..count).filter(|variable| !is_apart(variable)).map(|variable| rows[variable] + 1).max().unwrap_or(0);
    for variable in (0..count).filter(is_apart) {
        rows[variable] = last;
    }
    rows
}

/// Orders the places of every row by the means of their neighbours, above and below in turn, and keeps the order with the
/// fewest crossings.
fn uncross(places: &[Place], order: &mut Vec<Vec<usize>>) {
    const SWEEPS: usize = 16;
    let (mut best, mut fewest) = (order.clone(), crossings(places, order));
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let rows: Vec<usize> =
            if is_down { (1..order.len()).collect() } else { (0..order.len().saturating_sub(1)).rev().collect() };
        for row in rows {
            let fixed = if is_down { row - 1 } else { row + 1 };
            let at = |place: usize| order[fixed].iter().position(|&other| other == place).unwrap_or(0) as f64;
            let key = |own: usize, place: usize| {
                let others = if is_down { &places[place].above } else { &places[place].below };
                // A place without neighbours there stays.
                if others.is_empty() {
                    own as f64
                } else {
                    others.iter().map(|&other| at(other)).sum::<f64>() / others.len() as f64
                }
            };
            let mut keyed: Vec<(f64, usize)> =
                order[row].iter().enumerate().map(|(own, &place)| (key(own, place), place)).collect();
            keyed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            order[row] = keyed.into_iter().map(|(_, place)| place).collect();
        }
        let crossings = crossings(places, order);
        if crossings < fewest {
            (best, fewest) = (order.clone(), crossings);
        }
    }
    *order = best;
}

/// The number of pairs of edges between neighbouring rows that cross.
fn crossings(places: &[Place], order: &[Vec<usize>]) -> usize {
    let between = |pair: &[Vec<usize>]| {
        let at = |row: &[usize], place: usize| row.iter().position(|&other| other == place);
        let edges: Vec<_> = pair[0]
            .iter()
            .enumerate()
            .flat_map(|(from, &place)| places[place].below.iter().map(move |&below| (from, at(&pair[1], below))))
            .collect();
        let cross = |(a, b): (usize, &(usize, Option<usize>))| {
            edges[..a]
                .iter()
                .filter(|other| (other.0 < b.0 && other.1 > b.1) || (other.0 > b.0 && other.1 < b.1))
                .count()
        };
        edges.iter().enumerate().map(cross).sum::<usize>()
    };
    order.windows(2).map(between).sum()
}

/// Moves places towards their neighbours, without changing their order or letting them overlap.
fn spread(places: &mut [Place], order: &[Vec<usize>]) {
    const SWEEPS: usize = 40;
    for row in order {
        let wished: Vec<f64> = vec![0.0; row.len()];
        settle(places, row, &wished);
    }
    for sweep in 0..SWEEPS {
        for step in 0..order.len() {
            let row = &order[if sweep % 2 == 0 { step } else { order.len() - 1 - step }];
            let wish = |&place: &usize| {
                let others = places[place].above.iter().chain(&places[place].below);
                let (sum, count) = others.fold((0.0, 0.0), |(sum, count), &other| (sum + places[other].x, count + 1.0));
                if count > 0.0 { sum / count } else { places[place].x }
            };
            let wished: Vec<f64> = row.iter().map(wish).collect();
            settle(places, row, &wished);
        }
    }
}

/// Puts the places of a row as near to the wished ones as their widths allow: at the mean of pushing everything to the right
/// and pushing everything to the left.
fn settle(places: &mut [Place], row: &[usize], wished: &[f64]) {
    let apart = |a: usize, b: usize| places[a].half_width + places[b].half_width + SPACE;
    let mut right = wished.to_vec();
    for at in 1..row.len() {
        right[at] = right[at].max(right[at - 1] + apart(row[at - 1], row[at]));
    }
    let mut left = wished.to_vec();
    for at in (1..row.len()).rev() {
        left[at - 1] = left[at - 1].min(left[at] - apart(row[at - 1], row[at]));
    }
    for (at, &place) in row.iter().enumerate() {
        places[place].x = f64::midpoint(left[at], right[at]);
    }
}
