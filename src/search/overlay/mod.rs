//! The best overlay tree under a level cost.

mod lists;
mod node_cost;
mod partition;
mod relaxation;
mod staircase;

pub use lists::{BestList, NoList, best_list};
pub use node_cost::NodeCost;
pub use staircase::{Staircase, Step};
