//! Thread blocks and their instructions for messages.
//!
//! Every link has thread blocks of its own at both ends, one for each channel that it needs; copies within a GPU have others. All
//! thread blocks of all GPUs take their instructions in one common order of messages, and wait only for earlier ones: a message is
//! sent when everything before it is done, and received before anything after it. So the program ends even if a channel holds a
//! single message. What a rank receives of a piece while it still sends its old value goes to scratch first.

use super::transfers::{Effect, Piece, Transfer, Transfers};
use super::{MOST_BLOCKS, MOST_CHANNELS, MOST_INSTRUCTIONS, MOST_OF_A_CHANNEL};
use logpine_check::synthesis::{Buffer, Cell, Gpu, Instruction, Kind, Program, ThreadBlock};
use logpine_models::job::MpiCollective;
use logpine_text::unwritable::Unwritable;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// Makes the program of messages.
///
/// # Errors
/// [`Unwritable`] if the runtime could not load it.
pub fn lower(transfers: &Transfers) -> Result<Program, Unwritable> {
    let mut lowering = Lowering::new(transfers);
    lowering.own_outputs()?;
    let mut sending: BTreeSet<(u32, u32, u32)> = BTreeSet::new();
    for one in &transfers.transfers {
        sending.insert((one.from, one.piece, one.step));
    }
    // What waits in scratch, by the end of the step in which it counts.
    let mut waiting: BTreeMap<u32, Vec<(Transfer, Cell)>> = BTreeMap::new();
    let mut rest = transfers.transfers.as_slice();
    while let Some(step) = rest.first().map(|one| one.step).into_iter().chain(waiting.keys().next().copied()).min() {
        let (now, later) = rest.split_at(rest.iter().take_while(|one| one.step == step).count());
        rest = later;
        for one in now {
            // Sent again before it counts: the receiver's old value is still needed.
            let mut while_under_way = sending.range((one.to, one.piece, step)..=(one.to, one.piece, one.end));
            let is_direct = one.effect == Effect::Move || one.end == step && while_under_way.next().is_none();
            if is_direct {
                lowering.direct(*one)?;
            } else {
                let cell = lowering.put_aside(*one)?;
                waiting.entry(one.end).or_default().push((*one, cell));
            }
        }
        for (one, cell) in waiting.remove(&step).unwrap_or_default() {
            lowering.take_up(one, cell)?;
        }
    }
    Ok(lowering.program())
}

/// The uses of a piece at a place since it was last written: thread blocks and instructions.
#[derive(Clone, Debug, Default)]
struct Uses {
    write: Option<(u32, u32)>,
    reads: Vec<(u32, u32)>,
}

/// A place for a piece at a GPU: its own, which input and output share if the program runs in place, or a piece of scratch.
type Home = (u32, Option<u32>);

struct Lowering<'a> {
    of: &'a Transfers,
    gpus: Vec<GpuSoFar>,
    /// The channel that the next message from a GPU to another takes, as the numbers of its thread blocks.
    links: BTreeMap<(u32, u32), (u32, u32)>,
}

#[derive(Default)]
struct GpuSoFar {
    blocks: Vec<ThreadBlock>,
    /// The thread block that copies.
    local: Option<u32>,
    scratch: u32,
    /// Where each piece is.
    at: BTreeMap<u32, Cell>,
    uses: BTreeMap<Home, Uses>,
    /// For each thread block the instructions of others that it has waited for.
    waited: Vec<BTreeMap<u32, u32>>,
}

impl<'a> Lowering<'a> {
    fn new(of: &'a Transfers) -> Self {
        let mut gpus: Vec<GpuSoFar> = (0..of.ranks).map(|_| GpuSoFar::default()).collect();
        for (rank, gpu) in (0u32..).zip(&mut gpus) {
            let own = (0u32..).zip(&of.pieces).filter_map(|(number, piece)| Some((number, of.input(rank, piece)?)));
            gpu.at = own.collect();
        }
        Self { of, gpus, links: BTreeMap::new() }
    }

    fn piece(&self, piece: u32) -> Piece {
        self.of.pieces[piece as usize]
    }

