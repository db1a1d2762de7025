//! The assignment of a process, which it reads from standard input: its place in the tree, and the settings of all.

use super::error::MeasureError;
use super::launcher::Launcher;
use super::pace::Emulation;
use logpine_overlays::mrnet::Topology;
use serde::{Deserialize, Serialize};
use std::io::BufRead;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

/// The clock by which waves are timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Timing {
    /// All leaves begin at one time, which synchronised clocks tell; the wave ends at the root.
    #[default]
    OneWay,
    /// The root asks for the wave along the tree, and waits for it: one clock, twice the way.
    RoundTrip,
}

/// The ports on which processes listen, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ports {
    /// The first.
    pub first: u16,
    /// The last.
    pub last: u16,
}

impl FromStr for Ports {
    type Err = String;

    /// Reads `40000-40100` or a single port.
    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if 0 < first && first <= last => Ok(Self { first, last }),
            _ => Err(format!("`{text}` is no range of ports such as 40000-40100")),
        }
    }
}

/// The behaviour of all processes of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The command that starts a process on a host.
    pub launcher: Launcher,
    /// The path of this program on the hosts.
    pub program: String,
    /// The address to listen on.
    pub listen: IpAddr,
    /// The ports to listen on; any free one if there are none.
    pub ports: Option<Ports>,
    /// The bytes of a message of a wave.
    pub bytes: u32,
    /// The clock.
    pub timing: Timing,
    /// An emulated network.
    pub emulation: Option<Emulation>,
    /// True if every process has a core of its own, which it may keep busy.
    pub has_cores: bool,
    /// The deadline for a process to connect.
    pub connect: Duration,
    /// The deadline for a wave.
    pub wave: Duration,
    /// The deadline for processes to end.
    pub end: Duration,
}

/// A tree of processes by host, in preorder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Processes {
    /// The host of each process, as others connect to it.
    hosts: Vec<String>,
    /// The number of children of each process.
    fanouts: Vec<u32>,
    /// The way from the front end to the root, as the numbers of children from 1: `2.1` is the first child of the front end's
    /// second. Empty for the front end.
    place: String,
}

impl Processes {
    /// The processes of a topology.
    pub fn new(topology: &Topology) -> Self {
        let Topology { tree, processes } = topology;
        let (mut hosts, mut fanouts) = (Vec::with_capacity(tree.len()), Vec::with_capacity(tree.len()));
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            hosts.push(processes[node as usize].host.clone());
            fanouts.push(tree.fanout(node));
            waiting.extend(tree.children(node).rev());
        }
        Self { hosts, fanouts, place: String::new() }
    }

    /// The number of processes.
    pub fn len(&self) -> usize {
        self.hosts.len()
    }

    /// The number of children of the root.
    pub fn fanout(&self) -> u32 {
        self.fanouts.first().copied().unwrap_or(0)
    }

    /// The most children of a process.
    pub fn widest(&self) -> u32 {
        self.fanouts.iter().copied().max().unwrap_or(0)
    }

    /// The number of processes that have children.
    pub fn inner(&self) -> usize {
        self.fanouts.iter().filter(|&&fanout| fanout > 0).count()
    }

    /// The host of the root; empty if there is none.
    pub fn host(&self) -> &str {
        self.hosts.first().map_or("", String::as_str)
    }

    /// The root in messages, of which a host may have several: `node3 (process 2.1 of the tree)`.
    pub fn name(&self) -> String {
        format!("{} (process {} of the tree)", self.host(), self.place)
    }

    /// All hosts, in preorder.
    #[cfg(test)]
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// True if every process has the number of children that it says.
    fn is_tree(&self) -> bool {
        self.hosts.len() == self.fanouts.len() && self.size(0) == Some(self.len())
    }

    /// The number of processes of the subtree at a place; `None` if they are not all there.
    fn size(&self, root: usize) -> Option<usize> {
        let (mut missing, mut next) = (1u64, root);
        while missing > 0 {
            missing += u64::from(*self.fanouts.get(next)?);
            missing -= 1;
            next += 1;
        }
        Some(next - root)
    }

    /// The subtrees of the root's children, in order.
    pub fn subtrees(&self) -> Vec<Self> {
        let mut next = 1;
        let mut subtrees = Vec::new();
        while let Some(size) = self.size(next) {
            let part = next..next + size;
            let number = subtrees.len() + 1;
            let place = if self.place.is_empty() { number.to_string() } else { format!("{}.{number}", self.place) };
            let (hosts, fanouts) = (self.hosts[part.clone()].to_vec(), self.fanouts[part].to_vec());
            subtrees.push(Self { hosts, fanouts, place });
            next += size;
        }
        subtrees
    }

    /// The longest way from the root to a leaf, in edges.
    pub fn height(&self) -> u32 {
        self.levels().map(|(level, _)| level).max().unwrap_or(0)
    }

    /// The number of processes that begin a wave of `depth` levels through the first `width` children of the root.
    pub fn leaves(&self, depth: u32, width: u32) -> u64 {
        let (mut leaves, mut children) = (0, 0);
        for (level, fanout) in self.levels() {
            children += u32::from(level == 1);
            if children > width {
                break;
            }
            leaves += u64::from(level == depth || (level < depth && fanout == 0));
        }
        leaves
    }

    /// The level and the number of children of each process, in preorder.
    fn levels(&self) -> impl Iterator<Item = (u32, u32)> {
        // The children that are still to come of each process on the way to the next one.
        let mut open: Vec<u32> = Vec::new();
        self.fanouts.iter().map(move |&fanout| {
            let level = u32::try_from(open.len()).unwrap_or(u32::MAX);
            if let Some(rest) = open.last_mut() {
                *rest -= 1;
            }
            open.push(fanout);
            while open.last() == Some(&0) {
                open.pop();
            }
            (level, fanout)
        })
    }
}

