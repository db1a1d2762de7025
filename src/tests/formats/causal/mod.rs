//! Causal models learnt from studies of networks, against the published ones.

mod figure_6;
