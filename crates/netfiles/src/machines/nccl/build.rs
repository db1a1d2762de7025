//! The machine of the elements of a file.

use super::read::{Dump, Gpu, Target};
use super::speeds::{BETWEEN_PARTS, WITHIN};
use crate::fault::missing;
use crate::machines::{Connections, Machine, connected};
use std::collections::{BTreeMap, BTreeSet};

/// A fault, and the byte of the text that it is at.
type Fault = (Option<usize>, String);

/// Brings the GPUs into the order of ranks, and connects everything.
pub(super) fn build(mut dump: Dump) -> Result<Machine, Fault> {
    if dump.gpus.iter().any(|gpu| gpu.rank.is_some()) {
        dump.gpus.retain(|gpu| gpu.rank.is_some());
    }
    dump.gpus.sort_by_key(|gpu| (gpu.rank, gpu.dev));
    check_gpus(&dump.gpus)?;
    let gpus = index(dump.gpus.len());
    let mut devices: Vec<String> = dump.gpus.iter().map(name).collect();
    devices.push("nvswitch".to_owned());
    devices.extend(dump.relays.iter().map(|relay| relay.name.clone()));
    let mut notes = Vec::new();
    if let Some(rate) = dump.assumed {
        let gigabytes = rate / 8_000;
        notes.push(format!(
            "a link between GPUs is taken for {gigabytes} GB/s each way, as RCCL does; --link-speed gives another speed"
        ));
    }
    let mut connections = Connections::default();
    let ends = ends(&dump, &mut devices, &mut connections, &mut notes);
    let all = index(devices.len());
    add_links(&dump, &ends, &mut connections, &mut notes)?;
    for (from, to) in connections.one_sided(all) {
        let name = |device: u32| &devices[device as usize];
        notes.push(format!(
            "{} lists more links to {} than are listed back; each way has its own",
            name(from),
            name(to)
        ));
    }
    if !connections.connect(gpus, all) {
        if dump.gpus.iter().any(|gpu| gpu.links.iter().any(|link| link.count > 0)) {
            notes.push(
                "the links of GPUs do not connect all of them, so that PCI Express and processors are part of the network"
                    .to_owned(),
            );
        }
        add_pcie(&dump, &ends, &mut connections, &mut notes);
        if !connections.connect(gpus, all) {
            let fault = "nothing in the file connects all GPUs; the network between hosts is not in it";
            return Err((None, fault.to_owned()));
        }
    }
    Ok(Machine { notes, ..connected(devices, gpus, connections) })
}

fn index(count: usize) -> u32 {
    u32::try_from(count).expect("a document has less than 2^32 elements")
}

fn name(gpu: &Gpu) -> String {
    format!("GPU{}", gpu.rank.unwrap_or(gpu.dev))
}

fn check_gpus(gpus: &[Gpu]) -> Result<(), Fault> {
    if gpus.is_empty() {
        let fault =
            "there is no `gpu` with a rank; write the file that NCCL_TOPO_DUMP_FILE names, not one for NCCL_TOPO_FILE";
        return Err((None, fault.to_owned()));
    }
    let mut by_bus: Vec<&Gpu> = gpus.iter().collect();
    by_bus.sort_by_key(|gpu| (&gpu.host, &gpu.bus, gpu.at));
    let fault = |gpu: &Gpu, what, found: String| (Some(gpu.at), format!("there are two GPUs with {what} {found}"));
    let is_repeated =
        |pair: &&[&Gpu]| (&pair[0].host, &pair[0].bus) == (&pair[1].host, &pair[1].bus) && pair[0].pci != pair[1].pci;
    if let Some(pair) = by_bus.windows(2).find(is_repeated) {
        return Err(fault(pair[1], "the bus", pair[1].bus.clone()));
    }
    match gpus.windows(2).find(|pair| pair[0].rank.is_some() && pair[0].rank == pair[1].rank) {
        Some(pair) => Err(fault(&pair[1], "the rank", pair[1].rank.unwrap_or(0).to_string())),
        None => Ok(()),
    }
}

/// The device that the links of each GPU end at: itself, or the device behind the ranks that share it, which is added here.
fn ends(dump: &Dump, devices: &mut Vec<String>, connections: &mut Connections, notes: &mut Vec<String>) -> Vec<u32> {
    let mut ranks: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (at, gpu) in (0..).zip(&dump.gpus) {
        ranks.entry(gpu.pci).or_default().push(at);
    }
    let mut ends: Vec<u32> = (0..index(dump.gpus.len())).collect();
    for sharing in ranks.into_values().filter(|sharing| sharing.len() > 1) {
        let first = &dump.gpus[sharing[0] as usize];
        let rate = if first.is_part { BETWEEN_PARTS } else { WITHIN };
        let shared = index(devices.len());
        devices.push(format!("gpu {}", first.bus));
        for &rank in &sharing {
            ends[rank as usize] = shared;
            connections.add_both(rank, shared, 0, rate);
        }
        let names: Vec<String> = sharing.iter().map(|&rank| name(&dump.gpus[rank as usize])).collect();
        notes.push(format!(
            "{} share the GPU {} and its links; between them pass {} GB/s, as NCCL assumes",
            names.join(" and "),
            first.bus,
            rate / 8_000
        ));
    }
    ends
}

