//! Tables of parameters that depend on the size.

use super::by_size::SizeTimes;
use super::line::LineFit;
use super::quantity::LineQuantity;
use super::range::SizeRange;
use super::rendezvous::rendezvous_above;
use super::{LoggopsFit, PlogpFit, PortFit, PortOptions};
use crate::error::no_table;
use crate::measurements::{PlogpRow, PlogpTable};
use logpine_text::reason::{Reason, reason};

/// The minimum number of sizes for a line that is no mere interpolation.
const LEAST: usize = 3;

/// A time at a size.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct TablePoint {
    /// The size.
    pub bytes: u64,
    /// The time in the unit of the clock, at least 0.
    pub time: f64,
}

impl PortFit {
    /// Takes PLogP's tables as they are, at the sizes in the range, with L from the file or L = RTT / 2 - g of the smallest
    /// size of the file (Kielmann, Bal and Verstoep 2000, section 3).
    ///
    /// If three sizes or more of the range all have a round trip, the models with one overhead for all sizes are fitted too, as to
    /// measurements of Netgauge. There L = RTT / 2 - `o_s` - `o_r`. O, the overhead per byte of LogGOPS, is the mean of the
    /// slopes of `o_s`(m) and `o_r`(m) over the sizes that are sent without waiting for the receiver.
    ///
    /// # Errors
    /// [`Reason`] if the table has no size in the range, or if a line cannot be
    /// fitted.
    pub fn from_plogp(table: &PlogpTable, options: &PortOptions) -> Result<Self, Reason> {
        let mut fit = Self::empty(table.origin.clone(), table.clock);
        fit.warnings.extend(table.warnings.iter().cloned());
        let rows: Vec<&PlogpRow> = table.rows.iter().filter(|row| options.bytes.holds(row.bytes)).collect();
        if rows.is_empty() {
            let found = SizeRange::of(table.rows.iter().map(|row| row.bytes)).ok_or_else(no_table)?;
            let (origin, quantity, wanted) = (table.origin.clone(), LineQuantity::Gap, options.bytes);
            return Err(reason!("{origin}: no {quantity} for {wanted} bytes; the file has {found}"));
        }
        let times: Option<Vec<SizeTimes>> = rows.iter().map(|row| times(row)).collect();
        if let Some(times) = times.filter(|times| times.len() >= LEAST) {
            fit.loggops(&times, options)?;
        }
        let column = |value: fn(&PlogpRow) -> f64| {
            rows.iter().map(|row| TablePoint { bytes: row.bytes, time: value(row) }).collect()
        };
        let smallest = table.rows.first();
        let half = |row: &PlogpRow| row.round_trip.map(|time| time / 2.0 - row.gap);
        let latency = table.latency.or_else(|| smallest.and_then(half)).unwrap_or_default();
        let latency = fit.known_latency("plogp", latency);
        let [overhead_send, overhead_receive] = [column(|row| row.overhead_send), column(|row| row.overhead_receive)];
        fit.plogp = Some(PlogpFit { latency, overhead_send, overhead_receive, gap: column(|row| row.gap) });
        Ok(fit)
    }

    /// The models with one overhead for all sizes, LogGOPS among them.
    fn loggops(&mut self, times: &[SizeTimes], options: &PortOptions) -> Result<(), Reason> {
        let rendezvous_above = rendezvous_above(times);
        let is_eager = |row: &&SizeTimes| rendezvous_above.is_none_or(|above| row.bytes <= above);
        let eager = match rendezvous_above {
            Some(to) if times.iter().filter(is_eager).count() >= LEAST => SizeRange { to, ..options.bytes },
            _ => options.bytes,
        };
        let [send, receive] = self.models_by_size(times, eager, options, LineFit::doubts)?;
        let variance = send.slope_variance().plus(receive.slope_variance()).scaled(0.5);
        let mean = f64::midpoint(send.slope.value, receive.slope.value);
        let overhead_per_byte = variance.of(mean).physical(mean);
        self.loggops = self.loggp.map(|loggp| LoggopsFit { loggp, overhead_per_byte, rendezvous_above });
        Ok(())
    }
}

/// The times of a size; `None` without a round trip.
fn times(row: &PlogpRow) -> Option<SizeTimes> {
    let &PlogpRow { bytes, overhead_send, overhead_receive, gap, round_trip, line } = row;
    Some(SizeTimes { bytes, one_way: round_trip? / 2.0, gap, overhead_send, overhead_receive, line })
}

/// Sets negative times to 0 and adds a warning.
pub(super) fn clip(quantity: LineQuantity, points: &mut [TablePoint], warnings: &mut Vec<String>) {
    let mut sizes = 0;
    for point in points {
        if point.time < 0.0 {
            point.time = 0.0;
            sizes += 1;
        }
    }
    if sizes > 0 {
        warnings.push(format!(
            "{quantity} came out negative at {sizes} of the sizes, and are 0 there instead: repeat the measurement more often"
        ));
    }
}
