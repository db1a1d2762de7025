//! The rules of a classic rules file: their order, their algorithms, and what the library makes of them.

use super::counts::COLLECTIVES;
use super::knobs::{Choice, Evenness, Placed, Unknown};
use super::layout::{Block, Group, Layout, Row};
use super::names::{self, Collective};
use super::numbers::{LARGEST, Numbers};
use crate::library::{Library, Range, Rule, Rules};
use logpine_text::fault::{Diagnostic, Faults};

/// Checks all rows whose numbers stand before an index, and returns what they say.
pub fn check(numbers: &Numbers, layout: &Layout, library: Library, end: usize, flaws: &mut Faults<'_>) -> Vec<Rules> {
    let mut checks = Checks { numbers, library, end, flaws };
    if let Some(count) = layout.count {
        checks.most(count, COLLECTIVES, &format!("more collectives than MPI's {COLLECTIVES}"));
    }
    let mut all: Vec<Rules> = Vec::new();
    let mut seen: Vec<(i64, usize)> = Vec::new();
    for group in &layout.groups {
        let Some(id) = group.id.filter(|&id| id < end) else { continue };
        let Some(collective) = checks.collective(id, &mut seen) else { continue };
        let rules = checks.group(group, collective);
        if let Some(ours) = collective.ours {
            all.retain(|earlier| earlier.collective != ours);
            all.push(Rules { collective: ours, rules });
        }
    }
    all
}

struct Checks<'a, 'b> {
    numbers: &'a Numbers,
    library: Library,
    /// Numbers from here on mean nothing.
    end: usize,
    flaws: &'a mut Faults<'b>,
}

impl Checks<'_, '_> {
    fn value(&self, index: usize) -> i64 {
        self.numbers.value(index)
    }

    fn add(&mut self, index: usize, flaw: Diagnostic) {
        if index < self.end {
            self.flaws.add(self.numbers.span(index), flaw);
        }
    }

    /// Adds a flaw if a number is larger than the library takes.
    fn most(&mut self, index: usize, most: i64, excess: &str) {
        if self.value(index) > most {
            let message = format!("{excess}: the library refuses the whole file in silence");
            self.add(index, Diagnostic::error("too-many", message, "write the number of those that follow"));
        }
    }

    /// Adds a flaw if a number has too many digits for its field.
    fn fits(&mut self, index: usize, most: i64) {
        if self.value(index) > most {
            let bits = if most == LARGEST { 32 } else { 64 };
            let message = format!("the number does not fit into {bits} bits with a sign: the library uses another one");
            self.add(index, Diagnostic::error("too-large", message, "write a smaller number"));
        }
    }

