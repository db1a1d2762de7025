//! Parameters from the tables of MPI benchmarks.

use super::doubt::{Assumption, MESSAGE_RATE, OVERHEAD, PING_PONG, added};
use super::line::LineFit;
use super::pieces::PiecewiseFit;
use super::quantity::{LineQuantity, LineStart};
use super::{AlphaBetaFit, LoggpFit, LogpFit, PortFit, PortOptions, exactly};
use crate::error::{mixed_clocks, no_table};
use crate::measurements::{MessageQuantity, MessageTable};
use crate::samples::warnings_of;
use crate::{Sample, Samples};
use logpine_text::integer::ceil_log2;
use logpine_text::reason::{Reason, reason};

/// The factor by which the slopes of one-way times and gaps may differ.
const SLOPES_APART: f64 = 1.5;

impl PortFit {
    /// Fits models to tables of MPI benchmarks from one or more files; tables of the same kind are repetitions.
    ///
    /// - `[alpha_beta]` from one-way times, T(s) = alpha + beta s. If there are none, it comes from broadcasts, otherwise
    ///   from reductions, assuming a binomial tree: T(s) = ceil(log2 P) (alpha + beta s).
    /// - `[logp]` and `[loggp]` from gaps g + (s - 1) G and one-way times L + 2 o + (s - 1) G, if [`PortOptions::overhead`]
    ///   gives o. G is the slope of the gaps, L + 2 o the one-way time of one byte.
    ///
    /// # Errors
    /// [`Reason`] if there is no table, no size in the range, too few sizes for a line or an unknown number of ranks,
    /// or if times are both in seconds and in cycles.
    pub fn from_tables(tables: &[MessageTable], options: &PortOptions) -> Result<Self, Reason> {
        let (tables, cut): (Vec<_>, Vec<_>) =
            tables.iter().cloned().partition(|table| !table.samples.samples.is_empty());
        let tables = &*tables;
        let first = tables.first().ok_or_else(no_table)?;
        let mut fit = Self::empty(origins(tables), first.samples.clock);
        if let Some(other) = tables.iter().find(|table| table.samples.clock != fit.clock) {
            let [origin, other] = [first, other].map(|table| table.samples.origin.clone());
            return Err(mixed_clocks(&origin, &other));
        }
        let one_way = merged(tables.iter().filter(|table| table.quantity == MessageQuantity::OneWay));
        let no_rows = |table: &MessageTable| {
            let quantity = LineQuantity::from(table.quantity);
            format!("a table of {quantity} has no rows and is left out: did the job end early?")
        };
        fit.warnings.extend(cut.iter().map(no_rows));
        let failed: usize = tables.iter().chain(&cut).map(|table| table.failed).sum();
        if failed > 0 {
            fit.warnings.push(format!(
                "rows that failed their validation are left out ({failed}): the library delivered wrong data, so find out why first"
            ));
        }
        fit.warnings.extend(warnings_of(tables.iter().chain(&cut).map(|table| &table.samples)));
        fit.alpha_beta(tables, one_way.as_ref(), options)?;
        fit.loggp(tables, one_way.as_ref(), options)?;
        Ok(fit)
    }

    fn alpha_beta(
        &mut self,
        tables: &[MessageTable],
        one_way: Option<&Samples>,
        options: &PortOptions,
    ) -> Result<(), Reason> {
        let PortOptions { bytes, noise, .. } = *options;
        let mut used = None;
        let line = |quantity, samples: &Samples| LineFit::new(quantity, LineStart::Empty, samples, bytes, noise);
        if let Some(samples) = one_way {
            used = Some(line(LineQuantity::OneWay, samples)?);
        }
        for quantity in [MessageQuantity::Broadcast, MessageQuantity::Reduction] {
            let tables: Vec<&MessageTable> = tables.iter().filter(|table| table.quantity == quantity).collect();
            if tables.is_empty() {
                continue;
            }
            if used.is_some() {
                let samples: usize = tables.iter().map(|table| table.samples.samples.len()).sum();
                let quantity = LineQuantity::from(quantity);
                self.warnings.push(format!(
                    "{samples} rows of {quantity} were not used: other tables give the same parameters more directly"
                ));
                continue;
            }
            let (samples, tree) = steps(&tables, options.ranks)?;
            used = Some(line(quantity.into(), &samples)?);
            self.assumptions.push(tree);
            if quantity == MessageQuantity::Reduction {
                self.assumptions.push(Assumption::OperatorInBeta);
            }
        }
        match used {
            Some(line) => {
                self.piecewise = PiecewiseFit::new(&line.samples.samples);
                if self.piecewise.is_none() {
                    self.warnings.extend(line.doubts());
                }
                self.alpha_beta = Some(AlphaBetaFit { alpha: line.intercept, beta: line.slope });
                self.lines.push(line);
            }
            None => self.missing.push(format!("no [alpha_beta]: add {PING_PONG}")),
        }
        Ok(())
    }

