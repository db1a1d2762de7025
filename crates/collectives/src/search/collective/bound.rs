//! Lower bounds on the time of every schedule of a broadcast or a reduction, for any cut of the message.

use super::volume::{Messages, both_busy};
use crate::collective::Question;
use logpine_models::job::RankCollective;
use logpine_models::model::{MessageSize, Port, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::{broadcast_time, time_together};

/// A time that no schedule beats, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// The time that no schedule beats.
    pub time: Time,
    /// The strongest argument for it.
    pub reason: BoundReason,
}

impl From<LowerBound> for logpine_models::job::Bound {
    fn from(LowerBound { time, reason }: LowerBound) -> Self {
        Self { value: time, reason: reason.text() }
    }
}

/// The strongest argument for a [`LowerBound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundReason {
    /// Fewer ranks can know a message of the least size, or the whole message if it cannot be cut, before that time: P(t).
    Informed,
    /// The root has to send every byte, and then the byte sent last has to reach the others.
    LastByte,
    /// P is a power of two: either each message holds every byte, or some rank waits for one message more.
    WholeMessages,
    /// In a reduction every rank but the root has to send every byte of its own.
    OwnBytes,
    /// In a reduction the ranks have to combine all vectors, and none does more than one thing at a time.
    Combining,
    /// All ranks together have to send and receive every byte P - 1 times, and none does more than one thing at a time.
    Work,
    /// There is only a single rank.
    NothingToDo,
}

impl BoundReason {
    /// The argument in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Informed => {
                "P(t): even when every rank that knows the message keeps sending it, fewer ranks know it before that time"
            }
            Self::LastByte => {
                "the root has to send every byte at least once; the byte it sends last is then known to two ranks, and the \
                 number of ranks that know it grows no faster than P(t)"
            }
            Self::WholeMessages => {
                "P is a power of two: with at most log2 P messages one after the other every rank has to send in every \
                 round, and each message has to hold every byte; with one more, that alone takes as long"
            }
            Self::OwnBytes => {
                "every rank but the root has to send every byte of its own, and the message it sends last has to arrive"
            }
            Self::Combining => {
                "P - 1 vectors have to be combined with another, byte by byte, by P ranks, and none begins before the first \
                 message arrives"
            }
            Self::Work => {
                "the ranks together send and receive each byte P - 1 times, which keeps their processors busy; a rank does one \
                 thing at a time, and cannot begin before it could know the message"
            }
            Self::NothingToDo => "there is a single rank",
        }
    }

    /// True if the argument is about the broadcast that is the reduction run backwards.
    #[must_use]
    pub const fn is_backwards(self) -> bool {
        matches!(self, Self::Informed | Self::LastByte | Self::WholeMessages | Self::Work)
    }
}

