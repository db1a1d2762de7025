//! Second opinions: checks the claims about a tree or a schedule against the request and the model, with code that is not
//! shared with searches and answers.

/// Examples of tests name this library as others do.
#[cfg(test)]
extern crate self as logpine_check;

mod arrivals;
mod claim;
pub mod fft;
pub mod front;
pub mod leaves;
pub mod library;
pub mod overlay;
pub mod ranks;
pub mod schedule;
pub mod stages;
pub mod sum;
pub mod synthesis;
pub mod two_level;
pub mod unequal;
