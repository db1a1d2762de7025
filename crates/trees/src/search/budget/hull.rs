//! The most leaves that a number of internal processes can have within a time, as a concave function: an upper bound.
//!
//! Among trees within a time, let A(i) be the most leaves with at most i internal processes. The price method gives its
//! least concave majorant: leaves <= V + lambda i for every price lambda >= 0 of a process, where V is the maximum of leaves
//! minus prices. The majorant for a root with x children, each below a majorant H, is i -> x H((i - 1) / x), so vertices (i,
//! l) of the children's hulls become points (1 + x i, x l).

/// A vertex: a number of internal processes and a number of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vertex {
    pub internal: u64,
    pub leaves: u64,
}

/// A concave, non-decreasing majorant, constant beyond its last vertex. It starts at zero processes and one leaf.
#[derive(Clone, Debug)]
pub struct Hull(Vec<Vertex>);

/// A straight line above a hull, through one of its vertices: leaves + (i - internal) * rise / run.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub through: Vertex,
    pub rise: u64,
    pub run: u64,
}

impl Hull {
    /// The majorant of (0, 1) and these points, by ascending number of processes.
    pub fn new(points: impl Iterator<Item = Vertex>) -> Self {
        let mut vertices: Vec<Vertex> = Vec::with_capacity(24);
        vertices.push(Vertex { internal: 0, leaves: 1 });
        let mut most = 1;
        for point in points {
            if point.leaves <= most {
                continue;
            }
            most = point.leaves;
            while let [.., last] = vertices[..]
                && last.internal == point.internal
            {
                vertices.pop();
            }
            while let [.., before, last] = vertices[..]
                && is_below(before, last, point)
            {
                vertices.pop();
            }
            vertices.push(point);
        }
        Self(vertices)
    }

    pub fn vertices(&self) -> &[Vertex] {
        &self.0
    }

    /// The line along the hull at `internal / parts` processes.
    pub fn line_at(&self, internal: u64, parts: u64) -> Line {
        let next = self.0.partition_point(|vertex| vertex.internal.saturating_mul(parts) <= internal);
        let through = self.0[next - 1];
        match self.0.get(next) {
            Some(after) => {
                Line { through, rise: after.leaves - through.leaves, run: after.internal - through.internal }
            }
            None => Line { through, rise: 0, run: 1 },
        }
    }

    /// An upper bound on the number of leaves of `parts` trees with `internal` processes among them.
    pub fn leaves_of(&self, internal: u64, parts: u64) -> u64 {
        let Line { through, rise, run } = self.line_at(internal, parts);
        let (parts, rise, run) = (u128::from(parts), u128::from(rise), u128::from(run));
        let beyond = u128::from(internal) - parts * u128::from(through.internal);
        u64::try_from(parts * u128::from(through.leaves) + beyond * rise / run).unwrap_or(u64::MAX)
    }
}

/// True if `middle` is on or below the straight line between its neighbours.
fn is_below(before: Vertex, middle: Vertex, after: Vertex) -> bool {
    let rise = |to: Vertex| u128::from(to.leaves - before.leaves);
    let run = |to: Vertex| u128::from(to.internal - before.internal);
    rise(middle) * run(after) <= rise(after) * run(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex((internal, leaves): (u64, u64)) -> Vertex {
        Vertex { internal, leaves }
    }

    #[test]
    fn the_hull_is_the_least_concave_majorant() {
        let points = [(1, 4), (1, 5), (2, 6), (3, 8), (4, 12), (5, 20), (6, 20), (9, 22)].map(vertex);
        let hull = Hull::new(points.into_iter());
        assert_eq!(hull.vertices(), [(0, 1), (1, 5), (5, 20), (9, 22)].map(vertex));
        assert_eq!([0, 1, 2, 5, 7, 9, 99].map(|internal| hull.leaves_of(internal, 1)), [1, 5, 8, 20, 21, 22, 22]);
        assert_eq!(hull.leaves_of(5, 2), 2 * 5 + 3 * 15 / 4);
    }
}
