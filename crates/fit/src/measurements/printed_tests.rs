//! Tables of messages as versions of the benchmarks and launchers print them.

use super::value::NO_ROWS;
use super::{MessageQuantity, MessageTable, read_imb, read_osu};
use crate::port::{PortFit, PortOptions};
use logpine_text::text::TextError;

type Points = Vec<(u64, f64)>;

fn points(table: &MessageTable) -> Points {
    table.samples.samples.iter().map(|sample| (sample.at, sample.time)).collect()
}

/// One-way times in microseconds.
fn micros(rows: &[(u64, f64)]) -> Points {
    rows.iter().map(|&(bytes, time)| (bytes, time / 1e6)).collect()
}

const ROWS: [(u64, f64); 3] = [(1, 1.5), (1_024, 2.75), (1_048_576, 101.0)];

macro_rules! printed {
    ($name:literal) => {
        (concat!($name, ".txt"), include_str!(concat!("printed/", $name, ".txt")))
    };
}

fn read(name: &str, text: &str) -> Result<Vec<MessageTable>, TextError> {
    if name.starts_with("imb") { read_imb(text.as_bytes(), name) } else { read_osu(text.as_bytes(), name) }
}

/// The times of the first table, with the numbers of rows left out and of rows that failed.
#[test]
fn one_way_times_are_read() {
    let cases = [
        (printed!("osu_trailing_help"), ROWS.to_vec(), 1, 0),
        (printed!("osu_trailing_time"), ROWS.to_vec(), 1, 0),
        (printed!("osu_cut_second"), ROWS.to_vec(), 0, 0),
        (printed!("osu_datatype"), vec![(32, 1.5), (512, 2.75), (524_288, 101.0)], 0, 0),
        (printed!("osu_python"), vec![(1, 2.5), (1_024, 3.75), (1_048_576, 101.0)], 0, 0),
        (printed!("osu_tagged_openmpi"), ROWS.to_vec(), 0, 0),
        (printed!("osu_tagged_srun"), ROWS.to_vec(), 0, 0),
        (printed!("osu_validation_fail"), vec![ROWS[0], ROWS[2]], 1, 1),
        (printed!("imb_multi0"), vec![(0, 1.12), (1_024, 1.92), (1_048_576, 100.0)], 0, 0),
        (printed!("imb_multi_groups"), vec![(0, 1.2), (1_024, 2.0), (1_048_576, 170.0)], 0, 0),
    ];
    for ((name, text), rows, discarded, failed) in cases {
        let table = &read(name, text).expect(name)[0];
        assert_eq!((table.quantity, points(table)), (MessageQuantity::OneWay, micros(&rows)), "{name}");
        assert_eq!((table.samples.discarded, table.failed), (discarded, failed), "{name}");
    }
}

#[test]
fn a_table_that_is_cut_short_costs_no_other() {
    let (name, text) = printed!("osu_cut_second");
    let tables = read(name, text).expect(name);
    assert_eq!((tables.len(), tables[1].quantity, points(&tables[1])), (2, MessageQuantity::Gap, Points::new()));
    let (_, alone) = text.split_once("\n\n").expect("two tables");
    assert_eq!(read(name, alone).expect_err(name).message, NO_ROWS);
}

#[test]
fn rows_that_all_failed_are_counted() {
    let (name, text) = printed!("osu_validation_fail");
    let all = text.replace("Pass", "Fail");
    let error = read(name, &all).expect_err(name).message;
    assert!(error.contains("marks 3 as failed"), "{error}");
    let one = text.replacen("Pass", "Fail", 1);
    let fit = PortFit::from_tables(&read(name, &one).expect(name), &PortOptions::default());
    let message = fit.expect_err("a single row").to_string();
    assert!(message.ends_with("; 2 rows were left out, which failed their validation or have no time"), "{message}");
}

#[test]
fn tags_of_ranks_are_no_part_of_a_line() {
    let (name, plain) = printed!("osu_cut_second");
    for tag in ["[1,0]<stdout>:", "[prterun-n1-99@1,0]<stdout>: ", "0: ", "12: ", "[0] "] {
        let text = plain.lines().fold(String::new(), |text, line| text + tag + line + "\n");
        let table = &read(name, &text).expect(tag)[0];
        assert_eq!((points(table), table.samples.discarded), (micros(&ROWS), 0), "{text}");
    }
}

/// Lines of launchers that begin with a digit, and rows that are cut short, after the rows or between them.
#[test]
fn lines_that_are_no_rows_are_counted() {
    let (name, plain) = printed!("osu_tagged_srun");
    let plain = plain.replace("0: ", "");
    for line in ["3 more processes sent a help message", "2", "2 3 4", "2  3.0us", "2K  3.0"] {
        for text in [format!("{plain}{line}\n"), plain.replace("\n1024 ", &format!("\n{line}\n1024 "))] {
            let table = &read(name, &text).expect(line)[0];
            assert_eq!((points(table), table.samples.discarded), (micros(&ROWS), 1), "{text}");
        }
    }
}

#[test]
fn one_sided_transfers_are_refused_by_name() {
    let (name, put) = printed!("osu_put_latency");
    let (_, two_sided) = printed!("osu_trailing_time");
    for of in ["MPI_Put Latency", "MPI_Get latency", "MPI_Put Bandwidth", "MPI_Accumulate latency", "OpenSHMEM Put"] {
        let text = put.replace("MPI_Put Latency", of);
        let message = read(name, &text).expect_err(of).to_string();
        assert!(message.contains(&format!("the file has {of}, which gives no parameters of messages")), "{message}");
        // Its rows are not those of the table before.
        let tables = read(name, &format!("{two_sided}{text}")).expect(of);
        assert_eq!((tables.len(), points(&tables[0])), (1, micros(&ROWS)), "{of}");
        let said = format!("not read in {name}, for it gives no parameters of messages: {of}");
        assert_eq!(tables[0].samples.warnings, [said]);
    }
}
