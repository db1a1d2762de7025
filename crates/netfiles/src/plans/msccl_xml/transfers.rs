//! The messages of a program, piece by piece, in an order in which they may be sent.

use logpine_check::synthesis::{Sent, Statement, TreeEdge};
use logpine_models::job::MpiCollective;
use logpine_text::integer::gcd;
use logpine_text::unwritable::Unwritable;
use std::collections::BTreeMap;

/// The most chunks of a message; the runtime takes 71.
const MOST_OF_A_MESSAGE: u32 = 64;

/// The most chunks of a buffer: the runtime counts them with 16 bits.
pub(super) const MOST_CHUNKS: u64 = 1 << 15;

/// Data that stay together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The rank that has them at first, or is to have them; the root if it has all data.
    pub owner: u32,
    /// The first chunk among those of the owner.
    pub offset: u32,
    /// The number of chunks.
    pub size: u32,
}

/// What a message does with what the receiver has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It has nothing before.
    Move,
    /// Both are combined.
    Combine,
    /// The message is complete, and takes its place.
    Replace,
}

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transfer {
    /// The step in which it is sent, with what the sender has at the end of the step before.
    pub step: u32,
    /// The step at whose end the receiver has it.
    pub end: u32,
    pub from: u32,
    pub to: u32,
    pub piece: u32,
    pub effect: Effect,
}

/// All messages of a collective.
#[derive(Clone, Debug)]
pub struct Transfers {
    pub(super) collective: MpiCollective,
    pub(super) ranks: u32,
    pub(super) root: u32,
    /// The chunks of an owner.
    pub(super) chunks: u32,
    pub(super) pieces: Vec<Piece>,
    /// By steps.
    pub(super) transfers: Vec<Transfer>,
}

/// The messages of a schedule in steps.
///
/// *Requires* sends that [`check_rounds`](logpine_check::synthesis::check_rounds) accepts.
///
/// # Errors
/// [`Unwritable`] if some vertices only relay, or if there are too many chunks.
pub fn in_steps(statement: &Statement<'_>, sends: &[Sent]) -> Result<Transfers, Unwritable> {
    let Statement { graph, collective, root, blocks } = *statement;
    let ranks = graph.compute();
    if graph.vertices() > ranks {
        return Unwritable::new(only_relays(graph.vertices() - ranks));
    }
    let is_of_root = collective.has_blocks_of_root();
    let owners = if is_of_root { 1 } else { ranks };
    check_chunks(owners, blocks.into())?;
    let piece = |number: u32| Piece {
        owner: if is_of_root { root } else { number / blocks },
        offset: number % blocks,
        size: 1,
    };
    let pieces: Vec<Piece> = (0..owners * blocks).map(piece).collect();
    let latencies: BTreeMap<(u32, u32), u32> =
        graph.arcs().iter().map(|arc| ((arc.from, arc.to), arc.latency)).collect();
    let mut of_pieces = vec![Vec::new(); pieces.len()];
    for sent in sends {
        let end = sent.step + latencies.get(&(sent.from, sent.to)).copied().unwrap_or(1) - 1;
        of_pieces[sent.block as usize].push((end, *sent));
    }
    let mut transfers = Vec::with_capacity(sends.len());
    for (piece, mut sends) in pieces.iter().zip(of_pieces) {
        sends.sort_unstable();
        let effects = if collective.combines() {
            combining(ranks, &sends)
        } else {
            moving(collective, root, piece.owner, &sends)
        };
        transfers.extend(sends.iter().zip(effects).filter_map(|(&(end, sent), effect)| {
            let Sent { step, from, to, block } = sent;
            effect.map(|effect| Transfer { step, end, from, to, piece: block, effect })
        }));
    }
    Ok(Transfers { collective, ranks, root, chunks: blocks, pieces, transfers: sorted(transfers) })
}

/// In the order of steps; nothing in it depends on the order of the input.
fn sorted(mut transfers: Vec<Transfer>) -> Vec<Transfer> {
    transfers.sort_unstable_by_key(|one| (one.step, one.from, one.to, one.piece, one.end));
    transfers
}

/// The first arrival at each rank that lacks the block is the one that counts. Sends are in the order of their ends.
fn moving(collective: MpiCollective, root: u32, owner: u32, sends: &[(u32, Sent)]) -> Vec<Option<Effect>> {
    let source = if matches!(collective, MpiCollective::Bcast | MpiCollective::Scatter) { root } else { owner };
    let mut holders = std::collections::BTreeSet::from([source]);
    sends.iter().map(|(_, sent)| holders.insert(sent.to).then_some(Effect::Move)).collect()
}

