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

/// The rates of ways with a label in megabits a second in each direction, if nothing better is known. An `NVLink` is not among them: its rate
/// depends on the generation, which the output does not tell (20 GB/s for P100, 25 for V100, A100 and H100, 14.0625 for RTX A6000, 50 for B200).
///
/// 12 GB/s is `PCI_BW` in NCCL 2.30, src/graph/topo.h, for PCI Express 3.0 x16; the output does not tell the generation. 10 GB/s is
/// `SKL_QPI_BW` there, between Intel processors of the Skylake generation.
pub(super) const RATES: [(Label, u64); 5] =
    [(Label::Pix, 96_000), (Label::Pxb, 96_000), (Label::Phb, 96_000), (Label::Node, 96_000), (Label::Sys, 80_000)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_the_table() {
        let guide = include_str!("../../../../../src/guide/network_plans.md");
        for (label, rate) in RATES {
            let row = format!("| `{label}` | {} GB/s |", rate / 8_000);
            assert!(rate % 8_000 == 0 && guide.contains(&row), "{row}");
        }
    }
}
