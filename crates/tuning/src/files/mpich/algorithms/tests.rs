//! The names and the parameters of the algorithms, against those of the library.

use super::*;
use crate::library::{Library, algorithms};
use logpine_models::job::MpiCollective;

#[test]
fn the_library_s_names_are_those_of_files() {
    for library in [Library::Mpich40, Library::Mpich43, Library::Mpich5] {
        let release = Release::of(library);
        for collective in MpiCollective::ALL {
            let name = collective.name().replace('-', "_");
            for native in algorithms(library, collective) {
                let is_tree = matches!(native.name, "kary" | "knomial_1" | "knomial_2");
                let in_file = match native.name {
                    _ if is_tree => continue,
                    "dissemination" if release > R40 => "k_dissemination",
                    tree if tree.starts_with("tree_") => "tree",
                    other => other,
                };
                assert!(of(release, &name, &format!("intra_{in_file}")).is_some(), "{library:?} {name} {in_file}");
            }
            let known = all().iter().filter(|of| of.collective == name && of.is_of(release));
            for algorithm in known.filter_map(|of| of.name.strip_prefix("intra_")) {
                let is_there = algorithms(library, collective).any(|native| {
                    native.name == algorithm
                        || native.name.strip_prefix(algorithm).is_some_and(|rest| rest.starts_with('_'))
                });
                assert!(
                    is_there || algorithm == "tree" || algorithm == "pipelined_tree",
                    "{library:?} {name} {algorithm}"
                );
            }
        }
    }
}

#[test]
fn every_algorithm_has_its_name() {
    assert!(named("MPIR_Ibarrier_intra_tsp_recexch").map(|of| of.hidden).eq(["", "k"]));
    assert!(all().len() == 195 && all().is_sorted_by_key(|of| (of.collective, of.name)));
    assert!(all().iter().all(|of| of.collective == "barrier" || named(of.full_name).any(|found| found == of)));
    assert!(named("MPIR_ibcast_intra_tsp_tree").next().is_none());
}
