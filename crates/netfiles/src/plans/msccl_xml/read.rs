//! Reading.

use super::COLLECTIVES;
use super::write::KINDS;
use crate::fault::{self, FileFault, attribute, whole, xml};
use crate::network::check_tags;
use crate::place::shown;
use logpine_check::synthesis::{Buffer, Cell, Gpu, Instruction, Kind, Program, ThreadBlock};
use roxmltree::Node;

/// The most GPUs, and the most thread blocks of a GPU.
const MOST_GPUS: usize = 1 << 16;

/// A number, which may be -1.
fn number(node: Node<'_, '_>, key: &'static str) -> Result<Option<u32>, FileFault> {
    let found = attribute(node, key)?.trim();
    if found == "-1" { Ok(None) } else { whole(node, key, found).map(Some) }
}

fn count(node: Node<'_, '_>, key: &'static str) -> Result<u32, FileFault> {
    number(node, key)?.ok_or_else(|| FileFault::of_node(node, format!("`{key}` is -1; write a whole number from 0 on")))
}

/// A number that is 0 or 1.
fn flag(node: Node<'_, '_>, key: &'static str) -> Result<bool, FileFault> {
    match count(node, key)? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(FileFault::of_node(node, format!("`{key}` is `{other}`; it is 0 or 1"))),
    }
}

/// Reads a program.
///
/// # Errors
/// The first [`FileFault`].
pub fn read(source: &str) -> Result<Program, FileFault> {
    let source = source.trim_start_matches('\u{feff}');
    check_tags(source).map_err(|error| FileFault { place: Some(error.position), message: error.message })?;
    let document = xml(source)?;
    let root = document.root_element();
    if root.tag_name().name() != "algo" {
        return Err(FileFault::of_node(root, fault::expected("algo", &shown(root.tag_name().name()))));
    }
    let word = attribute(root, "coll")?;
    let collective = COLLECTIVES.iter().find(|(_, known)| *known == word).map(|&(collective, _)| collective);
    let collective = collective.ok_or_else(|| {
        let known = COLLECTIVES.map(|(_, known)| known).join(", ");
        FileFault::of_node(root, format!("`coll` is `{}`; what a program is to do is known of {known}", shown(word)))
    })?;
    let in_place = flag(root, "inplace")?;
    // Older files say only whether they run in place.
    let out_of_place = if root.has_attribute("outofplace") { flag(root, "outofplace")? } else { !in_place };
    let root_rank = if root.has_attribute("root") { count(root, "root")? } else { 0 };
    let nodes: Vec<Node<'_, '_>> = root.children().filter(|node| node.has_tag_name("gpu")).collect();
    let ranks = count(root, "ngpus")?;
    if nodes.len() != ranks as usize || nodes.len() > MOST_GPUS {
        let (found, claimed) = (nodes.len(), ranks as usize);
        return Err(FileFault::of_node(root, fault::listed("GPUs", found, claimed)));
    }
    let gpus = by_number(&nodes, gpu)?;
    Ok(Program { collective, root: root_rank, in_place, out_of_place, gpus })
}

/// Reads elements that are numbered from 0, in any order.
fn by_number<'a, T>(
    nodes: &[Node<'a, '_>],
    read: impl Fn(Node<'a, '_>) -> Result<T, FileFault>,
) -> Result<Vec<T>, FileFault> {
    let mut found: Vec<Option<T>> = nodes.iter().map(|_| None).collect();
    for &node in nodes {
        let id = count(node, "id")?;
        let place = found.get_mut(id as usize).filter(|place| place.is_none());
        let wrong = || FileFault::of_node(node, format!("the ids go from 0 on, and each is there once; found {id}"));
        *place.ok_or_else(wrong)? = Some(read(node)?);
    }
    Ok(found.into_iter().flatten().collect())
}

fn gpu(node: Node<'_, '_>) -> Result<Gpu, FileFault> {
    let blocks: Vec<Node<'_, '_>> = node.children().filter(|node| node.has_tag_name("tb")).collect();
    Ok(Gpu {
        inputs: count(node, "i_chunks")?,
        outputs: count(node, "o_chunks")?,
        scratch: count(node, "s_chunks")?,
        blocks: by_number(&blocks, block)?,
    })
}

fn block(node: Node<'_, '_>) -> Result<ThreadBlock, FileFault> {
    let mut instructions = Vec::new();
    for (number, step) in (0u32..).zip(node.children().filter(|node| node.has_tag_name("step"))) {
        let found = count(step, "s")?;
        if found != number {
            return Err(FileFault::of_node(step, format!("step {number} is expected here, and `s` is {found}")));
        }
        instructions.push(instruction(step)?);
    }
    Ok(ThreadBlock {
        send: number(node, "send")?,
        receive: number(node, "recv")?,
        // A thread block that only copies may have none.
        channel: number(node, "chan")?.unwrap_or(0),
        instructions,
    })
}

fn instruction(node: Node<'_, '_>) -> Result<Instruction, FileFault> {
    let word = attribute(node, "type")?;
    let kind = KINDS.iter().find(|(_, known)| *known == word).map(|&(kind, _)| kind);
    let kind = kind.ok_or_else(|| {
        let known = KINDS.map(|(_, known)| known).join(", ");
        FileFault::of_node(node, format!("`type` is `{}`; it is one of {known}", shown(word)))
    })?;
    let cell = |buffer: &'static str, offset: &'static str, is_used: bool| {
        let word = attribute(node, buffer)?;
        let at = number(node, offset)?;
        let buffer = match word {
            "i" => Buffer::Input,
            "o" => Buffer::Output,
            "s" => Buffer::Scratch,
            _ => return Err(FileFault::of_node(node, format!("`{buffer}` is `{}`; it is i, o or s", shown(word)))),
        };
        if is_used && at.is_none() {
            return Err(FileFault::of_node(node, format!("`{offset}` is -1, and this step uses it")));
        }
        Ok(Cell { buffer, at: at.unwrap_or(0) })
    };
    let waits = match (number(node, "depid")?, number(node, "deps")?) {
        (Some(block), Some(awaited)) => Some((block, awaited)),
        (None, _) => None,
        (Some(_), None) => return Err(FileFault::of_node(node, "`deps` is -1, and `depid` names a thread block")),
    };
    Ok(Instruction {
        kind,
        source: cell("srcbuf", "srcoff", kind.reads())?,
        target: cell("dstbuf", "dstoff", kind.writes())?,
        count: if kind == Kind::Nothing { 0 } else { count(node, "cnt")? },
        waits,
        signals: flag(node, "hasdep")?,
    })
}
