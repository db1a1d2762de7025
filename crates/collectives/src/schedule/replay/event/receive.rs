//! Posting receives, and the arrival and handling of messages.

use super::Simulator;
use super::costs::Kept;
use super::early::{Early, Handled};
use super::engine::{Engine, Wanted, shown};
use super::key::{self, Element};
use super::trace;
use crate::schedule::ANY;
use crate::schedule::replay::queue::Event;
use crate::schedule::replay::{Observer, Reason, ReplayError, Span};

impl<O: Observer> Engine<'_, O> {
    pub(super) fn post(&mut self, event: Event) {
        let (receive, rank) = (event.id, event.rank);
        self.states.get_mut(receive).begin();
        self.release(receive, rank, self.now, Wanted::Begun);
        let mut message = receive;
        if !self.pairs.has(rank) {
            let records = self.schedule.records();
            let Some(send) = self.matching.post(records, &mut self.states, rank, receive) else {
                return;
            };
            self.known(receive, rank, send);
            message = send;
        }
        match self.early.remove(&message) {
            None => {}
            Some(Early::Handled(handled)) => {
                if O::SPANS {
                    self.trace.received = self.trace.early.remove(&message);
                }
                self.received(receive, rank, handled);
            }
            Some(Early::Waits(key)) => {
                let key = key::new(key::stamp(key), Element::Posted);
                self.queue.push(Event { time: self.now, key, rank, id: receive });
            }
        }
    }

    /// Handles the arrival of a message whose receive, posted or not, is known.
    pub(super) fn paired(&mut self, event: Event) -> Result<(), ReplayError> {
        let receive = event.id;
        let posted = self.states.get(receive).has_begun();
        if !posted && self.simulator == Simulator::Atlahs {
            self.early.insert(receive, Early::Waits(event.key));
            return Ok(());
        }
        // Paired messages are as long as their receives.
        let bytes = self.amount(receive);
        let numbers = if self.resources.is_single() { (0, 0) } else { self.numbers(receive) };
        let Some(handled) = self.handle(event, bytes, numbers)? else {
            return Ok(());
        };
        if posted {
            self.received(receive, event.rank, handled);
        } else {
            if O::SPANS {
                self.trace.received.take().into_iter().for_each(|span| self.observer.span(span));
            }
            self.early.insert(receive, Early::Handled(handled));
        }
        Ok(())
    }

    /// Handles the arrival of a message whose receive is not known in advance.
    pub(super) fn unmatched(&mut self, event: Event) -> Result<(), ReplayError> {
        let (send, rank) = (event.id, event.rank);
        let sender = self.schedule.rank_of(send as usize);
        let records = self.schedule.records();
        let message = self.record(send);
        match self.simulator {
            Simulator::Loggopsim => {
                let numbers = (message.processor, message.interface);
                let Some(handled) = self.handle(event, message.amount, numbers)? else {
                    return Ok(());
                };
                if let Some(receive) = self.matching.arrive(records, &mut self.states, rank, sender, send) {
                    self.known(receive, rank, send);
                    self.received(receive, rank, handled);
                } else {
                    if let Some(span) = self.trace.received.take() {
                        self.trace.early.insert(send, span);
                    }
                    self.early.insert(send, Early::Handled(handled));
                }
            }
            Simulator::Atlahs => {
                let Some(receive) = self.matching.arrive(records, &mut self.states, rank, sender, send) else {
                    self.early.insert(send, Early::Waits(event.key));
                    return Ok(());
                };
                self.states.get_mut(receive).other = send;
                let key = key::new(key::stamp(event.key), Element::Matched);
                self.matched(Event { key, id: receive, ..event })?;
            }
        }
        Ok(())
    }

    /// Records that the message of a send belongs to a receive.
    fn known(&mut self, receive: u32, rank: u32, send: u32) {
        self.states.get_mut(receive).other = send;
        // ATLAHS handles no message before its receive is known: what the send occupies there, it occupies as a send to its own rank.
        if O::SPANS && self.simulator == Simulator::Loggopsim {
            let (processor, interface) = self.numbers(receive);
            let slots = [self.resources.processor(rank, processor), self.resources.inward(rank, interface)];
            self.trace.rename(slots, send, receive);
        }
    }

    /// Handles a message whose receive is posted.
    pub(super) fn matched(&mut self, event: Event) -> Result<(), ReplayError> {
        let receive = event.id;
        let bytes = self.amount(self.states.get(receive).other);
        let numbers = self.numbers(receive);
        if let Some(handled) = self.handle(event, bytes, numbers)? {
            self.received(receive, event.rank, handled);
        }
        Ok(())
    }

    /// The processor and the network interface that handle the message of a receive.
    fn numbers(&self, receive: u32) -> (u8, u8) {
        let send = self.record(self.states.get(receive).other);
        let processor = match self.simulator {
            Simulator::Loggopsim => send.processor,
            Simulator::Atlahs => self.record(receive).processor,
        };
        (processor, send.interface)
    }

    /// Handles a message, or lets it wait.
    #[inline]
    fn handle(
        &mut self,
        event: Event,
        bytes: u64,
        (processor, interface): (u8, u8),
    ) -> Result<Option<Handled>, ReplayError> {
        let (rank, now) = (event.rank, self.now);
        let slots = [self.resources.processor(rank, processor), self.resources.inward(rank, interface)];
        let class = self.resources.message_class(processor, interface);
        let free = self.free(slots);
        if free > now {
            self.wait(event, class, free);
            return Ok(None);
        }
        let cost = self.costs.of(bytes)?;
        let [end, gap] = self.until(cost, [Kept::ReceiveBusy, Kept::ReceiveGap], event.id)?;
        if O::SPANS {
            let cause = if key::has_waited(event.key) {
                self.trace.cause_of_waiting(&self.resources, slots, now)
            } else {
                self.cause_of_message(event)
            };
            self.trace.received = Some(self.span(event.id, (rank, processor), shown(now, end, gap), cause));
        }
        self.keep(slots, [end, gap], event.id);
        self.served(event, class, end.max(gap));
        Ok(Some(Handled { end, rendezvous: cost.rendezvous }))
    }

    /// The cause for which a message that has not waited is handled now and no earlier.
    fn cause_of_message(&self, event: Event) -> (Reason, u32) {
        match key::element(event.key) {
            Element::Unmatched => (Reason::Message, event.id),
            Element::Posted => self.trace.cause_of_posted(event.id, self.states.get(event.id).other),
            _ => (Reason::Message, self.states.get(event.id).other),
        }
    }

    /// Ends a receive, and its send if that waited for it.
    #[inline]
    fn received(&mut self, receive: u32, rank: u32, handled: Handled) {
        self.messages += 1;
        if O::SPANS
            && let Some(span) = self.trace.received.take()
        {
            let operation = receive - trace::first(self.schedule, rank);
            self.observer.span(Span { operation, ..span });
            if !self.pairs.has(rank) {
                let message = trace::message(self.schedule, self.states.get(receive).other, rank, operation);
                self.observer.received(message);
            }
        }
        let end = if self.posting { self.now.max(handled.end) } else { handled.end };
        // The sender first: it may be the same rank, and operations that are freed first are queued first.
        if handled.rendezvous {
            let done = match self.simulator {
                Simulator::Loggopsim => self.now,
                Simulator::Atlahs => end,
            };
            self.rendezvous(receive, done);
        }
        self.finish(receive, rank, end, Wanted::Done);
    }

    /// Ends the send of a receive, which has occupied its processor and interface until then.
    fn rendezvous(&mut self, receive: u32, done: u64) {
        let send = self.states.get(receive).other;
        let sender = match self.record(receive).peer {
            ANY => self.schedule.rank_of(send as usize),
            peer => peer,
        };
        let record = self.record(send);
        let processor = self.resources.processor(sender, record.processor);
        let outward = self.resources.outward(sender, record.interface);
        for slot in [processor, outward] {
            if self.resources.free(slot) < done {
                self.resources.keep(slot, done);
                if O::SPANS {
                    self.trace.keep(slot, send);
                }
            }
        }
        self.finish(send, sender, done, Wanted::Done);
    }
}
