//! Tables of PLogP as comma-separated values.

use super::{Placed, PlogpRow, contradiction};
use crate::measurements::column::{Named, Names, TimeUnitName};
use crate::measurements::value::{
    NO_ROWS, at_least_zero, count, empty, fields, missing_column, repeated_column, two_times, zero,
};
use logpine_text::csv_rows::{Row, Rows};
use logpine_text::excerpt::short;
use logpine_text::text::Text;
use logpine_text::text::TextError;
use logpine_text::units::Clock;

/// The quantities that are measured at each size, L, and the least and the 90 % quantile of the repetitions of each quantity.
const NAMES: Names = Names {
    plain: &["bytes", "repetitions"],
    timed: &[
        "overhead_send",
        "overhead_receive",
        "gap",
        "round_trip",
        "latency",
        "overhead_send_min",
        "overhead_receive_min",
        "gap_min",
        "round_trip_min",
        "overhead_send_p90",
        "overhead_receive_p90",
        "gap_p90",
        "round_trip_p90",
    ],
};
const EXAMPLE: &str = "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us";

/// The clock, L if the table has it, and the rows.
pub(super) fn read(source: Text<'_>) -> Result<(Clock, Option<f64>, Vec<Placed>), TextError> {
    let mut csv = Rows::new(source);
    let head = csv.next_row()?.ok_or_else(|| source.error_at_end(empty(EXAMPLE)))?;
    let columns = Columns::read(&head)?;
    let no_rows = head.error_of_row(NO_ROWS);
    let no_latency = head.error_of_row(missing_column("latency_us or round_trip_us with a value", EXAMPLE));
    let mut rows: Vec<Placed> = Vec::new();
    let mut latency = None;
    while let Some(row) = csv.next_row()? {
        rows.push(columns.row(&row)?);
        if latency.is_none() {
            latency = columns.latency(&row)?;
        }
    }
    let Some((smallest, _)) = rows.iter().min_by_key(|(row, _)| row.bytes) else { return Err(no_rows) };
    if latency.is_none() && smallest.round_trip.is_none() {
        return Err(no_latency);
    }
    Ok((columns.clock, latency, rows))
}

struct Columns {
    all: usize,
    bytes: usize,
    repetitions: Option<usize>,
    /// `o_s`, `o_r`, g.
    times: [Quantity; 3],
    round_trip: Option<Quantity>,
    latency: Option<Timed>,
    clock: Clock,
}

/// The columns of a quantity.
struct Quantity {
    /// The value, which is the median if there are repetitions.
    value: Timed,
    least: Option<Timed>,
    p90: Option<Timed>,
}

/// A column of times.
struct Timed {
    index: usize,
    unit: &'static TimeUnitName,
    name: String,
}

impl Columns {
    fn read(head: &Row<'_, '_>) -> Result<Self, TextError> {
        let mut plain = [None; 2];
        let mut timed: [Option<Timed>; 13] = [const { None }; 13];
        let mut first: Option<(usize, Clock)> = None;
        for index in 0..head.len() {
            let name = head.field(index);
            let repeated = || head.error(index, repeated_column(name));
            match NAMES.read(name).map_err(|fault| head.error(index, fault))? {
                Named::Plain(known) if plain[known].is_some() => return Err(repeated()),
                Named::Plain(known) => plain[known] = Some(index),
                Named::Timed(stem, _) if timed[stem].is_some() => return Err(repeated()),
                Named::Timed(stem, unit) => {
                    if let Some((first, clock)) = first
                        && clock != unit.clock
                    {
                        let (first, second) = (short(head.field(first)), short(name));
                        let fault = "are in units that do not mix; write all times in seconds, or all in cycles";
                        return Err(head.error(index, format!("`{first}` and `{second}` {fault}")));
                    }
                    first = Some((index, unit.clock));
                    timed[stem] = Some(Timed { index, unit, name: short(name) });
                }
            }
        }
        let missing = |name| head.error_of_row(missing_column(name, EXAMPLE));
        let [send, receive, gap, round_trip, latency, least @ .., p90_send, p90_receive, p90_gap, p90_round_trip] =
            timed;
        let [least_send, least_receive, least_gap, least_round_trip] = least;
        let times = [
            Quantity { value: send.ok_or_else(|| missing("overhead_send_us"))?, least: least_send, p90: p90_send },
            Quantity {
                value: receive.ok_or_else(|| missing("overhead_receive_us"))?,
                least: least_receive,
                p90: p90_receive,
            },
            Quantity { value: gap.ok_or_else(|| missing("gap_us"))?, least: least_gap, p90: p90_gap },
        ];
        match (&latency, &round_trip) {
            (Some(latency), Some(round_trip)) => {
                return Err(head.error(round_trip.index, two_times(&latency.name, &round_trip.name)));
            }
            (None, None) => return Err(missing("latency_us or round_trip_us")),
            _ => {}
        }
        let round_trip = round_trip.map(|value| Quantity { value, least: least_round_trip, p90: p90_round_trip });
        let clock = times[0].value.unit.clock;
        let [bytes, repetitions] = plain;
        let bytes = bytes.ok_or_else(|| missing("bytes"))?;
        Ok(Self { all: head.len(), bytes, repetitions, times, round_trip, latency, clock })
    }

