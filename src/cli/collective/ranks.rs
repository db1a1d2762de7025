//! The fastest broadcast or reduction, and which of the others answers what.

use super::Collective;
use crate::answer::{RankPlan, RankPlanError, Rules};
use crate::cli::args::Format;
use crate::cli::collective_name::CollectiveName;
use crate::cli::emit::{Program, RankEmitted};
use crate::cli::goal::{ForSimulator, PlanKind, network};
use crate::cli::machine::Ports;
use crate::cli::mpi::refuse_given;
use crate::cli::on_network::OfModel;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, refused};
use crate::cli::progress::Bar;
use crate::cli::simulate::SemanticsName;
use crate::machine::{Machine, Within};
use crate::model::PortModel;
use crate::report::json::Beside;
use crate::report::{json, text};
use crate::request::{MpiCollective, Operands, RankCollective, RankJob};
use crate::schedule::replay::Simulator;
use anyhow::anyhow;
use std::time::Instant;

impl Collective {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        self.emit.hosts().refuse_placement()?;
        self.refuse_semantics()?;
        if let Some(subcommand) = self.operation.elsewhere() {
            let name = self.operation.name();
            return Err(bad_input(anyhow!("{name} is no collective among ranks: `logpine {subcommand}`")));
        }
        if self.operation == CollectiveName::Sum {
            self.certify.refuse_with("a sum")?;
            self.network.refuse("a collective whose messages are sent one by one, not a sum")?;
            return self.run_sum(format);
        }
        if self.machine.is_library() {
            self.network.refuse("a model of messages, not --model bgp: of the library only times are known")?;
            return self.run_library(format);
        }
        self.library.refuse("--model bgp")?;
        if let Some(collective) = self.operation.of_mpi() {
            let of_messages = matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
            if !of_messages || self.machine.is_of_channels()? {
                return self.run_mpi(collective, format);
            }
        }
        refuse_given([self.among_ranks.mapping.given()], "--model tau_lop and loggph, which see where ranks run")?;
        let job = self.rank_job()?;
        if let Some(hosts) = self.emit.hosts().given()? {
            if !hosts.is_alike() || self.machine.load_machine()?.within != Within::default() {
                self.network.refuse("hosts that are alike, and the same messages everywhere")?;
                return self.run_unequal_ranks(job, hosts, format);
            }
            super::unequal::check_slots(self.ranks, hosts, self.emit.hosts().origin())?;
        }
        if let Some(ranks_per_host) = self.among_ranks.ranks_per_host {
            self.network.refuse("one rank a host: a node of a network runs one")?;
            return self.run_ranks_per_host(job, ranks_per_host, format);
        }
        let requests = self.emit.rank_requests()?;
        let ports = self.machine.load_ports()?;
        let subject = ports.subject();
        let start = Instant::now();
        let plan = self.rank_plan(&ports, job)?;
        let searched = start.elapsed();
        plan.check(subject.timing).map_err(bug)?;
        let study = self.uncertain.of_ranks(&plan, ports.machine(), ports.model)?;
        let robust = study.robust.as_ref().map_or_else(|| plan.best(), |robust| &robust.chosen.choice);
        let opinion = self.certify.ranks(&plan, &subject)?;
        let on_network = self.network.run(|| OfModel {
            contenders: plan.contenders(subject.timing),
            model: subject.timing.name(),
            clock: subject.clock,
            bytes: plan.job.bytes(),
            root: self.among_ranks.root.unwrap_or(0),
        })?;
        let report = on_network.report();
        let beside = Beside { certificate: opinion.certificate(), network: report.as_ref() };
        let document = json::ranks_studied(&plan, &subject, &study, &beside);
        let schedule = || {
            let schedule = plan.schedule(robust, subject.timing).map_err(|error| refused(&error))?;
            plan.check_order_left_open(robust, &schedule).map_err(bug)?;
            let network = network(ports.machine(), Some(ports.model));
            let simulator = self.simulator().unwrap_or(Simulator::Loggopsim);
            let (predicted, clock) = (robust.time, subject.clock);
            Ok(ForSimulator { schedule, network, simulator, predicted, clock, kind: PlanKind::Ranks })
        };
        let program = Program::new(&schedule, subject.clock);
        let written = self.emit.write_ranks(&requests, &RankEmitted { json: &document, program });
        let result = match format {
            Format::Json => document,
            Format::Text => on_network.text(opinion.text(text::ranks_studied(&plan, &subject, &study))),
        };
        self.timings.tell(start, [("search and ranking", searched)], "files and report");
        written.map(|()| Outcome::Done(result))
    }

    /// Only collectives of MPI on hosts that are alike are executed.
    fn refuse_semantics(&self) -> Step<()> {
        let of_mpi = self.operation.of_mpi().is_some();
        let alike = self.among_ranks.ranks_per_host.is_none() && !self.emit.hosts().is_used();
        if self.simulator().is_none()
            || (of_mpi && alike && !self.machine.is_of_channels()? && !self.machine.is_library())
        {
            return Ok(());
        }
        Err(bad_input(anyhow!(
            "--semantics loggopsim and atlahs go with a collective of MPI under a model of messages, on hosts that are alike \
             with one rank each"
        )))
    }

    /// The simulator by whose rules candidates are ranked, if they are not by the model.
    pub(super) fn simulator(&self) -> Option<Simulator> {
        self.among_ranks.semantics.and_then(SemanticsName::simulator)
    }

    /// The rules by which candidates are executed; refuses what only the model can answer.
    pub(super) fn rules(&self, simulator: Simulator, machine: &Machine, model: PortModel) -> Step<Rules> {
        let goes_with = "--semantics program-order: the model decides";
        self.uncertain.refuse(goes_with)?;
        self.certify.refuse_with("--semantics loggopsim and atlahs")?;
        self.network.refuse(goes_with)?;
        let network = network(machine, Some(model)).map_err(|why| bad_input(anyhow!(why)))?;
        let tick = self.emit.goal_tick(machine.clock)?.length();
        Ok(Rules { network, simulator, tick })
    }

    /// The plan by the model, or by executing candidates.
    fn rank_plan(&self, ports: &Ports, job: RankJob) -> Step<RankPlan> {
        let timing = ports.subject().timing;
        let plan = match self.simulator() {
            None => RankPlan::new(timing, job),
            Some(simulator) => {
                let rules = self.rules(simulator, ports.machine(), ports.model)?;
                let bar = Bar::new("operations");
                let plan = RankPlan::executed(timing, job, rules, &|done, of| bar.show(done, of));
                bar.finish();
                plan
            }
        };
        plan.map_err(|error| match error {
            RankPlanError::NotRepresentable | RankPlanError::TooLargeToExecute { .. } => refused(&error),
            error => bad_input(error),
        })
    }

    fn rank_job(&self) -> Step<RankJob> {
        let (ranks, arguments) = (self.ranks, &self.among_ranks);
        let collective = match self.operation {
            CollectiveName::BCAST => RankCollective::Bcast,
            CollectiveName::REDUCE => RankCollective::Reduce,
            _ => return Err(bad_input(anyhow!("point-to-point goes with --model bgp"))),
        };
        if arguments.non_commutative && collective != RankCollective::Reduce {
            return Err(bad_input(anyhow!("--non-commutative goes with reduce")));
        }
        if arguments.values.is_some() {
            return Err(bad_input(anyhow!("--values goes with a sum")));
        }
        if let Some(root) = arguments.root.filter(|&root| root >= ranks && ranks > 0) {
            let found =
                if ranks == 1 { "the only rank is 0".to_owned() } else { format!("the ranks are 0 to {}", ranks - 1) };
            return Err(bad_input(anyhow!("--root {root} is not a rank: {found}")));
        }
        if let Some(root) = arguments.root.filter(|&root| root > 0 && arguments.non_commutative) {
            return Err(bad_input(anyhow!(
                "--non-commutative goes with --root 0: rank {root} would combine operands from both sides of its own"
            )));
        }
        let operands = if arguments.non_commutative { Operands::RankOrder } else { Operands::AnyOrder };
        let job = RankJob::new(collective, ranks, arguments.bytes).map_err(bad_input)?;
        Ok(job.with_operands(operands))
    }
}
