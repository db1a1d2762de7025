use super::{
    Experiment, Journey, MessageTable, NetgaugeRow, ReadOptions, read_experiment, read_imb, read_microbench,
    read_netgauge, read_osu, read_plogp, read_rates, read_trees,
};
use crate::Samples;
use logpine_text::text::TextError;
use logpine_text::units::Clock;
use proptest::prelude::*;
use snapbox::{Data, assert_data_eq};
use std::fmt::Write;
use std::path::Path;

const OPTIONS: ReadOptions = ReadOptions { discard: 0, journey: Journey::OneWay };

fn read(text: &str, experiment: Experiment) -> Result<Samples, TextError> {
    read_experiment(text.as_bytes(), "m.csv", experiment, OPTIONS)
}

fn times(text: &str, experiment: Experiment, options: ReadOptions) -> Vec<(u64, f64, u32)> {
    let samples = read_experiment(text.as_bytes(), "m.csv", experiment, options).expect(text);
    samples.samples.iter().map(|sample| (sample.at, sample.time, sample.line)).collect()
}

#[test]
fn every_unit_becomes_that_of_the_clock() {
    for (name, value, seconds) in [
        ("time_s", "4.93e-5", 4.93e-5),
        ("time_ms", "0.0493", 4.93e-5),
        ("time_us", "49.3", 4.93e-5),
        ("time_ns", "49300", 4.93e-5),
        ("time_ps", "49300000", 4.93e-5),
        ("round_trip_us", "98.6", 4.93e-5),
    ] {
        assert_eq!(times(&format!("{name}\n{value}\n"), Experiment::Latency, OPTIONS), [(0, seconds, 2)], "{name}");
    }
    let cycles = read("time_cycles\n98\n", Experiment::Latency).expect("cycles");
    assert_eq!((cycles.clock, cycles.samples[0].time), (Clock::Cycle, 98.0));
    let halved = ReadOptions { journey: Journey::RoundTrip, ..OPTIONS };
    assert_eq!(times("fanout,time_ms\n3,5\n", Experiment::FanIn, halved), [(3, 0.0025, 2)]);
    assert_eq!(times("bytes,time_us\n0,2\n", Experiment::Messages, OPTIONS), [(0, 2e-6, 2)]);
}

#[test]
fn what_spreadsheets_and_people_write_is_read() {
    let text = "\u{feff}# Cab, \"16 hosts\"\r\n\r\n  # indented, \"quote\n time_s , \"depth\",wave, run\r\n\r\n1e-3,1,first,a\r\n# between\n\n \
                \n\t2e-3 , \"2\",\"x,\ny\" , b\n 3e-3 , \"3.0\" ,,\n";
    assert_eq!(times(text, Experiment::Chain, OPTIONS), [(1, 1e-3, 6), (2, 2e-3, 10), (3, 3e-3, 12)]);
    assert_eq!(times("depth,time_s\n1,2", Experiment::Chain, OPTIONS), [(1, 2.0, 2)], "no end of line");
    assert_eq!(times("depth,time_s\r\n1,2\r\n\r\n3,4\r\n", Experiment::Chain, OPTIONS), [(1, 2.0, 2), (3, 4.0, 4)]);
}

#[test]
fn the_first_rows_are_left_out() {
    let text = "depth,time_s,run\n1,1,a\n1,2,a\n2,3,a\n1,4,b\n2,5,b\n1,6,b\n1,7,a\n";
    let discard = |discard| ReadOptions { discard, ..OPTIONS };
    assert_eq!(times(text, Experiment::Chain, discard(1)), [(1, 2.0, 3), (1, 6.0, 7), (1, 7.0, 8)]);
    assert_eq!(times(text, Experiment::Chain, discard(2)), [(1, 7.0, 8)]);
    let without_runs = text.replace("run", "wave");
    assert_eq!(
        times(&without_runs, Experiment::Chain, discard(1)),
        [(1, 2.0, 3), (1, 4.0, 5), (2, 5.0, 6), (1, 6.0, 7), (1, 7.0, 8)]
    );
    let samples = read_experiment(text.as_bytes(), "m.csv", Experiment::Chain, discard(2)).expect(text);
    assert_eq!((samples.discarded, samples.origin.as_str()), (6, "m.csv"));
    let error = read_experiment(text.as_bytes(), "m.csv", Experiment::Chain, discard(9)).expect_err("nothing");
    assert!(error.message.contains("all 7 are among the first 9"), "{error}");
}

#[test]
fn emulated_times_say_so() {
    let origin = |head: &str| {
        let text = format!("{head}depth,time_s\n1,1\n2,2\n");
        read_experiment(text.as_bytes(), "m.csv", Experiment::Chain, OPTIONS).expect("times").origin
    };
    assert_eq!(origin("# measured by logpine\n# emulated, not measured: latency 20 us\n"), "emulated times of m.csv");
    assert_eq!(origin("# measured by logpine, not emulated\n"), "m.csv");
}

