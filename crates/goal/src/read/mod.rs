//! Reading of GOAL texts.

mod block;

use super::deadlock::Deadlocks;
use super::faults;
use super::labels::Labels;
use super::operation::Number;
use super::place::Lines;
use super::ranks::{Misplaced, RankOrder};
use super::report::Report;
use super::sites::{TextSites, rank_at};
use super::statement::{Placed, Statement, Statements};
use super::tick::GoalTick;
use super::unread::Unread;
use block::Pending;
use logpine_collectives::schedule::{ScheduleBuilder, ScheduleTooLarge};
use logpine_text::fault::{Diagnostic, Faults};
use std::ops::Range;

pub(super) fn check(source: &[u8], tick: GoalTick, deadlocks: Deadlocks) -> Report {
    let mut reader = Reader::new(source, tick);
    let read = reader.statements().and_then(|()| {
        reader.end();
        std::mem::take(&mut reader.builder).finish()
    });
    let Reader { mut faults, headers, lines, declared, unread, .. } = reader;
    let schedule = read.map_err(|error| faults.add(source.len()..source.len(), faults::too_large(&error))).ok();
    let ranks = declared.filter(|ranks| ranks.value > 0).map(|ranks| ranks.span);
    Report::new(schedule, &TextSites::new(source, &headers, &lines), &unread, faults, deadlocks, ranks)
}

