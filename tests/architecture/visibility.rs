//! What other crates see of an item, by its visibility and attributes.

use syn::{Attribute, Item, Visibility};

/// The mark of items that are public for other programs of this repository alone, and in no documentation.
pub const HIDDEN: &str = " hidden";

/// The visibility and the attributes of an item, if it can be public.
pub fn outside(item: &Item) -> Option<(&Visibility, &[Attribute])> {
    Some(match item {
        Item::Mod(item) => (&item.vis, &item.attrs),
        Item::Use(item) => (&item.vis, &item.attrs),
        Item::Struct(item) => (&item.vis, &item.attrs),
        Item::Enum(item) => (&item.vis, &item.attrs),
        Item::Trait(item) => (&item.vis, &item.attrs),
        Item::Type(item) => (&item.vis, &item.attrs),
        Item::Const(item) => (&item.vis, &item.attrs),
        Item::Static(item) => (&item.vis, &item.attrs),
        Item::Fn(item) => (&item.vis, &item.attrs),
        _ => return None,
    })
}

/// The mark at the end of the line of an item or a member with such attributes.
pub fn mark(attributes: &[Attribute]) -> &'static str {
    if attributes.iter().any(is_hidden) { HIDDEN } else { "" }
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

/// `#[cfg(test)]`, and `#[cfg(any(test, feature = "internals"))]` for benches too.
pub fn is_of_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        let tokens = attribute.meta.require_list().map(|list| list.tokens.to_string());
        attribute.path().is_ident("cfg")
            && tokens.is_ok_and(|tokens| tokens == "test" || tokens.replace(' ', "").starts_with("any(test,"))
    };
    attributes.iter().any(is_test)
}
