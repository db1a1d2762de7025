//! Hierarchical LogGP (`LogGPH`) as J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky, "Modeling Contention and
//! Mapping Effects in Multi-core Clusters", section 5, use it: LogGP with parameters for each channel.

use super::ModelError;
use super::stage::{CountedLoads, Direction, Overlap, Pace, RankChannels, Sends, Sight, Stage, StageCost};
use crate::job::Layout;
use crate::machine::{Channel, Combine, LoggphChannel, LoggphParameters, Machine};
use logpine_text::units::Time;

/// The `LogGPH` model of a machine: a message of m bytes through a channel takes p(m) = o + L + (m - 1) G + o, with the
/// parameters of that channel.
///
/// A stage takes as long as its most expensive rank. That is the time of the rank's message or, if ranks send and then
/// receive, of both messages, which may go through different channels (equations (5) and (6)). The number of ranks on a host
/// does not matter to the model.
///
/// In a stream of stages ([`Pace::Streaming`]) a rank's messages overlap as in LogGP. They leave in the order of the stages,
/// each as soon as the gap of the previous one is over: g + (m - 1) G of that message's channel (or the overhead, if
/// longer). The stream ends with the last arrival, which need not be that of the last message sent. For a gather the same
/// holds reversed. If all ranks send and receive in a stream (a linear all-to-all exchange), each stage takes the longest
/// gap of any rank, except one stage, which takes its whole time instead: the one for which this makes the sum largest. No
/// gap counts after the last message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loggph {
    parameters: LoggphParameters,
    combine: Combine,
    machine: String,
}

/// A message through one channel.
#[derive(Clone, Copy)]
struct Message {
    /// p(m).
    time: Time,
    /// g + (m - 1) G.
    gap: Time,
    send_busy: Time,
    recv_busy: Time,
}

impl Message {
    /// A lower bound on the time between two such messages of one rank.
    fn least_gap(self) -> Time {
        self.gap.max(self.send_busy.min(self.recv_busy))
    }
}

/// The minimum of G and of max(g + (m - 1) G, o) / m over all m, rounded down; `first` is a message of one byte.
fn least_share(first: Message, per_byte: u64) -> u64 {
    let (gap, busy) = (first.gap.ticks(), first.send_busy.min(first.recv_busy).ticks());
    let Some(longer) = busy.checked_sub(gap).filter(|&longer| longer > 0) else { return gap.min(per_byte) };
    // Equal for m = 1 + (o - g) / G.
    let share = u128::from(busy) * u128::from(per_byte) / (u128::from(per_byte) + u128::from(longer));
    u64::try_from(share).map_or(per_byte, |share| share.min(per_byte))
}

/// The channels that ranks on a layout may use.
fn used_channels(layout: &Layout) -> impl Iterator<Item = Channel> {
    let shared = (layout.ranks_per_host() > 1).then_some(Channel::Shared);
    shared.into_iter().chain((layout.hosts() > 1).then_some(Channel::Network))
}

/// The actions of a rank in a stage: it sends or receives through one channel, or does both, one after the other.
#[derive(Clone, Copy)]
struct Use {
    ranks: RankChannels,
    first: Channel,
    second: Option<Channel>,
}

const USES: [Use; 5] = [
    Use { ranks: RankChannels::SHARED, first: Channel::Shared, second: None },
    Use { ranks: RankChannels::NETWORK, first: Channel::Network, second: None },
    Use { ranks: RankChannels::SHARED_TWICE, first: Channel::Shared, second: Some(Channel::Shared) },
    Use { ranks: RankChannels::NETWORK_TWICE, first: Channel::Network, second: Some(Channel::Network) },
    Use { ranks: RankChannels::BOTH, first: Channel::Shared, second: Some(Channel::Network) },
];

/// A message or stage of a stream: the time until the next can begin, and the time until it is complete.
#[derive(Clone, Copy)]
struct InStream {
    gap: Time,
    whole: Time,
}

impl InStream {
    /// The time by which the sum of the gaps grows if this stage counts as a whole.
    fn adds(self) -> i128 {
        i128::from(self.whole.ticks()) - i128::from(self.gap.ticks())
    }
}

