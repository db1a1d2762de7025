//! Changes of a schedule: one operation, dependency or message dropped, doubled, moved or changed.

use crate::tests::execution::checker::draft::{Draft, Item, Until};
use logpine::units::Time;
use logpine_collectives::schedule::Operation;

/// A place: the rank and the index in its list.
pub type Place = (usize, usize);

#[derive(Clone, Copy, Debug)]
pub enum Change {
    Drop(Place),
    Double(Place),
    /// To another index of the list.
    Reorder(Place, usize),
    /// To another peer.
    Redirect(Place, u32),
    Retag(Place, u32),
    Resize(Place, u64),
    /// To the same index of another rank's list, or its end.
    Move(Place, usize),
    /// Two operations of a rank swap places, but not their dependencies.
    Swap(Place, usize),
    DropDependency(Place, usize),
    /// To another operation of the rank.
    RedirectDependency(Place, usize, usize),
    /// Waits only for the beginning.
    Soften(Place, usize),
    /// A dependency on another operation of the rank.
    AddDependency(Place, usize),
    /// Waits for several calculations, one after the other.
    Delay(Place),
    /// A reception is followed by a combination, which requires it.
    AddCombine(Place),
    /// Both ends of the message sent there, with its combination.
    DropMessage(Place),
    RetagMessage(Place, u32),
    /// The message goes to another rank, at the end of its list.
    RedirectMessage(Place, u32),
    /// The message, with its combination, is received at another place of the list.
    DelayMessage(Place, usize),
}

impl Change {
    /// True if a message is left without its other end, or without its combination.
    pub fn breaks_a_message(self, draft: &Draft) -> bool {
        match self {
            Self::Drop((rank, index)) | Self::Double((rank, index)) | Self::Move((rank, index), _) => {
                let operation = draft.ranks[rank][index].operation;
                !matches!(operation, Operation::Wait { .. } | Operation::Calculate { .. })
            }
            Self::Redirect(..) | Self::Retag(..) | Self::Resize(..) => true,
            _ => false,
        }
    }
}

/// All changes of one thing.
pub fn every_change(draft: &Draft) -> Vec<Change> {
    let mut changes = Vec::new();
    let ranks = draft.ranks.len();
    let peers = || (0..=ranks).map(|peer| u32::try_from(peer).expect("few"));
    for (rank, items) in draft.ranks.iter().enumerate() {
        for (index, item) in items.iter().enumerate() {
            let at = (rank, index);
            let others = || (0..items.len()).filter(move |&other| other != index);
            changes.extend([Change::Drop(at), Change::Double(at), Change::Delay(at), Change::AddCombine(at)]);
            changes.extend(others().map(|to| Change::Reorder(at, to)));
            changes.extend(others().map(|to| Change::AddDependency(at, to)));
            changes.extend((index + 1..items.len()).map(|other| Change::Swap(at, other)));
            changes.extend((0..ranks).filter(|&other| other != rank).map(|other| Change::Move(at, other)));
            for wait in 0..item.waits.len() {
                changes.extend([Change::DropDependency(at, wait), Change::Soften(at, wait)]);
                changes.extend(others().map(|to| Change::RedirectDependency(at, wait, to)));
            }
            if let Operation::Send { bytes, tag, .. } | Operation::Receive { bytes, tag, .. } = item.operation {
                changes.extend(peers().map(|peer| Change::Redirect(at, peer)));
                changes.extend((0..=tag + 1).map(|tag| Change::Retag(at, tag)));
                changes.extend([0, bytes.saturating_sub(1), bytes + 1].map(|bytes| Change::Resize(at, bytes)));
            }
            if let Operation::Send { to, tag, .. } = item.operation {
                changes.push(Change::DropMessage(at));
                changes.extend((0..=tag + 1).map(|tag| Change::RetagMessage(at, tag)));
                changes.extend(peers().map(|peer| Change::RedirectMessage(at, peer)));
                changes.extend(
                    (0..draft.ranks.get(to as usize).map_or(0, Vec::len)).map(|place| Change::DelayMessage(at, place)),
                );
            }
        }
    }
    changes
}

