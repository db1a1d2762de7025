//! The sections of channel models and of the platform: every key, and every error with its place.

use super::*;
use logpine_text::units::{Bytes, Factor, Rate, Time};
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

const FORMULA: &str = "transfer = { latency = \"1ps\", per_byte = \"2ps/B\", contention = 0.3 }\n";

#[test]
fn every_key_of_every_section_is_read() {
    let machine = load(
        "[tau_lop]\nsegment = \"8KiB\"\ncombine = \"9ps/B\"\n\
         [tau_lop.shared]\noverhead = \"3ps\"\ntransfers = 2\n\
         transfer = { latency = \"1ps\", per_byte = \"2ps/B\", contention = 0.3, latency_contention = 1 }\n\
         [tau_lop.network]\noverhead = [[1, \"4ps\"], [\"1KiB\", \"5ps\"]]\ntransfers = 1\n\
         transfer = [[1, 1, \"6ps\"], [1, 4, { value = \"7ps\", stderr = \"1ps\" }], [\"1KiB\", 1, \"7ps\"], [1024, 4, \"9ps\"]]\n\
         [loggph]\ncombine_per_value = \"8ps\"\n\
         [loggph.shared]\nlatency = \"1ps\"\noverhead = \"2ps\"\ngap = \"3ps\"\ngap_per_byte = \"4ps/B\"\n\
         [loggph.network]\nlatency = \"5ps\"\noverhead_send = \"6ps\"\noverhead_receive = \"7ps\"\ngap = \"8ps\"\n\
         gap_per_byte = \"9ps/B\"\n\
         [platform]\nhosts = 4\nranks_per_host = 8\n",
    )
    .expect("valid");
    assert_eq!(machine.sections(), ["tau_lop", "loggph", "platform"]);
    let tau_lop = machine.tau_lop.expect("there");
    assert_eq!((tau_lop.segment, tau_lop.combine), (Some(Bytes(8_192)), Some(Combine::PerByte(ps_per_byte(9)))));
    let shared = tau_lop.shared.expect("there");
    let formula = TransferFormula {
        latency: ps(1),
        per_byte: ps_per_byte(2),
        contention: Factor::from_millionths(300_000),
        latency_contention: Factor::ONE,
    };
    assert_eq!(
        shared,
        TauLopChannel {
            overhead: ChannelOverhead::Constant(ps(3)),
            transfer: Transfer::Formula(formula),
            path: TransmissionPath::Buffered
        }
    );
    let network = tau_lop.network.expect("there");
    assert_eq!([1, 513, 1_024].map(|bytes| network.overhead.at(bytes).map_or(0, Time::ticks)), [4, 5, 5]);
    assert_eq!(network.path, TransmissionPath::Direct);
    let Transfer::Table(table) = network.transfer else { panic!("a table") };
    let points: Vec<_> = table.points().map(|at| (at.bytes.0, at.tau, at.time.value.ticks())).collect();
    assert_eq!(points, [(1, 1, 6), (1, 4, 7), (1_024, 1, 7), (1_024, 4, 9)]);
    assert!(table.points().nth(1).is_some_and(|point| point.time.uncertainty.is_some()));

    let loggph = machine.loggph.expect("there");
    let channel = |[latency, send, receive, gap, per_byte]: [u64; 5]| LoggphChannel {
        latency: ps(latency),
        overhead_send: ps(send),
        overhead_receive: ps(receive),
        gap: ps(gap),
        gap_per_byte: ps_per_byte(per_byte),
    };
    assert_eq!(loggph.shared, Some(channel([1, 2, 2, 3, 4])));
    assert_eq!(loggph.network, Some(channel([5, 6, 7, 8, 9])));
    assert_eq!(loggph.combine, Some(Combine::PerValue(ps(8))));
    let platform = machine.platform.expect("there");
    assert_eq!(platform, Platform { hosts: 4, ranks_per_host: 8 });
}

#[test]
fn what_a_channel_may_leave_out() {
    let machine = load(&format!("[tau_lop.shared]\noverhead = \"0s\"\n{FORMULA}")).expect("valid");
    let tau_lop = machine.tau_lop.expect("there");
    assert_eq!((tau_lop.network, tau_lop.segment, tau_lop.combine), (None, None, None));
    let shared = tau_lop.shared.expect("there");
    assert_eq!(shared.path, TransmissionPath::Buffered);
    let Transfer::Formula(formula) = shared.transfer else { panic!("a formula") };
    assert_eq!(formula.latency_contention, Factor::from_millionths(0));
    let network_alone = format!("[tau_lop.network]\noverhead = \"0s\"\ntransfers = 1\n{FORMULA}");
    assert!(load(&network_alone).is_ok());
}

