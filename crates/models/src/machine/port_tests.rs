//! The sections of port models: every key, and every error with its place.

use super::Simplification::{GapFirst, NoGap, NoLatency, NoOverhead};
use super::simplify::Simplifications;
use super::*;
use logpine_text::units::{Bytes, Rate, Time};
use proptest::prelude::*;

fn load(text: &str) -> Result<Machine, String> {
    Machine::from_toml(&format!("name = \"m\"\n{text}"), "m.toml").map_err(|error| error.to_string())
}

fn ps(ticks: u64) -> Measured<Time> {
    Measured::exactly(Time::from_ticks(ticks))
}

fn ps_per_byte(ticks: u64) -> Measured<Rate> {
    Measured::exactly(Rate::from_time(Time::from_ticks(ticks)))
}

#[test]
fn every_key_of_every_section_is_read() {
    let machine = load(
        "combine = \"9ps/B\"\n\
         [alpha_beta]\nalpha = \"1ps\"\nbeta = \"2ps/B\"\ncombine_per_value = \"8ps\"\n\
         [logp]\nlatency = \"1ps\"\noverhead_send = \"2ps\"\noverhead_receive = \"3ps\"\ngap = \"4ps\"\nranks = 5\n\
         combine = \"6ps/B\"\nsimplify = [\"gap_first\", \"no_overhead\"]\n\
         [loggp]\nlatency = \"1ps\"\noverhead = \"2ps\"\ngap = \"3ps\"\ngap_per_byte = \"4ps/B\"\nranks = 5\n\
         combine = \"6ps/B\"\n\
         [loggops]\nlatency = \"1ps\"\noverhead_send = \"2ps\"\noverhead_receive = \"3ps\"\ngap = \"4ps\"\n\
         gap_per_byte = \"5ps/B\"\noverhead_per_byte = \"6ps/B\"\nrendezvous_above = \"7B\"\nranks = 8\n\
         combine_per_value = \"9ps\"\n\
         [plogp]\nlatency = \"1ps\"\noverhead_send = [[1, \"2ps\"]]\n\
         overhead_receive = [[0, \"3ps\"], [\"1KiB\", { value = \"4ps\", stderr = \"1ps\" }]]\ngap = [[5, \"6ps\"]]\n\
         ranks = 7\ncombine = \"8ps/B\"\n\
         [piecewise]\ncombine = \"1ps/B\"\n\
         pieces = [{ up_to = \"2B\", alpha = \"3ps\", beta = \"4ps/B\" }, { alpha = \"5ps\", beta = \"6ps/B\" }]\n",
    )
    .expect("valid");
    assert_eq!(machine.price_changes(), [0, 1, 2, 5, 7, 1_024]);
    let per_byte = |ticks| Some(Combine::PerByte(ps_per_byte(ticks)));
    let per_value = |ticks| Some(Combine::PerValue(ps(ticks)));
    assert_eq!(machine.sections(), ["alpha_beta", "logp", "loggp", "loggops", "plogp", "piecewise"]);
    assert_eq!(machine.combine, per_byte(9));
    let alpha_beta = AlphaBetaParameters { alpha: ps(1), beta: ps_per_byte(2), combine: per_value(8) };
    assert_eq!(machine.alpha_beta, Some(alpha_beta));

    let logp = machine.logp.expect("there");
    assert_eq!([logp.latency, logp.overhead_send, logp.overhead_receive, logp.gap], [1, 2, 3, 4].map(ps));
    assert_eq!((logp.ranks, logp.combine), (Some(5), per_byte(6)));
    let asked_for = [NoGap, NoOverhead, NoLatency, GapFirst].map(|word| logp.simplify.contains(word));
    assert_eq!(asked_for, [false, true, false, true]);

    let logp = |[latency, overhead_send, overhead_receive, gap]: [u64; 4], ranks, combine| LogpParameters {
        latency: ps(latency),
        overhead_send: ps(overhead_send),
        overhead_receive: ps(overhead_receive),
        gap: ps(gap),
        ranks: Some(ranks),
        combine,
        simplify: Simplifications::default(),
    };
    let loggp = LoggpParameters { logp: logp([1, 2, 2, 3], 5, per_byte(6)), gap_per_byte: ps_per_byte(4) };
    assert_eq!(machine.loggp, Some(loggp));
    let loggp = LoggpParameters { logp: logp([1, 2, 3, 4], 8, per_value(9)), gap_per_byte: ps_per_byte(5) };
    let (overhead_per_byte, rendezvous_above) = (ps_per_byte(6), Some(Bytes(7)));
    let loggops = LoggopsParameters { loggp, overhead_per_byte, rendezvous_above };
    assert_eq!(machine.loggops, Some(loggops));

    let plogp = machine.plogp.expect("there");
    assert_eq!((plogp.latency, plogp.ranks, plogp.combine), (ps(1), Some(7), per_byte(8)));
    let points = |table: &SizeTable| -> Vec<(u64, u64)> {
        table.points().iter().map(|point| (point.at, point.time.value.ticks())).collect()
    };
    assert_eq!(points(&plogp.overhead_send), [(1, 2)]);
    assert_eq!(points(&plogp.overhead_receive), [(0, 3), (1_024, 4)]);
    assert_eq!(points(&plogp.gap), [(5, 6)]);
    assert!(plogp.overhead_receive.points()[1].time.uncertainty.is_some());

    let piecewise = machine.piecewise.expect("there");
    let first = Piece { up_to: Some(Bytes(2)), alpha: ps(3), beta: ps_per_byte(4) };
    let last = Piece { up_to: None, alpha: ps(5), beta: ps_per_byte(6) };
    assert_eq!((piecewise.pieces(), piecewise.combine), ([first, last].as_slice(), per_byte(1)));
}

proptest! {
    #[test]
    fn any_value_of_any_key_is_read_or_refused(
        section in "alpha_beta|logp|loggp|loggops|plogp|piecewise",
        key in "overhead_send|gap|pieces|simplify|combine|combine_per_value|rendezvous_above",
        value in "[-0-9.\"eusnB/{}\\[\\], =a-z_]{0,30}",
    ) {
        let _ = load(&format!("{key} = {value}\n"));
        let _ = load(&format!("[{section}]\n{key} = {value}\n"));
    }
}
