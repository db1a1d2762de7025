use super::*;
use proptest::prelude::*;

fn rows(header: &str, row: impl Fn(usize) -> String) -> String {
    (0..30).fold(format!("{header}\n"), |text, index| text + &row(index) + "\n")
}

fn read(text: &str) -> Result<Table, TableError> {
    Table::from_csv(text.as_bytes(), "runs.csv", &ReadOptions::default())
}

fn fails(text: &str, words: &str) -> TableError {
    let error = read(text).expect_err(words);
    assert!(error.to_string().contains(words), "{error}");
    error
}

#[test]
fn kinds_are_detected_and_declared() {
    let text = rows("x, level ,class", |row| format!("{}.25,{},{}", row, row % 3, ["ring", "star"][row % 2]));
    let table = read(&text).expect("a table");
    let kinds: Vec<Kind> = table.columns().iter().map(|column| column.values.kind()).collect();
    assert_eq!(kinds, [Kind::Continuous, Kind::Discrete, Kind::Discrete]);
    assert_eq!(table.columns()[1].name, "level");
    let options = ReadOptions { continuous: vec!["level".to_owned()], ..ReadOptions::default() };
    let table = Table::from_csv(text.as_bytes(), "runs.csv", &options).expect("a table");
    assert_eq!(table.columns()[1].values.kind(), Kind::Continuous);
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
fn faults_have_their_place() {
    let place = |error: &TableError| error.place.as_ref().map(|place| (place.line, place.column));
    let good = |row: usize| format!("{row},{}", row * row);
    let at = |bad: &'static str| rows("a,b", move |row| if row == 7 { bad.to_owned() } else { good(row) });
    assert_eq!(place(&fails(&at("1,NaN"), "not a finite number")), Some((9, 3)));
    assert_eq!(place(&fails(&at("1, inf"), "not a finite number")), Some((9, 4)));
    assert_eq!(place(&fails(&at("1,"), "no value")), Some((9, 3)));
    assert_eq!(place(&fails(&at("x1,2"), "not a number")), Some((9, 1)));
    assert_eq!(place(&fails(&at("1,2,3"), "3 values")), Some((9, 1)));
    assert_eq!(place(&fails(&rows("# c\n\na,a", good), "both named `a`")), Some((3, 1)));
    assert_eq!(place(&fails(&rows("a,", good), "column 2 has no name")), Some((1, 1)));
    assert_eq!(place(&fails(&rows("a,17", good), "is a number")), Some((1, 3)));
    assert_eq!(place(&fails("", "the table is empty")), Some((1, 1)));
    fails("a,b\n", "the table is empty");
    fails("a,b\n1,2\n3,4\n", "2 rows;");
    fails("a,b\n1,2\n", "1 row;");
    assert_eq!(place(&fails(&rows("# c\na;b", |row| format!("{row};{}", row * row)), "by semicolons")), Some((2, 1)));
    fails(&rows("a\tb", |row| format!("{row}\t{}", row * row)), "by tabs");
    fails(&rows("a,b", |row| format!("{row},run {row}")), "`b` is text and has 30 different values");
    let error = Table::from_csv(b"a,b\n1,\xff\n", "runs.csv", &ReadOptions::default()).expect_err("Latin-1");
    assert_eq!(place(&error), Some((2, 3)));
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
    let fault = |columns: Vec<Column>| Table::new(columns).expect_err("a fault").fault;
    let short = fault(vec![Column::continuous("a", numbers.clone()), Column::continuous("b", vec![1.0])]);
    assert!(matches!(short, TableFault::UnequalLengths { .. }));
    let mut infinite = numbers.clone();
    infinite[3] = f64::INFINITY;
    assert!(matches!(fault(vec![Column::continuous("a", infinite)]), TableFault::NotFinite { .. }));
    let each: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let columns = vec![Column::continuous("a", numbers), Column::discrete("b", &each)];
    assert!(matches!(fault(columns), TableFault::TooManyLevels { levels: 30, .. }));
    assert!(matches!(fault(Vec::new()), TableFault::Empty));
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

#[test]
fn example_of_table() -> Result<(), Box<dyn std::error::Error>> {
    use crate::{ReadOptions, Table};
    let rows = (0..40).map(|row| format!("{row}.5,{}\n", row * row));
    let text: String = std::iter::once("load,time\n".to_owned()).chain(rows).collect();
    let table = Table::from_csv(text.as_bytes(), "runs.csv", &ReadOptions::default())?;
    assert_eq!((table.rows(), table.columns().len()), (40, 2));
    Ok(())
}