    /// The collective of a number, unless it is none.
    fn collective(&mut self, id: usize, seen: &mut Vec<(i64, usize)>) -> Option<&'static Collective> {
        let number = self.value(id);
        if number < 0 {
            return None;
        }
        let Some(collective) = names::collective(number) else {
            let message =
                format!("no collective has the number {number}: the library refuses the whole file in silence");
            self.add(
                id,
                Diagnostic::error("unknown-collective", message, "7 is bcast, 11 reduce, 2 allreduce; 21 is the last"),
            );
            return None;
        };
        if !collective.has_algorithms() {
            let message = format!("{number} is {}, which has no algorithms: the rules are never used", collective.name);
            self.add(id, Diagnostic::error("no-algorithms", message, "remove the rules, or write another collective"));
        }
        if let Some((_, last)) = seen.iter_mut().find(|(other, _)| *other == number) {
            let earlier = std::mem::replace(last, id);
            let line = self.numbers.get(earlier).map_or(0, |number| number.line + 1);
            let message = format!(
                "{} stands a second time: the library uses these rules, and forgets those of line {line}",
                collective.name
            );
            self.add(id, Diagnostic::error("repeated-collective", message, "join the rules of a collective"));
        } else {
            seen.push((number, id));
        }
        Some(collective)
    }

    fn group(&mut self, group: &Group, collective: &'static Collective) -> Vec<Rule> {
        if group.blocks.is_empty()
            && let Some(id) = group.id
        {
            let message = format!("{} has no rules: the library chooses", collective.name);
            self.add(id, Diagnostic::warning("no-rows", message, "remove it"));
        }
        let mut rules = Vec::new();
        let mut largest: Option<i64> = None;
        for (at, block) in group.blocks.iter().enumerate() {
            let size = block.size.map_or(-1, |size| self.value(size));
            if let Some(index) = block.size {
                self.fits(index, LARGEST);
                if let Some(before) = largest.filter(|&largest| size <= largest) {
                    self.size_out_of_order(index, size, before);
                }
                self.serves_others(group, at, index);
            }
            largest = largest.max(Some(size));
            let next = group.blocks.get(at + 1).and_then(|next| next.size).map(|size| self.value(size));
            let least = if at == 0 { 0 } else { whole(size) };
            let ranks = Range { least, most: next.map(|next| whole(next - 1)) };
            self.block(block, collective, ranks, &mut rules);
        }
        rules
    }

    fn size_out_of_order(&mut self, index: usize, size: i64, before: i64) {
        let flaw = if size == before {
            let message = format!("{size} ranks stand twice: the library never uses the rows before");
            Diagnostic::error("repeated-size", message, "join the rows of a communicator size")
        } else {
            let message = format!(
                "{size} ranks come after {before}: the library uses these rows from {before} ranks on, and the rows before \
                 them never"
            );
            Diagnostic::error("descending-size", message, "sort the communicator sizes")
        };
        self.add(index, flaw);
    }

    /// The communicator size of a block.
    fn size(&self, group: &Group, at: usize) -> i64 {
        group.blocks.get(at).and_then(|block| block.size).map_or(-1, |size| self.value(size))
    }

    /// Adds a flaw if the library uses a block for other ranks than it is written for.
    fn serves_others(&mut self, group: &Group, at: usize, index: usize) {
        let size = self.size(group, at);
        if self.library == Library::OpenMpi6 && group.blocks.len() > 1 {
            let least = if at == 0 { 0 } else { self.size(group, at - 1) };
            let used = match size - 1 {
                _ if at + 1 == group.blocks.len() => format!("for {least} ranks and more"),
                most if most < least => "for no number of ranks".to_owned(),
                most if most == least => format!("for {least} ranks"),
                most => format!("for {least} to {most} ranks"),
            };
            let message =
                format!("Open MPI 6 reads classic files shifted by a row: it uses the rows of {size} ranks {used}");
            let hint = "write the rules as JSON, which Open MPI 6 reads as written";
            self.add(index, Diagnostic::error("shifted-rows", message, hint));
            return;
        }
        let chooses = |row: &Row| self.value(row.first + 1) != 0;
        let is_rule = group.blocks.first().is_some_and(|block| block.rows.iter().any(chooses));
        if at == 0 && size > 2 && is_rule {
            let smaller = if size == 3 { "2 ranks".to_owned() } else { format!("2 to {} ranks", size - 1) };
            let message = format!("the first rows serve all smaller communicators too: {smaller}");
            let hint = "to leave those to the library, begin with communicator size 2 and a row 0 0 0 0";
            self.add(index, Diagnostic::warning("first-size", message, hint));
        }
    }

    fn block(&mut self, block: &Block, collective: &'static Collective, ranks: Range, rules: &mut Vec<Rule>) {
        if block.rows.is_empty()
            && let Some(place) = block.size
        {
            let message = "no rows for this communicator size: the library chooses";
            self.add(place, Diagnostic::warning("no-rows", message, "write a row 0 0 0 0"));
        }
        let mut largest: Option<i64> = None;
        let end = self.end;
        let mut evenness = Evenness::of(collective);
        for (at, row) in block.rows.iter().enumerate().take_while(|(_, row)| row.first < end) {
            let bytes = self.value(row.first);
            self.order(at, row, bytes, largest);
            largest = largest.max(Some(bytes));
            if at == 1 && collective.counts_no_bytes() {
                let message =
                    format!("{} is looked up with 0 bytes: the library uses the first row only", collective.name);
                self.add(row.first, Diagnostic::warning("barrier-bytes", message, "remove the other rows"));
            }
            let setting = self
                .choice(row)
                .and_then(|choice| choice.setting(collective, self.library, ranks, Unknown::Aborts, self.flaws));
            if let Some(flaw) = evenness.next(whole(self.value(row.first + 1))) {
                self.add(row.first, flaw);
            }
            let next = block.rows.get(at + 1).map(|next| whole(self.value(next.first) - 1));
            let bytes = Range { least: if at == 0 { 0 } else { whole(bytes) }, most: next };
            rules.push(Rule { ranks, bytes, setting });
        }
    }

    /// Checks the bytes of a row against those before.
    fn order(&mut self, at: usize, row: &Row, bytes: i64, largest: Option<i64>) {
        self.fits(row.first, i64::MAX - 1);
        match largest {
            None if at == 0 && bytes > 0 => {
                let message = format!(
                    "the first row of a communicator size must be for 0 bytes, not {bytes}: the library refuses the whole \
                     file in silence"
                );
                self.add(row.first, Diagnostic::error("first-row", message, "put a row 0 0 0 0 before it"));
            }
            Some(before) if bytes == before => {
                let message = format!("{bytes} bytes stand twice: the library never uses the row before");
                self.add(row.first, Diagnostic::error("repeated-bytes", message, "keep one of the rows"));
            }
            Some(before) if bytes < before && bytes >= 0 => {
                let message = format!(
                    "{bytes} bytes come after {before}: the library uses this row from {before} bytes on, and the row \
                     before it never"
                );
                self.add(row.first, Diagnostic::error("descending-bytes", message, "sort the rows by bytes"));
            }
            _ => {}
        }
    }

    /// The choice of a row that has all its numbers, none of them negative.
    fn choice(&mut self, row: &Row) -> Option<Choice> {
        if row.length < 4 || row.first + 3 >= self.end.min(self.numbers.all.len()) {
            return None;
        }
        let placed = |index: usize| {
            Some(Placed { value: u64::try_from(self.value(index)).ok()?, span: self.numbers.span(index) })
        };
        let choice = Choice {
            algorithm: placed(row.first + 1)?,
            fanout: placed(row.first + 2)?,
            segment: placed(row.first + 3)?,
        };
        for index in row.first + 1..row.first + row.length {
            self.fits(index, LARGEST);
        }
        Some(choice)
    }
}

/// A number that is not negative.
fn whole(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
