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

#[test]
fn refused_specs_say_where_and_what() {
    let rows = include_str!("tests/refused.txt").lines().filter(|line| !line.starts_with('#'));
    for (spec, beginning) in rows.filter_map(|row| row.split_once('\t')) {
        let message = message(&spec.replace("\\n", "\n"));
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
