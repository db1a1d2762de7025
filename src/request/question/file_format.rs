//! The formats of files made from an answer.

use logpine_models::words;

words! {
    /// A format of a file made from an answer.
    pub enum FileFormat {
        /// MRNet's topology file.
        #[word = "mrnet"]
        Mrnet,
        /// The `g:` string of `mrnet_topgen`.
        #[word = "g"]
        G,
        /// STAT's layer string.
        #[word = "stat"]
        Stat,
        /// Graphviz; equal subtrees of more than 50 leaves are folded.
        #[word = "dot"]
        Dot,
        /// A picture: the tree, equal subtrees folded, or a Gantt chart of ranks that form no one tree.
        #[word = "svg"]
        Svg,
        /// The report as JSON.
        #[word = "json"]
        Json,
        /// The MRNet rank of each leaf; with --attach, the process it attaches to.
        #[word = "rank-map"]
        RankMap,
        /// The schedule as GOAL text, which the converter of LogGOPSim and `logpine simulate` read.
        #[word = "goal"]
        Goal,
        /// The schedule as packed GOAL, which LogGOPSim and ATLAHS simulate.
        #[word = "goal-bin"]
        GoalBin,
        /// The host of every rank, a line each, as --mapping reads it (under a model of channels).
        #[word = "mapping"]
        Mapping,
        /// TreeWidth, a line of slurm.conf (of --members).
        #[word = "slurm"]
        Slurm,
        /// The radix of Open MPI 5's launcher, a line of prte-mca-params.conf (of --members).
        #[word = "prrte"]
        Prrte,
        /// Flux's table of hosts, each with its parent (of --members).
        #[word = "flux"]
        Flux,
        /// ClusterShell's topology.conf (of --members).
        #[word = "clustershell"]
        ClusterShell,
        /// The transmissions of a schedule in steps, as CSV: step,from,to,block (of a network).
        #[word = "sends"]
        Sends,
        /// The edges of all trees, as CSV: tree,root,weight,child,parent,path (of a network).
        #[word = "trees"]
        Trees,
        /// The proof of the bound, as JSON, for `logpine check` or another checker (of a network).
        #[word = "certificate"]
        Certificate,
        /// The algorithm as msccl-tools reads it (of a network).
        #[word = "msccl-json"]
        MscclJson,
        /// The program of thread blocks that MSCCL's runtime loads (of a network).
        #[word = "msccl-xml"]
        MscclXml,
        /// The radices of an allgather, a line for UCC's environment or ucc.conf.
        #[word = "ucc"]
        Ucc,
    }
}

impl FileFormat {
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
