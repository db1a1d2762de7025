//! `logpine network simulate`: the time of messages, or of a plan, on a network.

use super::nvlinks::NvLinkArgs;
use super::show::is_drawable;
use crate::cli::args::{Format, size};
use crate::cli::colour::reported;
use crate::cli::goal::GoalArgs;
use crate::cli::mpi::refuse_given;
use crate::cli::named::Named;
use crate::cli::outcome::{Outcome, Step, bad_input, message_to_stderr, refused};
use crate::cli::progress::{Bar, LimitArgs};
use crate::cli::{input, simulate};
use crate::report::network::{NetworkSimulation, Simulated};
use crate::report::text::CommandLine;
use crate::report::{json, text};
use crate::request::Refusal;
use anyhow::{Context, anyhow};
use clap::{ArgGroup, Args};
use logpine_netfiles::network::{Loaded, load_described};
use logpine_network::{
    self, Distances, Duplex, MappingError, MappingRule, Network, NodeMapping, PlanError, PlanOptions, Ports,
    RouteError, Routes, RoutingRule, Scheme, TrafficError, TrafficOptions,
};
use logpine_text::excerpt::short;
use logpine_text::input::InputLimit;
use logpine_text::units::{Clock, Time};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Sends messages over a network, hop by hop: when the last arrives, and where messages wait.
///
/// Takes a communication scheme, whose messages are all ready at the start, or a plan, whose ranks do their operations in
/// listed order.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("traffic").required(true))]
#[command(after_help = "\
Examples:
  logpine network simulate --network torus:8x8 --scheme all-to-all
  logpine network simulate --network ring:25 --scheme random:25,seed=3 --duplex full
  logpine simulate --machine bgp --ranks 64 --bytes 64KiB --emit goal -o plan.goal
  logpine network simulate --network torus:8x8,latency=100ns,per_byte=0.1ns/B --plan plan.goal --mapping linear")]
pub struct Simulate {
    /// The network: CLASS:PARAMETERS, such as torus:8x8, a file, or a built-in one (`logpine list networks`).
    #[arg(long, value_name = "SPEC|FILE")]
    network: PathBuf,

    #[command(flatten)]
    nvlinks: NvLinkArgs,

    /// The messages: random:N (N a node on average; seed=S), one-to-all, one-to-all:ROOT, all-to-all or shift:S.
    #[arg(long, value_name = "SPEC", group = "traffic")]
    scheme: Option<Scheme>,

    /// A GOAL schedule, as text (.goal) or packed (.bin), or - for standard input.
    #[arg(long, value_name = "FILE", group = "traffic")]
    plan: Option<PathBuf>,

    /// The node of every rank: identity, linear (along a walk), random (seed=S after a colon), or a file that lists the nodes, or
    /// has a line `RANK NODE` for each rank [default: identity].
    #[arg(long, value_name = "RULE|FILE", requires = "plan")]
    mapping: Option<PathBuf>,

    /// The size of each message of a scheme, such as 8, 64KiB or 1GB [default: 0].
    #[arg(long, value_parser = size, value_name = "SIZE", allow_negative_numbers = true, conflicts_with = "plan")]
    bytes: Option<u64>,

    /// Number of messages that a link carries at a time.
    #[arg(long, value_parser = Named::<Duplex>::new(), default_value = "half")]
    duplex: Duplex,

    /// Number of links on which a node sends, and receives, at a time.
    #[arg(long, value_parser = Named::<Ports>::new(), default_value = "all")]
    ports: Ports,

    /// Rule that chooses among shortest paths: lowest-index, random (seed=S after a colon), dimension-order, or insertion, a
    /// rule of logpine's own (a breadth-first tree to each destination, links in the order in which they were added).
    #[arg(long, value_name = "RULE", default_value_t = RoutingRule::LowestIndex)]
    routing: RoutingRule,

    /// Time a rank of a plan is busy with a message before the network has it [default: 0].
    #[arg(long, value_name = "TIME", requires = "plan", allow_hyphen_values = true)]
    overhead_send: Option<String>,

