//! Lower bounds on the time of every broadcast schedule, for any cut of the message.

use crate::collective::Question;
use crate::model::{MessageSize, Port};
use crate::request::RankCollective;
use crate::tree::earliest::broadcast_time;
use crate::units::Time;

/// A time that no schedule beats, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LowerBound {
    /// The time that no schedule beats.
    pub time: Time,
    /// The strongest argument for it.
    pub reason: BoundReason,
}

impl From<LowerBound> for crate::request::Bound {
    fn from(LowerBound { time, reason }: LowerBound) -> Self {
        Self { value: time, reason: reason.text() }
    }
}

/// The strongest argument for a [`LowerBound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum BoundReason {
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
            Self::NothingToDo => "there is a single rank",
        }
    }

    /// True if the argument is about the broadcast that is the reduction run backwards.
    #[must_use]
    pub const fn is_backwards(self) -> bool {
        matches!(self, Self::Informed | Self::LastByte | Self::WholeMessages)
    }
}

/// Returns the best available bound; `None` if even it exceeds [`Time::MAX`].
///
/// With G(z) and D(z) the gap and the delivery of z bytes, T(P) the time in which one byte can reach P ranks, and
/// q = ceil(log2 P):
///
/// ```text
/// T >= T(P)
/// T >= min over z of  I(s - z) + max(D(z), min(G(z), D(z)) + T(ceil(P / 2)))
/// T >= min(max(q D(s), (q - 1) G(s) + D(s)), q min(G(1), D(1)) + D(1))      where P = 2^q
/// ```
///
/// I(b) is the least time to send b bytes, at most b times the least G(z) / z. The second bound: among all bytes, take the
/// one whose first send by the root is the last, and let z be the size of the message with that send. The message starts no
/// earlier than I(s - z), and no other rank has that byte before. Under alpha-beta the bound is q alpha + beta (s + q - 1).
/// The third bound: q messages one after the other reach at most 2^q ranks, and exactly 2^q only if every rank that knows a
/// byte sends it in each of them; so all messages hold all bytes.
///
/// In a reduction, a rank that has passed its own value on may receive others without combining, as in the gather after a
/// reduce-scatter. This does not help a single byte: T(P) includes the combination, and so do D(s) and G(s), for messages
/// that all double what a rank knows. I, the message of z bytes and the additional message exclude it. Two more bounds hold
/// for reductions, with the gap and the delivery of what ranks send, and c(s) the time of combining s bytes:
///
/// ```text
/// T >= min over z of  I(s - z) + D(z)
/// T >= D(1) + (P - 1) floor(c(s) / s) s / P
/// ```
#[must_use]
pub fn lower_bound(question: Question) -> Option<LowerBound> {
    let Question { timing, ranks, bytes, .. } = question;
    if ranks <= 1 {
        return Some(LowerBound { time: Time::ZERO, reason: BoundReason::NothingToDo });
    }
    let least = match timing.message_size() {
        MessageSize::Bytes if bytes > 1 => timing.port_at_least(1)?,
        _ => timing.port(bytes)?,
    };
    let informed = broadcast_time(least.send_gap, least.delivery, ranks)?;
    let mut best = LowerBound { time: informed, reason: BoundReason::Informed };
    if timing.message_size() == MessageSize::Indivisible || bytes == 1 {
        return Some(best);
    }
    let mut improve = |time: Option<Time>, reason| {
        if let Some(time) = time.filter(|&time| time > best.time) {
            best = LowerBound { time, reason };
        }
    };
    improve(last_byte(question, least), BoundReason::LastByte);
    improve(whole_messages(question), BoundReason::WholeMessages);
    if question.collective == RankCollective::Reduce {
        improve(own_bytes(question), BoundReason::OwnBytes);
        improve(combining(question), BoundReason::Combining);
    }
    Some(best)
}

/// The bound from the byte that the root sends last.
fn last_byte(question: Question, least: Port) -> Option<Time> {
    let spread = broadcast_time(least.send_gap, least.delivery, question.ranks.div_ceil(2))?;
    let after = |port: Port| Some(port.delivery.max(port.send_gap.min(port.delivery).checked_add(spread)?));
    by_last_message(question, |port| port.send_gap, &after)
}

/// The bound from the bytes of a rank that is not the root. Backwards, it receives what it sends.
fn own_bytes(question: Question) -> Option<Time> {
    by_last_message(question, |port| port.recv_gap, &|port| Some(port.delivery))
}