/// Adds the links of GPUs. Those that lead to no other GPU of the file are left out with a note.
fn add_links(dump: &Dump, ends: &[u32], connections: &mut Connections, notes: &mut Vec<String>) -> Result<(), Fault> {
    let switch = index(dump.gpus.len());
    let by_bus: BTreeMap<(&str, &str), u32> =
        dump.gpus.iter().zip(ends).map(|(gpu, &end)| ((gpu.host.as_str(), gpu.bus.as_str()), end)).collect();
    let (mut to_themselves, mut to_none) = (Vec::new(), Vec::new());
    // The ranks that share a GPU each list its links.
    let mut counted = BTreeSet::new();
    for (gpu, &end) in dump.gpus.iter().zip(ends) {
        let mut listed = BTreeMap::new();
        for link in &gpu.links {
            let to = match &link.target {
                Target::NvSwitch => Some(switch),
                Target::Gpu(bus) | Target::Unknown(bus) => {
                    let to = by_bus.get(&(gpu.host.as_str(), bus.as_str())).copied();
                    if to == Some(end) {
                        to_themselves.push(format!("{} of {}", link.count, name(gpu)));
                        continue;
                    }
                    if to.is_none() && matches!(link.target, Target::Unknown(_)) {
                        return Err((Some(link.at), missing("link", "tclass")));
                    }
                    if to.is_none() {
                        to_none.push(format!("{} of {} to {bus}", link.count, name(gpu)));
                    }
                    to
                }
                Target::Processor | Target::Chip => None,
            };
            if let Some(to) = to {
                let sum: &mut (u32, u64) = listed.entry(to).or_default();
                *sum = (sum.0.saturating_add(link.count), sum.1.saturating_add(link.rate));
            }
        }
        for (to, (links, rate)) in listed.into_iter().filter(|&(to, _)| counted.insert((gpu.pci, to))) {
            if to == switch {
                connections.add_both(end, switch, links, rate);
            } else {
                connections.add(end, to, links, rate);
            }
        }
    }
    notes.extend(left_out(&to_themselves, "that lead from a GPU to itself"));
    notes.extend(left_out(&to_none, "that lead to no GPU of the file"));
    Ok(())
}

/// A note on links that are left out; `None` without any.
fn left_out(links: &[String], which: &str) -> Option<String> {
    const NAMED: usize = 4;
    let more = links.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and of {more} further") } else { String::new() };
    let named = links.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    (!links.is_empty()).then(|| format!("links {which} are left out: {named}{more}"))
}

/// Adds PCI Express, processors, and the links of GPUs to them.
fn add_pcie(dump: &Dump, ends: &[u32], connections: &mut Connections, notes: &mut Vec<String>) {
    // Behind the GPUs stands the NVSwitch.
    let relay = |at: usize| index(dump.gpus.len() + 1 + at);
    // The ranks that share a GPU share its way to the bus, too.
    let mut counted = BTreeSet::new();
    for (gpu, &end) in dump.gpus.iter().zip(ends).filter(|(gpu, _)| counted.insert(gpu.pci)) {
        connections.add_both(end, relay(gpu.parent.0), 0, gpu.parent.1);
        for link in gpu.links.iter().filter(|link| matches!(link.target, Target::Processor | Target::Chip)) {
            connections.add_both(end, relay(gpu.numa), 0, link.rate);
        }
    }
    for (at, device) in dump.relays.iter().enumerate() {
        if let Some((parent, rate)) = device.parent {
            connections.add_both(relay(at), relay(parent), 0, rate);
        }
    }
    let mut unknown = BTreeSet::new();
    for from in &dump.between {
        for to in dump.between.iter().filter(|to| to.host == from.host && to.relay != from.relay) {
            connections.add(relay(from.relay), relay(to.relay), 0, from.rate);
            unknown.extend(&from.unknown);
        }
    }
    for processor in unknown {
        notes.push(format!(
            "nothing is known about what connects processors of {processor}; as NCCL does, {} GB/s are assumed, so that it limits nothing",
            WITHIN / 8_000
        ));
    }
}
