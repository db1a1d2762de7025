//! The output of `microbench_FE`, a benchmark that comes with MRNet (`tests/microbench_FE.C` of releases 3.0.1 and 5.0.1, which print the
//! same lines; numbers have the six digits of C++).

use super::value::{at_least_zero, count};
use crate::{Sample, Samples};
use logpine_text::text::TextError;
use logpine_text::text::{Line, Text};
use logpine_text::units::Clock;

const BACK_ENDS: &str = "FE: broadcast communicator has ";
const ROUND_TRIP: &str = "FE: roundtrip latency: ";
const NO_RUN: &str = "there is no table of MRNet's microbench_FE in the file; it has a line like `FE: roundtrip latency: \
                      total(sec): 0.1, nIters: 100, avg(sec): 0.001`";

/// Reads the mean time of a wave, in s and one way: half of the round trips that the benchmark times, a broadcast to all back-ends and
/// their reduction. A file may hold several runs on one topology. The point of each sample is the number of back-ends; 0 if it is not
/// said.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_microbench(bytes: &[u8], path: &str) -> Result<Samples, TextError> {
    let source = Text::new(bytes, path)?;
    let (mut samples, mut back_ends) = (Vec::new(), 0);
    for line in source.lines() {
        if let Some(rest) = line.text.strip_prefix(BACK_ENDS) {
            let number = rest.split_whitespace().next().unwrap_or_default();
            let faulty = |fault| source.error(line.span(), fault);
            back_ends = count(number, "backends", "back-ends of the topology").map_err(faulty)?;
        } else if line.text.starts_with(ROUND_TRIP) {
            samples.push(Sample { at: back_ends, time: round_trip(source, line)? / 2.0, line: line.number });
            back_ends = 0;
        }
    }
    if samples.is_empty() {
        return Err(source.error_at_end(NO_RUN));
    }
    Ok(Samples { origin: path.to_owned(), clock: Clock::Second, samples, discarded: 0, warnings: Vec::new() })
}

/// The mean round trip of a line. The total over the iterations has more digits than the mean that is printed.
fn round_trip(source: Text<'_>, line: Line<'_>) -> Result<f64, TextError> {
    let fault = |fault: String| source.error(line.span(), fault);
    let missing = |name: &str| fault(format!("`{name}` is missing in this line"));
    let value = |name: &'static str| {
        let (_, rest) = line.text.split_once(name).ok_or_else(|| missing(name))?;
        Ok(rest.split(',').next().unwrap_or_default().trim())
    };
    let total = at_least_zero(value("total(sec):")?, "total(sec)").map_err(fault)?;
    let iterations = count(value("nIters:")?, "nIters", "round trips").map_err(fault)?;
    if iterations == 0 || total == 0.0 {
        return Err(fault("nothing was timed: run it with more round trips (its first argument)".to_owned()));
    }
    Ok(total / iterations as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = "FE: net instantiation: \n latency(sec): 0.0316\nFE: broadcast communicator has 8 backends\n\
                       FE: starting roundtrip latency experiment\n\
                       FE: roundtrip latency: total(sec): 0.0124, nIters: 100, avg(sec): 0.00012\n\
                       FE: starting reduction throughput experiment\n\
                       FE: reduction throughput: nIters: 100, latency(sec): 0.01, throughput(ops/sec): 10000\n\
                       FE: deleting net\n";

    fn read(text: &str) -> Result<Samples, TextError> {
        read_microbench(text.as_bytes(), "m.txt")
    }

    #[test]
    fn a_round_trip_is_two_waves() {
        let samples = read(&RUN.repeat(2)).expect("two runs").samples;
        assert_eq!(samples, [Sample { at: 8, time: 62e-6, line: 5 }, Sample { at: 8, time: 62e-6, line: 13 }]);
    }

    #[test]
    fn numbers_may_have_exponents() {
        // As `std::cout` prints a total of 95 us.
        let run = RUN.replace(
            "total(sec): 0.0124, nIters: 100, avg(sec): 0.00012",
            "total(sec): 9.5e-05, nIters: 1, avg(sec): 9.5e-05",
        );
        assert_eq!(read(&run).expect("a run").samples, [Sample { at: 8, time: 47.5e-6, line: 5 }]);
    }
}
