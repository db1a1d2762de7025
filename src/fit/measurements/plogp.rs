//! Tables of the parameterised LogP model (PLogP).

use super::column::{Named, Names, TimeUnitName};
use super::error::{MeasurementError, MeasurementFault};
use super::rows::{Row, Rows};
use super::source::{Line, Source, Word};
use super::value::{at_least_zero, count};
use crate::excerpt::short;
use crate::units::Clock;

/// The parameters of PLogP by message size (Kielmann, Bal and Verstoep, Fast Measurement of LogP Parameters for Message
/// Passing Platforms, 2000), in the unit of the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct PlogpTable {
    /// The file.
    pub origin: String,
    /// The clock in whose unit the times are given.
    pub clock: Clock,
    /// L, or a round trip to compute it from.
    pub latency: PlogpLatency,
    /// The rows by increasing size, each size once; at least one.
    pub rows: Vec<PlogpRow>,
}

/// The latency as given in a table of PLogP.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlogpLatency {
    /// L itself.
    Known(f64),
    /// RTT of the smallest message of the table, from which L = RTT / 2 - g of that size (Kielmann, Bal and Verstoep 2000,
    /// section 3).
    RoundTrip(f64),
}

/// The parameters at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlogpRow {
    /// m: the number of bytes of a message.
    pub bytes: u64,
    /// `o_s`(m).
    pub overhead_send: f64,
    /// `o_r`(m).
    pub overhead_receive: f64,
    /// g(m).
    pub gap: f64,
    /// The line in the file, from 1.
    pub line: u32,
}

/// The beginning of a file of LogP/MPI.
const SAVED: &str = "# LogP network performance data";

/// Reads a table of PLogP, in either of two forms.
///
/// LogP/MPI of Kielmann, Bal and Verstoep writes with `logp_test -o` the lines `# LogP network performance data: ...` and
/// `# Latency = 0.0000045`, a head, and rows of `time bytes os os_min os_cnfint or or_min or_cnfint g` in seconds.
///
/// Otherwise the file is comma-separated values with the columns `bytes`, `overhead_send_UNIT`, `overhead_receive_UNIT`,
/// `gap_UNIT`, and either `latency_UNIT` or `round_trip_UNIT`. L is the first value in `latency_UNIT`. For `round_trip_UNIT`
/// the value of the smallest size is used.
///
/// # Errors
/// [`MeasurementError`], the first fault and its place.
pub fn read_plogp(bytes: &[u8], path: &str) -> Result<PlogpTable, MeasurementError> {
    let source = Source::new(bytes, path)?;
    let (clock, latency, rows) = if source.content().0.trim_start().starts_with(SAVED) {
        let (latency, rows) = read_saved(&source)?;
        (Clock::Second, PlogpLatency::Known(latency), rows)
    } else {
        read_csv(source)?
    };
    Ok(PlogpTable { origin: path.to_owned(), clock, latency, rows: by_size(&source, rows)? })
}

/// A row and the span of its size, for faults found after all rows are read.
type Placed = (PlogpRow, std::ops::Range<usize>);

fn by_size(source: &Source<'_>, mut rows: Vec<Placed>) -> Result<Vec<PlogpRow>, MeasurementError> {
    rows.sort_by_key(|(row, _)| row.bytes);
    for pair in rows.windows(2) {
        if let [(first, _), (second, span)] = pair
            && first.bytes == second.bytes
        {
            let fault = MeasurementFault::RepeatedSize { bytes: first.bytes, first: first.line as usize };
            return Err(source.error(span.clone(), fault));
        }
    }
    Ok(rows.into_iter().map(|(row, _)| row).collect())
}

const SAVED_COLUMNS: [&str; 9] = ["time", "bytes", "os", "os_min", "os_cnfint", "or", "or_min", "or_cnfint", "g"];

fn read_saved(source: &Source<'_>) -> Result<(f64, Vec<Placed>), MeasurementError> {
    let mut latency = None;
    let mut rows = Vec::new();
    for line in source.lines() {
        if line.text.is_empty() {
            continue;
        }
        if let Some(comment) = line.text.strip_prefix('#') {
            if let Some(value) = comment.trim_start().strip_prefix("Latency =") {
                let value = value.trim();
                let span = line.start + line.text.len() - value.len()..line.start + line.text.len();
                latency = Some(at_least_zero(value, "Latency").map_err(|fault| source.error(span, fault))?);
            }
            continue;
        }
        rows.push(saved_row(source, line)?);
    }
    let missing = MeasurementFault::MissingLatency;
    let latency = latency.ok_or_else(|| source.error(0..0, missing))?;
    if rows.is_empty() { Err(source.error_at_end(MeasurementFault::NoRows)) } else { Ok((latency, rows)) }
}

