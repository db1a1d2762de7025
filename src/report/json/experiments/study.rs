//! A study as JSON.

use super::{SCHEMA, document};
use crate::study::{Couple, Study};
use serde::Serialize;
use serde_json::{Map, Number, Value};
use std::ops::Range;

#[derive(Debug, Serialize)]
struct StudyJson<'a> {
    schema: u32,
    class: &'a str,
    scheme: &'a str,
    seed: u64,
    couples: Vec<CoupleJson>,
}

#[derive(Debug, Serialize)]
struct CoupleJson {
    couple: u64,
    network: String,
    scheme: String,
    variables: Map<String, Value>,
}

/// `study couples` as JSON; its fields are listed [above](super). `numbers` are the numbers of the couples.
#[must_use]
pub fn study(study: &Study, numbers: Range<u64>, couples: &[Couple]) -> String {
    let variables = study.variables();
    let values = |couple: &Couple| {
        let value = |number| Number::from_f64(number).map_or(Value::Null, Value::Number);
        let named = |variable: &crate::study::Variable| {
            (variable.name().to_owned(), variable.of(couple).map_or(Value::Null, value))
        };
        variables.iter().map(named).collect()
    };
    let couple = |(number, couple): (u64, &Couple)| CoupleJson {
        couple: number,
        network: couple.network.to_string(),
        scheme: couple.scheme.to_string(),
        variables: values(couple),
    };
    document(&StudyJson {
        schema: SCHEMA,
        class: study.class().name(),
        scheme: study.scheme().name(),
        seed: study.seed(),
        couples: numbers.zip(couples).map(couple).collect(),
    })
}
