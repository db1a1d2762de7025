//! Labels, and what they are worth.

/// The label of a pair of devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// `X`: the device itself.
    Own,
    /// `NV#`: so many `NVLink`s.
    NvLink(u32),
    /// `PIX`.
    Pix,
    /// `PXB`.
    Pxb,
    /// `PHB`.
    Phb,
    /// `NODE`.
    Node,
    /// `SYS`; old versions print `SOC`.
    Sys,
}

impl Label {
    /// The labels of ways through PCI Express and processors, the shortest first.
    pub(super) const LEVELS: [Self; 5] = [Self::Pix, Self::Pxb, Self::Phb, Self::Node, Self::Sys];

    /// The label that a word is.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "X" => Some(Self::Own),
            "PIX" => Some(Self::Pix),
            "PXB" => Some(Self::Pxb),
            "PHB" => Some(Self::Phb),
            "NODE" => Some(Self::Node),
            "SYS" | "SOC" => Some(Self::Sys),
            _ => {
                let digits = word.strip_prefix("NV").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
                digits.and_then(|digits| digits.parse().ok()).filter(|&links| links > 0).map(Self::NvLink)
            }
        }
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Own => f.write_str("X"),
            Self::NvLink(links) => write!(f, "NV{links}"),
            Self::Pix => f.write_str("PIX"),
            Self::Pxb => f.write_str("PXB"),
            Self::Phb => f.write_str("PHB"),
            Self::Node => f.write_str("NODE"),
            Self::Sys => f.write_str("SYS"),
        }
    }
}

/// The speed of a way with a label, if nothing better is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelSpeed {
    /// The label.
    pub label: Label,
    /// Megabits a second in each direction: 96,000 for 12 GB/s.
    pub rate: u64,
    /// The source of the number.
    pub source: &'static str,
}

const PCIE: &str =
    "12 GB/s: PCI_BW in NCCL 2.30, src/graph/topo.h, for PCI Express 3.0 x16; the output does not tell the generation";

/// The table. An `NVLink` is not in it: its rate depends on the generation, which the output does not tell (20 GB/s for P100, 25
/// for V100, A100 and H100, 14.0625 for RTX A6000, 50 for B200, see `NVLINKS` in `nccl`).
pub const LABELS: [LabelSpeed; 5] = [
    LabelSpeed { label: Label::Pix, rate: 96_000, source: PCIE },
    LabelSpeed { label: Label::Pxb, rate: 96_000, source: PCIE },
    LabelSpeed { label: Label::Phb, rate: 96_000, source: PCIE },
    LabelSpeed { label: Label::Node, rate: 96_000, source: PCIE },
    LabelSpeed {
        label: Label::Sys,
        rate: 80_000,
        source: "10 GB/s: SKL_QPI_BW in NCCL 2.30, src/graph/topo.h, between Intel processors of the Skylake generation",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_the_table() {
        let guide = include_str!("../../../../../src/guide/network_plans.md");
        for LabelSpeed { label, rate, .. } in LABELS {
            let row = format!("| `{label}` | {} GB/s |", rate / 8_000);
            assert!(rate % 8_000 == 0 && guide.contains(&row), "{row}");
        }
    }
}
