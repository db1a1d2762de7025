//! The counts of a classic rules file: whether as much follows as they say, and what the library reads if not.

use super::layout::{Block, Group, Layout, Row};
use super::numbers::Numbers;
use logpine_text::fault::{Diagnostic, Faults};

/// The largest number of collectives, and the number above all of theirs.
pub const COLLECTIVES: i64 = 22;

/// The place and the reason of the library's refusal of a file.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The index of the number; that after the last one if numbers are missing.
    pub index: usize,
    /// The reason.
    pub reason: String,
}

/// Finds the first number for which the library refuses a file whose numbers it reads in order.
pub fn refusal(numbers: &Numbers, order: &Layout) -> Option<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |index: usize, reason: &str| refusals.push(Refusal { index, reason: reason.to_owned() });
    let too_many = order.count.filter(|&count| numbers.value(count) > COLLECTIVES);
    if let Some(count) = too_many {
        refuse(count, "more collectives than MPI has");
    }
    let end = order.trailing.unwrap_or(numbers.all.len());
    let negative = numbers.all.iter().take(end).position(|number| number.value < 0);
    if let Some(index) = negative {
        refuse(index, "a negative number");
    }
    let unknown = order.groups.iter().filter_map(|group| group.id).find(|&id| numbers.value(id) >= COLLECTIVES);
    if let Some(id) = unknown {
        refuse(id, "no collective has this number");
    }
    let blocks = order.groups.iter().flat_map(|group| &group.blocks);
    let first_rows = blocks.filter_map(|block| block.rows.first());
    if let Some(row) = first_rows.into_iter().find(|row| numbers.value(row.first) != 0) {
        // The library looks at the bytes when it has read the whole row.
        refuse(row.first, "the first row is not for 0 bytes");
    }
    if let Some(missing) = order.missing {
        refuse(numbers.all.len(), &format!("the file ends before {missing}"));
    }
    refusals.into_iter().min_by_key(|refusal| refusal.index)
}

/// A file with what is known of its counts.
pub struct Counts<'a> {
    /// The numbers.
    pub numbers: &'a Numbers,
    /// The meaning of the numbers.
    pub layout: &'a Layout,
    /// The place at which the library refuses the file.
    pub refusal: Option<&'a Refusal>,
}

/// Checks all counts.
pub fn check(counts: &Counts<'_>, flaws: &mut Faults<'_>) {
    let Layout { count, groups, trailing, unclear, missing } = counts.layout;
    if missing.is_none() {
        if let Some(count) = *count {
            let next = |said: usize| groups.get(said).and_then(|group| group.id).map(|id| (id, "nothing"));
            let last = groups.last().map_or(count + 1, |group| end_of_group(group, count));
            counts.compare(count, groups.len(), "collective", &next, (last, "the number of a collective"), flaws);
        }
        for (at, group) in groups.iter().enumerate() {
            counts.check_group(group, at + 1 == groups.len(), flaws);
        }
    }
    for run in unclear {
        let (start, end) = (counts.numbers.span(run.start).start, counts.numbers.span(run.end - 1).end);
        let message = format!(
            "{} before these rows: two are needed for a communicator size (the size, and the number of rows), and two more \
            before them for a collective; {}",
            plural(i64::try_from(run.len()).unwrap_or(i64::MAX), "number"),
            counts.outcome()
        );
        flaws.error(start..end, "heading", message, "write the numbers that are missing");
    }
    if let (Some(missing), Some(last)) = (*missing, counts.numbers.all.last()) {
        let message = format!("the file ends before {missing}: the library refuses all of it in silence");
        flaws.error(last.span.end..last.span.end, "file-ends", message, "count what follows each count again");
    }
    if let Some(index) = *trailing {
        let span = counts.numbers.span(index);
        let hint = "remove the numbers, or count again";
        flaws.add(
            span,
            match counts.refusal {
                Some(_) => {
                    let message = format!("the numbers from here on begin no row; {}", counts.outcome());
                    Diagnostic::error("unfinished-heading", message, hint)
                }
                None => {
                    Diagnostic::warning("trailing-numbers", "the library does not read the numbers from here on", hint)
                }
            },
        );
    }
}

