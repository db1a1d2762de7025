//! Input and output: other tools' files, measurements, networks.

mod causal;
mod faults;
mod fit;
mod limits;
mod mrnet;
mod network_factors;
mod network_selection;
mod network_traffic;
mod placement;
mod readers;
mod settings;
mod topologies;
