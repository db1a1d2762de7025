//! A lower bound from the bytes that have to move, and the best rate of shared channels.

use super::TauLop;
use crate::job::{Layout, Traffic};
use crate::machine::{Channel, TransferFloor, TransmissionPath};
use crate::model::stage::LeastStages;
use logpine_text::units::Time;

/// Lower bounds for the stages of any algorithm: the fixed part of every stage, and the part of all bytes together.
struct Floors {
    stages: LeastStages,
    traffic: Traffic,
    hosts: u128,
    /// The floor of the memory if one rank copies alone.
    alone: TransferFloor,
    /// The floor of the memory if all ranks of a host copy.
    memory: TransferFloor,
    network: TransferFloor,
}

impl TauLop {
    /// The larger of two times: that of the copies in some host's memory, and that of its network with the copies before and
    /// after. [`TauLop::transfers_time`] documents which steps follow each other.
    ///
    /// In a step in which tau transfers of at most m bytes share a channel, m tau bytes take L(m, tau). That is at least a
    /// line through the cost of the largest possible L ([`Transfer::floor`](crate::machine::Transfer::floor)).
    pub(super) fn floor(&self, traffic: Traffic, stages: LeastStages, layout: &Layout) -> Option<Time> {
        let Some(shared) = self.channel(Channel::Shared) else { return Some(Time::ZERO) };
        let ranks = layout.ranks_per_host();
        let segment = self.parameters.segment.map(|segment| segment.0).filter(|&segment| segment > 0);
        let all = u64::try_from(traffic.all).unwrap_or(u64::MAX).max(1);
        let longest = segment.map_or(all, |segment| segment.min(all));
        // If segments follow each other, a rank may copy one in while another is copied out.
        let copies = if segment.is_some() { ranks.saturating_mul(2) } else { ranks };
        let network = self.channel(Channel::Network).filter(|_| layout.hosts() > 1);
        let floors = Floors {
            stages,
            traffic,
            hosts: layout.hosts().into(),
            alone: shared.transfer.floor(1, longest),
            memory: shared.transfer.floor(copies, longest),
            network: network.map_or(TransferFloor::default(), |network| network.transfer.floor(ranks, longest)),
        };
        let overhead = self.overheads(stages)?;
        let transfers = match (network.map_or(TransmissionPath::Buffered, |network| network.path), segment) {
            (TransmissionPath::Direct, _) => floors.across()?,
            (TransmissionPath::Buffered, None) => floors.whole(shared.path)?,
            (TransmissionPath::Buffered, Some(_)) => floors.segmented(shared.path)?,
        };
        overhead.checked_add(transfers)
    }

    /// The least overhead of every stage, that of the network for stages that must use it.
    fn overheads(&self, stages: LeastStages) -> Option<Time> {
        let least = |channel| self.channel(channel).map(|channel| channel.overhead.at_least());
        let (shared, network) = (least(Channel::Shared), least(Channel::Network));
        let any = shared.into_iter().chain(network).flatten().min().unwrap_or(Time::ZERO);
        let far = network.flatten().unwrap_or(any).checked_mul(stages.far)?;
        far.checked_add(any.checked_mul(stages.near())?)
    }
}

impl Floors {
    /// The fixed part of the memory, `times` times.
    fn copies(&self, times: u64) -> Option<Time> {
        self.memory.fixed.checked_mul(times)
    }

    /// The time of the network for its bytes.
    fn across(&self) -> Option<Time> {
        self.network.fixed.checked_mul(self.stages.far)?.checked_add(self.network.bytes(self.traffic.network)?)
    }

    /// The transfers of messages that are not cut: all messages of a stage leave, then those that stay arrive while the
    /// others cross the network, then the others arrive.
    fn whole(&self, inside: TransmissionPath) -> Option<Time> {
        let Traffic { rank_sends, rank_receives, host_sends, host_receives, network_receives, .. } = self.traffic;
        let leave = self.alone.bytes(rank_sends)?.max(self.memory.bytes(host_sends)?);
        let leave = self.copies(self.stages.all)?.checked_add(leave)?;
        let come = self.memory.bytes(network_receives)?;
        // A copy inside, or the arrival from another host: every stage has one of them, unless a transmission inside is a
        // single copy.
        let (second, arrive) = match inside {
            TransmissionPath::Buffered => {
                (self.stages.all, self.alone.bytes(rank_receives)?.max(self.memory.bytes(host_receives)?))
            }
            TransmissionPath::Direct => (self.stages.far, come),
        };
        let either = arrive.max(self.across()?.checked_add(come)?);
        leave.checked_add(self.copies(second)?)?.checked_add(either)
    }

    /// The transfers of messages in segments, whose copies and network transfers may be in the same steps.
    fn segmented(&self, inside: TransmissionPath) -> Option<Time> {
        let Traffic { all, rank_sends, rank_receives, host_sends, host_receives, .. } = self.traffic;
        let either = host_sends.max(host_receives);
        // Some host has at least the average number of bytes, in both directions together.
        let copied = match inside {
            TransmissionPath::Buffered => either.max(all.saturating_mul(2) / self.hosts),
            TransmissionPath::Direct => either,
        };
        let memory = self.alone.bytes(rank_sends.max(rank_receives))?.max(self.memory.bytes(copied)?);
        let memory = self.copies(self.stages.all)?.checked_add(memory)?;
        let network = self.copies(self.stages.all)?.checked_add(self.across()?)?;
        Some(memory.max(network))
    }
}
