//! Causal models learnt from studies of networks, against those that are published.

mod figure_6;
