//! Waves over an overlay tree under a level cost.

use super::writer::{Message, Room, Writer};
use super::{BuildError, Parts};
use crate::schedule::{Added, Schedule, ScheduleTooLarge};
use logpine_models::model::{HostClass, LevelCost, MessageSize, Port, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::Tree;
use std::ops::Range;

/// The direction of waves over a tree, and the costs of nodes.
#[derive(Clone, Copy)]
pub enum Waves<'a> {
    /// From the leaves to the root.
    Reduce(&'a dyn LevelCost),
    /// From the root to the leaves.
    Multicast(&'a dyn LevelCost),
    /// From the root to the leaves, and back from each. All nodes pass on all multicasts before the first answer.
    Roundtrip {
        /// The cost of the way down.
        multicast: &'a dyn LevelCost,
        /// The cost of the way up, with the startup of the leaves.
        reduction: &'a dyn LevelCost,
    },
}

impl<'a> Waves<'a> {
    const fn down(self) -> Option<&'a dyn LevelCost> {
        match self {
            Self::Reduce(_) => None,
            Self::Multicast(cost) | Self::Roundtrip { multicast: cost, .. } => Some(cost),
        }
    }

    const fn up(self) -> Option<&'a dyn LevelCost> {
        match self {
            Self::Multicast(_) => None,
            Self::Reduce(cost) | Self::Roundtrip { reduction: cost, .. } => Some(cost),
        }
    }

    /// The startup C, which counts once.
    fn startup(self) -> Time {
        match self {
            Self::Multicast(cost) | Self::Reduce(cost) | Self::Roundtrip { reduction: cost, .. } => cost.startup(),
        }
    }
}

/// A schedule of waves, with the timing of its messages.
#[derive(Clone, Debug)]
pub struct OverlaySchedule {
    /// The schedule, in which rank r is node r of the tree.
    pub schedule: Schedule,
    /// The timing of messages.
    pub wire: Wire,
}

impl OverlaySchedule {
    /// The timing of messages, with which the schedule is replayed.
    #[must_use]
    pub fn timing(&self) -> &dyn PortTiming {
        &self.wire
    }
}

/// The timing of messages whose costs are in the calculations of their ends: the messages themselves take only the
/// latency, by default 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wire {
    /// The latency of messages of one byte.
    latency: Time,
    /// The latency of longer messages: the answers in a round trip.
    answer: Time,
}

impl PortTiming for Wire {
    fn name(&self) -> &'static str {
        "wire"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        Some(Port { delivery: if bytes <= 1 { self.latency } else { self.answer }, ..Port::default() })
    }

    fn combine(&self, _bytes: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}

/// The schedule of `waves` waves over a tree, all ready at the start.
///
/// For every wave, every internal process receives from its children (or its parent), calculates, and sends on. It
/// calculates for as long as the wave keeps it from the next, which is its period of equation (2) of Groves, Gutierrez
/// and Arnold (2015). The rest of the cost of its level in equation (1) is the latency of the messages: nothing if the
/// period includes L. A leaf calculates for C, before its first wave goes up or after its last came down. A message is
/// one byte, an answer of a round trip two; its tag is the wave.
///
/// One wave takes exactly the time of the tree. With W waves, the last is done W - 1 times the longest period *of the
/// path* after that, on the path for which the result is the latest. If a slowest path has a node with the tree's period,
/// as in level-uniform trees whose cost grows with the fanout, that is the tree's time + (W - 1) x period; in other trees
/// it is less, never more. In round trips the longest periods of both ways add up: the sum over the same node if both
/// costs grow with the fanout.
///
/// # Errors
/// [`BuildError::TooLarge`]; [`BuildError::LevelCost`] if a node has no cost, or if nodes would need wires of different
/// latency.
pub fn overlay(tree: &Tree, kind: Waves, waves: u64) -> Result<OverlaySchedule, BuildError> {
    let (nodes, inner) = (tree.len() as u64, tree.internal_nodes().count() as u64);
    let plan = Plan::new(tree, kind, waves)?;
    let schedule = plan.steps(&(0..plan.count()), room(nodes, inner, plan.count()))?;
    Ok(OverlaySchedule { schedule, wire: plan.wire })
}

