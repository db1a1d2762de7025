//! Files that are written.

use super::*;

/// The lines of a collective in a file that is written.
fn section<'a>(text: &'a str, collective: &str) -> Vec<&'a str> {
    let start = format!("    \"collective={collective}\": {{");
    let lines = text.lines().skip_while(|line| *line != start);
    let mut section: Vec<&str> = lines.take_while(|line| !line.starts_with("    }")).collect();
    section.push("    }");
    section
}

#[test]
fn trees_are_written_with_all_parameters() {
    let library = Library::Mpich5;
    let bytes = |least, most| Range { least, most };
    let rules = vec![
        rule(library, Bcast, (2, 8), bytes(0, Some(1023)), Named::tree("kary", 3, None)),
        rule(library, Bcast, (2, 8), bytes(1024, None), Named::tree("knomial_2", 4, Some(4096))),
    ];
    let text = selection(library, &base(library, &[]), &[Rules { collective: Bcast, rules }]).expect("written");
    let expected = r#"    "collective=bcast": {
        "comm_type=intra": {
            "comm_size<=1": {
                "algorithm=MPIR_Bcast_allcomm_nb": {}
            },
            "comm_size<=8": {
                "avg_msg_size<=1023": {
                    "algorithm=MPIR_Bcast_intra_tree": {
                        "tree_type=kary": {},
                        "k=3": {},
                        "is_non_blocking=1": {}
                    }
                },
                "avg_msg_size=any": {
                    "algorithm=MPIR_Bcast_intra_pipelined_tree": {
                        "tree_type=knomial_2": {},
                        "k=4": {},
                        "is_non_blocking=1": {},
                        "chunk_size=4096": {},
                        "recv_pre_posted=0": {}
                    }
                }
            },
            "comm_size=any": {
                "algorithm=MPIR_Bcast_allcomm_nb": {}
            }
        },
        "comm_type=inter": {
            "algorithm=MPIR_Bcast_allcomm_nb": {}
        }
    }"#;
    assert_eq!(section(&text, "bcast").join("\n"), expected);
    assert_eq!(section(&text, "ibcast").len(), 3, "{text}");
    assert!(text.starts_with("{\n    \"collective=bcast\": {\n") && text.ends_with("\n}\n"));
}

#[test]
fn trees_of_the_first_release_go_through_the_non_blocking_variant() {
    let library = Library::Mpich40;
    let rules = vec![
        rule(library, Bcast, (2, 8), Range { least: 0, most: Some(9) }, Named::tree("kary", 3, None)),
        rule(library, Bcast, (2, 8), Range { least: 10, most: None }, Named::tree("knomial_1", 2, Some(64))),
    ];
    let text = selection(library, &base(library, &[]), &[Rules { collective: Bcast, rules }]).expect("written");
    let bcast = section(&text, "bcast");
    assert_eq!(
        bcast[5..8],
        [
            "            \"comm_size<=8\": {",
            "                \"algorithm=MPIR_Bcast_allcomm_nb\": {}",
            "            },"
        ]
    );
    let ibcast = section(&text, "ibcast").join("\n");
    let expected = r#"                    "algorithm=MPIR_Ibcast_intra_tsp_tree": {
                        "tree_type=1": {},
                        "k=2": {},
                        "chunk_size=64": {}
                    }"#;
    assert!(ibcast.contains(expected), "{ibcast}");
}

#[test]
fn other_calls_keep_the_branches_of_the_base() {
    let library = Library::Mpich5;
    let own = "{\"comm_type=intra\":{\"comm_size<8\":{\"algorithm=MPIR_Allreduce_intra_recursive_doubling\":{}},\
        \"comm_size=any\":{\"algorithm=MPIR_Allreduce_allcomm_nb\":{}}},\"comm_type=inter\":{\"algorithm=MPIR_Allreduce_allcomm_nb\":{}}}";
    let bytes = Range { least: 100, most: None };
    let rules = vec![rule(library, Allreduce, (4, 16), bytes, Named::plain("reduce_scatter_allgather"))];
    let text = selection(library, &base(library, &[("allreduce", own)]), &[Rules { collective: Allreduce, rules }]);
    let expected = r#"            "comm_size<=16": {
                "avg_msg_size<=99": {
                    "comm_size<=7": {
                        "algorithm=MPIR_Allreduce_intra_recursive_doubling": {}
                    },
                    "comm_size=any": {
                        "algorithm=MPIR_Allreduce_allcomm_nb": {}
                    }
                },
                "avg_msg_size=any": {
                    "is_op_built_in=yes": {
                        "count<pow2": {
                            "comm_size<=7": {
                                "algorithm=MPIR_Allreduce_intra_recursive_doubling": {}
                            },
                            "comm_size=any": {
                                "algorithm=MPIR_Allreduce_allcomm_nb": {}
                            }
                        },
                        "count=any": {
                            "algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather": {}
                        }
                    },
                    "is_op_built_in=no": {"#;
    let text = text.expect("written");
    assert!(text.contains(expected), "{}", section(&text, "allreduce").join("\n"));
    assert_eq!(faults(&text, library), []);
}

#[test]
fn what_files_cannot_say_is_refused() {
    let library = Library::Mpich5;
    let file = base(library, &[]);
    let write = |collective, rules| selection(library, &file, &[Rules { collective, rules }]);
    let all = Range::ALL;
    let sizes = Range { least: 10, most: None };
    let of = |collective, bytes, setting| vec![rule(library, collective, (2, 8), bytes, setting)];
    let binomial = Named::plain("binomial");
    assert_eq!(write(Gather, of(Gather, sizes, binomial)), Err(SelectionError::Sizes(Gather)));
    assert!(write(Gather, of(Gather, all, binomial)).is_ok());
    let large = Range { least: 1 << 32, most: None };
    assert_eq!(write(Bcast, of(Bcast, large, binomial)), Err(SelectionError::Limit { number: (1 << 32) - 1 }));
    for bad in [Named::tree("knomial_1", 1, None), Named::tree("binomial", 2, None), Named::tree("kary", 2, Some(0))] {
        assert!(matches!(write(Bcast, of(Bcast, all, bad)), Err(SelectionError::Setting { .. })), "{bad:?}");
    }
    let in_place = Named::plain("pairwise_sendrecv_replace");
    assert!(matches!(write(Alltoall, of(Alltoall, all, in_place)), Err(SelectionError::Setting { .. })));
    assert_eq!(selection(Library::Ucc, &file, &[]), Err(SelectionError::NotMpich(Library::Ucc)));
    let error = selection(Library::Mpich40, &file, &[]);
    assert!(error.is_ok(), "no algorithm of the file is new");
    let error = selection(library, &file.replace("collective=scan", "collective=skan"), &[]).expect_err("unknown");
    assert!(matches!(error, SelectionError::Base { line: 13, column: 1, .. }), "{error}");
}
