//! The paper's second case study: a ring on hosts with several ranks, mapped in two ways, under both models.

use crate::tests::engines::tau_lop::{layout, one_host, ticks};
use logpine::request::Mapping::{self, RoundRobin, Sequential};
use logpine::units::Time;
use logpine_models::closed_form::LoggpCost;
use logpine_models::machine::{Channel, Machine};
use logpine_models::model::stage::{Pattern, PortStages, Stage};
use logpine_models::model::{Loggp, Loggph, TauLop};

fn two_channel() -> (TauLop, Loggph) {
    let machine = Machine::load("two-channel").expect("built in");
    (TauLop::new(&machine).expect("it has [tau_lop]"), Loggph::new(&machine).expect("it has [loggph]"))
}

fn ring(ranks: u64, bytes: u64) -> Stage {
    Stage::new(Pattern::Shift { distance: 1 }, bytes).repeated(ranks - 1)
}

/// Equations (7) and (8) with L0 = 0.2 + 0.25e-3 m (1 + 0.3 (tau - 1)) us and L1 = 10 + 0.9e-3 m tau us, P = 32, Q = 8.
#[test]
fn a_ring_in_sequence_and_in_turn() {
    let (tau_lop, loggph) = two_channel();
    assert_eq!(ticks(&loggph, &[ring(32, 65_536)], &layout(32, 8, RoundRobin)), 6_333_324_800, "6.333 ms");
    let time = |mapping| ticks(&tau_lop, &[ring(32, 65_536)], &layout(32, 8, mapping));
    assert_eq!(time(Sequential), 4_233_260_800, "4233.26 us");
    assert_eq!(time(RoundRobin), 18_099_040_000, "18099.04 us");
    let memory = |tau: u64| 200_000 + 250 * 65_536 * (10 + 3 * (tau - 1)) / 10;
    let network = |tau: u64| 10_000_000 + 900 * 65_536 * tau;
    assert_eq!(time(Sequential), 31 * (memory(8) + memory(7).max(network(1)) + memory(1)));
    assert_eq!(time(RoundRobin), 31 * (memory(8) + network(8) + memory(8)));
}

/// Equations (5) and (6): p + p' in sequence, 2 p' in turn, whatever Q; tau-Lop sees Q.
#[test]
fn loggp_does_not_see_how_many_ranks_share_a_host() {
    let (tau_lop, loggph) = two_channel();
    let shared = LoggpCost { latency: 0.2005, overhead: 0.1, gap: 0.2, gap_per_byte: 0.5e-3 };
    let network = LoggpCost { latency: 8.4014, overhead: 1.0, gap: 1.0, gap_per_byte: 1.4e-3 };
    for (ranks, bytes) in [(32, 65_536), (16, 1), (64, 1_000)] {
        let [near, far] = [shared, network].map(|cost| cost.at(bytes as f64).delivery());
        let expected = [near + far, 2.0 * far].map(|stage| (ranks - 1) as f64 * stage);
        let times = |model: &dyn logpine_models::model::stage::StageCost, per_host| {
            [Sequential, RoundRobin]
                .map(|mapping| ticks(model, &[ring(ranks, bytes)], &layout(ranks, per_host, mapping)))
        };
        let mut before = [0; 2];
        for per_host in [2, 4, 8] {
            let by_loggph = times(&loggph, per_host);
            for (time, expected) in by_loggph.into_iter().zip(expected) {
                assert!((time as f64 - expected * 1e6).abs() < 0.5 * ranks as f64, "{time} {expected}");
            }
            assert_eq!(by_loggph, times(&loggph, 2), "blind to Q");
            let by_tau_lop = times(&tau_lop, per_host);
            assert!(by_tau_lop[0] > before[0] && by_tau_lop[1] > before[1], "tau-Lop is not");
            before = by_tau_lop;
        }
    }
    // With 64 KiB the mapping in turn takes 1.5 times as long under LogGPH, 4.3 times under tau-Lop.
    let ratio = |model: &dyn logpine_models::model::stage::StageCost| {
        let time = |mapping: Mapping| ticks(model, &[ring(32, 65_536)], &layout(32, 8, mapping));
        time(RoundRobin) * 100 / time(Sequential)
    };
    assert_eq!((ratio(&loggph), ratio(&tau_lop)), (150, 427));
}

