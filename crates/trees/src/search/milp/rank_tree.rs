//! Trees of sends among given ranks, made from the choices of a program, and timed again in whole ticks.

use super::program::{Program, Taken};
use super::rank_question::RankQuestion;
use logpine_text::units::Time;

/// The receivers of every rank's sends, in the order of the sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendTree {
    /// The receivers of each rank.
    pub receivers: Vec<Vec<usize>>,
}

impl RankQuestion<'_> {
    /// The time at which the last rank has the message, computed from the definition; `None` if some rank never gets it or
    /// gets it twice, or if a message has no cost.
    #[must_use]
    pub fn time_of(&self, tree: &SendTree) -> Option<Time> {
        let ranks = self.classes.len();
        if tree.receivers.len() != ranks || self.root >= ranks {
            return None;
        }
        let mut received = vec![None; ranks];
        received[self.root] = Some(Time::ZERO);
        let mut senders = vec![self.root];
        let (mut known, mut last) = (1, Time::ZERO);
        while let Some(sender) = senders.pop() {
            let mut start = received[sender]?;
            for &receiver in &tree.receivers[sender] {
                let port = self.port(self.classes[sender], *self.classes.get(receiver)?)?;
                if received[receiver].is_some() {
                    return None;
                }
                let time = start.checked_add(port.delivery)?;
                received[receiver] = Some(time);
                (known, last) = (known + 1, last.max(time));
                senders.push(receiver);
                start = start.checked_add(port.send_gap)?;
            }
        }
        (known == ranks).then_some(last)
    }
}

/// The tree of a program's choices; `None` if they do not fit together.
pub fn tree_of(question: &RankQuestion, program: &Program, taken: &[Taken]) -> Option<SendTree> {
    // The ranks of each class that have not been sent to, the lowest last.
    let mut unknowing = vec![Vec::new(); program.hosts.len()];
    for rank in (0..question.classes.len()).rev().filter(|&rank| rank != question.root) {
        unknowing[usize::from(question.classes[rank].0)].push(rank);
    }
    let mut tree = SendTree { receivers: vec![Vec::new(); question.classes.len()] };
    let mut free: Vec<Vec<usize>> = vec![Vec::new(); program.start.state.0 as usize + 1];
    free[program.start.state.0 as usize].push(question.root);
    for Taken { state, times } in taken {
        let mut senders = std::mem::take(free.get_mut(state.0 as usize)?);
        for (choice, &times) in program.network.choices(*state).iter().zip(times) {
            for _ in 0..times {
                let sender = senders.pop()?;
                let receiver = unknowing.get_mut(usize::from(choice.class?))?.pop()?;
                tree.receivers[sender].push(receiver);
                for (opens, rank) in choice.opens.into_iter().zip([sender, receiver]) {
                    if let Some(opens) = opens {
                        free.get_mut(opens.state.0 as usize)?.push(rank);
                    }
                }
            }
        }
    }
    Some(tree)
}
