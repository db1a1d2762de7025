//! Every flaw of a file in its place.

use super::*;

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
    assert_eq!(report.faults[0].message(), expected);
    assert_eq!((report.faults[0].place.position().line, report.faults.errors()), (45, 1));
    let report = check(text.as_bytes(), Library::Mpich40);
    assert!(report.faults.rendered(text.as_bytes(), Path::new("f")).contains("the first such call ends"));
    for (library, is_of_init) in [(Library::Mpich40, true), (Library::Mpich43, false), (Library::Mpich5, true)] {
        let text = base(library, &[]);
        let line = text.lines().find(|line| line.starts_with("\"collective=allreduce\"")).expect("a line");
        let report = check(text.replace(&format!("{line}\n"), "").as_bytes(), library);
        assert_eq!((report.faults.errors(), report.faults[0].message().contains("MPI_Init itself")), (1, is_of_init));
    }
}
