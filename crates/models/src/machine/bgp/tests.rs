//! The parameters of Blue Gene/P as the paper prints them, and the places of faults.

use crate::machine::Machine;
use logpine_text::units::Bytes;

fn profile(section: &str) -> String {
    format!("name = \"m\"\n[bgp]\n{section}\n")
}

#[test]
fn bgp_is_what_the_paper_prints() {
    let bgp = Machine::built_in("bgp").and_then(|machine| machine.bgp).expect("it has [bgp]");
    let ticks = |time: Option<logpine_text::units::Time>| time.map(logpine_text::units::Time::ticks);
    assert_eq!((bgp.torus.links, bgp.torus.per_byte.mantissa(), bgp.torus.per_byte.scale()), (6, 2_670, 0));
    assert_eq!((bgp.short, ticks(bgp.barrier), ticks(bgp.match_per_request)), (Bytes(8), Some(950_000), Some(100_000)));
    assert_eq!(bgp.hop_latency, None, "not in the paper");
    assert_eq!(bgp.collective_network.map(|bandwidth| bandwidth.0), Some(824 << 20));
    let allreduce = bgp.allreduce.expect("there");
    assert_eq!((allreduce.constant, allreduce.floor_up_to), (None, 4_096));
    assert_eq!((allreduce.long_from, allreduce.long_factor.millionths()), (Bytes(960_000_000), 2_680_000));
}

#[test]
fn faults_have_their_place() {
    let error = |section: &str| Machine::from_toml(&profile(section), "m.toml").expect_err(section).to_string();
    let torus = "torus = { links = 6, per_byte = \"1ns/B\" }";
    let with = |line: &str| error(&format!("{torus}\n{line}"));
    assert!(error("barrier = \"1us\"").starts_with("m.toml:2:1: [bgp] has no `torus`"));
    assert!(error("torus = { links = 7, per_byte = \"1ns/B\" }").contains("`links` is 7; it must be from 1 to 6"));
    assert!(with("barier = \"1us\"").contains("did you mean `barrier`?"));
    assert!(with("collective_network = \"824MiB\"").contains("write it like \"824MiB/s\""));
    assert!(with("collective_network = \"0B/s\"").contains("at least 1 byte"));
    assert!(with("non_cubic_factor = -1").contains("is not a factor"));
    assert!(with("average_bisection = [[8, \"1ns/B\"], [8, \"1ns/B\"]]").contains("8 follows 8"));
    assert!(with("average_bisection = []").contains("has no points"));
    assert!(with("models = { bcast = { alpha = {}, beta = \"1ns/B\" } }").contains("`alpha` is empty"));
    assert!(with("models = { scan = { alpha = \"1us\", beta = \"1ns/B\" } }").contains("unknown key `scan`"));
    assert!(with("models = { bcast = { alpha = \"1us\" } }").contains("bcast has no `beta`"));
    assert!(with("alltoall = { alpha = \"1us\" }").contains("alltoall has no `gap`"));
    assert!(with("datatypes = { bytes = \"0B\", contiguous = \"1us\", strides = [] }").contains("at least 1"));
}

#[test]
fn example_of_bandwidth() {
    use crate::machine::Bandwidth;
    use logpine_text::units::Clock;
    assert_eq!(Bandwidth(864_026_624).display(Clock::Second), "864.027 MB/s");
    assert_eq!(Bandwidth(4).display(Clock::Cycle), "4 B/cycle");
}
