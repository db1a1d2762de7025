//! Random machines of every model, as profiles; a time of one tick is one picosecond.

use super::timing;
use logpine::request::RankCollective;
use logpine_models::model::{MessageSize, Port, PortTiming, Reversed};
use proptest::prelude::*;
use std::fmt::{Debug, Formatter};

/// A machine that a failing test shows as its profile.
pub struct Random {
    pub text: String,
    pub timing: Box<dyn PortTiming>,
}

impl Debug for Random {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Random {
    pub fn new(body: &str) -> Self {
        let text = format!("name = \"random\"\n{body}");
        let timing = timing(&text);
        Self { text, timing }
    }

    /// The size for a job; `None` if messages have no size.
    pub fn bytes(&self, bytes: u64) -> Option<u64> {
        (self.timing.message_size() == MessageSize::Bytes).then_some(bytes)
    }
}

/// The costs of messages in the broadcast that corresponds to a collective.
pub fn as_broadcast<'a>(
    forward: &'a dyn PortTiming,
    reversed: &'a Reversed<'a>,
    of: RankCollective,
) -> &'a dyn PortTiming {
    match of {
        RankCollective::Bcast => forward,
        RankCollective::Reduce => reversed,
    }
}

pub fn collectives() -> impl Strategy<Value = RankCollective> {
    prop_oneof![Just(RankCollective::Bcast), Just(RankCollective::Reduce)]
}

/// Times are below `most` ticks, and tables and pieces end at `bytes`.
#[derive(Clone, Copy)]
pub struct Range {
    pub most: u64,
    pub bytes: u64,
}

const USUAL: Range = Range { most: 60, bytes: 250 };

impl Range {
    fn time(self) -> impl Strategy<Value = String> {
        (0..self.most).prop_map(|time| format!("\"{time}ps\""))
    }

    fn overhead(self) -> impl Strategy<Value = String> {
        (0..(self.most / 5).max(4)).prop_map(|time| format!("\"{time}ps\""))
    }

    fn rate(self) -> impl Strategy<Value = String> {
        let most = (self.most / 12).max(2);
        prop_oneof![
            (0..=most).prop_map(|rate| format!("\"{rate}ps/B\"")),
            (0..=most, 0u8..10).prop_map(|(whole, tenths)| format!("\"{whole}.{tenths}ps/B\"")),
        ]
    }

    fn combine(self) -> impl Strategy<Value = String> {
        prop_oneof![
            2 => Just(String::new()),
            1 => self.rate().prop_map(|rate| format!("combine = {rate}\n")),
            1 => self.time().prop_map(|time| format!("combine_per_value = {time}\n")),
        ]
    }

    /// Sizes may fall as well as rise.
    fn table(self, most: u64) -> impl Strategy<Value = String> {
        prop::collection::btree_map(1..self.bytes, 0..most, 1..5).prop_map(|points| {
            let points: Vec<String> = points.iter().map(|(bytes, time)| format!("[{bytes}, \"{time}ps\"]")).collect();
            format!("[{}]", points.join(", "))
        })
    }

    /// The four numbers of LogP.
    fn logp(self) -> impl Strategy<Value = String> {
        (self.time(), self.overhead(), self.overhead(), self.time()).prop_map(|(latency, send, receive, gap)| {
            format!("latency = {latency}\noverhead_send = {send}\noverhead_receive = {receive}\ngap = {gap}\n")
        })
    }

    fn alpha_beta(self) -> impl Strategy<Value = Random> {
        (self.time(), self.rate(), self.combine()).prop_map(|(alpha, beta, combine)| {
            Random::new(&format!("[alpha_beta]\nalpha = {alpha}\nbeta = {beta}\n{combine}"))
        })
    }

    fn loggp(self) -> impl Strategy<Value = Random> {
        (self.logp(), self.rate(), self.combine()).prop_map(|(logp, per_byte, combine)| {
            Random::new(&format!("[loggp]\n{logp}gap_per_byte = {per_byte}\n{combine}"))
        })
    }

    fn loggops(self) -> impl Strategy<Value = Random> {
        let above = prop::option::of(0..self.bytes.min(200));
        (self.logp(), self.rate(), self.rate(), above, self.combine()).prop_map(
            |(logp, per_byte, copy, above, combine)| {
                let above = above.map_or(String::new(), |above| format!("rendezvous_above = \"{above}B\"\n"));
                let rates = format!("gap_per_byte = {per_byte}\noverhead_per_byte = {copy}\n");
                Random::new(&format!("[loggops]\n{logp}{rates}{above}{combine}"))
            },
        )
    }

    fn plogp(self) -> impl Strategy<Value = Random> {
        // Few programs are short enough to try them all if gaps are long.
        let gap = if self.most < 10 { self.most + 2 } else { 7 * self.most };
        let tables = (self.table(self.most), self.table(self.most), self.table(gap));
        (self.time(), tables, self.combine()).prop_map(|(latency, (send, receive, gap), combine)| {
            Random::new(&format!(
                "[plogp]\nlatency = {latency}\noverhead_send = {send}\noverhead_receive = {receive}\ngap = {gap}\n\
                 {combine}"
            ))
        })
    }

    fn piecewise(self) -> impl Strategy<Value = Random> {
        let pieces = prop::collection::btree_map(1..self.bytes, (self.time(), self.rate()), 0..3);
        (pieces, self.time(), self.rate(), self.combine()).prop_map(|(pieces, alpha, beta, combine)| {
            let piece = |(up_to, (alpha, beta)): (&u64, &(String, String))| {
                format!("{{ up_to = \"{up_to}B\", alpha = {alpha}, beta = {beta} }}, ")
            };
            let pieces = pieces.iter().map(piece).collect::<String>();
            Random::new(&format!("[piecewise]\npieces = [{pieces}{{ alpha = {alpha}, beta = {beta} }}]\n{combine}"))
        })
    }

    /// Any model whose messages have sizes.
    pub fn sized(self) -> impl Strategy<Value = Random> {
        prop_oneof![self.alpha_beta(), self.loggp(), self.loggops(), self.plogp(), self.piecewise()]
    }
}

pub fn logp() -> impl Strategy<Value = Random> {
    (USUAL.logp(), 0u64..12)
        .prop_map(|(logp, combine)| Random::new(&format!("[logp]\n{logp}combine_per_value = \"{combine}ps\"\n")))
}

pub fn alpha_beta() -> impl Strategy<Value = Random> {
    USUAL.alpha_beta()
}

pub fn loggp() -> impl Strategy<Value = Random> {
    USUAL.loggp()
}

pub fn loggops() -> impl Strategy<Value = Random> {
    USUAL.loggops()
}

pub fn plogp() -> impl Strategy<Value = Random> {
    USUAL.plogp()
}

pub fn piecewise() -> impl Strategy<Value = Random> {
    USUAL.piecewise()
}

/// Any model whose messages have sizes.
pub fn sized() -> impl Strategy<Value = Random> {
    USUAL.sized()
}

/// Any model.
pub fn any() -> impl Strategy<Value = Random> {
    prop_oneof![4 => sized(), 1 => logp()]
}

/// The port as plain numbers: `[send_busy, send_gap, recv_busy, recv_gap, delivery]`.
pub fn numbers(port: Port) -> [u64; 5] {
    [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery].map(logpine::units::Time::ticks)
}
