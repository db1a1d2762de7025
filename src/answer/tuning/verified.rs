//! What ran, held against what a table intends.

use crate::check::traffic::{Comparison, Expected, compare};
use crate::library::{Library, Observed, ObservedBy, Rule, Rules, default_of};
use crate::request::MpiCollective;

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
    pub comparison: Option<Comparison>,
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
        Self { ranks, rule, comparison }
    }

    /// True if what was meant ran.
    #[must_use]
    pub fn is_as_meant(&self) -> bool {
        matches!(&self.comparison, Some(Comparison::Compared(compared)) if compared.is_as_meant())
    }
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
