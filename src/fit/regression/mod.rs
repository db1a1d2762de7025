//! Weighted linear least squares, with the statistics that say how far to trust it.