    /// Time a rank of a plan is busy with a message after it has arrived [default: 0].
    #[arg(long, value_name = "TIME", requires = "plan", allow_hyphen_values = true)]
    overhead_receive: Option<String>,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    limit: LimitArgs,
}

impl Simulate {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let bar = Bar::within("", self.limit);
        let loaded = bar.around("reading the network", || load_described(&self.network, &self.nvlinks.untold()));
        let Loaded { network, notes, .. } = loaded.map_err(bad_input)?;
        let bar = bar.again("");
        for note in &notes {
            message_to_stderr(&format!("note: {note}"));
        }
        match (self.scheme, &self.plan) {
            (Some(scheme), _) => {
                let bar = bar.again("destinations");
                let routes = bar.around("finding routes", || Routes::watched(&network, self.routing, &bar));
                let routes = routes.map_err(|error| match error {
                    RouteError::Stopped { .. } => Refusal::stopped(&error).into(),
                    error => bad_input(error),
                })?;
                self.scheme(format, &routes, scheme, bar)
            }
            (None, Some(plan)) => self.plan(format, &network, plan, bar),
            (None, None) => Err(bad_input(anyhow!("give a --scheme or a --plan"))),
        }
    }

    fn scheme(&self, format: Format, routes: &Routes, scheme: Scheme, bar: Bar) -> Step<Outcome> {
        // What a group requires, clap does not ask of its members' options.
        let of_plans = [
            ("--goal-tick", self.goal.length().is_some()),
            ("--mapping", self.mapping.is_some()),
            ("--overhead-send", self.overhead_send.is_some()),
            ("--overhead-receive", self.overhead_receive.is_some()),
        ];
        refuse_given(of_plans, "--plan")?;
        let bytes = self.bytes.unwrap_or(0);
        let options = TrafficOptions { duplex: self.duplex, ports: self.ports, bytes };
        let endpoints = routes.network().endpoints();
        scheme.check(endpoints).map_err(bad_input)?;
        logpine_network::check_memory(routes.network(), scheme.most_messages(endpoints), &options)
            .map_err(|error| refused(&error))?;
        let bar = bar.again("");
        let messages = bar.around("listing messages", || scheme.messages(endpoints)).map_err(bad_input)?;
        let bar = bar.again("hops");
        let measured = bar.around("simulating", || logpine_network::simulate(routes, &messages, &options, &bar));
        let measured = measured.map_err(no_time)?;
        Ok(self.report(format, routes, Simulated::Scheme { scheme, bytes, measurements: &measured }))
    }

    fn plan(&self, format: Format, network: &Network, plan: &Path, bar: Bar) -> Step<Outcome> {
        let clock = network.clock();
        let schedule = simulate::read(plan, self.goal.tick(clock)?)?;
        let given = self.mapping.as_deref().unwrap_or(Path::new("identity"));
        let mapping = mapping(network, schedule.ranks(), given)?;
        let given = given.to_string_lossy();
        // Only nodes with ranks get messages.
        let routes = Routes::on_demand(network, self.routing, schedule.ranks()).map_err(bad_input)?;
        let options = PlanOptions {
            duplex: self.duplex,
            ports: self.ports,
            overhead_send: overhead("--overhead-send", self.overhead_send.as_deref(), clock)?,
            overhead_receive: overhead("--overhead-receive", self.overhead_receive.as_deref(), clock)?,
        };
        let bar = bar.again("hops");
        let executed =
            bar.around("simulating", || logpine_network::execute(&schedule, &routes, &mapping, &options, &bar));
        let executed = executed.map_err(|error| match error {
            error @ PlanError::RankCount { .. } => bad_input(anyhow!("--mapping {given}: {error}")),
            PlanError::Traffic(error) => no_time(error),
            error => refused(&error),
        })?;
        let name = if plan.as_os_str() == "-" { "standard input".to_owned() } else { plan.display().to_string() };
        Ok(self.report(format, &routes, Simulated::Plan { name: &name, mapping: &given, executed: &executed }))
    }

    fn report(&self, format: Format, routes: &Routes, simulated: Simulated) -> Outcome {
        let report = NetworkSimulation {
            network: routes.network(),
            distances: Distances::new(routes.network()),
            routing: routes.rule(),
            duplex: self.duplex,
            ports: self.ports,
            simulated,
        };
        reported(
            format,
            || {
                let name = self.network.to_string_lossy();
                let words = ["logpine", "network", "show", &name].into_iter().chain(self.nvlinks.words());
                let picture = CommandLine::new(words).filter(|_| is_drawable(routes.network()));
                let picture = picture.map(|command| command.with("--emit svg -o network.svg"));
                let mut page = text::network_simulation(&report);
                page.next([picture]);
                page
            },
            || json::network_simulation(&report),
        )
    }
}

