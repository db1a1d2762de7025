use super::*;

const SAVED_HEAD: &str = "# LogP network performance data: logp_test.Send.Recv\n# Latency = 0.0000045\n\
                          # time      bytes os        os_min    os_cnfint or        or_min    or_cnfint g\n";
const SAVED_ROW: &str = "1000000000       0 0.0000010 0.0000009 0.0000001 0.0000011 0.0000010 0.0000001 0.0000020\n";
const CSV_HEAD: &str = "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us\n";

fn read(text: &str) -> PlogpTable {
    read_plogp(text.as_bytes(), "plogp").expect(text)
}

fn row(bytes: u64, times: [f64; 3], line: u32) -> PlogpRow {
    let [overhead_send, overhead_receive, gap] = times;
    PlogpRow { bytes, overhead_send, overhead_receive, gap, round_trip: None, line }
}

#[test]
fn files_of_logp_mpi() {
    let text = format!(
        "{SAVED_HEAD}1000000002    1024 0.0000030 0.0000029 0.0000001 0.0000031 0.0000030 0.0000001 0.0000060\n{SAVED_ROW}"
    );
    for text in [text.replace('\n', "\r\n"), text] {
        let table = read(&text);
        assert_eq!((table.latency, table.clock), (Some(4.5e-6), Clock::Second));
        assert_eq!(table.rows, [row(0, [1e-6, 1.1e-6, 2e-6], 5), row(1024, [3e-6, 3.1e-6, 6e-6], 4)]);
    }
}

#[test]
fn comma_separated_values() {
    let text =
        "# ours\n bytes,gap_us,overhead_receive_ns,overhead_send_s,round_trip_ms\n8,3,200,1e-6,\n1,2,100,1e-6,0.02\n";
    let table = read(text);
    assert_eq!((table.latency, table.rows[0].round_trip), (None, Some(20e-6)));
    let first = PlogpRow { round_trip: Some(20e-6), ..row(1, [1e-6, 100e-9, 2e-6], 4) };
    assert_eq!(table.rows, [first, row(8, [1e-6, 200e-9, 3e-6], 3)]);
    let table = read(&format!("{CSV_HEAD}8,1,1,2,5\n1,1,1,2,4\n"));
    assert_eq!(table.latency, Some(5e-6), "the first");
    let cycles = read("bytes,overhead_send_cycles,overhead_receive_cycles,gap_cycles,latency_cycles\n1,2,3,4,5\n");
    assert_eq!((cycles.clock, cycles.latency), (Clock::Cycle, Some(5.0)));
}

/// The head that `logpine-mpi measure messages` writes.
const MEASURED_HEAD: &str = "# logpine-mpi measure messages\nbytes,round_trip_us,round_trip_min_us,round_trip_p90_us,\
     overhead_send_us,overhead_send_min_us,overhead_send_p90_us,overhead_receive_us,overhead_receive_min_us,\
     overhead_receive_p90_us,gap_us,gap_min_us,gap_p90_us,repetitions\n";

/// A row of that file, with repetitions that are 10 % apart from the medians: round trip, overheads, gap in us.
fn measured(bytes: u64, medians: [f64; 4]) -> String {
    let quantiles = medians.map(|median| format!("{median},{},{}", 0.9 * median, 1.1 * median));
    format!("{bytes},{},100\n", quantiles.join(","))
}

/// Open MPI 4.1 between two processes through shared memory and over TCP: the least and the most of several runs, which may
/// fall together in any way.
#[test]
fn noise_is_no_contradiction() {
    let shared = [
        [(8, [0.27, 0.05, 0.06, 0.05]), (4096, [4.5, 2.1, 2.0, 2.2]), (65536, [12.4, 6.0, 5.5, 6.2])],
        [(8, [0.33, 0.06, 0.08, 0.1]), (4096, [4.5, 2.6, 2.6, 2.6]), (65536, [12.4, 7.7, 7.0, 7.7])],
    ];
    let tcp = [
        [(8, [12.2, 6.7, 6.2, 7.0]), (4096, [15.0, 7.0, 6.0, 7.2]), (65536, [66.0, 38.0, 30.0, 40.0])],
        [(8, [14.7, 5.2, 4.1, 5.0]), (4096, [18.0, 5.9, 5.0, 6.2]), (65536, [91.0, 30.0, 20.0, 33.0])],
    ];
    for runs in [shared, tcp].concat() {
        let rows: String = runs.iter().map(|&(bytes, medians)| measured(bytes, medians)).collect();
        let table = read(&format!("{MEASURED_HEAD}{rows}"));
        assert!(table.rows.len() == 3 && table.rows.iter().all(|row| row.round_trip.is_some()), "{rows}");
        assert_eq!((table.latency, table.rows[2].line), (None, 5));
    }
    // A long send that waits for the receiver.
    let waits = measured(1, [10.0, 2.0, 2.0, 3.0]) + &measured(65536, [100.0, 98.0, 60.0, 50.0]);
    assert_eq!(read(&format!("{MEASURED_HEAD}{waits}")).rows.len(), 2);
}
