//! Variables for MPICH, checked and read.
//!
//! MPICH skips variables that it does not know in silence, and stops at algorithms that it does not know.

use super::algorithms;
use super::collectives::{self, non_blocking};
use super::leaf::TREES;
use super::release::Release;
use super::variables::Known;
use crate::files::settings::{Setting as Variable, variables};
use crate::files::suggestions::{Suggestions, did_you_mean, one_edit_away};
use crate::library::{Library, Range, Rule, Rules, Setting, name_in_files, named};
use logpine_models::job::MpiCollective;
use logpine_text::excerpt::short;
use logpine_text::fault::Report;
use logpine_text::fault::{Diagnostic, Faults};
use rustc_hash::FxHashMap;

/// Trees that only variables can name, of 4.2 and later.
const TOPOLOGY_TREES: [&str; 3] = ["topology_aware", "topology_aware_k", "topology_wave"];
/// Prefixes of the same variable: MPICH's own, older ones, and MVAPICH's.
const PREFIXES: [&str; 4] = ["MPIR_CVAR_", "MPIR_PARAM_", "MPICH_", "MVP_"];

/// Checks lines that set variables, and reads the settings that they make for all numbers of ranks and bytes.
pub fn check(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let set = variables(text, &PREFIXES, &mut flaws);
    let variables = set.iter().filter_map(|assignment| Some((bare(&assignment.name)?, assignment))).collect();
    let suggestions = Suggestions::new();
    let mut checker = Checker { library, release: Release::of(library), variables, flaws, suggestions };
    checker.names();
    checker.algorithms();
    checker.trees();
    checker.waves();
    checker.device();
    let rules = checker.rules();
    checker.flaws.report(Some(rules))
}

/// The name of a variable of MPICH without its prefix.
fn bare(name: &str) -> Option<&str> {
    PREFIXES.into_iter().find_map(|prefix| name.strip_prefix(prefix))
}

/// The flaw of a value with which MPICH stops or hangs.
fn wrong_value(known: Known, value: &str, title: &str) -> Option<Diagnostic> {
    let digits = value.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let has_unit =
        digits.len() < value.len() && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let mut values = known.values();
    if known.is_size() && has_unit {
        let message = format!("{} has a unit, which {title} does not read: MPI_Init ends with an error", short(value));
        return Some(Diagnostic::error("unit", message, "write the number of bytes alone"));
    }
    if known.is_radix() && value.parse::<i64>().is_ok_and(|k| k < 2) {
        let message =
            format!("{} as k: barriers, allreduces and allgathers were seen to hang with such a k", short(value));
        return Some(Diagnostic::error("bad-radix", message, "write 2 or more"));
    }
    if values.clone().next().is_some() && !values.any(|known| known == value) {
        let message = format!("{title} has no algorithm {} here: MPI_Init ends with an error", short(value));
        return Some(Diagnostic::error("unknown-algorithm", message, "name an algorithm of the release"));
    }
    None
}

/// The most unknown names for which a name that is nearly the same is sought.
const MOST_SEARCHES: u32 = 1000;

struct Checker<'a> {
    library: Library,
    release: Release,
    /// The variables without prefix.
    variables: Vec<(&'a str, &'a Variable)>,
    flaws: Faults<'a>,
    suggestions: Suggestions,
}

