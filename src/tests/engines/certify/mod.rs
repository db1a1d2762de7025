//! Certificates by integer programming against brute force, which shares no code with them, and against the exact engines.
#![cfg(feature = "milp")]

mod equal_hosts;
mod limits;
mod overlay_brute_force;
mod overlays;
mod random;
mod rank_brute_force;
mod ranks;
mod slower;
mod unequal_hosts;
