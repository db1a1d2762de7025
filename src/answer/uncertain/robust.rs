//! The choice that is best in the worst case, or in the mean.

use super::scenarios::scenarios;
use super::{Best, Landscape};
use crate::machine::{Machine, MachineParameters, Parameter};
use crate::request::Status;
use crate::units::Time;

pub use crate::request::Criterion;

/// Where the worst case of a choice is looked for, or its mean is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// One machine, which is as good as all: for the worst case all ranges at their upper ends, for the mean at their
    /// means.
    One,
    /// Scenarios, each equally likely: every range at its mean, then every combination of their ends, for up to four
    /// uncertain parameters; for more, every range at its lower end, at its upper end, and each parameter alone at
    /// either end with the others at their means.
    Scenarios {
        /// How many there are.
        count: usize,
    },
}

/// A choice that bears with uncertain parameters.
#[derive(Clone, Debug)]
pub struct Robust<C> {
    /// What is least.
    pub criterion: Criterion,
    /// Where worst cases are looked for.
    pub worst_over: Over,
    /// How means are taken.
    pub mean_over: Over,
    /// How much is known of the choice: as of the best on the one machine that counts. Over scenarios it is the best
    /// found, of those that win in one of them.
    pub status: Status,
    /// The parameters that are uncertain.
    pub parameters: Vec<Parameter>,
    /// The choice; that for the profile's values where no other is better.
    pub chosen: Assessed<C>,
    /// The choice for the profile's values.
    pub nominal: Assessed<C>,
}

/// A choice, and what it is worth within the ranges; `None` past [`Time::MAX`].
#[derive(Clone, Debug)]
pub struct Assessed<C> {
    /// The choice. The times in it are those of the machine on which it was found.
    pub choice: C,
    /// Its value at the profile's values.
    pub nominal: Option<Time>,
    /// Its value where it is least: all ranges at their lower ends, or the least of the scenarios.
    pub least: Option<Time>,
    /// Its value where it is largest: all ranges at their upper ends, or the largest of the scenarios.
    pub worst: Option<Time>,
    /// Its mean.
    pub mean: Option<Time>,
}

impl<C> Assessed<C> {
    /// What the criterion makes of it.
    #[must_use]
    pub const fn value(&self, criterion: Criterion) -> Option<Time> {
        match criterion {
            Criterion::Worst => self.worst,
            Criterion::Mean => self.mean,
        }
    }
}

impl<C> Robust<C> {
    /// By how much the choice for the profile's values is worse; `None` where that is not representable.
    #[must_use]
    pub fn regret(&self) -> Option<Time> {
        self.nominal.value(self.criterion)?.checked_sub(self.chosen.value(self.criterion)?)
    }

    /// [`Robust::regret`] in percent of the chosen one's value; `None` where that is zero and the regret is not.
    #[must_use]
    pub fn regret_percent(&self) -> Option<f64> {
        self.nominal.value(self.criterion)?.percent_above(self.chosen.value(self.criterion)?)
    }
}

/// Why there is no robust choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RobustError {
    /// No parameter has a range.
    #[error(
        "machine `{machine}` says of no parameter of this model how uncertain it is; write one in its profile as \
         {{ value = \"98us\", low = \"59us\", high = \"120us\" }}, or with its standard error as \
         {{ value = \"98us\", stderr = \"2us\" }}"
    )]
    Certain {
        /// The machine.
        machine: String,
    },
    /// Where all are at one of their ends, or at their means, nothing is representable.
    #[error("within the ranges of machine `{machine}` every answer takes longer than can be represented (2^64 ticks)")]
    NotRepresentable {
        /// The machine.
        machine: String,
    },
}

/// The choice that is best by the criterion, where `nominal` is best at the profile's values.
pub fn robust<L: Landscape>(
    landscape: &L,
    parameters: &MachineParameters,
    nominal: L::Choice,
    criterion: Criterion,
) -> Result<Robust<L::Choice>, RobustError> {
    let name = || parameters.machine().name.clone();
    let uncertain: Vec<Parameter> = parameters.uncertain().cloned().collect();
    if uncertain.is_empty() {
        return Err(RobustError::Certain { machine: name() });
    }
    let question = Question::new(landscape, parameters);
    let found = match question.over(criterion) {
        Over::Scenarios { .. } => question.best_of_scenarios(nominal.clone(), criterion),
        Over::One => question.best_at(question.machine_of(criterion), nominal.clone()),
    };
    let (choice, status) = found.ok_or_else(|| RobustError::NotRepresentable { machine: name() })?;
    Ok(Robust {
        criterion,
        worst_over: question.over(Criterion::Worst),
        mean_over: question.over(Criterion::Mean),
        status,
        parameters: uncertain,
        chosen: question.assess(choice),
        nominal: question.assess(nominal),
    })
}