/// Follows the numbers of contributions: those that meet are disjoint, so that their numbers add up. Sends are in the order of
/// their ends.
fn combining(ranks: u32, sends: &[(u32, Sent)]) -> Vec<Option<Effect>> {
    let mut by_start: Vec<usize> = (0..sends.len()).collect();
    by_start.sort_by_key(|&at| sends[at].1.step);
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    let mut carried = vec![0; sends.len()];
    let mut effects: Vec<Option<Effect>> = vec![None; sends.len()];
    let mut arrived = 0;
    // Lets all arrive that do so before a step: of one step, partial results come first.
    let mut arrive = |before: u32, counts: &mut BTreeMap<u32, u32>, carried: &[u32]| {
        while arrived < sends.len() && sends[arrived].0 < before {
            let end = sends[arrived].0;
            let together = arrived..arrived + sends[arrived..].iter().take_while(|send| send.0 == end).count();
            let is_complete = |at: usize| carried[at] == ranks;
            for at in together.clone().filter(|&at| !is_complete(at)) {
                let to = sends[at].1.to;
                // What is replaced in the same step need not be combined before.
                let is_replaced = together.clone().any(|other| is_complete(other) && sends[other].1.to == to);
                if !is_replaced {
                    *counts.entry(to).or_insert(1) += carried[at];
                    effects[at] = Some(Effect::Combine);
                }
            }
            for at in together.clone().filter(|&at| is_complete(at)) {
                let count = counts.entry(sends[at].1.to).or_insert(1);
                effects[at] = (*count < ranks).then_some(Effect::Replace);
                *count = ranks;
            }
            arrived = together.end;
        }
    };
    for at in by_start {
        let Sent { step, from, .. } = sends[at].1;
        arrive(step, &mut counts, &carried);
        carried[at] = counts.get(&from).copied().unwrap_or(1);
    }
    arrive(u32::MAX, &mut counts, &carried);
    effects
}

/// A tree with its edges, and the depth of each child.
struct Tree {
    root: u32,
    weight: u64,
    /// Parent, child and the depth of the child.
    edges: Vec<(u32, u32, u32)>,
    height: u32,
}

/// The messages of a packing of trees: each tree carries its share of its root's data. An allreduce goes up the trees of its
/// reduce-scatter, those whose paths lead from children to parents if `has_own_inward`, and then down those of the allgather.
///
/// *Requires* edges that [`check_trees`](logpine_check::synthesis::check_trees) accepts.
///
/// # Errors
/// [`Unwritable`] if trees branch at switches, or if there are too many chunks.
pub fn of_trees(
    collective: MpiCollective,
    (ranks, root): (u32, u32),
    edges: &[TreeEdge],
    has_own_inward: bool,
) -> Result<Transfers, Unwritable> {
    if let Some(last) = edges.iter().map(|edge| edge.child.max(edge.parent)).max().filter(|&last| last >= ranks) {
        let switches = last + 1 - ranks;
        let fault = format!("switches combine ({switches}), and MSCCL has ranks only");
        return Unwritable::new(format!("{fault}; leave out --switches combine"));
    }
    let is_up = |edge: &&TreeEdge| edge.path.first() == Some(&edge.child);
    let down: Vec<Tree> =
        if collective.is_backward() { Vec::new() } else { trees(edges.iter().filter(|edge| !is_up(edge))) };
    let up: Vec<Tree> = match collective {
        MpiCollective::Allreduce if has_own_inward => trees(edges.iter().filter(is_up)),
        MpiCollective::Allreduce => trees(edges.iter()),
        _ if collective.is_backward() => trees(edges.iter()),
        _ => Vec::new(),
    };
    let is_of_root = collective.has_blocks_of_root();
    let owners: Vec<u32> = if is_of_root { vec![root] } else { (0..ranks).collect() };
    let scales = [Scale::of(&up, owners[0]), Scale::of(&down, owners[0])];
    let unit = match scales {
        [Some(up), Some(down)] => {
            let common = gcd(up.total, down.total).max(1);
            up.total.checked_mul(down.total / common)
        }
        [Some(one), None] | [None, Some(one)] => Some(one.total),
        // A single rank has no edges.
        [None, None] => Some(1),
    };
    let chunks = unit.filter(|&unit| unit <= MOST_CHUNKS).ok_or_else(too_many_chunks)?;
    check_chunks(u32::try_from(owners.len()).unwrap_or(u32::MAX), chunks)?;
    let chunks = u32::try_from(chunks).expect("few chunks");
    let (mut pieces, mut transfers) = (Vec::new(), Vec::new());
    for &owner in &owners {
        let (up, down) = (shares(&up, owner, chunks, scales[0]), shares(&down, owner, chunks, scales[1]));
        let mut start = 0;
        while start < chunks {
            let at = |shares: &[(u32, usize)]| shares.iter().find(|(end, _)| *end > start).copied();
            let (of_up, of_down) = (at(&up.0), at(&down.0));
            let ends = [of_up, of_down].into_iter().flatten().map(|(end, _)| end);
            let end = ends.min().unwrap_or(chunks).min(start + MOST_OF_A_MESSAGE);
            let piece = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
            pieces.push(Piece { owner, offset: start, size: end - start });
            let mut first = 0;
            if let Some((_, tree)) = of_up {
                let tree = up.1[tree];
                for &(parent, child, depth) in &tree.edges {
                    let step = tree.height - depth + 1;
                    transfers.push(Transfer {
                        step,
                        end: step,
                        from: child,
                        to: parent,
                        piece,
                        effect: Effect::Combine,
                    });
                }
                first = tree.height;
            }
            if let Some((_, tree)) = of_down {
                let effect = if collective.combines() { Effect::Replace } else { Effect::Move };
                for &(parent, child, depth) in &down.1[tree].edges {
                    let step = first + depth;
                    transfers.push(Transfer { step, end: step, from: parent, to: child, piece, effect });
                }
            }
            start = end;
        }
    }
    Ok(Transfers { collective, ranks, root, chunks, pieces, transfers: sorted(transfers) })
}

