//! The structure of the code: the dependencies of its parts, and its public interface.

mod arrows;
mod public;
