//! Families of algorithms.

use super::setting::Setting;
use super::{Chosen, Member, Question, Style};
use crate::schedule::MAX_RANKS;
use crate::schedule::stages::{Staged, Steps};
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOutReason, Parameters};
use std::cell::Cell;

/// An algorithm for a collective, or several that differ in a few parameters.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmFamily {
    collective: MpiCollective,
    name: &'static str,
    description: &'static str,
    stages: Option<InStages>,
    chosen: Chosen,
    ranks: Option<AmongRanks>,
    /// The style in pictures; `None` if another family of the same name has it.
    pub(super) style: Option<Style>,
}

/// The part of a family that is a sequence of stages.
#[derive(Clone, Copy, Debug)]
struct InStages {
    steps: fn(&Setting) -> Option<Steps>,
    members: fn(ranks: u64, bytes: u64) -> Vec<Parameters>,
}

/// The part of a family that is a program for every rank.
#[derive(Clone, Copy, Debug)]
struct AmongRanks {
    members: Members,
    why_none: fn(Question) -> LeftOutReason,
    is_optimum: fn(Question) -> bool,
}

/// A function that lists members, see [`AlgorithmFamily::algorithms`].
type Members = for<'q> fn(Question<'q>, &'q Cell<Time>) -> MembersOf<'q>;

/// Members, each created on demand.
pub(super) type MembersOf<'q> = Box<dyn Iterator<Item = Member> + 'q>;

impl AlgorithmFamily {
    /// Neither in stages nor among ranks.
    pub(super) const fn new(collective: MpiCollective, name: &'static str, description: &'static str) -> Self {
        Self { collective, name, description, stages: None, chosen: Chosen::None, ranks: None, style: None }
    }

    /// Adds the letter and the colours in pictures of the families of this name.
    pub(super) const fn drawn(self, letter: char, colour: [u8; 3], terminal: u8) -> Self {
        Self { style: Some(Style { letter, colour, terminal }), ..self }
    }

    /// Adds the form in stages: the constructor from parameters, and the parameters worth trying.
    pub(super) const fn in_stages(
        self,
        steps: fn(&Setting) -> Option<Steps>,
        members: fn(ranks: u64, bytes: u64) -> Vec<Parameters>,
    ) -> Self {
        Self { stages: Some(InStages { steps, members }), ..self }
    }

    /// Adds the parameters that a search among stages chooses.
    pub(super) const fn choosing(self, chosen: Chosen) -> Self {
        Self { chosen, ..self }
    }

    /// Adds the form among ranks: its members, and the reason if there are none.
    pub(super) const fn among_ranks(self, members: Members, why_none: fn(Question) -> LeftOutReason) -> Self {
        Self { ranks: Some(AmongRanks { members, why_none, is_optimum: |_| false }), ..self }
    }

    /// Adds to the form among ranks when it is built as the optimum for a whole message.
    pub(super) const fn optimum_if(self, is_optimum: fn(Question) -> bool) -> Self {
        match self.ranks {
            Some(ranks) => Self { ranks: Some(AmongRanks { is_optimum, ..ranks }), ..self },
            None => self,
        }
    }

    /// The collective.
    #[must_use]
    pub const fn collective(&self) -> MpiCollective {
        self.collective
    }

    /// The name in options, reports and JSON; a collective has no two families of one name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A description and its source, in one line.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// True if the family has a form in stages.
    #[must_use]
    pub const fn is_in_stages(&self) -> bool {
        self.stages.is_some()
    }

    /// True if the family has [`Self::algorithms`].
    #[must_use]
    pub const fn is_among_ranks(&self) -> bool {
        self.ranks.is_some()
    }

    /// The members among ranks under a model of messages, starting with those that send each byte the fewest times. There
    /// may be none for a number of ranks. Members for a part of the segment sizes may be left out if all take longer than
    /// the current `limit`.
    pub fn algorithms<'q>(
        &self,
        question: Question<'q>,
        limit: &'q Cell<Time>,
    ) -> impl Iterator<Item = Member> + use<'q> {
        match self.ranks {
            Some(ranks) => (ranks.members)(question, limit),
            None => Box::new(std::iter::empty()) as MembersOf,
        }
    }

    /// True if the family is built as the optimum for a whole message under this model.
    #[must_use]
    pub fn is_optimum(&self, question: Question) -> bool {
        self.ranks.is_some_and(|ranks| (ranks.is_optimum)(question))
    }

    /// The reason for having no [`Self::algorithms`].
    #[must_use]
    pub fn why_none(&self, question: Question) -> LeftOutReason {
        self.ranks.map_or(LeftOutReason::TooFewRanks, |ranks| (ranks.why_none)(question))
    }

    /// The member with these parameters; unknown parameters are ignored. Rank 0 is the root.
    ///
    /// `bytes` is the size that [`MpiCollective::bytes_of`] defines, of the vector or of a block; 1 if messages have no
    /// size. A barrier ignores it.
    ///
    /// `None` if the family has no form in stages, for no rank or byte, beyond 2^63 ranks, if a message would have more
    /// than 2^64 - 1 bytes, for a missing or invalid parameter, and if the family has no member for that number of ranks.
    ///
    /// **Complexity** O(log P).
    #[must_use]
    pub fn build(&self, ranks: u64, bytes: u64, parameters: Parameters) -> Option<Staged> {
        if ranks == 0 || ranks > MAX_RANKS || bytes == 0 {
            return None;
        }
        let steps = (self.stages?.steps)(&Setting { ranks, bytes, parameters: &parameters })?;
        Some(Staged::new(self.collective, self.name, parameters, ranks, steps))
    }

    /// A member's counterpart along the hosts: the same parameters with `order = hosts`. `None` if the member already is
    /// along the hosts, or if its neighbours do not follow each other.
    #[must_use]
    pub fn along_hosts(&self, ranks: u64, bytes: u64, parameters: &Parameters) -> Option<Staged> {
        if parameters.get("order").is_some() {
            return None;
        }
        let along = self.build(ranks, bytes, parameters.clone().word("order", "hosts"))?;
        along.is_along_hosts().then_some(along)
    }

    /// The parameters that a search among stages chooses, beyond the [members](Self::members) listed.
    #[must_use]
    pub const fn chosen(&self) -> Chosen {
        self.chosen
    }

    /// The members worth costing on any mapping of ranks, in a fixed order: every word of a parameter; k = 3 .. 8, 16, 32
    /// and 64 below P, of k-ary trees k = 2, 3 and 4 below P - 1, and segments of 2^i bytes below the whole. Families
    /// with lists as parameters have none: [`AlgorithmFamily::build`] takes any list.
    #[must_use]
    pub fn members(&self, ranks: u64, bytes: u64) -> Vec<Staged> {
        let members = self.stages.map_or_else(Vec::new, |stages| (stages.members)(ranks, bytes)).into_iter();
        members.filter_map(|parameters| self.build(ranks, bytes, parameters)).collect()
    }
}
