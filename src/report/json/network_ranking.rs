//! Candidates on a network as JSON.

use super::left_out::LeftOutJson;
use super::{Number, number};
use crate::answer::{Draws, NetworkEntry, NetworkWinner, RankMapping};
use crate::report::NetworkRankingReport;
use crate::tree::families::Parameters;
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// The field `network`; its fields are listed [above](super).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "OnNetwork")]
pub(super) struct NetworkJson<'a> {
    network: &'a str,
    routing: String,
    duplex: &'static str,
    ports: &'static str,
    seeds: &'a [u64],
    candidates: Vec<EntryJson<'a>>,
    winners: Vec<WinnerJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "OnNetworkCandidate")]
struct EntryJson<'a> {
    family: &'static str,
    /// Other families with the same best candidate.
    also: &'a [&'static str],
    parameters: &'a Parameters,
    place: usize,
    predicted: Number,
    identity: Number,
    linear: Number,
    random: DrawsJson,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Draws")]
struct DrawsJson {
    median: Number,
    least: Number,
    greatest: Number,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "OnNetworkWinner")]
struct WinnerJson<'a> {
    mapping: &'static str,
    family: &'static str,
    parameters: &'a Parameters,
    place: usize,
    time: Number,
    is_models: bool,
    models_time: Option<Number>,
    models_slower_percent: Option<f64>,
}

impl<'a> EntryJson<'a> {
    fn new(entry: &'a NetworkEntry, clock: Clock) -> Self {
        let NetworkEntry { family, also, parameters, place, model, identity, linear, random, .. } = entry;
        let Draws { median, least, greatest } = *random;
        let random = [median, least, greatest].map(|time| number(time, clock));
        let [median, least, greatest] = random;
        Self {
            family,
            also,
            parameters,
            place: *place,
            predicted: number(*model, clock),
            identity: number(*identity, clock),
            linear: number(*linear, clock),
            random: DrawsJson { median, least, greatest },
        }
    }
}

impl<'a> WinnerJson<'a> {
    fn new(winner: NetworkWinner<'a>, clock: Clock) -> Self {
        Self {
            mapping: winner.mapping.name(),
            family: winner.entry.family,
            parameters: &winner.entry.parameters,
            place: winner.entry.place,
            time: number(winner.time(), clock),
            is_models: winner.is_models(),
            models_time: winner.models.map(|models| number(models.time(winner.mapping), clock)),
            models_slower_percent: winner.slower_percent(),
        }
    }
}

impl<'a> NetworkJson<'a> {
    pub(super) fn new(report: &NetworkRankingReport<'a>) -> Self {
        let NetworkRankingReport { ranking, network, routing, question, .. } = *report;
        let clock = question.clock;
        let left_out = ranking.left_out.iter().map(|(place, out)| LeftOutJson::new(out).at(*place));
        let winners = RankMapping::ALL.into_iter().filter_map(|mapping| ranking.winner(mapping));
        Self {
            network: network.name(),
            routing: routing.to_string(),
            duplex: question.duplex.name(),
            ports: question.ports.name(),
            seeds: &ranking.seeds,
            candidates: ranking.entries().iter().map(|entry| EntryJson::new(entry, clock)).collect(),
            winners: winners.map(|winner| WinnerJson::new(winner, clock)).collect(),
            left_out: left_out.collect(),
        }
    }
}
