//! Short dumps in the form of those of real machines.

use super::read;
use crate::machines::Machine;

/// Three V100 of a DGX-1V, two of them on one switch, and a network card. The link of GPU 0 to a GPU outside leads nowhere.
const DGX1: &str = r#"<system version="1">
  <cpu numaid="0" affinity="ff" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="79">
    <pci busid="0000:03:00.0" class="0x060400" vendor="0x10b5" device="0x8764" link_speed="8 GT/s" link_width="16">
      <pci busid="0000:06:00.0" class="0x030200" link_speed="8 GT/s" link_width="16">
        <gpu dev="0" sm="70" rank="0" gdr="1">
          <nvlink target="0000:07:00.0" count="1" tclass="0x030200"/>
          <nvlink target="0000:0B:00.0" count="2" tclass="0x030200"/>
          <nvlink target="0000:85:00.0" count="2" tclass="0x030200"/>
        </gpu>
      </pci>
      <pci busid="0000:07:00.0" class="0x030200" link_speed="8 GT/s" link_width="16">
        <gpu dev="1" sm="70" rank="1" gdr="1">
          <nvlink target="0000:06:00.0" count="1" tclass="0x030200"/>
        </gpu>
      </pci>
      <pci busid="0000:05:00.0" class="0x020700" link_speed="8 GT/s" link_width="8">
        <nic>
          <net name="mlx5_0" dev="0" speed="100000" port="1" guid="0x1" maxconn="131072" gdr="1"/>
        </nic>
      </pci>
    </pci>
  </cpu>
  <cpu numaid="1" affinity="ff00" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="79">
    <pci busid="0000:0b:00.0" class="0x030200" link_speed="" link_width="0">
      <gpu dev="3" sm="70" rank="2" gdr="1">
        <nvlink target="0000:06:00.0" count="2" tclass="0x030200"/>
      </gpu>
    </pci>
  </cpu>
</system>
"#;

/// Two A100 behind `NVSwitch`es, in the order of the bus, which is not that of ranks; one GPU is outside the communicator.
const A100: &str = r#"<system version="1">
  <cpu host_hash="0x83" numaid="3" arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49">
    <pci busid="0000:07:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
      <gpu dev="0" sm="80" rank="1" gdr="1">
        <nvlink target="0000:c4:00.0" count="2" tclass="0x068000"/>
        <nvlink target="0000:c5:00.0" count="10" tclass="0x068000"/>
      </gpu>
    </pci>
    <pci busid="0000:0f:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
      <gpu dev="1" sm="80" rank="0" gdr="1">
        <nvlink target="fffffff:ffff:ff" count="12" tclass="0x068000"/>
      </gpu>
    </pci>
    <pci busid="0000:1f:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
      <gpu dev="2" sm="80" rank="-1"/>
    </pci>
  </cpu>
</system>
"#;

/// Two GPUs of AMD.
const MI250: &str = r#"<system version="2">
  <cpu numaid="0" arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49">
    <pci busid="0000:32:00.0" class="0x038000" link_speed="16.0 GT/s PCIe" link_width="16">
      <gpu dev="0" sm="90" gcn="gfx90a" arch="38911" rank="0" gdr="1">
        <xgmi target="0000:35:00.0" count="4" tclass="0x038000"/>
      </gpu>
    </pci>
    <pci busid="0000:35:00.0" class="0x038000" link_speed="16.0 GT/s PCIe" link_width="16">
      <gpu dev="1" sm="90" gcn="gfx90a" arch="38911" rank="1" gdr="1">
        <xgmi target="0000:32:00.0" count="4"/>
      </gpu>
    </pci>
  </cpu>
</system>
"#;

pub(crate) const SAMPLES: [&str; 3] = [DGX1, A100, MI250];

/// The connections as text: `GPU0>GPU1 2x400000`.
fn connections(machine: &Machine) -> Vec<String> {
    let name = |device: u32| &machine.devices[device as usize];
    machine.connections.iter().map(|c| format!("{}>{} {}x{}", name(c.from), name(c.to), c.links, c.rate)).collect()
}

fn error(text: &str) -> String {
    read(text, None).expect_err("wrong").to_string()
}

