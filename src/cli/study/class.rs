//! Classes of networks and kinds of schemes that are drawn at random, as values of options.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use logpine_network::{Class, SchemeClass};
use logpine_study::DRAWN_CLASSES;

/// A class of networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkClass(pub Class);

/// A kind of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeKind(pub SchemeClass);

/// The classes or kinds given, or else the usual ones.
pub fn given_or<G: Copy, C>(given: &[G], of: impl Fn(G) -> C, usual: Vec<C>) -> Vec<C> {
    if given.is_empty() { usual } else { given.iter().copied().map(of).collect() }
}

impl Default for NetworkClass {
    fn default() -> Self {
        Self(Class::Random)
    }
}

impl Default for SchemeKind {
    fn default() -> Self {
        Self(SchemeClass::Random)
    }
}

impl ValueEnum for NetworkClass {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [NetworkClass; DRAWN_CLASSES.len()] = {
            let mut all = [NetworkClass(Class::Random); DRAWN_CLASSES.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = NetworkClass(DRAWN_CLASSES[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

impl ValueEnum for SchemeKind {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [SchemeKind; SchemeClass::ALL.len()] = [
            SchemeKind(SchemeClass::Random),
            SchemeKind(SchemeClass::OneToAll),
            SchemeKind(SchemeClass::AllToAll),
            SchemeKind(SchemeClass::Shift),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}
