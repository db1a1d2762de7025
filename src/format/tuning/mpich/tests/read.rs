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
