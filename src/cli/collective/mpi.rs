//! Answers stage by stage: every collective of MPI, and models of channels that are shared.

use super::{Collective, RankArgs};
use crate::answer::{MpiPlan, MpiPlanError, Rival};
use crate::cli::args::Format;
use crate::cli::emit::{MpiEmitted, Program};
use crate::cli::goal::{ForSimulator, PlanKind, network};
use crate::cli::mpi::refuse_given;
use crate::cli::on_network::OfModel;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, refused};
use crate::cli::progress::Bar;
use crate::cli::stages::Stages;
use crate::machine::Machine;
use crate::model::PortModel;
use crate::model::stage::{Sight, StageCost};
use crate::report::json::Beside;
use crate::report::{MpiSubject, json, text};
use crate::request::{Layout, MpiCollective, MpiJob};
use crate::schedule::replay::Simulator;
use anyhow::anyhow;
use std::time::Instant;

impl Collective {
    /// The fastest algorithm for a collective of MPI, costed stage by stage.
    pub(super) fn run_mpi(self, collective: MpiCollective, format: Format) -> Step<Outcome> {
        self.refuse_what_stages_lack()?;
        let requests = self.emit.mpi_requests()?;
        let machine = self.machine.load_stages()?;
        let cost = machine.cost();
        let Machine { name, clock, .. } = machine.machine();
        let subject = MpiSubject { machine: name, clock: *clock, cost: cost.stages() };
        if subject.cost.ports().is_none() {
            self.network
                .refuse("a model of single messages, such as loggp: tau_lop and loggph have their own channels")?;
        }
        let job = self.mpi_job(collective, &machine)?;
        let start = Instant::now();
        let model = PortModel::ALL.into_iter().find(|model| model.name() == subject.cost.name());
        let plan = self.mpi_plan(subject.cost, job, machine.machine(), model)?;
        plan.check().map_err(bug)?;
        let others = machine.others().filter(|_| plan.executions.is_none());
        let rivals: Vec<Rival> = others.filter_map(|other| plan.rival(subject.cost, other.stages())).collect();
        self.timings.tell(start, [], "search and ranking");
        let timing = subject.cost.ports();
        let on_network = self.network.run(|| OfModel {
            contenders: timing.map_or_else(Vec::new, |timing| plan.contenders(timing)),
            model: subject.cost.name(),
            clock: *clock,
            bytes: plan.job.bytes(),
            root: 0,
        })?;
        let report = on_network.report();
        let beside = Beside { network: report.as_ref(), ..Beside::default() };
        let document = json::mpi(&plan, &subject, &rivals, &beside);
        let schedule = || {
            let timing = timing.ok_or_else(|| bad_input(anyhow!("no model of single messages")))?;
            let schedule = plan.schedule(plan.best(), timing).map_err(|error| refused(&error))?;
            let network = network(machine.machine(), model);
            let simulator = self.simulator().unwrap_or(Simulator::Loggopsim);
            let (predicted, clock) = (plan.best().time, *clock);
            Ok(ForSimulator { schedule, network, simulator, predicted, clock, kind: PlanKind::Ranks })
        };
        let emitted = MpiEmitted {
            json: &document,
            program: timing.map(|_| Program::new(&schedule, *clock)),
            layout: (subject.cost.sight() == Sight::Hosts).then_some(&plan.job.layout),
        };
        self.emit.write_mpi(&requests, &emitted)?;
        Ok(Outcome::Done(match format {
            Format::Text => on_network.text(text::mpi(&plan, &subject, &rivals)),
            Format::Json => document,
        }))
    }

    /// The plan by the model, or by executing candidates.
    fn mpi_plan(
        &self,
        cost: &dyn StageCost,
        job: MpiJob,
        machine: &Machine,
        model: Option<PortModel>,
    ) -> Step<MpiPlan> {
        let plan = match (self.simulator(), cost.ports(), model) {
            (Some(simulator), Some(timing), Some(model)) => {
                let rules = self.rules(simulator, machine, model)?;
                let bar = Bar::new("operations");
                let plan = MpiPlan::executed(timing, job, rules, &|done, of| bar.show(done, of));
                bar.finish();
                plan
            }
            _ if self.among_ranks.mapping.is_best() => MpiPlan::with_best_mapping(cost, &job),
            _ => MpiPlan::new(cost, job),
        };
        plan.map_err(|error| match error {
            MpiPlanError::NotRepresentable | MpiPlanError::TooLargeToExecute { .. } => refused(&error),
            error => bad_input(error),
        })
    }

    fn mpi_job(&self, collective: MpiCollective, machine: &Stages) -> Step<MpiJob> {
        let ranks = self.ranks;
        let RankArgs { mapping, ranks_per_host, bytes, .. } = &self.among_ranks;
        let layout = match machine.sees_hosts([mapping.given(), ("--ranks-per-host", ranks_per_host.is_some())])? {
            Sight::Blind => Layout::one_host(ranks).map_err(bad_input)?,
            // The file says it itself.
            Sight::Hosts if mapping.lists_hosts() => mapping.layout(ranks, 1)?,
            Sight::Hosts => mapping.layout(ranks, machine.ranks_per_host(*ranks_per_host, ranks)?)?,
        };
        MpiJob::new(collective, layout, *bytes).map_err(bad_input)
    }

    /// Options that have no meaning stage by stage.
    fn refuse_what_stages_lack(&self) -> Step<()> {
        self.certify.refuse_with("this collective and model")?;
        let RankArgs { root, non_commutative, values, .. } = &self.among_ranks;
        let given = [
            ("--values", values.is_some()),
            ("--root", root.is_some_and(|root| root > 0)),
            ("--hosts, as the other options on hosts,", self.emit.hosts().is_used()),
        ];
        refuse_given([("--non-commutative", *non_commutative)], "reduce under a model of single messages")?;
        let goes_with = "bcast and reduce under a model of single messages";
        refuse_given(given, goes_with)?;
        self.uncertain.refuse(goes_with)
    }
}
