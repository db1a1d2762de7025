//! The stages of an algorithm, and their messages.

use super::places::Places;
use super::round::{Among, Part, ahead, behind};
use super::rule::Rule;
use super::{Cut, Head, Transmission};
use logpine_models::job::{Layout, MpiCollective};
use logpine_models::model::stage::{Direction, Numbering, Pattern, Stage};
use logpine_trees::tree::families::Parameters;

/// An algorithm for a collective, a number of ranks and a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    /// The collective.
    pub collective: MpiCollective,
    /// The name of its family.
    pub family: &'static str,
    /// The parameters that distinguish it from the other members.
    pub parameters: Parameters,
    /// P: number of ranks.
    pub ranks: u64,
    /// The blocks of its messages.
    pub cut: Cut,
    /// The stages in sequence; there are O(log P). Empty if no message has a byte.
    pub stages: Vec<Stage>,
    /// The blocks that move in each of the stages.
    rules: Vec<Rule>,
    /// The ranks at the places that stages along the hosts refer to.
    places: Places,
}

impl Staged {
    pub(crate) fn new(
        collective: MpiCollective,
        family: &'static str,
        parameters: Parameters,
        ranks: u64,
        plan: Steps,
    ) -> Self {
        let Steps { cut, mut stages, rules, .. } = plan;
        for index in 1..stages.len() {
            stages[index - 1] = stages[index - 1].followed_by(&stages[index]);
        }
        Self { collective, family, parameters, ranks, cut, stages, rules, places: Places::default() }
    }

    /// The same among ranks on a layout, which gives the ranks at the places that stages [along the
    /// hosts](Numbering::Hosts) refer to. Without it they are numbered as under a sequential mapping.
    #[must_use]
    pub fn on(self, layout: &Layout) -> Self {
        let places = if self.is_along_hosts() { Places::on(layout) } else { Places::default() };
        Self { places, ..self }
    }

    /// True if some stages number the ranks in the order of their hosts.
    #[must_use]
    pub fn is_along_hosts(&self) -> bool {
        self.stages.iter().any(|stage| stage.numbering == Numbering::Hosts)
    }

    /// The rank for a number in a stage's pattern.
    #[must_use]
    pub fn rank(&self, numbering: Numbering, number: u64) -> u64 {
        match numbering {
            Numbering::Ranks => number,
            Numbering::Hosts => self.places.rank(number),
        }
    }

    /// The number of rounds of a stage, which run one after the other; 0 if there is no such stage.
    #[must_use]
    pub fn rounds(&self, stage: usize) -> u64 {
        self.stages.get(stage).map_or(0, |stage| stage.stages(self.ranks))
    }

    /// The number of messages in all rounds of all stages, saturating.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.stages.iter().map(|stage| stage.messages(self.ranks)).fold(0, u64::saturating_add)
    }

    /// The messages of a round of a stage; some may be empty.
    ///
    /// **Complexity** O(P) plus the blocks carried.
    #[must_use]
    pub fn transmissions(&self, stage: usize, round: u64) -> Vec<Transmission> {
        let Some((of, &rule)) = self.stages.get(stage).zip(self.rules.get(stage)) else { return Vec::new() };
        let Some(last) = self.rounds(stage).checked_sub(1).filter(|&last| round <= last) else { return Vec::new() };
        let among = Among::new(self.ranks, &self.cut, of);
        let round = if of.direction == Direction::Forward { round } else { last - round };
        let pairs = of.pattern.transmissions(self.ranks, round % among.rounds).into_iter();
        let message = |(from, to): (u64, u64)| {
            let blocks = rule.blocks(among, round, [from, to]);
            let bytes = blocks.iter().map(|run| self.cut.bytes(run)).sum();
            let [from, to] = if of.direction == Direction::Forward { [from, to] } else { [to, from] };
            let mut message = Transmission { from, to, blocks, bytes };
            if of.numbering == Numbering::Hosts {
                self.renumber(rule, &mut message);
            }
            message
        };
        pairs.map(message).collect()
    }

    /// The messages of a round of a stage that carry a byte, as [`Staged::transmissions`] without their lists of blocks.
    ///
    /// **Complexity** O(P), also if a message carries about P blocks that are not consecutive.
    #[must_use]
    pub fn heads(&self, stage: usize, round: u64) -> Vec<Head> {
        match (self.rules.get(stage), self.stages.get(stage)) {
            (Some(&Rule::Bit { distance }), Some(of))
                if of.direction == Direction::Forward && of.numbering == Numbering::Ranks =>
            {
                // All blocks have a byte: without one there is no stage.
                let heads = Rule::by_bit(self.ranks, distance);
                heads.map(|[from, to, first]| Head { from, to, first, bytes: of.bytes }).collect()
            }
            _ => self.transmissions(stage, round).iter().filter_map(|message| message.head(&self.cut)).collect(),
        }
    }

    /// The most runs of blocks of all messages together, saturating.
    pub fn runs(&self) -> u64 {
        let of_stage = |(rule, stage): (&Rule, &Stage)| {
            let each = match (rule, self.cut) {
                (Rule::Bit { .. }, Cut::Equal { block, .. }) => stage.bytes / block.max(1),
                // Block numbers go round.
                _ => 2,
            };
            stage.messages(self.ranks).saturating_mul(each)
        };
        self.rules.iter().zip(&self.stages).map(of_stage).fold(0, u64::saturating_add)
    }

    /// Converts a message between places to one between the ranks there.
    fn renumber(&self, rule: Rule, message: &mut Transmission) {
        let rank = |place| self.places.rank(place);
        (message.from, message.to) = (rank(message.from), rank(message.to));
        let block = |block: u64| match rule {
            Rule::Pair => rank(block / self.ranks) * self.ranks + rank(block % self.ranks),
            _ => rank(block),
        };
        if matches!(rule, Rule::From { .. } | Rule::Neighbours { .. } | Rule::Pair) {
            let blocks = message.blocks.iter().cloned().flatten().map(block);
            message.blocks = blocks.map(|block| block..block + 1).collect();
            message.bytes = message.blocks.iter().map(|block| self.cut.bytes(block)).sum();
        }
    }
}

