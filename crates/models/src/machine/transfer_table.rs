//! L(m, tau) measured for some sizes and numbers of transfers, with straight lines between them.

use super::measured::Measured;
use super::reader::{Read, Value};
use super::transfer_floor::TransferFloor;
use super::transfer_formula::divided;
use super::transfer_line::TransferLine;
use logpine_text::units::{Bytes, Time};

/// One measurement of L(m, tau).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferPoint {
    /// m: the size of each transfer.
    pub bytes: Bytes,
    /// tau: the number of concurrent transfers, at least 1.
    pub tau: u32,
    /// L(m, tau).
    pub time: Measured<Time>,
}

/// Measurements of every pair of some sizes and some taus; the time of a size never falls as tau grows.
///
/// Between two sizes, and between two taus, L is linear; below the first it is that of the first. Beyond the last the line
/// of the last two continues but never falls: not with the size, and not with tau if the lines of two taus would cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferTable {
    // At least one, increasing.
    sizes: Vec<u64>,
    // At least one, increasing.
    taus: Vec<u64>,
    // The times of all sizes for every tau.
    times: Vec<Measured<Time>>,
}

/// The place of a number among increasing ones: `steps` behind the one at `left`, with the next one `width` behind `left`;
/// or 0 steps behind it. If `steps` exceeds `width`, the number lies beyond the last.
#[derive(Clone, Copy)]
struct Position {
    left: usize,
    steps: u64,
    width: u64,
}

/// Whole ticks and a rest, as a number of parts that have the same size for all times of one size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Parts {
    whole: u128,
    rest: u128,
}

impl TransferTable {
    /// The points by increasing size, and for each size by increasing tau; at least one.
    pub fn points(&self) -> impl Iterator<Item = TransferPoint> {
        let pairs = (0..self.sizes.len()).flat_map(|size| (0..self.taus.len()).map(move |tau| (size, tau)));
        pairs.map(|(size, tau)| TransferPoint {
            bytes: Bytes(self.sizes[size]),
            tau: u32::try_from(self.taus[tau]).unwrap_or(u32::MAX),
            time: self.times[tau * self.sizes.len() + size],
        })
    }

