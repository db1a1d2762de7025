//! The output file of Netgauge's test `loggp`.

use super::source::begins_with_a_number;
use super::value::{at_least_zero, count, fields, finite, no_count};
use logpine_text::text::TextError;
use logpine_text::text::{Line, Text, Word};

/// Round trips of trains of messages, as Netgauge measures them.
#[derive(Clone, Debug, PartialEq)]
pub struct NetgaugeTable {
    /// The file.
    pub origin: String,
    /// The rows, with times in seconds; at least one.
    pub rows: Vec<NetgaugeRow>,
}

/// PRTT(n, d, s), the time from the first of n messages of s bytes, sent at intervals of d, to the answer to the last
/// (Hoefler, Lichei and Rehm, Low-Overhead LogGP Parameter Assessment for Modern Interconnection Networks, 2007); times in
/// seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetgaugeRow {
    /// s: the number of bytes of a message.
    pub bytes: u64,
    /// n: the number of messages of a train; at least 2.
    pub messages: u64,
    /// PRTT(1, 0, s).
    pub round_trip: f64,
    /// PRTT(n, 0, s).
    pub train: f64,
    /// PRTT(n, PRTT(1, 0, s), s): each message is sent one round trip after the previous one.
    pub spaced_train: f64,
    /// `o_s`, computed by the tool from `spaced_train`; may be negative because of noise.
    pub overhead_send: f64,
    /// `o_r`, measured at the receiver.
    pub overhead_receive: f64,
    /// The line in the file, from 1.
    pub line: u32,
}

impl NetgaugeRow {
    /// (PRTT(n, 0, s) - PRTT(1, 0, s)) / (n - 1), which is g + (s - 1) G; may be negative because of noise.
    #[must_use]
    pub fn gap(&self) -> f64 {
        (self.train - self.round_trip) / (self.messages - 1) as f64
    }

    /// PRTT(1, 0, s) / 2, which is L + `o_s` + `o_r` + (s - 1) G.
    #[must_use]
    pub fn one_way(&self) -> f64 {
        self.round_trip / 2.0
    }
}

const COLUMNS: [&str; 11] =
    ["size", "n", "PRTT(1,0,s)", "PRTT(n,0,s)", "PRTT(n,PRTT(1,0,s),s)", "L", "o_s", "o_r", "g", "G", "lsqu(g,G)"];

const NO_TABLE: &str = "there is no table of Netgauge in the file; its test `loggp` with -o writes rows of 11 columns: \
                        size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu(g,G)";
const SCREEN: &str = "this is Netgauge's output on the screen; read the file of its option -o, which has the times";

/// Reads the file that the option `-o` of Netgauge's test `loggp` names: rows of `size n PRTT(1,0,s) PRTT(n,0,s)
/// PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu(g,G)` in microseconds, `#` before comments.
///
/// In such a file L is half of the first round trip, and g and G are fitted over all rows since the last change of protocol.
/// These three are not used and may be `nan`.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_netgauge(bytes: &[u8], path: &str) -> Result<NetgaugeTable, TextError> {
    let source = Text::new(bytes, path)?;
    let mut rows = Vec::new();
    for line in source.lines() {
        if line.text.is_empty() || line.text.starts_with('#') {
            continue;
        }
        if line.text.contains("o_s=") || (line.text.starts_with("Testing ") && line.text.contains(" bytes ")) {
            return Err(source.error(line.span(), SCREEN));
        }
        if rows.is_empty() && !begins_with_a_number(line) {
            return Err(source.error(line.span(), NO_TABLE));
        }
        rows.push(row(source, line)?);
    }
    if rows.is_empty() {
        Err(source.error_at_end(NO_TABLE))
    } else {
        Ok(NetgaugeTable { origin: path.to_owned(), rows })
    }
}

