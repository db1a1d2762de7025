//! Expected answers as TOML files, which show the changes in results when a model, a profile or the program changes.

mod compare;

pub use compare::{Deviation, Failure};

use super::Request;
use logpine_models::machine::reader::{Read, Section, Source, Value, wrong_type};
use logpine_text::text::TextError;
use logpine_text::units::Clock;
use std::ops::Range;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// The keys of a file, and of a case.
const KEYS: &[&str] = &["description", "source", "case"];
const CASE_KEYS: &[&str] = &["name", "source", "request", "expect", "refused"];

/// Requests with their expected answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regression {
    /// A description of the cases; empty if the file does not say.
    pub description: String,
    /// The source of the expected answers; empty if the file does not say.
    pub source: String,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
}

/// A request with its expected answer, or its expected refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// A name for messages.
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    /// The source of its numbers, if not that of the file; else empty.
    pub source: String,
    /// The request.
    pub request: Request,
    /// The values that the answer's JSON must have, in the order of the file.
    pub(crate) expected: Vec<Expected>,
    /// A part of the refusal's message, if the request must be refused.
    pub refused: Option<String>,
}

/// A value of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The keys from the outside in, separated by points. An element of a list is named by its place from 0, or by its
    /// family.
    pub path: String,
    /// The expected value.
    pub value: Literal,
    /// The line, from 1.
    pub line: usize,
    /// The bytes of the file that hold the value.
    pub span: Range<usize>,
}

/// A value as written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A text; for a number in the answer, a time with its unit, and for a missing value, `null`.
    Text(String),
    /// A number as written.
    Number(String),
    /// True or false.
    Truth(bool),
    /// A list.
    List(Vec<Self>),
}

impl Regression {
    /// Reads a file; messages call it `path`.
    ///
    /// # Errors
    /// The first error with its line and column: not TOML, an unknown key, an invalid request, a case without an
    /// expectation, or an expected value of a type that no answer has.
    pub fn from_toml(text: &str, path: &str) -> Result<Self, TextError> {
        let source = Source { path, text, clock: Clock::default() };
        let lines = Lines::of(text);
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let document = source.parse()?;
        let file = Section::document(source, "the file", document.get_ref(), KEYS)?;
        let words = |key| file.optional(key).map_or(Ok(String::new()), |value| value.text().map(str::to_owned));
        let cases = file.required("case", "[{ name = \"...\", request = {...}, expect = {...} }]")?;
        let cases = cases.elements("a list of tables, each begun by [[case]]")?;
        Ok(Self {
            description: words("description")?,
            source: words("source")?,
            cases: cases.iter().map(|value| case(value, &lines, folder)).collect::<Read<_>>()?,
        })
    }

    /// The text of the file with the expected values that deviate replaced.
    #[must_use]
    pub(crate) fn updated(text: &str, deviations: &[Deviation]) -> String {
        let found = deviations.iter().filter_map(|one| Some((&one.span, one.replacement.as_deref()?)));
        let mut found: Vec<(&Range<usize>, &str)> = found.collect();
        found.sort_by_key(|(span, _)| span.start);
        let (mut updated, mut end) = (String::new(), 0);
        for (span, replacement) in found {
            updated += &text[end..span.start];
            updated += replacement;
            end = span.end;
        }
        updated + &text[end..]
    }
}

/// The ends of the lines of a text.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at).collect())
    }

    /// The line of a byte, from 1.
    fn line(&self, byte: usize) -> usize {
        self.0.partition_point(|&end| end < byte) + 1
    }
}

fn case(value: &Value<'_>, lines: &Lines, folder: &Path) -> Read<Case> {
    let case = value.section("the case", CASE_KEYS)?;
    let name = case.required("name", "\"8 ranks\"")?;
    let request = case.required("request", "{ machine = \"cab\", leaves = 128 }")?;
    let request = Request::read(&request.section("the request", Request::KEYS)?, folder)?;
    let mut expected = Vec::new();
    if let Some(value) = case.optional("expect") {
        collect(&value, value.table()?, "", lines, &mut expected)?;
        expected.sort_by_key(|one| one.span.start);
    }
    let refused = case.optional("refused").map(|value| value.line().map(str::to_owned)).transpose()?;
    if expected.is_empty() && refused.is_none() {
        return Err(case.missing("expect", "{ best.time = \"363.316us\" }"));
    }
    if let Some(value) = case.optional("refused").filter(|_| !expected.is_empty()) {
        return Err(value.contradicts("expect"));
    }
    Ok(Case {
        name: name.line()?.to_owned(),
        line: lines.line(name.span().start),
        source: case.optional("source").map_or(Ok(String::new()), |value| value.text().map(str::to_owned))?,
        request,
        expected,
        refused,
    })
}

/// Collects the values of a table and of the tables in it.
fn collect(
    value: &Value<'_>,
    table: &DeTable<'_>,
    path: &str,
    lines: &Lines,
    expected: &mut Vec<Expected>,
) -> Read<()> {
    for (key, content) in table {
        let path = if path.is_empty() { key.get_ref().to_string() } else { format!("{path}.{}", key.get_ref()) };
        if let Some(table) = content.get_ref().as_table() {
            collect(value, table, &path, lines, expected)?;
            continue;
        }
        let line = lines.line(content.span().start);
        let wrong = || {
            let found = content.get_ref().type_str();
            value.fault_at(content.span(), wrong_type(&path, found, "a text, a number, true, false or a list"))
        };
        let value = literal(content.get_ref()).ok_or_else(wrong)?;
        expected.push(Expected { path, value, line, span: content.span() });
    }
    Ok(())
}

/// The value; `None` for dates and tables.
fn literal(value: &DeValue<'_>) -> Option<Literal> {
    Some(match value {
        DeValue::String(text) => Literal::Text(text.to_string()),
        DeValue::Integer(number) => Literal::Number(number.to_string()),
        DeValue::Float(number) => Literal::Number(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Literal::Truth(*truth),
        DeValue::Array(list) => {
            Literal::List(list.iter().map(|element| literal(element.get_ref())).collect::<Option<_>>()?)
        }
        DeValue::Datetime(_) | DeValue::Table(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_places() {
        let error = |text: &str| Regression::from_toml(text, "r.toml").expect_err(text).to_string();
        let cases = [
            ("", "r.toml:1:1: the file has no `case`"),
            ("case = 1\n", "r.toml:1:8: `case` is of type integer"),
            ("[[case]]\nname = \"a\"\n", "r.toml:1:1: the case has no `request`"),
            ("[[case]]\nname = \"a\"\nrequest = { leafs = 3 }\n", "r.toml:3:13: unknown key `leafs`"),
            ("[[case]]\nname = \"a\"\nrequest = { leaves = 3 }\n", "r.toml:1:1: the case has no `expect`"),
            (
                "[[case]]\nname = \"a\"\nrequest = { leaves = 3 }\nexpect = { a.b = 1979-05-27 }\n",
                "r.toml:4:18: `a.b` is of type datetime",
            ),
            (
                "[[case]]\nname = \"a\"\nrequest = { leaves = 3 }\nexpect = { a = 1 }\nrefused = \"b\"\n",
                "r.toml:5:11: `refused` and `expect` are both given",
            ),
        ];
        for (text, expected) in cases {
            assert!(error(text).starts_with(expected), "{}", error(text));
        }
    }
}
