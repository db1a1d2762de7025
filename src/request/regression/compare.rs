//! Comparison of an answer with the expected one.

use super::{Case, Expected, Literal};
use logpine_text::units::{Clock, Time};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::ops::Range;

/// A case with an unexpected answer.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Failure {
    /// The file, as the user named it.
    pub file: String,
    /// The name of the case.
    pub case: String,
    /// The line of that name, from 1.
    pub line: usize,
    /// The reason why there is no answer to compare, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The values of the answer that are not the expected ones.
    pub deviations: Vec<Deviation>,
}

impl Failure {
    /// True if `logpine regress --update` mends the case: the answer has all values.
    #[must_use]
    pub fn is_mended_by_update(&self) -> bool {
        self.message.is_none() && self.deviations.iter().all(|deviation| deviation.found.is_some())
    }
}

/// A value that is not the expected one.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Deviation {
    /// The line of the expected value, from 1.
    pub line: usize,
    /// The path of the value in the JSON of the answer, such as `best.time`.
    pub path: String,
    /// The value that was expected.
    pub expected: String,
    /// The value of the answer; `None` if there is none.
    pub found: Option<String>,
    /// The current path in the answer, if the value is there under another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renamed: Option<String>,
    /// The percentage by which the answer's number exceeds the expected one; negative if it is smaller.
    pub percent: Option<f64>,
    /// The bytes of the file that hold the expected value.
    #[serde(skip)]
    pub(super) span: Range<usize>,
    /// The text to put in its place.
    #[serde(skip)]
    pub(super) replacement: Option<String>,
}

/// An answer that is not the JSON of an object with `unit`.
#[derive(Debug, thiserror::Error)]
#[error("the answer is not a document with a unit")]
pub struct Unanswered;

impl Case {
    /// The values that deviate in the JSON document of an answer, in the order of the file. Times and other numbers may differ by
    /// `percent` of the expected ones.
    ///
    /// # Errors
    /// [`Unanswered`] if the document is not that of an answer.
    pub(crate) fn deviations(&self, document: &str, percent: f64) -> Result<Vec<Deviation>, Unanswered> {
        let unit = at(document, "unit").ok_or(Unanswered)?;
        let clock = if unit == "\"cycle\"" { Clock::Cycle } else { Clock::Second };
        Ok(self.expected.iter().filter_map(|one| one.deviation(document, clock, percent)).collect())
    }
}

impl Expected {
    fn deviation(&self, document: &str, clock: Clock, tolerance: f64) -> Option<Deviation> {
        let found = at(document, &self.path);
        let time = found.as_ref().and_then(|found| time(found, clock));
        let (is_same, percent) =
            found.as_ref().map_or((false, None), |found| self.value.compared(found, clock, tolerance));
        let is_time = matches!(self.value, Literal::Text(_)) && time.is_some();
        let shown = found.as_ref().map(|found| match time {
            Some(time) if is_time => time.display(clock),
            _ => found.clone(),
        });
        (!is_same).then(|| Deviation {
            line: self.line,
            path: self.path.clone(),
            expected: self.value.to_string(),
            replacement: shown.as_ref().map(|shown| match shown.as_str() {
                shown if is_time => format!("\"{shown}\""),
                "null" => "\"null\"".to_owned(),
                shown => shown.to_owned(),
            }),
            renamed: if found.is_none() { renamed(document, &self.path) } else { None },
            found: shown,
            percent,
            span: self.span.clone(),
        })
    }
}

/// True if two numbers that are not equal differ by at most `tolerance` percent of the first; with the percentage by which the
/// second exceeds it.
fn near(expected: f64, found: f64, tolerance: f64) -> (bool, Option<f64>) {
    let difference = found - expected;
    let is_near = tolerance > 0.0 && expected.is_finite() && difference.abs() <= tolerance / 100.0 * expected.abs();
    (is_near, (expected != 0.0).then(|| 100.0 * difference / expected.abs()))
}

