//! Linear collectives under `LogGPH`: messages leave in the order of the ranks, each after the gap of the one before it.

use crate::tests::engines::tau_lop::{layout, machine, ticks};
use logpine::request::Mapping::{self, Listed, RoundRobin, Sequential};
use logpine::request::{Layout, MpiCollective};
use logpine::units::Time;
use logpine_collectives::collective::by_name;
use logpine_models::machine::{Channel, Machine};
use logpine_models::model::Loggph;
use logpine_models::model::stage::StageCost;
use logpine_trees::tree::families::Parameters;

/// Shared L 8698, o 2959, g 4165, G 5; network L 2695, o 338, g 2465, G 17 ns: messages inside a host take longer.
fn slow_memory() -> Machine {
    machine(
        "[loggph.shared]\nlatency = \"8698ns\"\noverhead = \"2959ns\"\ngap = \"4165ns\"\ngap_per_byte = \"5ns/B\"\n\
         [loggph.network]\nlatency = \"2695ns\"\noverhead = \"338ns\"\ngap = \"2465ns\"\ngap_per_byte = \"17ns/B\"\n",
    )
}

fn linear(model: &Loggph, collective: MpiCollective, layout: &Layout, bytes: u64) -> u64 {
    let family = by_name(collective, "linear").expect("a family");
    let staged = family.build(layout.ranks(), bytes, Parameters::new()).expect("a member");
    ticks(model, &staged.stages, layout)
}

/// Each message by itself: it starts a gap after the one before, by that one's channel, and arrives after its own time.
fn one_by_one(model: &Loggph, layout: &Layout, bytes: u64) -> u64 {
    let (mut start, mut end) = (0, 0);
    for rank in 1..layout.ranks() {
        let inside = layout.host(rank) == layout.host(0);
        let channel = if inside { Channel::Shared } else { Channel::Network };
        let parameters = if inside { model.parameters().shared } else { model.parameters().network };
        let parameters = parameters.expect("both channels");
        let stream = parameters.gap_per_byte.value.times(bytes - 1).expect("small").ticks();
        let gap = (parameters.gap.value.ticks() + stream).max(parameters.overhead_send.value.ticks());
        end = end.max(start + model.message_time(channel, bytes).map_or(0, Time::ticks));
        start += gap;
    }
    end
}

#[test]
fn mixed_channels_are_as_one_message_after_the_other() {
    for machine in [slow_memory(), Machine::load("two-channel").expect("built in")] {
        let model = Loggph::new(&machine).expect("[loggph]");
        for ranks in 2..=40 {
            for per_host in [1, 2, 3, 4, 7, 8, 39] {
                let listed: Vec<u32> = (0..ranks).map(|rank| rank * rank % 5).collect();
                for mapping in [Sequential, RoundRobin, Listed(listed.into())] {
                    let layout = layout(ranks.into(), per_host, mapping);
                    for bytes in [1, 700, 5_000] {
                        let expected = one_by_one(&model, &layout, bytes);
                        for collective in [MpiCollective::Bcast, MpiCollective::Scatter, MpiCollective::Gather] {
                            let time = linear(&model, collective, &layout, bytes);
                            assert_eq!(time, expected, "{collective:?}, {bytes} B, {layout:?}");
                        }
                    }
                }
            }
        }
    }
}

/// Counting a million million ranks takes no longer than counting ten.
#[test]
fn it_is_counted_for_any_number_of_ranks() {
    let model = Loggph::new(&slow_memory()).expect("[loggph]");
    let ranks = 1_000_000_000_000;
    let expected = |gaps: u64| gaps + 3_371_000;
    let time = |mapping: Mapping| linear(&model, MpiCollective::Scatter, &layout(ranks, 100, mapping), 1);
    assert_eq!(time(Sequential), expected(99 * 4_165_000 + (ranks - 101) * 2_465_000));
    assert_eq!(time(RoundRobin), expected(99 * 4_165_000 + (ranks - 101) * 2_465_000));
    let stream = logpine_models::model::stage::Stage::new(
        logpine_models::model::stage::Pattern::Children { step: ranks, stride: 1, from: 1, to: ranks },
        1,
    );
    assert!(model.time(&stream.streaming(), &layout(ranks, 1, Sequential)).is_some());
}