/// The reason why messages have no time.
fn no_time(error: TrafficError) -> Outcome {
    match error {
        TrafficError::Stopped { .. } => Refusal::stopped(&error).into(),
        error => refused(&error),
    }
}

fn overhead(option: &str, text: Option<&str>, clock: Clock) -> Step<Time> {
    let time = text.filter(|&text| text != "0").map_or(Ok(Time::ZERO), |text| Time::parse(text, clock));
    time.map_err(|error| bad_input(anyhow!("{option}: {error}")))
}

/// The nodes of ranks by a rule, or as a file lists them: their names or numbers, with blanks or line ends between them, or a
/// line `RANK NODE` for each rank; what follows a # is left out.
fn mapping(network: &Network, ranks: u32, path: &Path) -> Step<NodeMapping> {
    let given = &*path.to_string_lossy();
    let unknown = match given.parse::<MappingRule>() {
        Ok(rule) => return NodeMapping::new(network, ranks, rule).map_err(unmapped),
        Err(error) => error,
    };
    if !path.exists() {
        return Err(bad_input(anyhow!("{unknown}, or the path of a file that lists the nodes")));
    }
    let bytes = input::read(path, InputLimit::MAPPING)?;
    let text = String::from_utf8(bytes).with_context(|| format!("{given} is not text"))?;
    let names: HashMap<String, u32> = (0..network.nodes()).map(|node| (network.label(node), node)).collect();
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let lines: Vec<(usize, Vec<&str>)> = lines
        .map(|(line, text)| (line, text.split('#').next().unwrap_or_default().split_whitespace().collect()))
        .filter(|(_, words): &(usize, Vec<&str>)| !words.is_empty())
        .collect();
    // As `--emit mapping` writes it: a rank and its node in each line.
    let has_ranks = lines.len() == ranks as usize && lines.iter().all(|(_, words)| words.len() == 2);
    let mut nodes = Vec::new();
    let mut of_ranks: Vec<Option<u32>> = vec![None; if has_ranks { ranks as usize } else { 0 }];
    for (line, words) in &lines {
        let node = |name: &str| {
            let node = names.get(name).copied();
            node.ok_or_else(|| bad_input(anyhow!("{given}:{line}: there is no node {}", short(name))))
        };
        if !has_ranks {
            for name in words {
                nodes.push(node(name)?);
            }
            continue;
        }
        let rank = words[0].parse::<usize>().ok().and_then(|rank| of_ranks.get_mut(rank)).filter(|rank| rank.is_none());
        let rank = rank.ok_or_else(|| {
            bad_input(anyhow!(
                "{given}:{line}: `{}` is not the number of a rank without a line so far; write a rank from 0 to {} and its node",
                short(words[0]),
                ranks.saturating_sub(1)
            ))
        })?;
        *rank = Some(node(words[1])?);
    }
    nodes.extend(of_ranks.into_iter().flatten());
    if nodes.len() != ranks as usize {
        let listed = nodes.len();
        return Err(bad_input(anyhow!("{given} lists {listed} nodes, and the plan has {ranks} ranks: each needs one")));
    }
    NodeMapping::listed(network, nodes).with_context(|| given.to_owned()).map_err(Outcome::from)
}

/// A network that is too small is a no, as hosts with too few slots are.
fn unmapped(error: MappingError) -> Outcome {
    match error {
        MappingError::TooManyRanks { .. } => refused(&error),
        error => bad_input(error),
    }
}
