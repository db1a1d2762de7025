//! A study as JSON.

use super::{SCHEMA, document, object};
use logpine_study::{Couple, Study};
use logpine_text::units::Clock;
use serde_json::{Map, Number, Value};
use std::ops::Range;

/// `study couples` as JSON; its fields are listed [above](super). `numbers` are the numbers of the couples.
#[must_use]
pub fn study(study: &Study, numbers: Range<u64>, couples: &[Couple]) -> String {
    let variables = study.variables();
    let values = |couple: &Couple| -> Map<String, Value> {
        let value = |number| Number::from_f64(number).map_or(Value::Null, Value::Number);
        let named = |variable: &logpine_study::Variable| {
            (variable.name().to_owned(), variable.of(couple).map_or(Value::Null, value))
        };
        variables.iter().map(named).collect()
    };
    let couples = numbers.zip(couples).map(|(number, couple)| {
        let (network, scheme) = (couple.network.to_string(), couple.scheme.to_string());
        object!(couple = number, network = network, scheme = scheme, variables = values(couple))
    });
    let studied = object!(
        schema = SCHEMA,
        class = study.class().name(),
        scheme = study.scheme().name(),
        seed = study.seed(),
        couples = couples.collect::<Vec<_>>()
    );
    document(&studied, Clock::Second)
}