    fn loggp(
        &mut self,
        tables: &[MessageTable],
        one_way: Option<&Samples>,
        options: &PortOptions,
    ) -> Result<(), Reason> {
        let PortOptions { bytes, noise, .. } = *options;
        let gaps = || tables.iter().filter(|table| table.quantity == MessageQuantity::Gap);
        let single = merged(gaps().filter(|table| table.pairs == 1));
        let first = LineStart::FirstByte;
        let fitted = |samples| LineFit::new(LineQuantity::Gap, first, &samples, bytes, noise);
        let gap = single.or_else(|| merged(gaps())).map(fitted).transpose()?;
        self.warnings.extend(gap.iter().flat_map(LineFit::doubts));
        if gap.is_some() && gaps().all(|table| table.pairs > 1) {
            let pairs = gaps().map(|table| table.pairs).max().unwrap_or(1);
            self.assumptions.push(Assumption::PairsApart { pairs });
        }
        let needs =
            [(one_way.is_none(), PING_PONG), (gap.is_none(), MESSAGE_RATE), (options.overhead.is_none(), OVERHEAD)];
        let needs: Vec<&str> = needs.into_iter().filter_map(|(is_missing, need)| is_missing.then_some(need)).collect();
        if !needs.is_empty() {
            let added = added(&needs);
            if self.alpha_beta.is_some() {
                self.warnings.push(format!(
                    "the profile has no overhead of a message, so it cannot tell flat trees from binomial ones: add {added}, or \
                     measure with logpine-mpi measure messages or Netgauge"
                ));
            }
            self.missing.push(format!("no [logp] and no [loggp]: add {added}"));
        }
        if let (Some(gap), Some(one_way), Some(overhead)) = (&gap, one_way, options.overhead) {
            // The samples are those of alpha and beta, so their warnings are known already.
            let line = LineFit::new(LineQuantity::OneWay, first, one_way, bytes, noise)?;
            self.slopes(&line, gap);
            let latency = line.intercept.value - 2.0 * overhead;
            let latency = self.latency("loggp", latency, line.intercept_variance());
            let [overhead_send, overhead_receive] = [exactly(overhead); 2];
            self.logp = Some(LogpFit { latency, overhead_send, overhead_receive, gap: gap.intercept });
            self.loggp = self.logp.map(|short| LoggpFit { short, gap_per_byte: gap.slope });
            self.lines.push(line);
        }
        self.lines.extend(gap);
        Ok(())
    }

    /// Adds a warning if the time per byte differs much between ping-pongs and streams.
    pub(super) fn slopes(&mut self, one_way: &LineFit, gap: &LineFit) {
        let (one_way, gap_per_byte) = (one_way.slope, gap.slope);
        let apart = |low: f64, high: f64| low * SLOPES_APART < high;
        if apart(one_way.high, gap_per_byte.low) || apart(gap_per_byte.high, one_way.low) {
            let (one_way, gap_per_byte) = (one_way.value, gap_per_byte.value);
            self.warnings.push(format!(
                "a byte costs one-way times {one_way:.3e} and gaps {gap_per_byte:.3e}; G is that of the gaps, so LogGP will be off for \
                 long messages that are alone"
            ));
        }
    }
}

/// The distinct files of some tables.
fn origins(tables: &[MessageTable]) -> String {
    let mut origins: Vec<&str> = Vec::new();
    for table in tables {
        if !origins.contains(&table.samples.origin.as_str()) {
            origins.push(&table.samples.origin);
        }
    }
    origins.join(", ")
}

/// The samples of some tables; `None` without tables.
fn merged<'a>(tables: impl Iterator<Item = &'a MessageTable>) -> Option<Samples> {
    let tables: Vec<MessageTable> = tables.cloned().collect();
    let clock = tables.first()?.samples.clock;
    let origin = origins(&tables);
    let discarded = tables.iter().map(|table| table.samples.discarded).sum();
    let samples = tables.into_iter().flat_map(|table| table.samples.samples).collect();
    Some(Samples { origin, clock, samples, discarded, warnings: Vec::new() })
}

/// The times of collectives divided by the number of steps of a binomial tree, ceil(log2 P).
fn steps(tables: &[&MessageTable], ranks: Option<u64>) -> Result<(Samples, Assumption), Reason> {
    let mut scaled: Vec<MessageTable> = Vec::new();
    let (mut fewest, mut most) = (u64::MAX, 0);
    for &table in tables {
        let origin = || table.samples.origin.clone();
        let ranks = table.ranks.or(ranks).ok_or_else(|| {
            reason!("{origin}: the file does not say how many ranks took part; give --ranks", origin = origin())
        })?;
        if ranks < 2 {
            continue;
        }
        (fewest, most) = (fewest.min(ranks), most.max(ranks));
        let steps = f64::from(ceil_log2(ranks));
        let step = |sample: &Sample| Sample { time: sample.time / steps, ..*sample };
        let samples = Samples { samples: table.samples.samples.iter().map(step).collect(), ..table.samples.clone() };
        scaled.push(MessageTable { samples, ..table.clone() });
    }
    let alone = || tables.first().map(|table| table.samples.origin.clone()).unwrap_or_default();
    let samples = merged(scaled.iter()).ok_or_else(|| {
        reason!("{origin}: a collective of 1 rank sends no message; measure with 2 or more", origin = alone())
    })?;
    Ok((samples, Assumption::BinomialTree { fewest, most }))
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_port_fit_from_tables() -> Result<(), Box<dyn std::error::Error>> {
        use crate::measurements::read_osu;
        use crate::port::{PortFit, PortOptions};
        let text = "# OSU MPI Latency Test v7.0\n# Size Latency (us)\n1000 3.00\n2000 4.01\n4000 5.98\n8000 10.02\n";
        let fit = PortFit::from_tables(&read_osu(text.as_bytes(), "latency.txt")?, &PortOptions::default())?;
        let alpha_beta = fit.alpha_beta.ok_or("no alpha-beta")?;
        assert!((alpha_beta.beta.value - 1e-9).abs() < 1e-11, "1 ns a byte");
        assert!(fit.warnings[0].contains("add a message rate (osu_mbw_mr, osu_bw or Uniband) and --overhead TIME,"));
        Ok(())
    }
}
