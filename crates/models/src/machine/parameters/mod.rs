//! A machine as a function of its parameters: their names, values and ranges, and the machine with other values.

pub(super) mod registry;

pub use registry::{ParameterKind, Scope, Way};

use super::{Machine, Measured, Uncertainty};
use logpine_text::units::{Clock, Rate, Time};
use registry::{Slot, visit};
use rustc_hash::FxHashMap;

/// The least number of steps in a parameter's value: a step is at most a thousandth of it.
const LEAST_STEPS: u128 = 1_000;

/// A named number of a profile, with the range that its uncertainty gives it.
///
/// A parameter is counted in steps. A step is a whole tick for times, and a power of ten below a tick for coefficients and
/// for small rates per byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in the profile, such as `latency` or `overhead.constant`.
    pub name: String,
    /// The kind of number.
    pub kind: ParameterKind,
    /// The value that models compute with. Times, too, are exact numbers of ticks.
    pub value: Rate,
    /// The range of possible true values, if the profile gives one.
    pub range: Option<Range>,
    /// The number of digits of a step below a tick.
    digits: u8,
}

/// Both ends of a parameter's range: `low` and `high` of the profile or, with a standard error, the value minus and plus
/// 1.96 of them (95 % of a normal distribution), rounded outwards to a whole step, and never below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lower end.
    pub low: Rate,
    /// The upper end.
    pub high: Rate,
    /// The mean: halfway between `low` and `high` of the profile (all values equally likely) or, with a standard error, the
    /// value itself. Rounded half up to a whole tick for a time.
    pub mean: Rate,
}

impl Parameter {
    fn new(name: String, kind: ParameterKind, value: Rate, uncertainty: Option<Uncertainty<Rate>>) -> Self {
        let ends = uncertainty.map_or([atto(value); 2], |uncertainty| ends(atto(value), uncertainty));
        let digits = match kind {
            ParameterKind::Time | ParameterKind::Measurement => 0,
            ParameterKind::Coefficient | ParameterKind::PerByte | ParameterKind::Number => {
                digits(value, uncertainty, ends)
            }
        };
        let mut parameter = Self { name, kind, value, range: None, digits };
        let [low, high] = ends;
        let (low, high) =
            (parameter.at(whole(low / parameter.step())), parameter.at(whole(high.div_ceil(parameter.step()))));
        if low < high {
            let mean = match uncertainty {
                Some(Uncertainty::Interval { .. }) => parameter.halfway(low, high),
                Some(Uncertainty::StandardError(_)) | None => value,
            };
            parameter.range = Some(Range { low, high, mean });
        }
        parameter
    }

    /// The value at `steps` steps from zero.
    #[must_use]
    pub fn at(&self, steps: u64) -> Rate {
        Rate::from_digits(steps, self.digits).unwrap_or_default()
    }

    /// The number of whole steps from zero to a value; exact for the parameter's own value.
    #[must_use]
    pub fn steps(&self, value: Rate) -> u64 {
        whole(atto(value) / self.step())
    }

    /// True if every whole number of steps is also a whole number of ticks.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.digits == 0
    }

    /// A value in the form used in profiles.
    #[must_use]
    pub fn display(&self, value: Rate, clock: Clock) -> String {
        match self.kind {
            ParameterKind::PerByte => value.display_per_byte(clock),
            ParameterKind::Number => plain(value),
            _ => value.display(clock),
        }
    }

    /// A value as a decimal number in the clock's unit, if it has one.
    #[must_use]
    pub fn decimal(&self, value: Rate, clock: Clock) -> String {
        match self.kind {
            ParameterKind::Number => plain(value),
            _ => value.decimal(clock),
        }
    }

    /// The middle of two values, exact if a coefficient has the digits for it.
    fn halfway(&self, low: Rate, high: Rate) -> Rate {
        let sum = u128::from(self.steps(low)) + u128::from(self.steps(high));
        let exact = match self.kind {
            ParameterKind::Time | ParameterKind::Measurement => None,
            ParameterKind::Coefficient | ParameterKind::PerByte | ParameterKind::Number => u64::try_from(sum * 5).ok(),
        };
        let exact = exact.and_then(|tenths| Rate::from_digits(tenths, self.digits + 1));
        exact.unwrap_or_else(|| self.at(whole(sum.div_ceil(2))))
    }

    /// A step in 10^-18 ticks.
    fn step(&self) -> u128 {
        10u128.pow(u32::from(Rate::MAX_SCALE - self.digits))
    }
}

