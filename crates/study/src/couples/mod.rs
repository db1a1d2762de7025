//! Studies: many couples of a network and a communication scheme, each simulated and measured.
//!
//! From such data Lemeire, Dirkx and Colitti (2008, section 5) learn the properties of network and scheme that decide the
//! time: [`causal`](logpine_causal).

mod knowledge;
mod variable;

pub use knowledge::{knowledge, observations};
pub use variable::Variable;

use crate::Ranges;
use logpine_network::{
    Class, Distances, LinkTimes, Measurements, NetworkError, RouteError, Routes, RoutingRule, Scheme, SchemeClass,
    Spec, Topology, TrafficError, TrafficOptions, simulate,
};
use logpine_text::random::Generator;
use logpine_text::reason::{Reason, reason};
use rayon::prelude::*;
use std::ops::Range;

/// The distribution of couples.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    class: Class,
    scheme: SchemeClass,
    seed: u64,
    /// The ranges of the parameters.
    pub ranges: Ranges,
    /// The options of the simulated messages.
    pub options: TrafficOptions,
    /// The routing rule.
    pub routing: RoutingRule,
}

/// A network and a scheme, with their measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Couple {
    /// The network.
    pub network: Spec,
    /// The scheme.
    pub scheme: Scheme,
    /// The parameters that were drawn.
    pub parameters: Parameters,
    /// The mean distance of two nodes.
    pub avg_distance: f64,
    /// The largest distance of two nodes.
    pub diameter: u32,
    /// All other measurements.
    pub measured: Measurements,
}

/// The parameters of a couple, as far as its network and its scheme have them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters {
    /// The connection degree of the links.
    pub rel_connect: Option<f64>,
    /// The two rings of a torus.
    pub sides: Option<[u32; 2]>,
    /// The mean number of messages per node.
    pub node_msgs: Option<u32>,
    /// The distance by which messages are shifted.
    pub index_shift: Option<u32>,
}

/// Errors of studies.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// Work that was ended early.
    #[error(
        "the study was stopped after {done} of {of} simulations, so there are no factors yet; allow more time, or take smaller or fewer benchmarks, \
         or fewer instances"
    )]
    Stopped {
        /// The number of simulations that were done.
        done: u64,
        /// The number of simulations.
        of: u64,
    },
    /// An invalid network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A network without routes.
    #[error(transparent)]
    Route(#[from] RouteError),
    /// An invalid scheme, a class that is not drawn at random, or too few or too many items.
    #[error(transparent)]
    Refused(#[from] Reason),
    /// Messages that cannot be simulated.
    #[error(transparent)]
    Traffic(#[from] TrafficError),
}

/// The classes with random parameters, those of the paper first and in the order of its tables.
pub const DRAWN_CLASSES: [Class; 7] =
    [Class::Random, Class::Torus, Class::Neighbour, Class::Planar, Class::Star, Class::Ring, Class::Complete];

/// The refusal of a class whose parameters cannot be drawn.
pub(crate) fn not_drawn(class: Class) -> Reason {
    reason!("networks of class {class} are not drawn at random; take {}", DRAWN_CLASSES.map(Class::name).join(", "))
}

impl Study {
    /// Couples of a class of networks and a kind of schemes, with the ranges of the paper.
    ///
    /// # Errors
    /// [`StudyError::Refused`] for classes that are not among [`DRAWN_CLASSES`].
    pub fn new(class: Class, scheme: SchemeClass, seed: u64) -> Result<Self, StudyError> {
        if !DRAWN_CLASSES.contains(&class) {
            return Err(not_drawn(class).into());
        }
        let (ranges, options) = (Ranges::default(), TrafficOptions::default());
        Ok(Self { class, scheme, seed, ranges, options, routing: RoutingRule::default() })
    }

    /// The class of the networks.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }

    /// The kind of the schemes.
    #[must_use]
    pub const fn scheme(&self) -> SchemeClass {
        self.scheme
    }

    /// The seed of the couples.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The couples with these numbers, in their order, computed on all processors. A couple depends on the seed and its
    /// number alone.
    ///
    /// # Errors
    /// The error of the first couple that has one.
    pub fn couples(&self, numbers: Range<u64>) -> Result<Vec<Couple>, StudyError> {
        numbers.into_par_iter().map(|number| self.couple(number)).collect()
    }

    /// The couple with this number.
    ///
    /// # Errors
    /// [`StudyError`].
    pub fn couple(&self, number: u64) -> Result<Couple, StudyError> {
        let mut generator = Generator::stream(self.seed, number);
        let topology = self.ranges.topology(self.class, &mut generator).ok_or_else(|| not_drawn(self.class))?;
        let scheme = self.ranges.scheme(self.scheme, None, &mut generator);
        let parameters = Parameters::of(&topology, scheme);
        let spec = Spec { topology, times: LinkTimes::default() };
        let network = spec.network()?;
        let routes = Routes::new(&network, self.routing)?;
        let measured = simulate(&routes, &scheme.messages(network.endpoints())?, &self.options, &())?;
        let distances = Distances::new(&network).unwrap_or_default();
        Ok(Couple {
            network: spec,
            scheme,
            parameters,
            avg_distance: distances.mean(),
            diameter: distances.diameter,
            measured,
        })
    }

    /// The variables of the couples, in the order of [`Variable::ALL`].
    #[must_use]
    pub fn variables(&self) -> Vec<Variable> {
        Variable::ALL.into_iter().filter(|&variable| self.has(variable)).collect()
    }

    fn has(&self, variable: Variable) -> bool {
        match variable {
            Variable::RelConnect => matches!(self.class, Class::Random | Class::Neighbour | Class::Planar),
            Variable::NodesR1 | Variable::NodesR2 | Variable::NodesDifference => self.class == Class::Torus,
            Variable::NodeMsgs => self.scheme == SchemeClass::Random,
            Variable::IndexShift => self.scheme == SchemeClass::Shift,
            _ => true,
        }
    }
}

impl Parameters {
    fn of(topology: &Topology, scheme: Scheme) -> Self {
        let mut parameters = Self::default();
        match topology {
            Topology::Random(drawn) | Topology::Neighbour(drawn) | Topology::Planar(drawn) => {
                parameters.rel_connect = Some(drawn.rel_connect);
            }
            Topology::Torus { sides } => parameters.sides = sides.as_slice().try_into().ok(),
            _ => {}
        }
        match scheme {
            Scheme::Random { node_msgs, .. } => parameters.node_msgs = Some(node_msgs),
            Scheme::Shift { index_shift, .. } => parameters.index_shift = Some(index_shift),
            _ => {}
        }
        parameters
    }
}