    fn row(&self, row: &Row<'_, '_>) -> Result<Placed, TextError> {
        if row.len() != self.all {
            return Err(row.error_of_row(fields(row.len(), self.all)));
        }
        let bytes = count(row.field(self.bytes), "bytes", "bytes of the message");
        if let Some(index) = self.repetitions {
            let repetitions = count(row.field(index), "repetitions", "repetitions of the measurement");
            if repetitions.map_err(|fault| row.error(index, fault))? == 0 {
                return Err(row.error(index, zero("repetitions", "repetitions of the measurement")));
            }
        }
        let [send, receive, gap] = &self.times;
        let is_measured = |quantity: &&Quantity| !row.field(quantity.value.index).is_empty();
        let round_trip = self.round_trip.as_ref().filter(is_measured);
        let parameters = PlogpRow {
            bytes: bytes.map_err(|fault| row.error(self.bytes, fault))?,
            overhead_send: send.read(row)?,
            overhead_receive: receive.read(row)?,
            gap: gap.read(row)?,
            round_trip: round_trip.map(|quantity| quantity.read(row)).transpose()?,
            line: row.line,
        };
        contradiction::at_a_size(&parameters, self.clock).map_err(|(of, fault)| {
            let index = match of {
                contradiction::Of::Gap => gap.value.index,
                contradiction::Of::Overheads => send.value.index,
            };
            row.error(index, fault)
        })?;
        Ok((parameters, row.span_of(self.bytes)))
    }

    /// L in a row, if there is a value.
    fn latency(&self, row: &Row<'_, '_>) -> Result<Option<f64>, TextError> {
        let column = self.latency.as_ref().filter(|column| !row.field(column.index).is_empty());
        column.map(|column| column.read(row)).transpose()
    }
}

impl Quantity {
    /// The value in a row, between the least and the 90 % quantile if the row has them.
    fn read(&self, row: &Row<'_, '_>) -> Result<f64, TextError> {
        let value = self.value.read(row)?;
        let is_there = |column: &&Timed| !row.field(column.index).is_empty();
        let crossed = |at: &Timed, lesser: &Timed, greater: &Timed| {
            let (lesser, greater) = (&lesser.name, &greater.name);
            let fault = "are the columns exchanged? if not, measure this size again";
            row.error(at.index, format!("`{lesser}` is greater than `{greater}`: {fault}"))
        };
        if let Some(least) = self.least.as_ref().filter(is_there)
            && least.read(row)? > value
        {
            return Err(crossed(least, least, &self.value));
        }
        if let Some(p90) = self.p90.as_ref().filter(is_there)
            && p90.read(row)? < value
        {
            return Err(crossed(p90, &self.value, p90));
        }
        Ok(value)
    }
}

impl Timed {
    /// The time in a row, in the unit of the clock.
    fn read(&self, row: &Row<'_, '_>) -> Result<f64, TextError> {
        let number = at_least_zero(row.field(self.index), &self.name);
        number.map(|number| number / self.unit.per_clock_unit).map_err(|fault| row.error(self.index, fault))
    }
}