/// The bound from all combinations. Combining b bytes takes no less than b floor(c(s) / s), even if both are rounded to
/// ticks.
fn combining(question: Question) -> Option<Time> {
    let Question { forward, ranks, bytes, .. } = question;
    let each = u128::from(forward.combine(bytes)?.ticks() / bytes) * u128::from(bytes);
    let share = (each * u128::from(ranks - 1)).div_ceil(ranks.into());
    forward.port_at_least(1)?.delivery.checked_add(Time::from_ticks(u64::try_from(share).ok()?))
}

/// The least time, over all sizes z of the last message, of the other bytes at the least gap per byte plus `after` it. Sizes
/// are grouped in intervals: the largest size of an interval counts for the bytes sent before, the smallest for what comes
/// after.
fn by_last_message(question: Question, gap: fn(Port) -> Time, after: &dyn Fn(Port) -> Option<Time>) -> Option<Time> {
    let Question { timing, bytes, .. } = question;
    let moved = Moved(question);
    let rate = least_rate(question, gap)?;
    let interval = |low: u64, high: u64| {
        let before = rate.of(bytes - high);
        before.checked_add(after(moved.port_at_least(low)?)?)
    };
    let falls = timing.is_convex() && {
        let (whole, less) = (moved.port(bytes)?, moved.port(bytes - 1)?);
        let slope = |number: fn(Port) -> Time| number(whole).ticks().saturating_sub(number(less).ticks());
        slope(gap).max(slope(|port| port.delivery)) <= rate.of(1).ticks()
    };
    if falls {
        // No byte costs more in the last message than before it, so the last message is the only one.
        return interval(bytes, bytes);
    }
    let mut least_time = Time::MAX;
    let mut high = bytes;
    while high > 0 {
        let low = high - high / 64;
        // A time too large to represent is no less than any other.
        least_time = least_time.min(interval(low, high).unwrap_or(Time::MAX));
        high = low - 1;
    }
    Some(least_time)
}

/// The bound from the number of messages one after the other.
fn whole_messages(question: Question) -> Option<Time> {
    let Question { timing, ranks, bytes, .. } = question;
    if !ranks.is_power_of_two() {
        return None;
    }
    let rounds = u64::from(ranks.ilog2());
    let (whole, least) = (timing.port(bytes)?, Moved(question).port_at_least(1)?);
    let path = whole.delivery.checked_mul(rounds)?;
    let sends = whole.send_gap.checked_mul(rounds - 1)?.checked_add(whole.delivery)?;
    let one_more = least.send_gap.min(least.delivery).checked_mul(rounds)?.checked_add(least.delivery)?;
    Some(path.max(sends).min(one_more))
}

/// Messages that are passed on without combining.
#[derive(Clone, Copy)]
struct Moved<'a>(Question<'a>);

impl Moved<'_> {
    fn port(self, bytes: u64) -> Option<Port> {
        self.backwards(self.0.forward.port(bytes)?)
    }

    fn port_at_least(self, bytes: u64) -> Option<Port> {
        self.backwards(self.0.forward.port_at_least(bytes)?)
    }

    fn backwards(self, port: Port) -> Option<Port> {
        match self.0.collective {
            RankCollective::Bcast => Some(port),
            RankCollective::Reduce => port.reversed(Time::ZERO),
        }
    }
}

/// Ticks per byte as a fraction.
struct ByteRate {
    ticks: u64,
    bytes: u64,
}

impl ByteRate {
    /// The time of `bytes` at this rate, rounded down.
    fn of(&self, bytes: u64) -> Time {
        let ticks = u128::from(self.ticks) * u128::from(bytes) / u128::from(self.bytes);
        Time::from_ticks(u64::try_from(ticks).unwrap_or(u64::MAX))
    }
}

/// A lower bound on G(z) / z over all sizes up to the message's, where G is the given gap of a port.
fn least_rate(question: Question, gap: fn(Port) -> Time) -> Option<ByteRate> {
    let Question { timing, bytes, .. } = question;
    let moved = Moved(question);
    if timing.is_convex() {
        // A convex gap per byte first falls and then grows. If it still falls at the largest size, that size has the least.
        let whole = gap(moved.port(bytes)?).ticks();
        let slope = whole.saturating_sub(gap(moved.port(bytes - 1)?).ticks());
        if u128::from(slope) * u128::from(bytes) <= u128::from(whole) {
            return Some(ByteRate { ticks: whole, bytes });
        }
    }
    let mut least = ByteRate { ticks: u64::MAX, bytes: 1 };
    let mut low = 1u64;
    while low <= bytes {
        let high = low.saturating_add(low / 16).min(bytes);
        let gap = gap(moved.port_at_least(low)?).ticks();
        if u128::from(gap) * u128::from(least.bytes) < u128::from(least.ticks) * u128::from(high) {
            least = ByteRate { ticks: gap, bytes: high };
        }
        let Some(next) = high.checked_add(1) else { break };
        low = next;
    }
    Some(least)
}