    /// Copies what the output has of the GPU's own input, if nothing is to be combined with it.
    fn own_outputs(&mut self) -> Result<(), Unwritable> {
        if self.of.collective.combines() && self.of.ranks > 1 {
            return Ok(());
        }
        for rank in 0..self.of.ranks {
            for (number, piece) in (0u32..).zip(&self.of.pieces) {
                if let (Some(_), Some(output)) = (self.of.input(rank, piece), self.of.output(rank, piece)) {
                    self.copy(rank, number, output)?;
                }
            }
        }
        Ok(())
    }

    /// Copies a piece from where it is.
    fn copy(&mut self, rank: u32, piece: u32, to: Cell) -> Result<(), Unwritable> {
        let from = self.place(rank, piece);
        self.local(rank, Kind::Copy, piece, from, to)
    }

    /// Where a piece is at a rank that has it.
    fn place(&self, rank: u32, piece: u32) -> Cell {
        let at = self.gpus[rank as usize].at.get(&piece).copied();
        at.expect("a correct schedule sends and combines what is there")
    }

    /// A place for a piece that a rank receives: the output, if it is to have the piece, or scratch.
    fn target(&mut self, rank: u32, piece: u32) -> Cell {
        let of = self.piece(piece);
        self.of.output(rank, &of).unwrap_or_else(|| self.scratch(rank, of.size))
    }

    fn scratch(&mut self, rank: u32, size: u32) -> Cell {
        let gpu = &mut self.gpus[rank as usize];
        let at = gpu.scratch;
        gpu.scratch += size;
        Cell { buffer: Buffer::Scratch, at }
    }

    /// A message whose receiver uses it at once.
    fn direct(&mut self, one: Transfer) -> Result<(), Unwritable> {
        let Transfer { from, to, piece, effect, .. } = one;
        let (kind, source, target) = if effect == Effect::Combine {
            let own = self.place(to, piece);
            // The first sum leaves the input as it is.
            let target = if own.buffer == Buffer::Input { self.target(to, piece) } else { own };
            (Kind::ReceiveReduceCopy, own, target)
        } else {
            let known = self.gpus[to as usize].at.get(&piece).copied();
            let known = known.filter(|cell| cell.buffer != Buffer::Input);
            let target = known.unwrap_or_else(|| self.target(to, piece));
            (Kind::Receive, target, target)
        };
        self.message((from, to), piece, (kind, source, target))
    }

    /// A message that waits in scratch.
    fn put_aside(&mut self, one: Transfer) -> Result<Cell, Unwritable> {
        let cell = self.scratch(one.to, self.piece(one.piece).size);
        let before = self.gpus[one.to as usize].at.get(&one.piece).copied();
        self.message((one.from, one.to), one.piece, (Kind::Receive, cell, cell))?;
        if let Some(before) = before {
            self.gpus[one.to as usize].at.insert(one.piece, before);
        }
        Ok(cell)
    }

    /// What waited in scratch counts.
    fn take_up(&mut self, one: Transfer, cell: Cell) -> Result<(), Unwritable> {
        let Transfer { to, piece, effect, .. } = one;
        let own = self.place(to, piece);
        let output = self.of.output(to, &self.piece(piece));
        if effect == Effect::Replace {
            let target = if own.buffer == Buffer::Input { self.target(to, piece) } else { own };
            return self.local(to, Kind::Copy, piece, cell, target);
        }
        match (own.buffer, output) {
            (Buffer::Input, Some(output)) => {
                self.copy(to, piece, output)?;
                self.local(to, Kind::Reduce, piece, cell, output)
            }
            // The sum stays in scratch, and the input as it is.
            (Buffer::Input, None) => self.local(to, Kind::Reduce, piece, own, cell),
            _ => self.local(to, Kind::Reduce, piece, cell, own),
        }
    }

    /// An instruction within a GPU.
    fn local(&mut self, rank: u32, kind: Kind, piece: u32, source: Cell, target: Cell) -> Result<(), Unwritable> {
        let gpu = &mut self.gpus[rank as usize];
        let (reads, writes) = (Some(home(piece, source)), Some(home(piece, target)));
        let block = if let Some(block) = gpu.local.filter(|&block| gpu.has_room(block, reads, writes)) {
            block
        } else {
            let block = gpu.open(rank, None, None, 0)?;
            *gpu.local.insert(block)
        };
        let count = self.of.pieces[piece as usize].size;
        gpu.add(block, (reads, writes), Instruction { kind, source, target, count, waits: None, signals: false });
        gpu.at.insert(piece, target);
        Ok(())
    }

