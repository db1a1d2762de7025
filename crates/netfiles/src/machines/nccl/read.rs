//! Collects the elements of a file.

use super::speeds;
use crate::fault::{FileFault, attribute, whole, xml};
use crate::place::shown;
use roxmltree::Node;

/// How deep elements may be nested: a bridge in a bridge a few times.
const MOST_DEPTH: usize = 64;

/// The most NUMA nodes: each is connected to all others of its host.
const MOST_NUMA: usize = 1024;

/// The elements of a file.
#[derive(Debug, Default)]
pub(super) struct Dump {
    /// The rate of a link that RCCL assumes, in megabits a second, if the dump has none.
    pub assumed: Option<u64>,
    pub gpus: Vec<Gpu>,
    pub relays: Vec<Relay>,
    /// The links from the NUMA node of a relay to all others of its host.
    pub between: Vec<Between>,
}

/// A GPU.
#[derive(Debug)]
pub(super) struct Gpu {
    /// The offset of its first byte in the text.
    pub at: usize,
    pub host: String,
    pub bus: String,
    pub dev: u64,
    pub rank: Option<u64>,
    /// The offset of its element of the bus: ranks that share a GPU have the same.
    pub pci: usize,
    /// True for a part of a GPU.
    pub is_part: bool,
    /// The relay that it hangs on, and the rate to it.
    pub parent: (usize, u64),
    /// The relay of its NUMA node.
    pub numa: usize,
    pub links: Vec<Link>,
}

/// Links of a GPU to one target.
#[derive(Debug)]
pub(super) struct Link {
    /// The offset of its first byte in the text.
    pub at: usize,
    pub target: Target,
    pub count: u32,
    /// The rate of all of them.
    pub rate: u64,
}

/// The far end of a link.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    Gpu(String),
    NvSwitch,
    /// The processor of the GPU's own NUMA node, by `NVLink`.
    Processor,
    /// The same by a chip-to-chip link.
    Chip,
    /// An end without a class: a GPU, if there is one.
    Unknown(String),
}

/// A device that passes data on.
#[derive(Debug)]
pub(super) struct Relay {
    pub name: String,
    /// The relay that it hangs on, and the rate to it.
    pub parent: Option<(usize, u64)>,
}

/// A NUMA node, and the rate to the others of its host.
#[derive(Debug)]
pub(super) struct Between {
    pub relay: usize,
    pub host: String,
    /// The rate.
    pub rate: u64,
    /// The processor, if nothing is known about it, so that the rate is NCCL's default.
    pub unknown: Option<String>,
}

/// The byte at which an element begins.
fn at(node: Node<'_, '_>) -> usize {
    node.range().start
}

fn fault(node: Node<'_, '_>, message: impl ToString) -> FileFault {
    FileFault::of_node(node, message)
}

/// The number of an attribute; `None` without it.
fn number(node: Node<'_, '_>, key: &str) -> Result<Option<u64>, FileFault> {
    node.attribute(key).map(|found| whole(node, key, found)).transpose()
}

/// Reads a file.
pub(super) fn read(source: &str, link_rate: Option<u64>) -> Result<Dump, FileFault> {
    let document = xml(source)?;
    let root = document.root_element();
    if root.tag_name().name() != "system" {
        let found = shown(root.tag_name().name());
        return Err(fault(root, format!("the document is a `{found}`; a topology dump is a `system`")));
    }
    let mut reader = Reader { dump: Dump::default(), link_rate, host: String::new(), numa: 0 };
    for cpu in root.children().filter(|node| node.has_tag_name("cpu")) {
        reader.cpu(cpu)?;
    }
    Ok(reader.dump)
}

/// The fault of links of an unknown rate.
const LINK_RATE: &str = "the rate of the links of this GPU is not known; give the GB/s of one: --link-speed 25GB/s";

struct Reader {
    dump: Dump,
    link_rate: Option<u64>,
    /// The host and the relay of the present NUMA node.
    host: String,
    numa: usize,
}

impl Reader {
    fn relay(&mut self, name: String, parent: Option<(usize, u64)>) -> usize {
        self.dump.relays.push(Relay { name, parent });
        self.dump.relays.len() - 1
    }

