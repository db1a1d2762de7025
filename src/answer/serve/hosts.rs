//! The hosts of a request.

use super::asked::Asked;
use crate::answer::relations::are_unequal;
use crate::request::{
    Allocation, Divided, Host, HostsChoice, Mode, No, Placement, Refusal, Request, Shortage, TooFewSlots,
};
use logpine_text::units::Factor;
use logpine_trees::tree::Shape;
use std::borrow::Cow;

/// Reads the hosts that a request names, and returns the request with them.
pub fn with_hosts(request: &Request) -> Result<Cow<'_, Request>, Refusal> {
    let Some(named @ (HostsChoice::Path(_) | HostsChoice::List(_))) = &request.hosts else {
        return Ok(Cow::Borrowed(request));
    };
    let (hosts, origin) = crate::request::named::hosts(named).map_err(Refusal::invalid)?;
    Ok(Cow::Owned(Request { hosts: Some(HostsChoice::Known(hosts, origin)), ..request.clone() }))
}

impl Asked<'_> {
    /// The hosts, if there are any.
    pub(super) fn allocation(&self) -> Option<&Allocation> {
        match &self.request.hosts {
            Some(HostsChoice::Known(hosts, _)) => Some(hosts),
            _ => None,
        }
    }

    /// True if the hosts are unequal.
    pub(super) fn are_unequal(&self) -> bool {
        self.allocation().is_some_and(|hosts| are_unequal(self.machine, self.request, hosts))
    }

    /// The mode in which the topology is used.
    pub(super) fn mode(&self) -> Mode {
        self.request.mode.unwrap_or_default()
    }

    /// The placement of processes on hosts.
    pub(super) fn placement(&self) -> Placement {
        let Request { placement, internal_hosts, .. } = self.request;
        Placement { policy: placement.unwrap_or_default(), internal_hosts: internal_hosts.unwrap_or_default() }
    }

    /// Checks that the processes of an overlay tree fit on the hosts.
    pub(super) fn check_fits(&self, overlay: &Shape) -> Result<(), Refusal> {
        let Some(hosts) = self.allocation() else { return Ok(()) };
        if self.request.members.is_some() {
            // A host for each member; the root may be on the front end.
            return self.check_one_each(overlay.members(), hosts.merged().hosts().len() as u64);
        }
        let processes = logpine_overlays::mrnet::ProcessTree::new(overlay, self.mode());
        processes.check_fits(hosts, self.placement().internal_hosts).map_err(|error| self.too_few(error))
    }

    /// Refuses fewer hosts than members below the root.
    fn check_one_each(&self, members: u64, available: u64) -> Result<(), Refusal> {
        let needed = members.saturating_sub(1);
        let message = format!("{needed} members below the root need a host each, and there are {available}");
        let shortage = Shortage { constraint: self.origin(), needed, available };
        if needed > available { Err(Refusal::No(No::new(&message, Some(shortage)))) } else { Ok(()) }
    }

    /// The hosts of members, one each; the host of the front end, if it is among them, runs the root alone. Which of them run
    /// leaves, the tree decides.
    pub(super) fn one_each(&self, hosts: &Allocation, members: u64) -> Result<Divided, Refusal> {
        let merged = hosts.merged();
        let others = merged.hosts().iter().filter(|host| !self.is_front_end(host));
        let internal = Allocation::new(others.map(|host| Host { slots: 1, ..host.clone() }).collect());
        self.check_one_each(members, internal.hosts().len() as u64)?;
        Ok(Divided { internal, leaves: Allocation::default() })
    }

    /// True for the host that the request names as that of the front end.
    fn is_front_end(&self, host: &Host) -> bool {
        self.request.front_end.as_ref().is_some_and(|name| host.name.eq_ignore_ascii_case(name))
    }

    /// Divides the slots of the hosts between internal processes and leaves; the slowest hosts run the leaves.
    pub(super) fn divided(&self, hosts: &Allocation, leaves: u64) -> Result<Divided, Refusal> {
        let leaves = if self.mode() == Mode::Attach { 0 } else { leaves };
        hosts.divided(leaves).map_err(|error| self.too_few(error))
    }

    /// The factor of the front end: that of the host of its name, or 1 if there is none.
    pub(super) fn front_end_factor(&self, hosts: &Allocation) -> Factor {
        let named = hosts.hosts().iter().find(|host| self.is_front_end(host));
        named.map_or(Factor::ONE, |host| host.factor)
    }

    /// The refusal for too few slots, with the origin of the hosts.
    pub(super) fn too_few(&self, error: TooFewSlots) -> Refusal {
        let TooFewSlots { needed, available, .. } = error;
        Refusal::short(&error, Shortage { constraint: self.origin(), needed, available })
    }

    /// The origin of the hosts: an option, or the environment.
    pub(super) fn origin(&self) -> String {
        match &self.request.hosts {
            Some(HostsChoice::Known(_, origin)) => origin.clone(),
            _ => HostsChoice::ENVIRONMENT.to_owned(),
        }
    }

    /// Refuses fewer slots than ranks.
    pub(super) fn check_slots(&self, ranks: u64) -> Result<(), Refusal> {
        let there = self.allocation().map_or(u64::MAX, Allocation::slots);
        if ranks <= there {
            return Ok(());
        }
        let shortage = Shortage { constraint: self.origin(), needed: ranks, available: there };
        Err(Refusal::short(&TooFewForRanks { ranks, there }, shortage))
    }
}

/// More ranks than slots.
#[derive(Debug, thiserror::Error)]
#[error(
    "{ranks} ranks need a slot each, but the hosts have {there}: {} too few; list more hosts, or give them more slots \
     (host:slots, or the column slots)",
    ranks.saturating_sub(*there)
)]
struct TooFewForRanks {
    ranks: u64,
    there: u64,
}