    /// A message: the sender sends the piece from where it is.
    fn message(
        &mut self,
        (from, to): (u32, u32),
        piece: u32,
        (kind, source, target): (Kind, Cell, Cell),
    ) -> Result<(), Unwritable> {
        let sent = self.place(from, piece);
        let reads = Some(home(piece, sent));
        let of_receiver = (Some(home(piece, source)).filter(|_| kind.reads()), Some(home(piece, target)));
        let fits = |lowering: &Self, (at_from, at_to): (u32, u32)| {
            lowering.gpus[from as usize].has_room(at_from, reads, None)
                && lowering.gpus[to as usize].has_room(at_to, of_receiver.0, of_receiver.1)
        };
        let ends = match self.links.get(&(from, to)).copied().filter(|&ends| fits(self, ends)) {
            Some(ends) => ends,
            None => self.open((from, to))?,
        };
        let count = self.piece(piece).size;
        let send = Instruction { kind: Kind::Send, source: sent, target: sent, count, waits: None, signals: false };
        self.gpus[from as usize].add(ends.0, (reads, None), send);
        let receive = Instruction { kind, source, target, count, waits: None, signals: false };
        self.gpus[to as usize].add(ends.1, of_receiver, receive);
        self.gpus[to as usize].at.insert(piece, target);
        Ok(())
    }

    /// Opens a further channel of a link.
    fn open(&mut self, (from, to): (u32, u32)) -> Result<(u32, u32), Unwritable> {
        let is_free = |channel: &u32| {
            let sends = self.gpus[from as usize]
                .blocks
                .iter()
                .filter(|block| block.channel == *channel && block.send.is_some());
            let receives = self.gpus[to as usize]
                .blocks
                .iter()
                .filter(|block| block.channel == *channel && block.receive.is_some());
            let is_taken = sends.clone().any(|block| block.send == Some(to));
            !is_taken && sends.count() < MOST_OF_A_CHANNEL && receives.count() < MOST_OF_A_CHANNEL
        };
        let none = || {
            let fault = format!("the link from GPU {from} to GPU {to} would need more than {MOST_CHANNELS} channels");
            Unwritable(format!("{fault}, the most that MSCCL has; plan fewer blocks"))
        };
        let channel = (0..MOST_CHANNELS).find(is_free).ok_or_else(none)?;
        let at_from = self.gpus[from as usize].open(from, Some(to), None, channel)?;
        let at_to = self.gpus[to as usize].open(to, None, Some(from), channel)?;
        self.links.insert((from, to), (at_from, at_to));
        Ok((at_from, at_to))
    }

    fn program(self) -> Program {
        let Transfers { collective, ranks, root, chunks, .. } = *self.of;
        let (inputs, outputs) = match collective {
            MpiCollective::Scatter | MpiCollective::ReduceScatter => (chunks * ranks, chunks),
            MpiCollective::Gather | MpiCollective::Allgather => (chunks, chunks * ranks),
            MpiCollective::Allreduce => (chunks * ranks, chunks * ranks),
            _ => (chunks, chunks),
        };
        let gpu = |gpu: GpuSoFar| Gpu { inputs, outputs, scratch: gpu.scratch, blocks: gpu.blocks };
        Program {
            collective,
            root: if collective.is_rooted() { root } else { 0 },
            // Scatters and gathers in place are not those of MSCCL's runtime.
            in_place: !matches!(collective, MpiCollective::Scatter | MpiCollective::Gather),
            out_of_place: true,
            gpus: self.gpus.into_iter().map(gpu).collect(),
        }
    }
}

/// The place of a piece for the order of its uses.
fn home(piece: u32, cell: Cell) -> Home {
    (piece, Some(cell.at).filter(|_| cell.buffer == Buffer::Scratch))
}

