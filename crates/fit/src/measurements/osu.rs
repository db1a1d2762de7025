//! Tables of the OSU Micro-Benchmarks, versions 3 to 7.

use super::message_table::{Column, Columns, Dialect, Known, MessageQuantity, MessageTable};
use logpine_text::text::TextError;

const COLLECTIVE: &[Column] = &[Column::Longest, Column::Mean];
/// The rate is printed with more digits.
const GAP: &[Column] = &[Column::Rate, Column::Bandwidth];

const OSU: Dialect = Dialect {
    tool: "the OSU Micro-Benchmarks",
    expected: "its first lines are like `# OSU MPI Latency Test v7.0` and `# Size          Latency (us)`",
    wanted: "osu_latency, osu_bw, osu_mbw_mr, osu_bcast, osu_reduce",
    example: "# Size          Latency (us)",
    sizes: "Size",
    benchmark,
    columns,
    // A longer name comes before its prefixes.
    known: &[
        ("Avg Latency(us)", Column::Mean),
        ("Latency (us)", Column::Mean),
        ("Min Latency(us)", Column::Other),
        ("Max Latency(us)", Column::Longest),
        ("Iterations", Column::Other),
        ("Bandwidth (MB/s)", Column::Bandwidth),
        ("MB/s", Column::Bandwidth),
        ("Messages/s", Column::Rate),
        ("Validation", Column::Validation),
        ("Transfer Size", Column::Sent),
        ("Transmit Size", Column::Sent),
    ],
    benchmarks: &[
        ("Latency", MessageQuantity::OneWay, &[Column::Mean], "Latency (us)"),
        ("Bandwidth", MessageQuantity::Gap, GAP, "Bandwidth (MB/s)"),
        ("Multiple Bandwidth / Message Rate", MessageQuantity::Gap, GAP, "Bandwidth (MB/s)"),
        ("Broadcast Latency", MessageQuantity::Broadcast, COLLECTIVE, "Avg Latency(us)"),
        ("Reduce Latency", MessageQuantity::Reduction, COLLECTIVE, "Avg Latency(us)"),
    ],
};

/// Reads the output of `osu_latency`, `osu_bw`, `osu_mbw_mr`, `osu_bcast` and `osu_reduce`. A file may contain several of
/// them.
///
/// A table begins with the name of the benchmark (`# OSU MPI Latency Test v7.0`) and the names of its columns
/// (`# Size          Latency (us)`). A bandwidth of w MB/s (10^6 bytes) is a gap of s / w for messages of s bytes; a message
/// rate is its inverse. For collectives the longest time is used if it is printed (`-f`), otherwise the mean. Tables of
/// other benchmarks are skipped, those of one-sided transfers (`MPI_Put`) among them, as are lines that do not begin with a digit, such
/// as the output of launchers. Rows that failed their validation are left out and counted. Messages of a datatype with gaps have the
/// bytes of the column `Transmit Size`. The tables of OMB-Py are read too.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_osu(bytes: &[u8], path: &str) -> Result<Vec<MessageTable>, TextError> {
    OSU.read(bytes, path)
}

/// The benchmark named by a line: `Latency` in `# OSU MPI-CUDA Latency Test v7.0`, `MPI_Put Latency` in `# OSU MPI_Put Latency Test`.
fn benchmark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['#', ' ']);
    let rest = line.strip_prefix("OSU ").or_else(|| line.strip_prefix("OMB-Py "))?;
    let (name, _) = rest.split_once(" Test")?;
    let two_sided = name.strip_prefix("MPI").filter(|name| name.starts_with([' ', '-']));
    // The suffix of MPI names the kind of memory.
    Some(two_sided.and_then(|name| name.split_once(' ')).map_or(name, |(_, name)| name).trim())
}

/// The columns after `# Size`, whose names have blanks, or the rest of the line that is none.
fn columns(line: &str) -> Option<Columns> {
    let names: String = line.trim_start_matches('#').split_whitespace().collect();
    let names = names.strip_prefix("Size")?;
    let mut rest = names.strip_prefix("(B)").unwrap_or(names);
    let mut columns = Vec::new();
    while !rest.is_empty() {
        let known = OSU.known.iter().find_map(|known| Some((*known, rest.strip_prefix(&*known.0.replace(' ', ""))?)));
        let Some((column, after)) = known.or_else(|| percentile(rest)) else { return Some(Err(rest.to_owned())) };
        columns.push(column);
        rest = after;
    }
    Some(Ok(columns))
}