#[test]
fn pci_express_of_a_dgx1() {
    // Without links of GPUs.
    let machine = read(&DGX1.replace("nvlink", "other"), None).expect("correct");
    let up = connections(&machine);
    // 12 GB/s for 16 lanes; a card of 100 Gb/s on 8 lanes; 6 GB/s between processors.
    for expected in [
        "GPU0>pcie 0000:03:00.0 0x96000",
        "pcie 0000:03:00.0>numa0 0x96000",
        "mlx5_0>pcie 0000:03:00.0 0x48000",
        "GPU2>numa1 0x96000",
        "numa0>numa1 0x48000",
        "numa1>numa0 0x48000",
    ] {
        assert!(up.iter().any(|text| text == expected), "{expected} is not in {up:?}");
    }
    assert_eq!(up.len(), 12);
}

#[test]
fn switches_are_one_and_ranks_give_the_order() {
    let machine = read(A100, None).expect("correct");
    let expected = [
        "GPU0>nvswitch 12x2400000",
        "GPU1>nvswitch 12x2400000",
        "nvswitch>GPU0 12x2400000",
        "nvswitch>GPU1 12x2400000",
    ];
    assert_eq!(connections(&machine), expected);
    assert_eq!(machine.gpus, 2);
    let all = read(&A100.replace(" rank=\"1\"", "").replace(" rank=\"0\"", ""), None);
    // Without ranks all GPUs count, and the third one has no link.
    assert_eq!(all.map(|machine| machine.gpus), Ok(3));
}

#[test]
fn rates_of_xgmi_are_those_of_rccl_or_given() {
    let unknown =
        "line 5, column 9: the rate of the links of this GPU is not known; give the GB/s of one: --link-speed 25GB/s";
    assert_eq!(error(&MI250.replace("gfx90a", "gfx1100")), unknown);
    for (gcn, rate) in [("gfx90a", 36), ("910", 36), ("906", 24), ("gfx942", 48)] {
        let machine = read(&MI250.replace("gfx90a", gcn), None).expect("correct");
        assert_eq!(machine.connections[0].rate, 4 * rate * 8_000, "{gcn}");
        assert!(
            machine.notes[0].contains(&format!("taken for {rate} GB/s each way, as RCCL does")),
            "{:?}",
            machine.notes
        );
    }
    let machine = read(MI250, Some(400_000)).expect("correct");
    assert_eq!(connections(&machine), ["GPU0>GPU1 4x1600000", "GPU1>GPU0 4x1600000"]);
}

#[test]
fn faults_have_their_places() {
    let with = |from: &str, to: &str| {
        let text = A100.replacen(from, to, 1);
        assert_ne!(text, A100);
        error(&text)
    };
    assert_eq!(with("<system", "<graphs"), "line 18, column 1: expected 'graphs' tag, not 'system'");
    assert_eq!(with("count=\"2\"", "count=\"x\""), "line 5, column 9: `count` is `x`; write a whole number");
    assert_eq!(with(" count=\"2\"", ""), "line 5, column 9: `nvlink` has no `count`");
    assert_eq!(
        with("16.0 GT/s PCIe", "warp 9"),
        "line 3, column 5: `warp 9` is no speed of PCI Express that is known here, such as `16.0 GT/s PCIe`"
    );
    assert_eq!(
        with("0x068000", "0x01"),
        "line 5, column 9: `tclass` is `0x01`; known are GPUs (0x03..), NVSwitches (0x068000) and processors (0x068001)"
    );
    assert_eq!(
        with("sm=\"80\"", "sm=\"75\""),
        "line 5, column 9: the rate of the links of this GPU is not known; give the GB/s of one: --link-speed 25GB/s"
    );
    assert_eq!(with("rank=\"0\"", "rank=\"1\""), "line 10, column 7: there are two GPUs with the rank 1");
    assert_eq!(with("0000:0f:00.0", "0000:07:00.0"), "line 10, column 7: there are two GPUs with the bus 0000:07:00.0");
    assert_eq!(error("<graphs/>"), "line 1, column 1: the document is a `graphs`; a topology dump is a `system`");
    assert!(error("<system/>").starts_with("there is no `gpu` with a rank"));
}
