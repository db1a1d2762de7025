//! The flaws of variables, and the rules that they are read as.

use super::*;
use crate::library::Library::{Mpich5, Mpich40, Mpich43};
use logpine_text::fault::Fault;
use proptest::prelude::*;

const NONE: &str = "export MPIR_CVAR_DEVICE_COLLECTIVES=none\n";

#[test]
fn variables_of_trees_are_rules() {
    let nb = "export MPIR_CVAR_BCAST_INTRA_ALGORITHM=nb MPIR_CVAR_IBCAST_INTRA_ALGORITHM=tsp_tree MPIR_CVAR_IBCAST_TREE_TYPE=kary \
                  MPIR_CVAR_IBCAST_TREE_KVAL=5 MPIR_CVAR_IBCAST_TREE_PIPELINE_CHUNK_SIZE=4096\n";
    let tree = "export MPIR_CVAR_BCAST_INTRA_ALGORITHM=pipelined_tree MPIR_CVAR_BCAST_TREE_TYPE=kary MPIR_CVAR_BCAST_TREE_KVAL=5 \
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

#[test]
fn values_that_stop_or_hang_are_errors() {
    let codes = |text: &str| -> Vec<_> {
        check(format!("{NONE}export MPIR_CVAR_{text}\n").as_bytes(), Mpich5).faults.iter().map(Fault::code).collect()
    };
    for (text, code) in [
        ("BCAST_SHORT_MSG_SIZE=12K", "unit"),
        ("BARRIER_DISSEM_KVAL=1", "bad-radix"),
        ("ALLREDUCE_RECEXCH_KVAL=0", "bad-radix"),
        ("BCAST_INTER_ALGORITHM=foo", "unknown-algorithm"),
        ("BCAST_INTRA_ALGO=tree", "unknown-variable"),
    ] {
        assert_eq!(codes(text), [code], "{text}");
    }
    for text in ["BCAST_SHORT_MSG_SIZE=12288", "BARRIER_DISSEM_KVAL=2", "BCAST_INTER_ALGORITHM=nb"] {
        assert_eq!(codes(text), [""; 0], "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_checked(text in "(MPIR_CVAR_|BCAST_|TREE_TYPE|INTRA_ALGORITHM|=|nb|kary|\n|[a-z0-9 ]){0,20}") {
        check(text.as_bytes(), Mpich5);
    }
}
