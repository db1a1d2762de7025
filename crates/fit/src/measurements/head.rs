//! The first row of a table: the places of its columns and the unit of its times.

use super::column::{Named, Names};
use super::read_options::Journey;
use super::value::{missing_column, repeated_column, two_times};
use logpine_text::csv_rows::Row;
use logpine_text::excerpt::short;
use logpine_text::text::TextError;
use logpine_text::units::Clock;

/// The largest number of plain names of any table.
const PLAIN: usize = 4;

/// The columns of a table.
pub(super) struct Head {
    /// The column of each plain name.
    pub(super) plain: [Option<usize>; PLAIN],
    /// The only column of times.
    pub(super) time: TimeColumn,
}

/// The column of times.
pub(super) struct TimeColumn {
    pub(super) index: usize,
    /// The name as written in the file.
    pub(super) name: String,
    /// The number of column units per unit of the clock; doubled for round trips, so that times are one way.
    pub(super) divisor: f64,
    pub(super) clock: Clock,
}

impl Head {
    /// Reads the names of the columns; `example` is a valid first row.
    pub(super) fn read(
        row: &Row<'_, '_>,
        names: &Names,
        journey: Journey,
        example: &'static str,
    ) -> Result<Self, TextError> {
        let mut plain = [None; PLAIN];
        let mut time: Option<TimeColumn> = None;
        for index in 0..row.len() {
            let name = row.field(index);
            match names.read(name).map_err(|fault| row.error(index, fault))? {
                Named::Plain(known) if plain[known].is_some() => {
                    return Err(row.error(index, repeated_column(name)));
                }
                Named::Plain(known) => plain[known] = Some(index),
                Named::Timed(stem, unit) => {
                    if let Some(first) = time {
                        let (first, second) = (first.name, short(name));
                        return Err(row.error(index, two_times(&first, &second)));
                    }
                    let is_round_trip = stem == 1;
                    if is_round_trip && journey == Journey::RoundTrip {
                        return Err(row.error(index, format!(
                            "`{}` already says that times are there and back, so they are halved; leave the option for round trips out",
                            short(name)
                        )));
                    }
                    let ways = if is_round_trip || journey == Journey::RoundTrip { 2.0 } else { 1.0 };
                    let divisor = unit.per_clock_unit * ways;
                    time = Some(TimeColumn { index, name: short(name), divisor, clock: unit.clock });
                }
            }
        }
        let missing = || row.error_of_row(missing_column("of times", example));
        Ok(Self { plain, time: time.ok_or_else(missing)? })
    }
}
