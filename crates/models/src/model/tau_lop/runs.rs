//! The stages of a run, summed at once: the tau of every step changes evenly, and so does L(m, tau) along each of its lines.

use super::TauLop;
use super::memo::Memo;
use super::steps::{Busy, Step};
use crate::machine::Channel;
use crate::model::floor_sum::floor_sum;
use crate::model::stage::{Loads, Run, Stage};
use logpine_text::units::Time;

/// The number of stages below which each is costed separately.
const FEW: u64 = 8;

/// An arithmetic sequence: the `first` number, and the difference between successive ones.
#[derive(Clone, Copy)]
struct Row {
    first: i128,
    change: i128,
}

/// An arithmetic sequence of times, in fractions of a tick.
#[derive(Clone, Copy)]
struct Times {
    parts: Row,
    unit: i128,
    /// The number of times.
    length: u64,
}

impl TauLop {
    /// The time of the different stages of a run, each once; there are several. `None` past [`Time::MAX`].
    pub(super) fn run_time(&self, memo: &mut Memo, stage: &Stage, run: &Run) -> Option<Time> {
        if run.saturates() {
            return None;
        }
        // Stages that do not fit 128 bits are costed one by one, too.
        let at_once = if run.length < FEW { None } else { self.at_once(memo, stage, run) };
        at_once.or_else(|| self.one_by_one(memo, stage, run))
    }

    fn one_by_one(&self, memo: &mut Memo, stage: &Stage, run: &Run) -> Option<Time> {
        let mut all = (0..run.length).map(|index| run.at(index));
        all.try_fold(Time::ZERO, |total, loads| total.checked_add(self.stage_time(memo, stage, loads)?))
    }

    /// The same, summed at once; `None` also past 128 bits.
    fn at_once(&self, memo: &mut Memo, stage: &Stage, run: &Run) -> Option<Time> {
        let mut total = Time::ZERO;
        let mut from = 0;
        while from < run.length {
            let (first, second) = (run.at(from), run.at(from + 1));
            let length = alike(first, second).min(run.length - from);
            let time = match length {
                1 => self.stage_time(memo, stage, first)?,
                _ => memo
                    .fixed(first)?
                    .checked_mul(length)?
                    .checked_add(self.all_steps(stage, first, second, length)?)?,
            };
            total = total.checked_add(time)?;
            from += length;
        }
        Some(total)
    }

    /// The time of all steps of `length` stages with the same kinds of steps; the loads of the first two are given.
    fn all_steps(&self, stage: &Stage, first: Loads, second: Loads, length: u64) -> Option<Time> {
        let steps = self.steps(stage, first).into_iter().zip(self.steps(stage, second));
        let mut used = steps.filter(|&((times, _), _)| times > 0);
        used.try_fold(Time::ZERO, |total, ((times, first), (_, second))| {
            total.checked_add(self.step_times(first, second, length)?.checked_mul(times)?)
        })
    }

    /// The sum of `length` times of a step, the first and the second of which are given.
    fn step_times(&self, first: Step, second: Step, length: u64) -> Option<Time> {
        let mut total = Time::ZERO;
        let mut from = 0;
        while from < length {
            let rest = length - from;
            let times = |channel, first: Busy, second: Busy| -> Option<Option<Times>> {
                if first.tau == 0 { Some(None) } else { self.times(channel, first, second, from, rest).map(Some) }
            };
            let shared = times(Channel::Shared, first.shared, second.shared)?;
            let network = times(Channel::Network, first.network, second.network)?;
            let longest = match (shared, network) {
                (Some(shared), Some(network)) => shared.longest(network)?,
                (Some(times), None) | (None, Some(times)) => times,
                (None, None) => break,
            };
            total = total.checked_add(longest.sum()?)?;
            from += longest.length;
        }
        Some(total)
    }

    /// The times of transfers from number `from` on, as far as they lie on one line, at most `length`.
    fn times(&self, channel: Channel, first: Busy, second: Busy, from: u64, length: u64) -> Option<Times> {
        let taus = Row::new(first.tau, second.tau);
        let tau = u64::try_from(taus.change.checked_mul(from.into())?.checked_add(taus.first)?).ok()?;
        let line = self.channel(channel)?.transfer.line(first.bytes, tau)?;
        let behind = Row { first: i128::from(tau) - i128::from(line.taus.start), change: taus.change };
        let before = Row { first: i128::from(line.taus.end) - 1 - i128::from(tau), change: -taus.change };
        let parts = Row {
            first: i128::try_from(line.at(tau)?).ok()?,
            change: i128::try_from(line.rise).ok()?.checked_mul(taus.change)?,
        };
        let length = length.min(behind.alike()).min(before.alike());
        Some(Times { parts, unit: i128::try_from(line.unit).ok()?, length })
    }
}

/// The number of loads that agree in which transmissions exist, and in whether more leave or more come; at least one.
fn alike(first: Loads, second: Loads) -> u64 {
    let [intra, out, into] = [(first.intra, second.intra), (first.out, second.out), (first.into, second.into)]
        .map(|(first, second)| Row::new(first, second));
    let more = Row { first: out.first - into.first, change: out.change - into.change };
    let any = |row: Row| Row { first: row.first - 1, ..row };
    [any(intra), any(out), any(into), more].into_iter().map(Row::alike).min().unwrap_or(1)
}

impl Row {
    fn new(first: u64, second: u64) -> Self {
        Self { first: first.into(), change: i128::from(second) - i128::from(first) }
    }

    /// The number of terms with the sign of the first: negative, or not.
    fn alike(self) -> u64 {
        let Self { first, change } = self;
        let alike = match first >= 0 {
            true if change < 0 => first / -change + 1,
            false if change > 0 => (-first - 1) / change + 1,
            _ => return u64::MAX,
        };
        u64::try_from(alike).unwrap_or(u64::MAX)
    }
}

impl Times {
    /// The times of the channel with the longer ones, as far as it has them; `None` past 128 bits.
    fn longest(self, other: Self) -> Option<Self> {
        // Rounding keeps the order, so a time that is longer before rounding is not shorter after it.
        let over = |own: i128, others: i128| own.checked_mul(other.unit)?.checked_sub(others.checked_mul(self.unit)?);
        let more = Row {
            first: over(self.parts.first, other.parts.first)?,
            change: over(self.parts.change, other.parts.change)?,
        };
        let longer = if more.first >= 0 { self } else { other };
        Some(Self { length: self.length.min(other.length).min(more.alike()), ..longer })
    }

    /// The sum of all times, each rounded half up; `None` past [`Time::MAX`], and past 128 bits.
    fn sum(self) -> Option<Time> {
        let Self { parts: Row { first, change }, unit, length } = self;
        let last = change.checked_mul(i128::from(length) - 1)?.checked_add(first)?;
        let [least, most, rise, unit] = [first.min(last), first.max(last), change.abs(), unit].map(i128::unsigned_abs);
        let doubled = |number: u128| number.checked_mul(2);
        let per_tick = doubled(unit)?;
        let half_up = |parts: u128| doubled(parts)?.checked_add(unit);
        let (rise, most, length) = (doubled(rise)?, half_up(most)?, u128::from(length));
        // The condition of `floor_sum`.
        most.checked_add(rise)?.checked_add(per_tick)?;
        u64::try_from(most / per_tick).ok()?;
        let sum = floor_sum(length, per_tick, rise, half_up(least)?);
        u64::try_from(sum).ok().map(Time::from_ticks)
    }
}
