//! Fits to tables of one-way times, gaps and collectives.

use super::*;
use logpine_text::reason::Reason;

/// The warnings begin with these words, one after the other.
fn warns(fit: &PortFit, beginnings: &[&str]) {
    let begins = fit.warnings.iter().zip(beginnings).all(|(said, beginning)| said.starts_with(beginning));
    assert!(begins && fit.warnings.len() == beginnings.len(), "{:?}", fit.warnings);
}

/// One-way times are all there is.
const ALONE: &str = "the profile has no overhead of a message, so it cannot tell flat trees from binomial ones: add a message rate \
                     (osu_mbw_mr, osu_bw or Uniband) and --overhead TIME, or measure with";

#[test]
fn alpha_and_beta_come_back() {
    let times = line(1.5e-6, 0.25e-9);
    let fit = PortFit::from_tables(&[table(OneWay, None, times)], &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert_close(alpha, 1.5e-6, "alpha");
    assert_close(beta, 0.25e-9, "beta");
    let found = fit.line(LineQuantity::OneWay, LineStart::Empty).expect("a line");
    assert!(found.regression.r_squared > 1.0 - 1e-12 && found.regression.samples == SIZES.len());
    assert_eq!(found.bytes, SizeRange { from: 0, to: 1_048_576 });
    warns(&fit, &[ALONE]);
    assert_eq!(
        fit.missing,
        ["no [logp] and no [loggp]: add a message rate (osu_mbw_mr, osu_bw or Uniband) and --overhead TIME"]
    );
    let given = PortOptions { overhead: Some(1e-7), ..NOTHING };
    let fit = PortFit::from_tables(&[table(OneWay, None, line(1.5e-6, 0.25e-9))], &given).expect("a fit");
    assert!(
        fit.warnings[0].contains("binomial ones: add a message rate (osu_mbw_mr, osu_bw or Uniband), or measure"),
        "{:?}",
        fit.warnings
    );
    let fit = PortFit::from_tables(&[table(Broadcast, Some(8), line(1.5e-6, 0.25e-9))], &given);
    let said = fit.expect("a fit").warnings.pop();
    assert!(said.is_some_and(|said| said.contains("add a ping-pong (osu_latency or PingPong) and a message rate (")));
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
    assert_eq!((fit.alpha_beta, fit.loggp, fit.lines.len(), fit.missing.len()), (None, None, 1, 2));
}

#[test]
fn a_byte_that_costs_a_ping_pong_more_is_told() {
    let tables = [table(OneWay, None, stream(5e-6, 2e-9)), table(MessageQuantity::Gap, None, stream(1e-6, 1e-9))];
    let fit = PortFit::from_tables(&tables, &PortOptions { overhead: Some(1e-6), ..NOTHING }).expect("a fit");
    warns(&fit, &["a byte costs one-way times 2.000e-9 and gaps 1.000e-9"]);
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
    assert_eq!(error, Reason::new("file: a collective of 1 rank sends no message; measure with 2 or more"));

    let tables = [of(OneWay, 2, 1.0), of(Broadcast, 8, 7.0)];
    let fit = PortFit::from_tables(&tables, &NOTHING).expect("a fit");
    assert_close(fit.alpha_beta.expect("a section").beta, 1e-9, "ping-pongs count");
    warns(&fit, &["11 rows of broadcast times a step were not used", ALONE]);
    assert_eq!(fit.assumptions, []);
}

#[test]
fn too_long_an_overhead_leaves_no_latency() {
    let tables = [table(OneWay, None, stream(2e-6, 1e-9)), table(MessageQuantity::Gap, None, stream(1e-6, 1e-9))];
    let fit = PortFit::from_tables(&tables, &PortOptions { overhead: Some(1.5e-6), ..NOTHING }).expect("a fit");
    let latency = fit.logp.expect("a section").latency;
    assert_eq!((latency.value, latency.low), (0.0, 0.0));
    warns(&fit, &["L of [loggp] came out negative (-1.000e-6)"]);
}

#[test]
fn nothing_is_negative() {
    let sinking = table(OneWay, None, |bytes| 5e-6 - 1e-12 * bytes as f64);
    let fit = PortFit::from_tables(&[sinking], &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert!(beta.value == 0.0 && beta.low == 0.0 && alpha.value > 3.9e-6 && alpha.value < 5e-6);
    warns(&fit, &["the one-way times fall with the size (-1.0", ALONE]);
    let long = |bytes: u64| if bytes < 60_000 { None } else { Some((bytes, 1e-9 * bytes as f64 - 20e-6)) };
    let times = samples(SIZES.iter().filter_map(|&bytes| long(bytes)).chain([(100_000, 80e-6)]));
    let late = MessageTable { samples: times, ..table(OneWay, None, |_| 0.0) };
    let fit = PortFit::from_tables(&[late], &NOTHING).expect("a fit");
    let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
    assert!(alpha.value == 0.0 && beta.value > 0.0 && beta.value < 1e-9);
    assert!(fit.warnings[0].starts_with("the one-way times of the shortest messages came out negative (-"));
}

#[test]
fn a_change_of_protocol_is_found() {
    let jump = |bytes: u64| if bytes <= 8_192 { 2e-6 + 1e-9 * bytes as f64 } else { 20e-6 + 0.5e-9 * bytes as f64 };
    let jumping = [table(OneWay, None, jump)];
    let fit = PortFit::from_tables(&jumping, &NOTHING).expect("a fit");
    warns(&fit, &[ALONE]);
    let pieces = fit.piecewise.expect("pieces").pieces;
    assert_eq!(pieces.iter().map(|piece| piece.up_to).collect::<Vec<_>>(), [Some(4_096), None]);
    for (piece, expected) in pieces.iter().zip([[2e-6, 1e-9], [20e-6, 0.5e-9]]) {
        assert_close(piece.alpha, expected[0], "alpha");
        assert_close(piece.beta, expected[1], "beta");
    }
    let jumping_gaps =
        PortFit::from_tables(&[table(OneWay, None, |_| 1e-6), table(MessageQuantity::Gap, None, jump)], &NOTHING);
    let warnings = jumping_gaps.expect("a fit").warnings;
    let doubt = warnings.iter().find(|words| words.starts_with("one line for all gaps is off by")).expect("a doubt");
    assert!(doubt.ends_with("--bytes 0..4096 or --bytes 16384..1048576"), "{warnings:?}");
    let (below, above) = (SizeRange { from: 0, to: 4_096 }, SizeRange { from: 16_384, to: 1_048_576 });
    for (bytes, expected) in [(below, [2e-6, 1e-9]), (above, [20e-6, 0.5e-9])] {
        let fit = PortFit::from_tables(&jumping, &PortOptions { bytes, ..NOTHING }).expect("a fit");
        let AlphaBetaFit { alpha, beta } = fit.alpha_beta.expect("a section");
        assert_close(alpha, expected[0], "alpha");
        assert_close(beta, expected[1], "beta");
        warns(&fit, &[ALONE]);
    }
    let bent = table(OneWay, None, |bytes| 1e-6 * (bytes as f64 + 1.0).sqrt());
    let fit = PortFit::from_tables(&[bent], &NOTHING).expect("a fit");
    assert!(fit.piecewise.is_some_and(|found| found.pieces.len() > 2), "a curve has many pieces");
}

#[test]
fn what_cannot_be_fitted_is_an_error() {
    let times = || table(OneWay, None, line(1e-6, 1e-9));
    assert_eq!(
        PortFit::from_tables(&[], &NOTHING),
        Err(Reason::new("no table to fit: give times of messages by size"))
    );
    let options = PortOptions { bytes: SizeRange { from: 2, to: 7 }, ..NOTHING };
    let error = PortFit::from_tables(&[times()], &options).expect_err("no size");
    assert_eq!(error.to_string(), "file: no one-way times for 2..7 bytes; the file has 0..1048576");
    let options = PortOptions { bytes: SizeRange { from: 8, to: 64 }, ..NOTHING };
    let error = PortFit::from_tables(&[times()], &options).expect_err("two sizes");
    assert!(error.to_string().starts_with("file: one-way times: 2 samples for 2 coefficients"), "{error}");
    let mut cycles = times();
    cycles.samples.clock = Clock::Cycle;
    cycles.samples.origin = "other".into();
    let error = PortFit::from_tables(&[times(), cycles], &NOTHING).expect_err("clocks");
    assert_eq!(error.to_string(), "file and other have times in seconds and in cycles; give all in one of them");
}

#[test]
fn failed_rows_and_tables_without_rows_are_said() {
    let one_way = MessageTable { failed: 2, ..table(OneWay, None, line(2e-6, 1e-9)) };
    let cut =
        MessageTable { samples: samples(std::iter::empty()), failed: 1, ..table(MessageQuantity::Gap, None, |_| 0.0) };
    let fit = PortFit::from_tables(&[one_way, cut.clone()], &NOTHING).expect("a fit");
    warns(&fit, &["a table of gaps has no rows", "rows that failed their validation are left out (3)", ALONE]);
    assert_eq!(
        PortFit::from_tables(&[cut], &NOTHING).unwrap_err(),
        Reason::new("no table to fit: give times of messages by size")
    );
}
