//! The machine of a table.

use super::{Label, TopologyMatrix, tree};
use crate::machines::{Connections, Machine, connected};
use crate::network::{LINK_SPEED, NvLinks};

impl TopologyMatrix {
    /// The machine. GPUs with `NVLink`s are connected directly, or through one `NVSwitch` for each clique if it is said
    /// that they are; network cards are left out.
    ///
    /// Other labels become a tree: all that is as near as `PIX` shares a switch, all that is as near as `PXB` a larger one, then
    /// host bridges, NUMA nodes, and what connects these; each is connected to the next by the rate of the label for which
    /// the way leads through it. Labels of network cards help to find it. GPUs with `NVLink`s hide how near they are;
    /// if nothing else tells, `SYS` is assumed.
    ///
    /// `link_rate` is the rate of one `NVLink` in megabits a second in each direction (200,000 for 25 GB/s).
    ///
    /// # Errors
    /// The reason in words, if more must be known, or if the labels contradict each other.
    pub fn machine(&self, link_rate: Option<u64>, nvlinks: Option<NvLinks>) -> Result<Machine, String> {
        let gpus = index(self.gpus());
        let mut devices = self.devices()[..self.gpus()].to_vec();
        let mut connections = Connections::default();
        self.add_links((link_rate, nvlinks), &mut devices, &mut connections)?;
        if !connections.connect(gpus, index(devices.len())) {
            tree::add(self, &mut devices, &mut connections)?;
        }
        Ok(connected(devices, gpus, connections))
    }

    /// Adds `NVLink`s and `NVSwitch`es.
    fn add_links(
        &self,
        (link_rate, nvlinks): (Option<u64>, Option<NvLinks>),
        devices: &mut Vec<String>,
        connections: &mut Connections,
    ) -> Result<(), String> {
        let mut cliques = 0;
        let groups = self.linked_groups();
        if groups.is_empty() && (link_rate.is_some() || nvlinks.is_some()) {
            let fault = "no two GPUs show NVLinks (NV#), so that nothing can be said of such links";
            return Err(format!("{fault}: leave out --link-speed, --nvswitch and --direct"));
        }
        for group in groups {
            let rate = link_rate.ok_or_else(|| {
                let fault = "the output does not tell the generation of the NVLinks; give the GB/s of one";
                format!("{fault} (25 for V100, A100 and H100, 50 for B200): {LINK_SPEED}")
            })?;
            let all = |links: u32| u64::from(links).saturating_mul(rate);
            let pairs: Vec<(usize, usize, u32)> = self.linked_pairs(&group).collect();
            let clique = pairs.first().map(|first| first.2).filter(|&links| {
                let complete = pairs.len() == group.len() * (group.len() - 1) / 2;
                group.len() > 2 && complete && pairs.iter().all(|pair| pair.2 == links)
            });
            if let Some(links) = clique {
                cliques += 1;
                if nvlinks.ok_or_else(|| self.ambiguous(&group, links))? == NvLinks::Switch {
                    let switch = index(devices.len());
                    devices.push(format!("nvswitch{}", cliques - 1));
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
        if cliques == 0 && nvlinks == Some(NvLinks::Switch) {
            let fault = "no three GPUs or more all show the same number of NVLinks, so that there are no NVSwitches";
            return Err(fault.to_owned());
        }
        Ok(())
    }

    /// The fault of a clique with an unknown meaning.
    fn ambiguous(&self, group: &[usize], links: u32) -> String {
        let (count, first, last) = (group.len(), &self.devices()[group[0]], &self.devices()[group[group.len() - 1]]);
        format!(
            "all {count} GPUs from {first} to {last} show NV{links} to each other, which may be {links} links of each to NVSwitches, or \
             {links} of each pair; say which: --nvswitch or --direct"
        )
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

pub(super) fn index(device: usize) -> u32 {
    u32::try_from(device).expect("devices are limited")
}
