//! Executes a program.

use super::fault::Place;
use super::meaning::Contribution;
use super::order::{Order, Uses};
use super::{Buffer, Cell, Gpu, Instruction, Kind, Program, WrongProgram};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// What a correct program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The channels.
    pub channels: u32,
    /// The most thread blocks of a GPU.
    pub blocks: u32,
    /// The instructions of all GPUs.
    pub instructions: u64,
    /// The messages.
    pub messages: u64,
}

/// The most chunks of all buffers, and the most instructions times thread blocks of a GPU.
const MOST_CELLS: u64 = 1 << 22;
const MOST_KNOWN: u64 = 1 << 26;

/// The most contributions of all chunks that are written or sent.
const MOST_CONTRIBUTIONS: u64 = 1 << 28;

/// The contributions in a chunk, in ascending order.
type Value = Rc<[Contribution]>;

impl Program {
    /// Checks that the program does what its collective is to do, in every way in which it may run and in every order in which
    /// its instructions may be executed, if so many messages fit a channel until they are received.
    ///
    /// # Errors
    /// The first [`WrongProgram`].
    pub fn check(&self, in_flight: usize) -> Result<Run, WrongProgram> {
        self.check_buffers()?;
        let (mut cells, mut known, mut instructions) = (0u64, 0u64, 0u64);
        for gpu in &self.gpus {
            cells += u64::from(gpu.inputs) + u64::from(gpu.outputs) + u64::from(gpu.scratch);
            let of_gpu: u64 = gpu.blocks.iter().map(|block| block.instructions.len() as u64 + 1).sum();
            instructions += of_gpu - gpu.blocks.len() as u64;
            known = known.saturating_add(of_gpu.saturating_mul(gpu.blocks.len() as u64));
        }
        for (what, count, most) in
            [("chunks", cells, MOST_CELLS), ("instructions for its thread blocks", known, MOST_KNOWN)]
        {
            if count > most {
                return Err(WrongProgram::TooLarge { what, count, most });
            }
        }
        let mut messages = 0;
        for (in_place, is_meant) in [(false, self.out_of_place), (true, self.in_place)] {
            if is_meant {
                messages = Execution::new(self, in_place, in_flight)?.run()?;
            }
        }
        let blocks = self.gpus.iter().flat_map(|gpu| &gpu.blocks);
        Ok(Run {
            channels: blocks.map(|block| block.channel.saturating_add(1)).max().unwrap_or(0),
            blocks: self.gpus.iter().map(|gpu| gpu.blocks.len()).max().unwrap_or(0).try_into().unwrap_or(u32::MAX),
            instructions,
            messages,
        })
    }
}

/// The ends of a channel: the sender, the receiver, and its number.
type Channel = (u32, u32, u32);

struct Execution<'a> {
    program: &'a Program,
    in_place: bool,
    in_flight: usize,
    /// For each GPU the chunks of its input, its output and scratch.
    values: Vec<Vec<Option<Value>>>,
    uses: Vec<Vec<Uses>>,
    orders: Vec<Order>,
    under_way: BTreeMap<Channel, VecDeque<Vec<Value>>>,
    messages: u64,
    contributions: u64,
}

impl<'a> Execution<'a> {
    fn new(program: &'a Program, in_place: bool, in_flight: usize) -> Result<Self, WrongProgram> {
        let mut ends: BTreeMap<(u32, bool, u32, u32), u32> = BTreeMap::new();
        let mut under_way = BTreeMap::new();
        for (number, gpu) in (0u32..).zip(&program.gpus) {
            for (at, block) in (0u32..).zip(&gpu.blocks) {
                check_peers(program, number, at)?;
                for (peer, sends) in [(block.send, true), (block.receive, false)] {
                    let Some(peer) = peer else { continue };
                    if let Some(first) = ends.insert((number, sends, peer, block.channel), at) {
                        let (what, channel) = (if sends { "send to" } else { "receive from" }, block.channel);
                        return Err(WrongProgram::new(format_args!(
                            "thread blocks {first} and {at} of GPU {number} both {what} GPU {peer} over channel {channel}"
                        )));
                    }
                    let channel = if sends { (number, peer, block.channel) } else { (peer, number, block.channel) };
                    under_way.insert(channel, VecDeque::new());
                }
            }
        }
        let cells = |gpu: &Gpu| (gpu.inputs + gpu.outputs + gpu.scratch) as usize;
        let values = (0u32..).zip(&program.gpus).map(|(number, gpu)| {
            let mut values = vec![None; cells(gpu)];
            for chunk in (0..gpu.inputs).filter(|_| program.has_input(number)) {
                values[chunk as usize] = Some(Value::from([(number, chunk)]));
            }
            values
        });
        Ok(Self {
            program,
            in_place,
            in_flight,
            values: values.collect(),
            uses: program.gpus.iter().map(|gpu| vec![Uses::default(); cells(gpu)]).collect(),
            orders: program
                .gpus
                .iter()
                .map(|gpu| Order::new(gpu.blocks.iter().map(|block| block.instructions.len())))
                .collect(),
            under_way,
            messages: 0,
            contributions: 0,
        })
    }