/// The machines that count.
struct Question<'a, L> {
    landscape: &'a L,
    machine: &'a Machine,
    low: Machine,
    high: Machine,
    mean: Machine,
    scenarios: Vec<Machine>,
}

impl<'a, L: Landscape> Question<'a, L> {
    fn new(landscape: &'a L, parameters: &MachineParameters<'a>) -> Self {
        Self {
            landscape,
            machine: parameters.machine(),
            low: parameters.machine_low(),
            high: parameters.machine_high(),
            mean: parameters.machine_mean(),
            scenarios: scenarios(parameters),
        }
    }

    fn over(&self, criterion: Criterion) -> Over {
        let one = match criterion {
            Criterion::Worst => self.landscape.is_monotone(self.machine),
            Criterion::Mean => self.landscape.is_affine(self.machine),
        };
        if one { Over::One } else { Over::Scenarios { count: self.scenarios.len() } }
    }

    /// The machine that is as good as all.
    fn machine_of(&self, criterion: Criterion) -> &Machine {
        match criterion {
            Criterion::Worst => &self.high,
            Criterion::Mean => &self.mean,
        }
    }

    /// The best on one machine; the nominal choice where that is as good, or better than what the search finds.
    fn best_at(&self, machine: &Machine, nominal: L::Choice) -> Option<(L::Choice, Status)> {
        let Best { choice, value, status } = self.landscape.best(machine)?;
        let as_good = self.landscape.value(&nominal, machine).is_some_and(|nominal| nominal <= value);
        Some((if as_good { nominal } else { choice }, status))
    }

    fn best_of_scenarios(&self, nominal: L::Choice, criterion: Criterion) -> Option<(L::Choice, Status)> {
        let winners = self.scenarios.iter().filter_map(|machine| self.landscape.best(machine));
        let candidates = std::iter::once(nominal).chain(winners.map(|best| best.choice));
        let valued = candidates.filter_map(|choice| {
            let Values { worst, total, .. } = self.values(&choice)?;
            let value = match criterion {
                Criterion::Worst => u128::from(worst.ticks()),
                Criterion::Mean => total,
            };
            Some((value, choice))
        });
        // Of equals the first: the nominal choice before all others.
        let (_, choice) = valued.min_by_key(|(value, _)| *value)?;
        Some((choice, Status::BestFound))
    }

    /// What a choice is worth over the scenarios.
    fn values(&self, choice: &L::Choice) -> Option<Values> {
        let mut values = Values { least: Time::MAX, worst: Time::ZERO, total: 0 };
        for machine in &self.scenarios {
            let value = self.landscape.value(choice, machine)?;
            values.least = values.least.min(value);
            values.worst = values.worst.max(value);
            values.total += u128::from(value.ticks());
        }
        Some(values)
    }

    fn assess(&self, choice: L::Choice) -> Assessed<L::Choice> {
        let value = |machine| self.landscape.value(&choice, machine);
        let values = self.values(&choice);
        let (least, worst) = match self.over(Criterion::Worst) {
            Over::One => (value(&self.low), value(&self.high)),
            Over::Scenarios { .. } => (values.map(|values| values.least), values.map(|values| values.worst)),
        };
        let mean = match self.over(Criterion::Mean) {
            Over::One => value(&self.mean),
            Over::Scenarios { count } => values.and_then(|values| values.mean(count as u128)),
        };
        Assessed { nominal: value(self.machine), least, worst, mean, choice }
    }
}

/// What a choice is worth over scenarios.
#[derive(Clone, Copy)]
struct Values {
    least: Time,
    worst: Time,
    /// In ticks.
    total: u128,
}

impl Values {
    /// Rounded half up.
    fn mean(self, count: u128) -> Option<Time> {
        u64::try_from((self.total + count / 2) / count).ok().map(Time::from_ticks)
    }
}