fn row(source: Text<'_>, line: Line<'_>) -> Result<NetgaugeRow, TextError> {
    let words = line.words();
    let Ok(words) = <[Word<'_>; COLUMNS.len()]>::try_from(words.as_slice()) else {
        let fault = fields(words.len(), COLUMNS.len());
        return Err(source.error(line.span(), fault));
    };
    let at = |index: usize| move |fault| source.error(words[index].span(), fault);
    let whole = |index: usize, what| count(words[index].text, COLUMNS[index], what).map_err(at(index));
    let time =
        |index: usize| at_least_zero(words[index].text, COLUMNS[index]).map(|time| time / 1e6).map_err(at(index));
    let bytes = whole(0, "bytes of the message")?;
    let messages = whole(1, "messages of a train")?;
    if messages < 2 {
        return Err(at(1)(no_count(words[1].text, COLUMNS[1], "messages of a train, at least two to see their gap")));
    }
    let overhead_send = finite(words[6].text, COLUMNS[6]).map_err(at(6))? / 1e6;
    let [round_trip, train, spaced_train, overhead_receive] = [time(2)?, time(3)?, time(4)?, time(7)?];
    Ok(NetgaugeRow {
        bytes,
        messages,
        round_trip,
        train,
        spaced_train,
        overhead_send,
        overhead_receive,
        line: line.number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEAD: &str = "# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu(g,G)\n\
                        # to get g,G: plot a column\n";
    const ROW: &str = "1 10 13.500000 22.500000 145.800000 6.750000 1.200000 1.100000 -nan -nan -nan\n";

    fn fault(text: &str) -> (usize, usize, String) {
        let error = read_netgauge(text.as_bytes(), "loggp.out").expect_err(text);
        (error.position.line, error.position.column, error.message)
    }

    #[test]
    fn the_columns_are_those_of_the_tool() {
        let text = format!("{HEAD}{ROW}\r\n1024 10 16.0 27.7 172.0 6.75 -0.25 1.3 1.1 0.000135 0.045\r\n");
        let table = read_netgauge(text.as_bytes(), "loggp.out").expect("a table");
        let (first, second) = (table.rows[0], table.rows[1]);
        assert_eq!((first.bytes, first.messages, first.line, table.rows.len()), (1, 10, 3, 2));
        assert_eq!((first.round_trip, first.train, first.spaced_train), (13.5e-6, 22.5e-6, 145.8 / 1e6));
        assert_eq!((first.overhead_send, first.overhead_receive), (1.2e-6, 1.1e-6));
        assert!((first.gap() - 1e-6).abs() < 1e-18 && (first.one_way() - 6.75e-6).abs() < 1e-18);
        assert_eq!((second.bytes, second.overhead_send, second.line), (1024, -0.25e-6, 5));
    }

    #[test]
    fn faults_have_places() {
        assert!(fault("").2.contains("there is no table of Netgauge"));
        assert_eq!(fault(HEAD).0, 3);
        assert_eq!(fault("bytes,time_us\n1,2\n").0, 1);
        let screen = "# Info:   (0): Netgauge v2.4\nTesting 1 bytes 100 times:\n L=0.6  s=1  o_s=0.2  o_r=0.5  g=nan\n";
        assert_eq!(fault(screen), (2, 1, SCREEN.to_owned()));
        assert_eq!(fault(" L=0.6  s=1  o_s=0.2  o_r=0.5\n").1, 2);
        let faulty = |row: &str, column, words: &str| {
            let (line, at, message) = fault(&format!("{HEAD}{ROW}{row}\n"));
            assert!((line, at) == (4, column) && message.contains(words), "{row}: {line}:{at}: {message}");
        };
        faulty("2 10 13.5 22.5", 1, "4 fields in this row, but 11 columns");
        faulty("x 10 13.5 22.5 145 6 1 1 nan nan nan", 1, "`x` is not a whole number; `size` counts bytes");
        faulty(
            "2 1 13.5 22.5 145 6 1 1 nan nan nan",
            3,
            "`1` is not a whole number; `n` counts messages of a train, at least two",
        );
        faulty("2 10 -13.5 22.5 145 6 1 1 nan nan nan", 6, "`-13.5` is negative; `PRTT(1,0,s)` is at least 0");
        faulty("2 10 13.5 nan 145 6 1 1 nan nan nan", 11, "`nan` is not a finite number");
        faulty("2 10 13.5 22.5 145 6 inf 1 nan nan nan", 22, "`inf` is not a finite number");
        faulty("2 10 13.5 22.5 145 6 1 -1 nan nan nan", 24, "`-1` is negative; `o_r` is at least 0");
        faulty("2 10 13.5us 22.5 145 6 1 1 nan nan nan", 6, "has a unit");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, rows in "([0-9. \n\\-]|nan|\\PC){0,90}") {
            let _ = read_netgauge(&bytes, "m").map_err(|error| error.to_string());
            let text = format!("{HEAD}{ROW}{rows}");
            match read_netgauge(text.as_bytes(), "m") {
                Ok(table) => prop_assert!(table.rows.iter().all(|row| row.gap().is_finite() && row.one_way() >= 0.0)),
                Err(error) => prop_assert!(error.to_string().contains('^')),
            }
        }
    }
}