impl GpuSoFar {
    fn open(&mut self, gpu: u32, send: Option<u32>, receive: Option<u32>, channel: u32) -> Result<u32, Unwritable> {
        if self.blocks.len() == MOST_BLOCKS {
            return Unwritable::new(format!(
                "GPU {gpu} would need more than {MOST_BLOCKS} thread blocks with {MOST_INSTRUCTIONS} instructions each, the most that \
                 MSCCL's runtime loads; plan fewer blocks"
            ));
        }
        self.blocks.push(ThreadBlock { send, receive, channel, instructions: Vec::new() });
        self.waited.push(BTreeMap::new());
        Ok(u32::try_from(self.blocks.len() - 1).expect("few thread blocks"))
    }

    /// What an instruction of a thread block that reads and writes these has to wait for, if it has not before.
    fn waits(&self, block: u32, reads: Option<Home>, writes: Option<Home>) -> BTreeMap<u32, u32> {
        let mut waits = BTreeMap::new();
        let mut add = |(other, instruction): (u32, u32)| {
            let has_waited = self.waited[block as usize].get(&other).is_some_and(|&last| last >= instruction);
            if other != block && !has_waited {
                let last = waits.entry(other).or_insert(instruction);
                *last = instruction.max(*last);
            }
        };
        let uses = |home: Option<Home>| home.and_then(|home| self.uses.get(&home));
        uses(reads).and_then(|uses| uses.write).into_iter().for_each(&mut add);
        if let Some(uses) = uses(writes) {
            uses.write.iter().chain(&uses.reads).copied().for_each(&mut add);
        }
        waits
    }

    fn has_room(&self, block: u32, reads: Option<Home>, writes: Option<Home>) -> bool {
        let waits = self.waits(block, reads, writes).len().max(1);
        self.blocks[block as usize].instructions.len() + waits <= MOST_INSTRUCTIONS
    }

    /// Adds an instruction to a thread block, with a `nop` for each further one that it has to wait for.
    fn add(&mut self, block: u32, (reads, writes): (Option<Home>, Option<Home>), instruction: Instruction) {
        let mut waits: Vec<(u32, u32)> = self.waits(block, reads, writes).into_iter().collect();
        for &(other, awaited) in &waits {
            self.blocks[other as usize].instructions[awaited as usize].signals = true;
            self.waited[block as usize].insert(other, awaited);
        }
        let last = waits.pop();
        let of_block = &mut self.blocks[block as usize].instructions;
        let nothing = |buffer| Cell { buffer, at: 0 };
        let nops = waits.into_iter().map(|wait| Instruction {
            kind: Kind::Nothing,
            source: nothing(Buffer::Input),
            target: nothing(Buffer::Output),
            count: 0,
            waits: Some(wait),
            signals: false,
        });
        of_block.extend(nops);
        of_block.push(Instruction { waits: last, ..instruction });
        let now = (block, u32::try_from(of_block.len() - 1).expect("few instructions"));
        if let Some(home) = reads {
            self.uses.entry(home).or_default().reads.push(now);
        }
        if let Some(home) = writes {
            self.uses.insert(home, Uses { write: Some(now), reads: Vec::new() });
        }
    }
}

impl Transfers {
    /// The first chunk of a piece in the input of a rank, if it is there.
    fn input(&self, rank: u32, piece: &Piece) -> Option<Cell> {
        let whole = piece.owner * self.chunks + piece.offset;
        let at = match self.collective {
            MpiCollective::Bcast => (rank == self.root).then_some(piece.offset),
            MpiCollective::Scatter => (rank == self.root).then_some(whole),
            MpiCollective::Gather | MpiCollective::Allgather => (rank == piece.owner).then_some(piece.offset),
            MpiCollective::Reduce => Some(piece.offset),
            _ => Some(whole),
        };
        at.map(|at| Cell { buffer: Buffer::Input, at })
    }

    /// The same of the output.
    fn output(&self, rank: u32, piece: &Piece) -> Option<Cell> {
        let whole = piece.owner * self.chunks + piece.offset;
        let at = match self.collective {
            MpiCollective::Bcast => Some(piece.offset),
            MpiCollective::Reduce => (rank == self.root).then_some(piece.offset),
            MpiCollective::Scatter | MpiCollective::ReduceScatter => (rank == piece.owner).then_some(piece.offset),
            MpiCollective::Gather => (rank == self.root).then_some(whole),
            _ => Some(whole),
        };
        at.map(|at| Cell { buffer: Buffer::Output, at })
    }
}
