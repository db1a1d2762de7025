//! The collectives of MPI as what is executed: an algorithm in stages, message by message.

use super::subject::{Agreement, Predicted, Source, Subject};
use super::{Simulate, memory};
use crate::answer::{MpiPlan, MpiPlanError};
use crate::cli::outcome::{Step, bad_input, bug, refused};
use crate::model::stage::PortStages;
use crate::report::text;
use crate::request::{Layout, MpiCollective, MpiJob};

/// A send, a reception and, in reductions, a combination.
const OPERATIONS_OF_A_MESSAGE: u64 = 3;

impl Simulate {
    /// The best algorithm for one of MPI's collectives, or the best of a family, stage by stage.
    pub(super) fn mpi_subject(&self, collective: MpiCollective, ranks: u64) -> Step<Subject> {
        let ports = self.machine.load_ports()?;
        let timing = ports.subject().timing;
        let layout = Layout::one_host(ranks).map_err(bad_input)?;
        let job = MpiJob::new(collective, layout, self.plan.bytes).map_err(bad_input)?;
        let plan = MpiPlan::new(&PortStages(timing), job).map_err(|error| match error {
            MpiPlanError::NotRepresentable => refused(&error),
            error => bad_input(error),
        })?;
        plan.check().map_err(bug)?;
        let families = plan.candidates().iter().map(|candidate| candidate.family);
        let candidate = plan.candidates()[self.plan.index(families)?].clone();
        memory::check(ranks, plan.messages(&candidate).saturating_mul(OPERATIONS_OF_A_MESSAGE))?;
        let schedule = plan.schedule(&candidate, timing).map_err(|error| refused(&error))?;
        let title = text::mpi_title(&plan, &candidate);
        // Ranks need not wait for the end of a stage, and gaps may last beyond it.
        let predicted = Predicted { time: candidate.time, agreement: Agreement::About };
        let source = Source::Mpi(plan.job, candidate);
        self.of_messages(ports.into_machine(), title, source, Some(schedule), predicted)
    }
}
