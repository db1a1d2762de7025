//! The dependencies between the parts of the library: those of the table in CONTRIBUTING.md, and no others.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The parts by name, each with those that it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Every arrow of the code is in the table, and every arrow of the table in the code, so that a removed arrow cannot come back
/// unseen.
#[test]
fn arrows_are_those_of_the_table() {
    let (found, allowed) = (found(), table());
    for (part, uses) in &found {
        let allowed = allowed.get(part).unwrap_or_else(|| panic!("`{part}` is not in the table of CONTRIBUTING.md"));
        let new: Vec<_> = uses.difference(allowed).collect();
        assert!(new.is_empty(), "`{part}` must not use {new:?}: see the table of CONTRIBUTING.md");
        let gone: Vec<_> = allowed.difference(uses).collect();
        assert!(gone.is_empty(), "`{part}` uses {gone:?} no more: take them out of the table of CONTRIBUTING.md");
    }
    let gone: Vec<_> = allowed.keys().filter(|part| !found.contains_key(*part)).collect();
    assert!(gone.is_empty(), "{gone:?} are in the table of CONTRIBUTING.md, but not in src/");
}

/// The rows ``| `part` | `used`, `used` |`` below the heading "What may use what".
fn table() -> Arrows {
    let text = fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let section = text.split("\n### What may use what\n").nth(1).expect("the section").split("\n## ").next();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows = section.expect("its text").lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let mut cells = line.split('|').skip(1).map(names);
        let part = cells.next().and_then(|names| names.into_iter().next()).expect("a part");
        (part, cells.flatten().collect())
    };
    rows.map(row).collect()
}

/// The parts that the code uses, unit tests left out.
fn found() -> Arrows {
    let sources = Path::new(ROOT).join("src");
    let mut parts = Arrows::new();
    for file in files(&sources) {
        let path: Vec<String> = file
            .strip_prefix(&sources)
            .expect("a file of src/")
            .iter()
            .map(|name| name.to_string_lossy().trim_end_matches(".rs").to_owned())
            .collect();
        // lib.rs says which parts there are, and main.rs runs the command line.
        if path.len() == 1 && ["lib", "main"].contains(&path[0].as_str()) {
            continue;
        }
        let depth = path.iter().filter(|name| *name != "mod").count();
        let text = fs::read_to_string(&file).expect("a source file");
        let mut used = BTreeSet::new();
        collect(text.parse().expect("Rust"), depth, &mut used);
        parts.entry(path[0].clone()).or_default().extend(used);
    }
    let names: BTreeSet<String> = parts.keys().cloned().collect();
    for (part, uses) in &mut parts {
        uses.retain(|used| used != part && names.contains(used));
    }
    parts
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => files(&path),
        Some(extension) if extension == "rs" && !is_of_tests(&path) => vec![path],
        _ => Vec::new(),
    };
    entries.flat_map(of).collect()
}

fn is_of_tests(file: &Path) -> bool {
    file.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"))
}

/// Collects the names after `crate::`, `logpine::`, or as many `super::` as the file is deep.
fn collect(tokens: TokenStream, depth: usize, used: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if is_test(&tokens[at..]) {
            at += length_of_item(&tokens[at..]);
            continue;
        }
        if let TokenTree::Group(group) = &tokens[at] {
            collect(group.stream(), depth, used);
        }
        at += match root(&tokens[at..], depth) {
            Some(length) => {
                match tokens.get(at + length) {
                    Some(TokenTree::Ident(name)) => _ = used.insert(name.to_string()),
                    Some(TokenTree::Group(group)) => used.extend(first_names(group.stream())),
                    _ => {}
                }
                length
            }
            None => 1,
        };
    }
}

/// The number of tokens that lead to the root of the crate, if any do.
fn root(tokens: &[TokenTree], depth: usize) -> Option<usize> {
    let step = |at: usize| match tokens.get(at..at + 3)? {
        [TokenTree::Ident(name), first, second] => {
            (first.to_string() == ":" && second.to_string() == ":").then(|| name.to_string())
        }
        _ => None,
    };
    match step(0)?.as_str() {
        "crate" | "logpine" => Some(3),
        "super" => {
            let steps = (0..tokens.len()).take_while(|&index| step(3 * index).as_deref() == Some("super")).count();
            (steps >= depth).then_some(3 * steps)
        }
        _ => None,
    }
}

/// The names before the first `::` of each item of `{a::b, c}`.
fn first_names(items: TokenStream) -> Vec<String> {
    let mut is_first = true;
    let mut names = Vec::new();
    for token in items {
        match token {
            TokenTree::Ident(name) if is_first => {
                names.push(name.to_string());
                is_first = false;
            }
            TokenTree::Punct(mark) if mark.as_char() == ',' => is_first = true,
            _ => {}
        }
    }
    names
}

/// True if an item of unit tests begins here, `#[cfg(test)]`.
fn is_test(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] => {
            hash.as_char() == '#' && attribute.to_string().replace(' ', "") == "[cfg(test)]"
        }
        _ => false,
    }
}

/// The number of tokens to the end of the item: a semicolon, or a group in braces.
fn length_of_item(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

/// The names that are read from the text of a file.
#[test]
fn arrows_are_read_from_code_alone() {
    let text = r#"
        //! crate::comment
        use crate::{a::B, c, d::{e, f}};
        use super::super::g::H;
        use super::near;
        fn f() { let x = crate::i::J; println!("{}", crate::k::l()); "crate::text"; }
        #[cfg(test)]
        mod tests { use crate::test; }
        #[cfg(test)]
        use crate::also_test;
        const AFTER: u8 = logpine::m::N;
    "#;
    let mut used = BTreeSet::new();
    collect(text.parse().expect("Rust"), 2, &mut used);
    assert_eq!(used.into_iter().collect::<Vec<_>>(), ["a", "c", "d", "g", "i", "k", "m"]);
}
