//! The tree that is chosen for a fitted network, and the picture of a fit.

mod decisions;
mod picture;
