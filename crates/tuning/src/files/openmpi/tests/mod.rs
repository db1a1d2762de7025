//! Kinds of files, and random rules for readers and writers.

pub mod samples;

use super::*;

#[test]
fn files_are_recognised() {
    let cases = [
        ("1\n7\n1\n2\n1\n0 6 0 0\n", Kind::Classic),
        ("", Kind::Classic),
        ("rule-file-version-2\n1", Kind::Classic),
        ("1 # a = b\nbcast\n", Kind::Classic),
        ("\u{feff} {}", Kind::Json),
        ("# x\n{ }", Kind::Classic),
        ("1\nbcast\n1\nglobal_communicator\n", Kind::Han),
        ("1\n7\n1\n2\n1\n1\n2\n0 3\n65536 6\n", Kind::Han),
        ("1\n7\n1\n2\n1\n1\n1\n0 tuned\n", Kind::Han),
        ("# x\n\ncoll_tuned_use_dynamic_rules=1\n", Kind::Settings),
        ("--mca coll ^han\n", Kind::Settings),
        ("# coll_tuned_use_dynamic_rules = 1\n", Kind::Settings),
        ("coll_tuned_use_dynamic_rules 1\n", Kind::Settings),
        ("# x\nexport OMPI_MCA_coll_tuned_use_dynamic_rules='1'\n", Kind::Exports),
    ];
    for (text, kind) in cases {
        assert_eq!(Kind::of(text.as_bytes()), kind, "{text}");
    }
    assert_eq!(Kind::of(&[0xff, 0xfe]), Kind::Classic);
    let exports = b"export OMPI_MCA_coll_tuned_use_dynamic_rules=\"1\"\n";
    assert_eq!(*check(exports, Library::OpenMpi41).faults, []);
    let report = check(b"{}", Library::OpenMpi6);
    assert!(report.faults.iter().any(|fault| fault.code() == "no-collectives"));
}

#[test]
fn each_release_has_its_rules_file() {
    assert!(rules_file(Library::OpenMpi6, &[], "x").starts_with('{'));
    assert!(rules_file(Library::OpenMpi5, &[], "x").starts_with("# x\n"));
}
