//! The five numbers of every port model, against its equations.

use super::*;
use crate::machine::Machine;
use proptest::prelude::*;

fn machine(lines: &str) -> Machine {
    Machine::from_toml(&format!("name = \"m\"\n{lines}"), "m.toml").expect(lines)
}

fn timing(lines: &str) -> Box<dyn PortTiming> {
    port_timing(&machine(lines), None).expect(lines)
}

/// `send_busy`, `send_gap`, `recv_busy`, `recv_gap`, `delivery` in ticks.
fn ticks(port: Option<Port>) -> Option<[u64; 5]> {
    port.map(|port| [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery].map(Time::ticks))
}

fn numbers(timing: &dyn PortTiming, bytes: u64) -> [u64; 5] {
    ticks(timing.port(bytes)).expect("small")
}

/// A profile's section for LogP, LogGP or LogGOPS in picoseconds.
fn section(name: &str, lines: &str) -> String {
    format!("[{name}]\nlatency = \"100ps\"\noverhead = \"20ps\"\ngap = \"30ps\"\n{lines}")
}

#[test]
fn alpha_beta_takes_the_port_for_the_whole_message() {
    let lecture = port_timing(&Machine::built_in("lecture").expect("built in"), None).expect("it has [alpha_beta]");
    assert_eq!((lecture.name(), lecture.message_size()), ("alpha_beta", MessageSize::Bytes));
    assert_eq!(numbers(&*lecture, 16), [0, 26_000, 0, 26_000, 26_000]);
    let fine = timing("[alpha_beta]\nalpha = \"1ps\"\nbeta = \"0.5ps/B\"");
    assert_eq!([1, 2, 3].map(|bytes| numbers(&*fine, bytes)[4]), [2, 2, 3], "rounded half up, once");
}

/// Culler et al. (1993), figure 3; a ping-pong takes 4o + 2L, n messages L + (n - 1) max(g, o) + 2o.
#[test]
fn logp_of_the_textbook() {
    let textbook = Logp::new(&Machine::built_in("logp-textbook").expect("built in")).expect("it has [logp]");
    assert_eq!(numbers(&textbook, 1), [2_000, 4_000, 2_000, 4_000, 10_000]);
    assert_eq!(textbook.port(1), textbook.port(u64::MAX), "messages have no size");
    assert_eq!(textbook.message_size(), MessageSize::Indivisible);
    assert_eq!((textbook.capacity(), textbook.parameters().ranks), (Some(2), Some(8)));
    let [_, gap, _, _, delivery] = numbers(&textbook, 1);
    assert_eq!(2 * delivery, 4 * 2_000 + 2 * 6_000);
    assert_eq!(4 * gap + delivery, 6_000 + 4 * 4_000 + 2 * 2_000, "five messages");
}

/// Each of the four simplifications changes what [`Simplification`](crate::machine::Simplification) documents, and nothing
/// else.
#[test]
fn logp_simplified() {
    let with = |words: &str| timing(&section("logp", &format!("simplify = [{words}]")));
    assert_eq!(numbers(&*with(""), 1), [20, 30, 20, 30, 140]);
    assert_eq!(numbers(&*with("\"no_gap\""), 1), [20, 20, 20, 20, 140]);
    assert_eq!(numbers(&*with("\"no_overhead\""), 1), [0, 30, 0, 30, 100]);
    assert_eq!(numbers(&*with("\"no_latency\""), 1), [20, 30, 20, 30, 40]);
    assert_eq!(numbers(&*with("\"gap_first\""), 1), [20, 30, 20, 30, 170]);
    assert_eq!(numbers(&*with("\"no_gap\", \"gap_first\""), 1), [20, 20, 20, 20, 160]);
    assert_eq!(numbers(&*with("\"no_gap\", \"no_overhead\", \"no_latency\""), 1), [0; 5]);
    let capacity = |words: &str| {
        let lines = section("logp", &format!("simplify = [{words}]"));
        Logp::new(&machine(&lines)).expect("it has [logp]").capacity()
    };
    assert_eq!([capacity(""), capacity("\"no_latency\""), capacity("\"no_gap\"")], [Some(4), Some(0), None]);
}

#[test]
fn loggp_counts_the_bytes_after_the_first() {
    let model = timing(&section("loggp", "gap_per_byte = \"2ps/B\""));
    assert_eq!(numbers(&*model, 1), [20, 30, 20, 30, 140]);
    assert_eq!(numbers(&*model, 11), [20, 50, 20, 50, 160]);
    let slow = timing("[loggp]\nlatency = \"0ps\"\noverhead = \"90ps\"\ngap = \"30ps\"\ngap_per_byte = \"2ps/B\"");
    assert_eq!(numbers(&*slow, 11), [90, 90, 90, 90, 200], "gaps are at least busy");
    let fine = timing(&section("loggp", "gap_per_byte = \"0.5ps/B\""));
    assert_eq!(numbers(&*fine, 2), [20, 31, 20, 31, 141], "half a tick, up");
}

