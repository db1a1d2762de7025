//! The calls that reach a place of a selection file.

use super::collectives::{above, up_to};
use super::conditions::{Bound, Condition, FLAT, Fact, KINDS};
use crate::library::Range;

/// The calls that reach a place. Siblings are tried in order, so that behind a condition it is known to be
/// false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The numbers of ranks.
    pub ranks: Range,
    /// The bytes that a rank holds for one other.
    pub average: Range,
    /// The bytes of all ranks.
    pub total: Range,
    /// The elements.
    pub count: Range,
    per_node: Range,
    kinds: u8,
    facts: [Option<bool>; Fact::COUNT],
    /// True behind a condition that is not about the communicator: from there on `comm_size<n` is read as `comm_size<=n`.
    pub is_searched: bool,
}

impl Path {
    /// All calls.
    pub const ALL: Self = Self {
        ranks: Range::ALL,
        average: Range::ALL,
        total: Range::ALL,
        count: Range::ALL,
        per_node: Range::ALL,
        kinds: KINDS,
        facts: [None; Fact::COUNT],
        is_searched: false,
    };

    /// The knowledge of a fact.
    pub fn fact(&self, fact: Fact) -> Option<bool> {
        self.facts.get(fact as usize).copied().flatten()
    }

    /// True if the communicator has communicators of its nodes.
    pub const fn is_parent(&self) -> bool {
        self.kinds == super::conditions::PARENT
    }

    /// The same calls, as if no condition on calls had been met.
    pub fn as_before(&self) -> Self {
        Self { is_searched: false, ..self.clone() }
    }

    fn with(&self, fact: Fact, value: bool) -> Self {
        let mut path = self.clone();
        if let Some(known) = path.facts.get_mut(fact as usize) {
            *known = Some(value);
        }
        path
    }

    /// The calls for which a condition is true, and those for which it is not; `None` if there are no such calls.
    pub fn split(&self, condition: Condition) -> (Option<Self>, Option<Self>) {
        let before = Self { is_searched: self.is_searched || !condition.is_of_communicator(), ..self.clone() };
        match condition {
            Condition::Any | Condition::AnyKind => (Some(self.clone()), None),
            Condition::Ranks(bound) => {
                let bound = Bound { is_below: bound.is_below && !self.is_searched, ..bound };
                before.limited(bound, |path| &mut path.ranks)
            }
            Condition::PerNode(bound) => before.limited(bound, |path| &mut path.per_node),
            Condition::Average(bound) => before.limited(bound, |path| &mut path.average),
            Condition::Total(bound) => before.limited(bound, |path| &mut path.total),
            Condition::Count(bound) => before.limited(bound, |path| &mut path.count),
            Condition::Kinds(kinds) => {
                let of = |kinds: u8| (kinds != 0).then(|| Self { kinds, ..before.clone() });
                (of(before.kinds & kinds), of(before.kinds & !kinds))
            }
            Condition::Fact(fact, value) => match before.known(fact) {
                Some(known) if known == value => (Some(before), None),
                Some(_) => (None, Some(before)),
                None => (Some(before.with(fact, value)), Some(before.with(fact, !value))),
            },
        }
    }

    /// The knowledge of a fact, also by the number of ranks.
    pub fn known(&self, fact: Fact) -> Option<bool> {
        self.fact(fact).or_else(|| match fact {
            Fact::PowerOfTwo if !has_power(self.ranks) => Some(false),
            Fact::PowerOfTwo if !has_other(self.ranks) => Some(true),
            _ => None,
        })
    }

    /// The calls up to a limit, and those above it.
    fn limited(self, bound: Bound, field: fn(&mut Self) -> &mut Range) -> (Option<Self>, Option<Self>) {
        let most = bound.number - i64::from(bound.is_below);
        let Ok(most) = u64::try_from(most) else { return (None, Some(self)) };
        let (mut low, mut high) = (self.clone(), self);
        let (below, over) = (up_to(*field(&mut low), most), above(*field(&mut high), most));
        (
            below.map(|range| {
                *field(&mut low) = range;
                low
            }),
            over.map(|range| {
                *field(&mut high) = range;
                high
            }),
        )
    }

