//! The choice that is best in the worst case, or in the mean.

use super::scenarios::scenarios;
use super::{Best, Landscape};
use crate::request::Status;
use logpine_models::machine::{Machine, MachineParameters, Parameter};
use logpine_text::units::Time;

pub use crate::request::Criterion;

/// The machines over which the worst case or the mean of a choice is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// One machine that stands for all: for the worst case with all parameters at their upper ends, for the mean with all at
    /// their means.
    One,
    /// Scenarios, each equally likely: every range at its mean, then every combination of their ends, for up to four
    /// uncertain parameters; for more, every range at its lower end, at its upper end, and each parameter alone at
    /// either end with the others at their means.
    Scenarios {
        /// The number of scenarios.
        count: usize,
    },
}

/// A choice that is robust against uncertain parameters.
#[derive(Clone, Debug)]
pub struct Robust<C> {
    /// The criterion that is minimised.
    pub criterion: Criterion,
    /// The machines over which worst cases are taken.
    pub(crate) worst_over: Over,
    /// The machines over which means are taken.
    pub(crate) mean_over: Over,
    /// The status of the choice: that of the best on the one machine that counts. Over scenarios it is the best found among
    /// the choices that win in one of them.
    pub status: Status,
    /// The uncertain parameters.
    pub parameters: Vec<Parameter>,
    /// The robust choice; that for the profile's values if no other is better.
    pub chosen: Assessed<C>,
    /// The choice for the profile's values.
    pub nominal: Assessed<C>,
}

/// A choice with its values within the ranges; a value is `None` past [`Time::MAX`].
#[derive(Clone, Debug)]
pub struct Assessed<C> {
    /// The choice. The times in it are those of the machine on which it was found.
    pub choice: C,
    /// The value of the objective with every parameter at the profile's value.
    pub nominal: Option<Time>,
    /// The least value: with all parameters at their lower ends, or over the scenarios.
    pub least: Option<Time>,
    /// The largest value: with all parameters at their upper ends, or over the scenarios.
    pub worst: Option<Time>,
    /// The mean value.
    pub mean: Option<Time>,
}

impl<C> Assessed<C> {
    /// The value by a criterion.
    #[must_use]
    pub const fn value(&self, criterion: Criterion) -> Option<Time> {
        match criterion {
            Criterion::Worst => self.worst,
            Criterion::Mean => self.mean,
        }
    }
}

impl<C> Robust<C> {
    /// The amount by which the choice for the profile's values is worse; `None` if that is not representable.
    #[must_use]
    pub fn regret(&self) -> Option<Time> {
        self.nominal.value(self.criterion)?.checked_sub(self.chosen.value(self.criterion)?)
    }

    /// [`Robust::regret`] in percent of the chosen one's value; `None` if that is zero and the regret is not.
    #[must_use]
    pub fn regret_percent(&self) -> Option<f64> {
        self.nominal.value(self.criterion)?.percent_above(self.chosen.value(self.criterion)?)
    }
}

/// The reason why there is no robust choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RobustError {
    /// No parameter has a range.
    #[error(
        "machine `{machine}` gives no uncertainty for any parameter of this model; write one in its profile as \
         {{ value = \"98us\", low = \"59us\", high = \"120us\" }}, or with its standard error as \
         {{ value = \"98us\", stderr = \"2us\" }}"
    )]
    Certain {
        /// The machine.
        machine: String,
    },
    /// No time is representable with all parameters at one of their ends, or at their means.
    #[error("within the ranges of machine `{machine}` every answer takes longer than can be represented (2^64 ticks)")]
    NotRepresentable {
        /// The machine.
        machine: String,
    },
}

/// Searches for the choice that is best by the criterion; `nominal` is the best at the profile's values.
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

/// The values of a choice within the ranges.
pub fn assess<L: Landscape>(landscape: &L, parameters: &MachineParameters, choice: L::Choice) -> Assessed<L::Choice> {
    Question::new(landscape, parameters).assess(choice)
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

    /// The machine that stands for all.
    fn machine_of(&self, criterion: Criterion) -> &Machine {
        match criterion {
            Criterion::Worst => &self.high,
            Criterion::Mean => &self.mean,
        }
    }

    /// The best on one machine; the nominal choice if it is as good as what the search finds, or better.
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
        // Ties go to the first: the nominal choice before all others.
        let (_, choice) = valued.min_by_key(|(value, _)| *value)?;
        Some((choice, Status::BestFound))
    }

    /// The values of a choice over the scenarios.
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

/// The values of a choice over scenarios.
#[derive(Clone, Copy)]
struct Values {
    least: Time,
    worst: Time,
    /// The sum of the values, in ticks.
    total: u128,
}

impl Values {
    /// The mean, rounded half up.
    fn mean(self, count: u128) -> Option<Time> {
        u64::try_from((self.total + count / 2) / count).ok().map(Time::from_ticks)
    }
}