/// A kind of file with the beginning of a valid one.
const HEADS: [(&str, &str); 11] = [
    ("latency", "time_us\n"),
    ("chain", "depth,time_us\n"),
    ("fan-in", "fanout,time_us\n"),
    ("messages", "bytes,time_us\n"),
    ("plogp", "bytes,overhead_send_us,overhead_receive_us,gap_us,latency_us\n"),
    ("osu", "# OSU MPI Multiple Bandwidth / Message Rate Test v7\n# Size Latency (us) MB/s\n"),
    ("imb", "# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n"),
    ("netgauge", "# size n\n1 10 13.5 22.5 145.8 6.75 1.2 1.1 -nan -nan -nan\n"),
    ("microbench", "FE: roundtrip latency: total(sec): 1, nIters: 10\nFE: roundtrip latency: total(sec): "),
    ("rates", "fanout,rate_per_s\n"),
    ("trees", "tree,time_s\n"),
];

/// All times of a file of a kind.
fn all_times(kind: &str, bytes: &[u8]) -> Result<Vec<f64>, TextError> {
    let of_samples = |samples: Samples| samples.samples.iter().map(|sample| sample.time).collect();
    let experiment = |of| read_experiment(bytes, "m.csv", of, OPTIONS).map(of_samples);
    let of_tables =
        |tables: Vec<MessageTable>| tables.into_iter().flat_map(|table| of_samples(table.samples)).collect();
    let parse = |name: &str| if name.contains(':') { Ok(()) } else { Err(format!("no tree `{name}`")) };
    match kind {
        "latency" => experiment(Experiment::Latency),
        "chain" => experiment(Experiment::Chain),
        "fan-in" => experiment(Experiment::FanIn),
        "messages" => experiment(Experiment::Messages),
        "plogp" => read_plogp(bytes, "m.csv").map(|table| table.rows.iter().map(|row| row.gap).collect()),
        "osu" => read_osu(bytes, "m.csv").map(of_tables),
        "imb" => read_imb(bytes, "m.csv").map(of_tables),
        "netgauge" => read_netgauge(bytes, "m.csv").map(|table| table.rows.iter().map(NetgaugeRow::one_way).collect()),
        "microbench" => read_microbench(bytes, "m.csv").map(of_samples),
        "rates" => read_rates(bytes, "m.csv").map(of_samples),
        "trees" => read_trees(bytes, "m.csv", OPTIONS, parse)
            .map(|table| table.trees.into_iter().flat_map(|tree| tree.times).collect()),
        _ => panic!("{kind}"),
    }
}

/// What is said of short tables: `faults.txt` has each below its kind, and then the fault with its place.
#[test]
fn every_fault_has_its_place() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/measurements/faults.txt");
    let cases = std::fs::read_to_string(&path).expect("the cases");
    let found = cases.split("==== ").skip(1).map(|case| {
        let (kind, rest) = case.split_once('\n').expect("a kind of table");
        let (text, _) = rest.split_once("\n----\n").expect("a table and what is said of it");
        let said = all_times(kind, text.as_bytes()).err();
        let said = said.map(|error| error.to_string()).unwrap_or_default();
        format!("==== {kind}\n{text}\n----\n{}\n", said.lines().next().unwrap_or_default())
    });
    assert_data_eq!(found.collect::<String>(), Data::read_from(&path, None).raw());
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, rows in "([0-9.e,:b\"#\\- \r\n]|nan|\\PC){0,80}") {
        for (kind, head) in HEADS {
            let _ = all_times(kind, &bytes).map_err(|error| error.to_string());
            match all_times(kind, format!("{head}{rows}").as_bytes()) {
                Ok(times) => prop_assert!(times.iter().all(|&time| time >= 0.0 && time.is_finite()), "{}", kind),
                Err(error) => prop_assert!(error.to_string().contains('^'), "{}: {}", kind, error),
            }
        }
    }

    #[test]
    fn any_table_has_good_samples_or_a_place(rows in "([0-9.e,\"#\\- \r\n]|\\PC){0,80}", discard in 0usize..3) {
        let text = format!("depth,time_s\n{rows}");
        match read_experiment(text.as_bytes(), "m", Experiment::Chain, ReadOptions { discard, ..OPTIONS }) {
            Ok(samples) => {
                for sample in &samples.samples {
                    prop_assert!(sample.at > 0 && sample.time >= 0.0 && sample.time.is_finite());
                    let line = text.split('\n').nth(sample.line as usize - 1);
                    prop_assert!(line.is_some_and(|line| line.contains(',')), "{:?}", sample);
                }
            }
            Err(error) => prop_assert!(error.position.line <= text.matches('\n').count() + 1),
        }
    }

    #[test]
    fn samples_are_those_of_the_file(rows in prop::collection::vec((1u64.., 0f64..1e9), 1..30)) {
        let mut text = String::from("depth,time_s\r\n");
        for (depth, time) in &rows {
            write!(text, "{depth},{time:e}\r\n").expect("to memory");
        }
        let expected: Vec<(u64, f64, u32)> = rows.iter().zip(2u32..).map(|(&(at, time), line)| (at, time, line)).collect();
        prop_assert_eq!(times(&text, Experiment::Chain, OPTIONS), expected);
    }
}
