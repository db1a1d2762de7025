use super::{Experiment, Journey, MeasurementError, MeasurementFault, ReadOptions, read_experiment};
use crate::Samples;
use logpine_text::units::Clock;
use proptest::prelude::*;
use std::fmt::Write;

const OPTIONS: ReadOptions = ReadOptions { discard: 0, journey: Journey::OneWay };

fn read(text: &str, experiment: Experiment) -> Result<Samples, MeasurementError> {
    read_experiment(text.as_bytes(), "m.csv", experiment, OPTIONS)
}

fn times(text: &str, experiment: Experiment, options: ReadOptions) -> Vec<(u64, f64, u32)> {
    let samples = read_experiment(text.as_bytes(), "m.csv", experiment, options).expect(text);
    samples.samples.iter().map(|sample| (sample.at, sample.time, sample.line)).collect()
}

fn fault(text: &str, experiment: Experiment) -> (usize, usize, String) {
    let error = read(text, experiment).expect_err(text);
    (error.place.line, error.place.column, error.fault.to_string())
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
    assert_eq!(error.fault, MeasurementFault::NothingLeft { discarded: 7, discard: 9 });
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

#[test]
fn faults_of_the_head() {
    use Experiment::{Chain, FanIn, Latency};
    let starts = |text: &str, experiment, line, column, words: &str| {
        let (at, character, message) = fault(text, experiment);
        assert!((at, character) == (line, column) && message.contains(words), "{text:?}: {at}:{character}: {message}");
    };
    starts("", Chain, 1, 1, "the file has no values; the first line names the columns, like depth,time_us");
    starts("# only\n\n", Latency, 3, 1, "the file has no values; the first line names the column, like time_us");
    starts("depth,time_s\n", Chain, 1, 1, "no measurements follow this line");
    starts("# c\ndepth,time_s\n# more\n\n", Chain, 2, 1, "no measurements follow this line");
    starts(
        "time_s\n1\n",
        Chain,
        1,
        1,
        "the column depth is missing; the first line names the columns, like depth,time_us",
    );
    starts("depth\n1\n", Chain, 1, 1, "the column of times is missing");
    starts("run\n1\n", Latency, 1, 1, "the column of times is missing");
    starts("depth,time_s,wve\n1,2,3\n", Chain, 1, 14, "unknown column `wve`; did you mean `wave`?");
    starts("depth,time_s\n1,2\n", FanIn, 1, 1, "unknown column `depth`; the columns are run, repetition, wave, fanout");
    starts("depth,time_s\n1,2\n", Latency, 1, 1, "unknown column `depth`");
    starts("depth,time_s, time_us\n1,2,3\n", Chain, 1, 15, "both `time_s` and `time_us` are times");
    starts("depth,time_s,time_cycles\n1,2,3\n", Chain, 1, 14, "both `time_s` and `time_cycles` are times");
    starts("depth,depth,time_s\n1,1,3\n", Chain, 1, 7, "the column `depth` is listed twice");
    starts("depth,time\n1,3\n", Chain, 1, 7, "`time` does not say its unit; name it `time_us`");
    starts("depth;time_s\n1;3\n", Chain, 1, 1, "separated by semicolons");
    starts("depth,time_s,\n1,3,\n", Chain, 1, 14, "unknown column ``");
    starts("1,3\n2,5\n", Chain, 1, 1, "unknown column `1`");
    let halved = ReadOptions { journey: Journey::RoundTrip, ..OPTIONS };
    let error = read_experiment(b"depth,round_trip_s\n1,2\n", "m.csv", Chain, halved).expect_err("twice");
    assert_eq!(
        (error.place.column, error.fault),
        (7, MeasurementFault::RoundTripTwice { name: "round_trip_s".into() })
    );
}

#[test]
fn faults_of_rows() {
    let faulty = |row: &str, line, column, words: &str| {
        let text = format!("# c\ndepth,time_us,wave\n\n1,2,3\n{row}\n4,5,6\n");
        let (at, character, message) = fault(&text, Experiment::Chain);
        assert!((at, character) == (line, column) && message.contains(words), "{row:?}: {at}:{character}: {message}");
    };
    faulty("2,-3,1", 5, 3, "`-3` is negative; `time_us` is at least 0");
    faulty("2, nan ,1", 5, 4, "`nan` is not a finite number");
    faulty("2,inf,1", 5, 3, "`inf` is not a finite number");
    faulty("2,1e999,1", 5, 3, "`1e999` is not a finite number");
    faulty(
        "2,98us,1",
        5,
        3,
        "`98us` has a unit, which belongs in the head of the table: name the column `time_us` and write 98",
    );
    faulty("2,\"9,8\",1", 5, 3, "`9,8` has a comma; write decimals with a point");
    faulty("2,fast,1", 5, 3, "`fast` is not a number");
    faulty("2,,1", 5, 3, "there is no value for `time_us`");
    faulty(",3,1", 5, 1, "there is no value for `depth`");
    faulty("0,3,1", 5, 1, "`depth` is 0; it counts levels of the chain, at least 1");
    faulty("1.5,3,1", 5, 1, "`1.5` is not a whole number; `depth` counts levels of the chain");
    faulty("-1,3,1", 5, 1, "`-1` is not a whole number");
    faulty("2,3", 5, 1, "2 fields in this row, but 3 columns");
    faulty("2,3,1,9", 5, 1, "4 fields in this row, but 3 columns");
    faulty("\"a,\"\"b\", 3,1", 5, 1, "is not a whole number");
    let error =
        read_experiment(b"depth,time_s\n1,2\n2,\xff\n", "m.csv", Experiment::Chain, OPTIONS).expect_err("bytes");
    assert_eq!((error.place.line, error.place.column), (3, 3));
    assert_eq!(
        read("depth,time_s\n1,2\n2,x\n", Experiment::Chain).expect_err("x").to_string(),
        "m.csv:3:3: `x` is not a number; `time_s` holds numbers like 98 or 4.93e-5\n  3 | 2,x\n    |   ^"
    );
}

#[test]
fn a_million_rows_are_read() {
    let mut text = String::from("fanout,time_us\n");
    for row in 0..1_000_000 {
        writeln!(text, "{},{}.{}", row % 512 + 1, row % 977, row % 89).expect("to memory");
    }
    let samples = read(&text, Experiment::FanIn).expect("a million");
    let last = samples.samples[999_999];
    assert_eq!((samples.samples.len(), last.at, last.line), (1_000_000, 999_999 % 512 + 1, 1_000_001));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, head in "(depth|fanout|time_s|time_us|run|,){0,5}\n") {
        for experiment in [Experiment::Latency, Experiment::Chain, Experiment::FanIn, Experiment::Messages] {
            let _ = read_experiment(&bytes, "m", experiment, OPTIONS).map_err(|error| error.to_string());
            let text = [head.as_bytes(), &bytes].concat();
            let _ = read_experiment(&text, "m", experiment, OPTIONS).map_err(|error| error.to_string());
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
            Err(error) => prop_assert!(error.place.line <= text.matches('\n').count() + 1),
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