#[test]
fn loggops_is_busy_by_the_byte_and_waits_beyond_s() {
    let lines = section("loggops", "gap_per_byte = \"2ps/B\"\noverhead_per_byte = \"3ps/B\"");
    let eager = timing(&lines);
    assert_eq!(numbers(&*eager, 1), [20, 30, 20, 30, 140]);
    assert_eq!(numbers(&*eager, 11), [50, 50, 50, 50, 170], "max(O, G) counts");
    let rendezvous = timing(&format!("{lines}\nrendezvous_above = \"10B\""));
    assert_eq!(numbers(&*rendezvous, 10), numbers(&*eager, 10));
    assert_eq!(numbers(&*rendezvous, 11), [50, 120, 50, 50, 170], "o + L");
    assert_eq!(numbers(&*rendezvous, 101), numbers(&*eager, 101), "320 > 120");
    assert!(eager.is_convex() && !rendezvous.is_convex());
    let late = timing(&format!("{lines}\nrendezvous_above = \"50B\""));
    assert!(late.is_convex(), "where the gap is already longer, nothing jumps");
}

/// Hoefler et al. (2010), equation (1).
#[test]
fn blue_gene_p() {
    let bgp = Piecewise::new(&Machine::built_in("bgp").expect("built in")).expect("it has [piecewise]");
    let published = [
        (8, 4_521_360),
        (256, 5_183_520),
        (257, 6_386_190),
        (1_024, 8_434_080),
        (1_025, 12_536_750),
        (16_384, 53_545_280),
    ];
    for (bytes, time) in published {
        assert_eq!(numbers(&bgp, bytes), [0, time, 0, time, time], "{bytes} B");
    }
    assert_eq!(bgp.port_at_least(200), bgp.port(200), "alpha never falls");
}

#[test]
fn plogp_follows_its_tables() {
    let lines = "[plogp]\nlatency = \"100ps\"\noverhead_send = [[1, \"10ps\"]]\n\
                 overhead_receive = [[1, \"10ps\"], [11, \"40ps\"]]\ngap = [[1, \"30ps\"], [\"1KiB\", \"2076ps\"]]";
    let model = timing(lines);
    assert_eq!((model.name(), model.message_size()), ("plogp", MessageSize::Bytes));
    assert_eq!(numbers(&*model, 1), [10, 30, 10, 30, 130]);
    assert_eq!(numbers(&*model, 3), [10, 34, 16, 34, 134]);
    assert_eq!(numbers(&*model, 11), [10, 50, 40, 50, 150]);
    assert_eq!(numbers(&*model, 21), [10, 70, 70, 70, 170], "beyond the last point the line goes on");
    assert_eq!(numbers(&*model, 31), [10, 100, 100, 100, 200], "g(m) holds the overheads");
    assert!(!model.is_convex());
}

#[test]
fn the_operator_of_the_section_stands_before_the_profiles() {
    let own = |top: &str, own: &str| {
        timing(&format!("{top}\n[alpha_beta]\nalpha = \"1us\"\nbeta = \"1ns/B\"\n{own}")).combine(10).map(Time::ticks)
    };
    assert_eq!(own("", ""), Some(0));
    assert_eq!(own("combine = \"0.25ps/B\"", ""), Some(3), "2.5, rounded half up");
    assert_eq!(own("combine_per_value = \"7ps\"", ""), Some(7));
    assert_eq!(own("combine_per_value = \"7ps\"", "combine = \"2ps/B\""), Some(20));
    assert_eq!(own("combine = \"18446744073709551615ps/B\"", ""), None);
    let fine = timing("combine = \"0.25ps/B\"\n[alpha_beta]\nalpha = \"1us\"\nbeta = \"1ns/B\"");
    assert!(!fine.is_convex(), "rounding spoils it");
    for (name, lines) in SECTIONS {
        let model = timing(&format!("combine_per_value = \"7ps\"\n[{name}]\n{lines}"));
        assert_eq!((model.name(), model.combine(1)), (name, Some(Time::from_ticks(7))));
        let model = timing(&format!("combine_per_value = \"7ps\"\n[{name}]\n{lines}\ncombine_per_value = \"8ps\""));
        assert_eq!(model.combine(1), Some(Time::from_ticks(8)), "{name}");
    }
}

