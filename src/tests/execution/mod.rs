//! The times of schedules: builders, checkers, replays, timelines.

mod checker;
mod programs;
mod replay;
mod replay_rules;
mod schedules;
mod timeline;
