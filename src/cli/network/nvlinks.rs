//! Options for links between GPUs that the output of other tools leaves open.

use clap::Args;
use logpine_netfiles::network::{NvLinks, Untold};

/// The links between GPUs of a network that nvidia-smi or NCCL describes.
#[derive(Clone, Debug, Default, Args)]
pub struct NvLinkArgs {
    /// Bandwidth of one link of GPUs each way, if the output of nvidia-smi does not tell it: 25GB/s for V100, A100 and H100.
    #[arg(long, value_name = "BANDWIDTH", hide_short_help = true)]
    pub link_speed: Option<String>,

    /// GPUs that show the same number of links to all others have them to switches.
    #[arg(long, conflicts_with = "direct", hide_short_help = true)]
    pub nvswitch: bool,

    /// GPUs that show the same number of links to all others have them to each of these.
    #[arg(long, hide_short_help = true)]
    pub direct: bool,
}

impl NvLinkArgs {
    /// The words of the options that are given.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let speed = self.link_speed.as_deref().into_iter().flat_map(|speed| ["--link-speed", speed]);
        let is_given =
            [("--nvswitch", self.nvswitch), ("--direct", self.direct)].into_iter().filter(|(_, is_given)| *is_given);
        speed.chain(is_given.map(|(option, _)| option))
    }

    /// The same for the reader of networks.
    pub fn untold(&self) -> Untold {
        let nvlinks = match (self.nvswitch, self.direct) {
            (true, _) => Some(NvLinks::Switch),
            (false, true) => Some(NvLinks::Direct),
            (false, false) => None,
        };
        Untold { link_speed: self.link_speed.clone(), nvlinks }
    }
}
