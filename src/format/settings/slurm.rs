//! The `TreeWidth` of a `slurm.conf`, and the nodes that its `NodeName` lines list.

use super::Report;
use super::fault::FaultKind;
use super::faults::Faults;
use super::hosts::Hosts;
use crate::excerpt::short;

/// The tree's width by a `slurm.conf`, and the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlurmSettings {
    /// The width; `None` if the file leaves it to the default.
    pub width: Option<u64>,
    /// The number of nodes that the file lists.
    pub nodes: u64,
}

/// Reads the width and the nodes, and finds the faults of both. Other lines are not checked.
#[must_use]
pub fn check(source: &[u8]) -> Report<SlurmSettings> {
    let mut faults = Faults::new(source);
    let Some(text) = faults.text() else { return faults.report(None) };
    let mut hosts = Hosts::default();
    let mut width: Option<(u64, usize)> = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let line = line.split('#').next().unwrap_or_default();
        let blanks = line.len() - line.trim_start_matches('\u{feff}').trim_start().len();
        let Some((key, rest)) = line[blanks..].split_once('=') else { continue };
        let value = rest.split_whitespace().next().unwrap_or_default();
        let (after, rest) = (start + line.len() - rest.len(), rest.trim_end());
        let at = after + rest.len() - rest.trim_start().len();
        if key.trim_end().eq_ignore_ascii_case("TreeWidth") {
            let number = value.parse().ok().filter(|width| (1..=65_533).contains(width));
            match (number, width) {
                (None, _) => faults.add(at..at + value.len(), FaultKind::Width { text: short(value) }),
                (Some(_), Some((_, first))) => {
                    let line = faults.line(first);
                    faults.add(start + blanks..at + value.len(), FaultKind::RepeatedWidth { line });
                }
                (Some(number), None) => width = Some((number, at)),
            }
        } else if key.trim_end().eq_ignore_ascii_case("NodeName") && !value.eq_ignore_ascii_case("DEFAULT") {
            hosts.read(value, at, |letter| letter.is_ascii_alphanumeric() || "-._".contains(letter), &mut faults);
        }
    }
    let nodes = hosts.names.len() as u64;
    faults.report(Some(SlurmSettings { width: width.map(|(width, _)| width), nodes }))
}
