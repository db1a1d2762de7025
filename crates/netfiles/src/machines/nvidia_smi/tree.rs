//! The tree of switches and processors that labels describe.

use super::TopologyMatrix;
use super::labels::{Label, RATES};
use super::matrix::index;
use crate::machines::Connections;
use std::collections::BTreeMap;

/// Adds the tree above the GPUs. Labels that no tree has are refused: near is not transitive there.
pub(super) fn add(
    matrix: &TopologyMatrix,
    devices: &mut Vec<String>,
    connections: &mut Connections,
) -> Result<(), String> {
    let all = matrix.devices().len();
    // The least device of the group of each, and the top of the tree that each group with GPUs has so far.
    let mut group: Vec<usize> = (0..all).collect();
    let mut tops: BTreeMap<usize, u32> = (0..matrix.gpus()).map(|gpu| (gpu, index(gpu))).collect();
    let mut counts = BTreeMap::new();
    for (level, rate) in RATES {
        let near = |label: Label| RATES.iter().any(|(of, _)| *of == label) && label <= level;
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
                let [a, b] = [b, a].map(|device| &matrix.devices()[device]);
                return Err(format!(
                    "`{a}` and `{b}` have the label {label}, though others connect them by nothing farther than {level}"
                ));
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
                let count = counts.entry(kind(level)).or_insert(0);
                devices.push(format!("{}{count}", kind(level)));
                *count += 1;
                for device in below {
                    connections.add_both(device, top, 0, rate);
                }
            }
            tops.insert(group, top);
        }
    }
    Ok(())
}

/// The name of what connects at a level.
fn kind(level: Label) -> &'static str {
    match level {
        Label::Phb => "bridge",
        Label::Node => "numa",
        Label::Sys => "system",
        _ => "pcie",
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
