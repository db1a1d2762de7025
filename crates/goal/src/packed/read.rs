//! Reading of packed files.

use super::super::deadlock::Deadlocks;
use super::super::faults;
use super::super::fields::{self, Field};
use super::super::place::{Place, Site, Sites};
use super::super::report::Report;
use super::super::tick::GoalTick;
use super::super::unread::Unread;
use super::layout::{ENTRY, HEADER, INDEX, MAGIC, Magic, RECORD, damaged};
use super::rank::{
    AMOUNT, BEGUN, Bytes, CALCULATE, DONE, INTERFACE, KIND, Layout, PEER, PROCESSOR, Packed, RECEIVE, SEND, TAG,
};
use logpine_collectives::schedule::{Added, Dependency, Operation, ScheduleBuilder, ScheduleTooLarge};
use logpine_text::fault::{Diagnostic, Faults};
use logpine_text::units::Time;
use std::ops::Range;

pub(super) fn check(source: &[u8], tick: GoalTick, deadlocks: Deadlocks) -> Report {
    let mut reader = Reader {
        source,
        bytes: Bytes::new(source),
        tick,
        faults: Faults::of_packed(source),
        builder: ScheduleBuilder::new(),
        ranks: 0,
        read: 0,
        highest: [u8::MAX; 2],
        layouts: Vec::new(),
        unread: Unread::default(),
        found: Vec::new(),
    };
    if let Err((span, fault)) = reader.read() {
        reader.faults.add(span, fault);
        match reader.ranks {
            0 => reader.unread.add(None),
            ranks => reader.unread.end_at(reader.read, ranks),
        }
    }
    let Reader { mut faults, builder, layouts, unread, .. } = reader;
    let schedule = builder.finish().map_err(|error| faults.add(0..0, faults::too_large(&error))).ok();
    Report::new(schedule, &PackedSites { layouts: &layouts }, &unread, faults, deadlocks, Some(MAGIC..MAGIC + 4))
}

/// A fault after which nothing can be read.
type Broken = (Range<usize>, Diagnostic);

