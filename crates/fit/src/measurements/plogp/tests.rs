use super::*;
use proptest::prelude::*;

const SAVED_HEAD: &str = "# LogP network performance data: logp_test.Send.Recv\n# Latency = 0.0000045\n\
                          # time      bytes os        os_min    os_cnfint or        or_min    or_cnfint g\n";
const SAVED_ROW: &str = "1000000000       0 0.0000010 0.0000009 0.0000001 0.0000011 0.0000010 0.0000001 0.0000020\n";
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

#[test]
fn faults_have_places() {
    let faulty = |text: &str, line, column, words: &str| {
        let (at, character, message) = fault(text);
        assert!((at, character) == (line, column) && message.contains(words), "{text}: {at}:{character}: {message}");
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
    faulty("overhead_send_us,overhead_receive_us,gap_us,latency_us\n1,2,3,4\n", 1, 1, "the column bytes is missing");
    faulty("bytes,gap\n1,2\n", 1, 7, "`gap` does not say its unit; name it `gap_us`");
    faulty("bytes,gpa_us\n1,2\n", 1, 7, "unknown column `gpa_us`; did you mean `gap_us`?");
    faulty("bytes,gap_us,gap_s\n1,2,3\n", 1, 14, "`gap_s` is listed twice");
    faulty("bytes,bytes\n1,2\n", 1, 7, "`bytes` is listed twice");
    faulty("bytes,gap_us,latency_cycles\n1,2,3\n", 1, 14, "`gap_us` and `latency_cycles` are in units that do not mix");
    let both = CSV_HEAD.replace('\n', ",round_trip_us\n1,2,3,4,5,6\n");
    faulty(&both, 1, 62, "both `latency_us` and `round_trip_us` are times");
    let row = |row: &str| format!("{CSV_HEAD}1,1,1,2,4\n{row}\n");
    faulty(&row("2,1,1,2"), 3, 1, "4 fields in this row, but 5 columns");
    faulty(&row("2,1,-1,2,"), 3, 5, "`-1` is negative; `overhead_receive_us` is at least 0");
    faulty(&row("2,1,1,,"), 3, 7, "there is no value for `gap_us`");
    faulty(&row("2.5,1,1,2,"), 3, 1, "`2.5` is not a whole number");
    faulty(&row("1,1,1,2,"), 3, 1, "line 2 is a row for 1 bytes, too");
    faulty(&format!("{CSV_HEAD}1,1,1,2,\n"), 1, 1, "the column latency_us or round_trip_us with a value is missing");
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
    use crate::measurements::read_plogp;
    let text = "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us\n1,1.0,1.1,2.0,4.5\n1024,2.0,2.1,3.5,\n";
    let table = read_plogp(text.as_bytes(), "plogp.csv")?;
    assert_eq!((table.latency, table.rows[1].gap), (Some(4.5e-6), 3.5e-6));
    Ok(())
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

#[test]
fn times_that_contradict_each_other_are_refused() {
    let good = measured(1, [10.0, 2.0, 2.0, 3.0]);
    let refused = |row: &str, column, words: &str| {
        let (line, at, message) = fault(&format!("{MEASURED_HEAD}{good}{row}"));
        assert!((line, at) == (4, column) && message.contains(words), "{row}: {line}:{at}: {message}");
    };
    refused(
        &measured(8, [10.0, 2.0, 2.0, 100.0]),
        31,
        "the gap, 100.0us, is longer than the round trip, 10.00us: long trains of messages stall",
    );
    refused(
        &measured(8, [10.0, 7.0, 7.0, 3.0]),
        11,
        "the overheads of sending and receiving, 14.00us together, are longer than the round trip, 10.00us",
    );
    refused(&measured(8, [4.0, 1.0, 1.0, 1.0]), 1, "the round trip is 4.000us, less than half of the 10.00us at 1 B");
    refused(&measured(8, [10.0, 2.0, 2.0, 1.0]), 1, "the gap is 1.000us, less than half of the 3.000us at 1 B");
    refused("8,10,11,12,2,2,2,2,2,2,3,3,3,9\n", 6, "`round_trip_min_us` is greater than `round_trip_us`");
    refused("8,10,9,12,2,2,2,2,2,1,3,3,3,9\n", 21, "`overhead_receive_us` is greater than `overhead_receive_p90_us`");
    refused("8,10,9,12,2,2,2,2,2,2,3,3.5,3,9\n", 25, "`gap_min_us` is greater than `gap_us`");
    refused("8,10,9,12,2,2,2,2,2,2,3,3,3,0\n", 29, "`repetitions` is 0; it counts repetitions");
    // The shortest messages do not wait for the receiver.
    let waits = measured(1, [10.0, 9.0, 5.0, 3.0]);
    assert!(fault(&format!("{MEASURED_HEAD}{waits}")).2.contains("the overheads"));
    // A table without round trips has nothing to compare with.
    assert_eq!(read(&format!("{CSV_HEAD}1,9,9,99,1\n2,1,1,1,\n")).rows.len(), 2);
}
