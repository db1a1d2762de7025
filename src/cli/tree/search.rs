//! The fastest tree, on hosts that are alike and with one process each.

use super::{ObjectiveName, OverlayArgs, Pareto, Tree};
use crate::answer::Plan;
use crate::cli::args::Format;
use crate::cli::collective_name::CollectiveName;
use crate::cli::emit::{Emitted, Program, Request};
use crate::cli::goal::ForSimulator;
use crate::cli::machine::ForLeaves;
use crate::cli::on_network::{OfModel, OnNetwork};
use crate::cli::outcome::{Outcome, Step, bad_input, bug, message_to_stderr, refused};
use crate::report::json::{Beside, Shortage};
use crate::report::{Subject, json, text};
use crate::request::{Allocation, Collective, Job, Limits, Objective};
use crate::schedule::build::Waves;
use crate::search::budget;
use crate::search::overlay::{FrontError, SearchError, latency_period_front};
use anyhow::anyhow;
use itertools::Itertools;
use std::time::Instant;

impl Tree {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let job = self.job()?;
        let requests = self.emit.requests()?;
        let chosen = match self.machine.load_for_leaves(job.collective)? {
            ForLeaves::Level(chosen) => chosen,
            ForLeaves::Port(ports) => {
                self.certify.refuse_with("a model of messages")?;
                return self.run_leaves(self.leaf_job(job.collective)?, &requests, &ports, format);
            }
        };
        if self.bytes.is_some() {
            return Err(bad_input(anyhow!(
                "--bytes goes with a model of messages; {} has no sizes: choose another --model",
                chosen.subject().model
            )));
        }
        if let Some(leaves_per_host) = self.overlay.leaves_per_host {
            self.network.refuse("one process a host: a node of a network runs one")?;
            return self.run_leaves_per_host(job, &chosen, leaves_per_host, format);
        }
        // A single leaf has no process that a host would slow down.
        let unequal = |hosts: &&Allocation| !hosts.is_alike() && self.leaves > 1;
        if let Some(hosts) = self.emit.hosts().given()?.filter(unequal) {
            self.network.refuse("hosts that are alike")?;
            return self.run_unequal_leaves(&job, &chosen, &requests, hosts, format);
        }
        let subject = chosen.subject();
        if let Some(pareto) = self.overlay.pareto {
            return front(pareto, &job, &subject, format);
        }
        if self.overlay.within.is_some() {
            self.certify.refuse_with("--within: it is about the fastest tree")?;
        }
        let start = Instant::now();
        let plan = self.plan(job, &subject, &requests)?;
        let searched = start.elapsed();
        plan.check(subject.cost).map_err(bug)?;
        let checked = start.elapsed();
        if !chosen.is_tan() {
            self.uncertain.refuse("--model tan for overlay trees, and with `logpine collective`")?;
        }
        let study = self.uncertain.of_tree(&plan, chosen.machine())?;
        let robust = study.robust.as_ref().map_or_else(|| plan.best(), |robust| &robust.chosen.choice);
        let opinion = self.certify.overlay(&plan, &subject)?;
        let on_network = self.on_network(&plan, &subject)?;
        let report = on_network.report();
        let beside = Beside { certificate: opinion.certificate(), network: report.as_ref() };
        let document = || json::best_studied(&plan, &subject, &study, &beside);
        let waves = self.overlay.waves.unwrap_or(1);
        let schedule = || {
            let built = self.machine.waves(&robust.shape, plan.job.collective, waves)?;
            let later = robust.score.period.checked_mul(waves.saturating_sub(1));
            let predicted = later.and_then(|later| robust.score.time.checked_add(later));
            Ok(ForSimulator::waves(built, predicted, subject.clock))
        };
        let program = Program::new(&schedule, subject.clock);
        let emitted = Emitted { shape: &robust.shape, json: &document, cost: Some(subject.cost), program };
        let written = self.emit.write(&requests, &emitted);
        let result = match format {
            Format::Text => on_network.text(opinion.text(text::best_studied(&plan, &subject, &study))),
            Format::Json => document(),
        };
        self.timings.tell(start, [("search and ranking", searched), ("check", checked)], "files and report");
        written.map(|()| Outcome::Done(result))
    }

    /// One wave over the best tree of every family on the network, if one was given.
    fn on_network(&self, plan: &Plan, subject: &Subject) -> Step<OnNetwork> {
        if plan.job.objective != Objective::Latency {
            self.network.refuse("the time of one wave: without --objective and --waves")?;
        }
        let cost = subject.cost;
        let chosen;
        let kind = match plan.job.collective {
            Collective::Reduce => Waves::Reduce(cost),
            Collective::Multicast => Waves::Multicast(cost),
            Collective::Roundtrip => {
                let [down, up] = [Collective::Multicast, Collective::Reduce].map(|way| self.machine.load(way));
                chosen = (down?, up?);
                Waves::Roundtrip { multicast: chosen.0.cost.as_ref(), reduction: chosen.1.cost.as_ref() }
            }
        };
        self.network.run(|| {
            let (contenders, model, clock) = (plan.contenders(kind), subject.model, subject.clock);
            OfModel { contenders, model, clock, bytes: None, root: 0 }
        })
    }

    /// The best tree of the job that fits on the hosts there are.
    fn plan(&self, job: Job, subject: &Subject, requests: &[Request]) -> Step<Plan> {
        let search = |job: Job, budget: Budget| {
            let plan = match self.overlay.within {
                Some(tolerance) => Plan::within(subject.cost, job, tolerance),
                None => Plan::new(subject.cost, job),
            };
            plan.map_err(|error| no_tree_within(error, &job, subject, budget))
        };
        let plan = search(job, Budget::Option)?;
        let there = self.emit.internal_slots(requests, job.leaves())?;
        let Some(there) = there.filter(|there| there.max_internal() < plan.best().shape.internal_nodes()) else {
            return Ok(plan);
        };
        // What does not fit is then refused, with the number of slots that it lacks.
        if job.objective != Objective::Latency {
            return Ok(plan);
        }
        let processes = if there.slots == 0 { "process" } else { "processes" };
        message_to_stderr(&format!("at most {} internal {processes}: {}", there.max_internal(), there.reason));
        let limits = Limits { max_internal: Some(there.max_internal()), ..job.limits };
        search(job.with_limits(limits), Budget::Hosts(self.emit.hosts().origin()))
    }

    fn job(&self) -> Step<Job> {
        let OverlayArgs { objective, waves, max_fanout, max_height, max_internal, within, pareto, .. } = self.overlay;
        let objective = match (objective, waves) {
            (None | Some(ObjectiveName::Latency), None) => Objective::Latency,
            (Some(ObjectiveName::Period), None) => Objective::Period,
            (None | Some(ObjectiveName::Total), Some(waves)) => Objective::Total { waves },
            (Some(ObjectiveName::Total), None) => {
                return Err(bad_input(anyhow!("--objective total needs --waves W, the number of waves")));
            }
            (Some(_), Some(_)) => {
                return Err(bad_input(anyhow!("--waves goes with --objective total")));
            }
        };
        let budget = if within.is_some() { "--within" } else { "--max-internal" };
        if (within.is_some() || max_internal.is_some()) && (objective != Objective::Latency || is_period(pareto)) {
            return Err(bad_input(anyhow!(
                "{budget} goes with the least latency: without --objective, --waves and --pareto period"
            )));
        }
        let limits = Limits { max_fanout, max_height, max_internal };
        let job =
            Job::new(self.leaves).map_err(bad_input)?.with_collective(self.overlay_collective()?).with_limits(limits);
        job.with_objective(objective).map_err(bad_input)
    }

    fn overlay_collective(&self) -> Step<Collective> {
        match self.collective {
            None | Some(CollectiveName::REDUCE) => Ok(Collective::Reduce),
            Some(CollectiveName::Multicast) => Ok(Collective::Multicast),
            Some(CollectiveName::Roundtrip) => Ok(Collective::Roundtrip),
            Some(CollectiveName::BCAST) => Err(bad_input(anyhow!(
                "a bcast is among ranks: `logpine collective bcast`; over a tree it is a multicast"
            ))),
            Some(other) => {
                let name = other.name();
                let subcommand = other.elsewhere().map_or_else(|| format!("collective {name}"), str::to_owned);
                Err(bad_input(anyhow!("{name} is among ranks: `logpine {subcommand}`")))
            }
        }
    }
}

