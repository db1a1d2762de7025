//! Causal models of combinations of a kind of schemes and a class of networks, each beside the reference model: that of random
//! schemes on random networks (Lemeire, Dirkx and Colitti, Modeling the Performance of Communication Schemes on Network
//! Topologies, 2008, section 5.2).
//!
//! The variables are those of the paper's Figure 6 that a combination has, with `|nodesR1-nodesR2|` of tori and
//! `indexShift` of shifts. Variables with one value in all couples are left out; if `timePerNodeMsgs` is one of them,
//! `avgQueueT` takes its place. A couple depends on the seed and its number alone, so the rows of a combination are those
//! of a [`Study`] with that seed.

mod comparison;
mod learnt;
mod published;

pub use comparison::{Differences, Shared, Verdict};
pub use learnt::{Learnt, Relation, Span};
pub use published::{Checked, Finding, published};
#[cfg(test)]
pub use published::{Note, Published};

use crate::Study;
use logpine_causal::{LEAST_ROWS, LearnOptions, MOST_ROWS};
use logpine_network::{Class, SchemeClass};
use logpine_text::reason::{Reason, reason};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The combinations to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct CombinationQuestion {
    /// Kinds of schemes: the rows.
    pub schemes: Vec<SchemeClass>,
    /// Classes of networks: the columns.
    pub classes: Vec<Class>,
    /// The number of couples of each combination.
    pub couples: u64,
    /// The seed of the couples.
    pub seed: u64,
    /// The options of learning.
    pub options: LearnOptions,
}

impl Default for CombinationQuestion {
    /// The paper's 4 kinds of schemes and 6 classes of networks, with 200 couples each.
    fn default() -> Self {
        Self {
            schemes: SchemeClass::ALL.to_vec(),
            classes: vec![Class::Random, Class::Torus, Class::Neighbour, Class::Planar, Class::Star, Class::Ring],
            couples: 200,
            seed: 1,
            options: LearnOptions::default(),
        }
    }
}

/// The model of a combination, compared with the reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// The model of the combination.
    pub learnt: Learnt,
    /// The differences from the reference.
    pub differences: Differences,
    /// The paper's statements on the combination, and those that the model confirms; `None` if the paper has none.
    pub published: Option<Checked>,
}

/// The paper's table, learnt afresh.
#[derive(Clone, Debug, PartialEq)]
pub struct CombinationTable {
    /// The model of random schemes on random networks, from its own couples.
    pub reference: Learnt,
    /// The combinations, by schemes, then by networks, in the order of the question.
    pub combinations: Vec<Combination>,
}

impl CombinationTable {
    /// Simulates and learns all combinations, on all processors; the result does not depend on their number. `observer`
    /// is called each time a model is learnt.
    ///
    /// # Errors
    /// [`Reason`] for a number of couples out of range, or couples from which nothing can be simulated or learnt.
    pub fn new(question: &CombinationQuestion, observer: &(dyn Fn(usize, usize) + Sync)) -> Result<Self, Reason> {
        let CombinationQuestion { schemes, classes, couples, seed, options } = question;
        if !(LEAST_ROWS as u64..=MOST_ROWS as u64).contains(couples) {
            return Err(reason!(
                "{couples} couples of each combination: a model is learnt from {LEAST_ROWS} to {MOST_ROWS} (200 are usual)",
                couples = *couples
            ));
        }
        // The reference, and the models with which the paper compares some combinations.
        let on_random = [SchemeClass::Random].iter().chain(schemes).map(|&scheme| (scheme, Class::Random));
        let asked = schemes.iter().flat_map(|&scheme| classes.iter().map(move |&class| (scheme, class)));
        let mut pairs: Vec<(SchemeClass, Class)> = Vec::new();
        for pair in on_random.chain(asked.clone()) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let done = AtomicUsize::new(0);
        let learn = |&(scheme, class): &(SchemeClass, Class)| {
            let learnt = Learnt::new(&Study::new(class, scheme, *seed).map_err(Reason::of)?, *couples, options);
            observer(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
            learnt
        };
        let learnt: Vec<Result<Learnt, Reason>> = pairs.par_iter().map(learn).collect();
        let learnt: Vec<Learnt> = learnt.into_iter().collect::<Result<_, _>>()?;
        let model = |pair| pairs.iter().position(|&other| other == pair).map_or(&learnt[0], |place| &learnt[place]);
        let combination = |(scheme, class)| {
            let learnt = model((scheme, class));
            let differences = Differences::new(model((SchemeClass::Random, Class::Random)), learnt);
            let finding = Finding {
                learnt,
                reference: model((SchemeClass::Random, Class::Random)),
                on_random: model((scheme, Class::Random)),
            };
            let published = published(scheme, class).map(|published| finding.check(published));
            Combination { learnt: learnt.clone(), differences, published }
        };
        Ok(Self { reference: learnt[0].clone(), combinations: asked.map(combination).collect() })
    }

    /// The number of combinations that are in the paper.
    #[must_use]
    pub fn published(&self) -> usize {
        self.combinations.iter().filter(|combination| combination.published.is_some()).count()
    }

    /// The number of combinations in the paper whose verdict, same or different, is as published.
    #[must_use]
    pub fn agreeing(&self) -> usize {
        self.combinations.iter().filter(|combination| combination.agrees() == Some(true)).count()
    }
}

impl Combination {
    /// True if the verdict is as published; `None` if nothing is published.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        self.published.as_ref().map(|checked| checked.published.verdict == self.differences.verdict())
    }
}

#[cfg(test)]
mod tests;
