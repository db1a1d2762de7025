//! Maps in shards: what their first lines say, and their join.

use super::{Map, MapFormat};
use crate::answer::{Competition, Grid};
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::cli::shard::{Line, Output, Work, outputs};
use crate::report::map::{MapSubject, subject_words};
use anyhow::anyhow;
use logpine_text::units::Bytes;
use serde::Deserialize;
use std::path::Path;

/// A line of JSON lines, as far as it tells what it is.
#[derive(Deserialize)]
struct LineJson {
    schema: Option<u32>,
    along: Option<String>,
    #[serde(default)]
    ranks: serde_json::Value,
    #[serde(default)]
    bytes: serde_json::Value,
}

impl Map {
    /// The map in words: all that its cells depend on.
    pub(super) fn of(&self, competition: &Competition) -> String {
        let side = |grid: &Grid, what: &str, shown: &dyn Fn(u64) -> String| match grid.values() {
            [] => String::new(),
            &[only] => format!("{what} {}", shown(only)),
            &[first, .., last] => {
                format!("{} {what}s from {} to {}", grid.values().len(), shown(first), shown(last))
            }
        };
        let parts = [
            Some(subject_words(&MapSubject::of(competition))),
            Some(format!("parameters {}", competition.machine.digest())),
            Some(side(&self.ranks, "rank count", &|ranks| ranks.to_string())),
            self.bytes.as_ref().map(|bytes| side(bytes, "size", &|bytes| Bytes(bytes).to_string())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The whole map from its shards.
    pub(super) fn joined(&self, of: &str, requests: &[(MapFormat, &Path)]) -> Step<Outcome> {
        let outputs = outputs(&self.join)?;
        let is_json = outputs.first().is_some_and(|output| output.text.starts_with('{'));
        let format = if is_json { MapFormat::Jsonl } else { MapFormat::Csv };
        if requests.iter().any(|(asked, _)| *asked != format) {
            let format = if is_json { "jsonl" } else { "csv" };
            return Err(bad_input(anyhow!(
                "--join puts the lines of files together and computes nothing; leave out each --emit but {format}"
            )));
        }
        let text = self.whole(of, is_json, &outputs)?;
        if requests.is_empty() {
            return Ok(Outcome::Done(text));
        }
        self.output.write(requests.iter().map(|&(format, path)| (format, path, text.clone())))?;
        Ok(Outcome::Done(String::new()))
    }

    fn whole(&self, of: &str, is_json: bool, outputs: &[Output]) -> Step<String> {
        let (ranks, bytes) = (self.ranks.values(), self.bytes.as_ref().map(Grid::values));
        let columns = bytes.map_or(1, <[u64]>::len);
        let cell = |of_ranks: Option<u64>, of_bytes: Option<u64>| {
            let row = ranks.binary_search(&of_ranks?).ok()?;
            let column = match (bytes, of_bytes) {
                (Some(bytes), size) => bytes.binary_search(&size?).ok()?,
                (None, None) => 0,
                (None, Some(_)) => return None,
            };
            Some(row * columns + column)
        };
        let of_csv = |line: &str| {
            let mut fields = line.split(',').map(|field| field.parse().ok());
            if line.starts_with("ranks,") {
                return Line::Titles;
            }
            cell(fields.next().flatten(), fields.next().flatten()).map_or(Line::Other, Line::Cell)
        };
        let of_json = |line: &str| match serde_json::from_str::<LineJson>(line) {
            Ok(LineJson { schema: Some(_), .. }) => Line::Titles,
            Ok(LineJson { along: Some(_), .. }) => Line::More,
            Ok(line) => cell(line.ranks.as_u64(), line.bytes.as_u64()).map_or(Line::Other, Line::Cell),
            Err(_) => Line::Other,
        };
        let line: &dyn Fn(&str) -> Line = if is_json { &of_json } else { &of_csv };
        Work { of, total: ranks.len() * columns, line }.join(outputs).map_err(bad_input)
    }
}
