//! Runs of collectives, held against the rules of a table.

use crate::request::MpiCollective;
use logpine_text::reason::Reason;
use logpine_tuning::library::traffic::{Compared, Expected, compare};
use logpine_tuning::library::{Library, Maker, Observed, ObservedBy, Rule, Rules, Setting, default_of};

/// A run of a collective that was observed.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The operation.
    pub collective: MpiCollective,
    /// The bytes of a call, as the collective defines them.
    pub bytes: u64,
    /// The root.
    pub root: u64,
    /// The number of calls; `None` if it is not known.
    pub calls: Option<u64>,
    /// The messages that were seen.
    pub observed: &'a Observed,
}

/// The verdict on a run.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The number of ranks; of a monitor that saw nothing, 0.
    pub ranks: u64,
    /// The rule that was meant to serve the run.
    pub rule: Option<Rule>,
    /// The comparison; `None` if the rules leave the choice to the library.
    pub comparison: Option<Result<Compared, Reason>>,
    /// True if the library may send the same messages without the rules, so that the run does not show that they were loaded.
    pub is_by_itself: bool,
}

impl Verified {
    /// Compares a run with the rules of its collective.
    #[must_use]
    pub fn new(library: Library, rules: &Rules, run: Run) -> Self {
        let Run { collective, bytes, root, calls, observed } = run;
        let ranks = observed.ranks;
        let rule = rules.find(ranks, library.counting(collective).count(bytes, ranks)).copied();
        let setting = rule.and_then(|rule| rule.setting);
        let comparison = setting.map(|setting| {
            let default = default_of(library, collective, ranks, bytes);
            let (links, hosts, rules) = (None, None, Some(rules));
            compare(
                &Expected { library, collective, setting, ranks, bytes, root, calls, links, default, rules, hosts },
                observed,
            )
        });
        let is_by_itself = setting.is_some_and(|setting| does_by_itself(library, setting, ranks, bytes));
        Self { ranks, rule, comparison, is_by_itself }
    }

    /// True if what was meant ran.
    #[must_use]
    pub fn is_as_meant(&self) -> bool {
        matches!(&self.comparison, Some(Ok(compared)) if compared.is_as_meant())
    }
}

/// True if a library may send the messages of a setting without being told: by its own choice, or through the shared memory of
/// a node, where all ranks wait for the root.
fn does_by_itself(library: Library, setting: Setting, ranks: u64, bytes: u64) -> bool {
    let links = |setting: Setting| {
        let tree = setting.tree(ranks)?;
        let mut edges: Vec<(u64, u64)> = tree.edges_from(0).collect();
        edges.sort_unstable();
        Some((edges, setting.messages(bytes)))
    };
    let Some(meant) = links(setting) else { return false };
    let is_flat = meant.0.iter().all(|&(parent, _)| parent == 0);
    let default = default_of(library, setting.native.collective, ranks, bytes).and_then(links);
    (is_flat && library.maker() == Maker::Mpich) || default.is_some_and(|default| default == meant)
}

/// The reason why a probe does not speak for a library; `None` if it does, and of other records.
#[must_use]
pub fn unfit(observed: &Observed, library: Library) -> Option<String> {
    let ObservedBy::Probe(probed) = &observed.source else { return None };
    if probed.agreeing.saturating_mul(2) <= probed.of {
        let (agreeing, of) = (probed.agreeing, probed.of);
        return Some(format!(
            "only {agreeing} of {of} repetitions agree on an edge; probe again with a longer --delay or a larger --repeat"
        ));
    }
    let marks: &[&str] = match library {
        Library::OpenMpi41 => &["Open MPI", "4.1"],
        Library::OpenMpi5 => &["Open MPI", "5."],
        Library::OpenMpi6 => &["Open MPI", "6."],
        Library::Mpich40 => &["MPICH", "4.0"],
        Library::Mpich43 => &["MPICH", "4.3"],
        Library::Mpich5 => &["MPICH", "5."],
        Library::Ucc | Library::Impi | Library::Shim => &[],
    };
    let is_other = !probed.library.is_empty() && !marks.iter().all(|mark| probed.library.contains(mark));
    is_other.then(|| format!("the probe ran under {}, and the folder is for {}", probed.library, library.title()))
}

/// The collective, the bytes and the root of a run: as its files say, and else as given.
#[must_use]
pub fn said(
    observed: &Observed,
    collective: Option<MpiCollective>,
    bytes: Option<u64>,
) -> Option<(MpiCollective, u64, u64)> {
    match &observed.source {
        ObservedBy::Probe(probed) => Some((probed.collective, probed.bytes, probed.root)),
        ObservedBy::Monitoring(counted) => {
            let collective = collective?;
            Some((collective, bytes.or_else(|| counted.bytes_of_call(collective, observed.ranks))?, 0))
        }
        ObservedBy::TreeDump => Some((collective?, bytes?, 0)),
    }
}
