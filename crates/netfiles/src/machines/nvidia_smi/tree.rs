//! The tree of switches and processors that labels describe.

use super::{Label, TopologyMatrix};
use crate::machines::{Connections, Device, DeviceKind};
use std::collections::BTreeMap;

/// Labels that no tree has: near is not transitive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{a}` and `{b}` have the label {label}, though others connect them by nothing farther than {nearer}")]
pub struct NotNested {
    /// A device.
    pub a: String,
    /// Another one.
    pub b: String,
    /// Their label.
    pub label: Label,
    /// The label by which others connect them.
    pub nearer: Label,
}

/// Adds the tree above the GPUs.
pub(super) fn add(
    matrix: &TopologyMatrix,
    rate: impl Fn(Label) -> u64,
    devices: &mut Vec<Device>,
    connections: &mut Connections,
) -> Result<(), NotNested> {
    let all = matrix.devices().len();
    // The least device of the group of each, and the top of the tree that each group with GPUs has so far.
    let mut group: Vec<usize> = (0..all).collect();
    let mut tops: BTreeMap<usize, u32> = (0..matrix.gpus()).map(|gpu| (gpu, index(gpu))).collect();
    let mut counts = BTreeMap::new();
    for level in Label::LEVELS {
        let near = |label: Label| Label::LEVELS.contains(&label) && label <= level;
        let pairs = (0..all).flat_map(|a| (0..a).map(move |b| (a, b)));
        let labelled = |(a, b)| matrix.label(a, b).map(|label| (a, b, label));
        for (a, b, label) in pairs.clone().filter_map(labelled) {
            // At the last level, what hides behind NVLinks comes in too.
            if near(label) || level == Label::Sys {
                unite(&mut group, a, b);
            }
        }
        let of: Vec<usize> = (0..all).map(|device| root(&group, device)).collect();
        for (a, b, label) in pairs.filter_map(labelled) {
            if of[a] == of[b] && label > level && label != Label::Own {
                let name = |device: usize| matrix.devices()[device].clone();
                return Err(NotNested { a: name(b), b: name(a), label, nearer: level });
            }
        }
        let mut children: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (&device, &top) in &tops {
            children.entry(of[device]).or_default().push(top);
        }
        tops = BTreeMap::new();
        for (group, below) in children {
            let mut top = below[0];
            if below.len() > 1 {
                top = index(devices.len());
                let count = counts.entry(kind(level).1).or_insert(0);
                devices.push(Device { name: format!("{}{count}", kind(level).1), kind: kind(level).0 });
                *count += 1;
                for device in below {
                    connections.add_both(device, top, 0, rate(level));
                }
            }
            tops.insert(group, top);
        }
    }
    Ok(())
}

/// The kind and the name of what connects at a level.
fn kind(level: Label) -> (DeviceKind, &'static str) {
    match level {
        Label::Phb => (DeviceKind::HostBridge, "bridge"),
        Label::Node => (DeviceKind::Numa, "numa"),
        Label::Sys => (DeviceKind::Interconnect, "system"),
        _ => (DeviceKind::PcieSwitch, "pcie"),
    }
}

/// The first device of a group.
fn root(group: &[usize], device: usize) -> usize {
    let mut at = device;
    while group[at] != at {
        at = group[at];
    }
    at
}

fn unite(group: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(group, a), root(group, b));
    let (first, last) = (a.min(b), a.max(b));
    group[last] = first;
}

fn index(device: usize) -> u32 {
    u32::try_from(device).expect("devices are limited")
}
