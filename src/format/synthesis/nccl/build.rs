//! The machine of the elements of a file.

use super::read::{Dump, Gpu, Target};
use super::{Options, WrongDump};
use crate::format::synthesis::machine::{Connections, Device, DeviceKind, Machine, Pcie, connected};
use std::collections::BTreeMap;

/// A fault, and the byte of the text that it is at.
type Fault = (Option<usize>, WrongDump);

/// Brings the GPUs into the order of ranks, and connects everything.
pub(super) fn build(mut dump: Dump, options: &Options) -> Result<Machine, Fault> {
    if dump.gpus.iter().any(|gpu| gpu.rank.is_some()) {
        dump.gpus.retain(|gpu| gpu.rank.is_some());
    }
    dump.gpus.sort_by_key(|gpu| (gpu.rank, gpu.dev));
    check_gpus(&dump.gpus)?;
    let gpus = index(dump.gpus.len());
    let name = |gpu: &Gpu| format!("GPU{}", gpu.rank.unwrap_or(gpu.dev));
    let mut devices: Vec<Device> =
        dump.gpus.iter().map(|gpu| Device { name: name(gpu), kind: DeviceKind::Gpu }).collect();
    devices.push(Device { name: "nvswitch".into(), kind: DeviceKind::NvSwitch });
    let relays = dump.relays.iter().map(|relay| Device { name: relay.name.clone(), kind: relay.kind });
    devices.extend(relays);
    let all = index(devices.len());
    let mut connections = Connections::default();
    add_links(&dump, gpus, &mut connections)?;
    let fault = |wrong| (None, wrong);
    let linked = connections.connect(gpus, all);
    if !linked && options.pcie == Some(Pcie::Leave) {
        return Err(fault(WrongDump::NotConnected));
    }
    if options.pcie == Some(Pcie::Add) || !linked {
        add_pcie(&dump, gpus, &mut connections)?;
        if !connections.connect(gpus, all) {
            return Err(fault(WrongDump::Apart));
        }
    }
    Ok(connected(devices, gpus, connections))
}

fn index(count: usize) -> u32 {
    u32::try_from(count).expect("a document has less than 2^32 elements")
}

fn check_gpus(gpus: &[Gpu]) -> Result<(), Fault> {
    if gpus.is_empty() {
        return Err((None, WrongDump::NoGpus));
    }
    let mut by_bus: Vec<&Gpu> = gpus.iter().collect();
    by_bus.sort_by_key(|gpu| (&gpu.host, &gpu.bus, gpu.at));
    let fault = |gpu: &Gpu, what, found| (Some(gpu.at), WrongDump::RepeatedGpu { what, found });
    if let Some(pair) = by_bus.windows(2).find(|pair| (&pair[0].host, &pair[0].bus) == (&pair[1].host, &pair[1].bus)) {
        return Err(fault(pair[1], "the bus", pair[1].bus.clone()));
    }
    match gpus.windows(2).find(|pair| pair[0].rank.is_some() && pair[0].rank == pair[1].rank) {
        Some(pair) => Err(fault(&pair[1], "the rank", pair[1].rank.unwrap_or(0).to_string())),
        None => Ok(()),
    }
}

/// Adds the links of GPUs: those to GPUs that are not in the file lead nowhere.
fn add_links(dump: &Dump, gpus: u32, connections: &mut Connections) -> Result<(), Fault> {
    let by_bus: BTreeMap<(&str, &str), u32> =
        (0..).zip(&dump.gpus).map(|(at, gpu)| ((gpu.host.as_str(), gpu.bus.as_str()), at)).collect();
    for (at, gpu) in (0..).zip(&dump.gpus) {
        for link in &gpu.links {
            match &link.target {
                Target::NvSwitch => connections.add_both(at, gpus, link.count, link.rate),
                Target::Gpu(bus) | Target::Unknown(bus) => {
                    let to = by_bus.get(&(gpu.host.as_str(), bus.as_str())).copied().filter(|&to| to != at);
                    if let Some(to) = to {
                        connections.add(at, to, link.count, link.rate);
                    } else if matches!(link.target, Target::Unknown(_)) {
                        let wrong = WrongDump::Missing { element: "link", attribute: "tclass" };
                        return Err((Some(link.at), wrong));
                    }
                }
                Target::Processor | Target::Chip => {}
            }
        }
    }
    Ok(())
}

/// Adds PCI Express, processors, and the links of GPUs to them.
fn add_pcie(dump: &Dump, gpus: u32, connections: &mut Connections) -> Result<(), Fault> {
    // Behind the GPUs stands the NVSwitch.
    let relay = |at: usize| gpus + 1 + index(at);
    for (at, gpu) in (0..).zip(&dump.gpus) {
        connections.add_both(at, relay(gpu.parent.0), 0, gpu.parent.1);
        for link in gpu.links.iter().filter(|link| matches!(link.target, Target::Processor | Target::Chip)) {
            connections.add_both(at, relay(gpu.numa), 0, link.rate);
        }
    }
    for (at, device) in dump.relays.iter().enumerate() {
        if let Some((parent, rate)) = device.parent {
            connections.add_both(relay(at), relay(parent), 0, rate);
        }
    }
    for from in &dump.between {
        for to in dump.between.iter().filter(|to| to.host == from.host && to.relay != from.relay) {
            let rate = from.rate.clone().map_err(|(at, wrong)| (Some(at), wrong))?;
            connections.add(relay(from.relay), relay(to.relay), 0, rate);
        }
    }
    Ok(())
}
