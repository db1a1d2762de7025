//! The simulations behind the factors.

use super::FactorQuestion;
use crate::network::draw::Ranges;
use crate::network::{
    Class, LinkTimes, Message, Network, Routes, RoutingRule, SchemeClass, Spec, StudyError, TrafficOptions, simulate,
};
use crate::random::Generator;
use rayon::prelude::*;
use std::ops::Range;

/// One benchmark and the instances of all classes, every scheme simulated on every network.
#[derive(Debug)]
pub(super) struct Set {
    /// Times in units, of each network those of all schemes. The benchmark's networks and schemes come first.
    pub times: Vec<Vec<f64>>,
    /// Where the networks of each class stand.
    pub classes: Vec<Range<usize>>,
    /// Where the schemes of each kind stand.
    pub schemes: Vec<Range<usize>>,
}

/// All networks and schemes of a set, before they are simulated.
struct Drawn {
    networks: Vec<Network>,
    classes: Vec<Range<usize>>,
    schemes: Vec<Vec<Message>>,
    kinds: Vec<Range<usize>>,
}

/// The sets of a question, in their order.
pub(super) fn sets(question: &FactorQuestion) -> Result<Vec<Set>, StudyError> {
    (0..u64::from(question.sets)).into_par_iter().map(|number| set(question, number)).collect()
}

fn set(question: &FactorQuestion, number: u64) -> Result<Set, StudyError> {
    let drawn = Drawn::new(question, &mut Generator::stream(question.seed, number))?;
    let times = drawn.networks.par_iter().map(|network| times_on(network, &drawn.schemes));
    Ok(Set { times: times.collect::<Result<_, _>>()?, classes: drawn.classes, schemes: drawn.kinds })
}

/// The times of all schemes on a network.
fn times_on(network: &Network, schemes: &[Vec<Message>]) -> Result<Vec<f64>, StudyError> {
    let routes = Routes::new(network, RoutingRule::default())?;
    let unit = network.clock().ticks_per_unit() as f64;
    let time = |messages: &Vec<Message>| -> Result<f64, StudyError> {
        Ok(simulate(&routes, messages, &TrafficOptions::default())?.comm_t.ticks() as f64 / unit)
    };
    schemes.iter().map(time).collect()
}

impl Drawn {
    fn new(question: &FactorQuestion, generator: &mut Generator) -> Result<Self, StudyError> {
        let mut drawn = Self { networks: vec![], classes: vec![], schemes: vec![], kinds: vec![] };
        drawn.add_networks(question, Class::Random, question.benchmark, generator)?;
        drawn.add_schemes(question, SchemeClass::Random, question.benchmark, generator)?;
        for &class in &question.classes {
            let count =
                if matches!(class, Class::Star | Class::Ring | Class::Complete) { 1 } else { question.instances };
            let range = drawn.add_networks(question, class, count, generator)?;
            drawn.classes.push(range);
        }
        for &kind in &question.schemes {
            let only = matches!(kind, SchemeClass::OneToAll | SchemeClass::AllToAll);
            let range = drawn.add_schemes(question, kind, if only { 1 } else { question.instances }, generator)?;
            drawn.kinds.push(range);
        }
        Ok(drawn)
    }

    fn add_networks(
        &mut self,
        question: &FactorQuestion,
        class: Class,
        count: u32,
        generator: &mut Generator,
    ) -> Result<Range<usize>, StudyError> {
        let first = self.networks.len();
        for _ in 0..count {
            let topology = Ranges::default().topology_of(class, question.nodes, generator);
            let topology = topology.ok_or(StudyError::Class { class })?;
            self.networks.push(Spec { topology, times: LinkTimes::default() }.network()?);
        }
        Ok(first..self.networks.len())
    }

    fn add_schemes(
        &mut self,
        question: &FactorQuestion,
        kind: SchemeClass,
        count: u32,
        generator: &mut Generator,
    ) -> Result<Range<usize>, StudyError> {
        let first = self.schemes.len();
        for _ in 0..count {
            let scheme = Ranges::default().scheme(kind, Some(question.node_msgs), generator);
            self.schemes.push(scheme.messages(question.nodes)?);
        }
        Ok(first..self.schemes.len())
    }
}
