//! Random GOAL files.

use super::plain::{Block, Kind, Line, Numbers, Op};
use std::fmt::Write;

/// A generator by Steele, Lea and Flood (2014), so that a seed means the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % limit.max(1)
    }

    fn index(&mut self, limit: usize) -> usize {
        usize::try_from(self.below(limit as u64)).expect("small")
    }

    fn amount(&mut self, limit: u64) -> i64 {
        i64::try_from(self.below(limit)).expect("small")
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The options of a file.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// The numbers of cpus and nics of a rank.
    pub cpus: usize,
    pub nics: usize,
    /// The least size of a message.
    pub least_bytes: i64,
    /// True if dependency lines may stand before the operations.
    pub forward: bool,
}

/// The blocks of a file. Operations are made in an order in which all of them can be done, then shuffled, and so are the
/// lines of dependencies; only messages that overtake others, or wait for their receivers, may still get stuck.
pub fn blocks(random: &mut Random, mix: Mix) -> Vec<Block> {
    let ranks = 1 + random.index(5);
    let mut blocks = vec![Block::default(); ranks];
    let tags = [1, 3, 100][random.index(3)];
    for _ in 0..random.below(30) {
        let (from, to) = (random.index(ranks), random.index(ranks));
        let (cpu, nic) = (random.index(mix.cpus), random.index(mix.nics));
        if random.below(5) == 0 {
            let amount = random.amount(12);
            blocks[from].ops.push(Op { kind: Kind::Calculate, amount, peer: 0, tag: 0, cpu, nic: 0 });
            continue;
        }
        let tag = u32::try_from(random.below(tags)).expect("small");
        let amount = mix.least_bytes + if random.below(3) == 0 { 0 } else { random.amount(12) };
        blocks[from].ops.push(Op { kind: Kind::Send, amount, peer: to, tag, cpu, nic });
        let cpu = random.index(mix.cpus);
        blocks[to].ops.push(Op { kind: Kind::Receive, amount, peer: from, tag, cpu, nic });
    }
    let most = random.below(4);
    for block in &mut blocks {
        let mut places: Vec<usize> = (0..block.ops.len()).collect();
        random.shuffle(&mut places);
        for waiting in 1..block.ops.len() {
            for _ in 0..random.below(most + 1) {
                // Often one of the first, so that many wait for the same.
                let before = random.index(waiting).min(random.index(waiting));
                let on_start = random.below(3) == 0;
                block.lines.push(Line { waiting: places[waiting], before: places[before], on_start });
            }
        }
        random.shuffle(&mut block.lines);
        let mut shuffled = block.ops.clone();
        for (op, &place) in block.ops.iter().zip(&places) {
            shuffled[place] = *op;
        }
        block.ops = shuffled;
    }
    blocks
}

/// Small parameters, so that many things happen at one time.
pub fn numbers(random: &mut Random) -> Numbers {
    let [latency, overhead, gap] = [random.amount(14), random.amount(6), random.amount(8)];
    let [per_byte, overhead_per_byte] = [random.amount(4), random.amount(3)];
    let eager = if random.below(3) == 0 { random.amount(9) } else { 1_000 };
    Numbers { latency, overhead, gap, per_byte, overhead_per_byte, eager }
}

/// The file, its dependency lines behind all operations of their rank, or before them.
pub fn text(blocks: &[Block], forward: bool) -> String {
    let mut text = format!("num_ranks {}\n", blocks.len());
    for (rank, block) in blocks.iter().enumerate() {
        let mut ops = String::new();
        for (index, op) in block.ops.iter().enumerate() {
            let Op { kind, amount, peer, tag, cpu, nic } = *op;
            let what = match kind {
                Kind::Calculate => format!("calc {amount} cpu {cpu}"),
                Kind::Send => format!("send {amount}b to {peer} tag {tag} cpu {cpu} nic {nic}"),
                Kind::Receive => format!("recv {amount}b from {peer} tag {tag} cpu {cpu} nic {nic}"),
            };
            writeln!(ops, "l{index}: {what}").expect("a string");
        }
        let mut lines = String::new();
        for &Line { waiting, before, on_start } in &block.lines {
            let word = if on_start { "irequires" } else { "requires" };
            writeln!(lines, "l{waiting} {word} l{before}").expect("a string");
        }
        let [first, second] = if forward { [lines, ops] } else { [ops, lines] };
        write!(text, "rank {rank} {{\n{first}{second}}}\n").expect("a string");
    }
    text
}
