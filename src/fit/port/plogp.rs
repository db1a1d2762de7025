//! Tables of parameters that depend on the size.

use super::doubt::{PortSection, PortWarning};
use super::quantity::LineQuantity;
use super::{PlogpFit, PortFit, PortOptions};
use crate::fit::measurements::{PlogpLatency, PlogpRow, PlogpTable};
use crate::fit::port::PortFitError;
use crate::fit::port::range::SizeRange;

/// A time at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// # Errors
    /// [`PortFitError::OutOfRange`] if the table has no size in the range.
    pub fn from_plogp(table: &PlogpTable, options: &PortOptions) -> Result<Self, PortFitError> {
        let mut fit = Self::empty(table.origin.clone(), table.clock);
        let rows: Vec<&PlogpRow> = table.rows.iter().filter(|row| options.bytes.holds(row.bytes)).collect();
        if rows.is_empty() {
            let found = SizeRange::of(table.rows.iter().map(|row| row.bytes)).ok_or(PortFitError::NoTable)?;
            let (origin, quantity, wanted) = (table.origin.clone(), LineQuantity::Gap, options.bytes);
            return Err(PortFitError::OutOfRange { origin, quantity, wanted, found });
        }
        let column = |value: fn(&PlogpRow) -> f64| {
            rows.iter().map(|row| TablePoint { bytes: row.bytes, time: value(row) }).collect()
        };
        let latency = match table.latency {
            PlogpLatency::Known(latency) => latency,
            PlogpLatency::RoundTrip(time) => time / 2.0 - table.rows.first().map_or(0.0, |row| row.gap),
        };
        let latency = fit.known_latency(PortSection::Plogp, latency);
        let [overhead_send, overhead_receive] = [column(|row| row.overhead_send), column(|row| row.overhead_receive)];
        fit.plogp = Some(PlogpFit { latency, overhead_send, overhead_receive, gap: column(|row| row.gap) });
        Ok(fit)
    }
}

/// Sets negative times to 0 and adds a warning.
pub(super) fn clip(quantity: LineQuantity, points: &mut [TablePoint], warnings: &mut Vec<PortWarning>) {
    let mut sizes = 0;
    for point in points {
        if point.time < 0.0 {
            point.time = 0.0;
            sizes += 1;
        }
    }
    if sizes > 0 {
        warnings.push(PortWarning::NegativeTimes { quantity, sizes });
    }
}
