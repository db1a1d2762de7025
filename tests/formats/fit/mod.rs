//! Parameters from measurements: what was put in comes out, with intervals that mean what they say.

mod coverage;
mod decisions;
mod errors;
mod exact;
mod experiments;
mod forms;
mod latencies;
mod noise;
mod outliers;
mod reference;
