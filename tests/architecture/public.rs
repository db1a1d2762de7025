//! The public interface as listed in `public.txt`, so that every change of it shows.

use crate::code::{Code, Origin};
use crate::signatures::{Mention, mentions};
use snapbox::{assert_data_eq, file};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree, Visibility};

/// The most items that a user can look through.
const MOST_ITEMS: usize = 250;

/// The mark of items that are public for other programs of this repository alone, and in no documentation.
const HIDDEN: &str = " hidden";

/// `SNAPSHOTS=overwrite cargo test --test architecture` renews the list; read the difference.
#[test]
fn the_public_interface_is_the_listed_one() {
    let items = items();
    let shown = items.iter().filter(|item| !item.ends_with(HIDDEN)).count();
    assert!(shown < MOST_ITEMS, "{shown} public items");
    assert_data_eq!(items.join("\n") + "\n", file!["public.txt"]);
}

/// A user can name every type and trait of the library that a public signature mentions: import it, implement it, match on it.
#[test]
fn what_public_signatures_mention_can_be_named() {
    let code = Code::read();
    let path =
        |item: &String| item.split(' ').next().expect("a path").split("::").map(str::to_owned).collect::<Vec<_>>();
    let public: BTreeSet<Origin> = items().iter().filter_map(|item| code.origin(&path(item))).collect();
    let mut faults = String::new();
    for Mention { of, by, at } in mentions(&code) {
        if public.contains(&by) && !public.contains(&of) {
            let from = [&of.module[..], &[of.name]].concat().join("::");
            writeln!(faults, "{from} cannot be named, but `{}` mentions it in `{at}`", by.name).expect("text");
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// The listed items: paths from the root of the crate, each with its kind.
fn items() -> Vec<String> {
    let mut items = Vec::new();
    list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"), "", &mut items);
    items.sort();
    items
}

/// Public items of a module, and of the public modules in it.
fn list(file: &Path, module: &str, items: &mut Vec<String>) {
    let source = fs::read_to_string(file).expect("a source file");
    for item in syn::parse_file(&source).expect("Rust").items {
        let Some((visibility, attributes)) = outside(&item) else { continue };
        let is_hidden = attributes.iter().any(is_hidden);
        // A hidden module is for benches.
        if !matches!(visibility, Visibility::Public(_)) || (is_hidden && matches!(item, Item::Mod(_))) {
            continue;
        }
        let mark = if is_hidden { HIDDEN } else { "" };
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
            Item::Fn(item) => add("fn", &item.sig.ident),
            _ => {}
        }
    }
}

/// The visibility and the attributes of an item, if it can be public.
fn outside(item: &Item) -> Option<(&Visibility, &[Attribute])> {
    Some(match item {
        Item::Mod(item) => (&item.vis, &item.attrs),
        Item::Use(item) => (&item.vis, &item.attrs),
        Item::Struct(item) => (&item.vis, &item.attrs),
        Item::Enum(item) => (&item.vis, &item.attrs),
        Item::Trait(item) => (&item.vis, &item.attrs),
        Item::Type(item) => (&item.vis, &item.attrs),
        Item::Const(item) => (&item.vis, &item.attrs),
        Item::Fn(item) => (&item.vis, &item.attrs),
        _ => return None,
    })
}

/// `#[doc(hidden)]`.
fn is_hidden(attribute: &Attribute) -> bool {
    let mut hidden = false;
    if attribute.path().is_ident("doc") {
        // `#[doc = "..."]` is no list.
        _ = attribute.parse_nested_meta(|meta| {
            hidden |= meta.path.is_ident("hidden");
            Ok(())
        });
    }
    hidden
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
