//! Schedules with a plain meaning for which `LogGOPSim` is wrong or undefined.

use super::place::Sites;
use logpine_collectives::schedule::{ANY, Dependency, Operation, Schedule};
use logpine_text::fault::{Diagnostic, Faults};
use rustc_hash::FxHashMap;

/// The maximum number of operations that become ready at once and are sorted in a defined order: `LogGOPSim` uses an
/// unstable sort, which is stable up to this number.
const MOST_READY: u32 = 16;

/// The maximum number of dependencies visited in the second pass, for each operation and dependency of a rank.
const VISITS: u64 = 8;

/// Reports where more than [`MOST_READY`] operations of a rank can become ready at once, and where an operation waits for an
/// operation of another processor.
///
/// **Complexity** O(operations + dependencies); some 40 bytes a message if ranks have several processors.
pub(super) fn check(schedule: &Schedule, sites: &dyn Sites, faults: &mut Faults<'_>) {
    let mut ready = Ready { schedule, sites, waits: Vec::new(), marks: Vec::new() };
    for rank in 0..schedule.ranks() {
        ready.rank(rank, faults);
    }
    if schedule.records().iter().any(|record| record.processor() > 0) {
        Processors { schedule, sites, senders: senders(schedule) }.check(faults);
    }
}

/// The index of the waiting operation within the rank.
const fn waiting(dependent: Dependency) -> u32 {
    match dependent {
        Dependency::Done(waiting) | Dependency::Begun(waiting) => waiting.0,
    }
}

/// The search for operations that are ready at once.
struct Ready<'a> {
    schedule: &'a Schedule,
    sites: &'a dyn Sites,
    /// True for each operation of the rank that waits for another.
    waits: Vec<bool>,
    /// For each operation of the rank, one more than the index of the last operation for which it was counted.
    marks: Vec<u32>,
}

impl Ready<'_> {
    fn rank(&mut self, rank: u32, faults: &mut Faults<'_>) {
        let operations = self.schedule.range(rank).len();
        if operations <= MOST_READY as usize {
            return;
        }
        let indices = || (0u32..).take(operations);
        self.waits.clear();
        self.waits.resize(operations, false);
        let mut edges = 0;
        for dependent in indices().flat_map(|before| self.schedule.dependents(rank, before)) {
            self.waits[waiting(dependent) as usize] = true;
            edges += 1;
        }
        let mut free = indices().filter(|&index| !self.waits[index as usize]);
        if let Some(first) = free.next() {
            let count = u32::try_from(free.count()).map_or(u32::MAX, |others| others.saturating_add(1));
            self.tell((rank, first), count, "the schedule begins", faults);
        }
        self.marks.clear();
        self.marks.resize(operations, 0);
        let mut visits = VISITS * (operations as u64 + edges);
        for before in indices() {
            if self.schedule.dependents(rank, before).nth(MOST_READY as usize).is_some() {
                let count = self.after(rank, before, &mut visits);
                self.tell((rank, before), count, "this one begins or ends", faults);
            }
        }
    }

    /// The number of operations that can become ready when `before` begins or ends: its dependents except those that also
    /// wait for another of them. If the limit of visits is reached, all remaining dependents are counted.
    fn after(&mut self, rank: u32, before: u32, visits: &mut u64) -> u32 {
        let mut count = 0;
        for dependent in self.schedule.dependents(rank, before) {
            let mark = &mut self.marks[waiting(dependent) as usize];
            count += u32::from(*mark != before + 1);
            *mark = before + 1;
        }
        for middle in self.schedule.dependents(rank, before) {
            for dependent in self.schedule.dependents(rank, waiting(middle)) {
                if *visits == 0 {
                    return count;
                }
                *visits -= 1;
                let mark = &mut self.marks[waiting(dependent) as usize];
                if *mark == before + 1 {
                    *mark = 0;
                    count -= 1;
                }
            }
        }
        count
    }

    fn tell(&self, (rank, operation): (u32, u32), count: u32, when: &'static str, faults: &mut Faults<'_>) {
        if count > MOST_READY {
            faults.add_with("many-ready", || {
                (
                    self.sites.site(rank, operation).span,
                    Diagnostic::warning(
                        "many-ready",
                        format!(
                            "{count} operations of rank {rank} can be ready at once, when {when}: LogGOPSim sorts \
                            more than {MOST_READY} in no defined order"
                        ),
                        "let some of them wait for others, as in \"l2 requires l1\"",
                    ),
                )
            });
        }
    }
}

/// Sender, receiver and tag.
type Envelope = (u32, u32, u32);

/// The processors that send with each envelope: one of them, and another if there is one.
fn senders(schedule: &Schedule) -> FxHashMap<Envelope, (u8, Option<u8>)> {
    let mut senders: FxHashMap<Envelope, (u8, Option<u8>)> = FxHashMap::default();
    for rank in 0..schedule.ranks() {
        for record in schedule.rank(rank) {
            if let Operation::Send { to, tag, .. } = record.operation() {
                let (one, other) = senders.entry((rank, to, tag)).or_insert((record.processor(), None));
                if *one != record.processor() {
                    *other = Some(record.processor());
                }
            }
        }
    }
    senders
}

/// The search for operations that wait for operations of another processor.
struct Processors<'a> {
    schedule: &'a Schedule,
    sites: &'a dyn Sites,
    senders: FxHashMap<Envelope, (u8, Option<u8>)>,
}

impl Processors<'_> {
    fn check(&self, faults: &mut Faults<'_>) {
        for rank in 0..self.schedule.ranks() {
            for before in (0u32..).take(self.schedule.range(rank).len()) {
                for dependent in self.schedule.dependents(rank, before) {
                    self.dependency(rank, before, dependent, faults);
                }
            }
        }
    }

    /// `LogGOPSim` queues a ready operation for the time at which its processor is free, even if that is earlier than the
    /// end of the operation it waited for. It cannot be earlier if the same processor ran that operation.
    fn dependency(&self, rank: u32, before: u32, dependent: Dependency, faults: &mut Faults<'_>) {
        let (records, waiting) = (self.schedule.rank(rank), waiting(dependent));
        let [earlier, later] = [before, waiting].map(|index| &records[index as usize]);
        let own = later.processor();
        let other = match (earlier.operation(), dependent) {
            _ if earlier.processor() != own => Some(earlier.processor()),
            // A message is received on the processor named by its send.
            (Operation::Receive { from, tag, .. }, Dependency::Done(_)) if from != ANY && tag != ANY => {
                let senders = self.senders.get(&(from, rank, tag));
                senders.and_then(|&(one, another)| if one == own { another } else { Some(one) })
            }
            _ => None,
        };
        if let Some(other) = other {
            faults.add_with("cpu-order", || {
                let place = self.sites.site(rank, before).place;
                (
                    self.sites.site(rank, waiting).span,
                    Diagnostic::warning(
                        "cpu-order",
                        format!(
                            "this operation on cpu {own} waits for one on cpu {other} ({place}): LogGOPSim begins it \
                            when cpu {own} was free last, which may be before that"
                        ),
                        "put both, and the send of a message, on one cpu; ATLAHS and `logpine simulate` wait",
                    ),
                )
            });
        }
    }
}