    /// Lets every thread block go as far as it can, until nothing is left; returns the number of messages.
    fn run(mut self) -> Result<u64, WrongProgram> {
        let mut waiting: VecDeque<(u32, u32)> = (0u32..)
            .zip(&self.program.gpus)
            .flat_map(|(number, gpu)| (0u32..).zip(&gpu.blocks).map(move |(at, _)| (number, at)))
            .collect();
        let mut without_progress = 0;
        while without_progress < waiting.len()
            && let Some((gpu, block)) = waiting.pop_front()
        {
            let mut has_moved = false;
            while self.step(gpu, block)? {
                has_moved = true;
            }
            without_progress = if has_moved { 0 } else { without_progress + 1 };
            let count = self.program.gpus[gpu as usize].blocks[block as usize].instructions.len();
            if (self.orders[gpu as usize].finished(block) as usize) < count {
                waiting.push_back((gpu, block));
            }
        }
        if let Some(&(gpu, block)) = waiting.front() {
            let place = self.place(gpu, block);
            return Err(WrongProgram::new(format_args!("{place}: it waits without end")));
        }
        if let Some((&(from, to, channel), left)) = self.under_way.iter().find(|(_, left)| !left.is_empty()) {
            let count = left.len();
            return Err(WrongProgram::new(format_args!(
                "{count} messages from GPU {from} to GPU {to} over channel {channel} are never received"
            )));
        }
        self.check_outputs()?;
        Ok(self.messages)
    }

    fn place(&self, gpu: u32, block: u32) -> Place {
        Place { gpu, block, instruction: self.orders[gpu as usize].finished(block) }
    }

    /// Executes the next instruction of a thread block; false if there is none, or it has to wait.
    fn step(&mut self, gpu: u32, block: u32) -> Result<bool, WrongProgram> {
        let program = self.program;
        let place = self.place(gpu, block);
        let thread = &program.gpus[gpu as usize].blocks[block as usize];
        let Some(&instruction) = thread.instructions.get(place.instruction as usize) else { return Ok(false) };
        let Instruction { kind, source, target, count, waits, signals } = instruction;
        if let Some((other, of_other)) = waits {
            if self.orders[gpu as usize].finished(other) <= of_other {
                return Ok(false);
            }
            self.orders[gpu as usize].wait(block, (other, of_other));
        }
        // Peers are there: that was checked.
        let from = thread.receive.filter(|_| kind.receives()).map(|peer| (peer, gpu, thread.channel));
        let to = thread.send.filter(|_| kind.sends()).map(|peer| (gpu, peer, thread.channel));
        let is_full =
            |channel: Channel| self.under_way.get(&channel).is_some_and(|queue| queue.len() >= self.in_flight);
        let is_empty = |channel: Channel| self.under_way.get(&channel).is_none_or(VecDeque::is_empty);
        if from.is_some_and(is_empty) || to.is_some_and(is_full) {
            return Ok(false);
        }
        let received = from.and_then(|channel| self.under_way.get_mut(&channel)?.pop_front());
        if let Some(received) = &received
            && received.len() != count as usize
        {
            let sent = received.len();
            return Err(WrongProgram::new(format_args!("{place}: {sent} chunks arrive, and {count} are expected")));
        }
        let mut results = Vec::with_capacity(count as usize);
        for at in 0..count {
            let arrived = received.as_ref().map(|received| received[at as usize].clone());
            let value = self.value(place, kind, shifted(source, at), shifted(target, at), arrived)?;
            self.contributions += value.len() as u64;
            if self.contributions > MOST_CONTRIBUTIONS {
                let (what, count) = ("contributions in its messages", self.contributions);
                return Err(WrongProgram::TooLarge { what, count, most: MOST_CONTRIBUTIONS });
            }
            results.push(value);
        }
        if kind == Kind::Nothing {
            results.clear();
        }
        if let Some(channel) = to {
            self.messages += 1;
            self.under_way.entry(channel).or_default().push_back(results);
        }
        self.orders[gpu as usize].finish(block, signals);
        Ok(true)
    }

    /// The result of an instruction for a chunk, which is written if it is to be.
    fn value(
        &mut self,
        place: Place,
        kind: Kind,
        source: Cell,
        target: Cell,
        arrived: Option<Value>,
    ) -> Result<Value, WrongProgram> {
        let read = if kind.reads() { Some(self.read(place, source)?) } else { None };
        let own = if kind == Kind::Reduce { Some(self.read(place, target)?) } else { None };
        let mut parts = [arrived, read, own].into_iter().flatten();
        let mut value = parts.next().unwrap_or_else(|| Value::from([]));
        for part in parts {
            value = united(&value, &part).map_err(|rank| {
                WrongProgram::new(format_args!("{place}: the contribution of rank {rank} counts twice in {target}"))
            })?;
        }
        if kind.writes() {
            let at = self.index(place, target)?;
            let gpu = place.gpu as usize;
            self.uses[gpu][at].write(&self.orders[gpu], place.block).map_err(|step| race(place, target, step))?;
            self.values[gpu][at] = Some(value.clone());
        }
        Ok(value)
    }

