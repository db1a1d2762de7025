//! Nomial: k-nomial, with a fanout of its own for every level; in stages only.

use super::{AlgorithmFamily, Setting, along, backwards};
use crate::collective::Chosen;
use crate::collective::offered::none;
use crate::schedule::stages::Steps;
use logpine_models::job::MpiCollective;

const DESCRIPTION: &str = "a k-nomial tree with a fanout of its own for every level (mixed radix)";

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(MpiCollective::Bcast, "nomial", DESCRIPTION)
    .drawn('I', [134, 36, 110], 89)
    .in_stages(steps, none)
    .choosing(Chosen::Fanouts);

pub(crate) const REDUCE: AlgorithmFamily = AlgorithmFamily::new(MpiCollective::Reduce, "nomial", DESCRIPTION)
    .in_stages(|setting| backwards(steps(setting)), none)
    .choosing(Chosen::Fanouts);

fn steps(setting: &Setting) -> Option<Steps> {
    along(setting.nomial(), setting)
}
