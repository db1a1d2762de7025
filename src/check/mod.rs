//! Second opinions: what is claimed of a tree or a schedule, held against the request and the model by code that searches and
//! answers do not share.

pub mod overlay;
pub mod ranks;
pub mod schedule;
pub mod stages;
pub mod unequal;