impl Loggph {
    /// The model of a machine with `[loggph]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.loggph.ok_or_else(|| ModelError::missing_section(machine, "loggph"))?;
        let combine = parameters.combine.or(machine.combine).unwrap_or_default();
        Ok(Self { parameters, combine, machine: machine.name.clone() })
    }

    /// L, o, g and G of the channels.
    #[must_use]
    pub const fn parameters(&self) -> &LoggphParameters {
        &self.parameters
    }

    /// p(m): the time of a message of `bytes` through a channel, with (m - 1) G rounded half up. `None` without the channel,
    /// and past [`Time::MAX`].
    #[must_use]
    pub fn message_time(&self, channel: Channel, bytes: u64) -> Option<Time> {
        Some(self.message(channel, bytes)?.time)
    }

    const fn channel(&self, channel: Channel) -> Option<&LoggphChannel> {
        match channel {
            Channel::Shared => self.parameters.shared.as_ref(),
            Channel::Network => self.parameters.network.as_ref(),
        }
    }

    fn message(&self, channel: Channel, bytes: u64) -> Option<Message> {
        let LoggphChannel { latency, overhead_send, overhead_receive, gap, gap_per_byte } = self.channel(channel)?;
        let (send_busy, recv_busy) = (overhead_send.value, overhead_receive.value);
        let stream = gap_per_byte.value.times(bytes.saturating_sub(1))?;
        let time = send_busy.checked_add(latency.value)?.checked_add(stream)?.checked_add(recv_busy)?;
        Some(Message { time, gap: gap.value.checked_add(stream)?, send_busy, recv_busy })
    }

    /// The time of one stage by itself.
    fn synchronous(&self, bytes: u64, ranks: RankChannels) -> Option<Time> {
        USES.into_iter().filter(|used| ranks.contains(used.ranks)).try_fold(Time::ZERO, |most, used| {
            let first = self.message_time(used.first, bytes)?;
            let second = used.second.map_or(Some(Time::ZERO), |second| self.message_time(second, bytes))?;
            Some(most.max(first.checked_add(second)?))
        })
    }

    /// A message of a stream through a channel, from or to a rank that has no other part in it.
    fn in_stream(&self, stage: &Stage, combine: Time, channel: Channel) -> Option<InStream> {
        let message = self.message(channel, stage.bytes)?;
        let busy = match stage.direction {
            Direction::Forward => message.send_busy,
            Direction::Backward => message.recv_busy.checked_add(combine)?,
        };
        Some(InStream { gap: message.gap.max(busy), whole: message.time.checked_add(combine)? })
    }

    /// The time of all messages of a rank: the maximum over its messages of the time at which it leaves plus its time in
    /// flight.
    fn stream_time(&self, stage: &Stage, combine: Time, sends: Sends) -> Option<Time> {
        let of = |count: u64, channel| {
            let message = || self.in_stream(stage, combine, channel);
            if count > 0 { message() } else { Some(InStream { gap: Time::ZERO, whole: Time::ZERO }) }
        };
        let (shared, network) = (of(sends.shared, Channel::Shared)?, of(sends.network, Channel::Network)?);
        let gaps = shared.gap.checked_mul(sends.shared)?.checked_add(network.gap.checked_mul(sends.network)?)?;
        let (last, other) = match sends.last {
            Channel::Shared => (shared, network),
            Channel::Network => (network, shared),
        };
        // The last message through `sends.last` leaves one gap before the end; that of the other channel, one before the
        // trailing ones.
        let before = gaps.checked_sub(last.gap.checked_mul(sends.trailing)?)?;
        let ends = [(gaps, last), (before, other)]
            .map(|(until, message)| until.checked_sub(message.gap)?.checked_add(message.whole));
        let end = ends[0]?.max(ends[1]?);
        gaps.checked_mul(stage.repeat.saturating_sub(1))?.checked_add(end)
    }

    /// A stage of a stream in which ranks send and receive.
    fn streaming(&self, stage: &Stage, combine: Time, ranks: RankChannels) -> Option<InStream> {
        let mut longest = InStream { gap: Time::ZERO, whole: Time::ZERO };
        for used in USES.into_iter().filter(|used| ranks.contains(used.ranks)) {
            let first = self.message(used.first, stage.bytes)?;
            let one_way = self.in_stream(stage, combine, used.first)?;
            let used = match used.second {
                None => one_way,
                Some(second) => {
                    let second = self.message(second, stage.bytes)?;
                    let one = first.send_busy.checked_add(second.recv_busy)?;
                    let other = second.send_busy.checked_add(first.recv_busy)?;
                    let busy = one.max(other).checked_add(combine)?;
                    let whole = first.time.max(second.time).checked_add(combine)?;
                    InStream { gap: first.gap.max(second.gap).max(busy), whole }
                }
            };
            longest = InStream { gap: longest.gap.max(used.gap), whole: longest.whole.max(used.whole) };
        }
        Some(longest)
    }
}

