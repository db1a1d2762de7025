use super::*;
use crate::fit::measurements::{MessageQuantity, MessageTable, NetgaugeRow, NetgaugeTable, PlogpRow, PlogpTable};
use crate::fit::{Sample, Samples};
use MessageQuantity::{Broadcast, OneWay, Reduction};
use PortSection::{Loggp, Logp};

const SIZES: [u64; 11] = [0, 1, 8, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];

fn samples(times: impl Iterator<Item = (u64, f64)>) -> Samples {
    let samples = times.zip(1u32..).map(|((at, time), line)| Sample { at, time, line }).collect();
    Samples { origin: "file".into(), clock: Clock::Second, samples, discarded: 0 }
}

/// A table with the times of a function of the size.
fn table(quantity: MessageQuantity, ranks: Option<u64>, time: impl Fn(u64) -> f64) -> MessageTable {
    let samples = samples(SIZES.iter().map(|&bytes| (bytes, time(bytes))));
    MessageTable { benchmark: "test".into(), quantity, ranks, pairs: 1, samples }
}

fn line(first: f64, per_byte: f64) -> impl Fn(u64) -> f64 {
    move |bytes| first + per_byte * bytes as f64
}

fn stream(first: f64, per_byte: f64) -> impl Fn(u64) -> f64 {
    move |bytes| first + per_byte * bytes.saturating_sub(1) as f64
}

fn assert_close(found: Estimate, expected: f64, what: &str) {
    assert!((found.value / expected - 1.0).abs() < 1e-9, "{what}: {} is not {expected}", found.value);
    assert!(found.low <= found.value && found.value <= found.high, "{what}: {found:?}");
}

const NOTHING: PortOptions = PortOptions { bytes: SizeRange::ALL, overhead: None, ranks: None, noise: None };

