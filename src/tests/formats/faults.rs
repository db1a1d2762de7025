//! The faults of short files, each at its place: `faults.jsonl` has a line for each file, with its reader, its text and what is
//! said of it.

use crate::tests::formats::readers::READERS;
use snapbox::{Data, assert_data_eq};
use std::fmt::Write;
use std::path::Path;

#[test]
fn every_fault_has_its_place() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/formats/faults.jsonl");
    let cases = std::fs::read_to_string(&path).expect("the cases");
    let mut found = String::new();
    for line in cases.lines() {
        let (reader, text, _): (&str, String, Vec<String>) = serde_json::from_str(line).expect("a case");
        let (_, read) = READERS.iter().find(|(name, _)| *name == reader).expect("a reader of that name");
        let said = read(&text);
        let said: Vec<&str> = said.iter().filter_map(|message| message.lines().next()).collect();
        writeln!(found, "{}", serde_json::json!([reader, text, said])).expect("memory");
    }
    assert_data_eq!(found, Data::read_from(&path, None).raw());
}
