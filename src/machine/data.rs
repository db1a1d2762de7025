//! `[data]`: the measurements behind a fitted profile: what they covered, and what is doubtful about them.
//!
//! ```toml
//! [data]
//! fanouts = [128, 1535]
//! bytes = [1, 1048576]
//! ranks = [4, 16]
//! not_measured = ["latency"]
//! warnings = ["processes shared cores"]
//! ```

use super::fault::Fault;
use super::reader::{Read, Value};

/// Ranges of quantities, both ends included: those that were measured, or those that an answer needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// The children of a node.
    pub fanouts: Option<[u64; 2]>,
    /// The bytes of a message.
    pub bytes: Option<[u64; 2]>,
    /// The ranks of a collective.
    pub ranks: Option<[u64; 2]>,
}

/// A parameter that a profile has, although no measurement separates it from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMeasured {
    /// The latency of a level: rates have the time between waves only.
    Latency,
    /// The overhead of a message: times of single messages have its sum with the latency only.
    Overhead,
}

/// The measurements behind a profile; empty for a profile that was not fitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    /// What was measured.
    pub measured: Ranges,
    /// What was not.
    pub not_measured: Vec<NotMeasured>,
    /// Doubts about the measurements, or about the fit to them, a line each.
    pub warnings: Vec<String>,
}

const KEYS: &[&str] = &["fanouts", "bytes", "ranks", "not_measured", "warnings"];
const RANGE: &str = "a range of two numbers such as [1, 64], the smaller first";

impl NotMeasured {
    const ALL: [(&'static str, Self); 2] = [("latency", Self::Latency), ("overhead", Self::Overhead)];

    /// The word for it in a profile.
    pub(crate) fn word(self) -> &'static str {
        Self::ALL.into_iter().find(|&(_, of)| of == self).map_or("", |(word, _)| word)
    }
}

impl Data {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[data]", KEYS)?;
        let range_of = |key| section.optional(key).map(range).transpose();
        let measured = Ranges { fanouts: range_of("fanouts")?, bytes: range_of("bytes")?, ranks: range_of("ranks")? };
        let list = |key| section.optional(key).map_or(Ok(Vec::new()), |value| value.elements("a list of texts"));
        let not_measured =
            list("not_measured")?.iter().map(|word| word.choice(&NotMeasured::ALL)).collect::<Read<_>>()?;
        let warnings = list("warnings")?.iter().map(|words| words.line().map(str::to_owned)).collect::<Read<_>>()?;
        Ok(Self { measured, not_measured, warnings })
    }

    /// True if the profile has this parameter without a measurement of it.
    pub(crate) fn lacks(&self, parameter: NotMeasured) -> bool {
        self.not_measured.contains(&parameter)
    }

    /// What an answer needs outside the data, then the doubts, a line each.
    pub(crate) fn warnings_for(&self, needed: &Ranges) -> Vec<String> {
        self.outside(needed).chain(self.warnings.iter().cloned()).collect()
    }

    /// What an answer needs outside the data, a line each.
    pub(crate) fn outside(&self, needed: &Ranges) -> impl Iterator<Item = String> {
        let Ranges { fanouts, bytes, ranks } = self.measured;
        [
            (fanouts, needed.fanouts, "nodes with", " children", "nodes with"),
            (bytes, needed.bytes, "messages of", " bytes", "messages of"),
            (ranks, needed.ranks, "collectives among", " ranks", "ranks:"),
        ]
        .into_iter()
        .filter_map(|(measured, needed, what, unit, this)| {
            let (measured, needed) = (measured?, needed?);
            let is_inside = measured[0] <= needed[0] && needed[1] <= measured[1];
            (!is_inside).then(|| {
                let [measured, needed] = [measured, needed].map(words);
                format!("outside the data: {what} {measured}{unit} were measured, and this answer has {this} {needed}")
            })
        })
    }
}

fn words([least, most]: [u64; 2]) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

fn range(value: Value<'_>) -> Read<[u64; 2]> {
    let [low, high] = value.pair(RANGE)?;
    let [low, high] = [low.count()?, high.count()?];
    if low > high {
        let found = format!("[{low}, {high}]");
        return Err(value.fault(Fault::OutOfRange { key: value.key.to_owned(), found, expected: RANGE }));
    }
    Ok([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    fn data(section: &str) -> Data {
        let text = format!("name = \"m\"\n[data]\n{section}");
        Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}")).data
    }

    #[test]
    fn an_answer_outside_the_data_says_so() {
        let data = data("fanouts = [128, 1535]\nbytes = [8, 8]\nwarnings = [\"processes shared cores\"]");
        let inside = Ranges { fanouts: Some([128, 1535]), bytes: Some([8, 8]), ranks: Some([3, 4]) };
        assert_eq!(data.warnings_for(&inside), ["processes shared cores"]);
        assert_eq!(data.warnings_for(&Ranges::default()), ["processes shared cores"]);
        for (needed, said) in [
            (
                Ranges { fanouts: Some([2, 2]), ..inside },
                "nodes with 128 to 1535 children were measured, and this answer has nodes with 2",
            ),
            (Ranges { fanouts: Some([2, 200]), ..inside }, "this answer has nodes with 2 to 200"),
            (Ranges { fanouts: Some([128, 1536]), ..inside }, "this answer has nodes with 128 to 1536"),
            (
                Ranges { bytes: Some([8, 9]), ..inside },
                "messages of 8 bytes were measured, and this answer has messages of 8 to 9",
            ),
        ] {
            let found = data.outside(&needed).collect::<Vec<_>>();
            assert!(
                found.len() == 1 && found[0].starts_with("outside the data: ") && found[0].ends_with(said),
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_profile_without_data_says_nothing() {
        let all = Ranges { fanouts: Some([0, u64::MAX]), bytes: Some([0, u64::MAX]), ranks: Some([0, u64::MAX]) };
        assert!(Data::default().warnings_for(&all).is_empty());
        assert!(data("not_measured = [\"overhead\"]").lacks(NotMeasured::Overhead));
    }

    #[test]
    fn faults_have_their_place() {
        for (section, place) in [
            ("fanouts = [3, 2]", "3:11"),
            ("bytes = [1]", "3:9"),
            ("warnings = [\"a\\nb\"]", "3:13"),
            ("not_measured = [\"gap\"]", "3:17"),
            ("fanout = [1, 2]", "3:1"),
        ] {
            let text = format!("name = \"m\"\n[data]\n{section}");
            let error = Machine::from_toml(&text, "m.toml").expect_err(section).to_string();
            assert!(error.contains(place), "{error}");
        }
    }
}
