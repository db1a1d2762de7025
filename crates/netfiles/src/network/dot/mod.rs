//! Graphviz's DOT language.

mod parse;
mod scan;

pub(super) use parse::read;
