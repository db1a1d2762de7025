//! The text of a document.

use logpine_text::units::{Clock, Time};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::{Result, Write};

/// The version of the documents.
pub(crate) const SCHEMA: u32 = 2;

/// A document: fields and elements in lines of their own, times as exact decimal numbers in the unit of the clock.
pub(crate) fn document(value: &impl Serialize, clock: Clock) -> String {
    written(value, clock, PrettyFormatter::new())
}

/// A line of JSON lines, with times as in a [`document`].
pub(crate) fn line(value: &impl Serialize, clock: Clock) -> String {
    written(value, clock, CompactFormatter)
}

fn written(value: &impl Serialize, clock: Clock, form: impl Formatter) -> String {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Timed { clock, form })).expect("all keys are strings");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// A form of JSON that writes times, the only numbers of 128 bits, in the unit of a clock.
struct Timed<F> {
    clock: Clock,
    form: F,
}

/// Hands methods over to the form.
macro_rules! as_in_form {
    ($($method:ident($($is_first:ident)?);)*) => {
        $(fn $method<W: ?Sized + Write>(&mut self, to: &mut W $(, $is_first: bool)?) -> Result<()> {
            self.form.$method(to $(, $is_first)?)
        })*
    };
}

impl<F: Formatter> Formatter for Timed<F> {
    as_in_form! {
        begin_array();
        end_array();
        begin_array_value(is_first);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(is_first);
        begin_object_value();
        end_object_value();
    }

    fn write_u128<W: ?Sized + Write>(&mut self, to: &mut W, ticks: u128) -> Result<()> {
        let time = Time::from_ticks(u64::try_from(ticks).unwrap_or(u64::MAX));
        to.write_all(time.decimal(self.clock).as_bytes())
    }
}

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
        Time::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Time::json_schema(generator)
    }
}

/// An object with fields in their order: `object!(schema = SCHEMA, bytes? = bytes, *model = model)`. A field with `?` is left out without a value, and
/// one with `*` is an object whose fields stand in its place.
macro_rules! object {
    (@[$($done:tt)*] $key:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::report::json::object!(@[$($done)* [] $key: $key = $value;] $($($rest)*)?)
    };
    (@[$($done:tt)*] $key:ident? = $value:expr $(, $($rest:tt)*)?) => {
        $crate::report::json::object!(@[$($done)* [#[serde(skip_serializing_if = "Option::is_none")]] $key: Option<$key> = $value;] $($($rest)*)?)
    };
    (@[$($done:tt)*] *$key:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::report::json::object!(@[$($done)* [#[serde(flatten)]] $key: $key = $value;] $($($rest)*)?)
    };
    (@[$([$($how:tt)*] $key:ident: $type:ty = $value:expr;)+]) => {{
        #[allow(non_camel_case_types, non_snake_case, reason = "a type for each field, with its name")]
        mod object {
            #[derive(serde::Serialize)]
            pub struct Object<$($key),+> { $($($how)* pub $key: $type),+ }
        }
        object::Object { $($key: $value),+ }
    }};
    ($($fields:tt)+) => { $crate::report::json::object!(@[] $($fields)+) };
}
pub(crate) use object;
