//! Files that logpine writes for people and other programs, and does not read.

use super::columns::{columns, is_number};

/// Comma-separated values that nothing reads: columns that tell them, and their name.
const TABLES: [(&[&str], &str); 4] = [
    (&["along", "from", "to", "exact"], "a list of crossovers (logpine map --emit crossovers)"),
    (&["learnt", "published", "from", "to"], "a list of learnt relations (logpine study combinations)"),
    (&["collective", "family", "chosen", "time_p90_us"], "a table of measured times (logpine-mpi)"),
    (&["collective", "from", "to", "bytes_sent"], "a table of counted messages (logpine-mpi)"),
];

/// The name of a file that is written and not read; `None` for any other.
pub(super) fn written(source: &[u8]) -> Option<&'static str> {
    let text = &*String::from_utf8_lossy(source);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let marks = [
        ("{", "JSON"),
        ("<svg", "a picture"),
        ("# leaf\t", "a rank map of MRNet"),
        ("# Radices for UCC", "a setting of UCC"),
    ];
    if let Some((_, name)) = marks.into_iter().find(|(mark, _)| text.starts_with(mark)) {
        return Some(name);
    }
    if let Some(name) = picture(text) {
        return Some(name);
    }
    if is_tree_string(text) {
        return Some("the name of a tree, which `logpine score --tree` takes in place of a file");
    }
    if text.lines().any(|line| line.split('=').next().is_some_and(|key| key.trim() == "rml_base_radix")) {
        return Some("parameters of PRRTE, whose radix `logpine score --prrte-radix` takes as a number");
    }
    let columns = columns(text);
    let has_all = |names: &[&str]| names.iter().all(|name| columns.contains(name));
    TABLES.into_iter().find(|(names, _)| has_all(names)).map(|(_, name)| name)
}

/// The name of a picture for Graphviz, which has the ending of networks; `None` for any other text.
pub(super) fn picture(text: &str) -> Option<&'static str> {
    let (first, rest) = text.split_once('\n')?;
    if first == "digraph topology {" && rest.contains("node [shape=box, style=rounded, ") {
        Some("a picture of a tree")
    } else if first.starts_with("digraph ") && rest.starts_with("  node [shape=ellipse, fontname=") {
        Some("a picture of a causal model")
    } else {
        None
    }
}

/// True for the layers of STAT, `11_128`, and for `g:11:7x12,4x11` or `b:16^2` of `mrnet_topgen`.
fn is_tree_string(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(word), None) = (words.next(), words.next()) else { return false };
    let is_layers = is_number(&word.replace('_', ""));
    let fanouts = ["b:", "g:", "k:"].iter().find_map(|kind| word.strip_prefix(kind));
    is_layers || fanouts.is_some_and(|fanouts| fanouts.contains([':', '^', '@']))
}
