//! Options that say what is wanted beside an answer: a second opinion, what uncertainty does, a network.

use super::args::count;
use super::named::Named;
use crate::answer::relations::{EXCLUSIONS, ROWS};
use crate::network::RoutingRule;
use crate::request::{Criterion, Duplex, Ports, Request};
use clap::{Arg, Args};
use std::path::PathBuf;

/// Adds to the long help of an option where it goes, and what it does not go with, by the tables of relations.
pub fn with_relations(argument: Arg) -> Arg {
    let option = format!("--{}", argument.get_long().unwrap_or_default());
    let Some(row) = ROWS.iter().find(|row| row.name == option) else { return argument };
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let excluded = EXCLUSIONS.iter().filter_map(|exclusion| exclusion.beside_of(row.feature));
    let excluded: Vec<String> = excluded.collect();
    let not_with = if excluded.is_empty() { String::new() } else { format!("; not with {}", excluded.join(", ")) };
    argument.long_help(format!("{help}\n\nGoes with {}{not_with}", row.with))
}

/// The second opinion.
#[derive(Debug, Args)]
pub struct CertifyArgs {
    /// A second opinion on the best time by integer programs, for small instances: the latency of an overlay tree, or a
    /// collective whose message cannot be cut (--model logp). Gives up after SECONDS [default: 60].
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    certify: Option<u64>,
}

impl CertifyArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        Request { certify: self.certify, ..request }
    }
}

/// Parameters that are not exactly known.
#[derive(Debug, Args)]
#[command(next_help_heading = "Uncertain parameters")]
pub struct UncertainArgs {
    /// The choice that is best in the worst case, or in the mean, over the ranges that the profile gives: low and high,
    /// or 1.96 standard errors.
    #[arg(long, value_parser = Named::<Criterion>::new(), value_name = "CRITERION")]
    robust: Option<Criterion>,

    /// Shows how far each parameter may move before another choice wins; among ranks also the closed forms of the
    /// literature beside the exact times, and why they differ.
    #[arg(long)]
    explain: bool,
}

impl UncertainArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        Request { robust: self.robust, explain: self.explain, ..request }
    }
}

/// Where the candidates are to live.
#[derive(Debug, Args)]
#[command(next_help_heading = "On a network")]
pub struct NetworkArgs {
    /// Replays the candidates on a network, such as torus:8x8,latency=1us,bandwidth=10GB/s, with ranks mapped to its nodes one
    /// after the other (identity), along a walk (linear) and at random: whether the model's winner is the network's winner.
    /// Also a file or a built-in network. Processors are busy as the model says, how long messages are on their way is up to
    /// the network.
    #[arg(long, value_name = "SPEC|FILE")]
    network: Option<PathBuf>,

    /// How many messages a link carries at a time [default: half].
    #[arg(long, value_parser = Named::<Duplex>::new())]
    duplex: Option<Duplex>,

    /// On how many of its links a node sends, and receives, at a time [default: all].
    #[arg(long, value_parser = Named::<Ports>::new())]
    ports: Option<Ports>,

    /// Which of the shortest paths messages take: lowest-index, random (seed=S after a colon), dimension-order, or insertion, a
    /// rule of logpine's own (a breadth-first tree to each destination, links in the order in which they were added)
    /// [default: lowest-index].
    #[arg(long, value_name = "RULE")]
    routing: Option<RoutingRule>,

    /// The first seed of the random mappings [default: 1].
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    mapping_seed: Option<u64>,
}

impl NetworkArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        Request {
            network: self.network.clone(),
            duplex: self.duplex,
            ports: self.ports,
            routing: self.routing.map(|rule| rule.to_string()),
            mapping_seed: self.mapping_seed,
            ..request
        }
    }
}
