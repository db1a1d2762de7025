//! The cost of a child of an overlay node, from rates or from waves.
//!
//! **Rates** A node that serves its children one after the other has a period of x c, so each rate r of a tree whose widest node
//! has x children gives c = 1 / (r x). Errors of rates are relative ones, so c is the geometric mean, and its interval that of
//! the mean of the logarithms by Student's t. Where the line a + x c with relative errors is better by an F test of 5 %, which for one
//! coefficient is its t test, the period has the constant a.
//!
//! **Waves** The [three experiments](super::tan) with t threads: a wave of N leaves to one node takes alpha + ceil(N / t) c,
//! where alpha is L + b of the latencies and chains. The fit of a linear overhead, with ceil(N / t) in place of N, gives both.
//! Waves of a second size tell the gap per byte, see `gap.rs`.

mod gap;
mod waves;

use super::error::{SAMPLES, too_few};
use super::estimate::Variance;
use super::regression::{Noise, Point, Regression, Term};
use super::samples::{joined, warnings_of};
use super::tan::{Form, TanFit, TanMeasurements, TanOptions};
use super::{Estimate, Samples};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Clock;
use std::num::NonZeroU64;
use waves::Waves;

/// The cost of a child, and how well it predicts what was measured. Values are in the unit of the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayFit {
    /// c: the time of a node for each of its children, or of each of its threads for each child that it serves.
    pub per_child: Estimate,
    /// a: the time of a node whatever its children, from rates that ask for one.
    pub constant: Option<Estimate>,
    /// The latency and the threads, from waves; `None` for rates.
    pub waves: Option<WavesFit>,
    /// The least and the greatest fanout that was measured.
    pub fanouts: [u64; 2],
    /// The number of rates, or of waves from leaves to one node.
    pub samples: usize,
    /// The smallest ratio of a measured to the predicted time, of periods or of the mean waves of each fan-in.
    pub least: f64,
    /// The largest ratio.
    pub greatest: f64,
    /// Doubts about the measurements and the fit.
    pub warnings: Vec<String>,
    /// The sources of the measurements.
    pub origin: String,
    /// The unit of the times.
    pub clock: Clock,
}

/// The part of a fit that only waves give.
#[derive(Clone, Debug, PartialEq)]
pub struct WavesFit {
    /// alpha: L + b.
    pub latency: Estimate,
    /// t, as given.
    pub threads: NonZeroU64,
    /// beta: the time of each byte from each child; `None` for waves of one size.
    pub gap_per_byte: Option<Estimate>,
}

/// Waves from leaves to one node with messages of another size than those of the three experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherSize {
    /// The waves.
    pub fan_in: Samples,
    /// The bytes of their messages.
    pub bytes: u64,
    /// The bytes of the messages of the experiments.
    pub experiments: u64,
}

impl OverlayFit {
    /// Fits c to periods by fanout, and a if they ask for it.
    ///
    /// # Errors
    /// [`Reason`] for fewer than two rates.
    pub fn of_rates(measured: &Samples) -> Result<Self, Reason> {
        let samples = measured.samples.len();
        if samples < 2 {
            return Err(too_few(measured, &SAMPLES, samples, 2));
        }
        let logs: Vec<f64> = measured.samples.iter().map(|sample| libm::log(sample.time / sample.at as f64)).collect();
        let mean = logs.iter().sum::<f64>() / samples as f64;
        let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
        let freedom = (samples - 1) as f64;
        let of_logs = Variance { value: squares / freedom / samples as f64, freedom }.of(mean);
        let [value, low, high] = [of_logs.value, of_logs.low, of_logs.high].map(libm::exp);
        let proportional = Estimate { value, standard_error: value * of_logs.standard_error, low, high };
        let line = with_constant(measured);
        let (constant, per_child) = line.map_or((None, proportional), |(constant, slope)| (Some(constant), slope));
        let period = |at: u64| constant.map_or(0.0, |constant| constant.value) + at as f64 * per_child.value;
        let ratios = extremes(measured.samples.iter().map(|sample| sample.time / period(sample.at)));
        let [least, greatest] = ratios;
        let warnings = warnings_of([measured]).into_iter().chain(far_off(ratios)).collect();
        let (fanouts, origin, clock) = (fanouts(measured), measured.origin.clone(), measured.clock);
        Ok(Self { per_child, constant, waves: None, fanouts, samples, least, greatest, warnings, origin, clock })
    }

