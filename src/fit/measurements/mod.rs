//! Files of measurements.
