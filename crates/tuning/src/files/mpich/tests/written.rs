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
fn what_files_cannot_say_is_refused() {
    let refused = |found: Result<String, Unwritable>, words: &str| {
        assert!(found.is_err_and(|error| error.0.contains(words)), "{words}");
    };
    let library = Library::Mpich5;
    let file = base(library, &[]);
    let write = |collective, rules| selection(library, &file, &[Rules { collective, rules }]);
    let all = Range::ALL;
    let sizes = Range { least: 10, most: None };
    let of = |collective, bytes, setting| vec![rule(library, collective, (2, 8), bytes, setting)];
    let binomial = Named::plain("binomial");
    refused(write(Gather, of(Gather, sizes, binomial)), "MPICH counts no bytes of gather");
    assert!(write(Gather, of(Gather, all, binomial)).is_ok());
    let large = Range { least: 1 << 32, most: None };
    refused(write(Bcast, of(Bcast, large, binomial)), "4294967295 is above");
    for bad in [Named::tree("knomial_1", 1, None), Named::tree("binomial", 2, None), Named::tree("kary", 2, Some(0))] {
        refused(write(Bcast, of(Bcast, all, bad)), "cannot name");
    }
    let in_place = Named::plain("pairwise_sendrecv_replace");
    refused(write(Alltoall, of(Alltoall, all, in_place)), "cannot name");
    refused(selection(Library::Ucc, &file, &[]), "has no selection files");
    let error = selection(Library::Mpich40, &file, &[]);
    assert!(error.is_ok(), "no algorithm of the file is new");
    let error = selection(library, &file.replace("collective=scan", "collective=skan"), &[]).expect_err("unknown");
    assert!(error.0.contains("(line 13, column 1)"), "{error}");
}