    /// Fits alpha and c to the three experiments, for nodes with a number of threads; beta, too, if there are waves of another size.
    /// The form of the overhead in the options is ignored.
    ///
    /// # Errors
    /// [`Reason`] if both sizes are the same, and as for [`TanFit::new`].
    pub fn of_waves(
        measured: &TanMeasurements,
        options: &TanOptions,
        threads: NonZeroU64,
        other: Option<&OtherSize>,
    ) -> Result<Self, Reason> {
        let fit = |fan_in: &Samples| {
            let fan_in = Samples { samples: waves::in_turns(fan_in, threads), ..fan_in.clone() };
            let linear = TanOptions { form: Some(Form::Linear), ..*options };
            TanFit::new(&TanMeasurements { fan_in, ..measured.clone() }, &linear)
        };
        let TanFit { latency, chain, fan_in, mut warnings } = fit(&measured.fan_in)?;
        let mut origins = vec![latency.origin, chain.origin, fan_in.origin.clone()];
        let alpha = fan_in.offset;
        let mut waves = vec![Waves::new(fan_in, &measured.fan_in, threads, other.map_or(0, |other| other.experiments))];
        if let Some(OtherSize { fan_in, bytes, experiments }) = other {
            if bytes == experiments {
                let (origin, other_origin) = (measured.fan_in.origin.clone(), fan_in.origin.clone());
                return Err(reason!(
                    "the waves of {origin} and of {other_origin} are both of {bytes} B, which does not tell the gap per byte; measure with another --bytes",
                    bytes = *bytes
                ));
            }
            let fit = fit(fan_in)?;
            origins.push(fit.fan_in.origin.clone());
            warnings.extend(fit.warnings.into_iter().filter(|warning| !warnings.contains(warning)).collect::<Vec<_>>());
            waves.push(Waves::new(fit.fan_in, fan_in, threads, *bytes));
        }
        let (per_child, gap_per_byte) = match &waves[..] {
            [one, other] => {
                let [per_child, gap] = gap::of_two_sizes(one, other);
                (per_child, Some(gap))
            }
            _ => (waves[0].slope(), None),
        };
        let gap = gap_per_byte.map_or(0.0, |gap| gap.value);
        let ratios = extremes(waves.iter().flat_map(|waves| waves.ratios(per_child.value, gap)));
        let [least, greatest] = ratios;
        warnings.extend(far_off(ratios));
        let samples = waves.iter().map(Waves::count).sum();
        let origins: Vec<&str> = origins.iter().map(String::as_str).collect();
        let (origin, clock) = (joined(&origins), measured.latency.clock);
        let waves = Some(WavesFit { latency: alpha, threads, gap_per_byte });
        // Nodes of chains have one child.
        let fanouts = [1, fanouts(&measured.fan_in)[1].max(1)];
        Ok(Self { per_child, constant: None, waves, fanouts, samples, least, greatest, warnings, origin, clock })
    }
}

/// The ratio of a measured to the predicted time, or its inverse, from which on a fit is poor.
const POOR: f64 = 1.5;

/// A warning if the extreme ratios of measured to predicted times are far from 1.
fn far_off(ratios: [f64; 2]) -> Option<String> {
    let [least, greatest] = ratios.map(|ratio| (ratio - 1.0) * 100.0);
    (ratios[1] > POOR || ratios[0] * POOR < 1.0).then(|| {
        format!(
            "the fit is poor: measured times are {least:+.0}% to {greatest:+.0}% of those predicted; look for what else changed \
             between the measurements, and measure more fanouts"
        )
    })
}

/// The part of a period below which a number is an error of rounding.
const ROUNDING: f64 = 1e-9;