/// A transformation of a stage: with or without combination.
pub type Kind = fn(Stage) -> Stage;

/// The stages of an algorithm under construction.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The number of ranks.
    pub ranks: u64,
    pub(crate) cut: Cut,
    stages: Vec<Stage>,
    rules: Vec<Rule>,
}

impl Steps {
    /// No stages yet.
    #[must_use]
    pub const fn new(ranks: u64, cut: Cut) -> Self {
        Self { ranks, cut, stages: Vec::new(), rules: Vec::new() }
    }

    /// Adds a stage, unless there is no transmission in it or none has a byte.
    #[must_use]
    pub fn with(mut self, stage: Stage, rule: Rule) -> Self {
        if stage.bytes > 0 && stage.stages(self.ranks) > 0 {
            let is_even = rule.is_even(self.ranks, &self.cut);
            let blocks = if is_even { None } else { rule.carried(&self.cut) };
            self.stages.push(stage.even(is_even).carrying(blocks));
            self.rules.push(rule);
        }
        self
    }

    /// The same backwards: the last stage first, every message in the other direction.
    #[must_use]
    pub fn backward(mut self, kind: Kind) -> Self {
        self.stages.reverse();
        self.rules.reverse();
        for stage in &mut self.stages {
            *stage = kind(stage.backward());
        }
        self
    }

    /// The same among ranks with another numbering.
    #[must_use]
    pub fn numbered(mut self, numbering: Numbering) -> Self {
        for stage in &mut self.stages {
            *stage = stage.numbered(numbering);
        }
        self
    }

    /// The messages that a rank sends and receives in a round of an allgather, counted over all stages; `None` past the last
    /// round and for other algorithms.
    #[must_use]
    pub fn exchange(&self, mut round: u64, rank: u64) -> Option<[Part; 2]> {
        let ranks = self.ranks;
        for (stage, rule) in self.stages.iter().zip(&self.rules) {
            let rounds = stage.stages(ranks);
            if round < rounds {
                let [to, from] = match stage.pattern {
                    Pattern::Shift { distance } => [ahead(rank, distance, ranks), behind(rank, distance, ranks)],
                    Pattern::Pairs { distance, .. } => [rank ^ distance; 2],
                    _ => return None,
                };
                let part = |pair| rule.part(Among::new(ranks, &self.cut, stage), round, pair);
                return Some([part([rank, to])?, part([from, rank])?]);
            }
            round -= rounds;
        }
        None
    }

    /// The number of blocks in the messages of an allgather, stage by stage, with the number of rounds.
    pub(crate) fn exchanges(&self) -> impl Iterator<Item = (u64, u64)> {
        self.stages.iter().zip(&self.rules).filter_map(|(stage, rule)| match *rule {
            Rule::From { count, .. } => Some((count, stage.stages(self.ranks))),
            _ => None,
        })
    }

    /// Appends the stages of another part of the algorithm.
    pub(crate) fn then(mut self, after: Self) -> Self {
        self.stages.extend(after.stages);
        self.rules.extend(after.rules);
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::collective;
    use logpine_models::job::MpiCollective;

    #[test]
    fn messages_without_their_lists_are_those_with_them() {
        let members = |ranks, bytes| {
            MpiCollective::ALL.into_iter().flat_map(move |collective| collective::members(collective, ranks, bytes))
        };
        for staged in
            [2, 3, 7, 8, 12, 33].into_iter().flat_map(|ranks| [1, 50].map(|bytes| members(ranks, bytes))).flatten()
        {
            let mut runs = 0;
            for stage in 0..staged.stages.len() {
                for round in 0..staged.rounds(stage) {
                    let listed = staged.transmissions(stage, round);
                    runs += listed.iter().map(|message| message.blocks.len() as u64).sum::<u64>();
                    let heads: Vec<_> = listed.iter().filter_map(|message| message.head(&staged.cut)).collect();
                    assert_eq!(staged.heads(stage, round), heads, "{} among {}", staged.family, staged.ranks);
                }
            }
            assert!(runs <= staged.runs(), "{} among {}", staged.family, staged.ranks);
        }
    }

    #[test]
    fn example_of_staged_transmissions() -> Result<(), Box<dyn std::error::Error>> {
        use crate::collective;
        use logpine_models::job::MpiCollective;
        use logpine_trees::tree::families::Parameters;
        let ring = collective::by_name(MpiCollective::Allgather, "ring").ok_or("no such algorithm")?;
        let ring = ring.build(4, 8, Parameters::new()).ok_or("too large")?;
        assert_eq!((ring.stages.len(), ring.rounds(0)), (1, 3));
        // In the second round rank 0 passes on to rank 1 what it has from rank 3.
        let sent = &ring.transmissions(0, 1)[0];
        assert_eq!((sent.from, sent.to, sent.bytes), (0, 1, 8));
        assert!(sent.blocks.iter().cloned().eq(std::iter::once(3..4)));
        Ok(())
    }
}
