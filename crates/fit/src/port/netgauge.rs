//! Parameters from Netgauge's trains of messages.

use super::by_size::SizeTimes;
use super::line::LineFit;
use super::plogp::{self, TablePoint};
use super::quantity::LineQuantity;
use super::{PlogpFit, PortFit, PortOptions};
use crate::measurements::{NetgaugeRow, NetgaugeTable};
use logpine_text::reason::Reason;
use logpine_text::units::Clock;

impl PortFit {
    /// Fits all models of messages to measurements of Netgauge's test `loggp`, after Hoefler, Lichei and Rehm (2007). Let
    /// PRTT(n, d, s) be the round trip of n messages of s bytes that are sent at intervals of d. Then
    ///
    /// - g + (s - 1) G = (PRTT(n, 0, s) - PRTT(1, 0, s)) / (n - 1), a line over the sizes (the tool itself has g + s G);
    /// - `o_s` and `o_r` are those measured by the tool, taken at one byte from a line over the sizes;
    /// - L = PRTT(1, 0, s) / 2 - `o_s` - `o_r` at one byte, also taken from lines (the tool itself prints PRTT(1, 0, s) / 2,
    ///   which includes the overheads);
    /// - alpha + beta s = PRTT(1, 0, s) / 2;
    /// - PLogP's tables are used as they are, with the gap above as g(s), and L = PRTT(1, 0, s) / 2 - g(s) of the smallest
    ///   size (Kielmann, Bal and Verstoep 2000).
    ///
    /// L and o have the errors of their lines, which are assumed to be independent.
    ///
    /// # Errors
    /// [`Reason`] if no size is in the range, or fewer than three.
    pub fn from_netgauge(table: &NetgaugeTable, options: &PortOptions) -> Result<Self, Reason> {
        let mut fit = Self::empty(table.origin.clone(), Clock::Second);
        let times = |row: &NetgaugeRow| SizeTimes {
            bytes: row.bytes,
            one_way: row.one_way(),
            gap: row.gap(),
            overhead_send: row.overhead_send,
            overhead_receive: row.overhead_receive,
            line: row.line,
        };
        let times: Vec<SizeTimes> = table.rows.iter().map(times).collect();
        // The lines of the overheads are only read at one byte, so a bend elsewhere needs no warning.
        let doubts = |line: &LineFit| line.of_intercept().into_iter().collect();
        fit.models_by_size(&times, options.bytes, options, doubts)?;
        fit.plogp(table, options);
        Ok(fit)
    }

    /// The table by size; repeated sizes have the mean of their rows.
    fn plogp(&mut self, table: &NetgaugeTable, options: &PortOptions) {
        let mut rows: Vec<&NetgaugeRow> = table.rows.iter().filter(|row| options.bytes.holds(row.bytes)).collect();
        rows.sort_by_key(|row| row.bytes);
        let column = |value: fn(&NetgaugeRow) -> f64| -> Vec<TablePoint> {
            let sizes = rows.chunk_by(|one, next| one.bytes == next.bytes);
            let mean = |rows: &[&NetgaugeRow]| rows.iter().map(|row| value(row)).sum::<f64>() / rows.len() as f64;
            sizes.filter_map(|rows| Some(TablePoint { bytes: rows.first()?.bytes, time: mean(rows) })).collect()
        };
        let mut gap = column(NetgaugeRow::gap);
        let mut overhead_send = column(|row| row.overhead_send);
        let overhead_receive = column(|row| row.overhead_receive);
        let smallest = |points: &[TablePoint]| points.first().map_or(0.0, |point| point.time);
        plogp::clip(LineQuantity::Gap, &mut gap, &mut self.warnings);
        plogp::clip(LineQuantity::OverheadSend, &mut overhead_send, &mut self.warnings);
        let latency = smallest(&column(NetgaugeRow::one_way)) - smallest(&gap);
        let latency = self.known_latency("plogp", latency);
        self.plogp = Some(PlogpFit { latency, overhead_send, overhead_receive, gap });
    }
}
