//! Upper bounds on the most leaves: hulls over internal processes, of exact and of rounded times.

use super::super::hull::{Hull, Vertex};
use super::last::{last_nodes, wide_last};
use super::{Method, Reach, Room, TooLong};
use std::rc::Rc;

/// The number of levels above which the hull of a room is that of a slightly longer time, so that few hulls are needed.
const EXACT_LEVELS: u64 = 2;
/// The number of processes up to which each number has its own hulls if levels take very little time.
const FEW_PROCESSES: u64 = 64;
/// The number of processes above which such rooms take too long.
const MANY_PROCESSES: u64 = 512;
/// The number of levels from which a room is prepared for by the rooms of half its time.
const DEEP: u64 = 64;
/// The number of levels from which the time of a level hardly matters.
const LONG: u64 = 1280;
/// The number of processes up to which the points of a hull are sorted by index.
const MOST_DENSE: u64 = 1 << 11;

impl Reach<'_> {
    /// Fanouts of full roots that may have `beats` leaves, with an upper bound on the leaves, the most promising first.
    pub(super) fn promising_roots(
        &mut self,
        room: Room,
        internal: u64,
        beats: u64,
    ) -> Result<Vec<(u64, u64)>, TooLong> {
        let mut roots = Vec::new();
        let room = self.canonical(room);
        let Some(widest) = self.widest_full(room, internal) else { return Ok(roots) };
        self.spend(usize::try_from(widest).unwrap_or(usize::MAX))?;
        for fanout in 2..=widest {
            let below = self.below(room, fanout);
            // The children, and all nodes below them, are no wider than the time allows.
            let child = self.costs.widest_within(below.units);
            let lower = self.costs.widest_within(below.units - self.costs.cheapest());
            let wide = fanout * child + (internal - 1 - fanout) * (lower - 1);
            if wide < beats {
                continue;
            }
            let bound = if self.is_long(room) {
                wide
            } else {
                self.hull(below, internal - fanout)?.leaves_of(internal - 1, fanout).min(wide)
            };
            if bound >= beats {
                roots.push((bound, fanout));
            }
        }
        roots.sort_unstable_by_key(|&(bound, fanout)| (std::cmp::Reverse(bound), fanout));
        Ok(roots)
    }

    /// True if a room has so many levels that their times hardly matter; hulls of such rooms take long.
    pub(super) fn is_long(&self, room: Room) -> bool {
        self.method == Method::Even && room.units / self.costs.cheapest() >= LONG
    }

    /// The majorant of the most leaves by internal processes, up to `most` processes. If exactness needs many rooms, the
    /// hull is that of a slightly longer time.
    pub(super) fn hull(&mut self, room: Room, most: u64) -> Result<Rc<Hull>, TooLong> {
        let room = self.canonical(room);
        if room.units / self.costs.cheapest() > EXACT_LEVELS {
            return self.coarse_hull(room, most);
        }
        let most = most.max(1).next_power_of_two();
        if let Some(hull) = self.hulls.get(&(room, most)) {
            return Ok(Rc::clone(hull));
        }
        let hull = Rc::new(self.hull_of(room, most, Self::hull)?);
        self.hulls.insert((room, most), Rc::clone(&hull));
        Ok(hull)
    }

    /// The same with the time of this room, and of all below it, rounded up. Below a root there is less time or fewer
    /// processes.
    fn coarse_hull(&mut self, room: Room, most: u64) -> Result<Rc<Hull>, TooLong> {
        let (levels, part, cheapest) =
            (room.units / self.costs.cheapest(), room.units / self.parts, self.costs.cheapest());
        let is_small = levels >= LONG && most <= FEW_PROCESSES;
        if levels >= LONG && most > MANY_PROCESSES {
            return Err(TooLong);
        }
        let step = 1u64 << (if is_small { part } else { part.min(cheapest) }).max(1).ilog2();
        let most = if levels >= LONG { most } else { self.cap.max(most) };
        let room = self.canonical(Room { units: room.units.div_ceil(step).saturating_mul(step), ..room });
        if let Some(hull) = self.coarse_hulls.get(&(room, most)) {
            return Ok(Rc::clone(hull));
        }
        let before = Room { units: room.units.saturating_sub(step), ..room };
        if (DEEP..LONG).contains(&levels) && !self.coarse_hulls.contains_key(&(before, most)) {
            // Bottom up, so that the recursion does not go through every room.
            for units in (room.units / 2..=before.units).step_by(usize::try_from(step).map_err(|_| TooLong)?) {
                self.coarse_hull(Room { units, ..room }, most)?;
            }
        }
        self.descend()?;
        let hull = Rc::new(self.hull_of(room, most, Self::coarse_hull)?);
        self.depth -= 1;
        self.coarse_hulls.insert((room, most), Rc::clone(&hull));
        Ok(hull)
    }

    fn hull_of(
        &mut self,
        room: Room,
        most: u64,
        below: impl Fn(&mut Self, Room, u64) -> Result<Rc<Hull>, TooLong>,
    ) -> Result<Hull, TooLong> {
        let mut children = Vec::new();
        for fanout in 2..=self.widest_full(room, most).unwrap_or(1) {
            children.push((fanout, below(self, self.below(room, fanout), most - fanout)?));
        }
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        self.add_last_nodes(room, most, &mut points);
        for (fanout, hull) in children {
            add_full(&hull, fanout, most, self.enough, &mut points);
        }
        let mut work = 2 * points.len();
        let hull = if most <= MOST_DENSE {
            let most = usize::try_from(most).map_err(|_| TooLong)?;
            work += most;
            let dense = &mut self.dense;
            dense.clear();
            dense.resize(most + 1, 0);
            for point in &points {
                let leaves = &mut dense[usize::try_from(point.internal).map_err(|_| TooLong)?];
                *leaves = point.leaves.max(*leaves);
            }
            let dense = (0..).zip(dense.iter()).map(|(internal, &leaves)| Vertex { internal, leaves });
            Hull::new(dense)
        } else {
            points.sort_unstable();
            Hull::new(points.iter().copied())
        };
        self.points = points;
        self.spend(work)?;
        Ok(hull)
    }

    /// Points that bound all last nodes from above: a node with x children has x leaves with one process, and X - 1 more
    /// with each further process.
    fn add_last_nodes(&self, room: Room, most: u64, points: &mut Vec<Vertex>) {
        let enough = self.enough;
        for (fanout, width) in last_nodes(self.costs, room, most - 1) {
            let all = if width > 1 { fanout } else { 0 };
            let flat = if fanout * width > enough { (enough - fanout) / (width - 1) } else { all };
            points.push(Vertex { internal: 1 + flat, leaves: enough.min(fanout * width) });
        }
        // Nodes with more children than processes: the maximum of straight lines, which is nowhere above the line between
        // its ends.
        let (first, last) = (self.costs.widest_within(room.units), wide_last(self.costs, room, most, most).leaves);
        if last > enough && first < enough {
            let internal = 1 + (enough - first) * (most - 1) / (last - first);
            points.push(Vertex { internal, leaves: enough });
        } else if last > first {
            points.push(Vertex { internal: most, leaves: last });
        }
    }

    /// The largest fanout of a full root, if any; a full root leaves time for two levels and has a process that is not flat.
    fn widest_full(&self, room: Room, internal: u64) -> Option<u64> {
        let most = room.units.checked_sub(self.costs.cheapest().saturating_mul(2)).filter(|_| room.levels >= 3)?;
        Some(self.costs.widest_within(most).min(internal.checked_sub(2)?))
    }
}

/// Points that bound from above all full roots with `fanout` children, each of which is below this hull; up to `enough`
/// leaves.
fn add_full(hull: &Hull, fanout: u64, most: u64, enough: u64, points: &mut Vec<Vertex>) {
    for pair in hull.vertices().windows(2) {
        let [from, to] = [pair[0], pair[1]];
        if to.leaves * fanout >= enough {
            // The point at which the straight line between them has enough leaves, rounded down.
            let missing = enough.saturating_sub(from.leaves * fanout);
            let more = missing * (to.internal - from.internal) / (to.leaves - from.leaves);
            let internal = 1 + from.internal * fanout + more;
            if internal <= most {
                points.push(Vertex { internal, leaves: enough });
                return;
            }
            break;
        }
        if to.internal * fanout >= most {
            break;
        }
        points.push(Vertex { internal: 1 + to.internal * fanout, leaves: to.leaves * fanout });
    }
    points.push(Vertex { internal: most, leaves: enough.min(hull.leaves_of(most - 1, fanout) + 1) });
}
