//! Rates of an overlay tree by its widest fanout, as comma-separated values.

use super::source::warnings;
use super::value::{NO_ROWS, count, empty, fields, finite, missing_column, zero};
use crate::{Sample, Samples};
use logpine_text::csv_rows::{Row, Rows};
use logpine_text::excerpt::short;
use logpine_text::text::Text;
use logpine_text::text::TextError;
use logpine_text::units::Clock;

const EXAMPLE: &str = "fanout,rate_per_s";

/// Reads rates as periods. The first line names the columns: `fanout`, the largest number of children of a node, and
/// `rate_per_s`, the waves (jobs, messages) in a second. Other columns, such as the name of the topology, are left alone.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_rates(bytes: &[u8], path: &str) -> Result<Samples, TextError> {
    let source = Text::new(bytes, path)?;
    let mut rows = Rows::new(source);
    let head = rows.next_row()?.ok_or_else(|| source.error_at_end(empty(EXAMPLE)))?;
    let column = |name: &'static str| {
        let found = (0..head.len()).find(|&index| head.field(index) == name);
        found.ok_or_else(|| head.error_of_row(missing_column(name, EXAMPLE)))
    };
    let (fanout, rate, columns) = (column("fanout")?, column("rate_per_s")?, head.len());
    let no_rows = head.error_of_row(NO_ROWS);
    let mut samples = Vec::new();
    while let Some(row) = rows.next_row()? {
        if row.len() != columns {
            return Err(row.error_of_row(fields(row.len(), columns)));
        }
        samples.push(sample(&row, fanout, rate)?);
    }
    if samples.is_empty() {
        return Err(no_rows);
    }
    let (origin, warnings) = (path.to_owned(), warnings(source));
    Ok(Samples { origin, clock: Clock::Second, samples, discarded: 0, warnings })
}

/// The period of a row.
fn sample(row: &Row<'_, '_>, fanout: usize, rate: usize) -> Result<Sample, TextError> {
    let at = count(row.field(fanout), "fanout", "children of a node").map_err(|fault| row.error(fanout, fault))?;
    if at == 0 {
        return Err(row.error(fanout, zero("fanout", "children of a node")));
    }
    let per_second = finite(row.field(rate), "rate_per_s").map_err(|fault| row.error(rate, fault))?;
    let time = 1.0 / per_second;
    if per_second <= 0.0 || !time.is_finite() {
        let text = short(row.field(rate));
        return Err(row.error(rate, format!("`{text}` is no rate: it counts waves in a second, more than 0")));
    }
    Ok(Sample { at, time, line: row.line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_periods() {
        let text = "# a comment\ntopology,fanout,rate_per_s\nflat,1535,8\n\"kary:4\",4,0.5\n";
        let rates = read_rates(text.as_bytes(), "r.csv").expect("two rows");
        let found: Vec<(u64, f64, u32)> = rates.samples.iter().map(|row| (row.at, row.time, row.line)).collect();
        assert_eq!(found, [(1535, 0.125, 3), (4, 2.0, 4)]);
    }
}
