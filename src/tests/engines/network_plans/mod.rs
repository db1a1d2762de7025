//! Schedules made for given networks, through the one door that users go through: against exhaustive search, all cuts and a linear
//! program, with code that shares nothing with the search or with the checkers.

mod exhaustive;
mod fronts;
mod links;
mod networks;
mod peers;
mod replay;
mod steps;
mod switches;
mod threads;
mod throughput;
