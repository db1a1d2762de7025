//! The words that keys of a job file take, and what they mean.

use super::{JobCollective, JobObjective};
use crate::request::mpi::MpiCollective;
use crate::request::overlay::Collective;
use crate::request::placement::{InternalHosts, Mode, Policy};

pub(super) const MODELS: &[(&str, &str)] = &[
    ("tan", "tan"),
    ("loggops", "loggops"),
    ("plogp", "plogp"),
    ("loggp", "loggp"),
    ("logp", "logp"),
    ("piecewise", "piecewise"),
    ("alpha_beta", "alpha_beta"),
    ("tau_lop", "tau_lop"),
    ("loggph", "loggph"),
    ("bgp", "bgp"),
];
pub(super) const COLLECTIVES: &[(&str, JobCollective)] = &[
    ("reduce", JobCollective::Overlay(Collective::Reduce)),
    ("multicast", JobCollective::Overlay(Collective::Multicast)),
    ("roundtrip", JobCollective::Overlay(Collective::Roundtrip)),
    ("bcast", JobCollective::Mpi(MpiCollective::Bcast)),
    ("scatter", JobCollective::Mpi(MpiCollective::Scatter)),
    ("gather", JobCollective::Mpi(MpiCollective::Gather)),
    ("allgather", JobCollective::Mpi(MpiCollective::Allgather)),
    ("reduce-scatter", JobCollective::Mpi(MpiCollective::ReduceScatter)),
    ("allreduce", JobCollective::Mpi(MpiCollective::Allreduce)),
    ("alltoall", JobCollective::Mpi(MpiCollective::Alltoall)),
    ("barrier", JobCollective::Mpi(MpiCollective::Barrier)),
    ("sum", JobCollective::Sum),
    ("point-to-point", JobCollective::PointToPoint),
    ("fft", JobCollective::Fft),
];
pub(super) const OBJECTIVES: &[(&str, JobObjective)] =
    &[("latency", JobObjective::Latency), ("period", JobObjective::Period), ("total", JobObjective::Total)];
pub(super) const DUPLEXES: &[(&str, &str)] = &[("half", "half"), ("full", "full")];
pub(super) const PORTS: &[(&str, &str)] = &[("all", "all"), ("one", "one")];
pub(super) const POLICIES: &[(&str, Policy)] =
    &[("pack", Policy::Pack), ("spread", Policy::Spread), ("rack", Policy::Rack)];
pub(super) const INTERNAL_HOSTS: &[(&str, InternalHosts)] =
    &[("shared", InternalHosts::Shared), ("exclusive", InternalHosts::Exclusive)];
pub(super) const MODES: &[(&str, Mode)] = &[("launch", Mode::Launch), ("attach", Mode::Attach)];

pub(super) const READINGS: &[(&str, &str)] = &[("a", "a"), ("b", "b"), ("c", "c")];
pub(super) const FRONTS: &[(&str, &str)] = &[("period", "period"), ("internals", "internals")];
pub(super) const CRITERIA: &[(&str, &str)] = &[("worst", "worst"), ("mean", "mean")];
pub(super) const SEMANTICS: &[(&str, &str)] =
    &[("program-order", "program-order"), ("loggopsim", "loggopsim"), ("atlahs", "atlahs")];
pub(super) const ALLOCATIONS: &[(&str, &str)] = &[("cubic", "cubic"), ("non-cubic", "non-cubic")];