/// Reads `P99TailLat(us)` or `P99TailBW(MB/s)` and returns the text after it.
fn percentile(names: &str) -> Option<(Known, &str)> {
    let rest = names.strip_prefix('P')?.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix("TailLat(us)").or_else(|| rest.strip_prefix("TailBW(MB/s)"))?;
    Some((("", Column::Other), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(table: &MessageTable) -> Vec<(u64, f64)> {
        table.samples.samples.iter().map(|sample| (sample.at, sample.time)).collect()
    }

    fn read(text: &str) -> Vec<MessageTable> {
        read_osu(text.as_bytes(), "osu.txt").expect(text)
    }

    #[test]
    fn latencies_of_every_version() {
        for head in [
            "# OSU MPI Latency Test v3.1.1\n# Size            Latency (us)\n",
            "# OSU MPI Latency Test v7.5\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n",
            "OSU MPI-CUDA Latency Test v5.9\n# Send Buffer on DEVICE (D)\n  Size  Latency (us)\n",
        ] {
            let text = format!(
                "[host1:42] a warning of 3 lines\n\n{head}0             1.50\n1    1.52\r\nsrun: done\n4194304  900.25\n"
            );
            let tables = read(&text);
            assert_eq!(tables.len(), 1, "{head}");
            let MessageTable { quantity, pairs, ranks, .. } = &tables[0];
            assert_eq!((*quantity, *pairs, *ranks), (MessageQuantity::OneWay, 1, None), "{head}");
            assert_eq!(points(&tables[0]), [(0, 1.5e-6), (1, 1.52e-6), (4_194_304, 900.25e-6)], "{head}");
        }
        let text = "# OSU MPI Latency Test v7.4\n# Size  Avg Latency(us)  P50 Tail Lat(us)   P90 Tail Lat(us)  Validation\n\
                    8  2.00  1.9  2.5  Pass\n";
        assert_eq!(points(&read(text)[0]), [(8, 2e-6)]);
    }

    #[test]
    fn bandwidths_and_rates_are_gaps() {
        let text =
            "# OSU MPI Bandwidth Test v7.0\n# Size      Bandwidth (MB/s)\n1     0.00\n1000   500.00\n2000  800\n";
        let table = &read(text)[0];
        assert_eq!((table.quantity, table.samples.discarded), (MessageQuantity::Gap, 1));
        assert_eq!(points(table), [(1_000, 2e-6), (2_000, 2.5e-6)]);
        let text = "# OSU MPI Multiple Bandwidth / Message Rate Test v5.6\n# [ pairs: 2 ] [ window size: 64 ]\n\
                    # Size                  MB/s        Messages/s\n1   4.00   4000000.00\n1000   1000   1000000\n";
        let table = &read(text)[0];
        assert_eq!((table.pairs, points(table)), (2, vec![(1, 0.5e-6), (1_000, 2e-6)]));
    }

    #[test]
    fn collectives_end_with_the_last_rank() {
        let text = "\n# OSU MPI Broadcast Latency Test v5.9\n# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n\
                    1     7.61      6.38     8.84     1000\n\n# OSU MPI Reduce Latency Test v7.3\n# Datatype: MPI_FLOAT.\n\
                    # Size       Avg Latency(us)\n0   0.05\n4   3.25\n";
        let tables = read(text);
        assert_eq!(tables.len(), 2);
        assert_eq!((tables[0].quantity, points(&tables[0])), (MessageQuantity::Broadcast, vec![(1, 8.84e-6)]));
        assert_eq!((tables[1].quantity, points(&tables[1])), (MessageQuantity::Reduction, vec![(4, 3.25e-6)]));
        assert_eq!(tables[1].samples.samples[0].line, 10);
    }

    #[test]
    fn other_benchmarks_are_passed_over() {
        let other = "# OSU MPI Barrier Latency Test v7.0\n# Avg Latency(us)\n4.91\n# OSU MPI Bi-Directional Bandwidth Test v7.0\n\
                     # Size  Bandwidth (MB/s)\n1  2.00\n";
        let useful = "# OSU MPI Latency Test v7.0\n# Size Latency (us)\n1 2.00\n";
        assert_eq!(read(&format!("{other}{useful}")).len(), 1);
        assert_eq!(read(&format!("{useful}{other}"))[0].samples.samples.len(), 1);
    }
}