/// A number of at least 0 as that many ticks: the shortest digits that distinguish it from all others, as far as they fit.
fn decimal(number: f64) -> Rate {
    let shortest = format!("{number}");
    let (whole, fraction) = shortest.split_once('.').unwrap_or((&shortest, ""));
    let most = fraction.len().min(usize::from(Rate::MAX_SCALE));
    let cut = (0..=most).rev().find_map(|places| {
        let digits = format!("{whole}{}", fraction.get(..places)?);
        Rate::from_digits(digits.parse().ok()?, u8::try_from(places).ok()?)
    });
    cut.unwrap_or(Rate::from_time(Time::MAX))
}

/// The number that a rate stands for, without a unit.
fn plain(rate: Rate) -> String {
    let digits = format!("{:0>width$}", rate.mantissa(), width = usize::from(rate.scale()) + 1);
    let (whole, fraction) = digits.split_at(digits.len() - usize::from(rate.scale()));
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

/// A rate in 10^-18 ticks; below 2^124.
fn atto(rate: Rate) -> u128 {
    u128::from(rate.mantissa()) * 10u128.pow(u32::from(Rate::MAX_SCALE - rate.scale()))
}

fn whole(steps: u128) -> u64 {
    u64::try_from(steps).unwrap_or(u64::MAX)
}

/// The ends of an uncertain value's range in 10^-18 ticks.
fn ends(value: u128, uncertainty: Uncertainty<Rate>) -> [u128; 2] {
    match uncertainty {
        Uncertainty::Interval { low, high } => [atto(low), atto(high)],
        Uncertainty::StandardError(error) => {
            let error = atto(error);
            let width = error / 100 * 196 + (error % 100 * 196).div_ceil(100);
            [value.saturating_sub(width), value.saturating_add(width)]
        }
    }
}

/// The number of digits below a tick of a rate's steps: enough for its value and range, and for the value to be at least a
/// thousand steps, as far as they fit.
fn digits(value: Rate, uncertainty: Option<Uncertainty<Rate>>, [_, high]: [u128; 2]) -> u8 {
    let written = match uncertainty {
        Some(Uncertainty::Interval { low, high }) => value.scale().max(low.scale()).max(high.scale()),
        Some(Uncertainty::StandardError(error)) => value.scale().max(error.scale().saturating_add(2)),
        None => value.scale(),
    };
    let typical = if value.is_zero() { high } else { atto(value) };
    let steps_of = |digits: u8, amount: u128| amount / 10u128.pow(u32::from(Rate::MAX_SCALE - digits));
    let fine = (written..=Rate::MAX_SCALE).find(|&digits| steps_of(digits, typical) >= LEAST_STEPS);
    let fits = |&digits: &u8| steps_of(digits, high) < u128::from(u64::MAX);
    let wanted = fine.unwrap_or(Rate::MAX_SCALE);
    (value.scale()..=wanted.max(value.scale())).rev().find(fits).unwrap_or(value.scale())
}

/// The parameters of a machine that matter for a scope, and the machine as a function of them.
///
/// Numbers that the profile lacks are left out: those that are zero, or absent, and not uncertain. Numbers that are the same
/// for both ways of a round trip, or both sides of a message, including their uncertainty, are one parameter.
#[derive(Clone, Debug)]
pub struct MachineParameters<'a> {
    machine: &'a Machine,
    scope: Scope,
    list: Vec<Parameter>,
    /// For each number of the profile, in the order of its visits, the parameter that it is.
    numbers: Vec<Option<usize>>,
}