struct Reader<'a> {
    source: &'a [u8],
    tick: GoalTick,
    faults: Faults<'a>,
    lines: Lines<'a>,
    builder: ScheduleBuilder,
    /// The number after `num_ranks`.
    declared: Option<Number<u32>>,
    order: RankOrder,
    /// The start of each rank's block, in the order of the file.
    headers: Vec<usize>,
    /// The rank of the open block.
    open: Option<u32>,
    labels: Labels<'a>,
    /// Dependencies of this rank, starting with the first that has an undefined label; later ones are kept too, because
    /// their order matters.
    pending: Vec<Pending>,
    /// The unreadable parts.
    unread: Unread,
    /// The first statement of the block whose kind is unreadable.
    garbled: Option<usize>,
    /// The start of the last operation.
    last: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a [u8], tick: GoalTick) -> Self {
        Self {
            source,
            tick,
            faults: Faults::new(source),
            lines: Lines::new(source),
            builder: ScheduleBuilder::new(),
            declared: None,
            order: RankOrder::default(),
            headers: Vec::new(),
            open: None,
            labels: Labels::new(source),
            pending: Vec::new(),
            unread: Unread::default(),
            garbled: None,
            last: 0,
        }
    }

    fn statements(&mut self) -> Result<(), ScheduleTooLarge> {
        let mut statements = Statements::new(self.source, &mut self.faults);
        while let Some(Placed { span, statement }) = statements.next(&mut self.faults) {
            match statement {
                Statement::Operation { label, written } => self.operation(span, label, written)?,
                Statement::Dependency { waiting, before, wait } => {
                    self.dependency(span, Pending { waiting, before, wait });
                }
                Statement::Rank(rank) => self.begin_rank(span, &rank)?,
                Statement::End => self.end_rank(span),
                Statement::NumRanks(ranks) => self.num_ranks(span, ranks),
                Statement::Unreadable => {
                    self.unread.add(self.place_of_open());
                    self.garbled.get_or_insert(span.start);
                }
            }
        }
        Ok(())
    }

    fn num_ranks(&mut self, span: Range<usize>, ranks: Number<u32>) {
        if let Some(first) = &self.declared {
            let place = self.lines.place(first.span.start);
            self.faults.error(
                span,
                "repeated-num-ranks",
                format!("num_ranks is given a second time; the first is in {place}"),
                "remove it",
            );
            return;
        }
        if ranks.value == 0 {
            self.faults.error(ranks.span.clone(), "no-ranks", "num_ranks is 0", "write how many ranks there are");
        }
        self.declared = Some(ranks);
    }

    fn begin_rank(&mut self, span: Range<usize>, rank: &Number<u32>) -> Result<(), ScheduleTooLarge> {
        if let Some(open) = self.open {
            self.faults.add(span.start..span.start, faults::missing_brace(open));
            self.resolve_pending(open);
        }
        if self.headers.is_empty() && self.declared.is_none() {
            self.faults.add(span.clone(), faults::missing_num_ranks());
        }
        let Number { value: number, span: at } = rank;
        if let Some(ranks) = self.declared.as_ref().map(|ranks| ranks.value).filter(|ranks| number >= ranks) {
            self.faults.error(
                at.clone(),
                "rank-out-of-range",
                format!("there is no rank {rank}: num_ranks is {ranks}", rank = *number),
                "ranks count from 0 to num_ranks - 1",
            );
            self.unread.add(None);
        } else if let Some(misplaced) = self.order.begin(*number, at) {
            self.unread.add(None);
            match misplaced {
                Misplaced::After(after) => {
                    self.faults.error(
                        at.clone(),
                        "rank-out-of-order",
                        format!("rank {rank} follows rank {after}; list ranks in ascending order", rank = *number),
                        "move the block",
                    );
                }
                Misplaced::Duplicate => self.faults.add_with("duplicate-rank", || {
                    let first = self.headers.iter().find(|&&header| rank_at(self.source, header) == Some(*number));
                    let place = self.lines.place(first.copied().unwrap_or(0));
                    (
                        at.clone(),
                        Diagnostic::error(
                            "duplicate-rank",
                            format!("rank {rank} has a block in {place} already", rank = *number),
                            "put all operations of a rank in one block",
                        ),
                    )
                }),
            }
        }
        self.builder.begin_rank()?;
        self.headers.push(span.start);
        self.garbled = None;
        self.open = Some(*number);
        self.labels.clear();
        Ok(())
    }

    fn end_rank(&mut self, span: Range<usize>) {
        match self.open.take() {
            Some(rank) => self.resolve_pending(rank),
            None => self.faults.error(span, "stray-brace", "'}' does not belong here: no rank is open", "remove it"),
        }
    }

    /// Handles the end of the file.
    fn end(&mut self) {
        let end = self.source.len()..self.source.len();
        if let Some(rank) = self.open {
            self.faults.add(end.clone(), faults::missing_brace(rank));
            self.resolve_pending(rank);
            // The file may be truncated here.
            self.unread.add(self.place_of_open());
        }
        if self.headers.is_empty() && self.declared.is_none() {
            self.faults.add(end.clone(), faults::missing_num_ranks());
        }
        let ranks = self.declared.as_ref().map(|ranks| ranks.value);
        let present = u32::try_from(self.headers.len()).unwrap_or(u32::MAX);
        for (missing, span) in std::mem::take(&mut self.order).missing(ranks, end.start) {
            // An unreadable statement may be the start of a missing block, and the following operations may belong to it.
            if missing.start == present && self.garbled.is_none_or(|garbled| garbled > self.last) {
                self.unread.end_at(missing.start, missing.end);
            } else {
                // The operations that follow are counted for other ranks.
                self.unread.add(None);
            }
            self.faults.error(
                span,
                "missing-rank",
                format!(
                    "{} missing: every rank needs a block, if an empty one",
                    ranks_are(missing.start, missing.end - 1)
                ),
                "write \"rank N {\" and \"}\" for each, or mend num_ranks",
            );
        }
    }

    /// The index of the open block.
    fn place_of_open(&self) -> Option<u32> {
        self.open.and(u32::try_from(self.headers.len()).ok()?.checked_sub(1))
    }
}

/// Returns `rank 3 is` or `ranks 3 to 7 are`.
fn ranks_are(first: u32, last: u32) -> String {
    if first == last { format!("rank {first} is") } else { format!("ranks {first} to {last} are") }
}
