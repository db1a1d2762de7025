//! Causal models learnt from observations: direct causes of variables, and variables that are functions of others.
//!
//! [`learn`](fn@learn) derives a [`CausalModel`] from a [`Table`] of observations, after Lemeire, Dirkx and Colitti
//! (Modeling the Performance of Communication Schemes on Network Topologies, 2008, section 3). It uses the PC algorithm of
//! Spirtes, Glymour and Scheines (Causation, Prediction, and Search, 1993). Independence is tested by [mutual
//! information](Dependence) from kernel densities, so that relations may have any form. Deterministic relations, for
//! which the PC algorithm alone fails, are treated separately.
//!
//! The result is valid under the assumptions of the method: no common cause is missing from the table, there are no cycles,
//! rows are independent of one another, and dependences do not cancel. An arrow does not prove a cause.

#![warn(unnameable_types)]

mod deterministic;
mod information;
mod knowledge;
mod learn;
mod model;
#[cfg(test)]
mod numbers;
mod options;
mod pc;
mod sample;
mod table;

pub use deterministic::{DeterministicOptions, FunctionOf};
pub use information::Dependence;
pub use knowledge::{Arrow, Constraints, Knowledge, KnowledgeError};
pub use learn::{CausalError, learn};
pub use model::{CausalModel, Edge, EdgeKind, LearnWarning, Variable};
pub use options::LearnOptions;
#[cfg(test)]
pub use pc::{DSeparation, Pattern, PcResult, d_separated, pc};
pub use pc::{Decision, Equivalence, PcOptions, Reason, Separation, TestResult};
pub use sample::{Scale, Transform};
pub use table::{Column, ColumnChoice, Constants, Kind, LEAST_ROWS, MOST_ROWS, ReadOptions, Table, TableError, Values};

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_the_module() -> Result<(), Box<dyn std::error::Error>> {
        use crate::{Column, Knowledge, LearnOptions, Table, learn};

        // Speed and load make the time; the price is a function of the time.
        let at = |step: u32, row: u32| f64::from(row * step % 101) / 101.0 + 1.0;
        let speed: Vec<f64> = (0..150).map(|row| at(37, row)).collect();
        let load: Vec<f64> = (0..150).map(|row| at(59, row * row)).collect();
        let time: Vec<f64> =
            (0..150).map(|row| load[row] / speed[row] + at(83, u32::try_from(row).expect("150 rows")) / 8.0).collect();
        let price: Vec<f64> = time.iter().map(|time| 3.0 * time * time).collect();
        let columns = [("speed", speed), ("load", load), ("time", time), ("price", price)];
        let table = Table::new(columns.into_iter().map(|(name, values)| Column::continuous(name, values)).collect())?;
        let knowledge = Knowledge { inputs: vec!["speed".to_owned(), "load".to_owned()], ..Knowledge::default() };
        let model = learn(&table, &knowledge, &LearnOptions::default())?;
        let arrows: Vec<String> = model.edges.iter().map(|edge| model.named(edge)).collect();
        assert_eq!(arrows, ["speed -> time", "load -> time", "time => price"]);
        Ok(())
    }
}
