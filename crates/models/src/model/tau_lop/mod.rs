//! tau-Lop: J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky, "Modeling Contention and Mapping Effects in
//! Multi-core Clusters".
//!
//! A transmission is an overhead and a sequence of transfers; tau concurrent transfers of m bytes on one channel take L(m,
//! tau). Here stages are costed transfer by transfer, as in the paper's equations (7) and (8). The
//! operator || of the paper acts on whole transmissions, which is coarser.

mod floor;
mod memo;
mod runs;
mod segments;
mod steps;

use super::ModelError;
use super::stage::{CountedLoads, Direction, LeastStages, Loads, Sight, Stage, StageCost};
use crate::job::{Layout, Traffic};
use crate::machine::{Channel, Combine, Machine, TauLopChannel, TauLopParameters, TransmissionPath};
use logpine_text::units::Time;
use memo::Memo;

/// The tau-Lop model of a machine.
///
/// All transmissions of a stage move in step: first all make their first transfer, then their second, and so on. A step
/// takes as long as the slowest of the channels in use, each at the tau of the host or network interface with the most
/// concurrent transfers. A stage takes all its steps plus the largest overhead o(m) of the channels in use, which
/// concurrency does not change. All messages count with the length of the stage's longest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TauLop {
    parameters: TauLopParameters,
    combine: Combine,
    machine: String,
}

impl TauLop {
    /// The model of a machine with `[tau_lop]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let missing = || ModelError::missing_section(machine, "tau_lop");
        let parameters = machine.tau_lop.clone().ok_or_else(missing)?;
        let combine = parameters.combine.or(machine.combine).unwrap_or_default();
        Ok(Self { parameters, combine, machine: machine.name.clone() })
    }

    /// L(m, tau), o(m) and the segment.
    #[must_use]
    pub const fn parameters(&self) -> &TauLopParameters {
        &self.parameters
    }

    /// L(m, tau): the time of `tau` concurrent transfers of `bytes` on a channel, rounded half up. `None` without the
    /// channel, and past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn transfer_time(&self, channel: Channel, bytes: u64, tau: u64) -> Option<Time> {
        self.channel(channel)?.transfer.at(bytes, tau)
    }

    /// o(m): the overhead of a transmission of `bytes` through a channel. `None` without the channel, and past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn overhead(&self, channel: Channel, bytes: u64) -> Option<Time> {
        self.channel(channel)?.overhead.at(bytes)
    }

    #[inline]
    fn channel(&self, channel: Channel) -> Option<&TauLopChannel> {
        match channel {
            Channel::Shared => self.parameters.shared.as_ref(),
            Channel::Network => self.parameters.network.as_ref(),
        }
    }

    /// A lower bound on the time in which `bytes` bytes go from rank to rank through a channel, in any number of messages.
    fn cheapest(&self, channel: Channel, bytes: u64) -> Option<Time> {
        let parameters = self.channel(channel)?;
        let transfer = |channel| self.channel(channel)?.transfer.at_least(bytes);
        let path: &[Channel] = match (channel, parameters.path) {
            (Channel::Shared, TransmissionPath::Buffered) => &[Channel::Shared, Channel::Shared],
            (Channel::Network, TransmissionPath::Buffered) => &[Channel::Shared, Channel::Network, Channel::Shared],
            (channel, TransmissionPath::Direct) => &[channel],
        };
        let mut sum = Time::ZERO;
        let mut longest = Time::ZERO;
        for &channel in path {
            let time = transfer(channel)?;
            (sum, longest) = (sum.checked_add(time)?, longest.max(time));
        }
        let transfers = if self.parameters.segment.is_some() { longest } else { sum };
        parameters.overhead.at_least()?.checked_add(transfers)
    }

    /// The time of one stage: overhead, steps and combination.
    fn stage_time(&self, memo: &mut Memo, stage: &Stage, loads: Loads) -> Option<Time> {
        memo.fixed(loads)?.checked_add(self.transfers_time(memo, stage, loads)?)
    }
}

impl StageCost for TauLop {
    fn name(&self) -> &'static str {
        "tau_lop"
    }

    fn serves(&self, layout: &Layout) -> Result<(), ModelError> {
        let present = |channel| self.channel(channel).is_some();
        ModelError::check_channels(&self.machine, "tau_lop", present, layout)
    }

    fn sight(&self) -> Sight {
        Sight::Hosts
    }

    /// The bound of the cheapest channel, with nothing else in it. Segments of a message may be on their way concurrently,
    /// but each byte takes every transfer.
    fn at_least(&self, bytes: u64, layout: &Layout) -> Option<Time> {
        let shared = (layout.ranks_per_host() > 1).then_some(Channel::Shared);
        let network = (layout.hosts() > 1).then_some(Channel::Network);
        let times = shared.into_iter().chain(network).filter_map(|channel| self.cheapest(channel, bytes));
        times.min()
    }

    fn moving_at_least(&self, traffic: Traffic, stages: LeastStages, layout: &Layout) -> Option<Time> {
        self.floor(traffic, stages, layout)
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        self.time_with(stage, layout, &|each| stage.pattern.runs(&stage.places(layout), each))
    }

    fn time_with(&self, stage: &Stage, _layout: &Layout, loads: CountedLoads) -> Option<Time> {
        let combine = if stage.combined == 0 { Time::ZERO } else { self.combine.at(stage.combined)? };
        let overheads = [Channel::Shared, Channel::Network].map(|channel| self.overhead(channel, stage.bytes));
        let mut memo = Memo::new(overheads, combine);
        let mut total = Some(Time::ZERO);
        loads(&mut |run| {
            let of_one = match (run.length, stage.direction) {
                (1, Direction::Forward) => self.stage_time(&mut memo, stage, run.first),
                (1, Direction::Backward) => self.stage_time(&mut memo, stage, run.first.backward()),
                (_, Direction::Forward) => self.run_time(&mut memo, stage, &run),
                (_, Direction::Backward) => self.run_time(&mut memo, stage, &run.backward()),
            };
            let time = || of_one?.checked_mul(run.stages);
            total = total.and_then(|total| total.checked_add(time()?));
        });
        total?.checked_mul(stage.repeat)
    }
}
