//! The `logpine` command.
fn main() {}
