//! The candidates of an answer on a physical network.

use super::asked::Asked;
use crate::answer::costs::{ModelChoice, NodeCosts};
use crate::answer::{Answer, Contender, Found, NetworkQuestion, NetworkRanking, NetworkRankingError, OnNetwork, Plan};
use crate::request::{Collective, No, Refusal, Request, Shortage};
use logpine_collectives::schedule::build::Waves;
use logpine_netfiles::network::Loaded;
use logpine_network::{MappingError, Network, Routes, RoutingRule};
use logpine_trees::tree::families::LeftOutReason;

impl Asked<'_> {
    /// The answer with its candidates on the network and a second opinion, if these are asked for.
    pub(super) fn with_network(&self, found: Found) -> Result<Answer, Refusal> {
        let mut answer = self.with_opinion(found)?;
        if let Some(spec) = &self.request.network {
            let Loaded { network, notes, .. } = logpine_netfiles::network::load(spec).map_err(Refusal::invalid)?;
            answer.notes.extend(notes.into_iter().map(|note| format!("note: {note}")));
            let ranking = self.on_network(&answer.found, network)?;
            answer.network = Some(ranking);
        }
        Ok(answer)
    }

    /// Replays the candidates on the network.
    fn on_network(&self, found: &Found, network: Network) -> Result<OnNetwork, Refusal> {
        let Request { root, duplex, ports, mapping_seed, ref routing, .. } = *self.request;
        let routing = match routing {
            Some(rule) => rule.parse().map_err(Refusal::invalid)?,
            None => RoutingRule::default(),
        };
        let among_ranks = matches!(found, Found::Ranks { .. } | Found::Stages { .. });
        let question = NetworkQuestion {
            clock: self.machine.clock,
            // Ranks on a network fit 32 bits.
            root: root.filter(|_| among_ranks).and_then(|root| u32::try_from(root).ok()).unwrap_or(0),
            duplex: duplex.unwrap_or_default(),
            ports: ports.unwrap_or_default(),
            seed: mapping_seed.unwrap_or(1),
        };
        let routes = Routes::on_demand(&network, routing, network.endpoints()).map_err(Refusal::invalid)?;
        let ranked = |contenders: &[Contender<'_>]| {
            NetworkRanking::new(contenders, &routes, &question).map_err(|error| match error {
                NetworkRankingError::Mapping(MappingError::TooManyRanks { ranks, endpoints }) => {
                    let constraint = "--network".to_owned();
                    Refusal::short(&error, Shortage { constraint, needed: ranks, available: endpoints.into() })
                }
                error => Refusal::invalid(error),
            })
        };
        let ranking = match found {
            Found::Tree { plan, costs, .. } => self.waves_of(plan, costs, &ranked)?,
            Found::Leaves { plan, costs } => ranked(&plan.contenders(costs.timing.as_ref()))?,
            Found::Ranks { plan, costs, .. } => ranked(&plan.contenders(costs.timing.as_ref()))?,
            Found::Stages { plan, costs, .. } => match costs.view().cost().ports() {
                Some(timing) => ranked(&plan.contenders(timing))?,
                None => ranked(&[])?,
            },
            _ => ranked(&[])?,
        };
        nothing_ran(&ranking, &network)?;
        Ok(OnNetwork { network, routing, question, ranking })
    }

    /// One wave over the best tree of every family.
    fn waves_of(
        &self,
        plan: &Plan,
        costs: &NodeCosts,
        ranked: &dyn Fn(&[Contender<'_>]) -> Result<NetworkRanking, Refusal>,
    ) -> Result<NetworkRanking, Refusal> {
        let cost = costs.cost.as_ref();
        match plan.job.collective {
            Collective::Reduce => ranked(&plan.contenders(Waves::Reduce(cost))),
            Collective::Multicast => ranked(&plan.contenders(Waves::Multicast(cost))),
            Collective::Roundtrip => {
                let way = |way| ModelChoice::from(self.request).of_nodes(self.machine, way);
                let (down, up) = (way(Collective::Multicast)?, way(Collective::Reduce)?);
                let (multicast, reduction) = (down.cost.as_ref(), up.cost.as_ref());
                ranked(&plan.contenders(Waves::Roundtrip { multicast, reduction }))
            }
        }
    }
}

/// Refuses a ranking without entries, with the reason why the model's winner did not run and a way out.
fn nothing_ran(ranking: &NetworkRanking, network: &Network) -> Result<(), Refusal> {
    let Some((_, first)) = ranking.left_out.first().filter(|_| ranking.entries().is_empty()) else { return Ok(()) };
    let way_out = match first.reason {
        LeftOutReason::TooManyHops { .. } => "take fewer ranks, or a network on which they are fewer hops apart",
        _ => "take another network",
    };
    let message = format!(
        "no candidate can run on {}: {}, the model's winner: {}; {way_out}, or leave --network out",
        network.name(),
        first.family,
        first.reason
    );
    let shortage = match first.reason {
        LeftOutReason::TooManyHops { hops, left, .. } => {
            Some(Shortage { constraint: "hops".to_owned(), needed: hops, available: left })
        }
        _ => None,
    };
    Err(Refusal::No(No::new(&message, shortage)))
}
