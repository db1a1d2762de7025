//! The declarations of items and of their members, as far as other crates see them: what a change of the interface changes.

use crate::code::{Code, Origin};
use crate::line::line;
use crate::pieces::{Piece, before_value, body, head, pieces, without_repetitions};
use crate::signatures::{RequestField, names};
use crate::uses::{Names, Uses, all_files, module_of};
use crate::visibility::{is_of_tests, mark, outside};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use syn::parse::Parse;
use syn::{Attribute, Field, Fields, ImplItem, Item, ItemImpl, ItemMacro, TraitItem, Type, Variant, Visibility};

/// The lines of an item.
#[derive(Default)]
pub struct Members {
    /// The item itself, then its fields or variants in their order.
    declaration: Vec<String>,
    /// Methods, constants and types in it, wherever they are implemented.
    associated: BTreeSet<String>,
    /// The type that an alias names.
    pub aliased: Option<Origin>,
}

impl Members {
    /// The lines in the order in which they are listed.
    pub fn lines(&self) -> impl Iterator<Item = &String> {
        self.declaration.iter().chain(&self.associated)
    }
}

/// The members of all items, of public and of private ones; no implementation goes unseen.
pub fn members(code: &Code) -> BTreeMap<Origin, Members> {
    let mut library = Library { code, members: BTreeMap::new() };
    for file in all_files() {
        let text = fs::read_to_string(&file).expect("a source file");
        library.read(&module_of(&file), text.parse().expect("Rust")).expect("items");
    }
    for (origin, members) in &library.members {
        assert!(!members.declaration.is_empty(), "methods of {origin:?}, which is not declared there");
    }
    library.members
}

/// The members found so far.
struct Library<'a> {
    code: &'a Code,
    members: BTreeMap<Origin, Members>,
}

