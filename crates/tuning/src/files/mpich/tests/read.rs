//! What is read from files that are written.

use super::*;

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

/// Sizes beside cuts, and beside the bytes of 2^k elements.
fn beside(cuts: &[u64], ranks: u64) -> impl Iterator<Item = u64> {
    let most = ELEMENT << ranks.max(1).ilog2();
    cuts.iter().copied().chain([most]).flat_map(|cut| [cut.saturating_sub(1), cut])
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
    // Of what the base has there ranks and bytes do not tell which branch is taken.
    let own = |name: &str, second: &str| {
        let leaf = |algorithm: &str| format!("{{\"algorithm=MPIR_{name}_{algorithm}\":{{}}}}");
        format!("{{\"is_multi_threaded=yes\":{},\"is_multi_threaded=no\":{}}}", leaf("allcomm_nb"), leaf(second))
    };
    let file = base(
        library,
        &[
            ("bcast", &own("Bcast", "intra_binomial")),
            ("reduce", &own("Reduce", "intra_binomial")),
            ("allreduce", &own("Allreduce", "intra_recursive_doubling")),
            ("ibcast", "{\"algorithm=MPIR_Ibcast_intra_sched_scatter_ring_allgather\":{}}"),
            (
                "ireduce",
                "{\"algorithm=MPIR_Ireduce_intra_tsp_ring\":{\"buffer_per_child=0\":{},\"chunk_size=65536\":{}}}",
            ),
        ],
    );
    let text = selection(library, &file, &[Rules { collective, rules: rules.clone() }]).expect("written");
    let report = check(text.as_bytes(), library);
    assert_eq!(report.faults.rendered(text.as_bytes(), Path::new("file")), "");
    let mut read = report.content.expect("no errors").into_iter();
    let read = read.find(|rules| rules.collective == collective).expect("rules");
    let asked = Rules { collective, rules };
    for ranks in cuts.iter().flat_map(|&cut| [cut - 1, cut, cut.next_power_of_two()]).chain([1, 2, 3, 9999]) {
        let row = between(cuts).iter().position(|range| range.contains(ranks)).expect("a row");
        for bytes in beside(&rows[row].0, ranks).chain([0, u64::MAX]) {
            let few = bytes / ELEMENT < 1 << ranks.ilog2();
            let asked = asked.find(ranks, bytes).and_then(|rule| rule.setting);
            let asked = asked.filter(|of| !(few && of.native.name.starts_with("reduce_scatter_")));
            let expected = asked.unwrap_or_else(|| Setting::plain(undetermined(collective)));
            let found = read.find(ranks, bytes).and_then(|rule| rule.setting);
            assert_eq!(found, Some(expected), "{ranks} ranks of {bytes} B\n{text}");
        }
    }
}

/// MPICH's own choices for one release, as its `generic.json` has them, without those that are one algorithm.
fn stock(collective: MpiCollective) -> String {
    let leaf = |name: &str| format!("{{\"algorithm=MPIR_{name}\":{{}}}}");
    let by_count = |few: &str, many: &str| {
        let (few, many) = (leaf(few), leaf(many));
        format!("{{\"is_op_built_in=no\":{few},\"is_op_built_in=yes\":{{\"count<pow2\":{few},\"count=any\":{many}}}}}")
    };
    match collective {
        Bcast => {
            let of = |last: &str| {
                let (short, long) = (leaf("Bcast_intra_binomial"), leaf("Bcast_intra_scatter_ring_allgather"));
                let parent =
                    format!("{{\"avg_msg_size<=0\":{},\"avg_msg_size=any\":{short}}}", leaf("Bcast_intra_smp"));
                let any = format!("{{\"avg_msg_size<=12288\":{short},{last}\"avg_msg_size=any\":{long}}}");
                format!("{{\"comm_hierarchy=parent\":{parent},\"comm_hierarchy=any\":{any}}}")
            };
            let middle = leaf("Bcast_intra_scatter_recursive_doubling_allgather");
            let (power, other) = (of(&format!("\"avg_msg_size<=524288\":{middle},")), of(""));
            let few = leaf("Bcast_intra_binomial");
            format!("{{\"comm_size<8\":{few},\"comm_size=pow2\":{power},\"comm_size=any\":{other}}}")
        }
        Reduce => {
            let short = leaf("Reduce_intra_binomial");
            let long = by_count("Reduce_intra_binomial", "Reduce_intra_reduce_scatter_gather");
            format!("{{\"avg_msg_size<=2048\":{short},\"avg_msg_size=any\":{long}}}")
        }
        Allreduce => {
            let short = leaf("Allreduce_intra_recursive_doubling");
            let long = by_count("Allreduce_intra_recursive_doubling", "Allreduce_intra_reduce_scatter_allgather");
            format!("{{\"avg_msg_size<=8\":{short},\"avg_msg_size=any\":{long}}}")
        }
        _ => {
            let [doubling, brucks, ring] =
                ["recursive_doubling", "brucks", "ring"].map(|of| leaf(&format!("Allgather_intra_{of}")));
            let of = |most, short| format!("{{\"total_msg_size<{most}\":{short},\"total_msg_size=any\":{ring}}}");
            format!("{{\"comm_size=pow2\":{},\"comm_size=any\":{}}}", of(524_288, doubling), of(81_920, brucks))
        }
    }
}

