//! Every flaw of a file in its place.

use super::*;

#[test]
fn every_release_has_a_file_without_faults() {
    for library in MPICH {
        assert_eq!(faults(&base(library, &[]), library), []);
    }
}

#[test]
fn flaws_of_a_collective_have_their_places() {
    for line in include_str!("faults.txt").lines().filter(|line| !line.starts_with('#')) {
        let [release, collective, code, text] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let library = MPICH.into_iter().find(|library| Release::of(*library).number() == release).expect(line);
        let own = text.replace('\'', "\"").replace("LEAF", BINOMIAL);
        assert_fault(&base(library, &[(collective, &own)]), library, code);
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
