//! The operations and dependencies in the block of a rank.

use super::Reader;
use crate::faults;
use crate::fields::{self, Field};
use crate::labels::Defined;
use crate::operation::{Verb, Written};
use crate::statement::Wait;
use logpine_collectives::schedule::{Added, Dependency, Operation, ScheduleTooLarge};
use logpine_text::fault::Diagnostic;
use logpine_text::units::Time;
use std::ops::Range;

pub(super) struct Pending {
    pub waiting: Range<usize>,
    pub before: Range<usize>,
    pub wait: Wait,
}

impl Reader<'_> {
    pub(super) fn operation(
        &mut self,
        span: Range<usize>,
        label: Option<Range<usize>>,
        written: Option<Written>,
    ) -> Result<(), ScheduleTooLarge> {
        self.last = span.start;
        if self.open.is_none() {
            self.unread.add(None);
            if written.is_some() {
                self.faults.add(span, faults::outside_rank());
            }
            return Ok(());
        }
        // An unreadable operation keeps its place, so that its label is defined.
        let nothing = Operation::Calculate { time: Time::ZERO };
        let added = match written {
            None => {
                self.unread.add(self.place_of_open());
                self.builder.push(nothing)?
            }
            Some(written) => {
                let operation = self.meaning(&written).unwrap_or(nothing);
                self.builder.push_on(operation, written.processor, written.interface)?
            }
        };
        if let Some(label) = label
            && let Defined::Before(first) = self.labels.define(label.clone(), added.0)
        {
            let (text, lines) = (text(self.source, &label), &self.lines);
            self.faults.add_with("duplicate-label", || {
                (
                    label,
                    Diagnostic::warning(
                        "duplicate-label",
                        format!(
                            "the label {text} is in {place} already; dependencies refer to the operation there",
                            place = lines.place(first.start)
                        ),
                        "give every operation of a rank a label of its own, or none",
                    ),
                )
            });
        }
        Ok(())
    }

    fn meaning(&mut self, written: &Written) -> Option<Operation> {
        let (bytes, peer, tag) = (written.amount.value, written.peer.value, written.tag.value);
        let operation = match written.verb {
            Verb::Send => Operation::Send { to: peer, bytes, tag },
            Verb::Receive => Operation::Receive { from: peer, bytes, tag },
            Verb::Calculate => {
                let time = self.tick.time(written.amount.value);
                if time.is_none() {
                    self.faults.add(written.amount.span.clone(), faults::calc_too_long());
                }
                return time.map(|time| Operation::Calculate { time });
            }
        };
        let ranks = self.declared.as_ref().map(|ranks| ranks.value);
        fields::check(operation, ranks, |field, fault| {
            let span = match field {
                Field::Size => &written.amount.span,
                Field::Peer => &written.peer.span,
                Field::Tag => &written.tag.span,
            };
            self.faults.add(span.clone(), fault);
        });
        Some(operation)
    }

    pub(super) fn dependency(&mut self, span: Range<usize>, dependency: Pending) {
        if self.open.is_none() {
            self.faults.add(span, faults::outside_rank());
            return;
        }
        let label = |span: &Range<usize>| self.labels.get(&self.source[span.clone()]).map(|found| found.operation);
        match (label(&dependency.waiting), label(&dependency.before)) {
            (Some(waiting), Some(before)) if self.pending.is_empty() => self.require(waiting, before, dependency.wait),
            _ => self.pending.push(dependency),
        }
    }

    fn require(&mut self, waiting: u32, before: u32, wait: Wait) {
        let before = Added(before);
        let dependency = match wait {
            Wait::Done => Dependency::Done(before),
            Wait::Begun => Dependency::Begun(before),
        };
        self.builder.require(Added(waiting), dependency);
    }

    /// Resolves the dependencies that used labels before their definition; all labels of the rank are known now.
    pub(super) fn resolve_pending(&mut self, rank: u32) {
        for Pending { waiting, before, wait } in std::mem::take(&mut self.pending) {
            let end = before.end;
            let [waiting, before] = [waiting, before].map(|used| {
                let label = &self.source[used.clone()];
                let Some(found) = self.labels.get(label) else {
                    let label = text(self.source, &used);
                    self.faults.error(
                        used,
                        "undefined-label",
                        format!("rank {rank} has no operation with the label {label}"),
                        "labels are known within their rank only; write one in front of an operation, as in \
                        \"l1: calc 5\"",
                    );
                    return None;
                };
                if found.span.start > end {
                    self.faults.add_with("forward-reference", || {
                        let place = self.lines.place(found.span.start);
                        (
                            used.clone(),
                            Diagnostic::form(
                                "forward-reference",
                                format!(
                                    "{label} is used before it is defined ({place}), which the converter refuses",
                                    label = text(self.source, &used)
                                ),
                                "put the dependency behind both operations",
                            ),
                        )
                    });
                }
                Some(found.operation)
            });
            if let (Some(waiting), Some(before)) = (waiting, before) {
                self.require(waiting, before, wait);
            }
        }
    }
}

/// The maximum number of characters of a label in a message.
const SHOWN: usize = 40;

fn text(source: &[u8], span: &Range<usize>) -> String {
    let label = &source[span.clone()];
    match label.get(..SHOWN) {
        Some(beginning) if label.len() > SHOWN => format!("{}...", String::from_utf8_lossy(beginning)),
        _ => String::from_utf8_lossy(label).into_owned(),
    }
}
