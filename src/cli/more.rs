//! Options for more than an answer: a second opinion, the effects of uncertainty, a network.

use super::args::count;
use super::named::Named;
use crate::answer::relations::{EXCLUSIONS, Row, Subject, rows};
use crate::network::RoutingRule;
use crate::request::{Criterion, Duplex, Ports, Request};
use clap::{Arg, Args};
use itertools::Itertools;
use std::path::PathBuf;

/// Adds to the long help of an option of a subcommand, from the tables of relations, the subjects and models that have it, and the
/// options that it excludes, both among those of the subcommand. Hides an option that none of its subjects has.
pub fn with_relations(argument: Arg, subjects: &[Subject]) -> Arg {
    let option = format!("--{}", argument.get_long().unwrap_or_default());
    let Some(row) = rows().find(|row| row.name == option) else { return argument };
    if !is_of(row, subjects) {
        return argument.hide(true);
    }
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let is_known = |feature| is_of(Row::of(feature), subjects);
    let excluded = EXCLUSIONS.iter().filter_map(|exclusion| {
        let other = exclusion.other_than(row.feature).filter(|&other| is_known(other))?;
        exclusion.beside.is_none_or(is_known).then(|| exclusion.named(other))
    });
    let excluded: Vec<String> = excluded.collect();
    let not_with = (!excluded.is_empty()).then(|| format!("not with {}", excluded.join(", ")));
    let relations: Vec<String> = goes_with(row, subjects).into_iter().chain(not_with).collect();
    let mut line = relations.join("; ");
    if line.is_empty() {
        return argument;
    }
    line[..1].make_ascii_uppercase();
    argument.long_help(format!("{help}\n\n{line}"))
}

/// True if one of the subjects has the feature.
fn is_of(row: &Row, subjects: &[Subject]) -> bool {
    subjects.iter().any(|&subject| subject.models().iter().any(|&model| row.has(subject, model)))
}

/// The subjects and models with which an option of a subcommand can be used; `None` if it always can.
fn goes_with(row: &Row, subjects: &[Subject]) -> Option<String> {
    let has_all = |&subject: &Subject| subject.models().iter().all(|&model| row.has(subject, model));
    if subjects.iter().all(has_all) {
        return None;
    }
    let of_trees = subjects.contains(&Subject::Tree);
    let parts = row.with.split(", and with ").flat_map(|words| words.split(", with "));
    let is_here = |words: &&str| (words.contains("overlay tree") || words.contains("logpine tree")) == of_trees;
    let parts: Vec<&str> = parts.filter(is_here).collect();
    // Words that name no subject are true of all.
    let parts = if parts.is_empty() { vec![row.with] } else { parts };
    let mut words = parts.into_iter().map(|words| {
        let words = words.split_once(": `logpine tree` with ").map_or(words, |(_, models)| models);
        // The rest is advice to those who chose wrongly.
        let words = words.split_once(": leave ").map_or(words, |(subjects, _)| subjects);
        words
            .trim_start_matches("overlay trees under ")
            .trim_start_matches("`logpine tree` and ")
            .replace(" for overlay trees", "")
    });
    Some(format!("for {}", words.join(", and for ")))
}

/// The second opinion.
#[derive(Debug, Args)]
pub struct CertifyArgs {
    /// Asks an integer program for a second opinion on a small instance.
    ///
    /// It covers the latency of one wave, or of one message that cannot be cut. Gives up after SECONDS, 60 if none are given.
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
    /// The network is a spec such as torus:8x8,latency=1us,bandwidth=10GB/s, a file, or a built-in one. Processes are mapped to its nodes
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