impl Literal {
    /// True if a JSON text has the same value, numbers and times within `tolerance` percent; of one number also the percentage by
    /// which it is greater.
    fn compared(&self, json: &str, clock: Clock, tolerance: f64) -> (bool, Option<f64>) {
        match self {
            Self::Text(text) => match (time(json, clock), Time::nearest(text, clock)) {
                (Some(found), Ok(expected)) if found == expected => (true, None),
                (Some(found), Ok(expected)) => near(expected.ticks() as f64, found.ticks() as f64, tolerance),
                _ => {
                    let found: Option<String> = serde_json::from_str(json).ok();
                    (found.map_or_else(|| json == "null" && text == "null", |found| found == *text), None)
                }
            },
            Self::Number(number) => match (number.parse::<i128>(), json.parse::<i128>()) {
                // Large whole numbers differ by less than floating point can tell.
                (Ok(expected), Ok(found)) if expected == found => (true, None),
                (Ok(expected), Ok(found)) => near(expected as f64, found as f64, tolerance),
                _ => match (number.parse::<f64>(), json.parse::<f64>()) {
                    (Ok(expected), Ok(found)) if expected.total_cmp(&found).is_eq() => (true, None),
                    (Ok(expected), Ok(found)) => near(expected, found, tolerance),
                    _ => (false, None),
                },
            },
            Self::Truth(truth) => (json == if *truth { "true" } else { "false" }, None),
            Self::List(list) => {
                let found: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
                let mut pairs = list.iter().zip(&found);
                let is_same = json.starts_with('[')
                    && found.len() == list.len()
                    && pairs.all(|(one, found)| one.compared(found.get(), clock, tolerance).0);
                (is_same, None)
            }
        }
    }
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => f.write_str(number),
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::List(list) => {
                f.write_str("[")?;
                for (index, one) in list.iter().enumerate() {
                    write!(f, "{}{one}", if index > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
        }
    }
}

/// A JSON number as a time in the clock's unit, to the nearest tick.
fn time(json: &str, clock: Clock) -> Option<Time> {
    let is_number = json.starts_with(|first: char| first.is_ascii_digit());
    let unit = if clock == Clock::Cycle { "cycles" } else { "s" };
    is_number.then(|| Time::nearest(&format!("{json}{unit}"), clock).ok()).flatten()
}

/// The first keys of paths in the first version of the documents, each with its current name.
const RENAMED: [(&str, &str); 2] = [("job", "request"), ("bandwidth", "bisection")];

/// The current form of a path of the first version, if it is in the document.
fn renamed(document: &str, path: &str) -> Option<String> {
    let (first, rest) = path.split_once('.')?;
    let (_, now) = RENAMED.iter().find(|(before, _)| *before == first)?;
    let now = format!("{now}.{rest}");
    at(document, &now).map(|_| now)
}

/// The JSON text at a path, literally except for blanks between the elements of a list.
fn at(document: &str, path: &str) -> Option<String> {
    let mut text = document.trim().to_owned();
    for key in path.split('.') {
        text = if text.starts_with('{') {
            let fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&text).ok()?;
            fields.get(key)?.get().to_owned()
        } else {
            let elements: Vec<Box<RawValue>> = serde_json::from_str(&text).ok()?;
            let mut texts = elements.iter().map(|element| element.get());
            let is_it = |text: &&str| at(text, "family").is_some_and(|family| family.trim_matches('"') == key);
            let text = match key.parse::<usize>() {
                Ok(place) => texts.nth(place)?,
                Err(_) => texts.find(is_it)?,
            };
            text.to_owned()
        };
    }
    let is_list = text.starts_with('[');
    Some(if is_list {
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace("[ ", "[").replace(" ]", "]")
    } else {
        text
    })
}

#[cfg(test)]
mod tests {
    use super::super::Regression;
    use super::*;