/// The line a + x c through periods, if its constant is above 0 by more than chance.
fn with_constant(measured: &Samples) -> Option<(Estimate, Estimate)> {
    let points = Point::group(measured.samples.iter().copied());
    let fit = |terms: &[Term]| Regression::new(&points, terms, Some(Noise::Relative)).ok();
    let line = fit(&[Term::CONSTANT, Term::LINEAR])?;
    let [constant, slope] = line.coefficients[..] else { return None };
    let shortest = measured.samples.iter().map(|sample| sample.time).fold(f64::INFINITY, f64::min);
    if constant.low <= 0.0 || constant.value <= ROUNDING * shortest {
        return None;
    }
    let widest = measured.farthest().0 as f64;
    let (constant, slope) = if slope.value * widest > ROUNDING * shortest {
        (constant, slope.physical(slope.value))
    } else {
        let alone = *fit(&[Term::CONSTANT])?.coefficients.first()?;
        (alone.physical(alone.value), slope.physical(0.0))
    };
    let is_exact = line.deviation < ROUNDING;
    let exactly = |of: Estimate| Estimate { standard_error: 0.0, low: of.value, high: of.value, ..of };
    Some(if is_exact { (exactly(constant), exactly(slope)) } else { (constant, slope) })
}

/// The least and the greatest fanout of some samples.
fn fanouts(measured: &Samples) -> [u64; 2] {
    let at = measured.samples.iter().map(|sample| sample.at);
    at.fold([u64::MAX, 0], |[least, most], at| [least.min(at), most.max(at)])
}

