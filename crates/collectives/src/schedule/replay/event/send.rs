//! The start of calculations and sends.

use super::Simulator;
use super::costs::Kept;
use super::engine::{Engine, Wanted, later, shown};
use super::key::{self, Element};
use super::states::NONE;
use crate::schedule::replay::queue::Event;
use crate::schedule::replay::{Observer, ReplayError};

impl<O: Observer> Engine<'_, O> {
    pub(super) fn calculate(&mut self, event: Event) -> Result<(), ReplayError> {
        let (at, rank, now) = (event.id, event.rank, self.now);
        let (processor, _) = self.numbers_of(at);
        let slots = [self.resources.processor(rank, processor); 2];
        let class = self.resources.calculation_class(processor);
        let free = self.free(slots);
        if free > now {
            self.wait(event, class, free);
            return Ok(());
        }
        let end = later(now, self.amount(at))?;
        if O::SPANS {
            let cause = self.trace.cause_of_operation(&self.resources, at, slots, now);
            let span = self.span(at, (rank, processor), [now, end, now], cause);
            self.observer.span(span);
        }
        self.keep(slots, [end; 2], at);
        self.served(event, class, end);
        self.finish(at, rank, end, Wanted::Both);
        Ok(())
    }

    pub(super) fn send(&mut self, event: Event) -> Result<(), ReplayError> {
        let (at, rank, now) = (event.id, event.rank, self.now);
        let (processor, interface) = self.numbers_of(at);
        let slots = [self.resources.processor(rank, processor), self.resources.outward(rank, interface)];
        let class = self.resources.send_class(processor, interface);
        let free = self.free(slots);
        if free > now {
            self.wait(event, class, free);
            return Ok(());
        }
        let cost = self.costs.of(self.amount(at))?;
        let [end, gap] = self.until(cost, [Kept::SendBusy, Kept::SendGap], at)?;
        if O::SPANS {
            let cause = self.trace.cause_of_operation(&self.resources, at, slots, now);
            let span = self.span(at, (rank, processor), shown(now, end, gap), cause);
            self.observer.span(span);
        }
        self.keep(slots, [end, gap], at);
        self.served(event, class, end.max(gap));
        let state = self.states.get(at);
        let other = state.other;
        let (element, id) = if other == NONE { (Element::Unmatched, at) } else { (Element::Paired, other) };
        let key = key::new(self.next_stamp(), element);
        self.queue.push(Event { time: later(now, cost.flight)?, key, rank: state.peer, id });
        if cost.rendezvous {
            self.states.get_mut(at).begin();
            self.release(at, rank, now, Wanted::Begun);
            return Ok(());
        }
        let done = match self.simulator {
            Simulator::Loggopsim => now,
            Simulator::Atlahs => end,
        };
        self.finish(at, rank, done, Wanted::Both);
        Ok(())
    }
}