/// The schedule of [`overlay`] in parts, with the timing of its messages.
///
/// # Errors
/// As for [`overlay`].
pub fn overlay_in_parts<'a>(tree: &'a Tree, kind: Waves<'a>, waves: u64) -> Result<(Parts<'a>, Wire), BuildError> {
    let (nodes, inner) = (tree.len() as u64, tree.internal_nodes().count() as u64);
    let plan = Plan::new(tree, kind, waves)?;
    let wire = plan.wire;
    let parts = Parts::new(plan.count(), room(nodes, inner, 1), move |steps| {
        plan.steps(&steps, Room { dependencies: 0, ..room(nodes, inner, steps.end - steps.start) })
    })?;
    Ok((parts, wire))
}

/// Refuses a schedule of `steps` waves over a tree, or of one part of it, before the tree is listed.
///
/// # Errors
/// [`BuildError`] if it is too large.
pub fn check_overlay(nodes: u64, inner: u64, steps: u64) -> Result<(), BuildError> {
    let mut room = room(nodes, inner, steps);
    // A tree takes 8 bytes a node besides, as two dependencies.
    room.dependencies = room.dependencies.saturating_add(nodes.saturating_mul(2));
    room.check()
}

/// The size of a schedule of `waves` waves, each of one direction.
fn room(nodes: u64, inner: u64, waves: u64) -> Room {
    let each = 2 * u128::from(nodes.saturating_sub(1)) + u128::from(inner);
    // Leaves start up once.
    let operations = (each * u128::from(waves)).saturating_add(nodes.saturating_sub(inner).into());
    Room::new(nodes, operations, operations.saturating_mul(2))
}

/// Waves over a tree. A step is a wave in one direction, and all steps down come first.
struct Plan<'a> {
    tree: &'a Tree,
    waves: u32,
    down: Option<Costs>,
    up: Option<Costs>,
    startup: Time,
    wire: Wire,
}

impl<'a> Plan<'a> {
    fn new(tree: &'a Tree, kind: Waves, waves: u64) -> Result<Self, BuildError> {
        let [down, up] = [kind.down(), kind.up()];
        let [down, up] =
            [down.map(|cost| Costs::new(tree, cost)).transpose()?, up.map(|cost| Costs::new(tree, cost)).transpose()?];
        let latency = |costs: &Option<Costs>| costs.as_ref().map(|costs| costs.latency);
        let first = latency(&down).or(latency(&up)).unwrap_or_default();
        let wire = Wire { latency: first, answer: latency(&up).unwrap_or(first) };
        // More can be neither listed nor numbered.
        let waves = u32::try_from(waves).map_err(|_| ScheduleTooLarge { what: "waves", limit: u32::MAX.into() })?;
        Ok(Self { tree, waves, down, up, startup: kind.startup(), wire })
    }

    /// The number of steps.
    fn count(&self) -> u64 {
        u64::from(self.waves) * (u64::from(self.down.is_some()) + u64::from(self.up.is_some()))
    }

    /// The schedule of some of the steps.
    fn steps(&self, steps: &Range<u64>, room: Room) -> Result<Schedule, BuildError> {
        room.check()?;
        let mut programs = Programs {
            writer: Writer::new(room)?,
            tree: self.tree,
            startup: self.startup,
            answer_bytes: if self.down.is_some() { 2 } else { 1 },
            arrived: Vec::new(),
            received: Vec::new(),
        };
        let waves = u64::from(self.waves);
        let downs = if self.down.is_some() { waves } else { 0 };
        // The wave of a step, which is its tag.
        let tags = |steps: Range<u64>| {
            let [start, end] = [steps.start, steps.end].map(|wave| u32::try_from(wave).unwrap_or(self.waves));
            start..end
        };
        // Leaves start up when all messages are down.
        let starts_up = steps.contains(&downs) || (downs == self.count() && steps.end == downs);
        for node in self.tree.nodes() {
            programs.writer.begin_rank()?;
            programs.arrived.clear();
            if let Some(costs) = &self.down {
                let tags = tags(steps.start.min(downs)..steps.end.min(downs));
                programs.multicast(node, costs.of(self.tree.fanout(node)), tags)?;
            }
            if starts_up {
                programs.start_up(node)?;
            }
            if let Some(costs) = &self.up {
                let tags = tags(steps.start.max(downs) - downs..steps.end.max(downs) - downs);
                programs.reduce(node, costs.of(self.tree.fanout(node)), tags)?;
            }
        }
        programs.writer.finish()
    }
}

