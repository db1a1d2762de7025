//! Short tables in the form of those of real machines.

use super::{Label, TopologyMatrix};
use crate::machines::Machine;
use crate::network::NvLinks;

/// A DGX-1V: `NVLink`s of 25 GB/s.
const DGX1: &str = "\
        GPU0    GPU1    GPU2    GPU3    GPU4    GPU5    GPU6    GPU7    mlx5_0  CPU Affinity
GPU0     X      NV1     NV1     NV2     NV2     SYS     SYS     SYS     PIX     0-19,40-59
GPU1    NV1      X      NV2     NV1     SYS     NV2     SYS     SYS     PIX     0-19,40-59
GPU2    NV1     NV2      X      NV2     SYS     SYS     NV1     SYS     PHB     0-19,40-59
GPU3    NV2     NV1     NV2      X      SYS     SYS     SYS     NV1     PHB     0-19,40-59
GPU4    NV2     SYS     SYS     SYS      X      NV1     NV1     NV2     SYS     20-39,60-79
GPU5    SYS     NV2     SYS     SYS     NV1      X      NV2     NV1     SYS     20-39,60-79
GPU6    SYS     SYS     NV1     SYS     NV1     NV2      X      NV2     SYS     20-39,60-79
GPU7    SYS     SYS     SYS     NV1     NV2     NV1     NV2      X      SYS     20-39,60-79
mlx5_0  PIX     PIX     PHB     PHB     SYS     SYS     SYS     SYS      X

Legend:

  X    = Self
  NV#  = Connection traversing a bonded set of # NVLinks
";

/// Three GPUs of a DGX H100 as a terminal gets it: the header underlined, tabs between, empty columns at last.
const H100: &str = "\
\t\u{1b}[4mGPU0\tGPU1\tGPU2\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\u{1b}[0m
GPU0\t X \tNV18\tNV18\tPIX\tSYS\t0-55,112-167\t0\t\tN/A
GPU1\tNV18\t X \tNV18\tSYS\tPXB\t56-111,168-223\t1\t\tN/A
GPU2\tNV18\tNV18\t X \tSYS\tPXB\t56-111,168-223\t1\t\tN/A
NIC0\tPIX\tSYS\tSYS\t X \tSYS\t\t\t\t
NIC1\tSYS\tPXB\tPXB\tSYS\t X \t\t\t\t

Legend:

  X    = Self

NIC Legend:

  NIC0: mlx5_3
  NIC1: mlx5_8
";

/// Two boards with two GPUs each on one switch, and two of them at another host bridge: no `NVLink`s.
const PCIE: &str = "\
$ nvidia-smi topo -m
        GPU0    GPU1    GPU2    GPU3    GPU4    GPU5    CPU Affinity
GPU0     X      PIX     PHB     PHB     SYS     SYS     0-9,20-29
GPU1    PIX      X      PHB     PHB     SYS     SYS     0-9,20-29
GPU2    PHB     PHB      X      PIX     SYS     SYS     0-9,20-29
GPU3    PHB     PHB     PIX      X      SYS     SYS     0-9,20-29
GPU4    SYS     SYS     SYS     SYS      X      NODE    10-19,30-39
GPU5    SYS     SYS     SYS     SYS     NODE     X      10-19,30-39
";

/// Three RTX A6000, two of them with a bridge.
const BRIDGE: &str = "\
\tGPU0\tGPU1\tGPU2\tCPU Affinity\tNUMA Affinity
GPU0\t X \tNV4\tNODE\t0-31,64-95\t0
GPU1\tNV4\t X \tNODE\t0-31,64-95\t0
GPU2\tNODE\tNODE\t X \t0-31,64-95\t0
";

