//! Candidates on a network as JSON.

use super::parts::LeftOutJson;
use crate::answer::{NetworkEntry, NetworkWinner, RankMapping};
use crate::report::NetworkRankingReport;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
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
    candidates: &'a [NetworkEntry],
    winners: Vec<WinnerJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "OnNetworkWinner")]
struct WinnerJson<'a> {
    mapping: &'static str,
    family: &'static str,
    parameters: &'a Parameters,
    place: usize,
    time: Time,
    is_models: bool,
    models_time: Option<Time>,
    models_slower_percent: Option<f64>,
}

impl<'a> WinnerJson<'a> {
    fn new(winner: NetworkWinner<'a>) -> Self {
        Self {
            mapping: winner.mapping.name(),
            family: winner.entry.family,
            parameters: &winner.entry.parameters,
            place: winner.entry.place,
            time: winner.time(),
            is_models: winner.is_models(),
            models_time: winner.models.map(|models| models.time(winner.mapping)),
            models_slower_percent: winner.slower_percent(),
        }
    }
}

impl<'a> NetworkJson<'a> {
    pub(super) fn new(report: &NetworkRankingReport<'a>) -> Self {
        let NetworkRankingReport { ranking, network, routing, question, .. } = *report;
        let left_out = ranking.left_out.iter().map(|(place, out)| LeftOutJson::new(out).at(*place));
        let winners = RankMapping::ALL.into_iter().filter_map(|mapping| ranking.winner(mapping));
        Self {
            network: network.name(),
            routing: routing.to_string(),
            duplex: question.duplex.name(),
            ports: question.ports.name(),
            seeds: &ranking.seeds,
            candidates: ranking.entries(),
            winners: winners.map(WinnerJson::new).collect(),
            left_out: left_out.collect(),
        }
    }
}
