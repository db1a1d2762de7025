//! The rules of UCC: written, read back, and with every flaw.

use super::*;
use crate::files::grid::rows_of;
use logpine_text::fault::Fault;
use proptest::prelude::*;

fn rule(collective: MpiCollective, ranks: Numbers, bytes: Numbers, name: &str, fanout: Option<u64>) -> Rule {
    let native = named(Library::Ucc, collective, name).expect("there");
    Rule { ranks, bytes, setting: Some(Setting { fanout, ..Setting::plain(native) }) }
}

fn range(least: u64, most: u64) -> Numbers {
    Numbers { least, most: Some(most) }
}

#[test]
fn rules_become_tokens() {
    let rules = [
        Rules { collective: Bcast, rules: vec![rule(Bcast, range(2, 64), range(0, 32_767), "knomial", Some(8))] },
        Rules {
            collective: Allgather,
            rules: vec![
                rule(Allgather, range(8, 8), range(0, 99), "bruck", None),
                rule(Allgather, Numbers::ALL, Numbers { least: 100, most: None }, "ring", None),
            ],
        },
    ];
    let expected = "# UCC, component tl/ucp: read these lines into the shell that starts the ranks.\n\
        export UCC_TL_UCP_TUNE='bcast:0-32767:host:[2-64]:inf:@knomial\
        #allgather:100-inf:host:[0-7]:inf:@ring#allgather:0-99:host:[8]:inf:@bruck#allgather:100-inf:host:[8]:inf:@ring\
        #allgather:100-inf:host:[9-inf]:inf:@ring'\n\
        # For all numbers of ranks and all sizes.\n\
        export UCC_TL_UCP_BCAST_KN_RADIX=8\n";
    assert_eq!(write(&rules).expect("written"), expected);
    let report = check(expected.as_bytes());
    assert_eq!(*report.faults, []);
    let read = report.content.expect("no errors");
    assert_eq!(rows_of(&read[1].rules), rows_of(&rules[1].rules));
    assert_eq!(read[0], rules[0]);
}

#[test]
fn ranges_that_meet_do_not_overlap() {
    let report =
        check(b"UCC_TL_UCP_TUNE=bcast:0-32k:inf:@knomial#bcast:32k-inf:inf:@sag_knomial\nUCC_TL_UCP_KN_RADIX=3\n");
    assert_eq!(*report.faults, []);
    let expected = rule(Bcast, Numbers::ALL, range(0, 32_767), "knomial", Some(3));
    assert_eq!(report.content.expect("no errors")[0].rules, [expected]);
}

#[test]
fn what_is_too_much_is_said() {
    let codes = |value: &str| {
        let report = check(format!("UCC_TL_UCP_TUNE='{value}'\n").as_bytes());
        let codes: Vec<_> = report.faults.iter().map(Fault::code).collect();
        (codes, report.content.map(|rules| rules.len()))
    };
    let token = |at: u64| format!("bcast:{}-{}:inf:@knomial", 2 * at, 2 * at + 2);
    let tokens = (0..30_000).map(token).collect::<Vec<_>>().join("#");
    assert_eq!(codes(&tokens), (vec!["too-many-ranges", "too-many-tokens"], Some(0)));
    let sizes = (0..1_000u64).map(|at| format!("{}-{}", 2 * at, 2 * at + 1)).collect::<Vec<_>>().join(",");
    let ranks = (2..1_000).map(|ranks| ranks.to_string()).collect::<Vec<_>>().join(",");
    let token = format!("bcast:{sizes}:[{ranks}]:inf:@knomial#reduce:@knomial");
    assert_eq!(codes(&token), (vec!["too-many-ranges"], Some(1)));
}

proptest! {
    #[test]
    fn any_bytes_are_read(tail in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = check(&[b"UCC_TL_UCP_TUNE=bcast:".as_slice(), &tail].concat());
    }

    #[test]
    fn written_rules_are_read_back(cuts in prop::collection::btree_set(1u64..1 << 40, 1..6), names in prop::collection::vec(0usize..3, 7)) {
        let starts: Vec<u64> = cuts.iter().copied().chain([1 << 41]).collect();
        let pairs = starts.windows(2).zip(&names).filter(|(pair, _)| pair[1] - pair[0] > 2);
        let rules: Vec<Rule> = pairs
            .map(|(pair, &name)| {
                let bytes = range(pair[0], pair[1] - 1);
                rule(Allgather, range(2, 9), bytes, ["ring", "bruck", "neighbor"][name], None)
            })
            .collect();
        prop_assume!(!rules.is_empty());
        let text = write(&[Rules { collective: Allgather, rules: rules.clone() }]).expect("written");
        let report = check(text.as_bytes());
        prop_assert_eq!(report.faults.errors(), 0);
        let read = report.content.expect("no errors");
        prop_assert_eq!(rows_of(&read[0].rules), rows_of(&rules));
    }
}

/// Each read after UCC's source: `ucc_coll_score_parse_str`, and the numbers of algorithms in `tl_ucp_coll.c`.
#[test]
fn tokens_are_read_as_ucc_reads_them() {
    let codes = |value: &str| -> Vec<_> {
        check(format!("UCC_TL_UCP_TUNE={value}").as_bytes()).faults.iter().map(Fault::code).collect()
    };
    for value in
        ["BCAST:0-4k:HOST:@Knomial", "bcast::0-4k:@knomial#", "bcast:0-4k:@0#bcast:4k-inf:@2", "@dbt:bcast:0-inf"]
    {
        assert_eq!(codes(value), [""; 0], "{value}");
    }
    for (value, code) in [
        ("allreduce:@9", "unknown-algorithm"),
        ("@binomial:bcast:0-inf", "unknown-algorithm"),
        ("alltoallv:@bruck", "unknown-algorithm"),
        ("gather:@knomial", "unknown-algorithm"),
        ("0-4k:@knomial", "no-collective"),
    ] {
        assert_eq!(codes(value), [code], "{value}");
    }
    let named = check(b"UCC_TL_UCP_TUNE=allreduce:@3").content.expect("rules");
    let written = check(b"UCC_TL_UCP_TUNE=allreduce:@dbt").content.expect("rules");
    assert_eq!(named, written);
    let sections =
        check(b"[vendor=intel nnodes=4]\nUCC_TL_UCP_TUNE = bcast:@dbt ; x\n[vendor=amd]\nUCC_TL_UCP_TUNE=bcast:@9\n");
    assert_eq!(sections.faults.iter().map(Fault::code).collect::<Vec<_>>(), ["sections", "unknown-algorithm"]);
}
