//! The sections of port models: every key, and every error with its place.

use super::Simplification::{GapFirst, NoGap, NoLatency, NoOverhead};
use super::simplify::Simplifications;
use super::*;
use logpine_text::units::{Bytes, Rate, Time};
use proptest::prelude::*;

fn load(text: &str) -> Result<Machine, String> {
    Machine::from_toml(&format!("name = \"m\"\n{text}"), "m.toml").map_err(|error| error.to_string())
}

/// The first line of the error message for a profile with the given text from line 2.
fn fault(text: &str) -> String {
    load(text).expect_err(text).lines().next().unwrap_or_default().to_owned()
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
        table.points().iter().map(|point| (point.bytes.0, point.time.value.ticks())).collect()
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

const LOGP: &str = "[logp]\nlatency = \"1us\"\ngap = \"1us\"\n";

#[test]
fn overhead_is_for_both_sides_or_for_each() {
    let logp = |lines: &str| fault(&format!("{LOGP}{lines}"));
    assert_eq!(logp(""), "m.toml:2:1: [logp] has no `overhead`; add it, like overhead = \"2us\"");
    let twice = "which means both sides; keep `overhead`, or `overhead_send` and `overhead_receive`";
    assert_eq!(
        logp("overhead = \"1us\"\noverhead_send = \"1us\""),
        format!("m.toml:6:17: `overhead_send` is given beside `overhead`, {twice}")
    );
    assert_eq!(
        logp("overhead_receive = \"1us\"\noverhead = \"1us\""),
        format!("m.toml:5:20: `overhead_receive` is given beside `overhead`, {twice}")
    );
    assert_eq!(
        logp("overhead_send = \"1us\""),
        "m.toml:5:17: `overhead_send` is given without `overhead_receive`; add it, or write `overhead` for both"
    );
    assert_eq!(
        logp("overhead_receive = \"1us\""),
        "m.toml:5:20: `overhead_receive` is given without `overhead_send`; add it, or write `overhead` for both"
    );
}

#[test]
fn one_operator_has_one_cost() {
    let twice = "`combine_per_value` and `combine` are both given; keep one of them";
    assert_eq!(fault("combine_per_value = \"1us\"\ncombine = \"1ns/B\""), format!("m.toml:2:21: {twice}"));
    for (name, lines) in [
        ("alpha_beta", "alpha = \"1us\"\nbeta = \"1ns/B\""),
        ("logp", "latency = \"1us\"\noverhead = \"1us\"\ngap = \"1us\""),
        ("loggp", "latency = \"1us\"\noverhead = \"1us\"\ngap = \"1us\"\ngap_per_byte = \"1ns/B\""),
        ("piecewise", "pieces = [{ alpha = \"1us\", beta = \"1ns/B\" }]"),
    ] {
        let message = fault(&format!("[{name}]\ncombine = \"1ns/B\"\ncombine_per_value = \"1us\"\n{lines}"));
        assert_eq!(message, format!("m.toml:4:21: {twice}"), "{name}");
    }
    assert!(
        fault("combine = \"1ns\"").starts_with("m.toml:2:11: `combine`: `1ns` is not a rate; it is a time per byte")
    );
    assert!(fault("combine_per_value = \"1 cycle\"").starts_with("m.toml:2:21: `combine_per_value`: "));
    assert!(fault("[tan]\ncombine = \"1ns/B\"").starts_with("m.toml:3:1: unknown key `combine` in [tan]; "));
}

#[test]
fn simplifications_are_known_words_each_once() {
    let logp = |value: &str| fault(&format!("{LOGP}overhead = \"1us\"\nsimplify = {value}"));
    assert_eq!(logp("[\"no_gaps\"]"), "m.toml:6:13: `simplify` is `no_gaps`; did you mean `no_gap`?");
    assert_eq!(
        logp("[\"capacity\"]"),
        "m.toml:6:13: `simplify` is `capacity`; expected one of `no_gap`, `no_overhead`, `no_latency`, `gap_first`"
    );
    assert_eq!(logp("[\"no_gap\", \"no_gap\"]"), "m.toml:6:23: `simplify` has this word twice; keep it once");
    assert_eq!(
        logp("\"no_gap\""),
        "m.toml:6:12: `simplify` is of type string; it must be a list of words, like [\"no_gap\"]"
    );
    assert!(logp("[1]").starts_with("m.toml:6:13: `simplify` is of type integer; it must be text in quotes"));
    let loggp = fault("[loggp]\nsimplify = []");
    assert!(loggp.starts_with("m.toml:3:1: unknown key `simplify` in [loggp]; "), "{loggp}");
}

#[test]
fn pieces_cover_every_size_once() {
    let pieces = |pieces: &str| fault(&format!("[piecewise]\npieces = {pieces}"));
    let line = "alpha = \"1us\", beta = \"1ns/B\"";
    assert_eq!(
        fault("[piecewise]"),
        "m.toml:2:1: [piecewise] has no `pieces`; add it, like pieces = [{ alpha = \"10us\", beta = \"1ns/B\" }]"
    );
    assert_eq!(
        pieces("[]"),
        "m.toml:3:10: `pieces` is empty; add at least one, like { alpha = \"10us\", beta = \"1ns/B\" }"
    );
    assert_eq!(
        pieces("\"1us\""),
        "m.toml:3:10: `pieces` is of type string; it must be a list of pieces, like [{ alpha = \"10us\", beta = \"1ns/B\" }]"
    );
    assert_eq!(pieces("[3]"), "m.toml:3:11: `pieces` is of type integer; it must be a table");
    assert_eq!(
        pieces(&format!("[{{ {line} }}, {{ {line} }}]")),
        "m.toml:3:11: a piece has no `up_to`; add it, like up_to = \"256B\""
    );
    assert_eq!(
        pieces(&format!("[{{ {line}, up_to = \"8B\" }}]")),
        "m.toml:3:52: the last piece must have no `up_to`, so that it holds for all longer messages; remove it or add a piece"
    );
    assert_eq!(pieces("[{ alpha = \"1us\" }]"), "m.toml:3:11: a piece has no `beta`; add it, like beta = \"1ns/B\"");
    assert_eq!(pieces("[{ beta = \"1us\" }]"), "m.toml:3:11: a piece has no `alpha`; add it, like alpha = \"10us\"");
    assert_eq!(pieces("[{ upto = \"1us\" }]"), "m.toml:3:13: unknown key `upto` in a piece; did you mean `up_to`?");
    let unsorted = |first, second| {
        let with_end = |end| format!("{{ up_to = \"{end}\", {line} }}");
        pieces(&format!("[\n{},\n{},\n{{ {line} }}]", with_end(first), with_end(second)))
    };
    let belong = "belong to the pieces before; list the pieces by increasing size";
    assert_eq!(unsorted("1KiB", "256B"), format!("m.toml:5:11: `up_to` is 256B, and the sizes up to 1KiB {belong}"));
    assert_eq!(unsorted("9B", "9B"), format!("m.toml:5:11: `up_to` is 9B, and the sizes up to 9B {belong}"));
    assert_eq!(unsorted("0B", "9B"), format!("m.toml:4:11: `up_to` is 0B, and the sizes up to 0B {belong}"));
}

#[test]
fn size_tables_are_tables_of_increasing_sizes() {
    let rest = "latency = \"1us\"\noverhead_send = [[1, \"1us\"]]\noverhead_receive = [[1, \"1us\"]]\n";
    let gap = |table: &str| fault(&format!("[plogp]\n{rest}gap = {table}"));
    let cases = [
        ("[]", "6:7: `gap` has no points; add at least one"),
        ("[[4, \"5us\"], [2, \"6us\"]]", "6:21: `gap`: 2 follows 4; list the points by increasing argument"),
        ("[[1024, \"5us\"], [\"1KiB\", \"6us\"]]", "6:24: `gap`: 1024 follows 1024; "),
        ("[[4]]", "6:8: `gap` is of type array; it must be a size and a time, like [1, \"2us\"]"),
        ("[[\"4\", \"5us\"]]", "6:9: `gap`: `4` has no unit"),
        ("[[-4, \"5us\"]]", "6:9: `gap` is -4; it must be a whole number"),
        ("[[4.5, \"5us\"]]", "6:9: `gap`: `4.5` has no unit"),
        ("[[4, 5]]", "6:12: `gap`: `5` has no unit"),
        ("\"5us\"", "6:7: `gap` is of type string; it must be a list of points, like [[1, \"2us\"]"),
    ];
    for (table, expected) in cases {
        let message = gap(table);
        assert!(message.starts_with(&format!("m.toml:{expected}")), "{table}: {message}");
    }
    assert!(fault("[plogp]\nlatency = \"1us\"").starts_with(
        "m.toml:2:1: [plogp] has no `overhead_send`; add it, like overhead_send = [[1, \"2us\"], [\"64KiB\", \"40us\"]]"
    ));
    assert!(fault(&format!("[plogp]\n{rest}")).starts_with("m.toml:2:1: [plogp] has no `gap`; add it"));
    assert!(fault("[plogp]\noverhead = \"1us\"").starts_with("m.toml:3:1: unknown key `overhead` in [plogp]; "));
    assert!(
        fault(&format!("[plogp]\n{rest}gap = [[1, \"1us\"]]\nranks = 0"))
            .contains("`ranks` is 0; it must be at least 1")
    );
}

#[test]
fn the_other_faults_of_the_sections() {
    assert!(fault("[loggops]\nrendezvous_above = 65536").starts_with("m.toml:2:1: [loggops] has no `overhead`"));
    let rest = "latency = \"1us\"\noverhead = \"1us\"\ngap = \"1us\"\n";
    assert!(fault(&format!("[loggp]\n{rest}")).starts_with("m.toml:2:1: [loggp] has no `gap_per_byte`"));
    let loggops = format!("[loggops]\n{rest}gap_per_byte = \"1ns/B\"\n");
    assert!(fault(&loggops).starts_with("m.toml:2:1: [loggops] has no `overhead_per_byte`; add it"));
    let message = fault(&format!("{loggops}overhead_per_byte = \"1ns/B\"\nrendezvous_above = 65536"));
    assert!(message.starts_with("m.toml:8:20: `rendezvous_above`: `65536` has no unit"), "{message}");
    assert_eq!(fault("[plog]"), "m.toml:2:2: unknown key `plog` in the profile; did you mean `plogp`?");
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
