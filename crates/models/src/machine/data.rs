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

use super::reader::{Read, Value};
use logpine_text::excerpt::short_message;

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

impl Ranges {
    /// The ranges of the bytes alone.
    #[must_use]
    pub fn of_bytes(bytes: Option<[u64; 2]>) -> Self {
        Self { bytes, ..Self::default() }
    }
}

/// The smallest range with two ranges in it.
#[must_use]
pub fn hull(one: [u64; 2], other: [u64; 2]) -> [u64; 2] {
    [one[0].min(other[0]), one[1].max(other[1])]
}

const KEYS: &[&str] = &["fanouts", "bytes", "ranks", "not_measured", "warnings"];
/// The most warnings of a profile that answers repeat.
const MOST_WARNINGS: usize = 20;
const RANGE: &str = "a range of two numbers such as [1, 64], the smaller first";

impl NotMeasured {
    const ALL: [(&'static str, Self); 2] = [("latency", Self::Latency), ("overhead", Self::Overhead)];

    /// The word for it in a profile.
    #[must_use]
    pub fn word(self) -> &'static str {
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
        let mut warnings =
            list("warnings")?.iter().map(|words| words.line().map(short_message)).collect::<Read<Vec<_>>>()?;
        let more = warnings.len().saturating_sub(MOST_WARNINGS);
        if more > 0 {
            warnings.truncate(MOST_WARNINGS);
            warnings.push(format!("the profile has {more} more warnings in [data]"));
        }
        Ok(Self { measured, not_measured, warnings })
    }

    /// True if the profile has this parameter without a measurement of it.
    #[must_use]
    pub fn lacks(&self, parameter: NotMeasured) -> bool {
        self.not_measured.contains(&parameter)
    }

    /// What an answer needs outside the data, then the doubts, a line each.
    #[must_use]
    pub fn warnings_for(&self, needed: &Ranges) -> Vec<String> {
        self.outside(needed).chain(self.warnings.iter().cloned()).collect()
    }

    /// Warnings about the cells of a map or a table: the ranges that they need outside the data, the number of cells whose messages are
    /// outside, and the doubts. `sent` has the least and the most bytes of the messages of each cell that sends some.
    pub fn warnings_for_cells(&self, sent: &[[u64; 2]], ranks: Option<[u64; 2]>) -> Vec<String> {
        let is_outside = |&&bytes: &&[u64; 2]| self.outside(&Ranges::of_bytes(Some(bytes))).next().is_some();
        let cells = sent.iter().filter(is_outside).count();
        let bytes = sent.iter().copied().reduce(hull);
        let compared = (cells > 0).then(|| {
            let all = sent.len();
            format!("in {cells} of {all} cells the messages are outside the data; `logpine collective` gives the best inside for one cell")
        });
        let needed = Ranges { bytes, ranks, fanouts: None };
        self.outside(&needed).chain(compared).chain(self.warnings.iter().cloned()).collect()
    }

    /// Warnings that are the same for all cells: the measured ranges in a line, and the doubts.
    #[must_use]
    pub fn said_of_any_cell(&self) -> Vec<String> {
        let ranges =
            self.ranges().filter_map(|(measured, what, unit)| Some(format!("{what} {}{unit}", words(measured?))));
        let ranges = ranges.collect::<Vec<_>>().join(", and ");
        let measured =
            (!ranges.is_empty()).then(|| format!("only {ranges} were measured: others are outside the data"));
        measured.into_iter().chain(self.warnings.iter().cloned()).collect()
    }

    /// The measured ranges, each with the words before and after it.
    fn ranges(&self) -> impl Iterator<Item = (Option<[u64; 2]>, &'static str, &'static str)> {
        let Ranges { fanouts, bytes, ranks } = self.measured;
        [(fanouts, "nodes with", " children"), (bytes, "messages of", " bytes"), (ranks, "collectives among", " ranks")]
            .into_iter()
    }

    /// What an answer needs outside the data, a line each.
    pub fn outside(&self, needed: &Ranges) -> impl Iterator<Item = String> {
        let needed = [(needed.fanouts, "nodes with"), (needed.bytes, "messages of"), (needed.ranks, "ranks:")];
        self.ranges().zip(needed).filter_map(|((measured, what, unit), (needed, this))| {
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
        return Err(value.out_of_range(format!("[{low}, {high}]"), RANGE));
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
    fn long_and_many_warnings_are_shortened() {
        let lines = (0..1000).map(|at| format!("\"{}{at}\"", "x".repeat(1000))).collect::<Vec<_>>().join(", ");
        let warnings = data(&format!("warnings = [{lines}]")).warnings;
        assert_eq!((warnings.len(), &*warnings[20]), (21, "the profile has 980 more warnings in [data]"));
        assert_eq!(warnings[0], "x".repeat(400) + "...");
    }

    #[test]
    fn cells_outside_the_data_are_counted() {
        let data = data("bytes = [8, 64]\nranks = [2, 4]\nwarnings = [\"late\"]");
        let said = data.warnings_for_cells(&[[8, 64], [4, 8], [64, 65], [8, 8]], Some([2, 4]));
        assert_eq!(
            said,
            [
                "outside the data: messages of 8 to 64 bytes were measured, and this answer has messages of 4 to 65",
                "in 2 of 4 cells the messages are outside the data; `logpine collective` gives the best inside for one cell",
                "late"
            ]
        );
        assert_eq!(data.warnings_for_cells(&[[8, 8]], Some([2, 2])), ["late"]);
        assert_eq!(
            data.said_of_any_cell(),
            [
                "only messages of 8 to 64 bytes, and collectives among 2 to 4 ranks were measured: others are outside the data",
                "late"
            ]
        );
    }
}