/// Returns the best available bound; `None` if even it exceeds [`Time::MAX`].
///
/// With G(z) and D(z) the gap and the delivery of z bytes, B(z) the time that z bytes keep both processors busy, T(P) the time
/// in which one byte can reach P ranks, r(k) that in which it can reach rank k, and q = ceil(log2 P):
///
/// ```text
/// T >= T(P)
/// T >= min over z of  I(s - z) + max(D(z), min(G(z), D(z)) + T(ceil(P / 2)))
/// T >= min(max(q D(s), (q - 1) G(s) + D(s)), q min(G(1), D(1)) + D(1))      where P = 2^q
/// sum over k of max(T + D - r(k), 0) >= (P - 1) s min over z of B(z) / z
/// ```
///
/// I(b) is the least time to send b bytes. The second bound: among all bytes, take the one whose first send by the root is the
/// last, and let z be the size of the message with that send. The message starts no earlier than I(s - z), and no other rank
/// has that byte before. Under alpha-beta the bound is q alpha + beta (s + q - 1). The third bound: q messages one after the
/// other reach at most 2^q ranks, and exactly 2^q only if every rank that knows a byte sends it in each of them; so all
/// messages hold all bytes. The fourth: a rank is busy with nothing before the first message to it starts, and the k-th of
/// these starts no earlier than r(k) - D, with the least gap and delivery D of all messages.
///
/// A reduction is bounded run backwards. There, a rank may pass on values without combining them, in longer messages, as in
/// the gather after a reduce-scatter. So messages have *at least* as many bytes, and only `combined_on_the_way` counts in
/// T(P), D(s) and G(s) of the first and third bound. Three more bounds hold for reductions, with the gap and the delivery of
/// what ranks send, and c the least time to combine a byte:
///
/// ```text
/// T >= min over z of  I(s - z) + D(z)
/// T >= D(1) + ceil((P - 1) s / P) c
/// sum over k of max(T + D - r(k), 0) >= (P - 1) s (c + min over z of B(z) / z)
/// ```
#[must_use]
pub fn lower_bound(question: Question) -> Option<LowerBound> {
    let Question { timing, ranks, bytes, .. } = question;
    if ranks <= 1 {
        return Some(LowerBound { time: Time::ZERO, reason: BoundReason::NothingToDo });
    }
    let first = combined(question, if timing.message_size() == MessageSize::Indivisible { bytes } else { 1 })?;
    let informed = broadcast_time(first.send_gap, first.delivery, ranks)?;
    let mut best = LowerBound { time: informed, reason: BoundReason::Informed };
    if timing.message_size() == MessageSize::Indivisible {
        return Some(best);
    }
    let mut improve = |time: Option<Time>, reason| {
        if let Some(time) = time.filter(|&time| time > best.time) {
            best = LowerBound { time, reason };
        }
    };
    improve(last_byte(question), BoundReason::LastByte);
    improve(whole_messages(question), BoundReason::WholeMessages);
    if question.collective == RankCollective::Reduce {
        improve(own_bytes(question), BoundReason::OwnBytes);
        improve(combining(question), BoundReason::Combining);
    }
    improve(work(question), BoundReason::Work);
    Some(best)
}

/// The bound from the byte that the root sends last.
fn last_byte(question: Question) -> Option<Time> {
    let least = moved(question, 1)?;
    let spread = broadcast_time(least.send_gap, least.delivery, question.ranks.div_ceil(2))?;
    let after = |port: Port| Some(port.delivery.max(port.send_gap.min(port.delivery).checked_add(spread)?));
    in_sequence(question, |port| port.send_gap, &after)
}

/// The bound from the bytes of a rank that is not the root. Backwards, it receives what it sends.
fn own_bytes(question: Question) -> Option<Time> {
    in_sequence(question, |port| port.recv_gap, &|port| Some(port.delivery))
}

/// The bound from the bytes that pass one rank.
fn in_sequence(question: Question, gap: fn(Port) -> Time, after: &dyn Fn(Port) -> Option<Time>) -> Option<Time> {
    messages(question, &|bytes| moved(question, bytes)).in_sequence(question.bytes, gap, after)
}

/// The bound from all combinations: some rank does at least its share of them, in whole bytes.
fn combining(question: Question) -> Option<Time> {
    let Question { forward, ranks, bytes, .. } = question;
    let all = u128::from(bytes) * u128::from(ranks - 1);
    let each = combining_ticks(question).checked_div(all)?;
    let share = each.checked_mul(all.div_ceil(ranks.into()))?;
    forward.port_at_least(1)?.delivery.checked_add(Time::from_ticks(u64::try_from(share).ok()?))
}

/// The least time of all combinations of a reduction, in ticks.
fn combining_ticks(question: Question) -> u128 {
    combination_ticks(question.forward, u128::from(question.bytes) * u128::from(question.ranks - 1))
}

/// The least time to combine `bytes` bytes with others, in ticks: the whole ticks of a byte, since many bytes may be
/// combined at once and their time is rounded once. Zero if the time of all is not representable.
pub fn combination_ticks(timing: &dyn PortTiming, bytes: u128) -> u128 {
    let most = u64::try_from(bytes.max(1)).unwrap_or(u64::MAX);
    let each = timing.combine(most).map_or(0, |all| all.ticks() / most);
    u128::from(each).saturating_mul(bytes)
}

