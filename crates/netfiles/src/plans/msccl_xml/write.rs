//! Writing.

use super::lower::lower;
use super::{COLLECTIVES, Transfers};
use logpine_check::synthesis::{Buffer, Cell, Instruction, Kind, Program};
use logpine_models::job::MpiCollective;
use logpine_text::unwritable::Unwritable;
use logpine_text::xml::escaped;
use std::fmt::Write as _;

/// The longest name that the runtime keeps, in bytes.
const LONGEST_NAME: usize = 63;

/// Writes the program of messages as XML. `name` is that of the network.
///
/// # Errors
/// [`Unwritable`] if MSCCL's runtime could not load it.
pub fn write(transfers: &Transfers, name: &str) -> Result<(Program, String), Unwritable> {
    let program = lower(transfers)?;
    let text = text(&program, transfers.chunks, name);
    Ok((program, text))
}

fn text(program: &Program, chunks: u32, name: &str) -> String {
    let Program { collective, root, in_place, out_of_place, gpus } = program;
    let count = gpus.len();
    let word = word(*collective);
    let channels = gpus.iter().flat_map(|gpu| &gpu.blocks).map(|block| block.channel + 1).max().unwrap_or(1);
    // The size of which the runtime cuts chunks: that of all ranks for these three.
    let is_of_all =
        matches!(collective, MpiCollective::Allgather | MpiCollective::ReduceScatter | MpiCollective::Allreduce);
    let per_loop = chunks as usize * if is_of_all { count } else { 1 };
    let mut short = format!("logpine {word} {name}");
    while short.len() > LONGEST_NAME {
        short.pop();
    }
    let rooted = if collective.is_rooted() { format!(" root=\"{root}\"") } else { String::new() };
    let mut text = format!(
        "<algo name=\"{}\" nchannels=\"{channels}\" nchunksperloop=\"{per_loop}\" proto=\"Simple\" ngpus=\"{count}\" coll=\"{word}\" \
         inplace=\"{}\" outofplace=\"{}\" minBytes=\"0\" maxBytes=\"{}\" redop=\"{}\"{rooted}>\n",
        escaped(&short),
        u8::from(*in_place),
        u8::from(*out_of_place),
        i64::MAX,
        if collective.combines() { "sum" } else { "nop" },
    );
    for (id, gpu) in gpus.iter().enumerate() {
        let _ = writeln!(
            text,
            "  <gpu id=\"{id}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">",
            gpu.inputs, gpu.outputs, gpu.scratch
        );
        for (id, block) in gpu.blocks.iter().enumerate() {
            let peer = |peer: Option<u32>| peer.map_or(-1, i64::from);
            let (send, receive) = (peer(block.send), peer(block.receive));
            let _ =
                writeln!(text, "    <tb id=\"{id}\" send=\"{send}\" recv=\"{receive}\" chan=\"{}\">", block.channel);
            for (number, instruction) in block.instructions.iter().enumerate() {
                text += &step(number, instruction);
            }
            text += "    </tb>\n";
        }
        text += "  </gpu>\n";
    }
    text + "</algo>\n"
}

fn step(number: usize, instruction: &Instruction) -> String {
    let Instruction { kind, source, target, count, waits, signals } = *instruction;
    let cell = |cell: Cell| (buffer(cell.buffer), i64::from(cell.at));
    let is_nothing = kind == Kind::Nothing;
    let ((from, from_at), (to, to_at)) = if is_nothing { (("i", -1), ("o", -1)) } else { (cell(source), cell(target)) };
    let (block, awaited) = waits.map_or((-1, -1), |(block, awaited)| (i64::from(block), i64::from(awaited)));
    format!(
        "      <step s=\"{number}\" type=\"{}\" srcbuf=\"{from}\" srcoff=\"{from_at}\" dstbuf=\"{to}\" dstoff=\"{to_at}\" cnt=\"{count}\" \
         depid=\"{block}\" deps=\"{awaited}\" hasdep=\"{}\"/>\n",
        kind_word(kind),
        u8::from(signals)
    )
}

fn word(collective: MpiCollective) -> &'static str {
    COLLECTIVES.iter().find(|(known, _)| *known == collective).map_or("custom", |(_, word)| word)
}

const fn buffer(buffer: Buffer) -> &'static str {
    match buffer {
        Buffer::Input => "i",
        Buffer::Output => "o",
        Buffer::Scratch => "s",
    }
}

/// The kinds of instructions by their words.
pub(super) const KINDS: [(Kind, &str); 9] = [
    (Kind::Send, "s"),
    (Kind::Receive, "r"),
    (Kind::ReceiveCopySend, "rcs"),
    (Kind::ReceiveReduceSend, "rrs"),
    (Kind::ReceiveReduceCopy, "rrc"),
    (Kind::ReceiveReduceCopySend, "rrcs"),
    (Kind::Copy, "cpy"),
    (Kind::Reduce, "re"),
    (Kind::Nothing, "nop"),
];

fn kind_word(kind: Kind) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == kind).map_or("nop", |(_, word)| word)
}
