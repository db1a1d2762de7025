//! Lower bounds against every program: all orders of sends, receptions and combinations of all ranks, with any content and
//! size of messages, by the rules of processors and gaps. It shares no code with bounds, algorithms or replays.

use logpine::answer::MpiPlan;
use logpine::request::{Layout, MpiCollective, MpiJob, RankCollective};
use logpine::units::Time;
use logpine_models::model::PortTiming;
use logpine_models::model::stage::PortStages;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};

use super::machines::{Random, Range, numbers};
use super::plan;

/// The number of states after which a search of a random machine is given up.
const MOST_STATES: usize = 4_000;

/// No reception yet.
const NEVER: u32 = u32::MAX;

/// A set of pieces of data, as bits. A piece is a byte of a block or, if contributions are combined, a byte of the sum of some
/// ranks' vectors.
type Pieces = u64;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Rank {
    /// The time at which the processor is free.
    free: u32,
    /// The earliest time of the next send.
    may_send: u32,
    /// The end of the last reception.
    received: u32,
    has: Pieces,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Message {
    to: usize,
    delivered: u32,
    bytes: usize,
    has: Pieces,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    ranks: Vec<Rank>,
    /// The messages that are not received yet, in order.
    under_way: Vec<Message>,
    /// The latest beginning of an operation: operations are listed in the order of their beginnings.
    begun: u32,
}

/// The cost of a message of a size.
#[derive(Clone, Copy)]
struct Cost {
    send_busy: u32,
    send_gap: u32,
    recv_busy: u32,
    recv_gap: u32,
    delivery: u32,
}

/// What there is to do, and what it costs.
struct Task {
    /// The pieces that each rank has, and those that it needs.
    begin: Vec<Pieces>,
    needs: Vec<Pieces>,
    /// By its byte, two pieces and that which they are combined to.
    sums: Vec<(usize, [Pieces; 3])>,
    /// By the number of bytes.
    costs: Vec<Cost>,
    combine: Vec<u32>,
    /// True if a message may have bytes that its receiver does not need, which helps if longer messages take less.
    padded: bool,
    /// True if messages are tokens of a byte, whatever they say.
    tokens: bool,
}

fn ticks(time: Time) -> u32 {
    u32::try_from(time.ticks()).expect("a short time")
}

impl Task {
    /// `bytes` is the meaning of the collective's bytes.
    fn new(timing: &dyn PortTiming, collective: MpiCollective, ranks: usize, bytes: usize, padded: bool) -> Self {
        let mut task = Self {
            begin: vec![0; ranks],
            needs: vec![0; ranks],
            sums: Vec::new(),
            costs: Vec::new(),
            combine: Vec::new(),
            padded,
            tokens: collective == MpiCollective::Barrier,
        };
        match collective {
            MpiCollective::Bcast => task.blocks(bytes, |_| 0, |_, _| true),
            MpiCollective::Scatter => task.blocks(ranks * bytes, |_| 0, |byte, to| byte / bytes == to),
            MpiCollective::Gather => task.blocks(ranks * bytes, |byte| byte / bytes, |_, to| to == 0),
            MpiCollective::Allgather => task.blocks(ranks * bytes, |byte| byte / bytes, |_, _| true),
            MpiCollective::Alltoall => {
                let block = |byte: usize| byte / bytes;
                task.blocks(ranks * ranks * bytes, |byte| block(byte) / ranks, |byte, to| block(byte) % ranks == to);
            }
            MpiCollective::Barrier => task.blocks(ranks, |byte| byte, |_, _| true),
            MpiCollective::Reduce => task.vectors(bytes, |_, to| to == 0),
            MpiCollective::Allreduce => task.vectors(bytes, |_, _| true),
            // The first ranks have the longer parts.
            MpiCollective::ReduceScatter => task.vectors(bytes, |byte, to| {
                let (part, longer) = (bytes / ranks, bytes % ranks);
                let first = to * part + to.min(longer);
                (first..first + part + usize::from(to < longer)).contains(&byte)
            }),
        }
        for bytes in 0..=64u64 {
            let [send_busy, send_gap, recv_busy, recv_gap, delivery] =
                numbers(timing.port(bytes.max(1)).expect("short")).map(|ticks| u32::try_from(ticks).expect("short"));
            task.costs.push(Cost { send_busy, send_gap, recv_busy, recv_gap, delivery });
            task.combine.push(if bytes == 0 { 0 } else { ticks(timing.combine(bytes).expect("short")) });
        }
        task
    }

    fn blocks(&mut self, bytes: usize, source: impl Fn(usize) -> usize, is_needed: impl Fn(usize, usize) -> bool) {
        for byte in 0..bytes {
            self.begin[source(byte)] |= 1 << byte;
            for (_, needs) in self.needs.iter_mut().enumerate().filter(|&(to, _)| is_needed(byte, to)) {
                *needs |= 1 << byte;
            }
        }
    }

    fn vectors(&mut self, bytes: usize, is_needed: impl Fn(usize, usize) -> bool) {
        let all = (1usize << self.begin.len()) - 1;
        let piece = |byte: usize, of: usize| 1u64 << (byte * all + of - 1);
        for byte in 0..bytes {
            for rank in 0..self.begin.len() {
                self.begin[rank] |= piece(byte, 1 << rank);
                if is_needed(byte, rank) {
                    self.needs[rank] |= piece(byte, all);
                }
            }
            let disjoint = (1..=all).flat_map(|a| (a + 1..=all).filter(move |b| a & b == 0).map(move |b| (a, b)));
            self.sums.extend(disjoint.map(|(a, b)| (byte, [a, b, a | b].map(|of| piece(byte, of)))));
        }
    }

    /// What a rank may have after combining two vectors, or parts of them, with the number of bytes that are combined; at first
    /// nothing is.
    fn combined(&self, has: Pieces) -> BTreeSet<(usize, Pieces)> {
        let mut found = BTreeSet::from([(0, has)]);
        let mut open = vec![(0usize, 0, has)];
        while let Some((from, bytes, has)) = open.pop() {
            for &(byte, [a, b, sum]) in self.sums.iter().filter(|&&(byte, _)| byte >= from) {
                if has & a != 0 && has & b != 0 && has & sum == 0 {
                    found.insert((bytes + 1, has | sum));
                    open.push((byte + 1, bytes + 1, has | sum));
                }
            }
        }
        found
    }

    /// True if a program ends by `limit`; `None` if there are more states than `most`.
    fn ends_by(&self, limit: u32, most: usize) -> Option<bool> {
        let start = |&has: &Pieces| Rank { free: 0, may_send: 0, received: NEVER, has };
        let mut open = vec![State { ranks: self.begin.iter().map(start).collect(), under_way: Vec::new(), begun: 0 }];
        let mut seen: HashSet<State> = HashSet::new();
        while let Some(state) = open.pop() {
            if state.ranks.iter().zip(&self.needs).all(|(rank, needs)| needs & !rank.has == 0) {
                return Some(true);
            }
            if seen.len() > most || open.len() > 20 * most {
                return None;
            }
            if !seen.contains(&state) {
                self.sends(&state, limit, &mut open);
                self.receptions(&state, limit, &mut open);
                self.combinations(&state, limit, &mut open);
                seen.insert(state);
            }
        }
        Some(false)
    }

    /// The sizes that a message with so many pieces may have, from a sender that has others.
    fn sizes(&self, content: usize, has: Pieces) -> std::ops::RangeInclusive<usize> {
        let all = usize::try_from(has.count_ones()).expect("few");
        match (self.tokens, self.padded) {
            (true, _) => 1..=1,
            (false, true) => content..=all,
            (false, false) => content..=content,
        }
    }

    fn sends(&self, state: &State, limit: u32, open: &mut Vec<State>) {
        for (from, sender) in state.ranks.iter().enumerate() {
            let start = sender.free.max(sender.may_send);
            if start < state.begun {
                continue;
            }
            for (to, receiver) in state.ranks.iter().enumerate().filter(|&(to, _)| to != from) {
                // What the receiver has, or another message brings it, only makes a message longer.
                let coming = state.under_way.iter().filter(|message| message.to == to);
                let useful = sender.has & !coming.fold(receiver.has, |has, message| has | message.has);
                let mut has = useful;
                while has != 0 {
                    let content = usize::try_from(has.count_ones()).expect("few");
                    for bytes in self.sizes(content, sender.has) {
                        let cost = self.costs[bytes];
                        if start + cost.delivery.max(cost.send_busy) > limit {
                            continue;
                        }
                        let mut next = state.clone();
                        next.ranks[from].free = start + cost.send_busy;
                        next.ranks[from].may_send = start + cost.send_gap;
                        next.under_way.push(Message { to, delivered: start + cost.delivery, bytes, has });
                        next.under_way.sort_unstable();
                        next.begun = start;
                        open.push(next);
                    }
                    has = (has - 1) & useful;
                }
            }
        }
    }

    fn receptions(&self, state: &State, limit: u32, open: &mut Vec<State>) {
        for (place, message) in state.under_way.iter().enumerate() {
            let Cost { recv_busy, recv_gap, .. } = self.costs[message.bytes];
            let rank = &state.ranks[message.to];
            for (combined, has) in self.combined(rank.has | message.has) {
                let combine = self.combine[combined];
                let busy = recv_busy + combine;
                let gap = if combined > 0 { recv_gap.max(busy) } else { recv_gap };
                let after = if rank.received == NEVER { 0 } else { rank.received + gap };
                let end = (message.delivered + combine).max(rank.free + busy).max(after);
                if end > limit || end - busy < state.begun {
                    continue;
                }
                let mut next = state.clone();
                next.under_way.remove(place);
                next.ranks[message.to] = Rank { free: end, received: end, has, ..*rank };
                next.begun = end - busy;
                open.push(next);
            }
        }
    }

    fn combinations(&self, state: &State, limit: u32, open: &mut Vec<State>) {
        for (place, rank) in state.ranks.iter().enumerate().filter(|(_, rank)| rank.free >= state.begun) {
            for (combined, has) in self.combined(rank.has).into_iter().filter(|&(combined, _)| combined > 0) {
                let end = rank.free + self.combine[combined];
                if end <= limit {
                    let mut next = state.clone();
                    next.begun = rank.free;
                    // Whoever combines later than on reception is not done with receiving before.
                    let received = if rank.received == NEVER { NEVER } else { end };
                    next.ranks[place] = Rank { free: end, received, has, ..*rank };
                    open.push(next);
                }
            }
        }
    }
}

/// The bound and the time of logpine's answer.
fn claimed(timing: &dyn PortTiming, collective: MpiCollective, ranks: u64, bytes: u64) -> (u32, u32, &'static str) {
    let among_ranks = match collective {
        MpiCollective::Bcast => Some(RankCollective::Bcast),
        MpiCollective::Reduce => Some(RankCollective::Reduce),
        _ => None,
    };
    if let Some(collective) = among_ranks {
        let plan = plan(timing, collective, ranks, Some(bytes));
        return (ticks(plan.claim.bound.value), ticks(plan.best().time), plan.claim.bound.reason);
    }
    let layout = Layout::one_host(ranks).expect("ranks");
    let job = MpiJob::new(collective, layout, collective.has_bytes().then_some(bytes)).expect("a job");
    let plan = MpiPlan::new(&PortStages(timing), job).expect("an answer");
    (ticks(plan.claim.bound.value), ticks(plan.best().time), plan.claim.bound.reason)
}

/// Checks that no program ends before the bound, unless there are too many of them to try.
fn check(machine: &Random, collective: MpiCollective, ranks: u64, bytes: u64) -> Result<(), TestCaseError> {
    let timing = machine.timing.as_ref();
    let costs = |bytes| numbers(timing.port(bytes).expect("short"));
    let falls = (1..64).any(|bytes| costs(bytes).iter().zip(costs(bytes + 1)).any(|(&short, long)| long < short));
    let few = |number: u64| usize::try_from(number).expect("few");
    let task = Task::new(timing, collective, few(ranks), few(bytes), falls);
    let (bound, found, reason) = claimed(timing, collective, ranks, bytes);
    let earlier = bound.checked_sub(1).and_then(|earlier| task.ends_by(earlier, MOST_STATES));
    prop_assert_ne!(earlier, Some(true), "{} among {}, {} B, before {}: {}", collective, ranks, bytes, bound, reason);
    // The programs include those of logpine.
    prop_assert_ne!(
        task.ends_by(found, MOST_STATES),
        Some(false),
        "{} among {}, {} B in {}",
        collective,
        ranks,
        bytes,
        found
    );
    Ok(())
}

/// Times of a few ticks, so that there are few programs.
const FEW: Range = Range { most: 6, bytes: 5 };

/// Ranks and bytes for which every program can be tried.
fn sizes(collective: MpiCollective) -> Vec<(u64, u64)> {
    match collective {
        MpiCollective::Bcast => vec![(2, 3), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1)],
        MpiCollective::Reduce | MpiCollective::Scatter | MpiCollective::Gather => {
            vec![(2, 2), (3, 1), (3, 2), (4, 1)]
        }
        MpiCollective::Allgather | MpiCollective::Alltoall => vec![(2, 1), (2, 2), (3, 1)],
        MpiCollective::ReduceScatter | MpiCollective::Allreduce => vec![(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)],
        MpiCollective::Barrier => vec![(2, 1), (3, 1)],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn none_ends_before_the_bound(machine in FEW.sized(), at in any::<prop::sample::Index>()) {
        let all: Vec<(MpiCollective, (u64, u64))> = MpiCollective::ALL
            .into_iter()
            .flat_map(|collective| sizes(collective).into_iter().map(move |size| (collective, size)))
            .collect();
        let (collective, (ranks, bytes)) = all[at.index(all.len())];
        check(&machine, collective, ranks, bytes)?;
    }
}

/// The search finds the times that are known: Culler et al. (1993) for P = 4, and messages that keep processors busy.
#[test]
fn by_hand() {
    let least = |text: &str, collective, ranks, bytes| {
        let machine = Random::new(text);
        let task = Task::new(machine.timing.as_ref(), collective, ranks, bytes, false);
        (0..100).find(|&limit| task.ends_by(limit, usize::MAX / 20).expect("all states"))
    };
    let textbook = "[loggp]\nlatency = \"6ps\"\noverhead = \"2ps\"\ngap = \"4ps\"\ngap_per_byte = \"0ps/B\"\n";
    assert_eq!(least(textbook, MpiCollective::Bcast, 3, 1), Some(14));
    assert_eq!(least(textbook, MpiCollective::Reduce, 3, 1), Some(14));
    // A rank sends and receives at the same time, but not if that keeps its processor busy.
    assert_eq!(least("[alpha_beta]\nalpha = \"3ps\"\nbeta = \"0ps/B\"\n", MpiCollective::Alltoall, 2, 1), Some(3));
    let busy = "[loggp]\nlatency = \"0ps\"\noverhead = \"2ps\"\ngap = \"0ps\"\ngap_per_byte = \"0ps/B\"\n";
    assert_eq!(least(busy, MpiCollective::Alltoall, 2, 1), Some(4));
    // One vector to the other rank, and the sum back.
    let combine = "combine = \"5ps/B\"\n[alpha_beta]\nalpha = \"1ps\"\nbeta = \"0ps/B\"\n";
    assert_eq!(least(combine, MpiCollective::Allreduce, 2, 1), Some(6));
}