    fn read(&mut self, place: Place, cell: Cell) -> Result<Value, WrongProgram> {
        let at = self.index(place, cell)?;
        let gpu = place.gpu as usize;
        self.uses[gpu][at].read(&self.orders[gpu], place.block).map_err(|step| race(place, cell, step))?;
        self.values[gpu][at].clone().ok_or_else(|| WrongProgram::new(format_args!("{place}: {cell} has no data yet")))
    }

    /// The place of a chunk among those of its GPU.
    fn index(&self, place: Place, cell: Cell) -> Result<usize, WrongProgram> {
        let Gpu { inputs, outputs, scratch, .. } = self.program.gpus[place.gpu as usize];
        let chunks = match cell.buffer {
            Buffer::Input => inputs,
            Buffer::Output => outputs,
            Buffer::Scratch => scratch,
        };
        if cell.at >= chunks {
            let Cell { buffer, at } = cell;
            return Err(WrongProgram::new(format_args!(
                "{place}: there is no chunk {at} in the {} of {chunks} chunks",
                buffer.name()
            )));
        }
        let at = match cell.buffer {
            Buffer::Input => cell.at,
            Buffer::Output => return Ok(self.output(place.gpu, cell.at)),
            Buffer::Scratch => inputs + outputs + cell.at,
        };
        Ok(at as usize)
    }

    fn output(&self, gpu: u32, at: u32) -> usize {
        let apart = self.program.gpus[gpu as usize].inputs + at;
        let shared = if self.in_place { self.program.in_place_of(gpu, at) } else { None };
        shared.unwrap_or(apart) as usize
    }

    fn check_outputs(&self) -> Result<(), WrongProgram> {
        for (number, gpu) in (0u32..).zip(&self.program.gpus) {
            for at in 0..gpu.outputs {
                let Some(expected) = self.program.expected(number, at) else { continue };
                let wrong = |what: std::fmt::Arguments| {
                    Err(WrongProgram::new(format_args!("chunk {at} of the output of GPU {number} {what}")))
                };
                let Some(value) = &self.values[number as usize][self.output(number, at)] else {
                    return wrong(format_args!("is never written"));
                };
                let lacks = expected.iter().find(|one| value.binary_search(one).is_err());
                let extra = value.iter().find(|one| expected.binary_search(one).is_err());
                if let Some((rank, chunk)) = lacks {
                    return wrong(format_args!("lacks chunk {chunk} of rank {rank}"));
                }
                if let Some((rank, chunk)) = extra {
                    return wrong(format_args!("has chunk {chunk} of rank {rank}, which does not belong there"));
                }
            }
        }
        Ok(())
    }
}

fn shifted(cell: Cell, by: u32) -> Cell {
    Cell { at: cell.at.saturating_add(by), ..cell }
}

fn race(place: Place, cell: Cell, (block, instruction): (u32, u32)) -> WrongProgram {
    WrongProgram::new(format_args!(
        "{place}: {cell} is used by instruction {instruction} of thread block {block}, too, and nothing says which comes first"
    ))
}

/// The contributions of both; a rank of one that is in both is the error.
fn united(a: &Value, b: &Value) -> Result<Value, u32> {
    let mut all: Vec<Contribution> = a.iter().chain(b.iter()).copied().collect();
    all.sort_unstable();
    match all.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(pair[0].0),
        None => Ok(all.into()),
    }
}

/// Checks the other ends and the waits of a thread block.
fn check_peers(program: &Program, gpu: u32, at: u32) -> Result<(), WrongProgram> {
    let of_gpu = &program.gpus[gpu as usize];
    let block = &of_gpu.blocks[at as usize];
    let wrong = |what: &str| Err(WrongProgram::new(format_args!("thread block {at} of GPU {gpu} {what}")));
    for peer in [block.send, block.receive].into_iter().flatten() {
        if peer == gpu {
            return wrong("has its own GPU at the other end");
        }
        if peer as usize >= program.gpus.len() {
            return wrong("has a GPU at the other end that does not exist");
        }
    }
    for (instruction, step) in (0u32..).zip(&block.instructions) {
        if step.kind.sends() && block.send.is_none() {
            return wrong("sends, and names no GPU to send to");
        }
        if step.kind.receives() && block.receive.is_none() {
            return wrong("receives, and names no GPU to receive from");
        }
        let Some((other, of_other)) = step.waits else { continue };
        let waits = |what: &str| {
            let place = Place { gpu, block: at, instruction };
            Err(WrongProgram::new(format_args!(
                "{place}: it waits for instruction {of_other} of thread block {other}, which {what}"
            )))
        };
        match of_gpu.blocks.get(other as usize).and_then(|other| other.instructions.get(of_other as usize)) {
            None => return waits("does not exist"),
            Some(awaited) if !awaited.signals => return waits("does not signal its end (hasdep)"),
            Some(_) => {}
        }
    }
    Ok(())
}
