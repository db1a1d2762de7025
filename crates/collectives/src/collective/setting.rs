//! The setting for which an algorithm in stages is made.

use crate::schedule::stages::{Cut, Nomial, Order};
use logpine_models::model::stage::Numbering;
use logpine_trees::tree::families::{Parameters, Value};

/// The ranks, size and parameters of an algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    /// P, at least 1.
    pub(super) ranks: u64,
    /// The size that [`MpiCollective::bytes_of`](logpine_models::job::MpiCollective::bytes_of) defines, at least 1.
    pub(super) bytes: u64,
    pub(super) parameters: &'a Parameters,
}

impl Setting<'_> {
    /// The number of that name.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        match self.parameters.get(name)? {
            Value::Number(number) => Some(*number),
            Value::List(_) | Value::Word(_) => None,
        }
    }

    /// A block for every rank. `None` past 2^64 - 1 bytes.
    pub(super) fn blocks(&self) -> Option<Cut> {
        self.bytes.checked_mul(self.ranks)?;
        Some(Cut::Equal { block: self.bytes, count: self.ranks })
    }

    /// The vector in P blocks.
    pub(super) const fn parts(&self) -> Cut {
        Cut::Even { bytes: self.bytes, count: self.ranks }
    }

    /// The vector in the segments of the parameters.
    pub(super) fn segments(&self) -> Option<Cut> {
        let segment = self.number("segment").filter(|&segment| segment > 0)?.min(self.bytes);
        Some(Cut::Segments { bytes: self.bytes, segment })
    }

    /// The word of that name, or else the default.
    pub(super) fn word(&self, name: &str, default: &'static str) -> Option<&'static str> {
        match self.parameters.get(name) {
            None => Some(default),
            Some(Value::Word(word)) => Some(*word),
            Some(Value::Number(_) | Value::List(_)) => None,
        }
    }

    /// The numbering in which neighbours follow each other: along the hosts with `order = hosts`, else by rank.
    pub(super) fn numbering(&self) -> Option<Numbering> {
        match self.word("order", "ranks")? {
            "ranks" => Some(Numbering::Ranks),
            "hosts" => Some(Numbering::Hosts),
            _ => None,
        }
    }

    fn order(&self) -> Option<Order> {
        let word = self.word("order", Order::FarFirst.name())?;
        [Order::FarFirst, Order::NearFirst].into_iter().find(|order| order.name() == word)
    }

    pub(super) fn binomial(&self) -> Option<Nomial> {
        Nomial::uniform(self.ranks, 2, self.order()?)
    }

    pub(super) fn k_nomial(&self) -> Option<Nomial> {
        Nomial::uniform(self.ranks, self.number("k")?, self.order()?)
    }

    pub(super) fn nomial(&self) -> Option<Nomial> {
        match self.parameters.get("fanouts")? {
            Value::List(fanouts) => Nomial::new(self.ranks, fanouts.clone(), self.order()?),
            Value::Number(_) | Value::Word(_) => None,
        }
    }
}