#[test]
fn channels_must_be_there_and_fit_each_other() {
    let describes = "describes no channel; add";
    assert_eq!(
        fault("[tau_lop]\nsegment = \"1KiB\""),
        format!(
            "m.toml:2:1: [tau_lop] {describes} [tau_lop.shared] for ranks on one host, [tau_lop.network] for hosts, or both"
        )
    );
    assert!(fault("[loggph]\n").starts_with(&format!("m.toml:2:1: [loggph] {describes} [loggph.shared]")));
    let network = format!("[tau_lop.network]\noverhead = \"0s\"\n{FORMULA}");
    let message = fault(&network);
    assert!(
        message.starts_with("m.toml:2:") && message.contains("add [tau_lop.shared], or transfers = 1"),
        "{message}"
    );
    let direct =
        format!("[tau_lop]\nsegment = \"8KiB\"\n[tau_lop.shared]\noverhead = \"0s\"\ntransfers = 1\n{FORMULA}");
    assert_eq!(
        fault(&direct),
        "m.toml:3:11: `segment` cuts messages for the buffers between ranks of a host, and [tau_lop.shared] has none, with \
         transfers = 1; remove one of them"
    );
    assert!(
        fault("[tau_lop]\nsegment = \"0B\"\nshared = 3").contains("`shared` is of type integer; it must be a table")
    );
    let zero = format!("[tau_lop]\nsegment = \"0B\"\n[tau_lop.shared]\noverhead = \"0s\"\n{FORMULA}");
    assert_eq!(fault(&zero), "m.toml:3:11: `segment` is 0B; it must be at least 1B");
    let transfers = |channel: &str, count: &str| {
        fault(&format!("[tau_lop.{channel}]\ntransfers = {count}\noverhead = \"0s\"\n{FORMULA}"))
    };
    assert_eq!(
        transfers("shared", "3"),
        "m.toml:3:13: `transfers` is 3; it must be 2, through a buffer, or 1, from rank to rank"
    );
    assert_eq!(
        transfers("network", "2"),
        "m.toml:3:13: `transfers` is 2; it must be 3, through the memory of both hosts, or 1, from memory to memory"
    );
    assert!(transfers("shared", "\"2\"").starts_with("m.toml:3:13: `transfers` is of type string"));
    assert!(
        fault("[tau_lop.shred]").starts_with("m.toml:2:10: unknown key `shred` in [tau_lop]; did you mean `shared`?")
    );
    let missing = fault("[tau_lop.shared]\noverhead = \"0s\"");
    assert!(missing.starts_with("m.toml:2:1: [tau_lop.shared] has no `transfer`; add it, like"), "{missing}");
    assert!(
        fault(&format!("[tau_lop.shared]\n{FORMULA}")).contains("has no `overhead`; add it, like overhead = \"1us\"")
    );
}

#[test]
fn a_formula_has_units_and_contention() {
    let transfer = |terms: &str| fault(&format!("[tau_lop.shared]\noverhead = \"0s\"\ntransfer = {{ {terms} }}"));
    let terms = "latency = \"1us\", per_byte = \"1ns/B\"";
    assert_eq!(transfer(terms), "m.toml:4:12: transfer has no `contention`; add it, like contention = 0.3");
    let advice = "concurrent transfers never speed each other up: write 0 where they do not share the channel, 1 where it serves one \
                  at a time, or a number with at most 6 digits after the point, like 0.3";
    assert_eq!(
        transfer(&format!("contention = -0.1, {terms}")),
        format!("m.toml:4:27: `contention` is -0.1; {advice}")
    );
    for wrong in ["-1", "nan", "inf", "0.1234567", "\"serial\"", "\"1us\""] {
        let message = transfer(&format!("contention = 0, latency_contention = {wrong}, {terms}"));
        let expected = format!("m.toml:4:51: `latency_contention` is {}; {advice}", wrong.replace('"', ""));
        assert_eq!(message, expected);
    }
    assert!(transfer("contention = 0, latency = \"1us\"").contains("transfer has no `per_byte`"));
    assert!(transfer("contention = 0, latency = \"1us\", per_byte = \"1us\"").contains("write \"1us/B\""));
    assert!(transfer("contentoin = 0").contains("unknown key `contentoin` in transfer; did you mean `contention`?"));
    let other = fault("[tau_lop.shared]\noverhead = \"0s\"\ntransfer = \"1us\"");
    assert_eq!(other, "m.toml:4:12: `transfer` is of type string; it must be a table");
}

