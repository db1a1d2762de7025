//! A JSON scanner that keeps the place of every key and value, repeated keys, and the oddities that lenient parsers tolerate.
//!
//! [`parse`] returns a [`Document`]: its [`Value`] and [`Oddities`](Oddity) with their places, or the byte offset and the
//! [`Fault`] that no parser tolerates. A [`Value`] has a `span` (of a text: quotes included) and a [`Json`] `kind`; members of
//! objects stand in the order of the file, repeated keys included. [`Value::member`] finds the first member of a key,
//! [`Value::members`], [`Value::items`], [`Value::text`] and [`Value::whole`] look inside. Values are nested at most
//! [`DEEPEST`](value::DEEPEST) deep, time is linear in the length, and numbers stay as they are written.

mod scanner;
mod value;

pub use scanner::parse;
pub use value::{Document, Fault, Json, Member, Oddity, Value};
