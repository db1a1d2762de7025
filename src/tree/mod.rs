//! Overlay trees: the compressed [`Shape`] that searches work on, the explicit [`Tree`] that files and pictures
//! need, the families of trees people use, and the `b:`, `k:`, `g:` strings that name them.

mod explicit;
pub mod families;
pub mod layers;
mod level_uniform;
mod shape;
pub mod spec;

pub use explicit::{Tree, TreeTooLarge};
pub use level_uniform::even_split;
pub use shape::{Group, NodeId, Shape, ShapeBuilder};
pub use spec::{Spec, SpecError};