#[test]
fn a_measured_table_is_a_full_grid() {
    let transfer = |points: &str| fault(&format!("[tau_lop.shared]\noverhead = \"0s\"\ntransfer = {points}"));
    let cases = [
        (
            "[]",
            "12: `transfer` has no points; add at least one of a size, a tau and a time, like [\"64KiB\", 1, \"20us\"]",
        ),
        (
            "[[1, 1]]",
            "13: `transfer` is of type array; it must be a size, a tau and a time, like [\"64KiB\", 4, \"90us\"]",
        ),
        (
            "[[1, 0, \"1us\"]]",
            "17: `transfer`: tau is 0; it counts the transfers that are in progress at once, the one timed among them: at least 1",
        ),
        ("[[1, -1, \"1us\"]]", "17: `transfer` is -1; it must be a whole number"),
        ("[[1, 0.5, \"1us\"]]", "17: `transfer` is of type float; it must be a whole number"),
        ("[[1, 4294967296, \"1us\"]]", "17: `transfer` is 4294967296; it must be a tau from 1 to 2^32 - 1"),
        ("[[1, 1, 1]]", "20: `transfer`: `1` has no unit"),
        ("[[\"1\", 1, \"1us\"]]", "14: `transfer`: `1` has no unit"),
        (
            "[[8, 1, \"1us\"], [8, 2, \"2us\"], [\"1KiB\", 2, \"3us\"]]",
            "12: `transfer` has no time for 1KiB with tau = 1; add [\"1KiB\", 1, \"...\"]: every size needs the same taus",
        ),
        (
            "[[8, 1, \"1us\"], [1024, 1, \"2us\"], [1024, 2, \"3us\"]]",
            "12: `transfer` has no time for 8B with tau = 2; add [\"8B\", 2, \"...\"]: every size needs the same taus",
        ),
        (
            "[[8, 1, \"1us\"], [8, 4, \"2us\"], [9, 1, \"2us\"]]",
            "12: `transfer` has no time for 9B with tau = 4; add [\"9B\", 4, \"...\"]: every size needs the same taus",
        ),
        (
            "[[8, 2, \"1us\"], [8, 1, \"1us\"]]",
            "28: `transfer`: 8B with tau = 1 follows 8B with tau = 2; list the points by increasing size, those of one size by increasing tau, each once",
        ),
        ("[[8, 2, \"1us\"], [8, 2, \"1us\"]]", "28: `transfer`: 8B with tau = 2 follows 8B with tau = 2; "),
        ("[[8, 1, \"1us\"], [4, 2, \"1us\"]]", "28: `transfer`: 4B with tau = 2 follows 8B with tau = 1; "),
        (
            "[[8, 1, \"3us\"], [8, 4, \"2us\"]]",
            "12: `transfer`: 8B with tau = 4 take less time than with tau = 1; concurrent transfers never speed each other up: write the greater time for both",
        ),
    ];
    for (points, expected) in cases {
        let message = transfer(points);
        assert!(message.starts_with(&format!("m.toml:4:{expected}")), "{points}: {message}");
    }
    let overhead = fault("[tau_lop.shared]\noverhead = [[8, \"1us\"], [4, \"1us\"]]");
    assert!(overhead.starts_with("m.toml:3:26: `overhead`: 4 follows 8; list the points by increasing"), "{overhead}");
}

#[test]
fn the_faults_of_loggph_and_of_the_platform() {
    let shared = |lines: &str| fault(&format!("[loggph.shared]\nlatency = \"1us\"\ngap = \"1us\"\n{lines}"));
    assert_eq!(shared(""), "m.toml:2:1: [loggph.shared] has no `overhead`; add it, like overhead = \"2us\"");
    assert!(shared("overhead_send = \"1us\"").contains("is given without `overhead_receive`"));
    assert!(shared("overhead = \"1us\"").contains("[loggph.shared] has no `gap_per_byte`"));
    assert!(shared("ranks = 8").starts_with("m.toml:5:1: unknown key `ranks` in [loggph.shared]; "));
    assert_eq!(
        fault("[platform]\nhosts = 4"),
        "m.toml:2:1: [platform] has no `ranks_per_host`; add it, like ranks_per_host = 8"
    );
    assert_eq!(fault("[platform]\nhosts = 0"), "m.toml:3:9: `hosts` is 0; it must be at least 1");
    let within = fault("[within.host.tau_lop]");
    assert!(within.starts_with("m.toml:2:14: unknown key `tau_lop` in [within.host]; "), "{within}");
    let twice = fault("[loggph]\ncombine = \"1ns/B\"\ncombine_per_value = \"1us\"\n[loggph.shared]");
    assert!(twice.contains("loggph.shared"), "{twice}");
}

#[test]
fn the_papers_machines_have_a_platform_and_no_parameters() {
    let platform = |name| {
        let machine = Machine::load(name).expect(name);
        assert_eq!(machine.sections(), ["platform"], "{name}");
        assert!(machine.description.ends_with("its source gives no parameter values"), "{name}");
        machine.platform.expect("there")
    };
    assert_eq!(platform("lusitania"), Platform { hosts: 1, ranks_per_host: 128 });
    assert_eq!(platform("metropolis"), Platform { hosts: 4, ranks_per_host: 8 });
    let made_up = Machine::load("two-channel").expect("built in");
    assert!(made_up.description.starts_with("made up") && made_up.source.ends_with("no measurement"));
}

proptest! {
    #[test]
    fn any_value_of_any_key_is_read_or_refused(
        section in "tau_lop|tau_lop.shared|tau_lop.network|loggph|loggph.network|platform",
        key in "segment|overhead|transfer|transfers|combine|shared|hosts|gap_per_byte",
        value in "[-0-9.\"eusnB/{}\\[\\], =a-z_]{0,30}",
    ) {
        let _ = load(&format!("[{section}]\n{key} = {value}\n"));
        let _ = load(&format!("[tau_lop.shared]\noverhead = \"0s\"\ntransfer = [[1, 1, \"1us\"], {value}]\n"));
    }
}
