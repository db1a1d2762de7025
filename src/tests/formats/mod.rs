//! Input and output: other tools' files, measurements, networks.

mod causal;
mod fit;
mod goal;
mod limits;
mod mrnet;
mod network_factors;
mod network_traffic;
mod placement;
mod settings;
mod topologies;
