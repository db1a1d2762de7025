//! Tests of the spec mini-language.

use super::*;
use crate::tree::even_split;
use proptest::prelude::*;

fn parsed(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn message(text: &str) -> String {
    text.parse::<Spec>().expect_err(text).to_string()
}

fn fanouts(spec: &str) -> Vec<u32> {
    let tree = parsed(spec).tree().expect("a small tree");
    tree.nodes().map(|node| tree.fanout(node)).collect()
}

/// The topologies of Groves, Gutierrez, Arnold 2015, with their numbers of processes.
#[test]
fn published_topologies() {
    let nodes = |spec: &str, leaves: u64| {
        let shape = parsed(spec).shape();
        assert_eq!(shape.leaves(), leaves, "{spec}");
        shape.leaves() + shape.internal_nodes()
    };
    assert_eq!(nodes("g:6:5,5,5,5,6,6", 32), 39);
    assert_eq!(nodes("b:2^5", 32), 63);
    assert_eq!(nodes("k:2@64", 32), 64);
    assert_eq!(nodes("b:32", 32), 33);
    assert_eq!(nodes("g:11:12,12,12,12,12,12,12,11,11,11,11", 128), 140);
    assert_eq!(nodes("b:2^7", 128), 255);
    assert_eq!(nodes("k:2@256", 128), 256);
    assert_eq!(nodes("b:128^1", 128), 129);
}

#[test]
fn numbers_as_people_write_them() {
    for (short, long) in
        [("b:1k", "b:1000"), ("b:1e3x2k", "b:1000x2000"), ("k:2@1M", "k:2@1000000"), ("g:1k", "g:1000")]
    {
        assert_eq!(parsed(short), parsed(long), "{short}");
    }
    for text in ["b:1K", "b:1e", "b:k", "b:1kk"] {
        assert!(text.parse::<Spec>().is_err(), "{text}");
    }
}

#[test]
fn an_irregular_tree() {
    assert_eq!(fanouts("g:3:2,0,1:0,2"), [3, 2, 0, 1, 0, 2, 0, 0, 0]);
    let shape = parsed("g:3:2,0,1:0,2").shape();
    assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (5, 4, 3));
    assert_eq!(fanouts("g:3:3x1:2x0,1:0"), [3, 1, 1, 1, 0, 0, 1, 0]);
    assert_eq!(fanouts("g:1x2"), [2, 0, 0]);
}

#[test]
fn the_same_tree_is_written_in_one_way() {
    for (written, canonical) in [
        ("b:016^02", "b:16^2"),
        ("b:5^1", "b:5"),
        ("b:3x3x3", "b:3^3"),
        ("b:1x1x5", "b:1x1x5"),
        ("g:3:2,0,1:0,2:0,0", "g:3:2,0,1:0,2"),
        ("g:3:0,0,0:", "error"),
        ("g:3:0,0,0", "g:3"),
        ("g:4:1,1x1,2x1", "g:4:4x1"),
    ] {
        let printed = written.parse::<Spec>().map_or("error".to_owned(), |spec| spec.to_string());
        assert_eq!(printed, canonical, "{written}");
    }
}

/// Specs with which `mrnet_topgen` crashes or hangs, that it takes for another tree, or for which it prints nothing and
/// reports success.
#[test]
fn what_mrnet_topgen_gets_wrong_is_an_error() {
    for (spec, beginning) in [
        // Crashes.
        ("b:", "column 3: expected a number, found the end of the spec; a balanced tree is"),
        ("b:3^0", "column 5: the number of levels is 0, expected at least 1; "),
        ("g:2:1,1,1", "column 9: 3 counts or more for level 1, which has 2 nodes; "),
        // Hangs.
        ("k:1@4", "column 3: K is 1, expected at least 2; "),
        // Prints nothing.
        ("g:", "column 3: expected a number, found the end of the spec; a level is"),
        ("g:0", "column 3: the front end has no children"),
        ("k:2@1", "column 5: the number of processes is 1, expected at least 2; the front end counts"),
        ("b:abc", "column 3: expected a number, found 'a'; "),
        ("b:0^2", "column 3: the fanout is 0, expected at least 1; "),
        ("b:2x0x2", "column 5: the fanout is 0, expected at least 1; "),
        ("b:2^0", "column 5: the number of levels is 0"),
        // Taken for b:2x2.
        ("b:2x2z", "column 6: expected 'x', '^' or the end of the spec, found 'z'; "),
    ] {
        let message = message(spec);
        assert!(message.starts_with(beginning), "{spec}: {message}");
    }
}

