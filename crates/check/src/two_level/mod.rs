//! Checks answers for hosts with several processes each, from the processes and messages of their constructions alone.

pub mod overlay;
pub mod ranks;
