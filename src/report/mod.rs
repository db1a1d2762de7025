//! Output for people and programs: JSON, text with tables and drawings, and pictures.

#[cfg(not(feature = "internals"))]
pub(crate) mod causal;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod causal;
mod counted;
mod draw;
mod explain;
mod fanouts;
pub mod file;
#[cfg(not(feature = "internals"))]
pub(crate) mod fit;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod fit;
pub mod json;
pub mod map;
mod named;
#[cfg(not(feature = "internals"))]
pub(crate) mod network;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod network;
mod regression;
mod stage_words;
mod subject;
#[cfg(feature = "cli")]
pub mod text;
pub mod timeline;
mod times;
mod tree_picture;

internal! { draw::drawing }
internal! { explain::{Explained, Unexplained, explained, without_form} }
pub use regression::regression_failures;
internal! { subject::{LibrarySubject, MpiSubject, NetworkRankingReport, RankSubject, Subject} }
internal! { timeline::SimulationReport }

use named::Named;
