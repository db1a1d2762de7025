//! Faults in files of measurements, with their places.

use logpine_text::suggest::did_you_mean;
use std::fmt;

/// A fault in a file of measurements.
///
/// `Display` prints the place as compilers do, the fault, and the source line with carets under the faulty text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {fault}\n{}", place.excerpt)]
pub struct MeasurementError {
    /// The place of the fault.
    pub place: Box<MeasurementPlace>,
    /// The fault.
    pub fault: MeasurementFault,
}

/// A place in a file of measurements. Its `Display` is `path:line:column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasurementPlace {
    /// The file, as the user named it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line, or the part near the fault if it is long, and a line of carets.
    pub excerpt: String,
}

impl fmt::Display for MeasurementPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// A kind of fault in a file of measurements.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeasurementFault {
    /// Bytes that are not UTF-8 text.
    #[error("this is not UTF-8; {hint}")]
    NotUtf8 {
        /// Advice to the user.
        hint: &'static str,
    },
    /// A file with no lines other than comments and blank lines.
    #[error("the file has no values; {expected}")]
    Empty {
        /// The expected content.
        expected: &'static str,
    },
    /// A table without rows.
    #[error("no measurements follow this line; add a row for each")]
    NoRows,
    /// Rows that all failed their validation.
    #[error("no rows are left: the benchmark marks {failed} as failed, for the library delivered wrong data")]
    AllFailed {
        /// The number of rows.
        failed: usize,
    },
    /// All rows discarded.
    #[error("no rows are left: all {discarded} are among the first {discard} of their points; discard fewer")]
    NothingLeft {
        /// The number of rows.
        discarded: usize,
        /// The number of rows to discard for each point.
        discard: usize,
    },
    /// A field that the CSV reader cannot read.
    #[error("{reason}")]
    Syntax {
        /// The message of the CSV reader.
        reason: String,
    },
    /// Fields with a separator other than the comma.
    #[error("the columns are separated by {found}; separate them by commas")]
    Separator {
        /// The separator found.
        found: &'static str,
    },
    /// A column with an unknown name.
    #[error("unknown column `{name}`; {}the columns are {known}", did_you_mean(nearest.as_deref()))]
    UnknownColumn {
        /// The name.
        name: String,
        /// The known column with the nearest name, if one is near.
        nearest: Option<String>,
        /// All known columns.
        known: String,
    },
    /// A column of times without a unit in its name.
    #[error("the column `{name}` does not say its unit; name it `{example}`, or with the unit that is meant: {units}")]
    NoUnit {
        /// The name of the column.
        name: String,
        /// A valid name.
        example: String,
        /// All units.
        units: String,
    },
    /// A column that occurs twice.
    #[error("the column `{name}` is listed twice; keep one")]
    RepeatedColumn {
        /// The name of the column.
        name: String,
    },
    /// Two columns with the same time.
    #[error("both `{first}` and `{second}` are times; keep one")]
    TwoTimes {
        /// One column.
        first: String,
        /// The other column.
        second: String,
    },
    /// Times in cycles and in seconds.
    #[error("`{first}` and `{second}` are in units that do not mix; write all times in seconds, or all in cycles")]
    MixedClocks {
        /// One column.
        first: String,
        /// Another.
        second: String,
    },
    /// A file of LogP/MPI whose head does not say the latency.
    #[error("the latency is missing; a header line gives it in seconds, like `# Latency = 0.0000045`")]
    MissingLatency,
    /// A required column that is missing.
    #[error("the column {name} is missing; the first line names the columns, like {example}")]
    MissingColumn {
        /// The name of the column.
        name: &'static str,
        /// A valid first line.
        example: &'static str,
    },
    /// Times marked as round trips both in the file and by the caller.
    #[error(
        "`{name}` already says that times are there and back, so they are halved; leave the option for round trips out"
    )]
    RoundTripTwice {
        /// The column.
        name: String,
    },
    /// A row with too few or too many fields.
    #[error("{found} fields in this row, but {expected} columns")]
    Fields {
        /// The number of fields in the row.
        found: usize,
        /// The number of columns in the table.
        expected: usize,
    },
    /// An empty field.
    #[error("there is no value for `{column}`; write one or remove the row")]
    Blank {
        /// The column of the field.
        column: String,
    },
    /// A value written with its unit.
    #[error(
        "`{text}` has a unit, which belongs in the head of the table: name the column `{column}` and write {number}"
    )]
    UnitInCell {
        /// The text of the field.
        text: String,
        /// The number in the text.
        number: String,
        /// The name of the column with that unit.
        column: String,
    },
    /// A decimal comma.
    #[error("`{text}` has a comma; write decimals with a point")]
    DecimalComma {
        /// The text of the field.
        text: String,
    },
    /// Text that is not a number.
    #[error("`{text}` is not a number; `{column}` holds numbers like 98 or 4.93e-5")]
    NotANumber {
        /// The text of the field.
        text: String,
        /// The column of the field.
        column: String,
    },
    /// A number that is not finite.
    #[error("`{text}` is not a finite number; remove the row, or measure again")]
    NotFinite {
        /// The text of the field.
        text: String,
    },
    /// A negative time.
    #[error(
        "`{text}` is negative; `{column}` is at least 0: check that the clocks are synchronised, or remove the row"
    )]
    Negative {
        /// The text of the field.
        text: String,
        /// The column of the field.
        column: String,
    },
    /// A count that is not a whole number.
    #[error("`{text}` is not a whole number; `{column}` counts {what}")]
    NotACount {
        /// The text of the field.
        text: String,
        /// The column of the field.
        column: String,
        /// The items counted.
        what: &'static str,
    },
    /// A rate that is not above 0, or too near to it for a period.
    #[error("`{text}` is no rate: it counts waves in a second, more than 0")]
    NotARate {
        /// The text of the field.
        text: String,
    },
    /// A count of zero.
    #[error("`{column}` is 0; it counts {what}, at least 1")]
    ZeroCount {
        /// The column of the field.
        column: String,
        /// The items counted.
        what: &'static str,
    },
    /// A size that occurs twice in a table with unique sizes.
    #[error("line {first} is a row for {bytes} bytes, too; keep one of the two")]
    RepeatedSize {
        /// The size.
        bytes: u64,
        /// The line of the first row with this size.
        first: usize,
    },
    /// Quantiles of the same times in the wrong order.
    #[error("`{lesser}` is greater than `{greater}`: are the columns exchanged? if not, measure this size again")]
    Crossed {
        /// The column of the lesser quantile.
        lesser: String,
        /// The column of the greater one.
        greater: String,
    },
    /// A gap that is longer than a round trip.
    #[error(
        "the gap, {gap}, is longer than the round trip, {round_trip}: long trains of messages stall; measure the gap with trains \
         of 8 to 16 messages, or remove the row"
    )]
    GapAboveRoundTrip {
        /// The gap.
        gap: String,
        /// The round trip.
        round_trip: String,
    },
    /// Overheads that are longer than a round trip.
    #[error(
        "the overheads of sending and receiving, {overheads} together, are longer than the round trip, {round_trip}: were the \
         ranks bound to cores of their own? measure this size again, or remove the row"
    )]
    OverheadsAboveRoundTrip {
        /// The sum of the two overheads.
        overheads: String,
        /// The round trip.
        round_trip: String,
    },
    /// Times that fall by more than half although sizes grow.
    #[error(
        "the {quantity} is {time}, less than half of the {before} at {bytes} B: was the machine busy with something else? \
         measure again, or remove the row that is wrong"
    )]
    Falls {
        /// The quantity.
        quantity: &'static str,
        /// The smaller size.
        bytes: u64,
        /// The time of the smaller size.
        before: String,
        /// The time of the larger size.
        time: String,
    },
    /// A file without any table that this reader knows.
    #[error("there is no table of {tool} in the file; {expected}")]
    NoTable {
        /// The program that writes such tables.
        tool: &'static str,
        /// The expected content.
        expected: &'static str,
    },
    /// A file in which no table gives times of single messages.
    #[error("the file has {found}, which gives no parameters of messages; it needs {wanted}")]
    NoUsefulTable {
        /// The tables found.
        found: String,
        /// The tables required.
        wanted: &'static str,
    },
    /// The screen output of Netgauge instead of its output file.
    #[error("this is Netgauge's output on the screen; read the file of its option -o, which has the times")]
    NetgaugeScreen,
}