/// Four GPUs of a DGX A100 as they are pasted into reports: the escape characters lost, no rows of network cards.
const A100: &str = "\
[4mGPU0 GPU1 GPU2 GPU3 mlx5_0 mlx5_1 CPU Affinity NUMA Affinity[0m
GPU0 X NV12 NV12 NV12 PXB SYS 48-63,176-191 3
GPU1 NV12 X NV12 NV12 PXB SYS 48-63,176-191 3
GPU2 NV12 NV12 X NV12 SYS PXB 16-31,144-159 1
GPU3 NV12 NV12 NV12 X SYS PXB 16-31,144-159 1
";

pub(crate) const SAMPLES: [&str; 5] = [DGX1, H100, PCIE, BRIDGE, A100];

fn read(text: &str) -> TopologyMatrix {
    TopologyMatrix::read(text).expect("correct")
}

fn machine(text: &str, link_rate: Option<u64>, nvlinks: Option<NvLinks>) -> Result<Machine, String> {
    read(text).machine(link_rate, nvlinks)
}

/// The connections as text: `GPU0>GPU1 2x400000`, only from the lesser device to the greater.
fn connections(machine: &Machine) -> Vec<String> {
    let name = |device: u32| &machine.devices[device as usize];
    let one_way = machine.connections.iter().filter(|connection| connection.from < connection.to);
    one_way.map(|c| format!("{}-{} {}x{}", name(c.from), name(c.to), c.links, c.rate)).collect()
}

const V100: Option<u64> = Some(200_000);

#[test]
fn a_dgx1_has_its_links() {
    let machine = machine(DGX1, V100, None).expect("direct links");
    assert_eq!((machine.devices.len(), machine.connections.len()), (8, 32));
    let graph = machine.graph();
    // Six links of each GPU.
    assert!((0..8).all(|gpu| graph.capacity_into(gpu) == 6));
    let one_way = graph.arcs().iter().filter(|arc| arc.from < arc.to);
    let found: Vec<String> = one_way.map(|arc| format!("{}{}x{}", arc.from, arc.to, arc.capacity)).collect();
    let listed = "01x1 02x1 03x2 04x2 12x2 13x1 15x2 23x2 26x1 37x1 45x1 46x1 47x2 56x2 57x1 67x2";
    assert_eq!(found.join(" "), listed);
    assert_eq!((read(DGX1).label(8, 1), read(DGX1).label(0, 9)), (Some(Label::Pix), None));
    assert!(read(DGX1).machine(None, None).is_err_and(|error| error.ends_with(": --link-speed 25GB/s")));
    let switched = read(DGX1).machine(V100, Some(NvLinks::Switch));
    assert!(switched.is_err_and(|error| error.ends_with("so that there are no NVSwitches")));
}

#[test]
fn cliques_are_ambiguous() {
    let error = machine(H100, V100, None).expect_err("ambiguous");
    assert_eq!(
        error,
        "all 3 GPUs from GPU0 to GPU2 show NV18 to each other, which may be 18 links of each to NVSwitches, or 18 of each pair; say which: \
         --nvswitch or --direct"
    );
    let switched = machine(H100, V100, Some(NvLinks::Switch)).expect("said");
    let through = ["GPU0-nvswitch0 18x3600000", "GPU1-nvswitch0 18x3600000", "GPU2-nvswitch0 18x3600000"];
    assert_eq!(connections(&switched), through);
    let direct = machine(H100, V100, Some(NvLinks::Direct)).expect("said");
    assert_eq!(connections(&direct), ["GPU0-GPU1 18x3600000", "GPU0-GPU2 18x3600000", "GPU1-GPU2 18x3600000"]);
    assert_eq!(read(H100).devices(), ["GPU0", "GPU1", "GPU2", "mlx5_3", "mlx5_8"]);
}

