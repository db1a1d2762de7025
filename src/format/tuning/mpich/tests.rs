//! Selection files: every flaw in its place, files that are written, and what is read from them again.

use super::algorithms::ALGORITHMS;
use super::release::Release;
use super::write::SelectionError;
use super::{check, collectives, selection};
use crate::format::tuning::grid::rows_of;
use crate::library::{Library, Range, Rule, Rules, Setting, named};
use crate::request::MpiCollective::{self, Allreduce, Alltoall, Bcast, Gather, Reduce};
use proptest::prelude::*;
use std::path::Path;

const MPICH: [Library; 3] = [Library::Mpich40, Library::Mpich43, Library::Mpich5];
const BINOMIAL: &str = "{\"algorithm=MPIR_Bcast_intra_binomial\":{}}";

/// A file with an algorithm for every collective, one a line from the second on, except for those given.
fn base(library: Library, given: &[(&str, &str)]) -> String {
    let release = Release::of(library);
    let lines = collectives::ALL.into_iter().map(|collective| {
        let is_simple = |name: &str| name.starts_with("intra_") || name.starts_with("allcomm_");
        let simple = ALGORITHMS.iter().find(|of| {
            of.collective == collective
                && of.is_of(release)
                && is_simple(of.name)
                && (of.needs, of.hidden, of.parameters().count()) == (0, "", 0)
        });
        let leaf = |name: &str| format!("{{\"algorithm={name}\":{{}}}}");
        let by_place = || {
            let name = format!("MPIR_{}{}_intra_sched", collective[..1].to_uppercase(), &collective[1..]);
            let (own, apart) = (leaf(&format!("{name}_inplace")), leaf(&format!("{name}_blocked")));
            format!("{{\"is_sendbuf_inplace=yes\":{own},\"is_sendbuf_inplace=no\":{apart}}}")
        };
        let own = given.iter().find(|(name, _)| *name == collective).map(|(_, text)| (*text).to_owned());
        let text = own.or_else(|| simple.map(|of| leaf(&of.full_name()))).unwrap_or_else(by_place);
        format!("\"collective={collective}\": {text}")
    });
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// The faults of a text as their codes and places.
fn faults(text: &str, library: Library) -> Vec<(&'static str, usize, usize)> {
    let report = check(text.as_bytes(), library);
    assert_eq!(report.content.is_none(), report.errors > 0);
    report.faults.iter().map(|fault| (fault.kind.code, fault.position.line, fault.position.column)).collect()
}

/// Asserts that a file whose text has a mark has one fault, at the mark.
fn assert_fault(text: &str, library: Library, code: &str) {
    let at = text.find('\u{a7}').expect("a mark");
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
    let text = text.replace('\u{a7}', "");
    let shown = check(text.as_bytes(), library).rendered(text.as_bytes(), Path::new("file"));
    assert_eq!(faults(&text, library), [(code, line, column)], "{code}: {shown}");
}

fn rule(library: Library, collective: MpiCollective, ranks: (u64, u64), bytes: Range, setting: Named) -> Rule {
    let native = named(library, collective, setting.name).expect("there");
    let setting = Setting { fanout: setting.k, segment: setting.segment, ..Setting::plain(native) };
    Rule { ranks: Range { least: ranks.0, most: Some(ranks.1) }, bytes, setting: Some(setting) }
}

/// A setting by its name.
#[derive(Clone, Copy, Debug)]
struct Named {
    name: &'static str,
    k: Option<u64>,
    segment: Option<u64>,
}

impl Named {
    const fn plain(name: &'static str) -> Self {
        Self { name, k: None, segment: None }
    }

    const fn tree(name: &'static str, k: u64, segment: Option<u64>) -> Self {
        Self { name, k: Some(k), segment }
    }
}

#[test]
fn every_release_has_a_file_without_faults() {
    for library in MPICH {
        assert_eq!(faults(&base(library, &[]), library), []);
    }
}

/// Asserts the fault at the mark in what stands for a collective; `LEAF` is a leaf of a broadcast.
fn assert_own(library: Library, collective: &str, code: &str, text: &str) {
    let own = text.replace("LEAF", BINOMIAL);
    assert_fault(&base(library, &[(collective, &own)]), library, code);
}

#[test]
fn flaws_of_conditions_have_their_places() {
    let cases = [
        ("unknown-key", "{§'comm_sise<8':LEAF,'comm_size=any':LEAF}"),
        ("unknown-key", "{§'comm_size=8':LEAF,'comm_size=any':LEAF}"),
        ("unknown-key", "{§'count<8':LEAF,'count=any':LEAF}"),
        ("unknown-key", "{§'collective=reduce':LEAF,'comm_size=any':LEAF}"),
        ("odd-number", "{§'avg_msg_size<=8k':LEAF,'avg_msg_size=any':LEAF}"),
        ("wrong-condition", "{§'is_commutative=yes':LEAF,'comm_size=any':LEAF}"),
        ("after-any", "{'comm_size=any':LEAF,§'comm_size<=8':LEAF}"),
        ("unreachable", "{'comm_size<=8':LEAF,§'comm_size<=4':LEAF,'comm_size=any':LEAF}"),
        ("unreachable", "{'comm_size<=8':LEAF,'comm_size=any':{§'comm_size<=3':LEAF,'comm_size=any':LEAF}}"),
        ("no-any", "{'avg_msg_size<=8':LEAF,§'avg_msg_size<=9':LEAF}"),
        ("below-is-at-most", "{'avg_msg_size<=8':LEAF,'avg_msg_size=any':{§'comm_size<8':LEAF,'comm_size=any':LEAF}}"),
        ("odd-any", "{'comm_size<=8':LEAF,§'size=any':LEAF}"),
        ("empty-branch", "§{}"),
        ("no-object", "{'comm_size=any':§3}"),
        ("trailing-comma", "{'comm_size=any':LEAF§,}"),
        ("composition", "{§'composition=MPIDI_Bcast_intra_composition_alpha':{}}"),
        ("beside-algorithm", "{§'avg_msg_size<=8':LEAF,'algorithm=MPIR_Bcast_intra_binomial':{}}"),
        ("two-algorithms", "{'algorithm=MPIR_Bcast_allcomm_nb':{},§'algorithm=MPIR_Bcast_intra_binomial':{}}"),
    ];
    for (code, text) in cases {
        assert_own(Library::Mpich5, "bcast", code, &text.replace('\'', "\""));
    }
    // The later of two keys replaces the earlier one, but a reader that goes on also finds that it is too late.
    let own = "{\"comm_size<=8\":LEAF,\"comm_size<=8\":LEAF,\"comm_size=any\":LEAF}".replace("LEAF", BINOMIAL);
    let found = faults(&base(Library::Mpich5, &[("bcast", &own)]), Library::Mpich5);
    let column = "\"collective=bcast\": ".len() + 1 + own.rfind("\"comm_size<=8\"").expect("the second");
    assert_eq!(found, [("repeated-key", 2, column), ("unreachable", 2, column)]);
}

#[test]
fn calls_without_a_branch_are_found() {
    for own in ["{\"is_node_consecutive=yes\":LEAF}", "{\"comm_type=intra\":LEAF}", "{\"comm_hierarchy=parent\":LEAF}"]
    {
        let text = base(Library::Mpich43, &[("bcast", &own.replace("LEAF", BINOMIAL))]);
        let text = text.replacen("\"collective=bcast\"", "§\"collective=bcast\"", 1);
        assert_fault(&text, Library::Mpich43, "no-branch");
    }
    // MPICH 4.0 lets siblings follow `comm_hierarchy=any`; none of them is ever taken.
    let own = "{\"comm_hierarchy=any\":LEAF,§\"comm_hierarchy=parent\":LEAF}";
    assert_own(Library::Mpich40, "bcast", "unreachable", own);
    assert_own(Library::Mpich43, "bcast", "after-any", own);
    assert_own(Library::Mpich40, "bcast", "unknown-key", "{\"comm_size<=8\":LEAF,§\"any\":LEAF}");
}

#[test]
fn flaws_of_algorithms_have_their_places() {
    let cases = [
        (Library::Mpich5, "bcast", "unknown-algorithm", "{§'algorithm=MPIR_Bcast_intra_binomal':{}}"),
        (Library::Mpich40, "bcast", "other-release", "{§'algorithm=MPIR_Bcast_intra_tree':{}}"),
        (Library::Mpich5, "barrier", "other-release", "{§'algorithm=MPIR_Barrier_intra_dissemination':{}}"),
        (Library::Mpich5, "bcast", "other-collective", "{§'algorithm=MPIR_Reduce_intra_binomial':{}}"),
        (
            Library::Mpich5,
            "bcast",
            "other-communicator",
            "{'comm_type=intra':{§'algorithm=MPIR_Bcast_inter_remote_send_local_bcast':{}},'comm_type=inter':LEAF}",
        ),
        (Library::Mpich5, "bcast", "no-object", "{'algorithm=MPIR_Bcast_intra_binomial':§1}"),
        (Library::Mpich5, "igather", "no-way-to-give", "{§'algorithm=MPIR_Igather_intra_tsp_tree':{}}"),
        (Library::Mpich5, "reduce", "unguarded", "{§'algorithm=MPIR_Reduce_intra_reduce_scatter_gather':{}}"),
        (Library::Mpich5, "allgather", "unguarded", "{§'algorithm=MPIR_Allgather_intra_recursive_doubling':{}}"),
        (Library::Mpich5, "bcast", "unguarded", "{§'algorithm=MPIR_Bcast_intra_smp':{}}"),
        (Library::Mpich5, "allreduce", "unguarded", "{§'algorithm=MPIR_Allreduce_intra_smp':{}}"),
        (
            Library::Mpich5,
            "reduce",
            "unguarded",
            "{'comm_hierarchy=parent':{§'algorithm=MPIR_Reduce_intra_smp':{}},\
            'comm_hierarchy=any':{'algorithm=MPIR_Reduce_intra_binomial':{}}}",
        ),
        (Library::Mpich40, "ibcast", "unguarded", "{§'algorithm=MPIR_Ibcast_intra_sched_smp':{}}"),
        (Library::Mpich43, "ireduce", "unguarded", "{§'algorithm=MPIR_Ireduce_intra_sched_smp':{}}"),
        (Library::Mpich5, "iallreduce", "unguarded", "{§'algorithm=MPIR_Iallreduce_intra_sched_smp':{}}"),
        (Library::Mpich5, "barrier", "no-way-to-give", "{§'algorithm=MPIR_Barrier_intra_recexch':{'k=2':{}}}"),
        (
            Library::Mpich5,
            "gather",
            "counts-elements",
            "{'comm_type=intra':{§'total_msg_size<=8':{'algorithm=MPIR_Gather_intra_binomial':{}},\
            'total_msg_size=any':{'algorithm=MPIR_Gather_intra_binomial':{}}},\
            'comm_type=inter':{'algorithm=MPIR_Gather_inter_linear':{}}}",
        ),
        (
            Library::Mpich5,
            "gather",
            "wrong-condition",
            "{§'avg_msg_size<=8':{'algorithm=MPIR_Gather_intra_binomial':{}},\
            'avg_msg_size=any':{'algorithm=MPIR_Gather_intra_binomial':{}}}",
        ),
    ];
    for (library, collective, code, text) in cases {
        assert_own(library, collective, code, &text.replace('\'', "\""));
    }
}

#[test]
fn flaws_of_parameters_have_their_places() {
    let tree = "{MARK'algorithm=MPIR_Bcast_intra_tree':{PARAMETERS}}";
    let cases = [
        ("missing-parameter", "§", "'tree_type=kary':{},'is_non_blocking=1':{}"),
        ("missing-parameter", "§", "'tree_type=kary':{},'k=2':{}"),
        ("bad-radix", "", "'tree_type=kary':{},§'k=0':{},'is_non_blocking=1':{}"),
        ("bad-radix", "§", "'tree_type=knomial_1':{},'k=1':{},'is_non_blocking=1':{}"),
        ("odd-number", "", "'tree_type=kary':{},§'k=2x':{},'is_non_blocking=1':{}"),
        ("tree-by-number", "", "§'tree_type=0':{},'k=2':{},'is_non_blocking=1':{}"),
        ("tree-of-topology", "", "§'tree_type=topology_wave':{},'k=2':{},'is_non_blocking=1':{}"),
        ("unknown-tree", "", "§'tree_type=knomial':{},'k=2':{},'is_non_blocking=1':{}"),
        ("unknown-parameter", "", "'tree_type=kary':{},'k=2':{},'is_non_blocking=1':{},§'chunk_size=64':{}"),
    ];
    for (code, mark, parameters) in cases {
        let text = tree.replace("MARK", mark).replace("PARAMETERS", parameters);
        assert_own(Library::Mpich43, "bcast", code, &text.replace('\'', "\""));
    }
    let whole = "{\"algorithm=MPIR_Bcast_intra_pipelined_tree\":{\"tree_type=kary\":{},\"k=1\":{},\"is_non_blocking=1\":{},\
        §\"chunk_size=0\":{},\"recv_pre_posted=0\":{}}}";
    assert_own(Library::Mpich43, "bcast", "no-pipeline", whole);
    let tree = "{\"algorithm=MPIR_Ibcast_intra_tsp_tree\":{\"chunk_size=0\":{},TREE:{},\"k=3\":{}}}";
    for (code, tree_type) in [("tree-by-name", "§\"tree_type=kary\""), ("unknown-tree", "§\"tree_type=3\"")] {
        assert_own(Library::Mpich40, "ibcast", code, &tree.replace("TREE", tree_type));
    }
}

#[test]
fn flaws_of_the_whole_file_have_their_places() {
    let text = base(Library::Mpich5, &[]);
    for (from, to, code) in [
        ("\n}\n", "§", "not-json"),
        ("\n}\n", "\n}\n§x", "after-the-end"),
        ("{\n", "{\n§\"colective=bcast\":{},", "unknown-key"),
        ("{\n", "{\n§\"collective=bcats\":{},", "unknown-collective"),
        ("{\n", "{\n§\"comm_size=any\":{},", "condition-outside"),
        ("{\n", "{\n§// a comment\n", "lenient-json"),
    ] {
        assert_fault(&text.replacen(from, to, 1), Library::Mpich5, code);
    }
    assert_eq!(faults("", Library::Mpich5), [("not-json", 1, 1)]);
    assert_eq!(faults("[]", Library::Mpich5), [("no-object", 1, 1)]);
    assert_eq!(faults(&format!("\u{feff}{text}"), Library::Mpich5), [("byte-order-mark", 1, 1)]);
    let deep = "{\"comm_size=any\":".repeat(30) + "LEAF" + &"}".repeat(30);
    let found = faults(&base(Library::Mpich5, &[("bcast", &deep.replace("LEAF", BINOMIAL))]), Library::Mpich5);
    assert_eq!(found.iter().map(|fault| fault.0).collect::<Vec<_>>(), ["too-deep"]);
}

#[test]
fn a_missing_collective_says_when_the_job_ends() {
    let text = base(Library::Mpich43, &[]);
    let line = text.lines().find(|line| line.starts_with("\"collective=allgather\"")).expect("a line");
    let text = text.replace(&format!("{line}\n"), "");
    let report = check(text.as_bytes(), Library::Mpich43);
    let expected = "no `collective=allgather`: MPI_Init itself, which calls it, ends with an assertion";
    assert_eq!(report.faults[0].kind.message, expected);
    assert_eq!((report.faults[0].position.line, report.errors), (45, 1));
    let report = check(text.as_bytes(), Library::Mpich40);
    assert!(report.rendered(text.as_bytes(), Path::new("f")).contains("the first such call ends"));
    for (library, is_of_init) in [(Library::Mpich40, true), (Library::Mpich43, false), (Library::Mpich5, true)] {
        let text = base(library, &[]);
        let line = text.lines().find(|line| line.starts_with("\"collective=allreduce\"")).expect("a line");
        let report = check(text.replace(&format!("{line}\n"), "").as_bytes(), library);
        assert_eq!((report.errors, report.faults[0].kind.message.contains("MPI_Init itself")), (1, is_of_init));
    }
}

#[test]
fn rules_are_read_where_all_branches_agree() {
    let own = "{\"comm_type=intra\":{\"comm_size=pow2\":{\"avg_msg_size<1024\":LEAF,\"avg_msg_size=any\":RING},\
        \"comm_size=any\":LEAF},\"comm_type=inter\":LEAF}";
    let ring = "{\"algorithm=MPIR_Bcast_intra_scatter_ring_allgather\":{}}";
    let text = base(Library::Mpich5, &[("bcast", &own.replace("LEAF", BINOMIAL).replace("RING", ring))]);
    let read = check(text.as_bytes(), Library::Mpich5).content.expect("no errors");
    let bcast = read.iter().find(|rules| rules.collective == Bcast).expect("rules");
    let name = |ranks, bytes| bcast.find(ranks, bytes).and_then(|rule| rule.setting).map(|setting| setting.native.name);
    assert_eq!((name(8, 1023), name(9, 1023)), (Some("binomial"), Some("binomial")));
    // Whether the number of ranks is a power of two decides.
    assert_eq!((name(8, 1024), name(9, 1024)), (None, None));
}

#[test]
fn total_sizes_of_one_number_of_ranks_are_sizes() {
    let own = "{\"comm_size<=3\":LEAF,\"comm_size<=4\":{\"total_msg_size<=4003\":LEAF,\"total_msg_size=any\":RING},\
        \"comm_size=any\":LEAF}";
    let ring = "{\"algorithm=MPIR_Bcast_intra_scatter_ring_allgather\":{}}";
    let text = base(Library::Mpich5, &[("bcast", &own.replace("LEAF", BINOMIAL).replace("RING", ring))]);
    let read = check(text.as_bytes(), Library::Mpich5).content.expect("no errors");
    let bcast = read.iter().find(|rules| rules.collective == Bcast).expect("rules");
    let name = |bytes| bcast.find(4, bytes).and_then(|rule| rule.setting).map(|setting| setting.native.name);
    assert_eq!((name(1000), name(1001)), (Some("binomial"), Some("scatter_ring_allgather")));
}

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

/// Cuts of sizes, and a setting for each range between them.
type Cells = (Vec<u64>, Vec<Option<Named>>);

/// Cuts of ranks, and cells for each range between them.
fn tidy(settings: &'static [Named]) -> impl Strategy<Value = (Vec<u64>, Vec<Cells>)> {
    let setting = prop::option::weighted(0.8, prop::sample::select(settings));
    let sizes = prop::collection::btree_set(1u64..1 << 31, 0..4).prop_map(|cuts| cuts.into_iter().collect::<Vec<_>>());
    let row = (sizes, prop::collection::vec(setting, 5));
    let ranks = prop::collection::btree_set(2u64..5000, 0..4).prop_map(|cuts| cuts.into_iter().collect::<Vec<_>>());
    (ranks, prop::collection::vec(row, 5))
}

/// Ranges between cuts, from 0 to the end.
fn between(cuts: &[u64]) -> Vec<Range> {
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().map(|cut| Some(cut - 1)).chain([None]);
    starts.zip(ends).map(|(least, most)| Range { least, most }).collect()
}

fn assert_read_back(library: Library, collective: MpiCollective, cuts: &[u64], rows: &[Cells]) {
    let mut rules = Vec::new();
    for (ranks, (sizes, settings)) in between(cuts).into_iter().zip(rows) {
        for (bytes, setting) in between(sizes).into_iter().zip(settings) {
            let Some(of) = setting else { continue };
            let native = named(library, collective, of.name).expect("there");
            let setting = Setting { fanout: of.k, segment: of.segment, ..Setting::plain(native) };
            rules.push(Rule { ranks, bytes, setting: Some(setting) });
        }
    }
    // Of what the base has there is nothing to read: its branches differ.
    let own = |name: &str, second: &str| {
        let leaf = |algorithm: &str| format!("{{\"algorithm=MPIR_{name}_intra_{algorithm}\":{{}}}}");
        let (smp, second) = (leaf("smp"), leaf(second));
        let parent = match name {
            "Bcast" => smp,
            _ => format!("{{\"is_commutative=yes\":{smp},\"is_commutative=no\":{second}}}"),
        };
        format!("{{\"comm_hierarchy=parent\":{parent},\"comm_hierarchy=any\":{second}}}")
    };
    let file = base(
        library,
        &[
            ("bcast", &own("Bcast", "binomial")),
            ("reduce", &own("Reduce", "binomial")),
            ("allreduce", &own("Allreduce", "recursive_doubling")),
        ],
    );
    let text = selection(library, &file, &[Rules { collective, rules: rules.clone() }]).expect("written");
    let report = check(text.as_bytes(), library);
    assert_eq!(report.rendered(text.as_bytes(), Path::new("file")), "");
    let read = report.content.expect("no errors").into_iter().find(|rules| rules.collective == collective);
    assert_eq!(rows_of(&read.map_or(vec![], |read| read.rules)), rows_of(&rules));
}

const BCAST: [Named; 5] = [
    Named::plain("scatter_ring_allgather"),
    Named::tree("kary", 1, Some(8192)),
    Named::tree("kary", 3, None),
    Named::tree("knomial_1", 4, Some(1024)),
    Named::tree("knomial_2", 2, None),
];
const REDUCE: [Named; 4] = [
    Named::plain("reduce_scatter_gather"),
    Named::tree("kary", 3, None),
    Named::tree("knomial_1", 4, Some(1024)),
    Named::tree("knomial_2", 2, None),
];
const ALLREDUCE: [Named; 5] = [
    Named::plain("ring"),
    Named::plain("reduce_scatter_allgather"),
    Named::tree("tree_kary", 3, Some(4096)),
    Named::tree("recexch", 4, None),
    Named::tree("k_reduce_scatter_allgather", 4, None),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn broadcasts_are_read_back(library in prop::sample::select(&MPICH[..]), (cuts, rows) in tidy(&BCAST)) {
        assert_read_back(library, Bcast, &cuts, &rows);
    }

    #[test]
    fn reductions_are_read_back(library in prop::sample::select(&MPICH[..]), (cuts, rows) in tidy(&REDUCE)) {
        assert_read_back(library, Reduce, &cuts, &rows);
    }

    #[test]
    fn allreduces_are_read_back(library in prop::sample::select(&MPICH[1..]), (cuts, rows) in tidy(&ALLREDUCE)) {
        assert_read_back(library, Allreduce, &cuts, &rows);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..80), is_json: bool) {
        let source = if is_json { [b"{".as_slice(), &bytes].concat() } else { bytes };
        for library in MPICH {
            let report = check(&source, library);
            report.rendered(&source, Path::new("file"));
        }
    }

    #[test]
    fn damaged_files_are_read(at in 0usize..4000, length in 0usize..30, put in "[\"{}:,=<a-z0-9]{0,12}") {
        let text = base(Library::Mpich43, &[("bcast", BINOMIAL)]);
        let (start, end) = (at.min(text.len()), (at + length).min(text.len()));
        let text = format!("{}{put}{}", &text[..start], &text[end..]);
        let report = check(text.as_bytes(), Library::Mpich43);
        report.rendered(text.as_bytes(), Path::new("file"));
    }
}