fn saved_row(source: &Source<'_>, line: Line<'_>) -> Result<Placed, MeasurementError> {
    let words = line.words();
    let Ok(words) = <[Word<'_>; SAVED_COLUMNS.len()]>::try_from(words.as_slice()) else {
        let fault = MeasurementFault::Fields { found: words.len(), expected: SAVED_COLUMNS.len() };
        return Err(source.error(line.span(), fault));
    };
    let at = |index: usize| move |fault| source.error(words[index].span(), fault);
    let time = |index: usize| at_least_zero(words[index].text, SAVED_COLUMNS[index]).map_err(at(index));
    let row = PlogpRow {
        bytes: count(words[1].text, SAVED_COLUMNS[1], "bytes of the message").map_err(at(1))?,
        overhead_send: time(2)?,
        overhead_receive: time(5)?,
        gap: time(8)?,
        line: line.number,
    };
    Ok((row, words[1].span()))
}

const NAMES: Names =
    Names { plain: &["bytes"], timed: &["overhead_send", "overhead_receive", "gap", "latency", "round_trip"] };
const EXAMPLE: &str = "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us";
const EXPECTED: &str =
    "the first line names the columns, like bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us";

fn read_csv(source: Source<'_>) -> Result<(Clock, PlogpLatency, Vec<Placed>), MeasurementError> {
    let mut csv = Rows::new(source);
    let Some(head) = csv.next()? else {
        return Err(source.error_at_end(MeasurementFault::Empty { expected: EXPECTED }));
    };
    let columns = Columns::read(&head)?;
    let no_rows = head.error_of_row(MeasurementFault::NoRows);
    let no_latency = head.error_of_row(MeasurementFault::MissingColumn {
        name: "latency_us or round_trip_us with a value",
        example: EXAMPLE,
    });
    let mut rows: Vec<Placed> = Vec::new();
    // The latency with the message size of its row.
    let mut latency: Option<(u64, f64)> = None;
    while let Some(row) = csv.next()? {
        let (placed, found) = columns.row(&row)?;
        let bytes = placed.0.bytes;
        if let Some(found) = found
            && latency.is_none_or(|(smallest, _)| columns.is_round_trip && bytes < smallest)
        {
            latency = Some((bytes, found));
        }
        rows.push(placed);
    }
    let Some(smallest) = rows.iter().map(|(row, _)| row.bytes).min() else { return Err(no_rows) };
    let latency = match latency {
        Some((_, latency)) if !columns.is_round_trip => PlogpLatency::Known(latency),
        Some((bytes, round_trip)) if bytes == smallest => PlogpLatency::RoundTrip(round_trip),
        _ => return Err(no_latency),
    };
    Ok((columns.clock, latency, rows))
}

struct Columns {
    all: usize,
    bytes: usize,
    /// `o_s`, `o_r`, g.
    times: [Timed; 3],
    latency: Timed,
    is_round_trip: bool,
    clock: Clock,
}

/// A column of times.
struct Timed {
    index: usize,
    unit: &'static TimeUnitName,
    name: String,
}

