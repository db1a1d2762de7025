//! The features that a request has, and where they go.

use super::feature::{Feature, Row};
use super::hosts::are_unequal;
use super::rows::ROWS;
use super::simulators::is_beyond_loggops;
use crate::machine::Machine;
use crate::request::{HostsChoice, Request};

impl Row {
    /// The row of a feature; every feature has one.
    #[must_use]
    pub fn of(feature: Feature) -> &'static Self {
        ROWS.iter().find(|row| row.feature == feature).expect("every feature has a row")
    }
}

/// The features that a request has.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<Feature>);

impl Features {
    /// Those of a request whose hosts, if there are any, are read.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        let unequal = matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if !hosts.is_alike());
        let said = ROWS.iter().filter(|row| (row.given)(request)).map(|row| row.feature);
        Self(said.collect()).and(Feature::UnequalHosts, unequal)
    }

    /// The same on a machine, which says what messages inside hosts cost, and whose model simulators may not know.
    #[must_use]
    pub fn on(machine: &Machine, request: &Request) -> Self {
        let unequal =
            matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if are_unequal(machine, request, hosts));
        let beyond = is_beyond_loggops(machine, request);
        Self::of(request).and(Feature::UnequalHosts, unequal).and(Feature::BeyondLoggops, beyond)
    }

    /// The same with a feature that the request alone does not show, or without it.
    #[must_use]
    pub fn and(mut self, feature: Feature, has: bool) -> Self {
        self.0.retain(|&other| other != feature);
        self.0.extend(has.then_some(feature));
        self.0.sort_by_key(|feature| ROWS.iter().position(|row| row.feature == *feature));
        self
    }

    /// Whether a feature is among them.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.0.contains(&feature)
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Feature> {
        self.0.iter().copied()
    }
}
