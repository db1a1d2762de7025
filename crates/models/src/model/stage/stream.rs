//! Streams among all ranks: every rank sends to all others and receives from them, as fast as it can.

use super::Stage;
use super::message::Message;
use crate::model::PortTiming;
use logpine_text::integer::first;
use logpine_text::units::Time;

/// A stream in which every rank sends n messages and receives n, all of one length. Times are in ticks.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeStream {
    /// n.
    exchanges: u64,
    /// The processor time of a send.
    send: u64,
    /// The time between two sends.
    send_gap: u64,
    /// The time from the send until its receiver can begin to receive.
    flight: u64,
    /// The processor time of a reception.
    receive: u64,
    /// The time between two receptions.
    receive_gap: u64,
}

impl ExchangeStream {
    /// The stream of a stage with `exchanges` messages, at least 1, from and to each rank, all with the length of the
    /// longest. `None` past [`Time::MAX`].
    #[must_use]
    pub fn of(ports: &dyn PortTiming, stage: &Stage, exchanges: u64) -> Option<Self> {
        let message = Message::of(ports, stage)?;
        let port = message.port;
        Some(Self {
            exchanges: exchanges.max(1),
            send: port.send_busy.ticks(),
            send_gap: port.send_gap.max(port.send_busy).ticks(),
            flight: port.delivery.ticks().saturating_sub(port.recv_busy.ticks()),
            receive: message.busy()?.ticks(),
            receive_gap: message.gap()?.ticks(),
        })
    }

    /// The number of messages that each rank sends before it receives the first: the least with which the stream is fastest.
    ///
    /// **Complexity** O(log n): with a longer lead sends never take less time, and ranks never wait longer.
    #[must_use]
    pub fn lead(&self) -> u64 {
        let balanced = self.first(|lead| self.sending(lead) >= self.waiting(lead));
        let least = self.ticks(balanced).min(self.ticks((balanced - 1).max(1)));
        self.first(|lead| self.waiting(lead) <= least)
    }

    /// The time of the stream with that lead, until every rank has all messages. `None` past [`Time::MAX`].
    #[must_use]
    pub fn time(&self) -> Option<Time> {
        u64::try_from(self.ticks(self.lead())).ok().map(Time::from_ticks).filter(|&time| time <= Time::MAX)
    }

    /// The first lead that satisfies a predicate which then holds for all longer ones; n if there is none.
    fn first(&self, holds: impl Fn(u64) -> bool) -> u64 {
        first(1..=self.exchanges, holds)
    }

    /// The time if a rank sends w messages, then receives and sends in turn, then receives the rest.
    ///
    /// This is the longest path from the first send to the last reception. With s, r the two gaps, F the flight, a, b the
    /// busy times, and m = max(s, r, a + b):
    ///
    /// ```text
    /// (w - 1) (s + r) + (n - w) m + a + b                        every reception waits for sends only
    /// (w - 1) max(s, r) + (n - w) m + F + b                      one waits for its message
    /// (n - 1 - k w) m + k (F + b) + F + b                        k + 1 do, w messages apart; 1 <= k <= (n - 1) / w
    /// ```
    fn ticks(&self, lead: u64) -> u128 {
        self.sending(lead).max(self.waiting(lead))
    }

    /// The first line of [`ExchangeStream::ticks`].
    fn sending(&self, lead: u64) -> u128 {
        let gaps = u128::from(self.send_gap) + u128::from(self.receive_gap);
        self.apart(self.exchanges - lead)
            .saturating_add(u128::from(lead - 1).saturating_mul(gaps))
            .saturating_add(self.processor())
    }

    /// The maximum of the other lines.
    fn waiting(&self, lead: u64) -> u128 {
        let message = u128::from(self.flight) + u128::from(self.receive);
        let gap = u128::from(self.send_gap.max(self.receive_gap));
        let of_one = self
            .apart(self.exchanges - lead)
            .saturating_add(u128::from(lead - 1).saturating_mul(gap))
            .saturating_add(message);
        let of_more = |k: u64| {
            let apart = self.apart(self.exchanges - 1 - k * lead);
            apart.saturating_add((u128::from(k) + 1).saturating_mul(message))
        };
        match (self.exchanges - 1) / lead {
            0 => of_one,
            most => of_one.max(of_more(1)).max(of_more(most)),
        }
    }

    /// The time between `exchanges` exchanges and one more, if no rank waits for a message.
    fn apart(&self, exchanges: u64) -> u128 {
        let longest = u128::from(self.send_gap.max(self.receive_gap)).max(self.processor());
        u128::from(exchanges).saturating_mul(longest)
    }

    /// The processor's time for a send and a reception.
    fn processor(&self) -> u128 {
        u128::from(self.send) + u128::from(self.receive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Executes one operation after the other, as soon as it can begin.
    fn executed(stream: &ExchangeStream, lead: u64) -> u64 {
        let [exchanges, lead] = [stream.exchanges, lead].map(|number| usize::try_from(number).expect("few"));
        let (mut sends, mut receptions): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
        let mut free = 0;
        while receptions.len() < exchanges {
            if sends.len() < exchanges && sends.len() < receptions.len() + lead {
                let begin = sends.last().map_or(0, |last| free.max(last + stream.send_gap));
                sends.push(begin);
                free = begin + stream.send;
            } else {
                let arrival = sends[receptions.len()] + stream.flight;
                let gap = receptions.last().map_or(0, |last| last + stream.receive_gap);
                let begin = free.max(arrival).max(gap);
                receptions.push(begin);
                free = begin + stream.receive;
            }
        }
        free
    }

    proptest! {
        #[test]
        fn the_longest_path_is_what_an_execution_takes(
            (send, receive) in (0u64..20, 0u64..20),
            (more_send, more_receive, more_flight) in (0u64..30, 0u64..30, 0u64..200),
            exchanges in 1u64..30,
        ) {
            let (send_gap, receive_gap) = (send + more_send, receive + more_receive);
            let flight = send + more_flight;
            let stream = ExchangeStream { exchanges, send, send_gap, flight, receive, receive_gap };
            let times = (1..=exchanges).map(|lead| executed(&stream, lead)).collect::<Vec<_>>();
            for (lead, &time) in (1..=exchanges).zip(&times) {
                prop_assert_eq!(stream.ticks(lead), u128::from(time), "{:?} {}", stream, lead);
            }
            let least = times.iter().copied().min();
            prop_assert_eq!(stream.time().map(Time::ticks), least, "{:?}", stream);
            let first = (1..=exchanges).zip(&times).find(|&(_, &time)| Some(time) == least);
            prop_assert_eq!(Some(stream.lead()), first.map(|(lead, _)| lead), "{:?}", stream);
        }
    }
}
