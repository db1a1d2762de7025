//! The public interface as listed in `public.txt`, so that every change of it shows. The compiler sees to it that a user can name every
//! type that a signature mentions (`unnameable_types`).

use snapbox::{assert_data_eq, file};
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree, Visibility};

/// The most items that a user can look through.
const MOST_ITEMS: usize = 250;

/// `SNAPSHOTS=overwrite cargo test --test architecture` renews the list; read the difference.
#[test]
fn the_public_interface_is_the_listed_one() {
    let mut items = Vec::new();
    list(&crate::root().join("src/lib.rs"), "", &mut items);
    items.sort();
    assert!(items.len() < MOST_ITEMS, "{} public items", items.len());
    assert_data_eq!(items.join("\n") + "\n", file!["public.txt"].raw());
}

/// Public items of a module, and of the public modules in it.
fn list(file: &Path, module: &str, items: &mut Vec<String>) {
    let source = fs::read_to_string(file).expect("a source file");
    in_module(syn::parse_file(&source).expect("Rust").items, file, module, items);
}

fn in_module(declared: Vec<Item>, file: &Path, module: &str, items: &mut Vec<String>) {
    for item in declared {
        let Some((visibility, attributes)) = outside(&item) else { continue };
        if !matches!(visibility, Visibility::Public(_)) || attributes.iter().any(is_hidden) {
            continue;
        }
        let mut add = |kind: &str, name: &dyn ToString| items.push(format!("{module}{} {kind}", name.to_string()));
        match item {
            Item::Mod(inner) => {
                let name = inner.ident.to_string();
                let below = format!("{module}{name}::");
                match inner.content {
                    Some((_, declared)) => in_module(declared, file, &below, items),
                    None => list(&file_of(file, &name), &below, items),
                }
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

/// The visibility and the attributes of an item that can be listed.
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

/// `#[doc(hidden)]`, and `#[cfg(test)]`.
fn is_hidden(attribute: &Attribute) -> bool {
    let tokens = attribute.meta.require_list().map(|list| list.tokens.to_string());
    tokens.is_ok_and(|tokens| tokens == "hidden" || tokens == "test")
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
