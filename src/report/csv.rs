//! A report as CSV (RFC 4180, with line feeds): a row for each candidate, with every digit of its JSON.

use logpine_text::csv_lines::csv_lines;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The lists of JSON documents whose elements are rows.
const ROWS: [&str; 9] =
    ["candidates", "front", "cells", "entries", "files", "trees", "combinations", "failures", "numbers"];

/// The rows of a JSON document: the elements of the first of its lists that [`ROWS`] names, or else its own values in one row.
///
/// Columns are named as in JSON, those of nested objects with a point (`parameters.k`). A list of numbers or words is one field,
/// with blanks between its elements; the elements of a short list of objects have their number in the name (`faults.0.line`), and longer lists
/// stay in JSON. Rows of a list begin with the `unit` of their times.
pub fn csv(document: &str) -> String {
    let Members(members) = serde_json::from_str(document).expect("a document of our own");
    let is_list = |name: &str| members.iter().find(|(key, _)| key == name).and_then(|(_, value)| objects(value));
    let unit = members.iter().find(|(key, _)| key == "unit").map(|(key, value)| (key.clone(), scalar(value)));
    let rows: Vec<Row> = match ROWS.into_iter().find_map(|name| Some((name, is_list(name)?))) {
        // Numbers of a profile have units of their own.
        Some(("numbers", elements)) => elements.iter().map(|element| row(None, element)).collect(),
        Some((_, elements)) => elements.into_iter().map(|element| row(unit.clone(), &element)).collect(),
        None => vec![row(None, &Members(members.into_iter().filter(|(name, _)| name != "schema").collect()))],
    };
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !columns.contains(&&**name) {
            columns.push(name);
        }
    }
    let field = |row: &'_ Row, column: &str| {
        row.iter().find(|(name, _)| name == column).map_or_else(String::new, |(_, value)| value.clone())
    };
    let lines = rows.iter().map(|row| columns.iter().map(|column| field(row, column)).collect::<Vec<_>>());
    let head = columns.iter().map(|&column| column.to_owned()).collect();
    csv_lines(std::iter::once(head).chain(lines))
}

/// The most elements of a list of objects that are columns.
const MOST_NUMBERED: usize = 32;

/// The names and values of a row.
type Row = Vec<(String, String)>;

/// The members of an object, in their order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Members)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// The elements of a list of objects.
fn objects(value: &RawValue) -> Option<Vec<Members<'_>>> {
    serde_json::from_str::<Vec<Members<'_>>>(value.get()).ok().filter(|list| !list.is_empty())
}

fn row(unit: Option<(String, String)>, members: &Members<'_>) -> Row {
    let mut row: Row = unit.into_iter().collect();
    flatten("", members, &mut row);
    row
}

/// Adds the values of an object, under names that begin with `prefix`.
fn flatten(prefix: &str, Members(members): &Members<'_>, row: &mut Row) {
    for (name, value) in members {
        let name = format!("{prefix}{name}");
        if let Ok(inner) = serde_json::from_str::<Members<'_>>(value.get()) {
            flatten(&format!("{name}."), &inner, row);
        } else if let Some(elements) = objects(value) {
            for (index, element) in elements.iter().enumerate().filter(|_| elements.len() <= MOST_NUMBERED) {
                flatten(&format!("{name}.{index}."), element, row);
            }
        } else if let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            if !list.is_empty() && list.iter().all(|element| !element.get().starts_with(['{', '['])) {
                row.push((name, list.into_iter().map(scalar).collect::<Vec<_>>().join(" ")));
            }
        } else {
            row.push((name, scalar(value)));
        }
    }
}

/// A number as it is written, a text without quotes, and nothing for null.
fn scalar(value: &RawValue) -> String {
    match value.get() {
        "null" => String::new(),
        text => serde_json::from_str(text).unwrap_or_else(|_| text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::csv;

    #[test]
    fn candidates_are_rows_with_every_digit() {
        let document = r#"{"unit": "s", "best": {"time": 1}, "left_out": [], "candidates": [
            {"family": "a,b", "parameters": {"k": 2}, "time": 0.00036331600000000000001, "fanouts": [11, 12], "levels": [{"x": 1}, {"x": 2}]},
            {"family": "flat", "parameters": {"segment": 8}, "time": 2e-5, "fanouts": null}]}"#;
        let expected = "unit,family,parameters.k,time,fanouts,levels.0.x,levels.1.x,parameters.segment\n\
                        s,\"a,b\",2,0.00036331600000000000001,11 12,1,2,\ns,flat,,2e-5,,,,8\n";
        assert_eq!(csv(document), expected);
    }

    #[test]
    fn a_document_without_such_a_list_is_one_row() {
        assert_eq!(
            csv(r#"{"schema": 3, "a": true, "b": {"c": null, "d": "x\ny"}, "front": [], "e": [[1]]}"#),
            "a,b.c,b.d\ntrue,,\"x\ny\"\n"
        );
    }
}
