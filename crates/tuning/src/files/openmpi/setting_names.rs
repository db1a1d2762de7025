//! The parameters of coll/tuned.

use super::names::COLLECTIVES;

/// Those of the whole component.
const GLOBAL: [&str; 13] = [
    "coll_tuned_priority",
    "coll_tuned_verbose",
    "coll_tuned_use_dynamic_rules",
    "coll_tuned_dynamic_rules_filename",
    "coll_tuned_init_tree_fanout",
    "coll_tuned_init_chain_fanout",
    "coll_tuned_alltoall_small_msg",
    "coll_tuned_alltoall_intermediate_msg",
    "coll_tuned_alltoall_large_msg",
    "coll_tuned_alltoall_min_procs",
    "coll_tuned_scatter_intermediate_msg",
    "coll_tuned_scatter_large_msg",
    "coll_tuned_scatter_min_procs",
];
/// Those of all collectives with algorithms.
const ALL: [&str; 2] = ["", "_count"];
/// Those of collectives whose algorithms have segments or trees.
const SHAPED: [&str; 3] = ["_segmentsize", "_tree_fanout", "_chain_fanout"];
/// Collectives without them.
const SHAPELESS: [&str; 4] = ["alltoallv", "barrier", "exscan", "scan"];
/// Those of single collectives.
const SINGLE: [(&str, &str); 4] = [
    ("alltoall", "_max_requests"),
    ("reduce", "_max_requests"),
    ("scatter", "_max_requests"),
    ("bcast", "_knomial_radix"),
];

/// The variable that turns rules files and forced algorithms on.
pub const USE_RULES: &str = "coll_tuned_use_dynamic_rules";
/// The variable of the rules file.
pub const RULES_FILE: &str = "coll_tuned_dynamic_rules_filename";

/// All names.
pub fn all() -> Vec<String> {
    let mut names: Vec<String> = GLOBAL.iter().map(|name| (*name).to_owned()).collect();
    for collective in COLLECTIVES.iter().filter(|collective| collective.has_algorithms()) {
        let name = collective.name;
        // The block variant has no chains.
        let has = |end: &&&str| !(name == "reduce_scatter_block" && **end == "_chain_fanout");
        let shaped = SHAPED.iter().filter(|_| !SHAPELESS.contains(&name)).filter(has);
        let single = SINGLE.iter().filter(|(of, _)| *of == name).map(|(_, end)| end);
        names.extend(ALL.iter().chain(shaped).chain(single).map(|end| format!("coll_tuned_{name}_algorithm{end}")));
    }
    names
}

/// The collective, and what of it a parameter sets: nothing after `_algorithm` for the algorithm itself.
pub fn of_collective(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix("coll_tuned_")?.split_once("_algorithm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_ompi_info() {
        let names = all();
        for name in ["coll_tuned_bcast_algorithm_knomial_radix", "coll_tuned_scan_algorithm", "coll_tuned_priority"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
        // As many as `ompi_info --param coll tuned --level 9` of 4.1.4 and 5.0.11 lists, and coll_tuned_verbose of 6.
        assert_eq!(names.len(), COUNT_OF_OMPI_INFO + 1);
        assert_eq!(of_collective("coll_tuned_scan_algorithm_count"), Some(("scan", "_count")));
    }

    const COUNT_OF_OMPI_INFO: usize = 73;
}
