//! Inner items for benches, fuzzers and the test of the relations between features. They are no part of the public interface and
//! change without notice.

#![allow(missing_docs, reason = "the modules are those of the crate")]

pub mod answer {
    use crate::answer::map::{Contest, MapError};
    pub use crate::answer::map::{MpiContest, RankContest};
    use crate::answer::{
        DecisionMap, MapQuestion, TwoLevelPlan, UnequalRankJob, UnequalRankPlan, UnequalRankPlanError,
    };
    use crate::model::UnequalPorts;
    use crate::request::{Job, RankCollective};
    use crate::search::overlay::SearchError;
    use crate::search::two_level::TwoLevelTrees;

    pub fn decision_map(contest: &dyn Contest, question: MapQuestion) -> Result<DecisionMap, MapError> {
        DecisionMap::new(contest, question, &())
    }

    pub fn with_crossovers(map: DecisionMap, contest: &dyn Contest) -> DecisionMap {
        map.with_crossovers(contest, &())
    }

    pub fn two_level_plan(trees: TwoLevelTrees<'_>, job: Job) -> Result<TwoLevelPlan, SearchError> {
        TwoLevelPlan::new(trees, job, &())
    }

    #[must_use]
    pub fn packed(
        ports: &UnequalPorts,
        collective: RankCollective,
        ranks: usize,
        bytes: Option<u64>,
    ) -> Option<UnequalRankJob> {
        UnequalRankJob::packed(ports, collective, ranks, bytes)
    }

    pub fn unequal_rank_plan(
        ports: &UnequalPorts,
        job: UnequalRankJob,
    ) -> Result<UnequalRankPlan, UnequalRankPlanError> {
        UnequalRankPlan::new(ports, job, &())
    }
    pub mod relations {
        pub use crate::answer::relations::{
            EXCLUSIONS, Feature, Features, ModelKind, NEEDS, REQUIREMENTS, Subject, Task, USES, check, check_use, rows,
        };
    }
}
pub mod causal {
    pub use logpine_causal::{Constants, LearnOptions, ReadOptions, Table, learn};
}
pub mod collective {
    pub use crate::collective::{AlgorithmFamily, Assignment, Chosen, Cut, Question, by_name, families};
    pub mod n_block {
        pub use crate::collective::n_block::Circulant;
    }
    pub mod two_tree {
        pub use crate::collective::two_tree::TwoTree;
    }
}
pub mod fit {
    pub use logpine_fit::Sample;
    pub mod measurements {
        pub use logpine_fit::measurements::{
            Experiment, ReadOptions, read_experiment, read_imb, read_microbench, read_netgauge, read_osu, read_plogp,
            read_rates, read_trees,
        };
    }
    pub mod port {
        pub use logpine_fit::port::SizeRange;
    }
    pub mod synth {
        pub use logpine_fit::synth::{DataSet, RelativeNoise, Synthesis, SyntheticTan};
    }
    pub mod tan {
        pub use logpine_fit::tan::{TanFit, TanMeasurements, TanOptions};
    }
}
pub mod format {
    pub use crate::format::allocation_environment::{HostVariables, parse_slurm};
    pub use crate::format::csv_hosts::parse_host_table;
    pub use crate::format::host_list::read_hosts;
    pub use crate::format::mapping::mapping;
    pub mod goal {
        pub mod packed {
            pub use crate::format::goal::packed::{check, read, write};
        }
    }
    pub mod network {
        pub use crate::format::network::NetworkFormat;

        /// Reads a description of a machine, whatever it does not tell; `None` if it is none.
        #[must_use]
        pub fn read_described(text: &str) -> Option<Result<u32, String>> {
            let described = crate::format::network::Described::of(text)?;
            Some(described.read_any(text, "network").map(|(network, _)| network.nodes()))
        }
    }
    pub mod synthesis {
        pub use crate::format::synthesis::certificate::Certificate;
        pub use crate::format::synthesis::msccl::MscclFile;

        /// Reads a program of MSCCL and executes it.
        ///
        /// # Errors
        /// The first fault in words.
        pub fn run_msccl_xml(text: &str) -> Result<(), String> {
            let program = crate::format::synthesis::msccl_xml::read(text).map_err(|fault| fault.to_string())?;
            program.check(1).map(|_| ()).map_err(|wrong| wrong.to_string())
        }
        pub use crate::format::synthesis::sends::SendsFile;
        pub use crate::format::synthesis::trees::TreesFile;
        pub use crate::format::synthesis::{FileFault, Limits};
    }
    pub mod tuning {
        pub use crate::format::tuning::check;
    }
    pub mod settings {
        pub use crate::format::settings::{HostTree, SlurmSettings, Width, clustershell, flux, slurm};
    }
}
pub mod library {
    pub use crate::library::Library;
}
pub mod model {
    pub use crate::model::logp::Logp;
    pub use crate::model::tau_lop::TauLop;
    pub use crate::model::unequal::{UnequalLevel, UnequalPorts};
    pub mod stage {
        pub use crate::model::stage::{Loads, Pattern, stages_time};
    }
}
pub mod network {
    pub mod digraph {
        pub use crate::network::digraph::{Arc, Digraph};
    }
    pub mod synthesis {
        pub use crate::network::synthesis::*;
    }
    pub use crate::network::{
        Class, Duplex, MappingRule, Network, NodeMapping, PlanOptions, Routes, RoutingRule, Scheme, SchemeClass, Spec,
        TrafficOptions, execute, simulate, simulate_by_events,
    };
}
pub mod report {
    pub mod fit {
        pub use crate::report::fit::{FitReport, svg};
    }
}
pub mod request {
    pub use crate::request::layout::Layout;
    use crate::request::regression::Expected;
    pub use crate::request::regression::{Case, Regression};

    #[must_use]
    pub fn expected(case: &Case) -> &[Expected] {
        &case.expected
    }
    pub use crate::request::word::Word;
}
pub mod schedule {
    pub mod build {
        pub use crate::schedule::build::{Segmented, tree};
    }
    pub mod replay {
        pub use crate::schedule::replay::messages::messages;
        pub use crate::schedule::replay::usage::Usage;
    }
    pub mod stages {
        pub use crate::schedule::stages::Staged;
    }
}
pub mod search {
    pub use crate::search::optimum;
    pub mod budget {
        pub use crate::search::budget::{fastest, fewest_within, front};
    }
    #[cfg(feature = "milp")]
    pub mod milp {
        pub use crate::search::milp::{Chains, OverlayHosts, OverlayQuestion, RankQuestion};
    }
    pub mod overlay {
        pub use crate::search::overlay::{latency_period_front, staircase};
    }
    pub mod two_level {
        pub use crate::search::two_level::TwoLevelTrees;
    }
    pub mod unequal {
        pub mod overlay {
            pub use crate::search::unequal::overlay::{HostGroup, OverlayHosts, best};
        }
    }
}
pub mod study {
    pub use crate::study::{Study, Variable, knowledge, observations};
}
pub mod tree {
    pub use crate::tree::level_uniform::even_split;
    pub mod earliest {
        pub use crate::tree::earliest::{
            FanoutLimits, Summation, broadcast_shape, broadcast_time, broadcast_tree, capped_rounds, capped_time,
            leaf_shape,
        };
    }
    pub mod rank_trees {
        pub use crate::tree::rank_trees::k_nomial;
    }
}
pub mod units {
    pub use logpine_text::units::Bytes;
    pub use logpine_text::units::count::count;
    pub use logpine_text::units::factor::Factor;
}