#[test]
fn other_errors_say_where_and_what() {
    for (spec, beginning) in [
        ("", "column 1: expected a topology that begins with"),
        ("16^2", "column 1: expected a topology that begins with"),
        ("B:2", "column 1: expected a topology that begins with"),
        ("é:2", "column 1: expected a topology that begins with"),
        ("b:2^", "column 5: expected a number, found the end"),
        ("b:2^2^2", "column 6: expected the end of the spec after the number of levels, found '^'"),
        ("b:2x3^2", "column 6: expected 'x', '^' or the end"),
        ("b:2x", "column 5: expected a number, found the end"),
        ("b:-1", "column 3: expected a number, found '-'"),
        ("b: 2", "column 3: expected a number, found ' '"),
        ("b:2\n", "column 4: expected 'x', '^' or the end of the spec, found '\\n'"),
        ("b:2é", "column 4: expected 'x', '^' or the end of the spec, found 'é'"),
        ("b:18446744073709551616", "column 3: the number is too large"),
        ("b:4294967296^2", "the tree has more than 18446744073709551615 nodes"),
        ("b:18446744073709551615", "the tree has more than 18446744073709551615 nodes"),
        ("b:2^64", "the tree has more than 18446744073709551615 nodes"),
        ("b:1^99999999999", "the tree has more than 10000 levels"),
        ("b:2^18446744073709551615", "the tree has more than 10000 levels"),
        ("k:", "column 3: expected a number, found the end"),
        ("k:2", "column 4: expected '@', found the end"),
        ("k:2@", "column 5: expected a number"),
        ("k:2@0", "column 5: the number of processes is 0"),
        ("k:0@4", "column 3: K is 0"),
        ("k:2@4@4", "column 6: expected the end of the spec after the number of processes, found '@'"),
        ("g:2,3", "column 3: the first level has 2 counts, expected one"),
        ("g:2x3", "column 3: the first level has 2 counts, expected one"),
        ("g:3:", "column 5: expected a number, found the end"),
        ("g:3:1,,2", "column 7: expected a number, found ','"),
        ("g:3::2", "column 5: expected a number, found ':'"),
        ("g:3:0x2", "column 5: the number of nodes is 0, expected at least 1"),
        ("g:3:1x1x1", "column 8: expected ',', 'x', ':' or the end of the spec, found 'x'"),
        ("g:3:0:1", "column 7: 1 counts or more for level 2, which has 0 nodes"),
        ("g:3:4x1", "column 5: 4 counts or more for level 1, which has 3 nodes"),
        ("g:3:1:18446744073709551615", "the tree has more than"),
        ("g:4294967296:4294967296x4294967296", "the tree has more than"),
        ("g:18446744073709551615", "the tree has more than"),
    ] {
        let message = message(spec);
        assert!(message.starts_with(beginning), "{spec}: {message}");
    }
}

#[test]
fn absurd_sizes_take_no_memory() {
    for (spec, leaves) in [
        ("g:99999999999", 99_999_999_999),
        ("g:99999999999:99999999998x2,7", 2 * 99_999_999_998 + 7),
        ("g:99999999999:3,99999999998x2:99999999999x3", 3 * 99_999_999_999 + 99_999_999_998 * 2 + 3 - 99_999_999_999),
        ("b:1000^6", 10u64.pow(18)),
        ("k:2@18446744073709551615", 1 << 63),
        ("k:18446744073709551615@3", 2),
    ] {
        let spec_shape = parsed(spec).shape();
        assert_eq!(spec_shape.leaves(), leaves, "{spec}");
        assert!(spec_shape.distinct() < 300);
        if leaves > Tree::MAX_NODES {
            assert!(parsed(spec).tree().is_err());
        }
    }
    let chain = parsed("b:1^10000").shape();
    assert_eq!((chain.leaves(), chain.internal_nodes(), chain.height()), (1, 10_000, 10_000));
    assert!(message(&format!("g:1{}", ":1".repeat(10_001))).contains("10000 levels"));
}