/// A whole front instead of one tree.
fn front(pareto: Pareto, job: &Job, subject: &Subject, format: Format) -> Step<Outcome> {
    Ok(Outcome::Done(match pareto {
        Pareto::Period => {
            let front = latency_period_front(subject.cost, job).map_err(|error| match error {
                FrontError::Search(error) => no_tree(error, job, subject),
                error => refused(&error),
            })?;
            match format {
                Format::Text => text::front(&front, subject),
                Format::Json => json::front(&front, job, subject),
            }
        }
        Pareto::Internals => {
            let front = budget::front(subject.cost, job).map_err(|error| no_tree(error, job, subject))?;
            match format {
                Format::Text => text::internals(&front, job, subject),
                Format::Json => json::internals(&front, job, subject),
            }
        }
    }))
}

fn is_period(pareto: Option<Pareto>) -> bool {
    matches!(pareto, Some(Pareto::Period))
}

/// What limits the internal processes.
enum Budget {
    /// The option, or nothing.
    Option,
    /// The hosts, which come from there.
    Hosts(String),
}

/// The end of a search without a tree, and which of the limits that were set to raise.
pub(super) fn no_tree(error: SearchError, job: &Job, subject: &Subject) -> Outcome {
    no_tree_within(error, job, subject, Budget::Option)
}

