//! Certificates of trees for one message among ranks on unequal hosts.

use super::certify::{Probe, Question, certify};
use super::network::Opens;
use super::program::{Feasibility, Filling, Program};
use super::rank_network::RankNetwork;
use super::rank_question::RankQuestion;
use super::rank_tree::{SendTree, tree_of};
use super::{Certificate, UnknownReason};
use logpine_models::model::{HostClass, Port};
use logpine_text::units::Time;
use std::time::{Duration, Instant};

impl RankQuestion<'_> {
    /// Decides whether there is a tree that takes less than `claimed`. Gives up after `limit` of real time; the verdict then
    /// says so.
    #[must_use]
    pub fn certify(&self, claimed: Time, limit: Duration) -> Certificate<SendTree> {
        certify(self, claimed, limit)
    }

    /// The cost of the message between two ranks' classes.
    pub(super) fn port(&self, sender: HostClass, receiver: HostClass) -> Option<Port> {
        self.timing.between(self.bytes, sender, receiver)
    }
}

impl Question for RankQuestion<'_> {
    type Tree = SendTree;

    fn time_of(&self, tree: &SendTree) -> Option<Time> {
        self.time_of(tree)
    }

    fn probe(&self, within: Time, deadline: Instant, mut ask: impl FnMut(&Program) -> Feasibility) -> Probe<SendTree> {
        let built = match RankNetwork::new(self, within, deadline) {
            Ok(built) => built,
            Err(reason) => return Probe::Unknown(reason),
        };
        let wanted = self.classes.len() as u64 - 1;
        if wanted == 0 {
            return self.checked(SendTree { receivers: vec![Vec::new()] }, within);
        }
        let Some(state) = built.root else { return Probe::No };
        let start = Opens { state, places: 1 };
        let filling = Filling::AtMost;
        let program = Program { network: &built.network, start, wanted, hosts: &built.ranks, filling };
        match ask(&program) {
            Feasibility::No => Probe::No,
            Feasibility::Perhaps => Probe::Perhaps,
            Feasibility::Unknown(reason) => Probe::Unknown(reason),
            Feasibility::Yes(taken) => match tree_of(self, &program, &taken) {
                Some(tree) => self.checked(tree, within),
                None => Probe::Unknown(UnknownReason::Unsound),
            },
        }
    }
}