/// A section for every model, in order of preference.
const SECTIONS: [(&str, &str); 6] = [
    (
        "loggops",
        "latency = \"1ps\"\noverhead = \"1ps\"\ngap = \"1ps\"\ngap_per_byte = \"1ps/B\"\noverhead_per_byte = \"1ps/B\"",
    ),
    (
        "plogp",
        "latency = \"1ps\"\noverhead_send = [[1, \"1ps\"]]\noverhead_receive = [[1, \"1ps\"]]\ngap = [[1, \"1ps\"], [2, \"2ps\"]]",
    ),
    ("loggp", "latency = \"1ps\"\noverhead = \"1ps\"\ngap = \"1ps\"\ngap_per_byte = \"1ps/B\""),
    ("logp", "latency = \"1ps\"\noverhead = \"1ps\"\ngap = \"1ps\""),
    ("piecewise", "pieces = [{ alpha = \"1ps\", beta = \"1ps/B\" }]"),
    ("alpha_beta", "alpha = \"1ps\"\nbeta = \"1ps/B\""),
];

#[test]
fn the_first_section_present_is_taken_unless_another_is_asked_for() {
    assert_eq!(PortModel::ALL.map(PortModel::name), SECTIONS.map(|(name, _)| name));
    for first in 0..SECTIONS.len() {
        // In the profile the order is reversed.
        let sections = SECTIONS[first..].iter().rev().map(|(name, lines)| format!("[{name}]\n{lines}"));
        let lines = sections.collect::<Vec<_>>().join("\n");
        let machine = machine(&lines);
        let timing = port_timing(&machine, None).expect("a model");
        assert_eq!((timing.name(), timing.message_size()), (SECTIONS[first].0, PortModel::ALL[first].message_size()));
        for (index, model) in PortModel::ALL.into_iter().enumerate() {
            let asked =
                port_timing(&machine, Some(model)).map(|timing| timing.name()).map_err(|error| error.to_string());
            let missing = format!("machine `m` has no [{}] section; it has ", model.name());
            if index >= first {
                assert_eq!(asked, Ok(model.name()));
            } else {
                assert!(asked.expect_err("missing").starts_with(&missing));
            }
        }
    }
}

fn has_ports(name: &str) -> bool {
    Machine::built_in(name).is_some_and(|machine| port_timing(&machine, None).is_ok())
}

#[test]
fn a_machine_without_any_is_told_so() {
    let cab = Machine::built_in("cab").expect("built in");
    let error = port_timing(&cab, None).err().expect("only [tan]").to_string();
    let (fault, machines) = error.split_once("; built-in machines with one: ").expect("both");
    assert!(fault.starts_with("machine `cab` has no section for messages between ranks ([loggops], [plogp], "));
    assert!(fault.ends_with("] or [alpha_beta]); it has [tan]"), "{fault}");
    assert!(machines.split(", ").eq(Machine::built_in_names().into_iter().filter(|name| has_ports(name))));
}

#[test]
fn sizes_that_overflow_have_no_port() {
    for (name, lines) in SECTIONS {
        let model = timing(&format!("[{name}]\n{lines}"));
        assert_eq!(model.port(u64::MAX).is_some(), name == "logp", "{name}");
        assert_eq!(model.port_at_least(u64::MAX).is_some(), name == "logp", "{name}");
        assert!(model.port(0).is_some() && model.port(1).is_some(), "{name}");
    }
    let longest = format!("\"{}ps\"", u64::MAX);
    let logp = timing(&format!("[logp]\nlatency = {longest}\noverhead = \"1ps\"\ngap = \"1ps\""));
    assert_eq!(logp.port(1), None);
    let nothing = timing("[logp]\nlatency = \"0s\"\noverhead = \"0s\"\ngap = \"0s\"");
    assert_eq!(nothing.port(1), Some(Port::default()), "no parameter need be above 0");
    let falling = timing(&format!(
        "[piecewise]\npieces = [{{ up_to = \"9B\", alpha = {longest}, beta = \"1ps/B\" }}, \
                                   {{ alpha = \"1ps\", beta = \"1ps/B\" }}]"
    ));
    assert_eq!((falling.port(9), ticks(falling.port_at_least(9))), (None, Some([0, 11, 0, 11, 11])));
}

fn times() -> impl Strategy<Value = Vec<(u64, u64)>> {
    prop::collection::vec((1u64..30, 0u64..500), 1..6)
}