impl Library<'_> {
    fn read(&mut self, module: &Names, text: TokenStream) -> syn::Result<()> {
        for item in pieces(text, Item::parse)? {
            let is_left_out = outside(&item.read).is_some_and(|(_, attributes)| is_of_tests(attributes));
            if !is_left_out {
                self.item(module, &item)?;
            }
        }
        Ok(())
    }

    fn item(&mut self, module: &Names, Piece { read, tokens }: &Piece<Item>) -> syn::Result<()> {
        match read {
            Item::Struct(item) => {
                let fields = fields(&item.fields, tokens)?;
                let declaration = &mut self.of(module, &item.ident).declaration;
                let before =
                    if matches!(item.fields, Fields::Unnamed(_)) { Delimiter::Parenthesis } else { Delimiter::Brace };
                declaration.push(growth(&item.attrs).to_owned() + &line(head(tokens, before)));
                declaration.extend(fields);
            }
            Item::Enum(item) => {
                let variants = pieces(body(tokens, Delimiter::Brace), Variant::parse)?;
                let declaration = &mut self.of(module, &item.ident).declaration;
                declaration.push(growth(&item.attrs).to_owned() + &line(head(tokens, Delimiter::Brace)));
                declaration.extend(
                    variants.iter().map(|Piece { read, tokens }| {
                        growth(&read.attrs).to_owned() + &line(tokens) + mark(&read.attrs)
                    }),
                );
            }
            Item::Trait(item) => {
                let members = self.of(module, &item.ident);
                members.declaration.push(line(head(tokens, Delimiter::Brace)));
                let inner = pieces(body(tokens, Delimiter::Brace), TraitItem::parse)?;
                members.associated.extend(inner.iter().filter_map(of_trait));
            }
            Item::Const(item) => self.of(module, &item.ident).declaration.push(line(before_value(tokens))),
            Item::Static(item) => self.of(module, &item.ident).declaration.push(line(before_value(tokens))),
            Item::Fn(item) => self.of(module, &item.sig.ident).declaration.push(line(head(tokens, Delimiter::Brace))),
            Item::Type(item) => {
                let aliased = self.origin(module, &item.ty);
                let members = self.of(module, &item.ident);
                members.declaration.push(line(head(tokens, Delimiter::Brace)));
                members.aliased = aliased;
            }
            Item::Impl(item) if item.trait_.is_none() && !is_of_tests(&item.attrs) => {
                self.implementation(module, item, tokens)?;
            }
            Item::Macro(item) => self.of_macro(module, item)?,
            _ => {}
        }
        Ok(())
    }

    /// The public methods and constants; those of a type with parameters stand in their `impl`.
    fn implementation(&mut self, module: &Names, item: &ItemImpl, tokens: &[TokenTree]) -> syn::Result<()> {
        let origin = self.origin(module, &item.self_ty).expect("an implemented type of the crate");
        let associated = &mut self.members.entry(origin).or_default().associated;
        for inner in pieces(body(tokens, Delimiter::Brace), ImplItem::parse)? {
            let (visibility, attributes, text) = match &inner.read {
                ImplItem::Fn(method) => (&method.vis, &method.attrs, head(&inner.tokens, Delimiter::Brace)),
                ImplItem::Const(constant) => (&constant.vis, &constant.attrs, before_value(&inner.tokens)),
                _ => continue,
            };
            if matches!(visibility, Visibility::Public(_)) && !is_of_tests(attributes) {
                let text = match line(head(tokens, Delimiter::Brace)) {
                    generic if generic.contains('<') => format!("{generic} {{ {} }}", line(text)),
                    _ => line(text),
                };
                associated.insert(text + mark(attributes));
            }
        }
        Ok(())
    }

    /// The items that a macro of this crate writes, apart from repetitions; these are fields of the request alone.
    fn of_macro(&mut self, module: &Names, item: &ItemMacro) -> syn::Result<()> {
        if item.mac.path.is_ident("macro_rules") {
            for token in item.mac.tokens.clone() {
                if let TokenTree::Group(group) = token
                    && group.delimiter() == Delimiter::Brace
                {
                    // The body of another macro is an expression.
                    _ = self.read(module, without_repetitions(group.stream()));
                }
            }
        } else if item.mac.path.is_ident("request") {
            let fields = pieces(item.mac.tokens.clone(), RequestField::parse)?;
            let declaration = &mut self.of(module, &"Request").declaration;
            declaration.extend(fields.iter().map(|field| line(before_value(&field.tokens))));
        }
        Ok(())
    }

    fn of(&mut self, module: &Names, name: &dyn ToString) -> &mut Members {
        self.members.entry(Origin { module: module.clone(), name: name.to_string() }).or_default()
    }

    fn origin(&self, module: &Names, of: &Type) -> Option<Origin> {
        let Type::Path(of) = of else { return None };
        self.code.origin(&self.code.modules.get(module)?.absolute(&names(&of.path))?)
    }
}

/// The attribute of what other crates must expect to grow.
fn growth(attributes: &[Attribute]) -> &'static str {
    let grows = attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"));
    if grows { "#[non_exhaustive] " } else { "" }
}

/// Methods, constants and types of a trait, all of them public.
fn of_trait(Piece { read, tokens }: &Piece<TraitItem>) -> Option<String> {
    let (attributes, text) = match read {
        TraitItem::Fn(method) => {
            let provided = if method.default.is_some() { " { .. }" } else { "" };
            (&method.attrs, line(head(tokens, Delimiter::Brace)) + provided)
        }
        TraitItem::Const(constant) => (&constant.attrs, line(before_value(tokens))),
        TraitItem::Type(inner) => (&inner.attrs, line(head(tokens, Delimiter::Brace))),
        _ => return None,
    };
    (!is_of_tests(attributes)).then(|| text + mark(attributes))
}

/// The public fields, and `..` for the others beside them.
fn fields(of: &Fields, tokens: &[TokenTree]) -> syn::Result<Vec<String>> {
    let fields = match of {
        Fields::Named(_) => pieces(body(tokens, Delimiter::Brace), Field::parse_named)?,
        Fields::Unnamed(_) => pieces(body(tokens, Delimiter::Parenthesis), Field::parse_unnamed)?,
        Fields::Unit => Vec::new(),
    };
    let public = fields.iter().enumerate().filter(|(_, field)| matches!(field.read.vis, Visibility::Public(_)));
    let mut lines: Vec<String> = public
        .map(|(index, Piece { read, tokens })| {
            let number = if read.ident.is_none() { format!("{index}: ") } else { String::new() };
            number + &line(tokens) + mark(&read.attrs)
        })
        .collect();
    if !lines.is_empty() && lines.len() < fields.len() {
        lines.push("..".to_owned());
    }
    Ok(lines)
}

