//! The leaves that are written for settings.

use super::algorithms::{self, Algorithm};
use super::collectives::{self, non_blocking};
use super::leaf::TREES;
use super::release::Release;
use crate::library::{Setting, name_in_files};
use logpine_models::job::MpiCollective;

/// A leaf to write.
#[derive(Debug)]
pub struct Leaf {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The parameters with their values.
    pub parameters: Vec<String>,
}

/// The text for a setting.
#[derive(Debug)]
pub struct Chosen {
    /// In the rules of the collective.
    pub first: Leaf,
    /// In those of its non-blocking variant, if the first hands over to it.
    pub second: Option<Leaf>,
}

/// The leaves of a setting; `None` if a file of the release cannot name it.
pub fn leaves(setting: &Setting, release: Release) -> Option<Chosen> {
    let collective = setting.native.collective;
    let fanout = setting.fanout.or(setting.native.knobs.fanout.map(|fanout| fanout.default));
    let leaf = |of: &str, algorithm: &str, parameters: Vec<String>| {
        Some(Leaf { algorithm: algorithms::of(release, of, algorithm)?, parameters })
    };
    let k = fanout.map(|fanout| format!("k={fanout}"));
    let tree = |name: &str| {
        let number = TREES.iter().position(|tree| *tree == name)?;
        Some(if release == Release::R40 { format!("tree_type={number}") } else { format!("tree_type={name}") })
    };
    let chunk = format!("chunk_size={}", setting.segment.unwrap_or(0));
    let text = str::to_owned;
    if let Some(tree) = tree(setting.native.name) {
        let k = k?;
        let first = match (collective, release, setting.segment) {
            (MpiCollective::Bcast, Release::R43 | Release::R5, None) => {
                leaf("bcast", "intra_tree", vec![tree, k, text("is_non_blocking=1")])?
            }
            (MpiCollective::Bcast, Release::R43 | Release::R5, Some(_)) => {
                let parameters = vec![tree, k, text("is_non_blocking=1"), chunk, text("recv_pre_posted=0")];
                leaf("bcast", "intra_pipelined_tree", parameters)?
            }
            (MpiCollective::Bcast, ..) => {
                let second = leaf("ibcast", "intra_tsp_tree", vec![tree, k, chunk])?;
                return Some(Chosen { first: leaf("bcast", "allcomm_nb", vec![])?, second: Some(second) });
            }
            _ => {
                let parameters = vec![tree, k, chunk, text("buffer_per_child=0")];
                let second = leaf(non_blocking(collective), "intra_tsp_tree", parameters)?;
                return Some(Chosen {
                    first: leaf(name_in_files(collective), "allcomm_nb", vec![])?,
                    second: Some(second),
                });
            }
        };
        return Some(Chosen { first, second: None });
    }
    let first = match setting.native.name {
        "dissemination" if release != Release::R40 => leaf("barrier", "intra_k_dissemination", vec![text("k=2")])?,
        named => {
            if let Some(shape) = named.strip_prefix("tree_") {
                leaf("allreduce", "intra_tree", vec![tree(shape)?, k?, chunk, text("buffer_per_child=0")])?
            } else {
                let algorithm = algorithms::of(release, name_in_files(collective), &format!("intra_{named}"))?;
                let value = |parameter: &str| match parameter {
                    "k" => k.clone(),
                    "single_phase_recv" => Some(text("single_phase_recv=0")),
                    _ => None,
                };
                let parameters: Option<Vec<String>> = algorithm.parameters().map(|(name, _)| value(name)).collect();
                Leaf { algorithm, parameters: parameters? }
            }
        }
    };
    // Ordinary calls have buffers of their own.
    (first.algorithm.needs & algorithms::IN_PLACE == 0).then_some(Chosen { first, second: None })
}

/// True if the largest number in a setting is one that MPICH takes.
pub fn is_in_range(setting: &Setting) -> bool {
    let fanout = setting.native.knobs.fanout;
    let is_fanout = match (setting.fanout, fanout) {
        (Some(given), Some(fanout)) => (fanout.least..=collectives::LARGEST).contains(&given),
        (Some(_), None) => false,
        (None, _) => true,
    };
    let is_segment = |segment: u64| setting.native.knobs.segment && (1..=collectives::LARGEST).contains(&segment);
    is_fanout && setting.segment.is_none_or(is_segment)
}
