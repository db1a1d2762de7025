//! The flaws of settings, each at its place.

use super::*;
use logpine_text::fault::Fault;
use proptest::prelude::*;

fn codes(text: &str, library: Library) -> Vec<&'static str> {
    read(text.as_bytes(), library).faults.iter().map(Fault::code).collect()
}

/// Each as `mca_base_var.c`, `mca_base_var_enum.c` and `keyval_lex.l` read it.
#[test]
fn values_are_read_as_open_mpi_reads_them() {
    let with = |line: &str| format!("coll_tuned_use_dynamic_rules = 1\n{line}\n");
    for text in [
        &*with("coll_tuned_bcast_algorithm_segmentsize = 4k"),
        &with("/* ours\n */ coll_tuned_bcast_algorithm = 3"),
        "coll_tuned_bcast_algorithm_knomial_radix = 2\n",
        "coll_tuned_alltoall_algorithm_max_requests = 2\n",
        "# coll_tuned_use_dynamic_rules = 1\n",
        "coll_tuned_use_dynamic_rules = 0\n",
        "coll_tuned_use_dynamic_rules = no\n",
    ] {
        assert_eq!(codes(text, Library::OpenMpi41), [""; 0], "{text}");
    }
    for (text, found) in [
        ("coll_tuned_use_dynamic_rules = TRUE\n", vec!["not-a-boolean"]),
        (
            "coll_tuned_use_dynamic_rules = 1\r\ncoll_tuned_bcast_algorithm = 3\r\n",
            vec!["carriage-return", "rules-off", "carriage-return"],
        ),
        ("coll_tuned_use_dynamic_rules 1\n", vec!["not-a-setting"]),
        (&with("coll_tuned_bcast_algorithm_segmentsize = many"), vec!["not-a-number"]),
    ] {
        assert_eq!(codes(text, Library::OpenMpi41), found, "{text}");
    }
    let tune = "--mca coll_tuned_use_dynamic_rules 1 --mca coll_han_priority 0\n--gmca coll_tuned_bcast_algorithm 3\n";
    assert_eq!(codes(tune, Library::OpenMpi41), [""; 0]);
    assert_eq!(codes(tune, Library::OpenMpi5), ["two-on-a-line", "global-in-tune"]);
}

proptest! {
    #[test]
    fn any_bytes_are_read(source: Vec<u8>, words in "((--mca|-x|=|#|coll|coll_tuned_bcast_algorithm|'|\"|0x)[ \n]?){0,30}") {
        let _ = read(&source, Library::OpenMpi5).faults.rendered(&source, std::path::Path::new("x"));
        let _ = read(words.as_bytes(), Library::OpenMpi6).faults.rendered(words.as_bytes(), std::path::Path::new("x"));
    }
}
