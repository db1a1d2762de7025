//! Parameters from one-way times, gaps and overheads, all by size.

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

impl PortFit {
    /// Fits all models with one overhead for all sizes:
    ///
    /// - g + (s - 1) G is the line of the gaps;
    /// - `o_s` and `o_r` are taken at one byte from lines over the sizes in `eager`;
    /// - L = RTT / 2 - `o_s` - `o_r` at one byte, also taken from lines;
    /// - alpha + beta s = RTT / 2.
    ///
    /// L and o have the errors of their lines, which are assumed to be independent. `doubts` are those about a line of
    /// overheads; these lines, of sending and receiving, are returned.
    pub(super) fn models_by_size(
        &mut self,
        times: &[SizeTimes],
        eager: SizeRange,
        options: &PortOptions,
        doubts: fn(&LineFit) -> Vec<String>,
    ) -> Result<[LineFit; 2], Reason> {
        let (origin, clock) = (self.origin.clone(), self.clock);
        let line = |quantity, start, value: fn(&SizeTimes) -> f64, range| {
            let sample = |row: &SizeTimes| Sample { at: row.bytes, time: value(row), line: row.line };
            let samples = times.iter().map(sample).collect();
            let samples = Samples { origin: origin.clone(), clock, samples, discarded: 0, warnings: Vec::new() };
            LineFit::new(quantity, start, &samples, range, options.noise)
        };
        let (first, all) = (LineStart::FirstByte, options.bytes);
        let whole = line(LineQuantity::OneWay, LineStart::Empty, |row| row.one_way, all)?;
        let gap = line(LineQuantity::Gap, first, |row| row.gap, all)?;
        let one_way = line(LineQuantity::OneWay, first, |row| row.one_way, all)?;
        let send = line(LineQuantity::OverheadSend, first, |row| row.overhead_send, eager)?;
        let receive = line(LineQuantity::OverheadReceive, first, |row| row.overhead_receive, eager)?;
        self.warnings.extend([&whole, &gap].into_iter().flat_map(LineFit::doubts));

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
        let latency = self.latency("loggp", latency, variance);
        self.slopes(&one_way, &gap);
        // The samples are those of alpha and beta, so that other warnings are known already.
        self.warnings.extend(one_way.of_intercept());
        self.warnings.extend([&send, &receive].into_iter().flat_map(doubts));
        self.warnings.extend([&send, &receive].into_iter().filter_map(growth));
        self.logp = Some(LogpFit { latency, overhead_send, overhead_receive, gap: gap.intercept });
        self.loggp = self.logp.map(|short| LoggpFit { short, gap_per_byte: gap.slope });
        self.lines = vec![whole, gap, one_way, send.clone(), receive.clone()];
        Ok([send, receive])
    }
}

/// A warning if overheads grow too much for a single number to describe them.
fn growth(line: &LineFit) -> Option<String> {
    let (first, last) = (line.intercept.value, line.at(line.bytes.to));
    let quantity = line.quantity;
    (last > GROWTH * first).then(|| {
        format!(
            "{quantity} grow with the size, from {first:.3e} to {last:.3e}; LogGP has one for all sizes, that of 1 byte: PLogP has \
             a table"
        )
    })
}