struct Reader<'a> {
    source: &'a [u8],
    bytes: Bytes<'a>,
    tick: GoalTick,
    faults: Faults<'a>,
    builder: ScheduleBuilder,
    ranks: u32,
    /// The number of ranks that were read completely.
    read: u32,
    /// The highest cpu and nic according to the header.
    highest: [u8; 2],
    layouts: Vec<Layout>,
    /// The unreadable parts.
    unread: Unread,
    /// The number of operations that each operation of the rank waits for.
    found: Vec<u32>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Broken> {
        let magic = || 0..MAGIC.min(self.source.len());
        match Magic::of(self.source) {
            Some(Magic::Packed) => {}
            Some(Magic::Spoiled) => {
                return Err((
                    magic(),
                    Diagnostic::error(
                        "spoiled",
                        "the simulator has overwritten this schedule (--save-mem): it begins with the number 2342",
                        "pack the text again, and simulate without --save-mem",
                    ),
                ));
            }
            None => {
                return Err((
                    magic(),
                    Diagnostic::error(
                        "not-packed",
                        "not a packed GOAL schedule: it does not begin with the number 4223",
                        "give the file that txt2bin has written, or the text itself with the extension .goal",
                    ),
                ));
            }
        }
        self.within("the header", MAGIC, HEADER as u64)?;
        self.ranks = self.bytes.u32(MAGIC);
        self.highest = [self.bytes.u8(MAGIC + 4), self.bytes.u8(MAGIC + 5)];
        if self.ranks == 0 {
            return Err((
                MAGIC..MAGIC + 4,
                Diagnostic::error("no-ranks", "num_ranks is 0", "write how many ranks there are"),
            ));
        }
        let mut end =
            self.within("the table of ranks", HEADER, HEADER as u64 + u64::from(self.ranks) * ENTRY as u64)?;
        for rank in 0..self.ranks {
            let entry = HEADER + rank as usize * ENTRY;
            let range = self.range(rank, entry, end)?;
            end = range.end;
            self.rank(rank, &range)?;
            self.read = rank + 1;
        }
        Ok(())
    }

    /// The end of a part, checked against the end of the file.
    fn within(&self, what: &'static str, start: usize, end: u64) -> Result<usize, Broken> {
        let bytes = self.source.len();
        let inside = usize::try_from(end).ok().filter(|&end| end <= bytes);
        let fault = Diagnostic::error(
            "truncated",
            format!("{what} goes on to byte {end}, but there are only {bytes}"),
            "the file is cut off or damaged: pack the text again",
        );
        inside.ok_or((start.min(bytes)..bytes, fault))
    }

    /// The bytes of a rank according to its entry in the table; the previous ranks end at `after`.
    fn range(&self, rank: u32, entry: usize, after: usize) -> Result<Range<usize>, Broken> {
        let [begin, end] = [entry, entry + ENTRY / 2].map(|at| self.bytes.u64(at).saturating_add(MAGIC as u64));
        // If parts could overlap, a small file could describe a very large schedule.
        let lowest = after as u64;
        if begin < lowest || end < begin {
            let end = if begin < lowest { lowest } else { begin };
            return Err((
                entry..entry + ENTRY,
                damaged(
                    "overlap",
                    format!(
                        "rank {rank} begins at byte {begin}, inside what is before it, which ends at byte {end}",
                        begin = begin.min(end)
                    ),
                ),
            ));
        }
        let end = self.within("a rank", entry, end)?;
        Ok(usize::try_from(begin).unwrap_or(end)..end)
    }

    fn rank(&mut self, rank: u32, range: &Range<usize>) -> Result<(), Broken> {
        let broken = |span: Range<usize>| move |fault| (span, fault);
        let layout = Layout::new(self.bytes, rank, range).map_err(broken(range.start..range.end))?;
        let too_large = |error: ScheduleTooLarge| (range.clone(), faults::too_large(&error));
        self.builder.begin_rank().map_err(too_large)?;
        self.layouts.push(layout);
        self.found.clear();
        self.found.resize(layout.operations as usize, 0);
        let mut dependents = 0u64;
        for index in 0..layout.operations {
            let at = layout.record(index);
            let packed = Packed::read(self.bytes, at);
            let operation = self.operation(rank, &packed, at);
            // A calculation has no network interface, regardless of the field.
            let interface = if packed.kind == CALCULATE { 0 } else { packed.interface };
            self.builder.push_on(operation, packed.processor, interface).map_err(too_large)?;
            dependents += u64::from(packed.done.0) + u64::from(packed.begun.0);
            if dependents > layout.dependents as u64 {
                let fault = damaged(
                    "shared-dependents",
                    format!(
                        "the operations have {dependents} dependents in all, more than the appendix, which has {length}",
                        length = layout.dependents
                    ),
                );
                return Err((at..at + RECORD, fault));
            }
            self.dependents(&layout, index, at + DONE, packed.done, Dependency::Done)?;
            self.dependents(&layout, index, at + BEGUN, packed.begun, Dependency::Begun)?;
        }
        self.counts(rank, &layout);
        Ok(())
    }

    fn operation(&mut self, rank: u32, packed: &Packed, at: usize) -> Operation {
        let (bytes, peer, tag) = (packed.amount, packed.peer, packed.tag);
        for (index, highest, field, option) in [
            (packed.processor, self.highest[0], PROCESSOR, "cpu"),
            (packed.interface, self.highest[1], INTERFACE, "nic"),
        ] {
            if index > highest {
                let fault =
                    damaged("above-highest", format!("{option} {index} is above {highest}, the highest of the header"));
                self.faults.add(at + field..at + field + 1, fault);
            }
        }
        let operation = match packed.kind {
            SEND => Operation::Send { to: peer, bytes, tag },
            RECEIVE => Operation::Receive { from: peer, bytes, tag },
            CALCULATE => {
                let time = self.tick.time(packed.amount).unwrap_or_else(|| {
                    self.faults.add(at + AMOUNT..at + TAG, faults::calc_too_long());
                    Time::ZERO
                });
                Operation::Calculate { time }
            }
            kind => {
                let fault = damaged("operation-kind", format!("{kind} is not a kind of operation"));
                self.unread.add(Some(rank));
                self.faults.add(at + KIND..at + PEER, fault);
                Operation::Calculate { time: Time::ZERO }
            }
        };
        fields::check(operation, Some(self.ranks), |field, fault| {
            let span = match field {
                Field::Size => at + AMOUNT..at + TAG,
                Field::Peer => at + PEER..at + AMOUNT,
                Field::Tag => at + TAG..at + PROCESSOR,
            };
            self.faults.add(span, fault);
        });
        operation
    }

    /// The dependents of an operation in one part of the appendix.
    fn dependents(
        &mut self,
        layout: &Layout,
        operation: u32,
        field: usize,
        (number, first): (u32, u32),
        dependency: fn(Added) -> Dependency,
    ) -> Result<(), Broken> {
        let end = u64::from(first) + u64::from(number);
        if number > 0 && end > layout.dependents as u64 {
            let fault = damaged(
                "dependents",
                format!(
                    "the dependents of the operation end at {end} in the appendix, which has {length}",
                    length = layout.dependents
                ),
            );
            return Err((field..field + 2 * INDEX, fault));
        }
        for place in (first as usize..).take(number as usize) {
            let at = layout.appendix + place * INDEX;
            let waiting = self.bytes.u32(at);
            if let Some(found) = self.found.get_mut(waiting as usize) {
                *found += 1;
                self.builder.require(Added(waiting), dependency(Added(operation)));
            } else {
                let fault = damaged(
                    "index",
                    format!(
                        "no operation has the index {waiting}: the rank has {operations}",
                        operations = layout.operations
                    ),
                );
                self.faults.add(at..at + INDEX, fault);
            }
        }
        Ok(())
    }

    /// Checks redundant data: the number of operations that each operation waits for, and the roots.
    fn counts(&mut self, rank: u32, layout: &Layout) {
        let roots = (0..layout.roots).map(|root| self.bytes.u32(layout.first_root + root as usize * INDEX));
        let mut listed = 0;
        let mut is_root = vec![false; self.found.len()];
        for root in roots {
            if let Some(seen @ false) = is_root.get_mut(root as usize) {
                *seen = true;
                listed += u32::from(self.found[root as usize] == 0);
            }
        }
        let found = self.found.iter().filter(|&&found| found == 0).count();
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        if listed != found || layout.roots != found {
            let fault = damaged(
                "roots",
                format!(
                    "rank {rank} has {found} operations that wait for none, but lists {said} of them, or one twice",
                    said = layout.roots
                ),
            );
            self.faults.add(layout.first_root - INDEX..layout.first_record, fault);
        }
        for (index, &found) in (0u32..).zip(&self.found) {
            let at = layout.record(index);
            let said = self.bytes.u32(at);
            if said != found {
                self.faults.add(
                    at..at + KIND,
                    damaged(
                        "dependency-count",
                        format!("the operation should wait for {said} others, but is a dependent of {found}"),
                    ),
                );
            }
        }
    }
}

struct PackedSites<'a> {
    layouts: &'a [Layout],
}

impl Sites for PackedSites<'_> {
    fn site(&self, rank: u32, operation: u32) -> Site {
        let at = self.layouts.get(rank as usize).map_or(0, |layout| layout.record(operation));
        Site { span: at..at + RECORD, place: Place::Byte(at) }
    }
}
