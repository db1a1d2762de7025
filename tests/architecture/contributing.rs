//! The places that CONTRIBUTING.md names.

use std::fs;
use std::path::Path;

/// The beginnings of paths from the root of the repository.
const ROOTS: [&str; 7] = ["src/", "tests/", "benches/", "instances/", "crates/", "fuzz/", ".ci/"];

/// Every path in backticks is there, but for patterns such as `src/<name>.rs`.
#[test]
fn every_named_path_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the file");
    let words = text.split('`').skip(1).step_by(2).filter_map(|code| code.split_whitespace().next());
    let is_path = |word: &&str| ROOTS.iter().any(|root| word.starts_with(root)) && !word.contains(['<', '*', '{']);
    let paths: Vec<&str> = words.filter(is_path).collect();
    assert!(paths.len() > 50, "{paths:?}");
    let gone: Vec<&str> = paths.into_iter().filter(|path| !root.join(path).exists()).collect();
    assert!(gone.is_empty(), "there is no {gone:?}");
}
