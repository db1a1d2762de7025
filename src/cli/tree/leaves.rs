//! The fastest tree under a model of messages between ranks.

use super::{OverlayArgs, Tree};
use crate::answer::{LeafPlan, RankPlanError};
use crate::cli::args::Format;
use crate::cli::emit::{Emitted, Program, Request};
use crate::cli::goal::{ForSimulator, PlanKind, network};
use crate::cli::machine::Ports;
use crate::cli::on_network::OfModel;
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use crate::report::json::Beside;
use crate::report::{json, text};
use crate::request::{Collective, LeafJob};
use crate::schedule::replay::Simulator;
use anyhow::anyhow;
use std::time::Instant;

impl Tree {
    /// The fastest tree for one message to or from a number of leaves.
    pub(super) fn run_leaves(
        &self,
        job: LeafJob,
        requests: &[Request],
        ports: &Ports,
        format: Format,
    ) -> Step<Outcome> {
        self.uncertain.refuse("--model tan for overlay trees, and with `logpine collective`")?;
        let subject = ports.subject();
        if self.emit.hosts().given()?.is_some_and(|hosts| !hosts.is_alike()) {
            return Err(bad_input(anyhow!(
                "hosts with different factors go with --model tan, or with `logpine collective`"
            )));
        }
        let start = Instant::now();
        let plan = LeafPlan::new(subject.timing, job).map_err(|error| match error {
            RankPlanError::NotRepresentable => refused(&error),
            error => bad_input(error),
        })?;
        let searched = start.elapsed();
        let on_network = self.network.run(|| OfModel {
            contenders: plan.contenders(subject.timing),
            model: subject.timing.name(),
            clock: subject.clock,
            bytes: plan.job.bytes(),
            root: 0,
        })?;
        let report = on_network.report();
        let beside = Beside { network: report.as_ref(), ..Beside::default() };
        let document = || json::leaves(&plan, &subject, &beside);
        let schedule = || {
            let schedule = plan.schedule(plan.best(), subject.timing).map_err(|error| refused(&error))?;
            let network = network(ports.machine(), Some(ports.model));
            let (simulator, predicted, clock) = (Simulator::Loggopsim, plan.best().score.time, subject.clock);
            Ok(ForSimulator { schedule, network, simulator, predicted, clock, kind: PlanKind::Other })
        };
        let shape = &plan.best().shape;
        let program = Program::new(&schedule, subject.clock);
        let emitted = Emitted { shape, json: &document, cost: None, program };
        let written = self.emit.write(requests, &emitted);
        let result = match format {
            Format::Text => on_network.text(text::leaves(&plan, &subject)),
            Format::Json => document(),
        };
        self.timings.tell(start, [("search and ranking", searched)], "files and report");
        written.map(|()| Outcome::Done(result))
    }

    /// The job: nothing but the time of one message is searched, and without limits.
    pub(super) fn leaf_job(&self, collective: Collective) -> Step<LeafJob> {
        let OverlayArgs {
            objective, waves, pareto, max_fanout, max_height, max_internal, within, leaves_per_host, ..
        } = self.overlay;
        let given = [
            ("--objective", objective.is_some()),
            ("--waves", waves.is_some()),
            ("--pareto", pareto.is_some()),
            ("--max-fanout", max_fanout.is_some()),
            ("--max-height", max_height.is_some()),
            ("--leaves-per-host", leaves_per_host.is_some()),
            ("--max-internal", max_internal.is_some()),
            ("--within", within.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(bad_input(anyhow!(
                "{option} goes with --model tan; the other models find the fastest tree for one message"
            ))),
            None => LeafJob::new(collective, self.leaves, self.bytes).map_err(bad_input),
        }
    }
}
