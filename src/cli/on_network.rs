//! `--network` of `tree` and `collective`: the candidates on a physical network.

use crate::answer::{Contender, NetworkQuestion, NetworkRanking, NetworkRankingError, NotRunReason};
use crate::cli::args::count;
use crate::cli::mpi::refuse_given;
use crate::cli::network::{DuplexName, PortsName, load};
use crate::cli::outcome::{Outcome, Step, bad_input, short};
use crate::network::{MappingError, Network, Routes, RoutingRule};
use crate::report::json::Shortage;
use crate::report::{NetworkRankingReport, json, text};
use crate::units::Clock;
use clap::Args;
use std::path::PathBuf;

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
    #[arg(long, value_enum, requires = "network")]
    duplex: Option<DuplexName>,

    /// On how many of its links a node sends, and receives, at a time [default: all].
    #[arg(long, value_enum, requires = "network")]
    ports: Option<PortsName>,

    /// Which of the shortest paths messages take: lowest-index, random (seed=S after a colon), dimension-order, or insertion, a
    /// rule of logpine's own (a breadth-first tree to each destination, links in the order in which they were added)
    /// [default: lowest-index].
    #[arg(long, value_name = "RULE", requires = "network")]
    routing: Option<RoutingRule>,

    /// The first seed of the random mappings [default: 1].
    #[arg(long, value_parser = count, value_name = "N", requires = "network", allow_negative_numbers = true)]
    mapping_seed: Option<u64>,
}

/// What the candidates are of.
pub struct OfModel<'a> {
    pub contenders: Vec<Contender<'a>>,
    pub model: &'a str,
    pub clock: Clock,
    pub bytes: Option<u64>,
    pub root: u64,
}

/// The candidates on a network, if one was given.
pub struct OnNetwork {
    given: Option<Given>,
}

struct Given {
    network: Network,
    routing: RoutingRule,
    question: NetworkQuestion,
    ranking: NetworkRanking,
    model: String,
    bytes: Option<u64>,
}

impl NetworkArgs {
    /// Whether a network was given.
    pub const fn is_given(&self) -> bool {
        self.network.is_some()
    }

    /// Refuses the option where nothing can run on a network.
    pub fn refuse(&self, goes_with: &str) -> Step<()> {
        refuse_given([("--network", self.is_given())], goes_with)
    }

    /// Replays the candidates on the network, if there is one.
    pub fn run<'a>(&self, of_model: impl FnOnce() -> OfModel<'a>) -> Step<OnNetwork> {
        let Some(spec) = &self.network else { return Ok(OnNetwork { given: None }) };
        let OfModel { contenders, model, clock, bytes, root } = of_model();
        let network = load(spec)?.network;
        let routing = self.routing.unwrap_or_default();
        let question = NetworkQuestion {
            clock,
            // Ranks that fit on a network are 32 bits.
            root: u32::try_from(root).unwrap_or(0),
            duplex: self.duplex.map(Into::into).unwrap_or_default(),
            ports: self.ports.map(Into::into).unwrap_or_default(),
            seed: self.mapping_seed.unwrap_or(1),
        };
        let routes = Routes::on_demand(&network, routing, network.endpoints()).map_err(bad_input)?;
        let ranking = NetworkRanking::new(&contenders, &routes, &question).map_err(|error| match error {
            NetworkRankingError::Mapping(MappingError::TooManyRanks { ranks, endpoints }) => short(
                &error,
                &Shortage { constraint: "--network".to_owned(), needed: ranks, available: endpoints.into() },
            ),
            error => bad_input(error),
        })?;
        nothing_ran(&ranking, &network)?;
        let model = model.to_owned();
        Ok(OnNetwork { given: Some(Given { network, routing, question, ranking, model, bytes }) })
    }
}

/// Where no candidate ran there is no answer: why the model's winner did not, and a way out.
fn nothing_ran(ranking: &NetworkRanking, network: &Network) -> Step<()> {
    let Some(first) = ranking.left_out.first().filter(|_| ranking.entries().is_empty()) else { return Ok(()) };
    let way_out = match first.reason {
        NotRunReason::TooLong { .. } => "take fewer ranks, or a network on which they are fewer hops apart",
        _ => "take another network",
    };
    let message = format!(
        "no candidate can run on {}: {}, the model's winner: {}; {way_out}, or leave --network out",
        network.name(),
        first.family,
        first.reason
    );
    let shortage = match first.reason {
        NotRunReason::TooLong { hops, left, .. } => {
            Some(Shortage { constraint: "hops".to_owned(), needed: hops, available: left })
        }
        _ => None,
    };
    let json = json::refused(&message, shortage.as_ref());
    Err(Outcome::No { message, json })
}

impl OnNetwork {
    /// The candidates on the network.
    pub fn report(&self) -> Option<NetworkRankingReport<'_>> {
        self.given.as_ref().map(Given::report)
    }

    /// The text with the candidates on the network.
    pub fn text(&self, text: String) -> String {
        match &self.given {
            Some(given) => text + &text::network_ranking(&given.report()),
            None => text,
        }
    }
}

impl Given {
    fn report(&self) -> NetworkRankingReport<'_> {
        let Self { network, routing, question, ranking, model, bytes } = self;
        NetworkRankingReport { ranking, network, routing: *routing, question: *question, model, bytes: *bytes }
    }
}
