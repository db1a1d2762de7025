//! Rates that stand in no file.

/// The rate of an `NVLink` of a GPU in megabits a second in each direction, by its compute capability (`sm`). The sources are second-hand; a
/// rate that is given by the user comes first.
pub(super) fn nvlink(sm: u64) -> Option<u64> {
    match sm {
        // Wikipedia, NVLink: for NVLink 1.0, 8 pairs of 20 Gbit/s each way a link; for 2.0 to 4.0, 50 GB/s both ways a link.
        60 => Some(160_000),
        70 | 80 | 90 => Some(200_000),
        // NVIDIA Ampere GA102 GPU Architecture, quoted in Hugging Face's guide to hardware: 14.0625 GB/s.
        86 => Some(112_500),
        // AI Infra Index, networking: for NVLink 5.0, 1,800 GB/s both ways over 18 links.
        100..=103 => Some(400_000),
        _ => None,
    }
}

/// The rate of an xGMI link in megabits a second in each direction by the architecture of the GPU (`gcn`, as `gfx90a`, or `910` in older
/// dumps), as RCCL assumes it (`ncclTopoXGMISpeed`).
pub(super) fn xgmi(gcn: &str) -> Option<u64> {
    let gigabytes = match gcn.trim().trim_start_matches("gfx") {
        "906" | "908" => 24,
        "90a" | "910" => 36,
        "940" | "941" | "942" => 48,
        _ => return None,
    };
    Some(gigabytes * 8_000)
}

/// The rate of a lane of PCI Express in megabits a second, as NCCL assumes it (`kvDictPciGen`): three quarters of the number of
/// transfers. Without a speed, that of the third generation.
pub(super) fn lane(speed: &str) -> Option<u64> {
    match speed.trim().trim_end_matches(" PCIe") {
        "2.5 GT/s" => Some(1_500),
        "5 GT/s" | "5.0 GT/s" => Some(3_000),
        "8 GT/s" | "8.0 GT/s" | "" | "Unknown" | "Unknown speed" => Some(6_000),
        "16 GT/s" | "16.0 GT/s" => Some(12_000),
        "32 GT/s" | "32.0 GT/s" => Some(24_000),
        "64 GT/s" | "64.0 GT/s" => Some(48_000),
        _ => None,
    }
}

/// The rate within a device, as NCCL assumes it (`LOC_BW`), and between parts of a GPU (`MLOPART_LOC_BW`).
pub(super) const WITHIN: u64 = 5_000 * 8_000;
pub(super) const BETWEEN_PARTS: u64 = 2_618 * 8_000;

/// The rate between processors in megabits a second, as NCCL assumes it (`ncclTopoGetInterCpuBw`); `None` for those that it does
/// not know, for which it takes [`WITHIN`].
pub(super) fn processors(arch: &str, vendor: &str, family: u64, model: u64) -> Option<u64> {
    let gigabytes = match (arch, vendor.trim()) {
        ("ppc64", _) => 32,
        ("x86_64", "GenuineIntel") => match model {
            0xcf.. if family == 6 => 40,
            0x8f.. if family == 6 => 22,
            0x55.. if family == 6 => 10,
            _ => 6,
        },
        ("x86_64", "AuthenticAMD") => 16,
        ("x86_64", "CentaurHauls" | "Shanghai") if (family, model) == (7, 0x5b) => 9,
        ("arm64", _) | ("x86_64", "CentaurHauls" | "Shanghai") => 6,
        _ => return None,
    };
    Some(gigabytes * 8_000)
}