/// The changed schedule; `None` if nothing changes.
pub fn apply(change: Change, draft: &Draft) -> Option<Draft> {
    let mut changed = draft.clone();
    match change {
        Change::Drop((rank, index)) => {
            changed.ranks[rank].remove(index);
        }
        Change::Double((rank, index)) => {
            let name = changed.fresh();
            let copy = Item { name, ..draft.ranks[rank][index].clone() };
            changed.ranks[rank].insert(index + 1, copy);
        }
        Change::Reorder((rank, index), to) => {
            let item = changed.ranks[rank].remove(index);
            changed.ranks[rank].insert(to, item);
        }
        Change::Redirect(at, new) => match operation(&mut changed, at) {
            Operation::Send { to: peer, .. } | Operation::Receive { from: peer, .. } => *peer = new,
            _ => return None,
        },
        Change::Retag(at, new) => match operation(&mut changed, at) {
            Operation::Send { tag, .. } | Operation::Receive { tag, .. } => *tag = new,
            _ => return None,
        },
        Change::Resize(at, new) => match operation(&mut changed, at) {
            Operation::Send { bytes, .. } | Operation::Receive { bytes, .. } => *bytes = new,
            _ => return None,
        },
        Change::Move((rank, index), other) => {
            let item = changed.ranks[rank].remove(index);
            let place = index.min(changed.ranks[other].len());
            changed.ranks[other].insert(place, item);
        }
        Change::Swap((rank, index), other) => {
            let [one, two] = [index, other].map(|index| draft.ranks[rank][index].operation);
            *operation(&mut changed, (rank, index)) = two;
            *operation(&mut changed, (rank, other)) = one;
        }
        Change::DropDependency((rank, index), wait) => {
            changed.ranks[rank][index].waits.remove(wait);
        }
        Change::RedirectDependency((rank, index), wait, to) => {
            changed.ranks[rank][index].waits[wait].0 = draft.ranks[rank][to].name;
        }
        Change::Soften((rank, index), wait) => changed.ranks[rank][index].waits[wait].1 = Until::Begun,
        Change::AddDependency((rank, index), to) => {
            let wait = (draft.ranks[rank][to].name, Until::Done);
            changed.ranks[rank][index].waits.push(wait);
        }
        Change::Delay((rank, index)) => {
            let mut before = None;
            for place in 0..5 {
                let (name, waits) = (changed.fresh(), before.map(|before| (before, Until::Done)).into_iter().collect());
                let operation = Operation::Calculate { time: Time::ZERO };
                changed.ranks[rank].insert(place, Item { name, operation, waits });
                before = Some(name);
            }
            changed.ranks[rank][index + 5].waits.extend(before.map(|before| (before, Until::Done)));
        }
        Change::AddCombine((rank, index)) => {
            let Operation::Receive { .. } = draft.ranks[rank][index].operation else { return None };
            let (name, waits) = (changed.fresh(), vec![(draft.ranks[rank][index].name, Until::Done)]);
            changed.ranks[rank]
                .insert(index + 1, Item { name, operation: Operation::Combine { time: Time::ZERO }, waits });
        }
        Change::DropMessage(at) => {
            take_reception(&mut changed, at)?;
            changed.ranks[at.0].remove(at.1);
        }
        Change::RetagMessage(at, new) => {
            let (rank, index) = reception(draft, at)?;
            for place in [at, (rank, index)] {
                changed = apply(Change::Retag(place, new), &changed)?;
            }
        }
        Change::RedirectMessage(at, new) => {
            let taken = take_reception(&mut changed, at)?;
            changed.ranks.get_mut(new as usize)?.extend(taken);
            let Operation::Send { to, .. } = operation(&mut changed, at) else { return None };
            *to = new;
        }
        Change::DelayMessage(at, place) => {
            let Operation::Send { to, .. } = draft.ranks[at.0][at.1].operation else { return None };
            let taken = take_reception(&mut changed, at)?;
            let list = &mut changed.ranks[to as usize];
            let place = place.min(list.len());
            list.splice(place..place, taken);
        }
    }
    (changed != *draft).then_some(changed)
}

fn operation(draft: &mut Draft, (rank, index): Place) -> &mut Operation {
    &mut draft.ranks[rank][index].operation
}

/// The place where the message sent there is received.
fn reception(draft: &Draft, (rank, index): Place) -> Option<Place> {
    let Operation::Send { to, tag: sent, .. } = draft.ranks[rank][index].operation else { return None };
    let is_reception = |item: &Item| matches!(item.operation, Operation::Receive { from, tag, .. } if from as usize == rank && tag == sent);
    let place = draft.ranks.get(to as usize)?.iter().position(is_reception)?;
    Some((to as usize, place))
}

/// Takes the reception of a message out of its list, with its combination.
fn take_reception(draft: &mut Draft, at: Place) -> Option<Vec<Item>> {
    let (rank, index) = reception(draft, at).filter(|&(rank, _)| rank != at.0)?;
    let combined = draft.ranks[rank].get(index + 1).map(|next| next.operation);
    let end = index + if matches!(combined, Some(Operation::Combine { .. })) { 2 } else { 1 };
    Some(draft.ranks[rank].drain(index..end).collect())
}
