//! The parameters that distinguish the members of a family.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(untagged)]
pub enum Value {
    /// One number, such as k.
    Number(u64),
    /// A list from the root to the leaves, such as the fanouts.
    List(Vec<u64>),
    /// One of the words that a family defines, such as the order of a k-ary tree.
    Word(&'static str),
}

/// The parameters of a family's member in their usual order; an object in JSON.
///
/// ```
/// use logpine_trees::tree::families::Parameters;
/// let parameters = Parameters::new().number("cap", 64).list("fanouts", vec![11, 12]);
/// assert_eq!(parameters.to_string(), "cap = 64, fanouts = 11,12");
/// assert_eq!(serde_json::to_string(&parameters).ok().as_deref(), Some(r#"{"cap":64,"fanouts":[11,12]}"#));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters(Vec<(&'static str, Value)>);

impl Parameters {
    /// Returns an empty list of parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, name: &'static str, value: u64) -> Self {
        self.0.push((name, Value::Number(value)));
        self
    }

    /// Adds a list.
    #[must_use]
    pub fn list(mut self, name: &'static str, values: Vec<u64>) -> Self {
        self.0.push((name, Value::List(values)));
        self
    }

    /// Adds a word.
    #[must_use]
    pub fn word(mut self, name: &'static str, word: &'static str) -> Self {
        self.0.push((name, Value::Word(word)));
        self
    }

    /// Returns these parameters without those of the given names.
    #[must_use]
    pub fn without<const N: usize>(&self, names: [&str; N]) -> Self {
        Self(self.0.iter().filter(|(name, _)| !names.contains(name)).cloned().collect())
    }

    /// Names and values in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Returns the value of a parameter, if there is one of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// True if there are no parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// An object whose values are numbers, words or lists of numbers.
impl JsonSchema for Parameters {
    fn schema_name() -> Cow<'static, str> {
        "Parameters".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "What tells a candidate from the others of its family.",
            "additionalProperties": {
                "anyOf": [
                    { "type": "integer", "minimum": 0 },
                    { "type": "string" },
                    { "type": "array", "items": { "type": "integer", "minimum": 0 } },
                ],
            },
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
            Self::List(numbers) => {
                for (i, number) in numbers.iter().enumerate() {
                    write!(f, "{}{number}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name} = {value}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_and_values_are_found() {
        let parameters = Parameters::new().number("k", 4).number("processes", 48);
        assert_eq!(parameters.to_string(), "k = 4, processes = 48");
        assert_eq!(parameters.get("processes"), Some(&Value::Number(48)));
        assert_eq!(parameters.get("cap"), None);
        assert!(Parameters::new().is_empty());
        assert!(Parameters::new().number("k", 2) < Parameters::new().number("k", 10));
    }
}