    /// L(`bytes`, `tau`), rounded half up once; `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at(&self, bytes: u64, tau: u64) -> Option<Time> {
        let size = Position::of(bytes, &self.sizes);
        let among = Position::of(tau, &self.taus);
        let low = self.up_to_tau(among.left, size)?;
        let (width, across) = (u128::from(size.width), u128::from(among.width));
        if among.steps == 0 {
            return rounded(low.whole, low.rest, width);
        }
        let high = self.with_tau(among.left + 1, size)?.max(low);
        // Both in units of a tick, and of a part of it, divided by the width among the taus.
        let (whole, rest) = if among.steps <= among.width {
            let (near, far) = (u128::from(among.width - among.steps), u128::from(among.steps));
            let mix = |low: u128, high: u128| low.checked_mul(near)?.checked_add(high.checked_mul(far)?);
            (mix(low.whole, high.whole)?, mix(low.rest, high.rest)?)
        } else {
            let beyond = u128::from(among.steps - among.width);
            let rise = high.above(low, width);
            let on = |high: u128, rise: u128| high.checked_mul(across)?.checked_add(rise.checked_mul(beyond)?);
            (on(high.whole, rise.whole)?, on(high.rest, rise.rest)?)
        };
        let (ticks, over) = divided(whole, across);
        rounded(ticks, over.checked_mul(width)?.checked_add(rest)?, width.checked_mul(across)?)
    }

    /// L(`bytes`, .) between the two measured taus next to `tau`, or beyond the last; `None` past 128 bits.
    pub(super) fn line(&self, bytes: u64, tau: u64) -> Option<TransferLine> {
        let size = Position::of(bytes, &self.sizes);
        let width = u128::from(size.width);
        let parts = |parts: Parts| parts.whole.checked_mul(width)?.checked_add(parts.rest);
        let among = Position::of(tau, &self.taus);
        let low = parts(self.up_to_tau(among.left, size)?)?;
        // Up to the first tau all times are equal, and so are those beyond the only one.
        if among.steps == 0 && (tau < self.taus[0] || self.taus.len() == 1) {
            let end = if self.taus.len() == 1 { u64::MAX } else { self.taus[0] };
            return Some(TransferLine { taus: 1..end, base: low, rise: 0, unit: width });
        }
        let high = parts(self.with_tau(among.left + 1, size)?)?.max(low);
        let across = u128::from(among.width);
        let last = among.left + 2 == self.taus.len();
        let end = if last { u64::MAX } else { self.taus[among.left + 1] };
        Some(TransferLine {
            taus: self.taus[among.left]..end,
            base: low.checked_mul(across)?,
            rise: high - low,
            unit: width.checked_mul(across)?,
        })
    }

    /// L(m, tau) for one of the measured taus: beyond the last size, the maximum of its line and those of all taus before
    /// it.
    fn up_to_tau(&self, tau: usize, size: Position) -> Option<Parts> {
        let first = if size.steps > size.width { 0 } else { tau };
        (first..=tau).try_fold(Parts { whole: 0, rest: 0 }, |most, tau| Some(most.max(self.with_tau(tau, size)?)))
    }

    /// The line of one of the measured taus.
    fn with_tau(&self, tau: usize, size: Position) -> Option<Parts> {
        let times = &self.times[tau * self.sizes.len() + size.left..];
        let first = ticks(times[0]);
        if size.steps == 0 {
            return Some(Parts { whole: first, rest: 0 });
        }
        let (second, width) = (ticks(times[1]), u128::from(size.width));
        if size.steps <= size.width {
            let (near, far) = (u128::from(size.width - size.steps), u128::from(size.steps));
            // At most the larger time, times the width.
            let (whole, rest) = divided(first * near + second * far, width);
            return Some(Parts { whole, rest });
        }
        let (rise, rest) = divided(second.saturating_sub(first) * u128::from(size.steps - size.width), width);
        Some(Parts { whole: second.checked_add(rise)?, rest })
    }

    /// A line through the origin below L(m, tau), for all tau up to `most` and all m up to `longest`.
    ///
    /// If L is linear in m, or in tau, L / (m tau) is least at an end: at a point of the table, or at the end of the line of
    /// the last two sizes. Beyond the last tau, L counts as at that tau. Rounding may lose half a tick of each.
    pub(super) fn floor(&self, most: u64, longest: u64) -> TransferFloor {
        let ends = self.taus.partition_point(|&tau| tau < most) + 1;
        let mut least = u128::MAX;
        let mut shortest = u128::MAX;
        for (index, &tau) in self.taus.iter().enumerate().take(ends) {
            // The table may end before `most`.
            let tau = if index + 1 == self.taus.len() { tau.max(most) } else { tau };
            for &bytes in self.sizes.iter().chain([&longest.max(1)]).filter(|&&bytes| bytes > 0) {
                let Some(parts) = self.with_tau(index, Position::of(bytes, &self.sizes)) else { continue };
                shortest = shortest.min(parts.whole);
                let transfers = u128::from(bytes) * u128::from(tau);
                least = least.min((parts.whole.min(u128::from(u64::MAX)) << TransferFloor::FRACTION) / transfers);
            }
        }
        // Whole ticks, with half a tick for rounding, of the least.
        let lost = least.checked_div(2 * shortest).map_or(least, |lost| lost + 1);
        TransferFloor::new(Time::ZERO, least.saturating_sub(lost))
    }

    /// Reads `[[1, 1, "2us"], [1, 4, "3us"], ["64KiB", 1, "40us"], ["64KiB", 4, "90us"]]`.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        const POINTS: &str = "a list of points, like [[1, 1, \"2us\"], [1, 4, \"3us\"]]";
        const POINT: &str = "a size, a tau and a time, like [\"64KiB\", 4, \"90us\"]";
        let mut points: Vec<TransferPoint> = Vec::new();
        for element in value.elements(POINTS)? {
            let [size, tau, time] = element.tuple(POINT)?;
            let point =
                TransferPoint { bytes: size.bytes_or_count()?, tau: read_tau(tau)?, time: Measured::time(time)? };
            if let Some(last) = points.last().filter(|last| (last.bytes, last.tau) >= (point.bytes, point.tau)) {
                let (previous, previous_tau) = (last.bytes, last.tau);
                let (found, tau) = (point.bytes, point.tau);
                return Err(element.fault(format!(
                    "`{}`: {found} with tau = {tau} follows {previous} with tau = {previous_tau}; list the points by increasing \
                     size, those of one size by increasing tau, each once",
                    value.key
                )));
            }
            points.push(point);
        }
        if points.is_empty() {
            let example = "add at least one of a size, a tau and a time, like [\"64KiB\", 1, \"20us\"]";
            return Err(value.fault(format!("`{}` has no points; {example}", value.key)));
        }
        Self::new(&points).map_err(|fault| value.fault(format!("`{}`{fault}", value.key)))
    }

    /// The table of sorted points.
    fn new(points: &[TransferPoint]) -> Result<Self, String> {
        let mut sizes: Vec<u64> = points.iter().map(|point| point.bytes.0).collect();
        sizes.dedup();
        let mut taus: Vec<u64> = points.iter().map(|point| point.tau.into()).collect();
        taus.sort_unstable();
        taus.dedup();
        let mut times = vec![Measured::default(); sizes.len() * taus.len()];
        let mut rest = points.iter().peekable();
        for (row, &bytes) in sizes.iter().enumerate() {
            let mut before = (Time::ZERO, 0);
            for (column, &tau) in taus.iter().enumerate() {
                let at = (Bytes(bytes), tau);
                let Some(point) = rest.next_if(|point| (point.bytes, u64::from(point.tau)) == at) else {
                    return Err(wrong(at, None));
                };
                if point.time.value < before.0 {
                    return Err(wrong(at, Some(before.1)));
                }
                before = (point.time.value, tau);
                times[column * sizes.len() + row] = point.time;
            }
        }
        Ok(Self { sizes, taus, times })
    }
}

