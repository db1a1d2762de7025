//! logpine finds the fastest broadcast or reduction tree for a machine, proves how good it is, and writes it in the
//! format the user's runtime loads.

pub mod closed_form;
pub mod format;
pub mod job;
pub mod machine;
pub mod model;
pub mod plan;
pub mod report;
pub mod search;
mod suggest;
pub mod tree;
pub mod units;
