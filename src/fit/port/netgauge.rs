//! Parameters from Netgauge's trains of messages.

use super::doubt::{PortFitError, PortSection, PortWarning};
use super::line::LineFit;
use super::plogp::{self, TablePoint};
use super::quantity::{LineQuantity, LineStart};
use super::{AlphaBetaFit, LoggpFit, LogpFit, PlogpFit, PortFit, PortOptions, exactly};
use crate::fit::measurements::{NetgaugeRow, NetgaugeTable};
use crate::fit::{Sample, Samples};
use crate::units::Clock;

/// The factor from which the growth of overheads is worth a warning.
const GROWTH: f64 = 1.5;

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
    /// [`PortFitError`] if no size is in the range, or fewer than three.
    pub fn from_netgauge(table: &NetgaugeTable, options: &PortOptions) -> Result<Self, PortFitError> {
        let mut fit = Self::empty(table.origin.clone(), Clock::Second);
        let line = |quantity, start, value: fn(&NetgaugeRow) -> f64, warnings: &mut Vec<PortWarning>| {
            let sample = |row: &NetgaugeRow| Sample { at: row.bytes, time: value(row), line: row.line };
            let samples = table.rows.iter().map(sample).collect();
            let samples = Samples { origin: table.origin.clone(), clock: Clock::Second, samples, discarded: 0 };
            LineFit::new(quantity, start, &samples, options.bytes, options.noise, warnings)
        };
        let first = LineStart::FirstByte;
        let warnings = &mut fit.warnings;
        let whole = line(LineQuantity::OneWay, LineStart::Empty, NetgaugeRow::one_way, warnings)?;
        let gap = line(LineQuantity::Gap, first, NetgaugeRow::gap, warnings)?;
        // The lines for L, o_s and o_r are only read at one byte, so a bend elsewhere needs no warning.
        let mut said = Vec::new();
        let one_way = line(LineQuantity::OneWay, first, NetgaugeRow::one_way, &mut said)?;
        let send = line(LineQuantity::OverheadSend, first, |row| row.overhead_send, &mut said)?;
        let receive = line(LineQuantity::OverheadReceive, first, |row| row.overhead_receive, &mut said)?;
        warnings.extend(said.into_iter().filter(|said| matches!(said, PortWarning::NegativeIntercept { .. })));
        warnings.extend([&send, &receive].into_iter().filter_map(growth));

        fit.alpha_beta = Some(AlphaBetaFit { alpha: whole.intercept, beta: whole.slope });
        let overheads = match options.overhead {
            Some(overhead) => [exactly(overhead); 2],
            None => [send.intercept, receive.intercept],
        };
        let [overhead_send, overhead_receive] = overheads;
        let mut variance = one_way.intercept_variance();
        if options.overhead.is_none() {
            variance = variance.plus(send.intercept_variance()).plus(receive.intercept_variance());
        }
        let latency = one_way.intercept.value - overhead_send.value - overhead_receive.value;
        let latency = fit.latency(PortSection::Loggp, latency, variance);
        fit.slopes(&one_way, &gap);
        fit.logp = Some(LogpFit { latency, overhead_send, overhead_receive, gap: gap.intercept });
        fit.loggp = fit.logp.map(|short| LoggpFit { short, gap_per_byte: gap.slope });
        fit.plogp(table, options);
        fit.lines = vec![whole, gap, one_way, send, receive];
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
        let latency = self.known_latency(PortSection::Plogp, latency);
        self.plogp = Some(PlogpFit { latency, overhead_send, overhead_receive, gap });
    }
}

/// A warning if overheads grow too much for a single number to describe them.
fn growth(line: &LineFit) -> Option<PortWarning> {
    let (first, last) = (line.intercept.value, line.at(line.bytes.to));
    let grows = last > GROWTH * first;
    grows.then_some(PortWarning::GrowingOverhead { quantity: line.quantity, first, last })
}