#[test]
fn labels_of_network_cards_tell_how_near_gpus_are() {
    // GPU1 and GPU2 are both as near as PXB to the same card.
    let text = "GPU0 GPU1 GPU2 NIC0\nGPU0 X SYS SYS SYS\nGPU1 SYS X SYS PXB\nGPU2 SYS SYS X PXB\n";
    let error = machine(text, None, None).expect_err("nearer than the label says");
    assert_eq!(error, "`GPU1` and `GPU2` have the label SYS, though others connect them by nothing farther than PXB");
    let near =
        machine(&text.replace("GPU1 SYS X SYS", "GPU1 SYS X PXB").replace("GPU2 SYS SYS", "GPU2 SYS PXB"), None, None);
    let expected = ["GPU0-system0 0x80000", "GPU1-pcie0 0x96000", "GPU2-pcie0 0x96000", "pcie0-system0 0x80000"];
    assert_eq!(connections(&near.expect("a tree")), expected);
}

#[test]
fn other_labels_are_a_tree() {
    let tree = machine(PCIE, None, None).expect("a tree");
    let expected = [
        "GPU0-pcie0 0x96000",
        "GPU1-pcie0 0x96000",
        "GPU2-pcie1 0x96000",
        "GPU3-pcie1 0x96000",
        "GPU4-numa0 0x96000",
        "GPU5-numa0 0x96000",
        "pcie0-bridge0 0x96000",
        "pcie1-bridge0 0x96000",
        "bridge0-system0 0x80000",
        "numa0-system0 0x80000",
    ];
    assert_eq!(connections(&tree), expected);
    for (link_rate, nvlinks) in [(V100, None), (None, Some(NvLinks::Direct))] {
        let error = machine(PCIE, link_rate, nvlinks).expect_err("no links");
        assert!(error.ends_with("leave out --link-speed, --nvswitch and --direct"), "{error}");
    }
    // PIX to one, but not to what is PIX to that one.
    let torn = "GPU0 GPU1 GPU2\nGPU0 X PIX SYS\nGPU1 PIX X PIX\nGPU2 SYS PIX X\n";
    let error = machine(torn, None, None).expect_err("no tree");
    assert_eq!(error, "`GPU0` and `GPU2` have the label SYS, though others connect them by nothing farther than PIX");
}

#[test]
fn what_links_do_not_connect_pcie_does() {
    let expected = ["GPU0-GPU1 4x450000", "GPU0-numa0 0x96000", "GPU1-numa0 0x96000", "GPU2-numa0 0x96000"];
    assert_eq!(connections(&machine(BRIDGE, Some(112_500), None).expect("connected")), expected);
}

#[test]
fn faults_have_their_places() {
    let fault = |from: &str, to: &str| {
        let text = BRIDGE.replacen(from, to, 1);
        assert_ne!(text, BRIDGE);
        TopologyMatrix::read(&text).expect_err("wrong")[0].to_string()
    };
    let label = "line 3, column 6: `NVX` is no label that is known here: X, NV1, NV2, .., PIX, PXB, PHB, NODE, SYS";
    assert_eq!(fault("GPU1\tNV4", "GPU1\tNVX"), label);
    assert_eq!(
        fault("GPU1\tNV4", "GPU1\tNV2"),
        "line 3, column 6: `GPU1` and `GPU0` have the label NV2 here, and NV4 in the other row"
    );
    assert_eq!(
        fault("GPU0\t X ", "GPU0\tPIX"),
        "line 2, column 6: the label of `GPU0` and `GPU0` is PIX; `X` is that of a device and itself, and no other"
    );
    assert_eq!(fault("GPU1\tNV4", "GPU7\tNV4"), "line 3, column 1: expected the row of `GPU1`, found `GPU7`");
    assert_eq!(fault("GPU2\tNODE\tNODE\t X \t0-31,64-95\t0\n", ""), "the row of `GPU2` is missing");
    assert_eq!(fault("\t X \t0-31,64-95\t0\n", "\n"), "line 4, column 1: the row of `GPU2` has 2 labels for 3 devices");
    assert_eq!(fault("GPU1\tGPU2", "GPU1\tGPU1"), "line 1, column 12: there are two devices `GPU1`");
    let none = TopologyMatrix::read("no table\n").expect_err("wrong");
    assert!(none[0].message.starts_with("there is no line with the names of GPUs"));
}