/// The two sections of `two-channel` agree on a message by itself.
#[test]
fn a_message_by_itself_takes_the_same_under_both_models() {
    let (tau_lop, loggph) = two_channel();
    let message = Pattern::Block { first: 0, count: 1, distance: 1 };
    for bytes in [1, 8, 1_000, 65_536, 1_000_000] {
        let stage = Stage::new(message, bytes);
        for (layout, channel) in [(one_host(2), Channel::Shared), (layout(2, 1, Sequential), Channel::Network)] {
            assert_eq!(ticks(&tau_lop, &[stage], &layout), ticks(&loggph, &[stage], &layout));
            let alone = loggph.message_time(channel, bytes).map(Time::ticks);
            assert_eq!(alone, Some(ticks(&loggph, &[stage], &layout)));
        }
    }
}

/// With one channel and LogGP's parameters on it, LogGPH equals LogGP for stages without exchange. In a stream of exchanges
/// LogGPH counts the longest gap, and not the time at which a processor has to send as messages come.
#[test]
fn with_one_channel_loggph_is_loggp() {
    let keys = "latency = \"4000ps\"\noverhead_send = \"700ps\"\noverhead_receive = \"900ps\"\ngap = \"1000ps\"\n\
                gap_per_byte = \"3ps/B\"\n";
    let text = format!("combine = \"2ps/B\"\n[loggp]\n{keys}[loggph.shared]\n{keys}[loggph.network]\n{keys}");
    let machine = crate::tests::engines::tau_lop::machine(&text);
    let (loggp, loggph) = (Loggp::new(&machine).expect("[loggp]"), Loggph::new(&machine).expect("[loggph]"));
    let ports = PortStages(&loggp);
    let star = Pattern::Children { step: 13, stride: 1, from: 1, to: 13 };
    let level = Pattern::Spread { holders: 4, from: 1, to: 3 };
    for bytes in [1, 10, 1_000] {
        for pattern in [star, level, Pattern::Block { first: 3, count: 4, distance: 5 }] {
            let stage = Stage::new(pattern, bytes);
            for stage in
                [stage, stage.backward().combining(), stage.streaming(), stage.backward().combining().streaming()]
            {
                for (per_host, mapping) in [(13, Sequential), (4, RoundRobin), (4, Sequential)] {
                    let layout = layout(13, per_host, mapping);
                    assert_eq!(ticks(&loggph, &[stage], &layout), ticks(&ports, &[stage], &layout), "{stage:?}");
                }
            }
        }
        let pairwise = Stage::new(Pattern::Shifts { from: 1, to: 13 }, bytes).combining().streaming();
        let layout = layout(13, 4, Sequential);
        let (delivery, combine) = (700 + 4000 + 900 + 3 * (bytes - 1), 2 * bytes);
        let gap = (1000 + 3 * (bytes - 1)).max(700 + 900 + combine);
        assert_eq!(ticks(&loggph, &[pairwise], &layout), delivery + combine + 11 * gap);
    }
}

/// In a stream over both channels every message has the gap of its own channel, one its whole time.
#[test]
fn a_stream_over_both_channels() {
    let (_, loggph) = two_channel();
    // One of the 7 messages from rank 0 stays on its host.
    let star = Stage::new(Pattern::Children { step: 8, stride: 1, from: 1, to: 8 }, 1_001).streaming();
    let (near, far) = (200_000 + 500_000, 1_000_000 + 1_400_000);
    let whole = 8_401_400 + 2 * 1_000_000 + 1_400_000;
    assert_eq!(ticks(&loggph, &[star], &layout(8, 2, Sequential)), near + 5 * far + whole);
}
