//! The public interface as listed in `public.txt`, so that every change of it shows.

use crate::code::{Code, Origin};
use crate::members::members;
use crate::signatures::{Mention, mentions};
use crate::uses::{Names, all_files, crates, module_of, sources};
use crate::visibility::{HIDDEN, is_of_tests, mark, outside};
use snapbox::{assert_data_eq, file};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Item, ItemMacro, UseTree, Visibility};

/// The most items that a user can look through.
const MOST_ITEMS: usize = 250;

/// `SNAPSHOTS=overwrite cargo test --test architecture` renews the list; read the difference.
#[test]
fn the_public_interface_is_the_listed_one() {
    let items = items();
    let shown = items.iter().filter(|item| !item.ends_with(HIDDEN)).count();
    assert!(shown < MOST_ITEMS, "{shown} public items");
    let code = Code::read();
    let members = members(&code);
    let origins: BTreeSet<Origin> = items.iter().filter_map(|item| origin(&code, item)).collect();
    let mut list = String::new();
    for item in &items {
        writeln!(list, "{item}").expect("text");
        let mut origin = origin(&code, item);
        // What an alias alone makes public is seen below it.
        while let Some(of) = origin {
            let of = members.get(&of).unwrap_or_else(|| panic!("no declaration of {item}"));
            of.lines().for_each(|line| writeln!(list, "    {line}").expect("text"));
            origin = of.aliased.clone().filter(|aliased| members.contains_key(aliased) && !origins.contains(aliased));
        }
    }
    assert_data_eq!(list, file!["public.txt"].raw());
}

/// A user can name every type and trait that a public signature of the library or of a crate mentions: import it, implement it, match
/// on it. The types of a crate are named from there.
#[test]
fn what_public_signatures_mention_can_be_named() {
    let code = Code::read();
    let mut all = items();
    for folder in crates() {
        list(&folder.join("lib.rs"), &(module_of(&folder.join("lib.rs")).join("::") + "::"), &mut all);
    }
    let public: BTreeSet<Origin> = all.iter().filter_map(|item| origin(&code, item)).collect();
    let mut faults = String::new();
    for Mention { of, by, at } in mentions(&code) {
        if public.contains(&by) && !public.contains(&of) {
            let from = [&of.module[..], &[of.name]].concat().join("::");
            writeln!(faults, "{from} cannot be named, but `{}` mentions it in `{at}`", by.name).expect("text");
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// The place where a listed item is made; `None` for a macro.
fn origin(code: &Code, item: &str) -> Option<Origin> {
    let mut words = item.split(' ');
    let mut path: Names = words.next()?.split("::").map(str::to_owned).collect();
    match words.next()? {
        "macro" => None,
        "use" => Some(code.origin(&path).unwrap_or_else(|| panic!("no origin of {item}"))),
        _ => path.pop().map(|name| Origin { module: path, name }),
    }
}

/// The listed items: paths from the root of the crate, each with its kind.
fn items() -> Vec<String> {
    let mut items = Vec::new();
    list(&sources().join("lib.rs"), "", &mut items);
    for file in all_files() {
        macros(&file, &mut items);
    }
    items.sort();
    items
}

/// Public items of a module, and of the public modules in it.
fn list(file: &Path, module: &str, items: &mut Vec<String>) {
    let source = fs::read_to_string(file).expect("a source file");
    for item in syn::parse_file(&source).expect("Rust").items {
        let Some((visibility, attributes)) = outside(&item) else { continue };
        let mark = mark(attributes);
        let is_public = matches!(visibility, Visibility::Public(_)) && !is_of_tests(attributes);
        // A hidden module is for benches.
        if !is_public || (mark == HIDDEN && matches!(item, Item::Mod(_))) {
            continue;
        }
        let mut add =
            |kind: &str, name: &dyn ToString| items.push(format!("{module}{} {kind}{mark}", name.to_string()));
        match &item {
            // Pages of the guide are modules without items.
            Item::Mod(page) if page.content.is_some() => {}
            Item::Mod(inner) => {
                let name = inner.ident.to_string();
                list(&file_of(file, &name), &format!("{module}{name}::"), items);
            }
            Item::Use(exported) => names(&exported.tree, &mut |name| add("use", &name)),
            Item::Struct(item) => add("struct", &item.ident),
            Item::Enum(item) => add("enum", &item.ident),
            Item::Trait(item) => add("trait", &item.ident),
            Item::Type(item) => add("type", &item.ident),
            Item::Const(item) => add("const", &item.ident),
            Item::Static(item) => add("static", &item.ident),
            Item::Fn(item) => add("fn", &item.sig.ident),
            _ => {}
        }
    }
}

/// The exported macros of a file, which are public at the root of the crate.
fn macros(file: &Path, items: &mut Vec<String>) {
    let source = fs::read_to_string(file).expect("a source file");
    if !source.contains("macro_export") {
        return;
    }
    for item in syn::parse_file(&source).expect("Rust").items {
        if let Item::Macro(ItemMacro { ident: Some(name), attrs, .. }) = item
            && attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
        {
            items.push(format!("{name} macro{}", mark(&attrs)));
        }
    }
}

/// The names that a `use` brings.
fn names(tree: &UseTree, add: &mut dyn FnMut(String)) {
    match tree {
        UseTree::Path(path) => names(&path.tree, add),
        UseTree::Group(group) => group.items.iter().for_each(|item| names(item, add)),
        UseTree::Name(name) => add(name.ident.to_string()),
        UseTree::Rename(renamed) => add(renamed.rename.to_string()),
        UseTree::Glob(_) => panic!("what `*` makes public cannot be listed"),
    }
}

/// The file of a module that a file declares.
fn file_of(parent: &Path, name: &str) -> PathBuf {
    let folder = parent.parent().expect("a folder");
    let folder = match parent.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "mod") | None => folder.to_owned(),
        Some(stem) => folder.join(stem),
    };
    let file = folder.join(format!("{name}.rs"));
    if file.exists() { file } else { folder.join(name).join("mod.rs") }
}