    const ANSWER: &str = r#"{"unit": "s", "class": null, "status": "optimal", "gap": 0.5, "many": 9007199254740993, "times": [1, 2.0], "fanouts": [ 3,
        4 ], "best": {"time": 0.000363316}, "candidates": [{"family": "a", "time": 1}, {"family": "k-ary", "time": 0.5}]}"#;

    fn deviations(expect: &str, percent: f64) -> Vec<Deviation> {
        let text = format!("[[case]]\nname = \"c\"\nrequest = {{ leaves = 1 }}\nexpect = {{ {expect} }}\n");
        let regression = Regression::from_toml(&text, "r.toml").expect("a file");
        regression.cases[0].deviations(ANSWER, percent).expect("an answer")
    }

    #[test]
    fn an_expected_answer_deviates_nowhere() {
        let all = "best.time = \"363.316us\", class = \"null\", status = \"optimal\", gap = 0.50, fanouts = [3, 4], \
                   candidates.k-ary.time = \"500ms\", candidates.0.family = \"a\"";
        assert_eq!(deviations(all, 0.0), []);
        assert_eq!(deviations("best.time = \"363us\", gap = 0.505", 1.0), []);
    }

    /// Times with more digits than a tick has, as a program writes them that computes in floating point.
    #[test]
    fn numbers_are_compared_not_their_texts() {
        for (expect, percent, is_same) in [
            ("best.time = \"363.31600000000003us\"", 0.0, true),
            ("best.time = \"0.36331600000000000000000000004ms\"", 0.0, true),
            ("best.time = \"360.00000000000006us\"", 0.0, false),
            ("best.time = \"360.00000000000006us\"", 1.0, true),
            ("best.time = \"350.00000000000006us\"", 1.0, false),
            ("best.time = \"363.316\"", 100.0, false),
            ("gap = 0.49999999999999994", 0.0, false),
            ("gap = 0.49999999999999994", 0.01, true),
            ("gap = 5e-1", 0.0, true),
            ("gap = inf", 100.0, false),
            ("fanouts = [3.02, 4]", 1.0, true),
            ("fanouts = [3.02, 4]", 0.0, false),
            ("fanouts = [3, 4, 5]", 1.0, false),
            ("fanouts = []", 1.0, false),
            ("best = []", 1.0, false),
            ("many = 9007199254740992", 0.0, false),
            ("many = 9007199254740993", 0.0, true),
            ("many = 9007199254740992", 0.01, true),
            ("times = [\"1.00000000000000001s\", \"2.01s\"]", 1.0, true),
            ("times = [\"1.00000000000000001s\", \"2.01s\"]", 0.1, false),
        ] {
            assert_eq!(deviations(expect, percent).is_empty(), is_same, "{expect} within {percent} %");
        }
    }

    #[test]
    fn what_deviates_is_told() {
        for (expect, found, percent) in [
            ("best.time = \"363us\"", Some("363.316us"), Some("0.087")),
            ("best.time = \"five\"", Some("363.316us"), None),
            ("status = \"best found\"", Some("\"optimal\""), None),
            ("gap = 1", Some("0.5"), Some("-50.000")),
            ("fanouts = [4, 3]", Some("[3, 4]"), None),
            ("fanouts = [3]", Some("[3, 4]"), None),
            ("class = \"trees\"", Some("null"), None),
            ("candidates.flat.time = \"1s\"", None, None),
            ("status.a = 1", None, None),
        ] {
            let [deviation] = &deviations(expect, 0.0)[..] else { panic!("{expect}") };
            let of = deviation.percent.map(|percent| format!("{percent:.3}"));
            assert_eq!((deviation.found.as_deref(), of.as_deref()), (found, percent), "{expect}");
            assert_eq!(deviation.line, 4);
        }
    }

    #[test]
    fn a_key_of_the_first_version_has_another_name() {
        let document = r#"{"unit": "s", "request": {"ranks": 8}}"#;
        for (expect, now) in
            [("job.ranks = 8", Some("request.ranks")), ("job.leaves = 8", None), ("jop.ranks = 8", None)]
        {
            let text = format!("[[case]]\nname = \"c\"\nrequest = {{ ranks = 8 }}\nexpect = {{ {expect} }}\n");
            let regression = Regression::from_toml(&text, "r.toml").expect("a file");
            let deviations = regression.cases[0].deviations(document, 0.0).expect("an answer");
            assert_eq!(deviations[0].renamed.as_deref(), now, "{expect}");
        }
    }

    /// Values that are missing from the answer stay.
    #[test]
    fn an_updated_file_expects_the_answer() {
        let text = "[[case]] # one\nname = \"c\"\nrequest = { leaves = 1 }\n\
                    expect = { best.time = \"1us\", fanouts = [1], class = \"x\", status = \"y\", none = 1 } # so\n";
        let deviations = Regression::from_toml(text, "r").expect("a file").cases[0].deviations(ANSWER, 0.0);
        let updated = Regression::updated(text, &deviations.expect("an answer"));
        let expected = "[[case]] # one\nname = \"c\"\nrequest = { leaves = 1 }\n\
                        expect = { best.time = \"363.316us\", fanouts = [3, 4], class = \"null\", status = \"optimal\", none = 1 } # so\n";
        assert_eq!(updated, expected);
    }
}
