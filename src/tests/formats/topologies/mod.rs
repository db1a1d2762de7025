//! Networks: the generators against their definitions, `petgraph` and brute force.

mod bisection;
mod distances;
mod drawings;
mod families;
mod files;
mod golden;
mod specs;
