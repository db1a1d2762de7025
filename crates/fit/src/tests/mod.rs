//! Parameters from measurements: the fit returns the given parameters, with intervals that hold at their level.

mod coverage;
mod errors;
mod exact;
mod experiments;
mod forms;
mod latencies;
mod noise;
mod outliers;
mod reference;
