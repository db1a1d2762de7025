//! logpine finds the fastest broadcast or reduction for a machine, proves how good it is, and writes trees in the format
//! the user's runtime loads.
//!
//! A [`Request`](request::Request) says what is asked, [`answer`](answer::answer) finds it for a machine, and an
//! [`Answer`](answer::Answer) is reported as text or JSON and written as files. The command line, files of requests and
//! programs go through this one door:
//!
//! ```
//! use logpine::answer::answer;
//! use logpine::report::file::Files;
//! use logpine::request::{FileFormat, HostsChoice, Request, Status};
//! use logpine::{machine::Machine, report::json, units::Clock};
//!
//! let hosts = HostsChoice::List(vec!["node[01-18]:8".to_owned()]);
//! let request = Request { leaves: Some(128), hosts: Some(hosts), ..Request::default() };
//! let answer = answer(&Machine::load("cab")?, &request)?;
//! let ranking = answer.ranking().ok_or("a ranking")?;
//! assert_eq!(ranking.best().time.display(Clock::Second), "363.316us");
//! assert_eq!(ranking.claim.status, Status::Optimal);
//! assert!(json::answer(&answer).contains("\"fanouts\": ["));
//! let mut topology = Vec::new();
//! Files::new(&answer, "login1").file(FileFormat::Mrnet)?.write(&mut topology)?;
//! assert!(topology.starts_with(b"login1:0 =>\n\tnode01:0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The engines behind it stand alone too. An overlay tree has its data at the leaves:
//!
//! ```
//! use logpine::format::mrnet::{self, ProcessTree};
//! use logpine::format::{parse_hosts, place};
//! use logpine::request::{Job, Mode, Placement, Status};
//! use logpine::{machine::Machine, model::Tan, answer::Plan, units::Clock};
//!
//! // The best tree for a reduction over 128 leaves on Cab: fanouts 11 and 12, proved optimal over all trees.
//! let cab = Machine::load("cab")?;
//! let tan = Tan::reduction(&cab)?;
//! let plan = Plan::new(&tan, Job::new(128)?, &())?;
//! let best = plan.best();
//! assert_eq!(best.construction.fanouts, Some(vec![11, 12]));
//! assert_eq!(best.time.display(Clock::Second), "363.316us");
//! assert_eq!(plan.claim.status, Status::Optimal);
//! plan.check(&tan)?;
//!
//! // The same tree as an MRNet topology: 139 processes besides the front end, 8 on a host.
//! let hosts = parse_hosts("node[01-18]:8")?;
//! let topology = place(&ProcessTree::new(&best.construction.shape, Mode::Launch), &hosts, "login1", Placement::default())?;
//! let file = mrnet::write(&topology)?;
//! assert!(file.starts_with("login1:0 =>\n\tnode01:0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a collective every rank has data. Which algorithm, and cut in which segments?
//!
//! ```
//! use logpine::request::{RankCollective, RankJob, Status};
//! use logpine::{machine::Machine, model::port_timing, answer::RankPlan, units::Clock};
//!
//! // One megabyte to four ranks at alpha = 10, beta = 1 cycles: n blocks, 320 of 3,125 bytes, in 321 rounds of 3,135.
//! let lecture = Machine::load("lecture")?;
//! let timing = port_timing(&lecture, None)?;
//! let plan = RankPlan::new(timing.as_ref(), RankJob::new(RankCollective::Bcast, 4, Some(1_000_000))?)?;
//! let (best, cut) = (plan.best(), plan.best().construction.cut.ok_or("not cut")?);
//! assert_eq!((best.family, cut.segments, cut.segment), ("n-block", 320, 3_125));
//! assert_eq!(best.time.display(Clock::Cycle), "1006335 cycles");
//! assert_eq!(plan.claim.status, Status::OptimalInClass);
//! assert!(plan.claim.bound.value < best.time);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Data flows one way: a [`machine`] profile becomes a [`model`] of costs; a [`request`] becomes an
//! [`answer`](mod@answer) with its trees and schedules, which a [`report`] shows. [`format`](mod@format) reads the files of
//! requests (hosts, mappings, networks, schedules), and writes those of answers. Times are whole ticks of [`units`], so answers are exact and the same everywhere.
//!
//! | to | start at |
//! |---|---|
//! | ask anything, as the command line does | [`answer::answer`], [`request::Request`] |
//! | write the answer, and its files | [`report::text`], [`report::json`], [`report::file`] |
//! | find the best tree for costs of your own | [`model::LevelCost`], [`answer::Plan::new`] |
//! | find the best collective for messages of your own | [`model::PortTiming`], [`answer::RankPlan::new`] |
//! | know where which algorithm wins, over rank counts and sizes | [`answer::Competition`], [`report::map`] |
//! | cost a given tree, and hold it against the best | [`answer::Scored`], [`tree::Spec`] |
//! | choose for a machine whose parameters are uncertain | [`answer::Plan::robust`], [`answer::RankPlan::robust`] |
//! | know how far a parameter may move before another choice wins | [`answer::Plan::sensitivity`], [`answer::RankPlan::sensitivity`] |
//! | check a plan by code that the search does not use | [`answer::Plan::check`], [`answer::RankPlan::check`] |
//! | list what every rank of a plan does | [`answer::RankPlan::schedule`], [`answer::Plan::schedule`] |
//! | execute the schedule of an answer, or of a file, and see what takes the time | [`answer::Simulation`], [`report::timeline`] |
//! | execute any schedule | [`schedule::replay`] |
//! | execute an answer with data of your own | [`answer::Program`] |
//! | read, check or write `MRNet` topologies | [`format::mrnet`] |
//! | read, check or write GOAL schedules, the input of `LogGOPSim` | [`format::goal`] |
//! | rank a family of trees of your own beside the others | [`tree::families::Family`], [`answer::Plan::with_family`] |

// The hidden module makes items public that link to private ones.
#![cfg_attr(feature = "internals", allow(rustdoc::private_intra_doc_links))]
#![cfg_attr(not(feature = "internals"), warn(unnameable_types))]
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "functions of shared modules that the command line alone calls")
)]

/// In its tests the library names itself as others do.
#[cfg(test)]
extern crate self as logpine;

pub mod answer;
#[cfg(feature = "cli")]
mod cli;
pub mod format;
pub mod guide;
#[cfg(any(test, feature = "internals"))]
#[doc(hidden)]
pub mod internals;
pub mod machine;
pub mod model;
pub mod report;
pub mod request;
pub mod schedule;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod units;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cli::run;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
