//! The parameters of Blue Gene/P as the paper prints them, and the places of faults.

use crate::machine::Machine;
use logpine_text::units::Bytes;

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
fn bandwidths_have_three_digits() {
    use logpine_text::units::Clock;
    assert_eq!(super::Bandwidth(864_026_624).display(Clock::Second), "864.027 MB/s");
    assert_eq!(super::Bandwidth(4).display(Clock::Cycle), "4 B/cycle");
}
