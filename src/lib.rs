//! logpine finds the fastest broadcast or reduction tree for a machine, proves how good it is, and writes it in the
//! format the user's runtime loads.
//!
//! ```
//! use logpine::format::mrnet::{self, Mode, ProcessTree};
//! use logpine::format::{HostList, place};
//! use logpine::{job::Job, machine::Machine, model::Tan, plan::Plan, plan::Status, units::Clock};
//!
//! // The best tree for a reduction over 128 leaves on Cab: fanouts 11 and 12, proved optimal over all trees.
//! let cab = Machine::load("cab")?;
//! let tan = Tan::reduction(&cab)?;
//! let plan = Plan::new(&tan, Job::new(128)?)?;
//! let best = plan.best();
//! assert_eq!(best.fanouts, Some(vec![11, 12]));
//! assert_eq!(best.score.time.display(Clock::Second), "363.316us");
//! assert_eq!(plan.status, Status::Optimal);
//! plan.check(&tan)?;
//!
//! // The same tree as an MRNet topology: 139 processes besides the front end, 8 on a host.
//! let hosts = HostList::parse("node[01-18]:8")?;
//! let topology = place(&ProcessTree::new(&best.shape, Mode::Launch), &hosts, "login1")?;
//! let file = mrnet::write(&topology)?;
//! assert!(file.starts_with("login1:0 =>\n\tnode01:0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Data flows one way, and a module uses only those before it: a [`machine`] profile becomes a [`model`] of costs, which
//! with a [`job`] goes through [`search`] to a [`plan`], whose [`tree`] a [`report`] shows or a [`format`](mod@format)
//! writes. Times are whole ticks of [`units`], so answers are exact and the same everywhere; [`closed_form`] holds what
//! is known over the reals.
//!
//! | to | start at |
//! |---|---|
//! | find the best tree and rank it against what people use | [`plan::Plan::new`] |
//! | only find it | [`search::overlay::optimum`] |
//! | know the best time for every number of leaves at once | [`search::overlay::staircase`] |
//! | trade latency against the period of a stream of waves | [`search::overlay::latency_period_front`] |
//! | cost a given tree | [`tree::score`](fn@tree::score), [`tree::Spec`] |
//! | read, check or write MRNet topologies | [`format::mrnet`] |
//! | bring a cost of your own | [`model::LevelCost`] |

pub mod closed_form;
pub mod format;
pub mod job;
pub mod machine;
pub mod model;
pub mod plan;
pub mod report;
pub mod schedule;
pub mod search;
mod suggest;
pub mod tree;
pub mod units;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
