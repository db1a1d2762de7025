//! The contents of the messages of a checked schedule, for executors that move real data.

use super::cargo::{Cargo, is_send};
use super::combining::is_combined;
use super::structure::{Messages, index_in_rank};
use super::{Execution, Meaning, ScheduleFault, Wrong, check_in};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::job::Operands;
use std::collections::HashMap;
use std::ops::Range;

/// The blocks of every message, and the sides from which partial results come. Operations are indexed through all ranks.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The runs of blocks of both ends of every message, by operation.
    starts: Vec<u32>,
    runs: Vec<Range<u32>>,
    /// The other end of each message.
    partner: Vec<u32>,
    /// The number of each send among those of its rank to the same rank, from 0.
    number: Vec<u32>,
    /// True for combinations whose received operand is of lower ranks than the own.
    before: Vec<bool>,
}

impl Carried {
    /// Checks a schedule in program order, and keeps what the check has found.
    ///
    /// # Errors
    /// The first [`ScheduleFault`].
    pub fn of(schedule: &Schedule, meaning: &Meaning) -> Result<Self, ScheduleFault> {
        let messages = Messages::of(schedule)?;
        let (order, cargo) = check_in(schedule, &messages, meaning, Execution::ProgramOrder)?;
        let before = match meaning.operands {
            Operands::AnyOrder => Vec::new(),
            Operands::RankOrder => sides(schedule, &messages, meaning, &cargo, &order)?,
        };
        let (starts, runs) = cargo.into_runs();
        let mut sent: HashMap<(u32, u32), u32> = HashMap::new();
        let mut number = vec![0; schedule.len()];
        for (at, record) in schedule.records().iter().enumerate() {
            if let Operation::Send { to, .. } = record.operation() {
                let next = sent.entry((messages.rank_of[at], to)).or_default();
                number[at] = *next;
                *next += 1;
            }
        }
        Ok(Self { starts, runs, partner: messages.partner, number, before })
    }

    /// The blocks of the message of which an operation is one end, in the order in which it carries them.
    #[must_use]
    pub fn runs(&self, schedule: &Schedule, at: usize) -> &[Range<u32>] {
        let send = self.send(schedule, at);
        &self.runs[self.starts[send] as usize..self.starts[send + 1] as usize]
    }

    /// The number of the message among those from its sender to its receiver, in the order of the sender.
    #[must_use]
    pub fn number(&self, schedule: &Schedule, at: usize) -> u32 {
        self.number[self.send(schedule, at)]
    }

    /// True if the operand received last before the combination `at` is of lower ranks than the own, and operands keep the order
    /// of ranks.
    #[must_use]
    pub fn is_before(&self, at: usize) -> bool {
        self.before.get(at).copied().unwrap_or(false)
    }

    fn send(&self, schedule: &Schedule, at: usize) -> usize {
        if is_send(schedule, at) { at } else { self.partner[at] as usize }
    }
}

/// The combinations whose received operand is of lower ranks, in a schedule that keeps the order of ranks.
fn sides(
    schedule: &Schedule,
    messages: &Messages,
    meaning: &Meaning,
    cargo: &Cargo<'_>,
    order: &[u32],
) -> Result<Vec<bool>, ScheduleFault> {
    let blocks = meaning.blocks.count() as usize;
    // The lowest rank that has contributed to what a rank holds of a block, and to each block of each message.
    let own = |rank| std::iter::repeat_n(rank, blocks);
    let mut lowest: Vec<u32> = (0..schedule.ranks()).flat_map(own).collect();
    let mut sent: HashMap<(usize, u32), u32> = HashMap::new();
    let mut before = vec![false; schedule.len()];
    for &at in order {
        let (index, rank) = (at as usize, messages.rank_of[at as usize]);
        let place = |block: u32| rank as usize * blocks + block as usize;
        match schedule.records()[index].operation() {
            Operation::Send { .. } => {
                sent.extend(cargo.blocks(schedule, index).map(|block| ((index, block), lowest[place(block)])));
            }
            Operation::Receive { .. } if !is_combined(schedule, index) => {
                for block in cargo.blocks(schedule, index) {
                    let from = messages.partner[index] as usize;
                    lowest[place(block)] = sent.remove(&(from, block)).unwrap_or(rank);
                }
            }
            Operation::Combine { .. } => {
                let reception = index - 1;
                let mut side = None;
                for block in cargo.blocks(schedule, reception) {
                    let from = messages.partner[reception] as usize;
                    let (received, held) = (sent.remove(&(from, block)).unwrap_or(rank), lowest[place(block)]);
                    let is_before = received < held;
                    if *side.get_or_insert(is_before) != is_before {
                        // Blocks of one message from both sides: no schedule of this crate has them.
                        let at = Some(index_in_rank(schedule, rank, index));
                        return Err(ScheduleFault { rank, operation: at, wrong: Wrong::BothSides });
                    }
                    lowest[place(block)] = received.min(held);
                }
                before[index] = side.unwrap_or(false);
            }
            Operation::Receive { .. } | Operation::Calculate { .. } | Operation::Wait { .. } => {}
        }
    }
    Ok(before)
}
