//! The simulations behind the factors.

use super::FactorQuestion;
use crate::Ranges;
use crate::StudyError;
use crate::couples::not_drawn;
use logpine_network::{
    Class, LinkTimes, Message, Network, Routes, RoutingRule, Scheme, SchemeClass, Spec, TrafficOptions, simulate,
};
use logpine_text::random::Generator;
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// One benchmark and the instances of all classes, every scheme simulated on every network.
#[derive(Debug)]
pub(super) struct Set {
    /// Times in units: for each network, those of all schemes. The benchmark's networks and schemes come first.
    pub times: Vec<Vec<f64>>,
    /// The range of the networks of each class.
    pub classes: Vec<Range<usize>>,
    /// The range of the schemes of each kind.
    pub schemes: Vec<Range<usize>>,
}

/// All networks and schemes of a set, as their specs: the networks and schemes themselves would take gigabytes.
struct Drawn {
    networks: Vec<Spec>,
    classes: Vec<Range<usize>>,
    schemes: Vec<Scheme>,
    kinds: Vec<Range<usize>>,
}

/// The largest number of messages in memory at a time, unless one scheme alone has more: 256 MiB.
const MESSAGES_AT_ONCE: u64 = 1 << 25;

/// The sets of a question, computed in order: the networks of each keep all processors busy.
pub(super) fn sets(question: &FactorQuestion, watch: &dyn Watch) -> Result<Vec<Set>, StudyError> {
    (0..u64::from(question.sets)).map(|number| set(question, number, watch)).collect()
}

/// The times that are done.
struct Seen<'a> {
    watch: &'a dyn Watch,
    done: AtomicU64,
    of: u64,
}

impl Seen<'_> {
    /// Reports a time more.
    fn report(&self) -> Result<(), StudyError> {
        let (done, of) = (self.done.fetch_add(1, Ordering::Relaxed) + 1, self.of);
        self.watch.progress(done, of);
        if self.watch.is_over() { Err(StudyError::Stopped { done, of }) } else { Ok(()) }
    }
}

fn set(question: &FactorQuestion, number: u64, watch: &dyn Watch) -> Result<Set, StudyError> {
    let drawn = Drawn::new(question, &mut Generator::stream(question.seed, number))?;
    // Every set has as many.
    let each = drawn.networks.len() as u64 * drawn.schemes.len() as u64;
    let seen = Seen { watch, done: AtomicU64::new(number * each), of: each.saturating_mul(question.sets.into()) };
    let mut times = vec![Vec::with_capacity(drawn.schemes.len()); drawn.networks.len()];
    for range in drawn.few_messages(question.nodes) {
        let messages = drawn.schemes[range].iter().map(|scheme| scheme.messages(question.nodes));
        let messages: Vec<Vec<Message>> = messages.collect::<Result<_, _>>()?;
        // Each thread holds one network with its routes at a time.
        let of_network = |(spec, times): (&Spec, &mut Vec<f64>)| -> Result<(), StudyError> {
            times.extend(times_on(&spec.network()?, &messages, &seen)?);
            Ok(())
        };
        drawn.networks.par_iter().zip(&mut times).try_for_each(of_network)?;
    }
    Ok(Set { times, classes: drawn.classes, schemes: drawn.kinds })
}

/// The times of all schemes on a network.
fn times_on(network: &Network, schemes: &[Vec<Message>], seen: &Seen) -> Result<Vec<f64>, StudyError> {
    let routes = Routes::new(network, RoutingRule::default())?;
    let unit = network.clock().ticks_per_unit() as f64;
    let time = |messages: &Vec<Message>| -> Result<f64, StudyError> {
        let measured = simulate(&routes, messages, &TrafficOptions::default(), &())?;
        seen.report()?;
        Ok(measured.comm_t.ticks() as f64 / unit)
    };
    schemes.iter().map(time).collect()
}

impl Drawn {
    fn new(question: &FactorQuestion, generator: &mut Generator) -> Result<Self, StudyError> {
        let mut drawn = Self { networks: vec![], classes: vec![], schemes: vec![], kinds: vec![] };
        drawn.add_networks(question, Class::Random, question.benchmark, generator)?;
        drawn.add_schemes(question, SchemeClass::Random, question.benchmark, generator);
        for &class in &question.classes {
            let count =
                if matches!(class, Class::Star | Class::Ring | Class::Complete) { 1 } else { question.instances };
            let range = drawn.add_networks(question, class, count, generator)?;
            drawn.classes.push(range);
        }
        for &kind in &question.schemes {
            let only = matches!(kind, SchemeClass::OneToAll | SchemeClass::AllToAll);
            let range = drawn.add_schemes(question, kind, if only { 1 } else { question.instances }, generator);
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
            let topology = topology.ok_or_else(|| not_drawn(class))?;
            self.networks.push(Spec { topology, times: LinkTimes::default() });
        }
        Ok(first..self.networks.len())
    }

    fn add_schemes(
        &mut self,
        question: &FactorQuestion,
        kind: SchemeClass,
        count: u32,
        generator: &mut Generator,
    ) -> Range<usize> {
        let first = self.schemes.len();
        let drawn = (0..count).map(|_| Ranges::default().scheme(kind, Some(question.node_msgs), generator));
        self.schemes.extend(drawn);
        first..self.schemes.len()
    }

    /// The schemes in parts of [few messages](MESSAGES_AT_ONCE), at least one scheme each.
    fn few_messages(&self, nodes: u32) -> Vec<Range<usize>> {
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut left = 0;
        for (index, scheme) in self.schemes.iter().enumerate() {
            let messages = scheme.most_messages(nodes);
            match parts.last_mut() {
                Some(part) if messages <= left => part.end = index + 1,
                _ => {
                    parts.push(index..index + 1);
                    left = MESSAGES_AT_ONCE;
                }
            }
            left = left.saturating_sub(messages);
        }
        parts
    }
}
