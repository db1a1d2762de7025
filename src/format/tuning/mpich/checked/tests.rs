//! The flaws of variables, and the rules that they are read as.

use super::*;
use crate::library::Library::{Mpich5, Mpich40, Mpich43};
use proptest::prelude::*;

const NONE: &str = "export MPIR_CVAR_DEVICE_COLLECTIVES=none\n";

fn faults(text: &str, library: Library) -> Vec<(&'static str, usize, usize)> {
    let report = check(text.as_bytes(), library);
    report
        .faults
        .iter()
        .map(|fault| (fault.code(), fault.place.position().line, fault.place.position().column))
        .collect()
}

#[test]
fn every_flaw_has_its_place() {
    let cases = [
        (Mpich43, "BCAST_INTRA_ALGORITHM=tre", "unknown-algorithm", 40),
        (Mpich40, "BCAST_INTRA_ALGORITHM=tree", "unknown-algorithm", 40),
        (Mpich43, "BCAST_TREE_TYPE=knomial2", "unknown-tree", 34),
        (Mpich43, "IBCAST_TREE_TYPE=topology_wave", "unknown-tree", 35),
        (Mpich40, "BCAST_TREE_TYPE=kary", "other-release", 8),
        (Mpich43, "BCAST_TREE_KVAL=0", "bad-radix", 34),
        (Mpich5, "BCAST_TREE_TIPE=kary", "unknown-variable", 8),
        (Mpich5, "REDUCE_TREE_TYPE=kary", "unknown-variable", 8),
        (Mpich5, "BCAST_TREE_TYPE=topology_wave", "no-coordinates", 34),
        (Mpich5, "BCAST_TOPO_OVERHEAD=0", "wave-parameter", 38),
        (Mpich5, "IREDUCE_TOPO_DIFF_GROUPS=1.5", "wave-parameter", 43),
    ];
    for (library, line, code, column) in cases {
        let text = format!("{NONE}export MPIR_CVAR_{line}\n");
        assert_eq!(faults(&text, library), [(code, 2, column)], "{line}");
    }
    assert_eq!(faults("export MPIR_CVAR_DEVICE_COLLECTIVES=no\n", Mpich5), [("device-collectives", 1, 37)]);
}

#[test]
fn what_nodes_do_of_their_own_is_found() {
    let file = "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=c.json\n";
    assert_eq!(faults(file, Mpich43), [("device-collectives", 1, 1)]);
    assert_eq!(check(file.as_bytes(), Mpich40).faults.warnings(), 1);
    assert_eq!(faults(&format!("{file}{NONE}"), Mpich43), []);
    let tree = "MPIR_CVAR_BCAST_INTRA_ALGORITHM=tree\n";
    assert_eq!(faults(tree, Mpich5), [("device-collectives", 1, 1)]);
    let off = "MPIR_CVAR_DEVICE_COLLECTIVES=percoll MPIR_CVAR_BCAST_DEVICE_COLLECTIVE=0\n";
    assert_eq!(faults(&format!("{tree}{off}"), Mpich5), []);
    let reduce = "MPIR_CVAR_REDUCE_INTRA_ALGORITHM=nb\n";
    assert_eq!(check(reduce.as_bytes(), Mpich40).faults.errors(), 1);
}

#[test]
fn variables_of_trees_are_rules() {
    let nb = "MPIR_CVAR_BCAST_INTRA_ALGORITHM=nb MPIR_CVAR_IBCAST_INTRA_ALGORITHM=tsp_tree MPIR_CVAR_IBCAST_TREE_TYPE=kary \
                  MPIR_CVAR_IBCAST_TREE_KVAL=5 MPIR_CVAR_IBCAST_TREE_PIPELINE_CHUNK_SIZE=4096\n";
    let tree = "MPIR_CVAR_BCAST_INTRA_ALGORITHM=pipelined_tree MPIR_CVAR_BCAST_TREE_TYPE=kary MPIR_CVAR_BCAST_TREE_KVAL=5 \
                    MPIR_CVAR_BCAST_TREE_PIPELINE_CHUNK_SIZE=4096\n";
    for (library, text) in [(Mpich40, nb), (Mpich43, tree), (Mpich5, tree)] {
        let native = named(library, MpiCollective::Bcast, "kary").expect("there");
        let setting = Setting { fanout: Some(5), segment: Some(4096), ..Setting::plain(native) };
        let report = check(format!("{text}{NONE}").as_bytes(), library);
        assert_eq!(*report.faults, [], "{text}");
        let rules = &report.content.expect("no errors")[0];
        assert_eq!((rules.collective, rules.rules[0].setting), (MpiCollective::Bcast, Some(setting)), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_checked(text in "(MPIR_CVAR_|BCAST_|TREE_TYPE|INTRA_ALGORITHM|=|nb|kary|\n|[a-z0-9 ]){0,20}") {
        check(text.as_bytes(), Mpich5);
    }
}
