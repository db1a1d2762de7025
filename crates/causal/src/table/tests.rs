use super::*;
use proptest::prelude::*;
use snapbox::{Data, assert_data_eq};

fn rows(header: &str, row: impl Fn(usize) -> String) -> String {
    (0..30).fold(format!("{header}\n"), |text, index| text + &row(index) + "\n")
}

fn read(text: &str) -> Result<Table, TableError> {
    Table::from_csv(text.as_bytes(), "runs.csv", &ReadOptions::default())
}

fn fails(text: &str, words: &str) {
    let error = read(text).expect_err(words);
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn kinds_are_detected_and_declared() {
    let text = rows("x, level ,class", |row| format!("{}.25,{},{}", row, row % 3, ["ring", "star"][row % 2]));
    let table = read(&text).expect("a table");
    let is_discrete = |column: &Column| matches!(column.values, Values::Discrete { .. });
    assert!(table.columns().iter().map(is_discrete).eq([false, true, true]));
    assert_eq!(table.columns()[1].name, "level");
    let options = ReadOptions { continuous: vec!["level".to_owned()], ..ReadOptions::default() };
    let table = Table::from_csv(text.as_bytes(), "runs.csv", &options).expect("a table");
    assert!(!is_discrete(&table.columns()[1]));
    let options =
        ReadOptions { columns: ColumnChoice::Only(vec!["class".to_owned(), "x".to_owned()]), ..ReadOptions::default() };
    let table = Table::from_csv(text.as_bytes(), "runs.csv", &options).expect("a table");
    assert_eq!(table.columns().iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), ["class", "x"]);
}

#[test]
fn comments_blank_lines_and_quotes_are_read_over() {
    let text = rows("\u{feff}# made today\n\n\"a, b\",c", |row| format!("# row {row}\n{row},\"{}\"", row * row));
    let table = read(&text).expect("a table");
    assert_eq!(table.columns()[0].name, "a, b");
    assert_eq!(table.rows(), 30);
}

#[test]
fn constant_columns_are_named_and_can_be_left_out() {
    let text = rows("a,b,c,d", |row| format!("{row},24,{},0.1", row * row));
    fails(&text, "`b`, `d` have the same value in every row");
    let options = ReadOptions { constants: Constants::LeaveOut, ..ReadOptions::default() };
    let table = Table::from_csv(text.as_bytes(), "runs.csv", &options).expect("a table");
    assert_eq!(table.left_out(), ["b", "d"]);
    let options = ReadOptions { columns: ColumnChoice::AllBut(vec!["b".to_owned(), "d".to_owned()]), ..options };
    assert_eq!(Table::from_csv(text.as_bytes(), "runs.csv", &options).expect("a table").columns().len(), 2);
    let options = ReadOptions { constants: Constants::LeaveOut, ..ReadOptions::default() };
    let error = Table::from_csv(rows("a,b", |row| format!("1,{row}")).as_bytes(), "f", &options).expect_err("one left");
    assert!(error.to_string().contains("1 column "), "{error}");
}

/// Nanoseconds since 1970, a microsecond apart, vary by 1e-14 of their size; sums of tenths vary by rounding.
#[test]
fn large_numbers_vary_by_little() {
    let text = rows("stamp,x", |row| format!("{},{}", 1_700_000_000_000_000_000 + 1000 * row, row * row));
    let table = read(&text).expect("a table");
    for transform in [crate::Transform::Log, crate::Transform::Raw] {
        let (sample, _) = &crate::sample::samples(&table, transform)[0];
        let crate::sample::Sample::Continuous(values) = sample else { panic!("continuous") };
        // Thirty equal steps with variance 1, as far as doubles of this size resolve microseconds.
        for pair in values.windows(2) {
            assert!((pair[1] - pair[0] - (12.0f64 / 899.0).sqrt()).abs() < 0.06, "{pair:?}");
        }
    }
    fails(
        &rows("sum,x", |row| format!("{},{row}", if row % 2 == 0 { 0.1 + 0.2 } else { 0.3 })),
        "`sum` has the same value",
    );
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let text = rows("nodes,commT", |row| format!("{row},{}", row * row));
    let options = ReadOptions { columns: ColumnChoice::AllBut(vec!["commt".to_owned()]), ..ReadOptions::default() };
    let error = Table::from_csv(text.as_bytes(), "f", &options).expect_err("no such column");
    assert!(error.to_string().contains("did you mean `commT`"), "{error}");
}

#[test]
fn tables_in_memory_are_checked_as_files_are() {
    let numbers: Vec<f64> = (0..30u8).map(f64::from).collect();
    let fault = |columns: Vec<Column>| Table::new(columns).expect_err("a fault").to_string();
    let short = fault(vec![Column::continuous("a", numbers.clone()), Column::continuous("b", vec![1.0])]);
    assert_eq!(short, "`b` has 1 values where others have 30");
    let mut infinite = numbers.clone();
    infinite[3] = f64::INFINITY;
    assert!(fault(vec![Column::continuous("a", infinite)]).contains("`a` is inf here"));
    let each: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let columns = vec![Column::continuous("a", numbers), Column::discrete("b", &each)];
    assert!(fault(columns).starts_with("`b` is discrete and has 30 different values"));
    assert_eq!(fault(Vec::new()), EMPTY);
}

/// What is said of short tables: `faults.txt` has each, and then the fault with its place.
#[test]
fn every_fault_has_its_place() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/table/faults.txt");
    let cases = std::fs::read_to_string(&path).expect("the cases");
    let found = cases.split("====\n").skip(1).map(|case| {
        let (text, _) = case.split_once("\n----\n").expect("a table and what is said of it");
        let said = read(text).err().map(|error| error.to_string()).unwrap_or_default();
        format!("====\n{text}\n----\n{}\n", said.lines().next().unwrap_or_default())
    });
    assert_data_eq!(found.collect::<String>(), Data::read_from(&path, None).raw());
}

proptest! {
    #[test]
    fn any_bytes_are_answered(text in "[a-c0-9,\"\n#\r .é-]{0,300}", tail in prop::collection::vec(any::<u8>(), 0..20)) {
        let bytes: Vec<u8> = text.bytes().chain(tail).collect();
        if let Err(error) = Table::from_csv(&bytes, "f", &ReadOptions::default()) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