impl StageCost for Loggph {
    fn name(&self) -> &'static str {
        "loggph"
    }

    fn serves(&self, layout: &Layout) -> Result<(), ModelError> {
        let present = |channel| self.channel(channel).is_some();
        ModelError::check_channels(&self.machine, "loggph", present, layout)
    }

    fn sight(&self) -> Sight {
        Sight::Hosts
    }

    fn overlap(&self, layout: &Layout) -> Option<Overlap> {
        let messages = used_channels(layout).filter_map(|channel| self.message(channel, 1));
        // Synchronous stages are a delivery apart, even if the gap is longer.
        let of = |message: Message| Overlap { gap: message.least_gap().min(message.time), delivery: message.time };
        let least = messages.map(of);
        least.reduce(|a, b| Overlap { gap: a.gap.min(b.gap), delivery: a.delivery.min(b.delivery) })
    }

    /// p(1) through the cheapest channel, and for every other byte the least cost of a byte in a message of any length
    /// through any channel: G, or a share of max(g + (m - 1) G, o), which is least if both are equal, or p(1) in a stage of
    /// its own. The bytes may take one channel, and the last of them the other.
    fn at_least(&self, bytes: u64, layout: &Layout) -> Option<Time> {
        let cheapest = |channel| {
            let first = self.message(channel, 1)?;
            let per_byte = self.channel(channel)?.gap_per_byte.value;
            let rounded_down = per_byte.mantissa() / 10u64.pow(u32::from(per_byte.scale()));
            let further = Time::from_ticks(least_share(first, rounded_down)).min(first.time);
            Some((first.time, further))
        };
        let least = used_channels(layout).filter_map(cheapest).reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)));
        let (first, further) = least?;
        first.checked_add(further.checked_mul(bytes.saturating_sub(1))?)
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        self.time_with(stage, layout, &|each| stage.pattern.runs(&stage.places(layout), each))
    }

    fn time_with(&self, stage: &Stage, layout: &Layout, loads: CountedLoads) -> Option<Time> {
        let combine = if stage.combined == 0 { Time::ZERO } else { self.combine.at(stage.combined)? };
        if stage.pace == Pace::Streaming && stage.repeat > 0 {
            let mut longest = Some(Time::ZERO);
            let one_way = stage.pattern.sends(&stage.places(layout), &mut |sends| {
                longest = longest.and_then(|longest| Some(longest.max(self.stream_time(stage, combine, sends)?)));
            });
            if one_way.is_some() {
                return longest;
            }
        }
        let mut total = Some(Time::ZERO);
        let mut whole: Option<InStream> = None;
        loads(&mut |run| {
            let (count, ranks) = (run.all_stages(), run.first.ranks);
            let mut time = || match stage.pace {
                Pace::Synchronous => self.synchronous(stage.bytes, ranks)?.checked_add(combine)?.checked_mul(count),
                Pace::Streaming if count == 0 => Some(Time::ZERO),
                Pace::Streaming => {
                    let of_stage = self.streaming(stage, combine, ranks)?;
                    whole = whole.filter(|whole| whole.adds() >= of_stage.adds()).or(Some(of_stage));
                    of_stage.gap.checked_mul(count)
                }
            };
            total = total.and_then(|total| total.checked_add(time()?));
        });
        let total = total?.checked_mul(stage.repeat)?;
        match whole.filter(|_| stage.repeat > 0) {
            None => Some(total),
            Some(one) => total.checked_sub(one.gap)?.checked_add(one.whole),
        }
    }
}
