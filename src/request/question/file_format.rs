//! The formats of files made from an answer.

use crate::request::Word;

/// A format of a file made from an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// `MRNet`'s topology file.
    Mrnet,
    /// The `g:` string of `mrnet_topgen`.
    G,
    /// STAT's layer string.
    Stat,
    /// Graphviz.
    Dot,
    /// A picture of the tree.
    Svg,
    /// The answer as JSON.
    Json,
    /// The `MRNet` rank of each leaf; in attach mode the process to which it attaches.
    RankMap,
    /// The schedule as GOAL text.
    Goal,
    /// The schedule as packed GOAL.
    GoalBin,
    /// The host of every rank.
    Mapping,
    /// Slurm's TreeWidth.
    Slurm,
    /// The radix of PRRTE, the launcher of Open MPI 5.
    Prrte,
    /// Flux's table of hosts with their parents.
    Flux,
    /// ClusterShell's topology.
    ClusterShell,
    /// UCC's radices of an allgather.
    Ucc,
    /// The transmissions of a schedule in steps.
    Sends,
    /// The edges of trees on a network.
    Trees,
    /// The proof of a bound, for a checker.
    Certificate,
    /// The algorithm as msccl-tools reads it.
    MscclJson,
    /// The program of thread blocks that MSCCL's runtime loads.
    MscclXml,
}

impl FileFormat {
    /// True if only overlay trees have this format.
    #[must_use]
    pub const fn is_of_trees(self) -> bool {
        matches!(self, Self::Mrnet | Self::G | Self::Stat | Self::Dot | Self::RankMap) || self.is_a_setting()
    }

    /// True if schedules for a given network have this format.
    #[must_use]
    pub const fn is_of_networks(self) -> bool {
        matches!(self, Self::Dot | Self::Svg | Self::Json | Self::Goal | Self::GoalBin) || self.is_only_of_networks()
    }

    /// True if only schedules for a given network have this format.
    #[must_use]
    pub const fn is_only_of_networks(self) -> bool {
        matches!(self, Self::Sends | Self::Trees | Self::Certificate | Self::MscclJson | Self::MscclXml)
    }

    /// True if the format is a setting of a system whose members are all targets.
    #[must_use]
    pub const fn is_a_setting(self) -> bool {
        matches!(self, Self::Slurm | Self::Prrte | Self::Flux | Self::ClusterShell)
    }

    /// The beginning of a comment that ends with its line; `None` if the format has none.
    pub(crate) const fn comment(self) -> Option<&'static str> {
        match self {
            Self::Mrnet | Self::Mapping | Self::Slurm | Self::Prrte | Self::Flux | Self::ClusterShell | Self::Ucc => {
                Some("#")
            }
            Self::Dot => Some("//"),
            _ => None,
        }
    }

    /// True if the format gives the hosts of processes.
    #[must_use]
    pub const fn shows_hosts(self) -> bool {
        matches!(self, Self::Mrnet | Self::RankMap | Self::Dot | Self::Flux | Self::ClusterShell)
    }
}

impl Word for FileFormat {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Mrnet, "mrnet", "MRNet's topology file"),
        (Self::G, "g", "The `g:` string of `mrnet_topgen`"),
        (Self::Stat, "stat", "STAT's layer string"),
        (Self::Dot, "dot", "Graphviz; equal subtrees of more than 50 leaves are folded"),
        (
            Self::Svg,
            "svg",
            "A picture: the tree, equal subtrees folded, or a Gantt chart of ranks that form no one tree",
        ),
        (Self::Json, "json", "The report as JSON"),
        (Self::RankMap, "rank-map", "The MRNet rank of each leaf; with --attach, the process it attaches to"),
        (Self::Goal, "goal", "The schedule as GOAL text, which the converter of LogGOPSim and `logpine simulate` read"),
        (Self::GoalBin, "goal-bin", "The schedule as packed GOAL, which LogGOPSim and ATLAHS simulate"),
        (
            Self::Mapping,
            "mapping",
            "The host of every rank, a line each, as --mapping reads it (under a model of channels)",
        ),
        (Self::Slurm, "slurm", "TreeWidth, a line of slurm.conf (of --members)"),
        (Self::Prrte, "prrte", "The radix of Open MPI 5's launcher, a line of prte-mca-params.conf (of --members)"),
        (Self::Flux, "flux", "Flux's table of hosts, each with its parent (of --members)"),
        (Self::ClusterShell, "clustershell", "ClusterShell's topology.conf (of --members)"),
        (Self::Sends, "sends", "The transmissions of a schedule in steps, as CSV: step,from,to,block (of a network)"),
        (Self::Trees, "trees", "The edges of all trees, as CSV: tree,root,weight,child,parent,path (of a network)"),
        (
            Self::Certificate,
            "certificate",
            "The proof of the bound, as JSON, for `logpine check` or another checker (of a network)",
        ),
        (Self::MscclJson, "msccl-json", "The algorithm as msccl-tools reads it (of a network)"),
        (Self::MscclXml, "msccl-xml", "The program of thread blocks that MSCCL's runtime loads (of a network)"),
        (Self::Ucc, "ucc", "The radices of an allgather, a line for UCC's environment or ucc.conf"),
    ];
}