/// The fault of a pair without a time, or with a shorter time than a smaller tau.
fn wrong((bytes, tau): (Bytes, u64), fewer: Option<u64>) -> String {
    match fewer {
        None => format!(
            " has no time for {bytes} with tau = {tau}; add [\"{bytes}\", {tau}, \"...\"]: every size needs the same taus"
        ),
        Some(fewer) => format!(
            ": {bytes} with tau = {tau} take less time than with tau = {fewer}; concurrent transfers never speed each other up: \
             write the greater time for both"
        ),
    }
}

fn read_tau(value: Value<'_>) -> Read<u32> {
    let count = value.count()?;
    match u32::try_from(count) {
        Ok(0) => Err(value.fault(format!(
            "`{}`: tau is 0; it counts the transfers that are in progress at once, the one timed among them: at least 1",
            value.key
        ))),
        Ok(tau) => Ok(tau),
        Err(_) => Err(value.out_of_range(count, "a tau from 1 to 2^32 - 1")),
    }
}

impl Position {
    fn of(number: u64, marks: &[u64]) -> Self {
        let behind = marks.partition_point(|&mark| mark <= number);
        match behind.min(marks.len() - 1).checked_sub(1) {
            Some(left) => Self { left, steps: number - marks[left], width: marks[left + 1] - marks[left] },
            None => Self { left: 0, steps: 0, width: 1 },
        }
    }
}

impl Parts {
    /// The difference to another, or zero if that is larger; a tick is `width` parts.
    fn above(self, other: Self, width: u128) -> Self {
        match (self >= other, self.rest >= other.rest) {
            (false, _) => Self { whole: 0, rest: 0 },
            (true, true) => Self { whole: self.whole - other.whole, rest: self.rest - other.rest },
            (true, false) => Self { whole: self.whole - other.whole - 1, rest: width + self.rest - other.rest },
        }
    }
}

fn ticks(time: Measured<Time>) -> u128 {
    u128::from(time.value.ticks())
}

/// `whole` + `rest` / `unit` ticks, rounded half up; `None` past [`Time::MAX`].
fn rounded(whole: u128, rest: u128, unit: u128) -> Option<Time> {
    let (ticks, part) = divided(rest, unit);
    let up = u128::from(part >= unit - part);
    u64::try_from(whole.checked_add(ticks)?.checked_add(up)?).ok().map(Time::from_ticks)
}

#[cfg(test)]
mod tests;
