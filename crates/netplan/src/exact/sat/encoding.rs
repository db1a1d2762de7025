//! The existence of a schedule in steps as a formula.
//!
//! For each block i, vertex v and step t, the variable h(i, v, t) says that v holds i at the end of step t, and for each arc
//! e = (u, v), x(i, e, t) says that i is sent over e in step t, to arrive at the end of step t + latency - 1.
//!
//! ```text
//! h(i, v, t - 1) -> h(i, v, t) -> h(i, v, t - 1) or some x(i, e, s) that arrives at v at the end of step t
//! x(i, (u, v), s) -> h(i, u, s - 1), not h(i, v, t - 1), h(i, v, t), where t is the end of its arrival
//! at most one x(i, e, s) that arrives at v at the end of t;  at most c_e r_t of the x(., e, t);  h(i, v, T) where v needs i
//! ```
//!
//! A block that is received once more than needed, or too late for anybody who needs it, can be left out of a schedule. So there
//! are no variables for steps before the distance from the origin, nor for those after which the nearest sink is out of reach.

use super::block::Block;
use super::formula::{Answer, Formula, Literal};
use super::limits::{Obstacle, SatLimits};
use super::statement::{Ports, Statement};
use super::windows::Windows;
use super::{symmetry, verdict::Verdict};
use crate::{Send, Sink, StepSchedule, Task};
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;
use std::collections::HashMap;
use std::rc::Rc;

/// A formula that is satisfiable exactly if there is a schedule.
#[derive(Clone, Debug)]
pub struct Encoding<'a> {
    statement: Statement<'a>,
    blocks: Vec<Block>,
    formula: Formula,
}

impl<'a> Encoding<'a> {
    /// The formula for a schedule of at most `rounds.len()` steps, where an arc carries its capacity times `rounds[t - 1]` blocks in
    /// step t. Plain schedules have one round a step.
    ///
    /// *Requires* origins and sinks that are vertices of the graph.
    ///
    /// **Errors** `Obstacle::Size` if it would be larger than the limit.
    ///
    /// # Errors
    /// `Obstacle::Size` if the formula is too large.
    pub fn new(graph: &'a Digraph, task: &'a Task, rounds: &'a [u32], limits: &SatLimits) -> Result<Self, Obstacle> {
        Self::of(Statement { graph, task, rounds, ports: Ports::All, deadlines: None }, limits)
    }

    /// The formula of a statement.
    pub(crate) fn of(statement: Statement<'a>, limits: &SatLimits) -> Result<Self, Obstacle> {
        let mut formula = Formula::new(limits);
        let blocks = number(&statement, &mut formula, limits)?;
        for block in &blocks {
            add_block(&statement, block, &mut formula)?;
        }
        add_capacities(&statement, &blocks, &mut formula)?;
        symmetry::add_order(statement.graph, &blocks, &mut formula)?;
        Ok(Self { statement, blocks, formula })
    }

    /// The number of clauses.
    #[must_use]
    pub const fn clauses(&self) -> u32 {
        self.formula.clauses()
    }

    /// The formula as text in the DIMACS format: evidence for a solver that there is no schedule.
    #[must_use]
    pub fn dimacs(&self) -> String {
        self.formula.dimacs()
    }

    /// The schedule, or the proof by the solver that there is none.
    #[must_use]
    pub fn solve(&self, limits: &SatLimits) -> Verdict {
        self.spend(limits.effort, limits.watch).0
    }

    /// The verdict, and what is left of an effort.
    pub(crate) fn spend(&self, effort: u64, watch: &dyn Watch) -> (Verdict, u64) {
        let (answer, left) = self.formula.solve(effort, watch);
        let verdict = match answer {
            Answer::Satisfied(values) => Verdict::Schedule(self.schedule(&values)),
            Answer::Unsatisfiable => Verdict::Refuted,
            Answer::Unknown => Verdict::Unknown(Obstacle::Effort),
        };
        (verdict, left)
    }

