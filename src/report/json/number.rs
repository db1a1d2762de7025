//! Exact decimal numbers.

use logpine_text::units::{Clock, Time};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// An exact decimal number.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Number(Box<RawValue>);

impl Number {
    /// The number of a decimal text.
    pub(in crate::report) fn decimal(text: String) -> Self {
        Self(RawValue::from_string(text).expect("a decimal number is JSON"))
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "An exact decimal number." })
    }
}

/// A time as an exact decimal number in the clock's unit.
pub fn number(time: Time, clock: Clock) -> Number {
    Number::decimal(time.decimal(clock))
}
