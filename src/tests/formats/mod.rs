//! Input and output: other tools' files, measurements, networks.

mod faults;
mod fit;
mod limits;
mod readers;
mod topologies;