#[test]
fn a_spec_that_would_blow_up_is_refused() {
    // 20,000 different chains, each 5,000 long.
    let chains = 20_000;
    let ends: Vec<String> = (0..chains).map(|i| (i % 1000).to_string()).collect();
    let spec = format!("g:{chains}{}:{}", format!(":{chains}x1").repeat(5_000), ends.join(","));
    assert!(message(&spec).starts_with("the tree is too irregular"));
}

#[test]
fn any_shape_has_a_generic_spec_or_an_error() {
    assert_eq!(Spec::generic(&Shape::leaf()), Err(SpecError::RootOnly { column: 3 }));
    let spec = Spec::generic(&even_split(32, &[6, 6]).expect("it reaches")).expect("small");
    assert_eq!(spec.to_string(), "g:6:2x6,4x5");
    let uniform = Spec::generic(&parsed("b:1000^6").shape()).expect("one run a level");
    assert_eq!(
        uniform.to_string(),
        "g:1000:1000x1000:1000000x1000:1000000000x1000:1000000000000x1000:1000000000000000x1000"
    );
    let irregular = even_split(10u64.pow(18), &[17; 15]).expect("it reaches");
    assert!(matches!(Spec::generic(&irregular), Err(SpecError::TooIrregular { .. })));
    assert_eq!(Spec::k_nomial(2, 64).as_ref(), Ok(&parsed("k:2@64")));
    assert_eq!(Spec::k_nomial(10, 1).err(), "k:10@1".parse::<Spec>().err());
    assert_eq!(Spec::k_nomial(1, 9).err(), "k:1@9".parse::<Spec>().err());
    assert_eq!(Spec::balanced(vec![2, 0]), Err(parse::zero_fanout(5)));
    assert_eq!(Spec::balanced(Vec::new()), Err(SpecError::RootOnly { column: 3 }));
}

/// Any tree by its fanouts in breadth-first order: every node takes the next number as its fanout, until there are enough
/// nodes.
fn any_tree() -> impl Strategy<Value = Tree> {
    prop::collection::vec(0u32..5, 1..200).prop_map(|mut wanted| {
        wanted[0] = wanted[0].max(1);
        let mut fanouts = Vec::new();
        let mut nodes = 1;
        while fanouts.len() < nodes {
            let fanout = wanted.get(fanouts.len()).copied().unwrap_or(0);
            fanouts.push(fanout);
            nodes += fanout as usize;
        }
        Tree::from_fanouts(fanouts).expect("every node is listed")
    })
}

fn any_spec_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[bkg]:[0-9x^@,:]{0,30}",
        "g:[1-9](:([0-9],){0,4}[0-9x]{1,3}){0,4}",
        "b:[1-9]{1,3}(x[1-9]{1,2}){0,5}",
        "b:[0-9]{1,4}\\^[0-9]{1,2}",
        "k:[0-9]{1,20}@[0-9]{1,20}",
        ".{0,40}",
    ]
}

proptest! {
    #[test]
    fn print_then_parse_is_the_identity(text in any_spec_text()) {
        if let Ok(spec) = text.parse::<Spec>() {
            prop_assert_eq!(parsed(&spec.to_string()), spec.clone());
            let shape = spec.shape();
            prop_assert!(shape.leaves() >= 1 && shape.internal_nodes() >= 1);
        }
    }

    #[test]
    fn errors_have_one_line(text in "[bkg]:\\PC{0,20}|[bkg]:[0-9\n\r x^@,:]{0,20}") {
        if let Err(error) = text.parse::<Spec>() {
            prop_assert!(!error.to_string().contains(['\n', '\r']));
        }
    }

    #[test]
    fn a_tree_survives_its_generic_spec(tree in any_tree()) {
        let spec = Spec::generic(&tree.to_shape()).expect("a small tree");
        prop_assert_eq!(parsed(&spec.to_string()), spec.clone());
        prop_assert_eq!(spec.tree().expect("a small tree"), tree);
    }
}
