//! Several processes on a host: the searches against exhaustive ones that share no code with them.

mod lanes;
mod overlay;
