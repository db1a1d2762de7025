//! The parameters of a rule: what its algorithm takes of them.

use super::names::{Algorithm, Collective};
use crate::library::{Library, Native, Range as Numbers, Setting, WIDEST_CHAIN};
use logpine_models::job::MpiCollective;
use logpine_text::fault::{Diagnostic, Faults};
use std::ops::Range;

/// A number with its place.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The number.
    pub value: u64,
    /// The bytes.
    pub span: Range<usize>,
}

/// A rule's choice as it is written.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The algorithm; 0 leaves it to the library.
    pub algorithm: Placed,
    /// The fanout; 0 without one.
    pub fanout: Placed,
    /// The size of segments in bytes; 0 for whole messages.
    pub segment: Placed,
}

/// The consequence if a library does not have the algorithm of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Jobs abort at their first call.
    Aborts,
    /// The rule is skipped.
    Skipped,
}

impl Choice {
    /// The setting for some numbers of ranks; `None` leaves the choice to the library, or the algorithm is not known. Finds
    /// what the library does not take of the choice.
    pub fn setting(
        &self,
        collective: &Collective,
        library: Library,
        ranks: Numbers,
        unknown: Unknown,
        flaws: &mut Faults<'_>,
    ) -> Option<Setting> {
        if self.algorithm.value == 0 {
            self.ignored("the library's own choice", collective, flaws);
            return None;
        }
        self.two_only(collective, ranks, flaws);
        let (id, name, title) = (self.algorithm.value, collective.name, library.title());
        let consequence = match unknown {
            Unknown::Aborts => format!("jobs abort at their first {name}"),
            Unknown::Skipped => "the rule is skipped".to_owned(),
        };
        let flaw = match collective.algorithm(library, id) {
            Algorithm::Known(native) => return self.of(native, collective, library, flaws),
            Algorithm::Later(later) => {
                let message =
                    format!("algorithm {id} of {name} came with {}: under {title} {consequence}", later.title());
                Diagnostic::error(
                    "later-algorithm",
                    message,
                    "choose an algorithm of this release, or write the file for a later one",
                )
            }
            Algorithm::Unknown => {
                let last = collective.last(library);
                let message = format!("{name} has algorithms 0 to {last} in {title}, and no {id}: {consequence}");
                Diagnostic::error(
                    "unknown-algorithm",
                    message,
                    "ompi_info --param coll tuned --level 9 lists the algorithms",
                )
            }
        };
        flaws.add(self.algorithm.span.clone(), flaw);
        None
    }

    /// Adds a flaw if an algorithm for two ranks serves others.
    fn two_only(&self, collective: &Collective, ranks: Numbers, flaws: &mut Faults<'_>) {
        let (id, name) = (self.algorithm.value, collective.name);
        if collective.is_for_two(id) && ranks.most.is_none_or(|most| most > 2) {
            let message =
                format!("algorithm {id} of {name} is for 2 ranks: jobs with more abort at their first {name}");
            let hint = "write it for 2 ranks, and other rules from 3 ranks on";
            flaws.error(self.algorithm.span.clone(), "two-ranks", message, hint);
        }
    }

    /// Adds a flaw for each parameter, none of which counts.
    fn ignored(&self, algorithm: &str, collective: &Collective, flaws: &mut Faults<'_>) {
        self.no_fanout(algorithm, collective, flaws);
        self.no_segment(algorithm, collective, flaws);
    }

    fn no_fanout(&self, algorithm: &str, collective: &Collective, flaws: &mut Faults<'_>) {
        if self.fanout.value != 0 {
            let message =
                format!("{algorithm} of {} takes no fanout: {} is ignored", collective.name, self.fanout.value);
            flaws.warning(self.fanout.span.clone(), "fanout-ignored", message, "write 0");
        }
    }

    fn no_segment(&self, algorithm: &str, collective: &Collective, flaws: &mut Faults<'_>) {
        if self.segment.value != 0 {
            let message = format!(
                "{algorithm} of {} cuts no segments: the size {} is ignored",
                collective.name, self.segment.value
            );
            flaws.warning(self.segment.span.clone(), "segment-ignored", message, "write 0");
        }
    }

    /// The setting of an algorithm that the library has.
    fn of(
        &self,
        native: Option<&'static Native>,
        collective: &Collective,
        library: Library,
        flaws: &mut Faults<'_>,
    ) -> Option<Setting> {
        let Some(native) = native else {
            self.ignored("the algorithm", collective, flaws);
            return None;
        };
        let mut setting = Setting::plain(native);
        match native.knobs.fanout {
            Some(fanout) => match fanout.variable {
                Some(variable) if self.fanout.value != 0 => {
                    let message = format!(
                        "the radix of {} is not in rules files: {} is ignored, and the parameter {variable} counts",
                        native.name, self.fanout.value
                    );
                    let hint = "write 0, and set the parameter in mca-params.conf";
                    flaws.warning(self.fanout.span.clone(), "fanout-ignored", message, hint);
                }
                Some(_) => {}
                None => {
                    let is_chain = fanout.most == WIDEST_CHAIN;
                    if is_chain && self.fanout.value > WIDEST_CHAIN {
                        let message =
                            format!("{} makes at most {WIDEST_CHAIN} chains, not {}", native.name, self.fanout.value);
                        let hint = "write 32, which is what the library does";
                        flaws.warning(self.fanout.span.clone(), "fanout-clamped", message, hint);
                    }
                    let most = if is_chain { WIDEST_CHAIN } else { u64::MAX };
                    setting.fanout = (self.fanout.value != 0).then_some(self.fanout.value.min(most));
                }
            },
            // Open MPI 6 takes the radix of Bruck's allgather from the rule.
            None if is_radix_of_bruck(native, library) => {}
            None => self.no_fanout(native.name, collective, flaws),
        }
        if native.knobs.segment {
            setting.segment = (self.segment.value != 0).then_some(self.segment.value);
        } else {
            self.no_segment(native.name, collective, flaws);
        }
        Some(setting)
    }
}

/// The algorithms for the same ranks, one after the other.
#[derive(Debug)]
pub struct Evenness {
    counts_unevenly: bool,
    first: Option<u64>,
}

impl Evenness {
    /// Begins with no algorithm.
    pub fn of(collective: &Collective) -> Self {
        Self { counts_unevenly: collective.counts_unevenly(), first: None }
    }

    /// Returns the flaw of the first algorithm that differs from those before, where ranks may look up different ones.
    pub fn next(&mut self, algorithm: u64) -> Option<Diagnostic> {
        let differs = *self.first.get_or_insert(algorithm) != algorithm && self.counts_unevenly;
        if !differs {
            return None;
        }
        self.counts_unevenly = false;
        let message = "ranks look a scatter or a gather up with their own counts, some of which may be 0: they may run \
                       different algorithms, and abort";
        Some(Diagnostic::warning("uneven-counts", message, "keep one algorithm for each communicator size"))
    }
}

fn is_radix_of_bruck(native: &Native, library: Library) -> bool {
    library == Library::OpenMpi6 && native.collective == MpiCollective::Allgather && native.number == 2
}
