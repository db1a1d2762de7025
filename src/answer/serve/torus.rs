//! The times of a machine's own library, and the transposes of an FFT.

use super::asked::Asked;
use crate::answer::costs::ModelChoice;
use crate::answer::{Answer, FftCost, FftPlan, FftPlanError, Found, check_cost};
use crate::request::{BgpJob, BgpOperation, Conditions, Contents, FftJob, MpiCollective, Operation, Refusal, Request};
use logpine_models::model::{Bgp, BgpError};

/// The default size of an element of an FFT, in bytes: a complex number in double precision.
const ELEMENT_BYTES: u64 = 16;

impl Asked<'_> {
    /// The machine's own message or collective.
    pub(super) fn library(&self) -> Result<Answer, Refusal> {
        let Request { ranks, bytes, allocation, queue, hops, streams, strided, .. } = *self.request;
        let contents = if strided { Contents::Strided } else { Contents::Contiguous };
        let operation = match self.request.operation() {
            Operation::PointToPoint => {
                BgpOperation::PointToPoint(Conditions { queue: queue.unwrap_or(0), hops, streams, contents })
            }
            other => BgpOperation::Collective(other.of_mpi().unwrap_or(MpiCollective::Bcast)),
        };
        let job = BgpJob::new(operation, ranks.unwrap_or(0), bytes).map_err(Refusal::invalid)?;
        let job = job.on(allocation.unwrap_or_default());
        let bgp = Bgp::new(self.machine).map_err(Refusal::invalid)?;
        let cost = bgp.cost(&job).map_err(|error| match error {
            BgpError::NotRepresentable => Refusal::no(&error),
            error => Refusal::invalid(error),
        })?;
        check_cost(&cost).map_err(|fault| Refusal::fault(&fault))?;
        self.watch.step("cost");
        Ok(self.found(Found::Library { job, cost, bgp }))
    }

    /// The transposes of a 3d FFT.
    pub(super) fn fft(&self) -> Result<Answer, Refusal> {
        let Request { ranks, fft_size, element_bytes, .. } = *self.request;
        let bytes = element_bytes.unwrap_or(ELEMENT_BYTES);
        let job = FftJob::new(fft_size.unwrap_or(0), bytes, ranks.unwrap_or(0)).map_err(Refusal::invalid)?;
        let no_plan = |error| match error {
            FftPlanError::NoDecomposition { .. } | FftPlanError::NotRepresentable => Refusal::no(&error),
            error => Refusal::invalid(error),
        };
        let fault = |fault| Refusal::fault(&fault);
        let (plan, model) = if ModelChoice::from(self.request).is_of_library(self.machine) {
            let bgp = Bgp::new(self.machine).map_err(Refusal::invalid)?;
            let plan = FftPlan::new(FftCost::Library(&bgp), job).map_err(no_plan)?;
            plan.check(None).map_err(fault)?;
            (plan, Bgp::NAME)
        } else {
            let costs = ModelChoice::from(self.request).of_messages(self.machine)?;
            let timing = costs.timing.as_ref();
            let plan = FftPlan::new(FftCost::Messages(timing), job).map_err(no_plan)?;
            plan.check(Some(timing)).map_err(fault)?;
            (plan, timing.name())
        };
        self.watch.step("search");
        Ok(self.found(Found::Fft { plan, model }))
    }
}
