//! Families of algorithms.

use super::Cut;
use super::nomial::{Nomial, Order};
use super::staged::{Staged, Steps};
use crate::model::stage::Numbering;
use crate::request::MpiCollective;
use crate::schedule::MAX_RANKS;
use crate::tree::families::{Parameters, Value};

/// An algorithm for a collective, or several that differ in a few parameters.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub(super) collective: MpiCollective,
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) steps: fn(&Request) -> Option<Steps>,
    pub(super) members: fn(ranks: u64, bytes: u64) -> Vec<Parameters>,
}

/// What an algorithm is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    /// P, at least 1.
    pub(super) ranks: u64,
    /// What [`MpiCollective::bytes_of`] says, at least 1.
    pub(super) bytes: u64,
    pub(super) parameters: &'a Parameters,
}

impl Family {
    /// What it does.
    #[must_use]
    pub const fn collective(&self) -> MpiCollective {
        self.collective
    }

    /// The name in options, reports and JSON; a collective has no two families of one name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it is and where it comes from, in one line.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The member of these parameters; those that it does not know are ignored. Rank 0 is the root.
    ///
    /// `bytes` are what [`MpiCollective::bytes_of`] says, the vector or a block; 1 where messages have no size. A barrier
    /// ignores them.
    ///
    /// `None` for no rank or byte, beyond 2^63 ranks, where a message would have more than 2^64 - 1 bytes, for a missing
    /// or senseless parameter, and where the family has no member for so many ranks.
    ///
    /// **Complexity** O(log P).
    #[must_use]
    pub fn build(&self, ranks: u64, bytes: u64, parameters: Parameters) -> Option<Staged> {
        if ranks == 0 || ranks > MAX_RANKS || bytes == 0 {
            return None;
        }
        let steps = (self.steps)(&Request { ranks, bytes, parameters: &parameters })?;
        Some(Staged::new(self.collective, self.name, parameters, ranks, steps))
    }

    /// A member's counterpart along the hosts: the same parameters with `order = hosts`. `None` if the member is such a one, or
    /// no neighbours follow each other in it.
    #[must_use]
    pub fn along_hosts(&self, ranks: u64, bytes: u64, parameters: &Parameters) -> Option<Staged> {
        if parameters.get("order").is_some() {
            return None;
        }
        let along = self.build(ranks, bytes, parameters.clone().word("order", "hosts"))?;
        along.is_along_hosts().then_some(along)
    }

    /// The members worth costing wherever ranks run, in a fixed order: every word of a parameter; k = 3 .. 8, 16, 32 and 64 below P, of k-ary
    /// trees k = 2, 3 and 4 below P - 1, and segments of 2^i bytes below the whole. Families of lists have none: [`Family::build`] takes any list.
    #[must_use]
    pub fn members(&self, ranks: u64, bytes: u64) -> Vec<Staged> {
        let members = (self.members)(ranks, bytes).into_iter();
        members.filter_map(|parameters| self.build(ranks, bytes, parameters)).collect()
    }
}

impl Request<'_> {
    /// The number of that name.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        match self.parameters.get(name)? {
            Value::Number(number) => Some(*number),
            Value::List(_) | Value::Word(_) => None,
        }
    }

    /// The vector in the segments that are asked for.
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

    /// Whose neighbours follow each other: `order = hosts`, or the ranks' in the order of their numbers.
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

/// A single member.
pub(super) fn one(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    vec![Parameters::new()]
}

/// Members only by request.
pub(super) fn none(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    Vec::new()
}

/// Both orders.
pub(super) fn orders(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    [Order::FarFirst, Order::NearFirst].map(|order| Parameters::new().word("order", order.name())).into()
}

/// The k that are offered.
pub(super) fn fanouts(ranks: u64, _bytes: u64) -> Vec<Parameters> {
    let fanouts = [3, 4, 5, 6, 7, 8, 16, 32, 64].into_iter().filter(|&k| k < ranks);
    fanouts.map(|k| Parameters::new().number("k", k)).collect()
}

/// The k that are offered, in both orders.
pub(super) fn fanouts_and_orders(ranks: u64, bytes: u64) -> Vec<Parameters> {
    let ordered = |order: Order| move |k: Parameters| k.word("order", order.name());
    let of = |order| fanouts(ranks, bytes).into_iter().map(ordered(order));
    of(Order::FarFirst).chain(of(Order::NearFirst)).collect()
}

/// The segments that are offered: bytes of each.
fn cuts(bytes: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS).map(|i| 1 << i).take_while(move |&segment| segment < bytes).chain([bytes])
}

/// The segments that are offered.
pub(super) fn segments(_ranks: u64, bytes: u64) -> Vec<Parameters> {
    cuts(bytes).map(|segment| Parameters::new().number("segment", segment)).collect()
}

/// The k that are offered for trees that segments go down.
pub(crate) fn pipelined_fanouts(ranks: u64) -> impl Iterator<Item = u64> {
    [2, 3, 4].into_iter().filter(move |&k| k + 1 < ranks)
}

/// The k and the segments that are offered.
pub(super) fn trees_and_segments(ranks: u64, bytes: u64) -> Vec<Parameters> {
    let trees = pipelined_fanouts(ranks).map(|k| Parameters::new().number("k", k));
    let cut =
        |tree: &Parameters| cuts(bytes).map(|segment| tree.clone().number("segment", segment)).collect::<Vec<_>>();
    trees.flat_map(|tree| cut(&tree)).collect()
}