impl<'a> MachineParameters<'a> {
    /// The parameters of a machine; none if the profile lacks the section.
    #[must_use]
    pub fn of(machine: &'a Machine, scope: Scope) -> Self {
        let mut list: Vec<Parameter> = Vec::new();
        let mut names = Vec::new();
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        visit(&mut machine.clone(), scope, &mut |name, kind, slot| {
            let (name, (value, uncertainty)) = (name.to_string(), slot.read());
            names.push(name.clone());
            if known.contains_key(&name) {
                return;
            }
            let parameter = Parameter::new(name.clone(), kind, value, uncertainty);
            if !value.is_zero() || parameter.range.is_some() {
                known.insert(name, list.len());
                list.push(parameter);
            }
        });
        let numbers = names.iter().map(|name| known.get(name).copied()).collect();
        Self { machine, scope, list, numbers }
    }

    /// The parameters, in the order of the profile's documentation.
    #[must_use]
    pub fn list(&self) -> &[Parameter] {
        &self.list
    }

    /// The parameters that have a range.
    pub fn uncertain(&self) -> impl Iterator<Item = &Parameter> {
        self.list.iter().filter(|parameter| parameter.range.is_some())
    }

    /// The machine itself.
    #[must_use]
    pub const fn machine(&self) -> &'a Machine {
        self.machine
    }

    /// The machine with every parameter set by `value`; times are rounded half up to whole ticks. None of its values is
    /// uncertain.
    #[must_use]
    pub fn machine_where(&self, value: impl Fn(usize, &Parameter) -> Rate) -> Machine {
        let mut machine = self.machine.clone();
        let mut numbers = self.numbers.iter();
        visit(&mut machine, self.scope, &mut |_, _, slot| {
            if let Some(&Some(index)) = numbers.next() {
                slot.write(value(index, &self.list[index]));
            }
        });
        machine
    }

    /// The machine with one parameter changed and the others unchanged.
    #[must_use]
    pub fn machine_with(&self, index: usize, value: Rate) -> Machine {
        self.machine_where(|other, parameter| if other == index { value } else { parameter.value })
    }

    /// The machine at the lower end of every range.
    #[must_use]
    pub fn machine_low(&self) -> Machine {
        self.machine_where(|_, parameter| parameter.range.map_or(parameter.value, |range| range.low))
    }

    /// The machine at the upper end of every range.
    #[must_use]
    pub fn machine_high(&self) -> Machine {
        self.machine_where(|_, parameter| parameter.range.map_or(parameter.value, |range| range.high))
    }

    /// The machine at the mean of every range.
    #[must_use]
    pub fn machine_mean(&self) -> Machine {
        self.machine_where(|_, parameter| parameter.range.map_or(parameter.value, |range| range.mean))
    }
}

impl Slot<'_> {
    fn read(&self) -> (Rate, Option<Uncertainty<Rate>>) {
        match self {
            Self::Time(at) => (Rate::from_time(at.value), at.uncertainty.map(|of| of.map(Rate::from_time))),
            Self::Rate(at) => (at.value, at.uncertainty),
            Self::Number(at) => (decimal(at.value), at.uncertainty.map(|of| of.map(decimal))),
        }
    }

    fn write(self, value: Rate) {
        match self {
            Self::Time(at) => *at = Measured::exactly(value.times(1).unwrap_or(Time::MAX)),
            Self::Rate(at) => *at = Measured::exactly(value),
            // The number itself may have more digits than its decimal.
            Self::Number(at) if decimal(at.value) == value => *at = Measured::exactly(at.value),
            Self::Number(at) => *at = Measured::exactly(plain(value).parse().unwrap_or(f64::MAX)),
        }
    }
}

impl<T> Uncertainty<T> {
    fn map<U>(self, change: impl Fn(T) -> U) -> Uncertainty<U> {
        match self {
            Self::StandardError(error) => Uncertainty::StandardError(change(error)),
            Self::Interval { low, high } => Uncertainty::Interval { low: change(low), high: change(high) },
        }
    }
}

#[cfg(test)]
mod tests;
