//! List of the parameters of all models.

use super::{LogpFit, PortFit};
use crate::Estimate;
use logpine_text::units::Bytes;

/// A parameter of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct PortEstimate {
    /// Section and key, followed by the letter if there is one: `loggp.gap g`.
    pub name: String,
    /// The estimate in the unit of the clock; a standard error of 0 means that the error is unknown.
    pub estimate: Estimate,
    /// The suffix after the unit of time: nothing, or `/B`.
    pub unit: &'static str,
}

impl PortFit {
    /// The sections of a profile that the fit fills, without those within a host.
    #[must_use]
    pub fn sections(&self) -> Vec<&'static str> {
        let sections = [
            ("alpha_beta", self.alpha_beta.is_some()),
            ("piecewise", self.piecewise.is_some()),
            ("logp", self.logp.is_some()),
            ("loggp", self.loggp.is_some()),
            ("loggops", self.loggops.is_some()),
            ("plogp", self.plogp.is_some()),
        ];
        sections.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }

    /// The parameters of all models, without tables; parameters that LogGP and LogGOPS share with LogP are listed once.
    #[must_use]
    pub fn estimates(&self) -> Vec<PortEstimate> {
        let mut all = Vec::new();
        let mut add = |name: String, estimate, unit| all.push(PortEstimate { name, estimate, unit });
        if let Some(found) = &self.alpha_beta {
            add("alpha_beta.alpha".to_owned(), found.alpha, "");
            add("alpha_beta.beta".to_owned(), found.beta, "/B");
        }
        for piece in self.piecewise.iter().flat_map(|found| &found.pieces) {
            let sizes = piece.up_to.map_or_else(String::new, |bytes| format!(" up to {}", Bytes(bytes)));
            add(format!("piecewise.alpha{sizes}"), piece.alpha, "");
            add(format!("piecewise.beta{sizes}"), piece.beta, "/B");
        }
        // L, o and g are the same in LogGP and LogP.
        if let Some(found) = self.logp.or(self.loggp.map(|found| found.short)) {
            let section = if self.logp.is_some() { "logp" } else { "loggp" };
            let LogpFit { latency, overhead_send, overhead_receive, gap } = found;
            add(format!("{section}.latency L"), latency, "");
            if overhead_send == overhead_receive {
                add(format!("{section}.overhead o"), overhead_send, "");
            } else {
                add(format!("{section}.overhead_send"), overhead_send, "");
                add(format!("{section}.overhead_receive"), overhead_receive, "");
            }
            add(format!("{section}.gap g"), gap, "");
        }
        if let Some(found) = &self.loggp {
            add("loggp.gap_per_byte G".to_owned(), found.gap_per_byte, "/B");
        }
        if let Some(found) = &self.loggops {
            add("loggops.overhead_per_byte O".to_owned(), found.overhead_per_byte, "/B");
        }
        if let Some(found) = &self.plogp {
            add("plogp.latency L".to_owned(), found.latency, "");
        }
        let within = |found: PortEstimate| PortEstimate { name: format!("within.host.{}", found.name), ..found };
        all.extend(self.within_host.iter().flat_map(|host| host.estimates()).map(within));
        all
    }
}
