//! The network of choices within a time limit, on which the integer programs are built.
//!
//! A *state* is an open place in a tree, with the time that is left for the subtree put there. A *choice* fills it, which
//! may use up a host of a class, may yield leaves (or informed ranks), and opens further places with less time. Times that
//! leave the same choices are one state, so a network has no clock: everything that can be built in it is within the time
//! limit, and its integer program has coefficients as small as fanouts, and no large constants.

use rustc_hash::FxHashMap;

/// A state of a [`Network`]. Choices lead only to states with smaller indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(pub u32);

/// A number of open places of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opens {
    pub state: State,
    pub places: u64,
}

/// One way to fill an open place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The class of which it uses one host.
    pub class: Option<u16>,
    /// The number of leaves, or of informed ranks, that it yields directly.
    pub yields: u64,
    /// The places that it opens.
    pub opens: [Option<Opens>; 2],
}

/// The error for a network that would be too large to solve, or to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// The states with their choices.
#[derive(Debug, Default)]
pub struct Network {
    choices: Vec<Choice>,
    /// State `i` has the choices `starts[i]..starts[i + 1]`.
    starts: Vec<usize>,
    numbers: FxHashMap<Vec<Choice>, State>,
}

impl Network {
    /// The maximum number of choices of a network: each is a variable.
    pub const MOST_CHOICES: usize = 40_000;

    /// Adds the state with these choices; `None` if there are none, since the place is then of no use.
    pub fn state(&mut self, choices: Vec<Choice>) -> Result<Option<State>, TooLarge> {
        if choices.is_empty() {
            return Ok(None);
        }
        if let Some(&known) = self.numbers.get(&choices) {
            return Ok(Some(known));
        }
        if self.choices.len() + choices.len() > Self::MOST_CHOICES {
            return Err(TooLarge);
        }
        let state = State(u32::try_from(self.numbers.len()).map_err(|_| TooLarge)?);
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.choices.extend_from_slice(&choices);
        self.starts.push(self.choices.len());
        self.numbers.insert(choices, state);
        Ok(Some(state))
    }

    /// The choices of a state.
    pub fn choices(&self, state: State) -> &[Choice] {
        let state = state.0 as usize;
        &self.choices[self.starts[state]..self.starts[state + 1]]
    }

    /// The states that can be reached from one, that state first, each after all that lead to it.
    pub fn reachable(&self, from: State) -> Vec<State> {
        let mut reached = vec![false; from.0 as usize + 1];
        reached[from.0 as usize] = true;
        for state in (0..=from.0).rev().map(State) {
            if reached[state.0 as usize] {
                for opens in self.choices(state).iter().flat_map(|choice| choice.opens).flatten() {
                    reached[opens.state.0 as usize] = true;
                }
            }
        }
        (0..=from.0).rev().map(State).filter(|state| reached[state.0 as usize]).collect()
    }
}