impl Columns {
    fn read(head: &Row<'_, '_>) -> Result<Self, MeasurementError> {
        let mut bytes = None;
        let mut timed: [Option<Timed>; 5] = [const { None }; 5];
        let mut first: Option<(usize, Clock)> = None;
        for index in 0..head.len() {
            let name = head.field(index);
            let repeated = || head.error(index, MeasurementFault::RepeatedColumn { name: short(name) });
            match NAMES.read(name).map_err(|fault| head.error(index, fault))? {
                Named::Plain(_) if bytes.is_some() => return Err(repeated()),
                Named::Plain(_) => bytes = Some(index),
                Named::Timed(stem, _) if timed[stem].is_some() => return Err(repeated()),
                Named::Timed(stem, unit) => {
                    if let Some((first, clock)) = first
                        && clock != unit.clock
                    {
                        let (first, second) = (short(head.field(first)), short(name));
                        return Err(head.error(index, MeasurementFault::MixedClocks { first, second }));
                    }
                    first = Some((index, unit.clock));
                    timed[stem] = Some(Timed { index, unit, name: short(name) });
                }
            }
        }
        let missing = |name| head.error_of_row(MeasurementFault::MissingColumn { name, example: EXAMPLE });
        let [send, receive, gap, latency, round_trip] = timed;
        let times = [
            send.ok_or_else(|| missing("overhead_send_us"))?,
            receive.ok_or_else(|| missing("overhead_receive_us"))?,
            gap.ok_or_else(|| missing("gap_us"))?,
        ];
        let is_round_trip = round_trip.is_some();
        let latency = match (latency, round_trip) {
            (Some(latency), Some(round_trip)) => {
                let (first, second) = (latency.name, round_trip.name);
                return Err(head.error(round_trip.index, MeasurementFault::TwoTimes { first, second }));
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => return Err(missing("latency_us or round_trip_us")),
        };
        let clock = latency.unit.clock;
        let bytes = bytes.ok_or_else(|| missing("bytes"))?;
        Ok(Self { all: head.len(), bytes, times, latency, is_round_trip, clock })
    }

    fn row(&self, row: &Row<'_, '_>) -> Result<(Placed, Option<f64>), MeasurementError> {
        if row.len() != self.all {
            return Err(row.error_of_row(MeasurementFault::Fields { found: row.len(), expected: self.all }));
        }
        let time = |column: &Timed| {
            let number = at_least_zero(row.field(column.index), &column.name);
            number.map(|number| number / column.unit.per_clock_unit).map_err(|fault| row.error(column.index, fault))
        };
        let bytes = count(row.field(self.bytes), "bytes", "bytes of the message");
        let [send, receive, gap] = &self.times;
        let parameters = PlogpRow {
            bytes: bytes.map_err(|fault| row.error(self.bytes, fault))?,
            overhead_send: time(send)?,
            overhead_receive: time(receive)?,
            gap: time(gap)?,
            line: row.line,
        };
        let is_blank = row.field(self.latency.index).is_empty();
        let latency = if is_blank { None } else { Some(time(&self.latency)?) };
        Ok(((parameters, row.field_span(self.bytes)), latency))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SAVED_HEAD: &str = "# LogP network performance data: logp_test.Send.Recv\n# Latency = 0.0000045\n\
                              # time      bytes os        os_min    os_cnfint or        or_min    or_cnfint g\n";
    const SAVED_ROW: &str =
        "1000000000       0 0.0000010 0.0000009 0.0000001 0.0000011 0.0000010 0.0000001 0.0000020\n";
    const CSV_HEAD: &str = "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us\n";

    fn read(text: &str) -> PlogpTable {
        read_plogp(text.as_bytes(), "plogp").expect(text)
    }

    fn fault(text: &str) -> (usize, usize, String) {
        let error = read_plogp(text.as_bytes(), "plogp").expect_err(text);
        (error.place.line, error.place.column, error.fault.to_string())
    }

    fn row(bytes: u64, times: [f64; 3], line: u32) -> PlogpRow {
        let [overhead_send, overhead_receive, gap] = times;
        PlogpRow { bytes, overhead_send, overhead_receive, gap, line }
    }

    #[test]
    fn files_of_logp_mpi() {
        let text = format!(
            "{SAVED_HEAD}1000000002    1024 0.0000030 0.0000029 0.0000001 0.0000031 0.0000030 0.0000001 0.0000060\n{SAVED_ROW}"
        );
        for text in [text.replace('\n', "\r\n"), text] {
            let table = read(&text);
            assert_eq!((table.latency, table.clock), (PlogpLatency::Known(4.5e-6), Clock::Second));
            assert_eq!(table.rows, [row(0, [1e-6, 1.1e-6, 2e-6], 5), row(1024, [3e-6, 3.1e-6, 6e-6], 4)]);
        }
    }

    #[test]
    fn comma_separated_values() {
        let text = "# ours\n bytes,gap_us,overhead_receive_ns,overhead_send_s,round_trip_ms\n8,3,200,1e-6,\n1,2,100,1e-6,0.02\n";
        let table = read(text);
        assert_eq!(table.latency, PlogpLatency::RoundTrip(20e-6));
        assert_eq!(table.rows, [row(1, [1e-6, 100e-9, 2e-6], 4), row(8, [1e-6, 200e-9, 3e-6], 3)]);
        let table = read(&format!("{CSV_HEAD}8,1,1,2,5\n1,1,1,2,4\n"));
        assert_eq!(table.latency, PlogpLatency::Known(5e-6), "the first");
        let cycles = read("bytes,overhead_send_cycles,overhead_receive_cycles,gap_cycles,latency_cycles\n1,2,3,4,5\n");
        assert_eq!((cycles.clock, cycles.latency), (Clock::Cycle, PlogpLatency::Known(5.0)));
    }

    #[test]
    fn faults_have_places() {
        let faulty = |text: &str, line, column, words: &str| {
            let (at, character, message) = fault(text);
            assert!(
                (at, character) == (line, column) && message.contains(words),
                "{text}: {at}:{character}: {message}"
            );
        };
        faulty("", 1, 1, "the file has no values; the first line names the columns");
        faulty(CSV_HEAD, 1, 1, "no measurements follow this line");
        faulty("bytes,gap_us\n1,2\n", 1, 1, "the column overhead_send_us is missing");
        faulty(
            "bytes,overhead_send_us,overhead_receive_us,gap_us\n1,2,3,4\n",
            1,
            1,
            "the column latency_us or round_trip_us is missing",
        );
        faulty(
            "overhead_send_us,overhead_receive_us,gap_us,latency_us\n1,2,3,4\n",
            1,
            1,
            "the column bytes is missing",
        );
        faulty("bytes,gap\n1,2\n", 1, 7, "`gap` does not say its unit; name it `gap_us`");
        faulty("bytes,gpa_us\n1,2\n", 1, 7, "unknown column `gpa_us`; did you mean `gap_us`?");
        faulty("bytes,gap_us,gap_s\n1,2,3\n", 1, 14, "`gap_s` is listed twice");
        faulty("bytes,bytes\n1,2\n", 1, 7, "`bytes` is listed twice");
        faulty(
            "bytes,gap_us,latency_cycles\n1,2,3\n",
            1,
            14,
            "`gap_us` and `latency_cycles` are in units that do not mix",
        );
        let both = CSV_HEAD.replace('\n', ",round_trip_us\n1,2,3,4,5,6\n");
        faulty(&both, 1, 62, "both `latency_us` and `round_trip_us` are times");
        let row = |row: &str| format!("{CSV_HEAD}1,1,1,2,4\n{row}\n");
        faulty(&row("2,1,1,2"), 3, 1, "4 fields in this row, but 5 columns");
        faulty(&row("2,1,-1,2,"), 3, 5, "`-1` is negative; `overhead_receive_us` is at least 0");
        faulty(&row("2,1,1,,"), 3, 7, "there is no value for `gap_us`");
        faulty(&row("2.5,1,1,2,"), 3, 1, "`2.5` is not a whole number");
        faulty(&row("1,1,1,2,"), 3, 1, "line 2 is a row for 1 bytes, too");
        faulty(
            &format!("{CSV_HEAD}1,1,1,2,\n"),
            1,
            1,
            "the column latency_us or round_trip_us with a value is missing",
        );
        let round_trip = CSV_HEAD.replace("latency", "round_trip");
        faulty(&format!("{round_trip}1,1,1,2,\n8,1,1,2,9\n"), 1, 1, "with a value");
        faulty("# LogP network performance data: x\n1 2 3\n", 2, 1, "3 fields in this row, but 9 columns");
        faulty(SAVED_HEAD, 4, 1, "no measurements");
        faulty(&SAVED_HEAD.replace("0.0000045", "?"), 2, 13, "`?` is not a number");
        faulty(
            &format!("# LogP network performance data: x\n{SAVED_ROW}"),
            1,
            1,
            "the latency is missing; a header line gives",
        );
        faulty(&format!("{SAVED_HEAD}{SAVED_ROW}{SAVED_ROW}"), 5, 18, "line 4 is a row for 0 bytes, too");
        faulty(
            &format!("{SAVED_HEAD}{}", SAVED_ROW.replace("0.0000011", "-0.000001")),
            4,
            50,
            "is negative; `or` is at least 0",
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, rows in "([0-9.,\" \n\\-]|\\PC){0,90}") {
            let _ = read_plogp(&bytes, "m").map_err(|error| error.to_string());
            for head in [SAVED_HEAD, CSV_HEAD] {
                match read_plogp(format!("{head}{rows}").as_bytes(), "m") {
                    Ok(table) => prop_assert!(table.rows.windows(2).all(|pair| pair[0].bytes < pair[1].bytes)),
                    Err(error) => prop_assert!(error.to_string().contains('^')),
                }
            }
        }
    }

    #[test]
    fn example_of_read_plogp() -> Result<(), Box<dyn std::error::Error>> {
        use logpine::fit::measurements::{PlogpLatency, read_plogp};
        let text =
            "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us\n1,1.0,1.1,2.0,4.5\n1024,2.0,2.1,3.5,\n";
        let table = read_plogp(text.as_bytes(), "plogp.csv")?;
        assert_eq!((table.latency, table.rows[1].gap), (PlogpLatency::Known(4.5e-6), 3.5e-6));
        Ok(())
    }
}