/// The refusal of more chunks than can be numbered.
fn too_many_chunks() -> Unwritable {
    let most = format!("MSCCL's runtime numbers at most {MOST_CHUNKS} chunks of a buffer");
    Unwritable(format!("{most}, and the schedule cuts the data into more"))
}

/// The refusal of vertices that are no ranks.
pub(crate) fn only_relays(relays: u32) -> String {
    let way_out = "join the links of switches with --switches contract, and leave no other node out";
    format!("some nodes only relay ({relays}), and MSCCL has ranks only; {way_out}")
}

/// Refuses buffers that the runtime cannot number.
fn check_chunks(owners: u32, chunks: u64) -> Result<(), Unwritable> {
    if u64::from(owners).saturating_mul(chunks) > MOST_CHUNKS {
        return Err(too_many_chunks());
    }
    Ok(())
}

/// The sum of the weights of an owner's trees, divided by what they have in common.
#[derive(Clone, Copy)]
struct Scale {
    common: u64,
    total: u64,
}

impl Scale {
    /// `None` without trees.
    fn of(trees: &[Tree], owner: u32) -> Option<Self> {
        let common = trees.iter().fold(0, |common, tree| gcd(common, tree.weight)).max(1);
        let weights = trees.iter().filter(|tree| tree.root == owner).map(|tree| tree.weight / common);
        let total = weights.fold(0u64, u64::saturating_add);
        (total > 0).then_some(Self { common, total })
    }
}

/// The trees of an owner, and where the chunks of each end.
fn shares(trees: &[Tree], owner: u32, chunks: u32, scale: Option<Scale>) -> (Vec<(u32, usize)>, Vec<&Tree>) {
    let own: Vec<&Tree> = trees.iter().filter(|tree| tree.root == owner).collect();
    let Some(Scale { common, total }) = scale else { return (Vec::new(), own) };
    let mut sum = 0;
    let ends = own.iter().enumerate().map(|(number, tree)| {
        sum += tree.weight / common;
        (u32::try_from(u64::from(chunks) * sum / total).unwrap_or(chunks), number)
    });
    (ends.collect(), own)
}

/// The trees of edges, by their numbers.
fn trees<'a>(edges: impl Iterator<Item = &'a TreeEdge>) -> Vec<Tree> {
    let mut by_number: BTreeMap<u32, Vec<&TreeEdge>> = BTreeMap::new();
    edges.for_each(|edge| by_number.entry(edge.tree).or_default().push(edge));
    let tree = |edges: Vec<&TreeEdge>| {
        let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for edge in &edges {
            children.entry(edge.parent).or_default().push(edge.child);
        }
        let root = edges[0].root;
        let (mut ordered, mut level, mut depth) = (Vec::new(), vec![root], 0);
        while !level.is_empty() && depth <= edges.len() {
            depth += 1;
            let mut next = Vec::new();
            for parent in level {
                for &child in children.get(&parent).into_iter().flatten() {
                    ordered.push((parent, child, u32::try_from(depth).unwrap_or(u32::MAX)));
                    next.push(child);
                }
            }
            level = next;
        }
        let height = ordered.last().map_or(0, |&(.., depth)| depth);
        Tree { root, weight: edges[0].weight, edges: ordered, height }
    };
    by_number.into_values().map(tree).collect()
}
