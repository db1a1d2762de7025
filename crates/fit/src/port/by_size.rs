//! Parameters from one-way times, gaps and overheads, all by size.

use super::doubt::{PortSection, PortWarning};
use super::line::LineFit;
use super::quantity::{LineQuantity, LineStart};
use super::range::SizeRange;
use super::{AlphaBetaFit, LoggpFit, LogpFit, PortFit, PortOptions, exactly};
use crate::{Sample, Samples};
use logpine_text::reason::Reason;

/// The factor from which the growth of overheads is worth a warning.
const GROWTH: f64 = 1.5;

/// The times of messages of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizeTimes {
    pub bytes: u64,
    /// Half of a round trip.
    pub one_way: f64,
    pub gap: f64,
    pub overhead_send: f64,
    pub overhead_receive: f64,
    /// The line in the file, from 1.
    pub line: u32,
}

/// The slopes of the overheads, and the doubts about their lines.
pub(super) struct OverheadLines {
    pub send: LineFit,
    pub receive: LineFit,
    pub warnings: Vec<PortWarning>,
}

impl PortFit {
    /// Fits all models with one overhead for all sizes:
    ///
    /// - g + (s - 1) G is the line of the gaps;
    /// - `o_s` and `o_r` are taken at one byte from lines over the sizes in `eager`;
    /// - L = RTT / 2 - `o_s` - `o_r` at one byte, also taken from lines;
    /// - alpha + beta s = RTT / 2.
    ///
    /// L and o have the errors of their lines, which are assumed to be independent. The doubts about the lines of the
    /// overheads are left to the caller.
    pub(super) fn models_by_size(
        &mut self,
        times: &[SizeTimes],
        eager: SizeRange,
        options: &PortOptions,
    ) -> Result<OverheadLines, Reason> {
        let (origin, clock) = (self.origin.clone(), self.clock);
        let line = |quantity, start, value: fn(&SizeTimes) -> f64, range, warnings: &mut Vec<PortWarning>| {
            let sample = |row: &SizeTimes| Sample { at: row.bytes, time: value(row), line: row.line };
            let samples = times.iter().map(sample).collect();
            let samples = Samples { origin: origin.clone(), clock, samples, discarded: 0, warnings: Vec::new() };
            LineFit::new(quantity, start, &samples, range, options.noise, warnings)
        };
        let (first, all) = (LineStart::FirstByte, options.bytes);
        let whole = line(LineQuantity::OneWay, LineStart::Empty, |row| row.one_way, all, &mut self.warnings)?;
        let gap = line(LineQuantity::Gap, first, |row| row.gap, all, &mut self.warnings)?;
        // The samples are those of alpha and beta, so their warnings are known already.
        let mut said = Vec::new();
        let one_way = line(LineQuantity::OneWay, first, |row| row.one_way, all, &mut said)?;
        said.retain(|said| matches!(said, PortWarning::NegativeIntercept { .. }));
        let send = line(LineQuantity::OverheadSend, first, |row| row.overhead_send, eager, &mut said)?;
        let receive = line(LineQuantity::OverheadReceive, first, |row| row.overhead_receive, eager, &mut said)?;
        said.extend([&send, &receive].into_iter().filter_map(growth));

        self.alpha_beta = Some(AlphaBetaFit { alpha: whole.intercept, beta: whole.slope });
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
        let latency = self.latency(PortSection::Loggp, latency, variance);
        self.slopes(&one_way, &gap);
        self.logp = Some(LogpFit { latency, overhead_send, overhead_receive, gap: gap.intercept });
        self.loggp = self.logp.map(|short| LoggpFit { short, gap_per_byte: gap.slope });
        self.lines = vec![whole, gap, one_way, send.clone(), receive.clone()];
        Ok(OverheadLines { send, receive, warnings: said })
    }
}

/// A warning if overheads grow too much for a single number to describe them.
fn growth(line: &LineFit) -> Option<PortWarning> {
    let (first, last) = (line.intercept.value, line.at(line.bytes.to));
    let grows = last > GROWTH * first;
    grows.then_some(PortWarning::GrowingOverhead { quantity: line.quantity, first, last })
}