#[test]
fn own_choices_are_read_as_they_are_known() {
    let all = [Bcast, Reduce, Allreduce, Allgather];
    let texts = all.map(stock);
    let names = all.map(name_in_files);
    let given: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    for library in MPICH {
        let read = check(base(library, &given).as_bytes(), library).content.expect("no errors");
        for collective in all {
            let rules = read.iter().find(|rules| rules.collective == collective).expect("rules");
            for ranks in (2..70).chain([1023, 1024, 1025]) {
                let sizes = (0..24).map(|power| 1u64 << power).chain([12_288, 81_920 / ranks]);
                for bytes in sizes.flat_map(|size| [size - 1, size, size + 1]) {
                    let counted = library.counting(collective).count(bytes, ranks);
                    let found = rules.find(ranks, counted).and_then(|rule| rule.setting);
                    let known = default_of(library, collective, ranks, bytes);
                    assert_eq!(found, known, "{collective:?} among {ranks} ranks of {bytes} B");
                }
            }
        }
    }
}

#[test]
fn what_ranks_and_bytes_do_not_tell_is_unknown() {
    let library = Library::Mpich5;
    let [binomial, ring] = ["binomial", "scatter_ring_allgather"];
    let read = |condition: &str, other: &str, ranks, bytes| {
        let leaf = |name| format!("{{\"algorithm=MPIR_Bcast_intra_{name}\":{{}}}}");
        let text = format!("{{\"{condition}\":{},\"{other}\":{}}}", leaf(ring), leaf(binomial));
        let report = check(base(library, &[("bcast", &text)]).as_bytes(), library);
        let read =
            report.content.expect("no errors").into_iter().find(|rules| rules.collective == Bcast).expect("rules");
        read.find(ranks, bytes).and_then(|rule| rule.setting).expect("a setting").native.name
    };
    for (condition, other) in [
        ("is_multi_threaded=yes", "is_multi_threaded=no"),
        ("is_node_consecutive=yes", "is_node_consecutive=no"),
        ("comm_avg_ppn<=4", "any"),
        ("total_msg_size<=4096", "total_msg_size=any"),
    ] {
        assert_eq!(read(condition, other, 8, 64), "unknown", "{condition}");
    }
    // One rank a node.
    assert_eq!(read("comm_hierarchy=parent", "comm_hierarchy=any", 8, 64), binomial);
    assert_eq!(read("comm_size=node_comm_size", "comm_size=any", 8, 64), binomial);
    assert_eq!([7, 8, 9].map(|ranks| read("comm_size=pow2", "comm_size=any", ranks, 64)), [binomial, ring, binomial]);
    // Elements of 8 bytes.
    assert_eq!([31, 32].map(|bytes| read("count<pow2", "count=any", 7, bytes)), [ring, binomial]);
    assert_eq!([87, 88].map(|bytes| read("count<=10", "count=any", 7, bytes)), [ring, binomial]);
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
            let _ = report.faults.rendered(&source, Path::new("file"));
        }
    }

    #[test]
    fn damaged_files_are_read(at in 0usize..4000, length in 0usize..30, put in "[\"{}:,=<a-z0-9]{0,12}") {
        let text = base(Library::Mpich43, &[("bcast", BINOMIAL)]);
        let (start, end) = (at.min(text.len()), (at + length).min(text.len()));
        let text = format!("{}{put}{}", &text[..start], &text[end..]);
        let report = check(text.as_bytes(), Library::Mpich43);
        let _ = report.faults.rendered(text.as_bytes(), Path::new("file"));
    }
}

/// Its compositions have another owner, and MPICH reads it by another variable.
#[test]
fn a_file_of_the_device_layer_is_taken_for_one() {
    let of = |leaf: &str| {
        format!(r#"{{"collective=bcast":{{"comm_type=intra":{{"comm_hierarchy=any":{{"{leaf}":{{}}}}}}}}}}"#)
    };
    let report = check(of("composition=MPIDI_Bcast_intra_composition_gamma").as_bytes(), Library::Mpich5);
    assert_eq!(report.faults.iter().map(|fault| fault.code().to_owned()).collect::<Vec<_>>(), ["device-layer"]);
    assert_eq!(report.content, Some(Vec::new()));
    let other = check(of("algorithm=MPIR_Bcast_intra_binomial").as_bytes(), Library::Mpich5);
    assert!(other.faults.iter().all(|fault| fault.code() != "device-layer"));
}
