//! What can be wrong with a file of measurements, and where.

use std::fmt;

/// A fault of a file of measurements.
///
/// Its `Display` is the place as compilers write it, the fault, and the source line with carets under what is meant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {fault}\n{}", place.excerpt)]
pub struct MeasurementError {
    /// Where it is.
    pub place: Box<MeasurementPlace>,
    /// What it is.
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
    /// The line, or what is near the fault in a long one, and a line of carets.
    pub excerpt: String,
}

impl fmt::Display for MeasurementPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// What is wrong at a place of a file of measurements.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeasurementFault {
    /// Bytes that are no text.
    #[error("this is not UTF-8; {hint}")]
    NotUtf8 {
        /// What to do.
        hint: &'static str,
    },
    /// A file without any line that counts.
    #[error("there is nothing in the file; {expected}")]
    Empty {
        /// What is expected.
        expected: &'static str,
    },
    /// A table without rows.
    #[error("there are no measurements below this line; add a row for each")]
    NoRows,
    /// More left out than there is.
    #[error("nothing is left: all {discarded} rows are among the first {discard} of their points; discard fewer")]
    NothingLeft {
        /// How many rows there are.
        discarded: usize,
        /// How many of each point are to be left out.
        discard: usize,
    },
    /// A field that the CSV reader cannot read.
    #[error("{reason}")]
    Syntax {
        /// Its words.
        reason: String,
    },
    /// Fields separated by something else.
    #[error("the columns are separated by {found}; separate them by commas")]
    Separator {
        /// By what.
        found: &'static str,
    },
    /// A column that has no meaning.
    #[error("unknown column `{name}`; {}the columns are {known}", did_you_mean(nearest.as_deref()))]
    UnknownColumn {
        /// Its name.
        name: String,
        /// The column with the nearest name, where one is near.
        nearest: Option<String>,
        /// All that have a meaning.
        known: String,
    },
    /// A time whose unit is not said.
    #[error("the column `{name}` does not say its unit; name it `{example}`, or with the unit that is meant: {units}")]
    NoUnit {
        /// Its name.
        name: String,
        /// A name that would do.
        example: String,
        /// All units.
        units: String,
    },
    /// A column twice.
    #[error("the column `{name}` stands there twice; keep one")]
    RepeatedColumn {
        /// Its name.
        name: String,
    },
    /// Two columns with the same time.
    #[error("both `{first}` and `{second}` are times; keep one")]
    TwoTimes {
        /// One.
        first: String,
        /// The other.
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
    /// A column that must be there.
    #[error("there is no column {name}; the first line names the columns, like {example}")]
    MissingColumn {
        /// Its name.
        name: &'static str,
        /// A first line that would do.
        example: &'static str,
    },
    /// Times that are said to be of round trips both in the file and by the caller.
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
        /// Fields of the row.
        found: usize,
        /// Columns of the table.
        expected: usize,
    },
    /// A field with nothing in it.
    #[error("there is no value for `{column}`; write one or remove the row")]
    Blank {
        /// Its column.
        column: String,
    },
    /// A value with its unit.
    #[error(
        "`{text}` has a unit, which belongs in the head of the table: name the column `{column}` and write {number}"
    )]
    UnitInCell {
        /// What was found.
        text: String,
        /// The number in it.
        number: String,
        /// The column's name with that unit.
        column: String,
    },
    /// A comma for the point.
    #[error("`{text}` has a comma; write decimals with a point")]
    DecimalComma {
        /// What was found.
        text: String,
    },
    /// No number.
    #[error("`{text}` is not a number; `{column}` holds numbers like 98 or 4.93e-5")]
    NotANumber {
        /// What was found.
        text: String,
        /// Its column.
        column: String,
    },
    /// A number that is not finite.
    #[error("`{text}` is not a finite number; remove the row, or measure again")]
    NotFinite {
        /// What was found.
        text: String,
    },
    /// A negative time.
    #[error(
        "`{text}` is negative; `{column}` is at least 0: look for a clock that is not synchronous, or remove the row"
    )]
    Negative {
        /// What was found.
        text: String,
        /// Its column.
        column: String,
    },
    /// A count that is no whole number.
    #[error("`{text}` is not a whole number; `{column}` counts {what}")]
    NotACount {
        /// What was found.
        text: String,
        /// Its column.
        column: String,
        /// What it counts.
        what: &'static str,
    },
    /// A count of nothing.
    #[error("`{column}` is 0; it counts {what}, at least 1")]
    ZeroCount {
        /// Its column.
        column: String,
        /// What it counts.
        what: &'static str,
    },
    /// The same size twice in a table that has every size once.
    #[error("{bytes} bytes stand in line {first} too; keep one of the rows")]
    RepeatedSize {
        /// The size.
        bytes: u64,
        /// The line of the other row.
        first: usize,
    },
    /// A file without a table that this reader knows.
    #[error("there is no table of {tool} in the file; {expected}")]
    NoTable {
        /// The program that writes such tables.
        tool: &'static str,
        /// What is looked for.
        expected: &'static str,
    },
    /// A file with no other than tables that say nothing of single messages.
    #[error("nothing here gives the parameters of messages: the file has {found}; wanted are {wanted}")]
    NoUsefulTable {
        /// What the file has.
        found: String,
        /// What would do.
        wanted: &'static str,
    },
    /// What the program shows while it runs, not its file.
    #[error(
        "this is what Netgauge shows while it runs; read the file that its option -o names, which has the times themselves"
    )]
    NetgaugeScreen,
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!("did you mean `{nearest}`? ")).unwrap_or_default()
}
