//! Figure 6 of Lemeire, Dirkx and Colitti (Modeling the Performance of Communication Schemes on Network Topologies, 2008): the
//! model of random communication on random networks.

use crate::{Study, Variable, knowledge, observations};
use logpine_causal::{CausalModel, Constants, LearnOptions, Table, Transform, learn};
use logpine_network::{Class, SchemeClass};

/// The seven variables of the figure.
const VARIABLES: [Variable; 7] = [
    Variable::Nodes,
    Variable::RelConnect,
    Variable::AvgNodeMsgs,
    Variable::AvgDistance,
    Variable::TimePerNodeMsgs,
    Variable::CommT,
    Variable::AvgHops,
];

/// The figure's edges: two causes, and two functions, one of them of two variables.
pub(crate) const EDGES: [&str; 5] = [
    "relConnect -> avgDistance",
    "avgNodeMsgs => commT",
    "avgDistance -> timePerNodeMsgs",
    "avgDistance => avgHops",
    "timePerNodeMsgs => commT",
];

/// The number of nodes has a weak effect on the two, which a sample may or may not show.
const WEAK: [&str; 2] = ["nodes -> avgDistance", "nodes -> timePerNodeMsgs"];

/// 200 couples of a random scheme on a random network.
fn study(seed: u64) -> Table {
    let study = Study::new(Class::Random, SchemeClass::Random, seed).expect("a class that is drawn");
    let couples = study.couples(0..200).expect("couples that can be simulated");
    observations(&couples, &VARIABLES, Constants::Refuse).expect("a table")
}

fn learnt(table: &Table, options: &LearnOptions) -> CausalModel {
    learn(table, &knowledge(None, &VARIABLES), options).expect("a model")
}

fn edges(model: &CausalModel) -> Vec<String> {
    model.edges.iter().map(|edge| model.named(edge)).collect()
}

/// All edges of the figure and no other.
fn is_figure_6(edges: &[String]) -> bool {
    EDGES.iter().all(|edge| edges.iter().any(|found| found == edge))
        && edges.iter().all(|edge| EDGES.contains(&edge.as_str()) || WEAK.contains(&edge.as_str()))
}

#[test]
fn figure_6_is_learnt_from_fresh_data() {
    let (mut recovered, mut recovered_raw, mut without_functions) = (0, 0, 0);
    for seed in 1..=16 {
        let table = study(seed);
        let model = learnt(&table, &LearnOptions::default());
        recovered += usize::from(is_figure_6(&edges(&model)));
        let raw = LearnOptions { transform: Transform::Raw, ..LearnOptions::default() };
        recovered_raw += usize::from(is_figure_6(&edges(&learnt(&table, &raw))));
        // Functions written as causes: what of the figure is there without them?
        let off = learnt(&table, &LearnOptions { deterministic: None, ..LearnOptions::default() });
        let written: Vec<String> = edges(&off)
            .into_iter()
            .map(|edge| match edge.as_str() {
                "avgDistance -> avgHops" | "avgNodeMsgs -> commT" | "timePerNodeMsgs -> commT" => {
                    edge.replace("->", "=>")
                }
                _ => edge,
            })
            .collect();
        without_functions += usize::from(is_figure_6(&written));
        assert_eq!(off.functions, []);
    }
    assert!(recovered >= 15, "{recovered} of 16");
    assert!(recovered_raw >= 14, "{recovered_raw} of 16 from values as they are");
    assert_eq!(without_functions, 0);
}