fn no_tree_within(error: SearchError, job: &Job, subject: &Subject, budget: Budget) -> Outcome {
    let more_processes = match budget {
        Budget::Option => "raise --max-internal",
        Budget::Hosts(_) => "list more hosts, or give them more slots",
    };
    let ways_out = match error {
        SearchError::TooLow { .. } => [
            (job.limits.max_height.is_some(), "raise --max-height"),
            (job.limits.max_fanout.is_some(), "raise --max-fanout"),
        ],
        SearchError::NoFanouts => [
            (job.limits.max_fanout.is_some(), "raise --max-fanout"),
            (subject.cost.level(2).is_none(), "extend the machine's table"),
        ],
        SearchError::TooFewProcesses { .. } => {
            [(true, more_processes), (job.limits.max_fanout.is_some(), "raise --max-fanout")]
        }
        SearchError::NotRepresentable => {
            let several = matches!(job.objective, Objective::Total { waves } if waves > 1);
            [(several, "ask for fewer waves"), (false, "")]
        }
        _ => [(false, ""); 2],
    };
    let ways_out = ways_out.into_iter().filter(|&(open, _)| open).map(|(_, way)| way).join(", or ");
    let message = if ways_out.is_empty() { error.to_string() } else { format!("{error}; {ways_out}") };
    let shortage = match error {
        SearchError::TooLow { least_height } => job.limits.max_height.map(|height| Shortage {
            constraint: "--max-height".to_owned(),
            needed: least_height.into(),
            available: height.into(),
        }),
        SearchError::TooFewProcesses { needed, allowed, .. } => {
            let constraint = match budget {
                Budget::Option => "--max-internal".to_owned(),
                Budget::Hosts(origin) => origin,
            };
            Some(Shortage { constraint, needed, available: allowed })
        }
        _ => None,
    };
    let json = json::infeasible(&error, &message, shortage.as_ref());
    Outcome::No { message, json }
}