/// A table of the profile; the first number of a point is its distance from the previous one.
fn table(points: &[(u64, u64)]) -> String {
    let mut bytes = 0;
    let points: Vec<String> = points
        .iter()
        .map(|&(step, ticks)| {
            bytes += step;
            format!("[{bytes}, \"{ticks}ps\"]")
        })
        .collect();
    format!("[{}]", points.join(", "))
}

/// The pieces of a profile, whose alpha and beta each take any number of the list.
fn pieces(steps: &[(u64, u64)], last: (u64, u64)) -> String {
    let mut bytes = 0;
    let ending = steps.iter().map(|&(step, ticks)| {
        bytes += step;
        format!("{{ up_to = \"{bytes}B\", alpha = \"{ticks}ps\", beta = \"{}.3ps/B\" }}, ", ticks % 7)
    });
    let text = ending.collect::<Vec<_>>().concat();
    format!("[{text}{{ alpha = \"{}ps\", beta = \"{}.7ps/B\" }}]", last.1, last.0)
}

fn is_within(port: [u64; 5], greatest: [u64; 5]) -> bool {
    is_bounded_by(greatest, port)
}

fn is_bounded_by(port: [u64; 5], least: [u64; 5]) -> bool {
    port.iter().zip(least).all(|(number, least)| *number >= least)
}

proptest! {
    #[test]
    fn no_longer_message_is_below_the_port_at_least(
        send in times(), receive in times(), gap in times(), last in (0u64..9, 0u64..500), eager in 1u64..100, from in 1u64..120,
    ) {
        let plogp = format!(
            "[plogp]\nlatency = \"5ps\"\noverhead_send = {}\noverhead_receive = {}\ngap = {}",
            table(&send), table(&receive), table(&gap),
        );
        let piecewise = format!("[piecewise]\npieces = {}", pieces(&gap, last));
        let rates = format!("gap_per_byte = \"{}.3ps/B\"\noverhead_per_byte = \"0.{}ps/B\"", last.0, last.1);
        let loggops = section("loggops", &format!("{rates}\nrendezvous_above = \"{eager}B\""));
        for lines in [plogp, piecewise, loggops] {
            let model = timing(&lines);
            let least = ticks(model.port_at_least(from)).expect("small");
            prop_assert!(is_bounded_by(numbers(&*model, from), least));
            for bytes in from..from + 200 {
                prop_assert!(is_bounded_by(numbers(&*model, bytes), least), "{} B: {}", bytes, lines);
            }
            let reversed = ticks(Reversed(&*model).port_at_least(from)).expect("small");
            prop_assert!((from..from + 200).all(|bytes| is_bounded_by(numbers(&Reversed(&*model), bytes), reversed)));
            let greatest = ticks(model.port_up_to(from)).expect("small");
            prop_assert!((1..=from).all(|bytes| is_within(numbers(&*model, bytes), greatest)), "{}", lines);
            let each = |number: usize| (1..=from).map(|bytes| numbers(&*model, bytes)[number]).max();
            prop_assert!((0..5).all(|number| each(number) == Some(greatest[number])), "no more than needed: {}", lines);
            let reversed = ticks(Reversed(&*model).port_up_to(from)).expect("small");
            prop_assert!((1..=from).all(|bytes| is_within(numbers(&Reversed(&*model), bytes), reversed)));
        }
    }

    /// The equations in 128 bits, with products rounded once.
    #[test]
    fn any_loggops_message_costs_what_its_equations_say(
        latency: u32, overhead: u32, gap: u32, stream in 0u32..1_000_000, copy in 0u32..1_000_000, bytes in 1u64..1 << 50,
    ) {
        let rate = |thousandths: u32| format!("{}.{:03}ps/B", thousandths / 1_000, thousandths % 1_000);
        let model = timing(&format!(
            "[loggops]\nlatency = \"{latency}ps\"\noverhead = \"{overhead}ps\"\ngap = \"{gap}ps\"\n\
             gap_per_byte = \"{}\"\noverhead_per_byte = \"{}\"", rate(stream), rate(copy),
        ));
        let times = |thousandths: u32| (u128::from(thousandths) * u128::from(bytes - 1) + 500) / 1_000;
        let [latency, overhead, gap] = [latency, overhead, gap].map(u128::from);
        let busy = overhead + times(copy);
        let gap = busy.max(gap + times(stream));
        let delivery = latency + 2 * overhead + times(stream).max(times(copy));
        let expected = [busy, gap, busy, gap, delivery].map(|number| u64::try_from(number).ok());
        let expected = expected.iter().all(Option::is_some).then(|| expected.map(Option::unwrap_or_default));
        prop_assert_eq!(ticks(model.port(bytes)), expected);
    }
}