    /// The calls that reach both places; `None` if there are none.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let mut facts = self.facts;
        for (mine, theirs) in facts.iter_mut().zip(other.facts) {
            match (*mine, theirs) {
                (Some(first), Some(second)) if first != second => return None,
                (None, _) => *mine = theirs,
                _ => {}
            }
        }
        let kinds = self.kinds & other.kinds;
        (kinds != 0).then_some(())?;
        Some(Self {
            ranks: common(self.ranks, other.ranks)?,
            average: common(self.average, other.average)?,
            total: common(self.total, other.total)?,
            count: common(self.count, other.count)?,
            per_node: common(self.per_node, other.per_node)?,
            kinds,
            facts,
            is_searched: self.is_searched || other.is_searched,
        })
    }

    /// True if calls as rules have them in mind may come here: among ranks of one group, each on a node of its own, with a
    /// commutative operator of MPI, buffers of their own, and blocks of one size.
    pub fn is_ordinary(&self) -> bool {
        let may = |fact, value: bool| self.fact(fact) != Some(!value);
        self.kinds & FLAT != 0
            && may(Fact::OneNode, false)
            && may(Fact::Intra, true)
            && may(Fact::Commutative, true)
            && may(Fact::BuiltIn, true)
            && may(Fact::InPlace, false)
            && may(Fact::Regular, true)
    }
}

/// The numbers in both ranges; `None` if there are none.
pub fn common(first: Range, second: Range) -> Option<Range> {
    let least = first.least.max(second.least);
    let most = match (first.most, second.most) {
        (Some(first), Some(second)) => Some(first.min(second)),
        (end, None) | (None, end) => end,
    };
    most.is_none_or(|most| least <= most).then_some(Range { least, most })
}

/// True if a range has a power of two.
fn has_power(range: Range) -> bool {
    range.least.max(1).checked_next_power_of_two().is_some_and(|power| range.contains(power))
}

/// True if a range has a number above 0 that is no power of two.
fn has_other(range: Range) -> bool {
    let first = range.least.max(1);
    (first..first.saturating_add(3)).any(|number| range.contains(number) && !number.is_power_of_two())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(least: u64, most: u64) -> Range {
        Range { least, most: Some(most) }
    }

    fn at_most(number: i64) -> Bound {
        Bound { is_below: false, number }
    }

    #[test]
    fn behind_a_condition_it_is_known_to_be_false() {
        let (yes, no) = Path::ALL.split(Condition::Ranks(at_most(8)));
        let (yes, no) = (yes.expect("calls"), no.expect("calls"));
        assert_eq!((yes.ranks, no.ranks), (range(0, 8), Range { least: 9, most: None }));
        assert_eq!(yes.split(Condition::Ranks(at_most(8))), (Some(yes.clone()), None));
        assert_eq!(no.split(Condition::Ranks(at_most(8))).0, None);
        assert_eq!(no.split(Condition::Ranks(at_most(-1))).0, None);
    }

    #[test]
    fn below_is_at_most_behind_a_condition_on_messages() {
        let below = Condition::Ranks(Bound { is_below: true, number: 8 });
        assert_eq!(Path::ALL.split(below).0.expect("calls").ranks, range(0, 7));
        let path = Path::ALL.split(Condition::Average(at_most(10))).1.expect("calls");
        assert_eq!(path.split(below).0.expect("calls").ranks, range(0, 8));
    }

    #[test]
    fn powers_of_two_are_known_from_the_number_of_ranks() {
        let pow2 = Condition::Fact(Fact::PowerOfTwo, true);
        let of = |least, most| Path { ranks: range(least, most), ..Path::ALL }.split(pow2);
        assert!(matches!(of(8, 8), (Some(_), None)));
        assert!(matches!(of(1, 2), (Some(_), None)));
        assert!(matches!(of(9, 15), (None, Some(_))));
        assert!(matches!(of(8, 9), (Some(_), Some(_))));
        assert!(matches!(of(u64::MAX, u64::MAX), (None, Some(_))));
    }

    #[test]
    fn paths_meet_where_their_calls_are_the_same() {
        let parent = Path::ALL.split(Condition::Kinds(1));
        let (yes, no) = (parent.0.expect("calls"), parent.1.expect("calls"));
        assert!(yes.is_parent() && !no.is_parent());
        assert_eq!(yes.meet(&no), None);
        assert_eq!(yes.meet(&Path::ALL), Some(yes.clone()));
        let few = Path::ALL.split(Condition::Average(at_most(10)));
        let (few, many) = (few.0.expect("calls"), few.1.expect("calls"));
        assert_eq!(few.meet(&many), None);
        assert_eq!(few.meet(&yes).expect("calls").average, range(0, 10));
    }
}
