//! The sections of channel models and of the platform: every key, and every error with its place.

use super::*;
use logpine_text::units::{Bytes, Factor, Rate, Time};
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
