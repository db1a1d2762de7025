//! Fits to Netgauge's measurements, to tables of PLogP and to measured messages.

use super::*;

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
    assert_eq!((fit.warnings.len(), fit.missing.len(), fit.lines.len()), (0, 0, 5));

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
    let plogp = fit.plogp.as_ref().expect("a section");
    assert_eq!((plogp.overhead_send.len(), plogp.overhead_send[0].time, plogp.overhead_send[4].time), (11, 0.0, 2e-6));
    let warns = |fit: &PortFit, beginning: &str| {
        assert!(fit.warnings.iter().any(|said| said.starts_with(beginning)), "{:?}", fit.warnings);
    };
    warns(&fit, "send overheads came out negative at 1 of the sizes");
    for row in &mut table.rows {
        row.overhead_receive = 1e-6 + 1e-9 * row.bytes as f64;
    }
    let fit = PortFit::from_netgauge(&table, &NOTHING).expect("a fit");
    warns(&fit, "receive overheads grow with the size, from 1.0");
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
        warnings: Vec::new(),
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
    assert!(fit.warnings[0].starts_with("L of [plogp] came out negative (-2.000e0)"), "{:?}", fit.warnings);
    let options = PortOptions { bytes: SizeRange { from: 100, to: 200 }, ..NOTHING };
    let error = PortFit::from_plogp(&table(5.0), &options).expect_err("no size");
    assert_eq!(error.to_string(), "plogp: no gaps for 100..200 bytes; the file has 0..64");
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
    PlogpTable { origin: "messages.csv".into(), clock: Clock::Second, latency: None, rows, warnings: Vec::new() }
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