/// The one line that a process reads from standard input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Assignment {
    /// The run's secret.
    pub token: String,
    /// The host and the port of the parent.
    pub parent: (String, u16),
    /// The process's place among its parent's children.
    pub child: u32,
    /// The subtree below and with the process.
    pub processes: Processes,
    /// The behaviour of all.
    pub settings: Settings,
}

/// The longest line: 16 MiB, more than the names of all processes that there may be.
const LONGEST: u64 = 16 << 20;

impl Assignment {
    /// Reads the line.
    ///
    /// # Errors
    /// [`MeasureError::Assignment`] if it is missing, too long or invalid.
    pub fn read(input: impl BufRead) -> Result<Self, MeasureError> {
        let fault = |fault: String| MeasureError::Assignment(fault);
        let mut line = String::new();
        input.take(LONGEST).read_line(&mut line).map_err(|error| fault(error.to_string()))?;
        if line.is_empty() {
            return Err(fault("there is nothing".to_owned()));
        }
        let assignment: Self = serde_json::from_str(&line).map_err(|error| fault(error.to_string()))?;
        if !assignment.processes.is_tree() {
            return Err(fault("its processes are no tree".to_owned()));
        }
        Ok(assignment)
    }
}

#[cfg(test)]
mod tests {
    use super::{Assignment, Ports, Processes};
    use crate::MeasureError;
    use logpine_overlays::mrnet;

    fn processes(text: &str) -> Processes {
        Processes::new(&mrnet::read(text.as_bytes()).expect("a topology"))
    }

    #[test]
    fn subtrees_are_cut_out_in_order() {
        let tree = processes("fe:0 => a:0 b:0 c:0 ;\na:0 => d:0 e:0 ;\nd:0 => f:0 ;\nc:0 => g:0 ;\n");
        assert_eq!(tree.hosts(), ["fe", "a", "d", "f", "e", "b", "c", "g"]);
        assert!(tree.is_tree());
        assert_eq!((tree.len(), tree.height()), (8, 3));
        assert_eq!((tree.fanout(), tree.widest(), tree.inner()), (3, 3, 4));
        let subtrees = tree.subtrees();
        let hosts: Vec<&[String]> = subtrees.iter().map(Processes::hosts).collect();
        assert_eq!(hosts, [&["a", "d", "f", "e"][..], &["b"], &["c", "g"]]);
        assert_eq!(subtrees.iter().map(Processes::height).collect::<Vec<_>>(), [2, 0, 1]);
        assert!(subtrees.iter().all(Processes::is_tree));
        let names: Vec<String> = subtrees[0].subtrees().iter().map(Processes::name).collect();
        assert_eq!(names, ["d (process 1.1 of the tree)", "e (process 1.2 of the tree)"]);
        assert_eq!(subtrees[2].name(), "c (process 3 of the tree)");
    }

    #[test]
    fn a_wave_may_go_through_a_part_of_the_tree() {
        let tree = processes("fe:0 => a:0 b:0 c:0 ;\na:0 => d:0 e:0 ;\nd:0 => f:0 ;\nc:0 => g:0 ;\n");
        assert_eq!([0, 1, 2, 3].map(|depth| tree.leaves(depth, u32::MAX)), [1, 3, 4, 4]);
        assert_eq!([1, 2, 3].map(|width| tree.leaves(3, width)), [2, 3, 4]);
    }

    #[test]
    fn what_is_no_assignment_is_refused() {
        for line in ["", "\n", "{}", "x", "{\"hosts\": []}"] {
            assert!(matches!(Assignment::read(line.as_bytes()), Err(MeasureError::Assignment(_))), "{line}");
        }
        let of =
            |hosts: usize, fanouts| Processes { hosts: vec!["a".to_owned(); hosts], fanouts, place: String::new() };
        assert!(!of(2, vec![2, 0]).is_tree());
        assert!(!of(0, Vec::new()).is_tree());
    }

    #[test]
    fn ports_are_read() {
        assert_eq!("40000-40010".parse(), Ok(Ports { first: 40_000, last: 40_010 }));
        assert_eq!("80".parse(), Ok(Ports { first: 80, last: 80 }));
        for bad in ["", "0", "9-8", "70000", "a-b", "1-2-3"] {
            assert!(bad.parse::<Ports>().is_err(), "{bad}");
        }
    }
}