impl<'a> Checker<'a> {
    fn get(&self, name: &str) -> Option<&'a Variable> {
        self.variables.iter().find(|(known, _)| *known == name).map(|(_, assignment)| *assignment)
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.get(name).map(|assignment| assignment.value.as_str())
    }

    /// The collectives whose trees have variables: with those of the topology, or without.
    fn tree_collectives(&self) -> Vec<(&'static str, bool)> {
        let is_new = self.release != Release::R40;
        let all =
            [("BCAST", is_new), ("IBCAST", false), ("IREDUCE", is_new), ("ALLREDUCE", is_new), ("IALLREDUCE", false)];
        let is_there = |name: &str| is_new || name.starts_with('I');
        all.into_iter().filter(|(name, _)| is_there(name)).collect()
    }

    /// Finds names that no variable of the release has, and values that stop MPICH or let it hang.
    fn names(&mut self) {
        let known: FxHashMap<&str, Known> = Known::all().map(|known| (known.name, known)).collect();
        let names: Vec<&str> = Known::all().filter(|known| known.is_of(self.release)).map(|known| known.name).collect();
        let mut searches = MOST_SEARCHES;
        let is_ours = |assignment: &Variable| assignment.name.starts_with(PREFIXES[0]);
        for &(name, assignment) in self.variables.iter().filter(|(_, assignment)| is_ours(assignment)) {
            let (title, shown) = (self.release.title(), short(&assignment.name));
            let flaw = match known.get(name) {
                Some(known) if known.is_of(self.release) => {
                    if let Some(flaw) = wrong_value(*known, &assignment.value, title) {
                        self.flaws.add(assignment.span.clone(), flaw);
                    }
                    continue;
                }
                Some(_) => {
                    let message = format!("{title} has no variable {shown}: it skips it in silence");
                    let hint = if name.contains("_TREE_") || name.contains("_TOPO_") {
                        "lead the collective through `nb`, and set the tree of its non-blocking variant"
                    } else {
                        "remove the line, or take the release that has it"
                    };
                    Diagnostic::error("other-release", message, hint)
                }
                None => {
                    searches = searches.saturating_sub(1);
                    let near = (searches > 0).then(|| one_edit_away(name, names.iter().copied())).flatten();
                    let meant = near.map_or_else(String::new, |near| did_you_mean(&format!("{}{near}", PREFIXES[0])));
                    let level = if near.is_some() { Diagnostic::error } else { Diagnostic::warning };
                    let message = format!("no variable of {title}, which skips it in silence{meant}");
                    level("unknown-variable", message, "correct the name, or remove the line")
                }
            };
            self.flaws.add(assignment.name_span.clone(), flaw);
        }
    }

    /// Checks the names of algorithms.
    fn algorithms(&mut self) {
        for &(name, assignment) in &self.variables {
            let Some(upper) = name.strip_suffix("_INTRA_ALGORITHM") else { continue };
            let collective = upper.to_ascii_lowercase();
            let Some(collective) = collectives::ALL.into_iter().find(|known| *known == collective) else { continue };
            let of_release =
                algorithms::all().iter().filter(|of| of.collective == collective && of.is_of(self.release));
            let by_name =
                of_release.filter_map(|of| of.name.strip_prefix("intra_").or(of.name.strip_prefix("allcomm_")));
            let more = ["auto", "nb", "sched_auto", "tsp_auto", "tsp_scatterv_ring_allgatherv", "tsp_k_dissemination"];
            let known: Vec<&str> = more.into_iter().chain(by_name).collect();
            let value = assignment.value.as_str();
            if known.contains(&value) {
                continue;
            }
            let meant = self.suggestions.near(value, known);
            let message = format!(
                "{} has no algorithm {} for {collective}: MPI_Init ends with an error{meant}",
                self.release.title(),
                short(value)
            );
            let hint = "name an algorithm of the release";
            self.flaws.error(assignment.span.clone(), "unknown-algorithm", message, hint);
        }
    }

    /// Checks the trees and their parameters.
    fn trees(&mut self) {
        for (collective, takes_topology) in self.tree_collectives() {
            let tree = self.get(&format!("{collective}_TREE_TYPE"));
            if let Some(tree) = tree {
                let is_of_topology = TOPOLOGY_TREES.contains(&tree.value.as_str());
                if !(TREES.contains(&tree.value.as_str()) || takes_topology && is_of_topology) {
                    let message =
                        format!("{} is no tree of {collective}: it is read as kary, in silence", short(&tree.value));
                    let hint = if takes_topology {
                        "write kary, knomial_1, knomial_2, or a tree of the topology"
                    } else {
                        "write kary, knomial_1 or knomial_2"
                    };
                    self.flaws.error(tree.span.clone(), "unknown-tree", message, hint);
                }
            }
            let least = if tree.is_some_and(|tree| tree.value.starts_with("knomial_")) { 2 } else { 1 };
            if let Some(k) = self.get(&format!("{collective}_TREE_KVAL"))
                && !k.value.parse().is_ok_and(|k| (least..=collectives::LARGEST).contains(&k))
            {
                let message =
                    format!("{} as k: the call ends with a division by zero or an assertion", short(&k.value));
                let hint = "write 2 or more; k-ary trees also take 1, a chain";
                self.flaws.error(k.span.clone(), "bad-radix", message, hint);
            }
        }
    }

    /// Checks the trees that MPICH builds from times.
    fn waves(&mut self) {
        for (collective, takes_topology) in self.tree_collectives() {
            if !takes_topology {
                continue;
            }
            for parameter in ["OVERHEAD", "DIFF_GROUPS", "DIFF_SWITCHES", "SAME_SWITCHES"] {
                let Some(set) = self.get(&format!("{collective}_TOPO_{parameter}")) else { continue };
                if !set.value.parse().is_ok_and(|number| (1..=collectives::LARGEST).contains(&number)) {
                    let message = format!(
                        "{} is no whole number above 0: the tree becomes k-ary, or another one",
                        short(&set.value)
                    );
                    let hint = "write a whole number from 1 on; only ratios count";
                    self.flaws.error(set.span.clone(), "wave-parameter", message, hint);
                }
            }
            let wave = self.get(&format!("{collective}_TREE_TYPE")).filter(|tree| tree.value == "topology_wave");
            let Some(wave) = wave else { continue };
            if self.get("COORDINATES_FILE").is_none_or(|file| file.value.is_empty()) {
                let message =
                    "topology_wave without MPIR_CVAR_COORDINATES_FILE: the call ends with a segmentation fault";
                let hint = "set MPIR_CVAR_COORDINATES_FILE to a file with a line for every rank";
                self.flaws.error(wave.span.clone(), "no-coordinates", message, hint);
            }
            if self.get("COLL_SELECTION_TUNING_JSON_FILE").is_some() {
                let message = "topology_wave with a selection file: where the file has a tree, too, the wave's times are whatever \
                    the memory happens to hold";
                let hint = "use one of them";
                self.flaws.warning(wave.span.clone(), "wave-and-file", message, hint);
            }
        }
    }

    /// Checks that nodes do not go their own way.
    fn device(&mut self) {
        let device = self.get("DEVICE_COLLECTIVES");
        if let Some(device) = device
            && !["none", "all", "percoll"].contains(&device.value.as_str())
        {
            let message = format!("{} is none of all, percoll and none", short(&device.value));
            self.flaws.error(device.span.clone(), "device-collectives", message, "write none");
            return;
        }
        if device.is_some_and(|device| device.value == "none") {
            return;
        }
        let is_chosen = device.is_some_and(|device| device.value == "percoll");
        let hint = "set MPIR_CVAR_DEVICE_COLLECTIVES=none";
        let is_first = self.release == Release::R40;
        for &(name, assignment) in &self.variables {
            let collective = name.strip_suffix("_INTRA_ALGORITHM");
            let is_off = |collective: &str| self.value(&format!("{collective}_DEVICE_COLLECTIVE")) == Some("0");
            let is_concerned = match collective {
                Some(collective) => {
                    let is_blocking =
                        MpiCollective::ALL.iter().any(|ours| name_in_files(*ours).eq_ignore_ascii_case(collective));
                    let fails = !is_first || (collective == "REDUCE" && assignment.value == "nb");
                    is_blocking && assignment.value != "auto" && fails && !(is_chosen && is_off(collective))
                }
                None => name == "COLL_SELECTION_TUNING_JSON_FILE" && !is_chosen,
            };
            if !is_concerned {
                continue;
            }
            let flaw = match (is_first, collective) {
                (false, _) => {
                    let message = format!(
                        "collectives of shared memory win on a node: {} is ignored there, in silence",
                        short(&assignment.name)
                    );
                    Diagnostic::error("device-collectives", message, hint)
                }
                (true, Some(_)) => {
                    let message =
                        "without MPIR_CVAR_DEVICE_COLLECTIVES=none MPI_Reduce ends with an assertion on one node";
                    Diagnostic::error("device-collectives", message, hint)
                }
                (true, None) => {
                    let message = "without MPIR_CVAR_DEVICE_COLLECTIVES=none a file with trees of MPI_Reduce ends with an assertion on one node";
                    Diagnostic::warning("device-collectives", message, hint)
                }
            };
            self.flaws.add(assignment.name_span.clone(), flaw);
        }
    }

    /// The settings that variables make.
    fn rules(&self) -> Vec<Rules> {
        let rules = MpiCollective::ALL.into_iter().filter_map(|collective| {
            let setting = self.setting(collective)?;
            let rule = Rule { ranks: Range::ALL, bytes: Range::ALL, setting: Some(setting) };
            Some(Rules { collective, rules: vec![rule] })
        });
        rules.collect()
    }

    fn setting(&self, collective: MpiCollective) -> Option<Setting> {
        let upper = name_in_files(collective).to_ascii_uppercase();
        let behind = non_blocking(collective).to_ascii_uppercase();
        let first = self.value(&format!("{upper}_INTRA_ALGORITHM"))?;
        let find = |name: &str| named(self.library, collective, name);
        let (tree, default) = match (first, collective) {
            ("tree", MpiCollective::Bcast) => (&upper, None),
            ("pipelined_tree", MpiCollective::Bcast) => (&upper, Some(8192)),
            ("nb", MpiCollective::Bcast | MpiCollective::Reduce) => {
                match self.value(&format!("{behind}_INTRA_ALGORITHM"))? {
                    "tsp_tree" => (&behind, None),
                    other => return find(other.strip_prefix("sched_")?).map(Setting::plain),
                }
            }
            ("k_dissemination", _) if self.value("BARRIER_DISSEM_KVAL").is_none_or(|k| k == "2") => {
                return find("dissemination").map(Setting::plain);
            }
            (other, _) => {
                return find(other).filter(|native| native.knobs.fanout.is_none()).map(Setting::plain);
            }
        };
        let native = find(self.value(&format!("{tree}_TREE_TYPE")).unwrap_or("kary"))?;
        let k = self.value(&format!("{tree}_TREE_KVAL")).map_or(Some(2), |k| k.parse().ok())?;
        let given = self.value(&format!("{tree}_TREE_PIPELINE_CHUNK_SIZE")).map(str::parse::<i64>);
        let chunk = if first == "tree" { Ok(0) } else { given.unwrap_or(Ok(default.unwrap_or(0))) };
        let segment = chunk.ok().and_then(|chunk| u64::try_from(chunk).ok()).filter(|&chunk| chunk > 0);
        Some(Setting { fanout: Some(k), segment, ..Setting::plain(native) })
    }
}

#[cfg(test)]
mod tests;