impl Counts<'_> {
    /// The consequences of shifted numbers.
    fn outcome(&self) -> String {
        match self.refusal {
            Some(Refusal { index, reason }) => match self.numbers.get(*index) {
                Some(number) => format!("it refuses the whole file in silence at line {} ({reason})", number.line + 1),
                None => format!("it refuses the whole file in silence ({reason})"),
            },
            None => "it follows other rules than the file shows".to_owned(),
        }
    }

    /// Adds a flaw if a count is not the number found. `next` gives what the library reads after as many as it says, and
    /// as what; `last` the index after all that were found, and as what the library reads it.
    fn compare(
        &self,
        count: usize,
        found: usize,
        noun: &str,
        next: &dyn Fn(usize) -> Option<(usize, &'static str)>,
        last: (usize, &str),
        flaws: &mut Faults<'_>,
    ) {
        let said = self.numbers.value(count);
        let found_signed = i64::try_from(found).unwrap_or(i64::MAX);
        // Negative numbers have a flaw already.
        if said == found_signed || said < 0 {
            return;
        }
        let takes = |index: usize, role: &str| {
            let number = self.numbers.value(index);
            match self.refusal.and_then(|refusal| self.numbers.get(refusal.index).filter(|_| refusal.index < count)) {
                Some(refused) => format!(
                    "the library would take {number} for {role}, had it not refused the file at line {} already",
                    refused.line + 1
                ),
                None => format!("the library takes {number} for {role}, and {}", self.outcome()),
            }
        };
        let after = if said < found_signed {
            match usize::try_from(said).ok().and_then(next) {
                Some((_, "nothing")) | None => "the library does not read the others".to_owned(),
                Some((index, role)) => takes(index, role),
            }
        } else if last.0 < self.numbers.all.len() {
            takes(last.0, last.1)
        } else {
            "the file ends too early, and the library refuses all of it in silence".to_owned()
        };
        let message = format!("{} announced, {found} found: {after}", plural(said, noun));
        let code = match noun {
            "row" => "count-of-rows",
            "collective" => "count-of-collectives",
            _ => "count-of-sizes",
        };
        flaws.error(self.numbers.span(count), code, message, "write the number of those that follow");
    }

    fn check_group(&self, group: &Group, is_last: bool, flaws: &mut Faults<'_>) {
        let role = if is_last { "nothing" } else { "the number of a collective" };
        if let Some(count) = group.count {
            let next = |said: usize| group.blocks.get(said).and_then(|block| block.size).map(|size| (size, role));
            let last = (end_of_group(group, count), "a communicator size");
            self.compare(count, group.blocks.len(), "communicator size", &next, last, flaws);
        }
        for (at, block) in group.blocks.iter().enumerate() {
            let role = if at + 1 == group.blocks.len() { role } else { "a communicator size" };
            if let Some(count) = block.count {
                let next = |said: usize| block.rows.get(said).map(|row| (row.first, role));
                let last = (end_of_block(block, count), "the bytes of a row");
                self.compare(count, block.rows.len(), "row", &next, last, flaws);
            }
            for row in &block.rows {
                self.check_row(row, flaws);
            }
        }
    }

    /// Checks how many numbers a row has.
    fn check_row(&self, row: &Row, flaws: &mut Faults<'_>) {
        let last = row.first + row.length - 1;
        if row.length == 3 {
            let span = self.numbers.span(row.first).start..self.numbers.span(last).end;
            let message = match self.numbers.get(last + 1) {
                Some(next) => format!(
                    "three numbers, where a row has four (bytes, algorithm, fanout, segment size): the library takes {} for \
                     the fourth, and {}",
                    next.value,
                    self.outcome()
                ),
                None => {
                    "three numbers, where a row has four (bytes, algorithm, fanout, segment size): the file ends too \
                         early, and the library refuses all of it in silence"
                        .to_owned()
                }
            };
            flaws.error(span, "missing-number", message, "write 0 for no fanout and for no segments");
        } else if row.length == 5 && !self.numbers.has_requests() {
            let message =
                format!("a fifth number, which the library takes for the bytes of the next row: {}", self.outcome());
            let hint =
                "remove it, or begin the file with rule-file-version-2, which releases before 4.1.8 and 5.0.7 refuse";
            flaws.error(self.numbers.span(last), "fifth-column", message, hint);
        }
    }
}

/// The index after a group.
fn end_of_group(group: &Group, count: usize) -> usize {
    let after = |block: &Block| end_of_block(block, block.count.or(block.size).unwrap_or(count));
    group.blocks.last().map_or(group.count.unwrap_or(count) + 1, after)
}

/// The index after a block.
fn end_of_block(block: &Block, count: usize) -> usize {
    block.rows.last().map_or(count + 1, |row| row.first + row.length)
}

/// A number of things.
fn plural(count: i64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
