//! Member trees on hosts that are alike: a host for each node, in the order given.

use super::Place;
use crate::report::times::counted;
use crate::request::{HostsChoice, No, Refusal, Shortage};
use logpine_trees::tree::{Shape, Tree};

impl Place<'_> {
    /// A member tree with the host of each node, breadth-first: the root on the front end or on the first host, the others on the hosts
    /// in the order given. A note counts the hosts that are left over.
    ///
    /// # Errors
    /// [`Refusal`] if there are too few hosts.
    pub(super) fn members(
        self,
        shape: &Shape,
        root_is_front_end: bool,
        notes: &mut Vec<String>,
    ) -> Result<(Tree, Vec<String>), Refusal> {
        let tree = Tree::from_shape(shape).map_err(|error| Refusal::no(&error))?;
        let Some(HostsChoice::Known(hosts, origin)) = &self.request().hosts else {
            return Err(Refusal::invalid("a file that shows hosts needs them: give --hosts"));
        };
        let root = root_is_front_end.then(|| self.front_end()).transpose()?;
        let merged = hosts.merged();
        let others = merged.hosts().iter().map(|host| &*host.name).filter(|name| Some(*name) != root);
        let mut names: Vec<&str> = root.into_iter().chain(others).collect();
        let (needed, available) = (tree.len() as u64, names.len() as u64);
        if available < needed {
            let message =
                format!("{needed} members need as many hosts, the root's among them, and there are {available}");
            let shortage = Shortage { constraint: origin.clone(), needed, available };
            return Err(Refusal::No(No::new(&message, Some(shortage))));
        }
        if available > needed {
            let (left, first) = (available - needed, names[tree.len()]);
            let hosts = counted(left, "host is no member", "hosts are no members");
            notes.push(format!("note: {hosts}, from {first} on: {origin} has more than {needed}"));
        }
        names.truncate(tree.len());
        Ok((tree, names.into_iter().map(str::to_owned).collect()))
    }
}
