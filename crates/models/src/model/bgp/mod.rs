//! A machine's own MPI library on a torus: T. Hoefler, W. Gropp, R. Thakur and J. L. Traeff, "Toward Performance Models of MPI
//! Implementations for Understanding Application Scaling Issues", European MPI Users' Group Meeting 2010, about IBM Blue Gene/P.
//!
//! Every rank has its own node in the smallest k x k x k torus that holds all ranks, and no other job's traffic uses it.
//! Equations and section numbers below are the paper's. The following corrections replace constants printed wrongly:
//!
//! | printed | used |
//! |---|---|
//! | 374.5 MiB/s, 6 of them 2247 MiB/s | 1 / 2.67 ns = 374.5 MB/s, 2247 MB/s |
//! | worst bisection 2/3 -3sqrt(P) x 374.5 | 2/3 P^(-1/3) x 374.5: a share 1 / d3 of a link |
//! | (2): congestion 3k/2 | holds with all six links of every node driven; streams d3 / 6 with fewer |
//! | all-to-all: C = 2 d (d + 1)^3, and T at least with it | C = k^2 (k^2 - 1) / 8 (odd k), k^4 / 8 (even k), see [`Torus`] |
//! | alpha of a short allreduce | not printed; at most floor - 0.37 us log2 4096, since the floor holds so far |
//! | alpha of all-to-all | not printed; alpha of (1) for short messages, none for long ones, whose equation has none |
//!
//! Both ends of an interval are exact sums, rounded half up once.

mod collectives;
mod cost;
mod error;
mod message;
#[cfg(test)]
mod tests;

pub use collectives::GroupExchange;
pub use cost::{BgpCost, Interval, Term};
pub use error::BgpError;
pub use message::Bisection;

use super::{Accuracy, ModelError, Piecewise, Torus};
use crate::job::{BgpJob, BgpOperation, MpiCollective, TorusAllocation};
use crate::machine::{BgpParameters, GeneralModel, Machine};
use cost::Sum;

/// The model of a machine's own library, from the section `[bgp]` of its profile: the equations of Hoefler, Gropp, Thakur
/// and Traeff (2010) for IBM Blue Gene/P. Its result for a question is a [`BgpCost`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bgp {
    machine: String,
    parameters: BgpParameters,
    messages: Option<Piecewise>,
    ticks_per_unit: u64,
}

impl Bgp {
    /// The model's name in options, reports and JSON.
    pub const NAME: &'static str = "bgp";

    /// The model of a machine.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no `[bgp]`.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.bgp.clone().ok_or_else(|| ModelError::missing_section(machine, Self::NAME))?;
        let (name, messages) = (machine.name.clone(), Piecewise::new(machine).ok());
        Ok(Self { machine: name, parameters, messages, ticks_per_unit: machine.clock.ticks_per_unit() })
    }

    /// The name of the machine.
    #[must_use]
    pub fn machine(&self) -> &str {
        &self.machine
    }

    /// The cost of a job. A single rank has nothing to send and takes no time.
    ///
    /// # Errors
    /// [`BgpError`] if the profile lacks a parameter, and past the longest time.
    pub fn cost(&self, job: &BgpJob) -> Result<BgpCost, BgpError> {
        let (ranks, bytes) = (job.ranks(), job.bytes().unwrap_or(0));
        let is_bcast = job.operation() == BgpOperation::Collective(MpiCollective::Bcast);
        if job.allocation() == TorusAllocation::NonCubic && !is_bcast {
            return Err(BgpError::NonCubic { operation: job.operation().name() });
        }
        let collective = match job.operation() {
            BgpOperation::PointToPoint(conditions) => return self.message(ranks, bytes, conditions),
            BgpOperation::Collective(collective) => collective,
        };
        if let (Some(model), TorusAllocation::Cubic) = (self.parameters.model(collective.name()), job.allocation()) {
            return self.general(model, ranks, bytes);
        }
        match collective {
            MpiCollective::Bcast => self.bcast(ranks, bytes, job.allocation()),
            MpiCollective::Allreduce => self.allreduce(ranks, bytes),
            MpiCollective::Alltoall => self.alltoall(ranks, bytes),
            MpiCollective::Barrier => self.barrier(ranks),
            _ => Err(BgpError::NotCovered {
                machine: self.machine.clone(),
                collective: collective.name(),
                key: collective.name().replace('-', "_"),
            }),
        }
    }

    /// alpha(P) + S beta(P), section 4.
    fn general(&self, model: &GeneralModel, ranks: u64, bytes: u64) -> Result<BgpCost, BgpError> {
        let mut sum = Sum::new();
        if ranks > 1 {
            for (key, function) in [("alpha", &model.alpha), ("beta", &model.beta)] {
                if !function.covers(ranks) {
                    return Err(BgpError::OutsideTable { machine: self.machine.clone(), key, ranks });
                }
            }
            sum.add("alpha(P)", "[bgp.models], section 4", model.alpha.times(ranks, 1))?;
            if bytes > 0 {
                sum.add("S beta(P)", "[bgp.models], section 4", model.beta.times(ranks, bytes))?;
            }
        }
        sum.cost(Accuracy::Exact)
    }

    /// The smallest torus with a node for every rank.
    fn torus(ranks: u64) -> Result<Torus, BgpError> {
        Ok(Torus::holding(ranks)?)
    }

    /// A parameter that the profile may leave out.
    fn needed<T>(&self, key: &'static str, parameter: Option<T>) -> Result<T, BgpError> {
        parameter.ok_or_else(|| BgpError::Missing { machine: self.machine.clone(), key })
    }
}
