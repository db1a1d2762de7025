//! Options for more than an answer: a second opinion, the effects of uncertainty, a network.

use super::args::count;
use super::named::Named;
use crate::answer::relations::{EXCLUSIONS, ROWS};
use crate::network::RoutingRule;
use crate::request::{Criterion, Duplex, Ports, Request};
use clap::{Arg, Args};
use std::path::PathBuf;

/// Adds to the long help of an option the subjects and models that have it, and the options that it excludes, from the tables of relations.
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
    /// Asks an integer program for a second opinion on a small instance.
    ///
    /// For the latency of an overlay tree, or a collective whose message cannot be cut (--model logp). Gives up after SECONDS, 60 if
    /// none are given.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    #[arg(hide_short_help = true)]
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
pub struct UncertainArgs {
    /// Finds the choice that is best in the worst case, or in the mean, over the ranges that the profile gives: low and high, or 1.96
    /// standard errors.
    #[arg(long, value_parser = Named::<Criterion>::new(), value_name = "CRITERION")]
    #[arg(hide_short_help = true)]
    robust: Option<Criterion>,

    /// Shows how far each parameter may move before another choice wins.
    ///
    /// Among ranks also sets the closed forms of the literature beside the exact times, and says why they differ.
    #[arg(long)]
    explain: bool,
}

impl UncertainArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        Request { robust: self.robust, explain: self.explain, ..request }
    }
}

/// The network on which candidates run.
#[derive(Debug, Args)]
#[command(next_help_heading = "On a network")]
pub struct NetworkArgs {
    /// Replays the candidates on a network: does the model's winner win there too?
    ///
    /// The network is a spec such as torus:8x8,latency=1us,bandwidth=10GB/s, a file, or a built-in one. Ranks are mapped to its nodes
    /// one after the other (identity), along a walk (linear) and at random. The model gives the time that processors are
    /// busy, the network the time that messages travel.
    #[arg(long, value_name = "SPEC|FILE")]
    #[arg(hide_short_help = true)]
    network: Option<PathBuf>,

    /// Number of messages that a link carries at a time: one, or one in each direction [default: half].
    #[arg(long, value_parser = Named::<Duplex>::new())]
    #[arg(hide_short_help = true)]
    duplex: Option<Duplex>,

    /// Number of links on which a node sends, and receives, at a time [default: all].
    #[arg(long, value_parser = Named::<Ports>::new())]
    #[arg(hide_short_help = true)]
    ports: Option<Ports>,

    /// Rule for choosing among shortest paths: lowest-index, random (with seed=S after a colon), dimension-order, or insertion
    /// [default: lowest-index].
    ///
    /// Insertion is a rule of logpine's own: a breadth-first tree to each destination, with links in the order in which they were added.
    #[arg(long, value_name = "RULE")]
    #[arg(hide_short_help = true)]
    routing: Option<RoutingRule>,

    /// First seed of the random mappings [default: 1].
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
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
