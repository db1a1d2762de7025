//! tau-Lop: J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky, "Modeling Contention and Mapping Effects in
//! Multi-core Clusters".
//!
//! A transmission is an overhead and a sequence of transfers; tau transfers of m bytes at once on one channel take
//! L(m, tau). Here stages are costed transfer by transfer, as the paper's equations (7) and (8) do; [`operator`] has its
//! coarser level, at which the operator || acts on whole transmissions.

pub mod operator;
mod segments;
mod steps;

use super::ModelError;
use super::stage::{Direction, Loads, Sight, Stage, StageCost};
use crate::job::Layout;
use crate::machine::{Channel, Combine, Machine, TauLopChannel, TauLopParameters};
use crate::units::Time;

/// The tau-Lop model of a machine.
///
/// All transmissions of a stage move in step: first all make their first transfer, then their second, and so on. A step
/// takes as long as the slowest of the channels in use, each at the tau of the host, or network interface, that the most
/// transfers use at once. The stage takes all its steps and the largest overhead o(m) of the channels in use, which
/// concurrency does not change. Messages count with the length of the stage's longest.
///
/// ```
/// use logpine::job::{Layout, Mapping};
/// use logpine::machine::Machine;
/// use logpine::model::stage::{Pattern, Stage, StageCost};
/// use logpine::model::TauLop;
/// use logpine::units::Clock;
/// // Equation (7): a ring among 32 ranks, 8 on a host: 31 stages of L0(m, 8) + max(L0(m, 7), L1(m, 1)) + L0(m, 1).
/// let model = TauLop::new(&Machine::load("two-channel")?)?;
/// let ring = Stage::new(Pattern::Shift { distance: 1 }, 65_536).repeated(31);
/// let time = |mapping| Ok::<_, Box<dyn std::error::Error>>(model.time(&ring, &Layout::new(32, 8, mapping)?));
/// let shown = |time: Option<logpine::units::Time>| time.map(|time| time.display(Clock::Second)).unwrap_or_default();
/// assert_eq!(shown(time(Mapping::Sequential)?), "4.2332608ms");
/// assert_eq!(shown(time(Mapping::RoundRobin)?), "18.09904ms");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// [`ModelError::MissingSection`] without it.
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

    /// Whether it has every channel that ranks on this layout may use; where it has not, [`StageCost::time`] is `None`.
    ///
    /// # Errors
    /// [`ModelError::MissingChannel`].
    pub fn serves(&self, layout: &Layout) -> Result<(), ModelError> {
        let present = |channel| self.channel(channel).is_some();
        ModelError::check_channels(&self.machine, "tau_lop", present, layout)
    }

    /// L(m, tau): the time of `tau` transfers of `bytes` at once on a channel, rounded half up. `None` without the channel,
    /// and past [`Time::MAX`].
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

    /// The time of one stage: overhead and steps.
    fn stage_time(&self, stage: &Stage, loads: Loads) -> Option<Time> {
        let overhead = |channel, transmissions| match transmissions {
            0 => Some(Time::ZERO),
            _ => self.overhead(channel, stage.bytes),
        };
        let overhead = overhead(Channel::Shared, loads.intra)?.max(overhead(Channel::Network, loads.out)?);
        overhead.checked_add(self.transfers_time(stage, loads)?)
    }
}

impl StageCost for TauLop {
    fn name(&self) -> &'static str {
        "tau_lop"
    }

    fn sight(&self) -> Sight {
        Sight::Hosts
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        let combine = if stage.combined == 0 { Time::ZERO } else { self.combine.at(stage.combined)? };
        let mut total = Some(Time::ZERO);
        stage.pattern.loads(layout, &mut |count, loads| {
            let loads = match stage.direction {
                Direction::Forward => loads,
                Direction::Backward => loads.backward(),
            };
            let time = || self.stage_time(stage, loads)?.checked_add(combine)?.checked_mul(count);
            total = total.and_then(|total| total.checked_add(time()?));
        });
        total?.checked_mul(stage.repeat)
    }
}
