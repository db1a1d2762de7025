//! Tables of observations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_causal::{ReadOptions, Table};
use logpine_fuzz::said;

fuzz_target!(|bytes: &[u8]| {
    said(Table::from_csv(bytes, "table.csv", &ReadOptions::default()));
    said(Table::names_in_csv(bytes, "table.csv"));
    said(Table::texts_in_csv(bytes, "table.csv", "class"));
});