/// The calculation times of nodes, by fanout, and the latency of messages.
struct Costs {
    calculation: rustc_hash::FxHashMap<u32, Time>,
    latency: Time,
}

impl Costs {
    fn new(tree: &Tree, cost: &dyn LevelCost) -> Result<Self, BuildError> {
        let mut calculation = rustc_hash::FxHashMap::default();
        let mut latency = None;
        for node in tree.internal_nodes() {
            let fanout = tree.fanout(node);
            if calculation.contains_key(&fanout) {
                continue;
            }
            let error = BuildError::LevelCost { fanout: fanout.into() };
            let level = cost.level(fanout.into()).ok_or(error)?;
            let period = cost.period(HostClass::default(), fanout.into()).ok_or(error)?;
            let rest = level.checked_sub(period).ok_or(error)?;
            if *latency.get_or_insert(rest) != rest {
                return Err(error);
            }
            calculation.insert(fanout, period);
        }
        Ok(Self { calculation, latency: latency.unwrap_or_default() })
    }

    fn of(&self, fanout: u32) -> Time {
        self.calculation.get(&fanout).copied().unwrap_or_default()
    }
}

/// Writes the programs of the nodes one after the other.
struct Programs<'a> {
    writer: Writer,
    tree: &'a Tree,
    startup: Time,
    answer_bytes: u64,
    /// At a leaf, the operations that must be done before its answers.
    arrived: Vec<Added>,
    /// The receptions of a wave.
    received: Vec<Added>,
}

impl Programs<'_> {
    fn multicast(&mut self, node: u32, calculation: Time, waves: Range<u32>) -> Result<(), BuildError> {
        for tag in waves {
            let message = |peer| Message { peer, bytes: 1, tag };
            let received = self.tree.parent(node).map(|from| self.writer.receive(message(from))).transpose()?;
            if self.tree.is_leaf(node) {
                self.arrived.extend(received);
                continue;
            }
            let passed = self.writer.calculate(calculation, &received)?;
            for to in self.tree.children(node) {
                self.writer.send(message(to), &[passed])?;
            }
        }
        Ok(())
    }

    /// The startup C of a leaf.
    fn start_up(&mut self, node: u32) -> Result<(), BuildError> {
        if self.tree.is_leaf(node) && self.startup > Time::ZERO {
            let started = self.writer.calculate(self.startup, &self.arrived)?;
            self.arrived.clear();
            self.arrived.push(started);
        }
        Ok(())
    }

    fn reduce(&mut self, node: u32, calculation: Time, waves: Range<u32>) -> Result<(), BuildError> {
        let is_leaf = self.tree.is_leaf(node);
        for tag in waves {
            let message = |peer| Message { peer, bytes: self.answer_bytes, tag };
            self.received.clear();
            for from in self.tree.children(node) {
                self.received.push(self.writer.receive(message(from))?);
            }
            let combined = (!is_leaf).then(|| self.writer.calculate(calculation, &self.received)).transpose()?;
            let Some(to) = self.tree.parent(node) else { continue };
            let of_wave = self.arrived.get(tag as usize).or(self.arrived.last());
            self.writer.send(message(to), combined.iter().chain(of_wave))?;
        }
        Ok(())
    }
}