#[test]
fn alpha_and_beta_come_back() {
    let times = line(1.5e-6, 0.25e-9);
    let fit = PortFit::from_tables(&[table(OneWay, None, times)], &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert_close(alpha, 1.5e-6, "alpha");
    assert_close(beta, 0.25e-9, "beta");
    let line = fit.line(LineQuantity::OneWay, LineStart::Empty).expect("a line");
    assert!(line.regression.r_squared > 1.0 - 1e-12 && line.regression.samples == SIZES.len());
    assert_eq!((line.bytes, fit.warnings.len()), (SizeRange { from: 0, to: 1_048_576 }, 0));
    let missing: Vec<(PortSection, Need)> = fit.missing.iter().map(|missing| (missing.section, missing.need)).collect();
    assert_eq!(missing, [(Logp, Need::Gap), (Logp, Need::Overhead), (Loggp, Need::Gap), (Loggp, Need::Overhead)]);
    assert!(fit.missing[1].to_string().contains("give it with --overhead"));
}

#[test]
fn loggp_comes_back_where_the_overhead_is_given() {
    let (latency, overhead, gap, per_byte) = (3.2e-6, 1.1e-6, 1.01e-6, 0.446e-9);
    let tables = [
        table(OneWay, Some(2), stream(latency + 2.0 * overhead, per_byte)),
        table(MessageQuantity::Gap, Some(2), stream(gap, per_byte)),
    ];
    let options = PortOptions { overhead: Some(overhead), ..NOTHING };
    let fit = PortFit::from_tables(&tables, &options).expect("a fit");
    let LoggpFit { short, gap_per_byte } = fit.loggp.expect("a section");
    assert_close(short.latency, latency, "L");
    assert_close(short.gap, gap, "g");
    assert_close(gap_per_byte, per_byte, "G");
    assert_eq!((short.overhead_send, short.overhead_receive), (exactly(overhead), exactly(overhead)));
    assert_eq!((fit.logp, fit.missing.len(), fit.warnings.len(), fit.lines.len()), (Some(short), 0, 0, 3));

    let pairs = [tables[0].clone(), MessageTable { pairs: 4, ..tables[1].clone() }];
    let fit = PortFit::from_tables(&pairs, &options).expect("a fit");
    assert_eq!(fit.assumptions, [Assumption::PairsApart { pairs: 4 }]);
    let both =
        [tables[0].clone(), tables[1].clone(), MessageTable { pairs: 4, ..table(MessageQuantity::Gap, None, |_| 9.0) }];
    let fit = PortFit::from_tables(&both, &options).expect("a fit");
    assert_close(fit.loggp.expect("a section").gap_per_byte, per_byte, "single pairs count");
    assert_eq!(fit.assumptions, []);

    let fit = PortFit::from_tables(&tables[1..], &NOTHING).expect("gaps alone");
    assert_eq!((fit.alpha_beta, fit.loggp, fit.lines.len(), fit.missing.len()), (None, None, 1, 5));
}

#[test]
fn too_long_an_overhead_leaves_no_latency() {
    let tables = [table(OneWay, None, stream(2e-6, 1e-9)), table(MessageQuantity::Gap, None, stream(1e-6, 1e-9))];
    let fit = PortFit::from_tables(&tables, &PortOptions { overhead: Some(1.5e-6), ..NOTHING }).expect("a fit");
    let latency = fit.logp.expect("a section").latency;
    assert_eq!((latency.value, latency.low), (0.0, 0.0));
    assert!(
        matches!(fit.warnings[..], [PortWarning::NegativeLatency { section: Loggp, estimate }] if (estimate + 1e-6).abs() < 1e-12)
    );
}

#[test]
fn a_byte_that_costs_a_ping_pong_more_is_told() {
    let tables = [table(OneWay, None, stream(5e-6, 2e-9)), table(MessageQuantity::Gap, None, stream(1e-6, 1e-9))];
    let fit = PortFit::from_tables(&tables, &PortOptions { overhead: Some(1e-6), ..NOTHING }).expect("a fit");
    assert!(matches!(fit.warnings[..], [PortWarning::OtherSlope { .. }]), "{:?}", fit.warnings);
}

#[test]
fn collectives_are_taken_for_binomial_trees() {
    let of = |quantity, ranks: u64, steps: f64| {
        table(quantity, Some(ranks), move |bytes| steps * (2e-6 + 1e-9 * bytes as f64))
    };
    let tables = [
        of(Broadcast, 2, 1.0),
        of(Broadcast, 5, 3.0),
        of(Broadcast, 8, 3.0),
        of(Broadcast, 9, 4.0),
        of(Broadcast, 1, 0.0),
    ];
    let fit = PortFit::from_tables(&tables, &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert_close(alpha, 2e-6, "alpha");
    assert_close(beta, 1e-9, "beta");
    assert_eq!(fit.assumptions, [Assumption::BinomialTree { fewest: 2, most: 9 }]);
    assert_eq!(fit.lines[0].quantity, LineQuantity::BroadcastStep);

    let unknown = MessageTable { ranks: None, ..of(Reduction, 8, 3.0) };
    let error = PortFit::from_tables(std::slice::from_ref(&unknown), &NOTHING).expect_err("P is not known");
    assert_eq!(error.to_string(), "file: the file does not say how many ranks took part; give --ranks");
    let options = PortOptions { ranks: Some(8), ..NOTHING };
    let fit = PortFit::from_tables(std::slice::from_ref(&unknown), &options).expect("a fit");
    assert_close(fit.alpha_beta.expect("a section").alpha, 2e-6, "alpha");
    assert_eq!(fit.assumptions, [Assumption::BinomialTree { fewest: 8, most: 8 }, Assumption::OperatorInBeta]);
    let error = PortFit::from_tables(&[of(Broadcast, 1, 0.0)], &NOTHING).expect_err("no message");
    assert_eq!(error, PortFitError::OneRank { origin: "file".into() });

    let tables = [of(OneWay, 2, 1.0), of(Broadcast, 8, 7.0)];
    let fit = PortFit::from_tables(&tables, &NOTHING).expect("a fit");
    assert_close(fit.alpha_beta.expect("a section").beta, 1e-9, "ping-pongs count");
    let unused = PortWarning::Unused { quantity: LineQuantity::BroadcastStep, samples: SIZES.len() };
    assert_eq!((fit.warnings, fit.assumptions), (vec![unused], vec![]));
}

/// Netgauge's measurements of a machine that follows LogGP.
fn netgauge(short: [f64; 4], per_byte: f64) -> NetgaugeTable {
    let [latency, send, receive, gap] = short;
    let row = |(&bytes, line): (&u64, u32)| {
        let stream = per_byte * bytes.saturating_sub(1) as f64;
        let round_trip = 2.0 * (latency + send + receive + stream);
        NetgaugeRow {
            bytes,
            messages: 10,
            round_trip,
            train: round_trip + 9.0 * (gap + stream),
            spaced_train: round_trip + 9.0 * (round_trip + send),
            overhead_send: send,
            overhead_receive: receive,
            line,
        }
    };
    NetgaugeTable { origin: "loggp.out".into(), rows: SIZES.iter().zip(4u32..).map(row).collect() }
}

#[test]
fn everything_comes_back_from_netgauge() {
    let (latency, send, receive, gap, per_byte) = (3.2e-6, 1.15e-6, 1.07e-6, 1.01e-6, 0.446e-9);
    let table = netgauge([latency, send, receive, gap], per_byte);
    let fit = PortFit::from_netgauge(&table, &NOTHING).expect("a fit");
    let LoggpFit { short, gap_per_byte } = fit.loggp.expect("a section");
    assert_close(short.latency, latency, "L");
    assert_close(short.overhead_send, send, "o_s");
    assert_close(short.overhead_receive, receive, "o_r");
    assert_close(short.gap, gap, "g");
    assert_close(gap_per_byte, per_byte, "G");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    // A ping-pong of 0 bytes takes as long as one of 1 byte, so the line through all is off by less than G.
    assert!((alpha.value - (latency + send + receive)).abs() < per_byte && (beta.value / per_byte - 1.0).abs() < 1e-3);
    let plogp = fit.plogp.as_ref().expect("a section");
    assert_close(plogp.latency, latency + send + receive - gap, "PLogP's L");
    assert_eq!((plogp.gap.len(), plogp.overhead_send[3]), (SIZES.len(), TablePoint { bytes: 64, time: send }));
    assert!((plogp.gap[10].time / (gap + per_byte * 1_048_575.0) - 1.0).abs() < 1e-9);
    assert_eq!((fit.warnings, fit.missing, fit.lines.len()), (vec![], vec![], 5));

    let given = PortOptions { overhead: Some(0.5e-6), bytes: SizeRange { from: 1, to: 65_536 }, ..NOTHING };
    let fit = PortFit::from_netgauge(&table, &given).expect("a fit");
    let short = fit.logp.expect("a section");
    assert_close(short.latency, latency + send + receive - 1e-6, "L with o given");
    assert_eq!(short.overhead_receive, exactly(0.5e-6));
    assert_eq!((fit.plogp.expect("a section").gap.len(), fit.lines[0].samples.discarded), (8, 3));
}

#[test]
fn netgauge_rows_that_repeat_or_are_negative() {
    let mut table = netgauge([3e-6, 1e-6, 1e-6, 1e-6], 1e-9);
    table.rows.push(NetgaugeRow { overhead_send: 3e-6, ..table.rows[4] });
    table.rows[0].overhead_send = -1e-6;
    let fit = PortFit::from_netgauge(&table, &NOTHING).expect("a fit");
    let plogp = fit.plogp.expect("a section");
    assert_eq!((plogp.overhead_send.len(), plogp.overhead_send[0].time, plogp.overhead_send[4].time), (11, 0.0, 2e-6));
    let negative = PortWarning::NegativeTimes { quantity: LineQuantity::OverheadSend, sizes: 1 };
    assert!(fit.warnings.contains(&negative), "{:?}", fit.warnings);
    for row in &mut table.rows {
        row.overhead_receive = 1e-6 + 1e-9 * row.bytes as f64;
    }
    let fit = PortFit::from_netgauge(&table, &NOTHING).expect("a fit");
    let grows = |warning: &PortWarning| {
        matches!(warning, PortWarning::GrowingOverhead { quantity: LineQuantity::OverheadReceive, .. })
    };
    assert!(fit.warnings.iter().any(grows), "{:?}", fit.warnings);
}

#[test]
fn tables_of_plogp_stay_as_they_are() {
    let row = |bytes, line| {
        let gap = 3.0 + bytes as f64;
        PlogpRow { bytes, overhead_send: 1.0, overhead_receive: 2.0, gap, round_trip: None, line }
    };
    let rows = vec![row(0, 2), row(8, 3), row(64, 4)];
    let table = |latency| PlogpTable {
        origin: "plogp".into(),
        clock: Clock::Cycle,
        latency: Some(latency),
        rows: rows.clone(),
    };
    let measured = |round_trip| {
        let mut table = PlogpTable { latency: None, ..table(0.0) };
        table.rows[0].round_trip = Some(round_trip);
        table
    };
    let fit = PortFit::from_plogp(&measured(20.0), &NOTHING).expect("a fit");
    let plogp = fit.plogp.expect("a section");
    assert_eq!(
        (plogp.latency.value, plogp.gap[2], fit.clock),
        (7.0, TablePoint { bytes: 64, time: 67.0 }, Clock::Cycle)
    );
    assert_eq!((fit.loggp, fit.loggops, fit.lines.len()), (None, None, 0), "no round trips");
    let options = PortOptions { bytes: SizeRange { from: 1, to: 64 }, ..NOTHING };
    let fit = PortFit::from_plogp(&table(5.0), &options).expect("a fit");
    let plogp = fit.plogp.expect("a section");
    assert_eq!((plogp.latency.value, plogp.overhead_receive.len()), (5.0, 2));
    let fit = PortFit::from_plogp(&measured(2.0), &NOTHING).expect("a fit");
    assert_eq!(fit.warnings, [PortWarning::NegativeLatency { section: PortSection::Plogp, estimate: -2.0 }]);
    let options = PortOptions { bytes: SizeRange { from: 100, to: 200 }, ..NOTHING };
    let error = PortFit::from_plogp(&table(5.0), &options).expect_err("no size");
    assert_eq!(error.to_string(), "plogp: no gaps for 100-200 bytes; the file has 0-64");
}

/// L, `o_s`, `o_r` and g of the machine that [`measured`] measures, and G and O.
const TRUTH: ([f64; 4], f64, f64) = ([3.2e-6, 1.2e-6, 0.9e-6, 2.5e-6], 0.446e-9, 0.21e-9);

/// Times of messages on a machine that follows LogGOPS. Sends of more than `eager` bytes take a round trip.
fn measured(eager: u64) -> PlogpTable {
    let ([latency, send, receive, gap], per_byte, copy) = TRUTH;
    let row = |(&bytes, line): (&u64, u32)| {
        let further = bytes.saturating_sub(1) as f64;
        let one_way = latency + send + receive + per_byte * further;
        PlogpRow {
            bytes,
            overhead_send: if bytes > eager { 2.0 * one_way } else { send + copy * further },
            overhead_receive: receive + copy * further,
            gap: gap + per_byte * further,
            round_trip: Some(2.0 * one_way),
            line,
        }
    };
    let rows = SIZES.iter().zip(2u32..).map(row).collect();
    PlogpTable { origin: "messages.csv".into(), clock: Clock::Second, latency: None, rows }
}

#[test]
fn everything_comes_back_from_measured_messages() {
    let ([latency, send, receive, gap], per_byte, copy) = TRUTH;
    let fit = PortFit::from_plogp(&measured(u64::MAX), &NOTHING).expect("a fit");
    let LoggopsFit { loggp, overhead_per_byte, rendezvous_above } = fit.loggops.expect("a section");
    assert_close(loggp.short.latency, latency, "L");
    assert_close(loggp.short.overhead_send, send, "o_s");
    assert_close(loggp.short.overhead_receive, receive, "o_r");
    assert_close(loggp.short.gap, gap, "g");
    assert_close(loggp.gap_per_byte, per_byte, "G");
    assert_close(overhead_per_byte, copy, "O");
    assert_eq!((rendezvous_above, fit.loggp, fit.logp), (None, Some(loggp), Some(loggp.short)));
    assert_close(fit.plogp.as_ref().expect("a section").latency, latency + send + receive - gap, "PLogP's L");
    assert_eq!(fit.sections(), ["alpha_beta", "logp", "loggp", "loggops", "plogp"]);
    assert!(fit.alpha_beta.is_some() && fit.lines.len() == 5, "{:?}", fit.lines);
}

#[test]
fn sends_that_wait_do_not_count_as_overhead() {
    let ([_, send, ..], _, copy) = TRUTH;
    let fit = PortFit::from_plogp(&measured(65_536), &NOTHING).expect("a fit");
    let LoggopsFit { loggp, overhead_per_byte, rendezvous_above } = fit.loggops.expect("a section");
    assert_eq!(rendezvous_above, Some(65_536));
    assert_close(loggp.short.overhead_send, send, "o_s");
    assert_close(overhead_per_byte, copy, "O");
    assert_eq!(fit.line(LineQuantity::OverheadSend, LineStart::FirstByte).expect("a line").bytes.to, 65_536);
}

#[test]
fn ranks_of_one_host_are_a_part_of_the_fit() {
    let fit = || PortFit::from_plogp(&measured(u64::MAX), &NOTHING).expect("a fit");
    let both = fit().with_host(PortFit { origin: "messages-host.csv".into(), ..fit() }).expect("one clock");
    assert_eq!(both.origin, "messages.csv, messages-host.csv");
    let names: Vec<String> = both.estimates().into_iter().map(|found| found.name).collect();
    assert!(names.len() == 18 && names[9] == "within.host.alpha_beta.alpha", "{names:?}");
    assert_eq!(fit().of_one_host().assumptions, [Assumption::OneHost]);
    let error = fit().with_host(PortFit { clock: Clock::Cycle, ..fit() }).expect_err("two clocks");
    assert!(error.to_string().contains("times in seconds and in cycles"), "{error}");
}

#[test]
fn nothing_is_negative() {
    let sinking = table(OneWay, None, |bytes| 5e-6 - 1e-12 * bytes as f64);
    let fit = PortFit::from_tables(&[sinking], &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert!(beta.value == 0.0 && beta.low == 0.0 && alpha.value > 3.9e-6 && alpha.value < 5e-6);
    assert!(
        matches!(fit.warnings[0], PortWarning::NegativeSlope { quantity: LineQuantity::OneWay, estimate } if estimate < 0.0)
    );
    let long = |bytes: u64| if bytes < 60_000 { None } else { Some((bytes, 1e-9 * bytes as f64 - 20e-6)) };
    let times = samples(SIZES.iter().filter_map(|&bytes| long(bytes)).chain([(100_000, 80e-6)]));
    let late = MessageTable { samples: times, ..table(OneWay, None, |_| 0.0) };
    let fit = PortFit::from_tables(&[late], &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert!(alpha.value == 0.0 && beta.value > 0.0 && beta.value < 1e-9);
    assert!(matches!(fit.warnings[0], PortWarning::NegativeIntercept { .. }));
}

#[test]
fn a_change_of_protocol_is_found_and_the_range_offered() {
    let jump = |bytes: u64| if bytes <= 8_192 { 2e-6 + 1e-9 * bytes as f64 } else { 20e-6 + 0.5e-9 * bytes as f64 };
    let jumping = [table(OneWay, None, jump)];
    let fit = PortFit::from_tables(&jumping, &NOTHING).expect("a fit");
    let [PortWarning::Jump { below, above, .. }] = fit.warnings[..] else { panic!("{:?}", fit.warnings) };
    assert_eq!((below, above), (SizeRange { from: 0, to: 4_096 }, SizeRange { from: 16_384, to: 1_048_576 }));
    let message = fit.warnings[0].to_string();
    assert!(message.contains("--bytes 0-4096 or --bytes 16384-1048576"), "{message}");
    for (bytes, expected) in [(below, [2e-6, 1e-9]), (above, [20e-6, 0.5e-9])] {
        let fit = PortFit::from_tables(&jumping, &PortOptions { bytes, ..NOTHING }).expect("a fit");
        let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
        assert_close(alpha, expected[0], "alpha");
        assert_close(beta, expected[1], "beta");
        assert_eq!(fit.warnings, []);
    }
    let bent = table(OneWay, None, |bytes| 1e-6 * (bytes as f64 + 1.0).sqrt());
    let fit = PortFit::from_tables(&[bent], &NOTHING).expect("a fit");
    assert!(matches!(fit.warnings[0], PortWarning::Jump { .. } | PortWarning::Bent { .. }), "{:?}", fit.warnings);
}

#[test]
fn what_cannot_be_fitted_is_an_error() {
    let times = || table(OneWay, None, line(1e-6, 1e-9));
    assert_eq!(PortFit::from_tables(&[], &NOTHING), Err(PortFitError::NoTable));
    let options = PortOptions { bytes: SizeRange { from: 2, to: 7 }, ..NOTHING };
    let error = PortFit::from_tables(&[times()], &options).expect_err("no size");
    assert_eq!(error.to_string(), "file: no one-way times for 2-7 bytes; the file has 0-1048576");
    let options = PortOptions { bytes: SizeRange { from: 8, to: 64 }, ..NOTHING };
    let error = PortFit::from_tables(&[times()], &options).expect_err("two sizes");
    assert!(error.to_string().starts_with("file: one-way times: 2 samples for 2 coefficients"), "{error}");
    let mut cycles = times();
    cycles.samples.clock = Clock::Cycle;
    cycles.samples.origin = "other".into();
    let error = PortFit::from_tables(&[times(), cycles], &NOTHING).expect_err("clocks");
    assert_eq!(error.to_string(), "file and other have times in seconds and in cycles; give all in one of them");
}

/// Normal deviates with mean 0 and variance 1: `SplitMix64`, and Box and Muller.
struct Normal(u64);

impl Normal {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    const SEEDS: u64 = 400;
    let (latency, overhead, gap, per_byte) = (3.2e-6, 1.1e-6, 1.01e-6, 0.446e-9);
    let mut held = [0u64; 5];
    let mut doubted = 0;
    for seed in 0..SEEDS {
        let mut normal = Normal(seed << 20);
        let mut noisy = |quantity, time: &dyn Fn(u64) -> f64| {
            let times: Vec<(u64, f64)> = (0..5 * SIZES.len())
                .map(|place| {
                    (SIZES[place % SIZES.len()], time(SIZES[place % SIZES.len()]) * (1.0 + 0.05 * normal.next()))
                })
                .collect();
            MessageTable { samples: samples(times.into_iter()), ..table(quantity, None, |_| 0.0) }
        };
        let one_way = stream(latency + 2.0 * overhead, per_byte);
        let tables = [noisy(OneWay, &one_way), noisy(MessageQuantity::Gap, &stream(gap, per_byte))];
        let options = PortOptions { overhead: Some(overhead), ..NOTHING };
        let fit = PortFit::from_tables(&tables, &options).expect("a fit");
        let (alpha_beta, loggp) = (fit.alpha_beta.expect("a section"), fit.loggp.expect("a section"));
        doubted += u64::from(!fit.warnings.is_empty());
        let holds = |estimate: Estimate, truth: f64| u64::from(estimate.low <= truth && truth <= estimate.high);
        held[0] += holds(alpha_beta.alpha, latency + 2.0 * overhead);
        held[1] += holds(alpha_beta.beta, per_byte);
        held[2] += holds(loggp.short.latency, latency);
        held[3] += holds(loggp.short.gap, gap);
        held[4] += holds(loggp.gap_per_byte, per_byte);
    }
    // 95 % of 400, plus or minus 2.75 standard deviations of a binomial count.
    assert!(held.iter().all(|&count| (368..=392).contains(&count)), "{held:?} of {SEEDS}");
    assert!(doubted <= SEEDS / 50, "{doubted} straight lines of {SEEDS} are doubted");
}
