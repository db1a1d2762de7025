//! The sizes at which a profile begins with other numbers.

use super::Machine;
use super::piecewise::PiecewiseParameters;
use super::size_table::SizeTable;
use super::tau_lop::{ChannelOverhead, TauLopChannel};
use super::transfer::Transfer;
use logpine_text::units::Bytes;

impl Machine {
    /// The sizes of messages at which the prices between ranks change: points of tables, ends of pieces, the end of eager messages and the
    /// length of segments, also of messages within a host; ascending.
    pub fn price_changes(&self) -> Vec<u64> {
        let of_table = |table: &SizeTable| table.points().iter().map(|point| Bytes(point.at)).collect::<Vec<Bytes>>();
        let mut all: Vec<Bytes> = Vec::new();
        if let Some(own) = &self.plogp {
            all.extend([&own.overhead_send, &own.overhead_receive, &own.gap].into_iter().flat_map(of_table));
        }
        all.extend(self.piecewise.iter().flat_map(PiecewiseParameters::pieces).filter_map(|piece| piece.up_to));
        all.extend(self.loggops.iter().filter_map(|own| own.rendezvous_above));
        if let Some(own) = &self.tau_lop {
            all.extend(own.segment);
            for TauLopChannel { overhead, transfer, .. } in own.shared.iter().chain(&own.network) {
                if let ChannelOverhead::Table(table) = overhead {
                    all.extend(of_table(table));
                }
                if let Transfer::Table(table) = transfer {
                    all.extend(table.points().map(|point| point.bytes));
                }
            }
        }
        let within = self.within.host.iter().flat_map(|inside| inside.price_changes());
        let mut sizes: Vec<u64> = all.into_iter().map(|size| size.0).chain(within).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