    fn cpu(&mut self, cpu: Node<'_, '_>) -> Result<(), FileFault> {
        let id = attribute(cpu, "numaid")?;
        cpu.attribute("host_hash").unwrap_or("").clone_into(&mut self.host);
        self.numa = self.relay(format!("numa{}", shown(id)), None);
        let (arch, vendor) = (cpu.attribute("arch").unwrap_or(""), cpu.attribute("vendor").unwrap_or(""));
        let (family, model) = (number(cpu, "familyid")?.unwrap_or(0), number(cpu, "modelid")?.unwrap_or(0));
        let known = speeds::processors(arch, vendor, family, model);
        let unknown = known.is_none().then(|| format!("`{}` ({})", shown(vendor), shown(arch)));
        let rate = known.unwrap_or(speeds::WITHIN);
        if self.dump.between.len() == MOST_NUMA {
            return Err(fault(cpu, format!("there are more than {MOST_NUMA} NUMA nodes")));
        }
        self.dump.between.push(Between { relay: self.numa, host: self.host.clone(), rate, unknown });
        for child in cpu.children() {
            match child.tag_name().name() {
                "pci" => self.pci(child, self.numa, MOST_DEPTH)?,
                "nic" => self.nic(child, (self.numa, u64::MAX))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A device on PCI Express, which hangs on a relay.
    fn pci(&mut self, pci: Node<'_, '_>, parent: usize, depth: usize) -> Result<(), FileFault> {
        let depth = depth.checked_sub(1).ok_or_else(|| fault(pci, "elements are nested too deeply"))?;
        let bus = attribute(pci, "busid")?.to_lowercase();
        let speed = pci.attribute("link_speed").unwrap_or("");
        let unknown = "is no speed of PCI Express that is known here, such as `16.0 GT/s PCIe`";
        let lane = speeds::lane(speed).ok_or_else(|| fault(pci, format!("`{}` {unknown}", shown(speed))))?;
        // Virtual machines have a width of 0.
        let width = number(pci, "link_width")?.filter(|&width| width > 0).unwrap_or(16);
        let rate = lane.saturating_mul(width);
        let child = |name| pci.children().find(move |node| node.has_tag_name(name));
        if child("gpu").is_some() {
            for gpu in pci.children().filter(|node| node.has_tag_name("gpu")) {
                self.gpu(gpu, (at(pci), bus.clone()), (parent, rate))?;
            }
            return Ok(());
        }
        if let Some(nic) = child("nic") {
            return self.nic(nic, (parent, rate));
        }
        if pci.children().any(|node| node.has_tag_name("pci")) {
            let relay = self.relay(format!("pcie {}", shown(&bus)), Some((parent, rate)));
            for child in pci.children().filter(|node| node.has_tag_name("pci")) {
                self.pci(child, relay, depth)?;
            }
        }
        Ok(())
    }

    /// A GPU, or one of the ranks that share it.
    fn gpu(&mut self, gpu: Node<'_, '_>, (pci, bus): (usize, String), parent: (usize, u64)) -> Result<(), FileFault> {
        let dev = whole(gpu, "dev", attribute(gpu, "dev")?)?;
        // Rank -1 is that of a GPU outside the communicator.
        let outside = gpu.attribute("rank").is_none_or(|rank| rank.trim() == "-1");
        let rank = if outside { None } else { number(gpu, "rank")? };
        let mut links = Vec::new();
        for link in gpu.children().filter(Node::is_element) {
            match link.tag_name().name() {
                "nvlink" => links.push(self.link(gpu, link, "nvlink")?),
                "xgmi" => links.push(self.link(gpu, link, "xgmi")?),
                "c2c" => {
                    let of = |key| whole::<u64>(link, key, attribute(link, key)?);
                    let (count, megabytes) = (of("count")?, of("bw")?);
                    let rate = megabytes.saturating_mul(count).saturating_mul(8);
                    links.push(Link { at: at(link), target: Target::Chip, count: 0, rate });
                }
                _ => {}
            }
        }
        let (host, numa) = (self.host.clone(), self.numa);
        let is_part = gpu.has_attribute("mlopart");
        self.dump.gpus.push(Gpu { at: at(gpu), host, bus, dev, rank, pci, is_part, parent, numa, links });
        Ok(())
    }

    /// Links to one target.
    fn link(&mut self, gpu: Node<'_, '_>, link: Node<'_, '_>, element: &'static str) -> Result<Link, FileFault> {
        let count: u64 = whole(link, "count", attribute(link, "count")?)?;
        let count: u32 = whole(link, "count", &count.to_string())?;
        let target = attribute(link, "target")?.to_lowercase();
        let target = match link.attribute("tclass") {
            Some("0x068000") => Target::NvSwitch,
            Some("0x068001") => Target::Processor,
            // Displays, and accelerators of AMD.
            Some(class) if class.starts_with("0x03") || class.starts_with("0x12") => Target::Gpu(target),
            Some(class) => {
                let known = "known are GPUs (0x03..), NVSwitches (0x068000) and processors (0x068001)";
                return Err(fault(link, format!("`tclass` is `{}`; {known}", shown(class))));
            }
            None => Target::Unknown(target),
        };
        // What RCCL writes as `sm` says nothing about xGMI.
        let known = match element {
            "nvlink" => number(gpu, "sm")?.and_then(speeds::nvlink),
            _ => gpu.attribute("gcn").and_then(speeds::xgmi),
        };
        if element == "xgmi" && self.link_rate.is_none() {
            self.dump.assumed = known.or(self.dump.assumed);
        }
        let rate = self.link_rate.or(known);
        let rate = rate.ok_or_else(|| fault(link, LINK_RATE))?;
        Ok(Link { at: at(link), target, count, rate: rate.saturating_mul(count.into()) })
    }

    /// A network card with its ports: each is a device.
    fn nic(&mut self, nic: Node<'_, '_>, (parent, rate): (usize, u64)) -> Result<(), FileFault> {
        for net in nic.children().filter(|node| node.has_tag_name("net")) {
            let name = net.attribute("name").or(net.attribute("dev")).unwrap_or("net");
            // Some cards have a speed of -1, which NCCL takes for 10 Gb/s.
            let unknown = net.attribute("speed").is_none_or(|speed| speed.trim().starts_with('-'));
            let speed = if unknown { 0 } else { number(net, "speed")?.unwrap_or(0) };
            let speed = if speed == 0 { 10_000 } else { speed };
            self.relay(shown(name), Some((parent, rate.min(speed))));
        }
        Ok(())
    }
}