/// The lines of an item in a text that is a whole module.
fn lines_of(name: &str, text: &str) -> Vec<String> {
    let module = vec!["part".to_owned()];
    let code =
        Code { modules: [(Names::new(), Uses::default()), (module.clone(), Uses::of(text, module.clone()))].into() };
    let mut library = Library { code: &code, members: BTreeMap::new() };
    library.read(&module, text.parse().expect("Rust")).expect("items");
    library.members[&Origin { module, name: name.to_owned() }].lines().cloned().collect()
}

/// Every public member is seen, and no other.
#[test]
fn public_members_are_listed() {
    let text = "
        /// A comment.
        #[derive(Clone)]
        pub struct Sum<'a, T: Copy> { /// Its terms.
            pub terms: &'a [T], at: u8, pub(crate) near: u8, #[doc(hidden)] pub step: u8 }
        impl<'a, T: Copy> Sum<'a, T> {
            pub const MOST: fn() -> Option<u8> = || None;
            #[must_use] pub fn of(terms: &'a [T]) -> Self { Self { terms } }
            pub(crate) fn inner(&self) {}
            #[cfg(test)] pub fn of_tests(&self) {}
            fn own(&self) {}
        }
        impl Clone for Kind { fn clone(&self) -> Self { *self } }
        pub struct Pair(pub u8, u16);
        #[non_exhaustive] pub enum Kind { /// A comment.
            One = 1, Two(u8, #[serde(skip)] Pair), Three { of: u8, } }
        pub trait Cost: Send { const NAME: &str = \"\"; type Of; fn time(&self) -> u64; fn twice(&self) -> u64 { 2 } }
        macro_rules! kinds { ($($name:ident,)*) => { impl Kind { pub fn all() -> Vec<Self> { vec![$(Self::$name),*] } } }; }
        pub static ONE: u8 = 1;
        #[cfg(test)] pub struct Pair(pub u32);
    ";
    let sum = [
        "struct Sum<'a, T: Copy>",
        "terms: &'a [T]",
        "step: u8 hidden",
        "..",
        "impl<'a, T: Copy> Sum<'a, T> { const MOST: fn() -> Option<u8> }",
        "impl<'a, T: Copy> Sum<'a, T> { fn of(terms: &'a [T]) -> Self }",
    ];
    assert_eq!(lines_of("Sum", text), sum);
    assert_eq!(lines_of("Pair", text), ["struct Pair", "0: u8", ".."]);
    let kind = ["#[non_exhaustive] enum Kind", "One = 1", "Two(u8, Pair)", "Three { of: u8 }", "fn all() -> Vec<Self>"];
    assert_eq!(lines_of("Kind", text), kind);
    let cost =
        ["trait Cost: Send", "const NAME: &str", "fn time(&self) -> u64", "fn twice(&self) -> u64 { .. }", "type Of"];
    assert_eq!(lines_of("Cost", text), cost);
    assert_eq!(lines_of("ONE", text), ["static ONE: u8"]);
}

/// A changed signature changes the lines; a changed body or comment does not.
#[test]
fn changed_signatures_are_seen() {
    let text = "pub struct Shape; impl Shape { pub fn size(&self) -> u64 { 1 } }";
    let lines = lines_of("Shape", text);
    assert_eq!(lines, lines_of("Shape", &text.replace("{ 1 }", "{ 2 }").replace("pub fn", "/** The size. */ pub fn")));
    for (old, new) in [("u64", "u32"), ("&self", "self"), ("pub fn", "pub const fn"), ("size", "len"), ("pub fn", "fn")]
    {
        assert_ne!(lines, lines_of("Shape", &text.replace(old, new)), "{new} for {old}");
    }
}
