//! The machine of a table.

use super::tree::{self, NotNested};
use super::{LABELS, Label, TopologyMatrix};
use crate::machines::{Connections, Device, DeviceKind, Machine, Pcie, connected};

/// The meaning of the same number of `NVLink`s between all pairs of GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clique {
    /// Each GPU has so many links to `NVSwitch`es, which all pairs share.
    NvSwitch,
    /// Each pair has so many links of its own.
    Direct,
}

/// Facts the output lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rate of one `NVLink` in megabits a second in each direction (200,000 for 25 GB/s).
    pub link_rate: Option<u64>,
    /// The meaning of cliques.
    pub clique: Option<Clique>,
    /// Whether to use PCI Express and processors; if not given, only if `NVLink`s do not connect all GPUs.
    pub pcie: Option<Pcie>,
    /// The rate of `PIX`, `PXB`, `PHB` and `NODE`, in place of that of the [table](LABELS).
    pub pcie_rate: Option<u64>,
    /// The rate of `SYS`, in place of that of the [table](LABELS).
    pub system_rate: Option<u64>,
}

/// A table that is not enough for a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum MachineError {
    /// `NVLink`s of an unknown rate.
    #[error(
        "the output does not tell the generation of the NVLinks; give the GB/s of one (25 for V100, A100 and H100, 50 for B200)"
    )]
    NoLinkRate,
    /// A clique with an unknown meaning.
    #[error(
        "all {gpus} GPUs from {first} to {last} show NV{links} to each other, which may be {links} links of each to NVSwitches, or {links} of each pair; say which"
    )]
    Ambiguous { gpus: usize, first: String, last: String, links: u32 },
    /// No clique, though one with switches is asked for.
    #[error("no three GPUs or more all show the same number of NVLinks, so that there are no NVSwitches")]
    NoClique,
    /// No links, though something is said of them.
    #[error("no two GPUs show NVLinks (NV#), so that nothing can be said of such links")]
    NoLinks,
    /// Labels that are not those of a tree.
    #[error(transparent)]
    NotNested(#[from] NotNested),
    /// Links that do not connect all GPUs.
    #[error("without PCI Express, the links do not connect all GPUs")]
    NotConnected,
    /// A rate of nothing.
    #[error("a rate is 0")]
    NoRate,
}

impl TopologyMatrix {
    /// The machine. GPUs with `NVLink`s are connected directly, or through one `NVSwitch` for each clique if it is said
    /// that they are; network cards are left out.
    ///
    /// Other labels become a tree: all that is as near as `PIX` shares a switch, all that is as near as `PXB` a larger one, then
    /// host bridges, NUMA nodes, and what connects these; each is connected to the next by the rate of the label for which
    /// the way leads through it. Labels of network cards help to find it. GPUs with `NVLink`s hide how near they are;
    /// if nothing else tells, `SYS` is assumed.
    ///
    /// # Errors
    /// [`MachineError`], if more must be known, or if the labels contradict each other.
    pub fn machine(&self, options: &Options) -> Result<Machine, MachineError> {
        if [options.link_rate, options.pcie_rate, options.system_rate].contains(&Some(0)) {
            return Err(MachineError::NoRate);
        }
        let gpus = u32::try_from(self.gpus()).expect("devices are limited");
        let device = |name: &String| Device { name: name.clone(), kind: DeviceKind::Gpu };
        let mut devices: Vec<Device> = self.devices()[..self.gpus()].iter().map(device).collect();
        let mut connections = Connections::default();
        self.add_links(options, &mut devices, &mut connections)?;
        let vertices = u32::try_from(devices.len()).expect("devices are limited");
        let linked = connections.connect(gpus, vertices);
        if !linked && options.pcie == Some(Pcie::Leave) {
            return Err(MachineError::NotConnected);
        }
        if options.pcie == Some(Pcie::Add) || !linked {
            tree::add(self, |label| rate(options, label), &mut devices, &mut connections)?;
        }
        Ok(connected(devices, gpus, connections))
    }

    /// Adds `NVLink`s and `NVSwitch`es.
    fn add_links(
        &self,
        options: &Options,
        devices: &mut Vec<Device>,
        connections: &mut Connections,
    ) -> Result<(), MachineError> {
        let mut cliques = 0;
        let groups = self.linked_groups();
        if groups.is_empty() && (options.link_rate.is_some() || options.clique.is_some()) {
            return Err(MachineError::NoLinks);
        }
        for group in groups {
            let rate = options.link_rate.ok_or(MachineError::NoLinkRate)?;
            let all = |links: u32| links_total(links, rate);
            let pairs: Vec<(usize, usize, u32)> = self.linked_pairs(&group).collect();
            let clique = pairs.first().map(|first| first.2).filter(|&links| {
                let complete = pairs.len() == group.len() * (group.len() - 1) / 2;
                group.len() > 2 && complete && pairs.iter().all(|pair| pair.2 == links)
            });
            if let Some(links) = clique {
                cliques += 1;
                let name = |gpu: &usize| self.devices()[*gpu].clone();
                let (first, last) = (name(&group[0]), name(&group[group.len() - 1]));
                let ambiguous = MachineError::Ambiguous { gpus: group.len(), first, last, links };
                if options.clique.ok_or(ambiguous)? == Clique::NvSwitch {
                    let switch = index(devices.len());
                    devices.push(Device { name: format!("nvswitch{}", cliques - 1), kind: DeviceKind::NvSwitch });
                    for &gpu in &group {
                        connections.add_both(index(gpu), switch, links, all(links));
                    }
                    continue;
                }
            }
            for (a, b, links) in pairs {
                connections.add_both(index(a), index(b), links, all(links));
            }
        }
        if cliques == 0 && options.clique == Some(Clique::NvSwitch) { Err(MachineError::NoClique) } else { Ok(()) }
    }

    /// The groups of at least two GPUs that `NVLink`s connect, through others of the group or not.
    fn linked_groups(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.gpus()];
        let mut groups = Vec::new();
        for start in 0..self.gpus() {
            let (mut group, mut stack) = (Vec::new(), vec![start]);
            while let Some(gpu) = stack.pop() {
                if !std::mem::replace(&mut seen[gpu], true) {
                    group.push(gpu);
                    let linked = |&other: &usize| matches!(self.label(gpu, other), Some(Label::NvLink(_)));
                    stack.extend((0..self.gpus()).filter(linked));
                }
            }
            if group.len() > 1 {
                group.sort_unstable();
                groups.push(group);
            }
        }
        groups
    }

    /// The pairs of a group with their numbers of `NVLink`s.
    fn linked_pairs<'a>(&'a self, group: &'a [usize]) -> impl Iterator<Item = (usize, usize, u32)> + 'a {
        let pairs = group.iter().flat_map(move |&a| group.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
        pairs.filter_map(|(a, b)| match self.label(a, b) {
            Some(Label::NvLink(links)) => Some((a, b, links)),
            _ => None,
        })
    }
}

/// The rate of so many links.
fn links_total(links: u32, rate: u64) -> u64 {
    u64::from(links).saturating_mul(rate)
}

/// The rate of a label that is not `NV#`.
fn rate(options: &Options, label: Label) -> u64 {
    let known = if label == Label::Sys { options.system_rate } else { options.pcie_rate };
    let listed = || LABELS.iter().find(|speed| speed.label == label).map_or(0, |speed| speed.rate);
    known.unwrap_or_else(listed)
}

fn index(device: usize) -> u32 {
    u32::try_from(device).expect("devices are limited")
}
