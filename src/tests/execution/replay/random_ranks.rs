//! Random operations of ranks.

use super::reference::{Kind, Op};
use proptest::prelude::*;

/// The mix of operations in a schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mix {
    pub(super) ranks: u64,
    pub(super) messages: u64,
    pub(super) calculations: u64,
    /// The number of tags.
    pub(super) tags: u64,
    /// The number of processors and interfaces of a rank.
    pub(super) resources: u64,
    /// The number of receives in 8 for which sender or tag may be any.
    pub(super) wildcards: u64,
    /// The most dependencies of an operation.
    pub(super) dependencies: u64,
    /// The number of different sizes.
    pub(super) sizes: u64,
    /// The number of messages in 64 that have no receive, and of receives that have no message.
    pub(super) lost: u64,
}

/// A generator by Steele, Lea and Flood (2014), so that a seed means the same everywhere.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % limit.max(1)
    }

    pub(super) fn u32(&mut self, limit: u64) -> u32 {
        u32::try_from(self.below(limit)).expect("small limits")
    }

    fn u8(&mut self, limit: u64) -> u8 {
        u8::try_from(self.below(limit)).expect("small limits")
    }
}

/// A schedule whose messages can all be received except the lost ones, unless something waits in a circle through wildcards or
/// rendezvous.
pub(super) fn random_ranks(random: &mut Random, mix: Mix) -> Vec<Vec<Op>> {
    let mut ranks: Vec<Vec<Op>> = vec![Vec::new(); usize::try_from(mix.ranks).expect("few")];
    for index in 0..mix.messages + mix.calculations {
        let processor = random.u8(mix.resources);
        let op = |kind, amount, peer, tag, receives: bool| Op {
            kind,
            amount,
            peer,
            tag,
            // The two ends of a message may differ.
            processor: if receives { (processor + 1) % u8::try_from(mix.resources).expect("few") } else { processor },
            interface: processor,
            requires: Vec::new(),
            irequires: Vec::new(),
        };
        let (from, to) = (random.u32(mix.ranks), random.u32(mix.ranks));
        if index % (mix.messages + mix.calculations) >= mix.messages {
            let time = random.below(12);
            ranks[from as usize].push(op(Kind::Calculate, time, None, None, false));
            continue;
        }
        let (tag, bytes) = (random.u32(mix.tags), 1 + 3 * random.below(mix.sizes));
        let any = |random: &mut Random| random.below(8) < mix.wildcards;
        let (any_sender, any_tag) = (any(random), any(random));
        if random.below(64) >= mix.lost {
            ranks[from as usize].push(op(Kind::Send, bytes, Some(to), Some(tag), false));
        }
        if random.below(64) >= mix.lost {
            let peer = (!any_sender).then_some(from);
            ranks[to as usize].push(op(Kind::Receive, bytes, peer, (!any_tag).then_some(tag), true));
        }
    }
    for ops in &mut ranks {
        for index in 1..ops.len() {
            // A later operation moves forward, so that those of one kind are not in a heap.
            let other = usize::try_from(random.below(index as u64 + 1)).expect("few");
            if random.below(4) == 0 && other + 3 > index {
                ops.swap(index, other);
            }
        }
        for (index, op) in ops.iter_mut().enumerate().skip(1) {
            for _ in 0..random.below(mix.dependencies + 1) {
                let before = usize::try_from(random.below(index as u64)).expect("few");
                let list = if random.below(3) == 0 { &mut op.irequires } else { &mut op.requires };
                list.push(before);
            }
        }
    }
    ranks
}

pub(super) fn mixes() -> impl Strategy<Value = Mix> {
    let counts = (1..7u64, 0..40u64, 0..12u64);
    let few_or_many_tags = prop_oneof![Just(1), Just(3), Just(1_000_000)];
    let wildcards = prop_oneof![3 => Just(0), 1 => 1..8u64];
    let lost = prop_oneof![5 => Just(0), 1 => 1..4u64];
    (counts, few_or_many_tags, 1..4u64, wildcards, 0..3u64, 1..4u64, lost).prop_map(
        |((ranks, messages, calculations), tags, resources, wildcards, dependencies, sizes, lost)| Mix {
            ranks,
            messages,
            calculations,
            tags,
            resources,
            wildcards,
            dependencies,
            sizes,
            lost,
        },
    )
}
