//! The types and traits of the library that the signatures of its items mention, as far as other crates see them: types of public
//! fields, variants, traits, constants, functions, public methods, and associated types.

use crate::code::{Code, Origin};
use crate::uses::{Names, all_files, module_of};
use crate::visibility::is_of_tests;
use std::collections::BTreeSet;
use std::fs;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, ItemMacro, Path, Token, Type, Visibility};

/// A mention of an item in a signature.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    pub of: Origin,
    /// The type, trait or function whose signature it is.
    pub by: Origin,
    /// The field, variant or method; the name of the item itself for all else.
    pub at: String,
}

/// All mentions, of public and of private items.
pub fn mentions(code: &Code) -> BTreeSet<Mention> {
    let mut library = Library { code, made: BTreeSet::new(), signatures: Vec::new() };
    for file in all_files() {
        let module = module_of(&file);
        let items = syn::parse_file(&fs::read_to_string(&file).expect("a source file")).expect("Rust").items;
        for item in &items {
            library.add(&module, item);
        }
    }
    let Library { made, signatures, .. } = library;
    let mention = |signature: Signature| {
        let of = code.origin(&signature.path).filter(|of| made.contains(of) && *of != signature.by)?;
        Some(Mention { of, by: signature.by, at: signature.at })
    };
    signatures.into_iter().filter_map(mention).collect()
}

struct Library<'a> {
    code: &'a Code,
    /// Types and traits.
    made: BTreeSet<Origin>,
    signatures: Vec<Signature>,
}

/// A path in a signature, from the root of the crate.
struct Signature {
    by: Origin,
    at: String,
    path: Names,
}

impl Library<'_> {
    fn add(&mut self, module: &Names, item: &Item) {
        let origin = |name: &dyn ToString| Origin { module: module.clone(), name: name.to_string() };
        match item {
            Item::Struct(item) if !is_of_tests(&item.attrs) => {
                let by = self.make(origin(&item.ident));
                self.paths(&by, &by.name, |paths| paths.visit_generics(&item.generics));
                self.fields(&by, &item.fields, |visibility| matches!(visibility, Visibility::Public(_)));
            }
            Item::Enum(item) => {
                let by = self.make(origin(&item.ident));
                self.paths(&by, &by.name, |paths| paths.visit_generics(&item.generics));
                item.variants.iter().for_each(|variant| self.fields(&by, &variant.fields, |_| true));
            }
            Item::Trait(item) => {
                let by = self.make(origin(&item.ident));
                self.paths(&by, &by.name, |paths| paths.visit_item_trait(item));
            }
            Item::Type(item) => {
                let by = self.make(origin(&item.ident));
                self.paths(&by, &by.name, |paths| paths.visit_type(&item.ty));
            }
            Item::Const(item) => {
                let by = origin(&item.ident);
                self.paths(&by, &by.name, |paths| paths.visit_type(&item.ty));
            }
            Item::Fn(item) => {
                let by = origin(&item.sig.ident);
                self.paths(&by, &by.name, |paths| paths.visit_signature(&item.sig));
            }
            Item::Impl(item) if !is_of_tests(&item.attrs) => self.implementation(module, item),
            Item::Macro(item) => self.request(module, item),
            _ => {}
        }
    }

    fn make(&mut self, origin: Origin) -> Origin {
        self.made.insert(origin.clone());
        origin
    }

    fn fields(&mut self, by: &Origin, fields: &Fields, is_seen: impl Fn(&Visibility) -> bool) {
        for field in fields.iter().filter(|field| is_seen(&field.vis)) {
            let at = field.ident.as_ref().map_or(by.name.clone(), ToString::to_string);
            self.paths(by, &at, |paths| paths.visit_type(&field.ty));
        }
    }

    /// Public methods and constants; of the implementation of a trait its associated types.
    fn implementation(&mut self, module: &Names, item: &ItemImpl) {
        let Type::Path(of) = &*item.self_ty else { return };
        let Some(by) = self.absolute(module, &names(&of.path)).and_then(|path| self.code.origin(&path)) else { return };
        for inner in &item.items {
            match inner {
                ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) && !is_of_tests(&method.attrs) => {
                    self.paths_in(module, &by, &method.sig.ident, |paths| paths.visit_signature(&method.sig));
                }
                ImplItem::Const(constant) if matches!(constant.vis, Visibility::Public(_)) => {
                    self.paths_in(module, &by, &constant.ident, |paths| paths.visit_type(&constant.ty));
                }
                ImplItem::Type(associated) => {
                    self.paths_in(module, &by, &associated.ident, |paths| paths.visit_type(&associated.ty));
                }
                _ => {}
            }
        }
    }

    /// The fields of the request, which a macro defines.
    fn request(&mut self, module: &Names, item: &ItemMacro) {
        if item.mac.path.is_ident("request") {
            let by = self.make(Origin { module: module.clone(), name: "Request".to_owned() });
            let fields = item.mac.parse_body_with(Punctuated::<RequestField, Token![,]>::parse_terminated);
            for field in fields.expect("lines `name: type = reader`") {
                self.paths(&by, &field.name, |paths| paths.visit_type(&field.kind));
            }
        }
    }

    fn paths(&mut self, by: &Origin, at: &str, visit: impl FnOnce(&mut Paths)) {
        self.paths_in(&by.module, by, &at, visit);
    }

    /// Adds the paths that a visit finds in a signature in a module.
    fn paths_in(&mut self, module: &Names, by: &Origin, at: &dyn ToString, visit: impl FnOnce(&mut Paths)) {
        let mut paths = Paths::default();
        visit(&mut paths);
        for path in paths.0 {
            let signature = |path| Signature { by: by.clone(), at: at.to_string(), path };
            self.signatures.extend(self.absolute(module, &path).map(signature));
        }
    }

    fn absolute(&self, module: &Names, path: &[String]) -> Option<Names> {
        self.code.modules.get(module)?.absolute(path)
    }
}

/// A line of `request! { … }`.
pub struct RequestField {
    name: String,
    kind: Type,
}

impl Parse for RequestField {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        let name = input.parse::<syn::Ident>()?.to_string();
        input.parse::<Token![:]>()?;
        let kind = input.parse()?;
        input.parse::<Token![=]>()?;
        input.parse::<Path>()?;
        Ok(Self { name, kind })
    }
}

/// The paths of what is visited; those in attributes, in bodies of functions and in values left out.
#[derive(Default)]
struct Paths(Vec<Names>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast Path) {
        self.0.push(names(path));
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_block(&mut self, _: &'ast syn::Block) {}

    fn visit_expr(&mut self, _: &'ast syn::Expr) {}
}

/// The names of a path.
pub fn names(path: &Path) -> Names {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}
