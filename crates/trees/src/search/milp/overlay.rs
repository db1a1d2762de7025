//! Certificates of overlay trees on unequal hosts.

use super::certify::{Probe, Question, certify};
use super::network::Opens;
use super::overlay_network::{OverlayNetwork, RootSlots};
use super::overlay_question::OverlayQuestion;
use super::overlay_tree::{HostedTree, tree_of};
use super::program::{Feasibility, Program};
use super::{Certificate, UnknownReason};
use logpine_text::units::Time;
use std::time::{Duration, Instant};

impl OverlayQuestion<'_> {
    /// Decides whether there is a tree that takes less than `claimed`. Gives up after `limit` of real time; the verdict then
    /// says so.
    #[must_use]
    pub fn certify(&self, claimed: Time, limit: Duration) -> Certificate<HostedTree> {
        certify(self, claimed, limit)
    }
}

impl Question for OverlayQuestion<'_> {
    type Tree = HostedTree;

    fn time_of(&self, tree: &HostedTree) -> Option<Time> {
        self.time_of(tree)
    }

    /// Tries every fanout of the root: `ask` is given the program of each feasible one.
    fn probe(
        &self,
        within: Time,
        deadline: Instant,
        mut ask: impl FnMut(&Program) -> Feasibility,
    ) -> Probe<HostedTree> {
        let built = match OverlayNetwork::new(self, within, deadline) {
            Ok(built) => built,
            Err(reason) => return Probe::Unknown(reason),
        };
        let mut unknown = None;
        let mut perhaps = false;
        for &RootSlots { fanout, slots } in &built.roots {
            let Some(state) = slots else {
                return self.checked(HostedTree::star(self.hosts.root, fanout), within);
            };
            let start = Opens { state, places: fanout };
            let filling = built.filling;
            let program =
                Program { network: &built.network, start, wanted: self.leaves, hosts: &self.hosts.slots, filling };
            match ask(&program) {
                Feasibility::No => {}
                Feasibility::Perhaps => perhaps = true,
                Feasibility::Unknown(reason) => unknown = unknown.or(Some(reason)),
                Feasibility::Yes(taken) => match tree_of(self, &program, &taken).map(|tree| self.checked(tree, within))
                {
                    Some(probe @ Probe::Yes(..)) => return probe,
                    _ => unknown = unknown.or(Some(UnknownReason::Unsound)),
                },
            }
        }
        match unknown {
            Some(reason) => Probe::Unknown(reason),
            None if perhaps => Probe::Perhaps,
            None => Probe::No,
        }
    }
}
