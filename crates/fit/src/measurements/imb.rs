//! Tables of the Intel MPI Benchmarks.

use super::message_table::{Column, Columns, Dialect, MessageQuantity, MessageTable};
use logpine_text::text::TextError;

const ONE_WAY: (MessageQuantity, &[Column], &str) = (MessageQuantity::OneWay, &[Column::Mean], "t[usec]");

const IMB: Dialect = Dialect {
    tool: "the Intel MPI Benchmarks",
    expected: "its lines are like `# Benchmarking PingPong`, `# #processes = 2` and `#bytes #repetitions  t[usec]  Mbytes/sec`",
    wanted: "PingPong, Uniband, Bcast, Reduce",
    example: "#bytes #repetitions  t[usec]  Mbytes/sec",
    sizes: "#bytes",
    benchmark,
    columns,
    // With -multi there are times of the fastest and the slowest pair, and their mean.
    known: &[
        ("t[usec]", Column::Mean),
        ("t_avg[usec]", Column::Mean),
        ("t_max[usec]", Column::Longest),
        ("Msg/sec", Column::Rate),
    ],
    benchmarks: &[
        ("PingPong", ONE_WAY.0, ONE_WAY.1, ONE_WAY.2),
        ("PingPongSpecificSource", ONE_WAY.0, ONE_WAY.1, ONE_WAY.2),
        ("PingPongAnySource", ONE_WAY.0, ONE_WAY.1, ONE_WAY.2),
        ("Multi-PingPong", ONE_WAY.0, ONE_WAY.1, ONE_WAY.2),
        ("Multi-PingPongSpecificSource", ONE_WAY.0, ONE_WAY.1, ONE_WAY.2),
        ("Multi-PingPongAnySource", ONE_WAY.0, ONE_WAY.1, ONE_WAY.2),
        ("Uniband", MessageQuantity::Gap, &[Column::Rate], "Msg/sec"),
        ("Bcast", MessageQuantity::Broadcast, &[Column::Longest], "t_max[usec]"),
        ("Reduce", MessageQuantity::Reduction, &[Column::Longest], "t_max[usec]"),
    ],
};

/// Reads the tables of `PingPong`, `Uniband`, `Bcast` and `Reduce` from IMB-MPI1 and IMB-P2P output. A file may contain
/// several benchmarks, and tables for several numbers of processes.
///
/// A table begins with `# Benchmarking PingPong`, `# #processes = 2` and the names of its columns
/// (`#bytes #repetitions  t[usec]  Mbytes/sec`). `PingPong` times are one way, as the tool prints them. Collectives use
/// `t_max`, the time at which the last rank is done, and `Uniband` the inverse of the message rate. Rows without times
/// (`out-of-mem.`) are left out and counted. Tables of other benchmarks are skipped.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_imb(bytes: &[u8], path: &str) -> Result<Vec<MessageTable>, TextError> {
    IMB.read(bytes, path)
}

/// The benchmark named by a line: `Bcast` in `# Benchmarking Bcast`.
fn benchmark(line: &str) -> Option<&str> {
    let name = line.trim_start_matches(['#', ' ']).strip_prefix("Benchmarking ")?.trim();
    (!name.is_empty()).then_some(name)
}

/// The columns after `#bytes`.
fn columns(line: &str) -> Option<Columns> {
    let mut names = line.split_whitespace();
    let known = |name| IMB.known.iter().find(|(known, _)| *known == name).copied().unwrap_or(("", Column::Other));
    names.next().filter(|&name| name == "#bytes").map(|_| Ok(names.map(known).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "#------------------------------------------------------------\n\
                        #    Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n\
                        #------------------------------------------------------------\n\
                        # Date                  : Thu Jan  1 00:00:00 2026\n\n\
                        # List of Benchmarks to run:\n\n# PingPong\n# Barrier\n# Bcast\n\n";
    const PING_PONG: &str = "#---------------------------------------------------\n\
                             # Benchmarking PingPong \n# #processes = 2 \n\
                             # ( 62 additional processes waiting in MPI_Barrier)\n\
                             #---------------------------------------------------\n\
                                    #bytes #repetitions      t[usec]   Mbytes/sec\n";
    const COLLECTIVE: &str = "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n";

    fn points(table: &MessageTable) -> Vec<(u64, f64)> {
        table.samples.samples.iter().map(|sample| (sample.at, sample.time)).collect()
    }

    #[test]
    fn several_benchmarks_in_one_file() {
        let text = format!(
            "{HEAD}{PING_PONG}            0         1000         1.50         0.00\n         1024          100         2.25       455.10\n\n\
             # Benchmarking Barrier\n# #processes = 64\n #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n  1000  5.0  5.1  5.05\n\n\
             # Benchmarking Bcast\n# #processes = 64\n{COLLECTIVE}    0   1000   0.02  0.03  0.02\n    4   1000   8.0   9.5  9.0\n\
                8388608 out-of-mem.; needed X= 2.008 GB; use flag \"-mem 2.1\" or MAX_MEM_USAGE>=2.1 (IMB_mem_info.h)\n\
             # Benchmarking Uniband\n# #processes = 4\n#bytes #repetitions   Mbytes/sec      Msg/sec\n  0  1000  0.00  4000000\n\n\
             # All processes entering MPI_Finalize\n\n"
        );
        let tables = read_imb(text.as_bytes(), "imb.txt").expect("tables");
        let summary: Vec<_> = tables.iter().map(|table| (table.quantity, table.ranks, table.pairs)).collect();
        assert_eq!(
            summary,
            [
                (MessageQuantity::OneWay, Some(2), 1),
                (MessageQuantity::Broadcast, Some(64), 1),
                (MessageQuantity::Gap, Some(4), 2),
            ]
        );
        assert_eq!(points(&tables[0]), [(0, 1.5e-6), (1_024, 2.25e-6)]);
        assert_eq!((points(&tables[1]), tables[1].samples.discarded), (vec![(4, 9.5e-6)], 2));
        assert_eq!(points(&tables[2]), [(0, 0.5e-6)]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[tables[1].samples.samples[0].line as usize - 1].contains("9.5"));
        let crlf = text.replace('\n', "\r\n");
        let again = read_imb(crlf.as_bytes(), "imb.txt").expect("tables");
        assert_eq!(again, tables);
    }
}
