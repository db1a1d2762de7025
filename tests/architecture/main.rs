//! What neither the compiler nor `Cargo.toml` says of the structure: the public interface as a list, second opinions that share no code
//! with what they judge, and the places that CONTRIBUTING.md names.

mod public;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The source files below a folder, without those of unit tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_of_tests = |path: &Path| path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"));
    entries
        .filter(|path| !is_of_tests(path))
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .collect()
}

/// Checkers use schedules and shapes of trees, and nothing that searches. Their Cargo.toml names no other crate of logpine that does.
#[test]
fn checkers_share_no_code_with_what_they_judge() {
    const APART: [&str; 3] =
        ["logpine_collectives::collective", "logpine_collectives::search", "logpine_trees::search"];
    let files = sources(&root().join("crates/check/src"));
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod ").next().expect("its beginning");
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let seen = APART.iter().find(|other| line.contains(**other));
            assert_eq!(seen, None, "{}: {line}", file.display());
        }
    }
}

/// Every path in backticks in CONTRIBUTING.md is there, but for patterns such as `src/<name>.rs`.
#[test]
fn every_named_path_exists() {
    const ROOTS: [&str; 7] = ["src/", "tests/", "benches/", "instances/", "crates/", "fuzz/", ".ci/"];
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the file");
    let words = text.split('`').skip(1).step_by(2).filter_map(|code| code.split_whitespace().next());
    let is_path = |word: &&str| ROOTS.iter().any(|root| word.starts_with(root)) && !word.contains(['<', '*', '{']);
    let paths: Vec<&str> = words.filter(is_path).collect();
    assert!(paths.len() > 30, "{paths:?}");
    let gone: Vec<&str> = paths.into_iter().filter(|path| !root().join(path).exists()).collect();
    assert!(gone.is_empty(), "there is no {gone:?}");
}
