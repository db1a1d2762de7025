//! Input and output: other tools' files, measurements, networks.

mod faults;
mod fit;
mod limits;
mod mrnet;
mod placement;
mod readers;
mod settings;
mod topologies;