/// The bound from the number of messages one after the other.
fn whole_messages(question: Question) -> Option<Time> {
    let Question { ranks, bytes, .. } = question;
    if !ranks.is_power_of_two() {
        return None;
    }
    let rounds = u64::from(ranks.ilog2());
    let (whole, least) = (combined(question, bytes)?, moved(question, 1)?);
    let path = whole.delivery.checked_mul(rounds)?;
    let sends = whole.send_gap.checked_mul(rounds - 1)?.checked_add(whole.delivery)?;
    let one_more = least.send_gap.min(least.delivery).checked_mul(rounds)?.checked_add(least.delivery)?;
    Some(path.max(sends).min(one_more))
}

/// The bound from what keeps processors busy.
fn work(question: Question) -> Option<Time> {
    let Question { collective, ranks, bytes, .. } = question;
    let moving = messages(question, &|bytes| question.forward.port_at_least(bytes)).rate(both_busy)?;
    let combining = match collective {
        RankCollective::Bcast => 0,
        RankCollective::Reduce => combining_ticks(question),
    };
    let ticks = moving.ticks_of(u128::from(bytes) * u128::from(ranks - 1)).saturating_add(combining);
    let least = moved(question, 1)?;
    time_together(least.send_gap, least.delivery, ranks, ticks)?.checked_sub(least.delivery)
}

fn messages<'a>(question: Question, at_least: &'a dyn Fn(u64) -> Option<Port>) -> Messages<'a> {
    Messages { at_least, is_convex: question.timing.is_convex(), most: question.bytes }
}

/// The least port of messages with at least `bytes` bytes that count, in the broadcast, without combining. A message may have
/// further bytes, which nobody needs, if longer messages take less.
fn moved(question: Question, bytes: u64) -> Option<Port> {
    backwards(question, question.forward.port_at_least(bytes)?, Time::ZERO)
}

/// The same port with what is [`combined_on_the_way`].
fn combined(question: Question, bytes: u64) -> Option<Port> {
    backwards(question, question.forward.port_at_least(bytes)?, combined_on_the_way(question, bytes)?)
}

fn backwards(question: Question, port: Port, combine: Time) -> Option<Port> {
    match question.collective {
        RankCollective::Bcast => Some(port),
        RankCollective::Reduce => port.reversed(combine),
    }
}

/// The time by which combining `bytes` bytes delays a reduction, wherever it is done.
///
/// A message that cannot be cut has a single value. With sizes and more than two ranks, values that are not combined before
/// they are sent make the message longer. If times are convex, each byte beyond b adds at least D(b + 1) - D(b) to the delivery;
/// otherwise nothing is known. Let c be the lesser of that and of the combination of a byte, P the count for the delivery D + c
/// and the gap max(G, B + c), and B the time for which a reception keeps the processor busy. A rank that holds x values of a
/// byte at t, not combined with each other, has values of at most P(t + (x - 1) c) ranks, by induction:
///
/// - A message with y values that starts at u arrives at t >= u + D + (y - 1) c, so it has values of at most P(t - D) ranks.
/// - The last reception has ended by t, and each one that is combined has kept the processor busy for B + c.
///
/// With x = 1 this is the bound on the sum.
fn combined_on_the_way(question: Question, bytes: u64) -> Option<Time> {
    let Question { collective, forward, ranks, .. } = question;
    let combine = forward.combine(bytes)?;
    match collective {
        RankCollective::Bcast => Some(Time::ZERO),
        RankCollective::Reduce if ranks == 2 || forward.message_size() == MessageSize::Indivisible => Some(combine),
        RankCollective::Reduce if !forward.is_convex() => Some(Time::ZERO),
        RankCollective::Reduce => {
            let [port, longer] = [forward.port(bytes)?, forward.port(bytes.checked_add(1)?)?];
            Some(combine.min(longer.delivery.checked_sub(port.delivery)?.checked_mul(bytes)?))
        }
    }
}