/// The smallest and the largest of some ratios.
fn extremes(ratios: impl Iterator<Item = f64>) -> [f64; 2] {
    ratios.fold([f64::INFINITY, 0.0], |[least, greatest], ratio| [ratio.min(least), ratio.max(greatest)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sample;
    use crate::measurements::read_rates;

    /// flux-core #6806: 1,536 brokers, jobs a second by topology; mincrit:k has k routers.
    #[test]
    fn the_seven_rates_of_flux() {
        let file = include_str!("../../../../instances/overlays/flux_6806.csv");
        let fit = OverlayFit::of_rates(&read_rates(file.as_bytes(), "flux.csv").expect("seven rows")).expect("a fit");
        let micro = [fit.per_child.value, fit.per_child.low, fit.per_child.high].map(|time| time * 1e6);
        assert_eq!(fit.samples, 7);
        // By hand: the products of rate and fanout are 12,434, 12,390, 12,186, 11,549, 13,495, 11,016 and 11,565.
        let product: f64 =
            [8.1 * 1535.0, 24.2 * 512.0, 95.2 * 128.0, 22.6 * 511.0, 44.1 * 306.0, 64.8 * 170.0, 83.2 * 139.0]
                .into_iter()
                .map(libm::log)
                .sum::<f64>()
                / 7.0;
        assert!((micro[0] - 1e6 / libm::exp(product)).abs() < 1e-6, "{micro:?}");
        assert!((82.0..84.0).contains(&micro[0]), "{micro:?}");
        assert!(micro[1] > 77.0 && micro[2] < 89.0, "{micro:?}");
        assert!((0.88..0.92).contains(&fit.least) && (1.08..1.12).contains(&fit.greatest), "{fit:?}");
    }

    #[test]
    fn one_rate_is_too_few() {
        let one = read_rates(b"fanout,rate_per_s\n4,100\n", "r.csv").expect("a row");
        assert!(OverlayFit::of_rates(&one).is_err_and(|reason| reason.says("at least 2 are needed")));
    }

    fn periods(of: impl Iterator<Item = (u64, f64)>) -> OverlayFit {
        OverlayFit::of_rates(&measured("rates", of.collect())).expect("a fit")
    }

    /// The reports of users: a rate that does not depend on the fanout, and one that is proportional to it but for rounding.
    #[test]
    fn rates_have_a_constant_where_they_ask_for_it() {
        let of = |file: &[u8]| OverlayFit::of_rates(&read_rates(file, "r.csv").expect("rows")).expect("a fit");
        let flat = of(include_bytes!("../../../../instances/overlays/flat_rates.csv"));
        assert!(
            (flat.constant.expect("a constant").value - 0.1).abs() < 1e-12 && flat.per_child.value < 1e-12,
            "{flat:?}"
        );
        assert!((flat.least - 1.0).abs() < 1e-9 && (flat.greatest - 1.0).abs() < 1e-9 && flat.warnings.is_empty());
        let wide = of(include_bytes!("../../../../instances/overlays/wide_rates.csv"));
        assert_eq!((wide.constant, wide.fanouts), (None, [128, 1024]));
        let flux = of(include_bytes!("../../../../instances/overlays/flux_6806.csv"));
        assert_eq!((flux.constant, flux.fanouts), (None, [128, 1535]));
        let exact = periods([1, 3, 7, 20, 100].map(|x| (x, 0.3 * x as f64)).into_iter());
        assert_eq!(exact.constant, None, "a constant of rounding errors");
    }

    #[test]
    fn rates_with_noise_give_the_constant_and_the_slope_that_made_them() {
        let mut random = logpine_text::random::Generator::new(7);
        let fanouts = [2, 4, 8, 16, 32, 64, 128, 256];
        let (mut held, mut kept, mut cases) = ([0, 0], 0, 0);
        for noise in [0.01, 0.03, 0.1] {
            for (constant, slope) in [(0.1, 0.0), (0.1, 0.001), (0.01, 0.002), (1.0, 0.1)] {
                for _ in 0..50 {
                    let mut error = || 1.0 + noise * (0..12).map(|_| random.fraction()).sum::<f64>() - noise * 6.0;
                    let fit = periods(fanouts.map(|x| (x, (constant + slope * x as f64) * error())).into_iter());
                    cases += 1;
                    let Some(found) = fit.constant else { continue };
                    kept += 1;
                    held[0] += usize::from(found.low <= constant && constant <= found.high);
                    held[1] += usize::from(fit.per_child.low <= slope && slope <= fit.per_child.high);
                    assert!((found.value / constant - 1.0).abs() < 10.0 * noise, "{constant} {slope} {noise}: {fit:?}");
                }
            }
        }
        assert!(kept * 100 >= cases * 95, "{kept} of {cases}");
        assert!(
            held.iter().all(|&held| held * 100 >= kept * 90),
            "intervals of 95 % hold the truth: {held:?} of {kept}"
        );
        let mut found = 0;
        for _ in 0..200 {
            let mut error = || 1.0 + 0.05 * (random.fraction() - 0.5);
            let fit = periods(fanouts.map(|x| (x, 0.01 * x as f64 * error())).into_iter());
            found += usize::from(fit.constant.is_some());
        }
        assert!(found <= 20, "without a constant one is found by chance, {found} of 200 times");
    }

    #[test]
    fn rates_that_no_line_describes_are_a_poor_fit() {
        let fit = periods([(4, 0.4), (8, 0.02), (16, 9.0), (32, 0.1), (64, 3.0)].into_iter());
        assert!(matches!(&fit.warnings[..], [words] if words.starts_with("the fit is poor")), "{fit:?}");
    }

    fn measured(origin: &str, times: Vec<(u64, f64)>) -> Samples {
        Samples {
            origin: origin.to_owned(),
            clock: Clock::Cycle,
            samples: times.into_iter().map(|(at, time)| Sample { at, time, line: 0 }).collect(),
            discarded: 0,
            warnings: Vec::new(),
        }
    }

    /// L = 100, b = 20, c = 10, t = 4.
    fn waves_of_four_threads() -> TanMeasurements {
        let fan_ins = [1_u64, 3, 4, 5, 8, 11, 16, 17, 64];
        TanMeasurements {
            latency: measured("latency", vec![(0, 99.0), (0, 101.0)]),
            chain: measured("chain", vec![(1, 140.0), (2, 280.0), (3, 420.0)]),
            fan_in: measured("fan-in", fan_ins.map(|n| (n, 120.0 + 10.0 * n.div_ceil(4) as f64)).to_vec()),
        }
    }

    #[test]
    fn waves_of_threads_give_what_made_them() {
        let of = |threads| OverlayFit::of_waves(&waves_of_four_threads(), &TanOptions::default(), threads, None);
        let fit = of(NonZeroU64::new(4).expect("4")).expect("a fit");
        let waves = fit.waves.expect("of waves");
        assert!((fit.per_child.value - 10.0).abs() < 1e-9, "{:?}", fit.per_child);
        assert!((waves.latency.value - 120.0).abs() < 1e-9, "{:?}", waves.latency);
        assert!((fit.least - 1.0).abs() < 1e-9 && (fit.greatest - 1.0).abs() < 1e-9);
        assert_eq!((fit.samples, waves.threads.get(), fit.origin.as_str()), (9, 4, "latency; chain; fan-in"));
        // One thread describes the same waves worse, and has a cost near a quarter.
        assert_eq!(waves.gap_per_byte, None);
        let one = of(NonZeroU64::MIN).expect("a fit");
        assert!((2.0..3.5).contains(&one.per_child.value) && one.greatest - one.least > 0.05, "{one:?}");
    }
    /// Waves of so many bytes from leaves, with alpha = 120, c = 10 and beta = 0.25, and a relative error of up to 1 % of any sign.
    fn waves_of(bytes: u64, threads: u64, fan_ins: &[u64], error: f64) -> Samples {
        let time = |n: u64| 120.0 + 10.0 * n.div_ceil(threads) as f64 + 0.25 * (n * bytes) as f64;
        let scatter = |row: usize| 1.0 + error * [0.7, -1.0, 0.2, 1.0, -0.6, -0.3][row % 6];
        let rows = fan_ins.iter().flat_map(|&n| [n, n, n]).enumerate();
        measured("waves", rows.map(|(row, n)| (n, time(n) * scatter(row))).collect())
    }

    #[test]
    fn waves_of_two_sizes_tell_the_gap_per_byte() {
        for (threads, fan_ins) in
            [(1, vec![1, 2, 4, 8, 16]), (4, vec![1, 3, 4, 5, 8, 11, 16, 17, 64]), (3, vec![2, 7, 10])]
        {
            for (experiments, bytes) in [(8, 1000), (1000, 8), (1, 2)] {
                let fit = |error| {
                    let fan_in = waves_of(experiments, threads, &fan_ins, error);
                    let waves = TanMeasurements { fan_in, ..waves_of_four_threads() };
                    let other = OtherSize { fan_in: waves_of(bytes, threads, &fan_ins, error), bytes, experiments };
                    let threads = NonZeroU64::new(threads).expect("above 0");
                    OverlayFit::of_waves(&waves, &TanOptions::default(), threads, Some(&other)).expect("a fit")
                };
                let gap =
                    |fit: &OverlayFit| fit.waves.as_ref().and_then(|waves| waves.gap_per_byte).expect("two sizes");
                let exact = fit(0.0);
                assert!((exact.per_child.value - 10.0).abs() < 1e-6, "{threads} {bytes}: {:?}", exact.per_child);
                assert!((gap(&exact).value - 0.25).abs() < 1e-9, "{threads} {bytes}: {:?}", gap(&exact));
                assert!((exact.least - 1.0).abs() < 1e-9 && (exact.greatest - 1.0).abs() < 1e-9, "{exact:?}");
                assert_eq!(exact.samples, 6 * fan_ins.len());
                let noisy = fit(0.01);
                let (found, per_child) = (gap(&noisy), noisy.per_child);
                assert!(found.low < 0.25 && 0.25 < found.high, "{threads} {bytes}: {found:?}");
                assert!(per_child.low < 10.0 && 10.0 < per_child.high, "{threads} {bytes}: {per_child:?}");
            }
        }
    }

    #[test]
    fn waves_that_do_not_take_longer_with_their_size_have_no_gap() {
        let fan_ins = [1, 2, 4, 8, 16];
        let waves = TanMeasurements { fan_in: waves_of(8, 1, &fan_ins, 0.0), ..waves_of_four_threads() };
        let of = |bytes, of_bytes| {
            let other = OtherSize { fan_in: waves_of(of_bytes, 1, &fan_ins, 0.0), bytes, experiments: 8 };
            OverlayFit::of_waves(&waves, &TanOptions::default(), NonZeroU64::MIN, Some(&other))
        };
        let fit = of(1000, 4).expect("a fit");
        let gap = fit.waves.and_then(|waves| waves.gap_per_byte).expect("two sizes");
        assert_eq!((gap.value, gap.low), (0.0, 0.0));
        assert!((fit.per_child.value - 12.0).abs() < 1e-9, "as without another size: {:?}", fit.per_child);
        assert!(of(8, 8).is_err_and(|reason| reason.says("are both of 8 B")));
    }
}
