//! Streams among all ranks: the number of messages that each rank sends before it receives the first.

use crate::model::Port;
use crate::units::Time;

/// Times of a message to another rank and one from it, in ticks.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    /// The processor is busy with a send.
    send: u64,
    /// Between two sends.
    send_gap: u64,
    /// From the send until its receiver can begin to receive.
    flight: u64,
    /// The processor is busy with a reception.
    receive: u64,
    /// Between two receptions.
    receive_gap: u64,
}

impl Exchange {
    fn of(port: Port, combine: Time) -> Self {
        let receive = port.recv_busy.ticks().saturating_add(combine.ticks());
        Self {
            send: port.send_busy.ticks(),
            send_gap: port.send_gap.max(port.send_busy).ticks(),
            flight: port.delivery.ticks().saturating_sub(port.recv_busy.ticks()),
            receive,
            receive_gap: port.recv_gap.ticks().max(receive),
        }
    }

    /// The time of n exchanges in which a rank sends w messages, then receives and sends in turn, then receives the rest.
    ///
    /// It is the longest path from the first send to the last reception. With s, r the two gaps, F the flight, a, b the busy
    /// times, and m = max(s, r, a + b):
    ///
    /// ```text
    /// (w - 1) (s + r) + (n - w) m + a + b                        every reception waits for sends only
    /// (w - 1) max(s, r) + (n - w) m + F + b                      one waits for its message
    /// (n - 1 - k w) m + k (F + b) + F + b                        k + 1 do, w messages apart; 1 <= k <= (n - 1) / w
    /// ```
    fn time(self, exchanges: u64, lead: u64) -> u128 {
        let [send, send_gap, flight, receive, receive_gap] =
            [self.send, self.send_gap, self.flight, self.receive, self.receive_gap].map(u128::from);
        let (n, w) = (u128::from(exchanges), u128::from(lead));
        let most = send_gap.max(receive_gap).max(send + receive);
        let of_sends = (w - 1) * (send_gap + receive_gap) + (n - w) * most + send + receive;
        let of_message = (w - 1) * send_gap.max(receive_gap) + (n - w) * most + flight + receive;
        let of_messages = |k: u128| (n - 1 - k * w) * most + (k + 1) * (flight + receive);
        let largest = (n - 1) / w;
        let further = if largest > 0 { of_messages(1).max(of_messages(largest)) } else { 0 };
        of_sends.max(of_message).max(further)
    }
}

/// The number of messages that each rank best sends before it receives one, from 1 to `exchanges`, the messages that it sends and
/// receives in the stream.
///
/// **Complexity** O(`exchanges`).
pub(super) fn lead(port: Port, combine: Time, exchanges: u64) -> u64 {
    let exchange = Exchange::of(port, combine);
    (1..=exchanges).min_by_key(|&lead| exchange.time(exchanges, lead)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// One operation after the other, as soon as it can begin.
    fn executed(exchange: Exchange, exchanges: usize, lead: usize) -> u64 {
        let (mut sends, mut receptions): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
        let mut free = 0;
        while receptions.len() < exchanges {
            if sends.len() < exchanges && sends.len() < receptions.len() + lead {
                let begin = sends.last().map_or(0, |last| free.max(last + exchange.send_gap));
                sends.push(begin);
                free = begin + exchange.send;
            } else {
                let arrival = sends[receptions.len()] + exchange.flight;
                let gap = receptions.last().map_or(0, |last| last + exchange.receive_gap);
                let begin = free.max(arrival).max(gap);
                receptions.push(begin);
                free = begin + exchange.receive;
            }
        }
        free
    }

    proptest! {
        #[test]
        fn the_longest_path_is_what_an_execution_takes(
            (send, receive) in (0u64..20, 0u64..20),
            (more_send, more_receive, more_flight) in (0u64..30, 0u64..30, 0u64..200),
            exchanges in 1usize..30,
        ) {
            let (send_gap, receive_gap) = (send + more_send, receive + more_receive);
            let exchange = Exchange { send, send_gap, flight: send + more_flight, receive, receive_gap };
            for lead in 1..=exchanges {
                let time = exchange.time(exchanges as u64, lead as u64);
                prop_assert_eq!(time, u128::from(executed(exchange, exchanges, lead)), "{:?} {}", exchange, lead);
            }
        }
    }
}
