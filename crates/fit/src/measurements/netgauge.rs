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

    const HEAD: &str = "# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu(g,G)\n\
                        # to get g,G: plot a column\n";
    const ROW: &str = "1 10 13.500000 22.500000 145.800000 6.750000 1.200000 1.100000 -nan -nan -nan\n";

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
}
