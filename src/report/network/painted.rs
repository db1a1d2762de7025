//! Links with colours of their own.

/// The marks a network is drawn with, beside its nodes.
#[derive(Clone, Debug)]
pub(super) struct Painted<'a> {
    pub title: &'a str,
    pub facts: String,
    /// The colour and the width of every link.
    pub links: Vec<(String, f64)>,
    /// Signs with their meanings.
    pub legend: Vec<(String, String)>,
}
