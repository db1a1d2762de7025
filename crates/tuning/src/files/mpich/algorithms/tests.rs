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
            let known = ALGORITHMS.iter().filter(|of| of.collective == name && of.is_of(release));
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
fn every_algorithm_has_its_name_and_no_other() {
    for algorithm in &ALGORITHMS {
        let name = algorithm.full_name();
        assert!(algorithm.is_named(&name));
        let others = [name.to_lowercase(), name.replacen("MPIR_", "", 1), format!("{name}_"), name.replace('_', "")];
        assert!(others.iter().all(|other| named(other).next().is_none()), "{name}");
        let found: Vec<_> = named(&name).map(|of| (of.collective, of.name)).collect();
        assert!(found.iter().all(|of| *of == (algorithm.collective, algorithm.name)), "{name}");
    }
    assert!(named("").next().is_none());
}
