//! Random machines of every model, as profiles; a time of one tick is one picosecond.

use super::timing;
use logpine::model::{MessageSize, Port, PortTiming, Reversed};
use logpine::request::RankCollective;
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

fn rate(most: u64) -> impl Strategy<Value = String> {
    prop_oneof![
        (0..=most).prop_map(|rate| format!("\"{rate}ps/B\"")),
        (0..=most, 0u8..10).prop_map(|(whole, tenths)| format!("\"{whole}.{tenths}ps/B\"")),
    ]
}

fn combine() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        1 => rate(3).prop_map(|rate| format!("combine = {rate}\n")),
        1 => (0u64..30).prop_map(|time| format!("combine_per_value = \"{time}ps\"\n")),
    ]
}

pub fn alpha_beta() -> impl Strategy<Value = Random> {
    (0u64..60, rate(6), combine()).prop_map(|(alpha, beta, combine)| {
        Random::new(&format!("[alpha_beta]\nalpha = \"{alpha}ps\"\nbeta = {beta}\n{combine}"))
    })
}

pub fn logp() -> impl Strategy<Value = Random> {
    let numbers = (0u64..30, 0u64..12, 0u64..12, 0u64..30);
    (numbers, 0u64..12).prop_map(|((latency, send, receive, gap), combine)| {
        Random::new(&format!(
            "[logp]\nlatency = \"{latency}ps\"\noverhead_send = \"{send}ps\"\noverhead_receive = \"{receive}ps\"\n\
             gap = \"{gap}ps\"\ncombine_per_value = \"{combine}ps\"\n"
        ))
    })
}

pub fn loggp() -> impl Strategy<Value = Random> {
    let numbers = (0u64..60, 0u64..12, 0u64..12, 0u64..60);
    (numbers, rate(5), combine()).prop_map(|((latency, send, receive, gap), per_byte, combine)| {
        Random::new(&format!(
            "[loggp]\nlatency = \"{latency}ps\"\noverhead_send = \"{send}ps\"\noverhead_receive = \"{receive}ps\"\n\
             gap = \"{gap}ps\"\ngap_per_byte = {per_byte}\n{combine}"
        ))
    })
}

pub fn loggops() -> impl Strategy<Value = Random> {
    let numbers = (0u64..60, 0u64..12, 0u64..12, 0u64..60);
    let above = prop::option::of(0u64..200);
    (numbers, rate(4), rate(4), above, combine()).prop_map(
        |((latency, send, receive, gap), per_byte, copy, above, combine)| {
            let above = above.map_or(String::new(), |above| format!("rendezvous_above = \"{above}B\"\n"));
            Random::new(&format!(
                "[loggops]\nlatency = \"{latency}ps\"\noverhead_send = \"{send}ps\"\noverhead_receive = \"{receive}ps\"\n\
                 gap = \"{gap}ps\"\ngap_per_byte = {per_byte}\noverhead_per_byte = {copy}\n{above}{combine}"
            ))
        },
    )
}

/// Sizes may fall as well as rise.
fn table(most: u64) -> impl Strategy<Value = String> {
    prop::collection::btree_map(1u64..250, 0..most, 1..5).prop_map(|points| {
        let points: Vec<String> = points.iter().map(|(bytes, time)| format!("[{bytes}, \"{time}ps\"]")).collect();
        format!("[{}]", points.join(", "))
    })
}

pub fn plogp() -> impl Strategy<Value = Random> {
    (0u64..60, table(60), table(60), table(400), combine()).prop_map(|(latency, send, receive, gap, combine)| {
        Random::new(&format!(
            "[plogp]\nlatency = \"{latency}ps\"\noverhead_send = {send}\noverhead_receive = {receive}\ngap = {gap}\n\
             {combine}"
        ))
    })
}

pub fn piecewise() -> impl Strategy<Value = Random> {
    let pieces = prop::collection::btree_map(1u64..250, (0u64..60, rate(5)), 0..3);
    (pieces, 0u64..60, rate(5), combine()).prop_map(|(pieces, alpha, beta, combine)| {
        let piece = |(up_to, (alpha, beta)): (&u64, &(u64, String))| {
            format!("{{ up_to = \"{up_to}B\", alpha = \"{alpha}ps\", beta = {beta} }}, ")
        };
        let pieces: Vec<String> = pieces.iter().map(piece).collect();
        let pieces = pieces.concat();
        Random::new(&format!("[piecewise]\npieces = [{pieces}{{ alpha = \"{alpha}ps\", beta = {beta} }}]\n{combine}"))
    })
}

/// Any model whose messages have sizes.
pub fn sized() -> impl Strategy<Value = Random> {
    prop_oneof![alpha_beta(), loggp(), loggops(), plogp(), piecewise()]
}

/// Any model.
pub fn any() -> impl Strategy<Value = Random> {
    prop_oneof![4 => sized(), 1 => logp()]
}

/// The port as plain numbers: `[send_busy, send_gap, recv_busy, recv_gap, delivery]`.
pub fn numbers(port: Port) -> [u64; 5] {
    [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery].map(logpine::units::Time::ticks)
}
