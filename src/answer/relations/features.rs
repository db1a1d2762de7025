//! The features of requests.

use super::feature::Row;
use super::hosts::are_unequal;
use super::rows::Feature;
use super::rows::rows;
use super::simulators::is_beyond_loggops;
use crate::request::{HostsChoice, Request};
use logpine_models::machine::Machine;

impl Row {
    /// The row of a feature; every feature has one.
    #[must_use]
    pub fn of(feature: Feature) -> &'static Self {
        rows().find(|row| row.feature == feature).expect("every feature has a row")
    }
}

/// The features that a request has.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<Feature>);

impl Features {
    /// The features of a request. Its hosts, if there are any, have to be read.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        let unequal = matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if !hosts.is_alike());
        let said = rows().filter(|row| row.is_given(request)).map(|row| row.feature);
        Self(said.collect()).and(Feature::UnequalHosts, unequal)
    }

    /// The features of a request on a machine. The machine decides if hosts are unequal and if simulators know the model.
    #[must_use]
    pub fn on(machine: &Machine, request: &Request) -> Self {
        let unequal =
            matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if are_unequal(machine, request, hosts));
        let beyond = is_beyond_loggops(machine, request);
        Self::of(request).and(Feature::UnequalHosts, unequal).and(Feature::BeyondLoggops, beyond)
    }

    /// Adds or removes a feature that the request alone does not show.
    #[must_use]
    pub fn and(mut self, feature: Feature, has: bool) -> Self {
        self.0.retain(|&other| other != feature);
        self.0.extend(has.then_some(feature));
        self.0.sort_by_key(|feature| rows().position(|row| row.feature == *feature));
        self
    }

    /// True if a feature is present.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.0.contains(&feature)
    }

    /// Iterates over the features.
    pub fn iter(&self) -> impl Iterator<Item = Feature> {
        self.0.iter().copied()
    }
}