    /// The transmissions of a model, without those that lead to nobody who needs the block.
    fn schedule(&self, values: &[bool]) -> StepSchedule {
        let arcs = self.statement.graph.arcs();
        let mut sends = Vec::new();
        for (index, block) in (0u32..).zip(&self.blocks) {
            let mut own = Vec::new();
            for (arc, window) in (0u32..).zip(&block.windows.sent) {
                let holds = |&step: &u32| block.sent(arc, step).is_some_and(|literal| literal.value(values));
                own.extend(window.steps().filter(holds).map(|step| Send { step, arc, block: index }));
            }
            own.sort_unstable();
            let mut forwarded = vec![false; self.statement.graph.vertices() as usize];
            for send in own.into_iter().rev() {
                let arc = &arcs[send.arc as usize];
                if self.statement.needs(arc.to, block.sink) || forwarded[arc.to as usize] {
                    forwarded[arc.from as usize] = true;
                    sends.push(send);
                }
            }
        }
        sends.sort_unstable();
        let end = |send: &Send| send.step + arcs[send.arc as usize].latency - 1;
        StepSchedule { steps: sends.iter().map(end).max().unwrap_or(0), sends }
    }
}

/// Adds the variables of all blocks.
fn number(statement: &Statement<'_>, formula: &mut Formula, limits: &SatLimits) -> Result<Vec<Block>, Obstacle> {
    let mut classes: HashMap<(u32, Sink), Rc<Windows>> = HashMap::new();
    let mut blocks = Vec::new();
    let class = statement.graph.vertices() as usize + statement.graph.arcs().len();
    // Windows take room even if they are empty.
    let mut room = limits.size as usize * Statement::WINDOWS;
    for &(origin, sink) in &statement.task.blocks {
        let windows = if let Some(windows) = classes.get(&(origin, sink)) {
            Rc::clone(windows)
        } else {
            room = room.checked_sub(class).ok_or(Obstacle::Size)?;
            let windows = Rc::new(Windows::new(statement, origin, sink)?);
            classes.insert((origin, sink), Rc::clone(&windows));
            windows
        };
        // The variable of a block of which nothing is open serves to refute it.
        let first = formula.add_variables(windows.variables.max(1))?;
        blocks.push(Block { windows, origin, sink, first });
    }
    Ok(blocks)
}

/// Adds what is true of a block by itself.
fn add_block(statement: &Statement<'_>, block: &Block, formula: &mut Formula) -> Result<(), Obstacle> {
    let graph = statement.graph;
    let mut arriving = Vec::new();
    let others = (0..graph.vertices()).filter(|&vertex| vertex != block.origin);
    for vertex in others {
        let window = block.windows.held[vertex as usize];
        for step in window.steps() {
            let now = block.held(vertex, step).expect("the step is in the window");
            let before = step.checked_sub(1).and_then(|before| block.held(vertex, before));
            arriving.clear();
            for &arc in graph.entering(vertex) {
                let Some(start) = (step + 1).checked_sub(graph.arcs()[arc as usize].latency) else { continue };
                let Some(sent) = block.sent(arc, start) else { continue };
                arriving.push(sent);
                formula.add([!sent, now])?;
                if let Some(before) = before {
                    formula.add([!sent, !before])?;
                }
                // The origin holds it, and who needs it does after its deadline.
                if let Some(held) = block.held(graph.arcs()[arc as usize].from, start - 1) {
                    formula.add([!sent, held])?;
                }
            }
            if let Some(before) = before {
                formula.add([!before, now])?;
            }
            formula.add([!now].into_iter().chain(before).chain(arriving.iter().copied()))?;
            formula.add_at_most(&arriving, 1)?;
        }
        if statement.needs(vertex, block.sink) {
            if let Some(last) = block.held(vertex, window.last) {
                formula.add([last])?;
            } else {
                // Out of reach: a contradiction.
                let any = Literal::of_variable(block.first);
                formula.add([any])?;
                formula.add([!any])?;
            }
        }
    }
    Ok(())
}

/// Adds that arcs, and vertices with one port, are not overloaded.
fn add_capacities(statement: &Statement<'_>, blocks: &[Block], formula: &mut Formula) -> Result<(), Obstacle> {
    let graph = statement.graph;
    let mut sent = Vec::new();
    for step in 1..=statement.steps()? {
        for arc in (0u32..).take(graph.arcs().len()) {
            sent.clear();
            sent.extend(blocks.iter().filter_map(|block| block.sent(arc, step)));
            formula.add_at_most(&sent, statement.capacity(arc, step))?;
        }
        if statement.ports == Ports::One {
            for vertex in 0..graph.vertices() {
                sent.clear();
                let leaving = graph.leaving(vertex).iter();
                sent.extend(leaving.flat_map(|&arc| blocks.iter().filter_map(move |block| block.sent(arc, step))));
                formula.add_at_most(&sent, 1)?;
            }
        }
    }
    Ok(())
}
