//! Second opinions: checks the claims about a tree or a schedule against the request and the model, with code that is not
//! shared with searches and answers.

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
#[cfg(feature = "cli")]
pub mod traffic;
pub mod two_level;
pub mod unequal;
