//! Reduce-scatter of P blocks, then a gather: the reduction for long vectors, in stages.

use crate::collective::AlgorithmFamily;
use crate::collective::fold::plain;
use crate::collective::reduce_scatter;
use crate::collective::setting::Setting;
use crate::schedule::stages::{Load, Nomial, Steps};
use logpine_models::job::MpiCollective;
use logpine_trees::tree::families::Parameters;

pub(super) const REDUCE: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Reduce,
    "reduce-scatter-gather",
    "reduce-scatter of P blocks, then binomial gather (Rabenseifner 1997; Thakur, Rabenseifner, Gropp 2005)",
)
.drawn('E', [40, 64, 185], 98)
.in_stages(steps, members);

fn steps(setting: &Setting) -> Option<Steps> {
    let (ranks, cut) = (setting.ranks, setting.parts());
    let reduce_scatter = match setting.word("reduce-scatter", "ring")? {
        "ring" => reduce_scatter::ring(ranks, cut).numbered(setting.numbering()?),
        "pairwise" => reduce_scatter::pairwise(ranks, cut).numbered(setting.numbering()?),
        "recursive-halving" if ranks.is_power_of_two() => reduce_scatter::recursive_halving(ranks, ranks, cut),
        "circulant" => reduce_scatter::circulant(ranks, cut),
        _ => return None,
    };
    let gather = Nomial::binomial(ranks)?.down(ranks, cut, Load::Subtree)?.backward(plain);
    Some(reduce_scatter.then(gather))
}

fn members(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    let names = ["ring", "pairwise", "recursive-halving", "circulant"];
    names.map(|name| Parameters::new().word("reduce-scatter", name)).into()
}
