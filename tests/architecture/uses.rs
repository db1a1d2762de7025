//! The names of other files in the code of a file, unit tests left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of the names of the library's crates.
pub const OF_CRATES: &str = "logpine_";

/// The names of a path, as `["tree", "Shape"]` for `crate::tree::Shape`.
pub type Names = Vec<String>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the code.
pub fn sources() -> PathBuf {
    root().join("src")
}

/// The folders `src` of the library's crates.
pub fn crates() -> impl Iterator<Item = PathBuf> {
    let folders = fs::read_dir(root().join("crates")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_of_library = |path: &PathBuf| {
        fs::read_to_string(path.join("Cargo.toml")).is_ok_and(|text| text.contains("version.workspace = true"))
    };
    folders.filter(is_of_library).map(|path| path.join("src"))
}

/// The source files of the library and of its crates, without those of unit tests, and without what benches see.
pub fn all_files() -> Vec<PathBuf> {
    crates().chain([sources()]).flat_map(|folder| files(&folder)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of = |path: PathBuf| match path.extension() {
        _ if path.is_dir() && is_of_tests(&path) => Vec::new(),
        _ if path.is_dir() => files(&path),
        Some(extension) if extension == "rs" && !is_of_tests(&path) => vec![path],
        _ => Vec::new(),
    };
    entries.flat_map(of).collect()
}

fn is_of_tests(file: &Path) -> bool {
    let is_named = file.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"));
    is_named
        || [sources().join("tests"), sources().join("internals.rs")].iter().any(|left_out| file.starts_with(left_out))
}

/// The module of a file of [`all_files`]: no names for lib.rs and main.rs of the library, the name of the crate in front in a crate of its own.
pub fn module_of(file: &Path) -> Names {
    let file = file.strip_prefix(root()).expect("a file of this repository");
    let name = |name: &OsStr| name.to_string_lossy().trim_end_matches(".rs").to_owned();
    let of_crate = file.strip_prefix("crates").ok();
    let mut names: Names = of_crate.unwrap_or(file).iter().map(name).collect();
    // The place of the folder `src`.
    let folder = usize::from(of_crate.is_some());
    if folder > 0 {
        names[0] = format!("{OF_CRATES}{}", names[0]);
    }
    names.remove(folder);
    let is_of_folder = match names.last().map(String::as_str) {
        Some("mod") => true,
        Some("lib" | "main") => names.len() == folder + 1,
        _ => false,
    };
    names.truncate(names.len() - usize::from(is_of_folder));
    names
}

/// The names in the code of a module. A path without `crate::` or `super::` in front is one below the module, as those of
/// its own modules are; that of an external crate then leads nowhere.
#[derive(Default)]
pub struct Uses {
    module: Names,
    /// What `use` brings.
    pub imports: Vec<Import>,
    /// The paths outside of `use`, from the root of the crate.
    pub paths: BTreeSet<Names>,
    /// Single names outside of `use`, but for those of fields, methods and modules.
    pub words: BTreeSet<String>,
}

/// A name that `use` brings.
pub struct Import {
    /// The name in this module.
    pub name: String,
    /// The path from the root of the crate.
    pub path: Names,
    /// True if others get the name here: `pub use`, however far.
    pub is_passed_on: bool,
}

impl Uses {
    pub fn of_file(file: &Path) -> Self {
        Self::of(&fs::read_to_string(file).expect("a source file"), module_of(file))
    }

    pub fn of(text: &str, module: Names) -> Self {
        let mut uses = Self { module, ..Self::default() };
        uses.collect(text.parse().expect("Rust"));
        uses
    }

    /// All paths, from the root of the crate.
    pub fn all_paths(&self) -> impl Iterator<Item = &Names> {
        self.imports.iter().map(|import| &import.path).chain(&self.paths)
    }

    fn collect(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at..];
            at += match token {
                _ if is_test(rest) => length_of_item(rest),
                TokenTree::Ident(name) if name == "use" && !is_mark(rest.get(1), '<') => {
                    let length = length_of_item(rest);
                    self.import(&rest[1..length - 1], follows_pub(&tokens[..at]));
                    length
                }
                TokenTree::Ident(_) => self.path(&tokens, at),
                TokenTree::Group(group) => {
                    self.collect(group.stream());
                    1
                }
                _ => 1,
            };
        }
    }

    /// Adds the path or the single name at a place, and returns the number of its tokens.
    fn path(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let mut names = vec![tokens[at].to_string()];
        let mut length = 1;
        while is_separator(&tokens[at + length..])
            && let Some(TokenTree::Ident(name)) = tokens.get(at + length + 2)
        {
            names.push(name.to_string());
            length += 3;
        }
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let is_module = matches!(before, Some(TokenTree::Ident(word)) if word == "mod");
        if names.len() > 1 {
            self.paths.extend(self.absolute(&names));
        } else if !is_mark(before, '.') && !is_module {
            self.words.extend(names);
        }
        length
    }

    fn import(&mut self, tree: &[TokenTree], is_passed_on: bool) {
        for (path, renamed) in expanded(tree, &[]) {
            let (Some(name), Some(path)) = (renamed.or_else(|| path.last().cloned()), self.absolute(&path)) else {
                continue;
            };
            self.imports.push(Import { name, path, is_passed_on });
        }
    }

    /// The name of the crate, if it is not the library itself.
    fn of_crate(&self) -> &[String] {
        let is_other = self.module.first().is_some_and(|name| name.starts_with(OF_CRATES));
        &self.module[..usize::from(is_other)]
    }

    /// A path from the root of the library, or from the name of another crate; `None` if it leaves it.
    pub fn absolute(&self, path: &[String]) -> Option<Names> {
        let of_module = |up: usize, path: &[String]| {
            let above = &self.module[..self.module.len().checked_sub(up)?];
            Some([above, path].concat())
        };
        match path[0].as_str() {
            "crate" => Some([self.of_crate(), &path[1..]].concat()),
            "logpine" => Some(path[1..].to_vec()),
            name if name.starts_with(OF_CRATES) => Some(path.to_vec()),
            "self" => of_module(0, &path[1..]),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                of_module(up, &path[up..])
            }
            _ => of_module(0, path),
        }
    }
}

/// The paths of a tree `a::{b, c as d}`, with the new names of those that have one.
fn expanded(tree: &[TokenTree], above: &[String]) -> Vec<(Names, Option<String>)> {
    let mut all = Vec::new();
    for item in tree.split(|token| is_mark(Some(token), ',')) {
        let (mut path, mut renamed) = (above.to_vec(), None);
        let mut tokens = item.iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => {
                    all.extend(expanded(&group.stream().into_iter().collect::<Vec<_>>(), &path));
                    path.clear();
                }
                TokenTree::Ident(word) if word == "as" => renamed = tokens.next().map(ToString::to_string),
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(name) => path.push(name.to_string()),
                _ => {}
            }
        }
        if !path.is_empty() {
            all.push((path, renamed));
        }
    }
    all
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == mark)
}

fn is_separator(tokens: &[TokenTree]) -> bool {
    is_mark(tokens.first(), ':') && is_mark(tokens.get(1), ':')
}

/// True after `pub` or `pub(...)`.
fn follows_pub(before: &[TokenTree]) -> bool {
    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "pub");
    match before {
        [.., word, TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => is_pub(word),
        [.., word] => is_pub(word),
        [] => false,
    }
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

/// The number of tokens to the end of the item: a semicolon, or a group in braces that ends it.
fn length_of_item(tokens: &[TokenTree]) -> usize {
    let is_use = matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "use");
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Group(group) => !is_use && group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

/// The names that are read from the text of a file.
#[test]
fn names_are_read_from_code_alone() {
    let text = r#"
        //! crate::comment
        use crate::{a::B, c, d::{self, e as f}};
        pub(super) use super::super::g::H;
        use super::near;
        pub(crate) use own::{I, J};
        fn f() -> impl Iterator + use<> { println!("{}", crate::k::l()); "crate::text"; x.field; near::m(); N }
        #[cfg(test)]
        mod tests { use crate::test; }
        #[cfg(test)]
        use crate::also_test;
        const AFTER: u8 = logpine::o::P;
    "#;
    let uses = Uses::of(text, vec!["part".to_owned(), "file".to_owned()]);
    let imports: Vec<String> = uses
        .imports
        .iter()
        .map(|import| {
            let mark = if import.is_passed_on { " on" } else { "" };
            format!("{} = {}{mark}", import.name, import.path.join("::"))
        })
        .collect();
    assert_eq!(
        imports,
        [
            "B = a::B",
            "c = c",
            "d = d",
            "f = d::e",
            "H = g::H on",
            "near = part::near",
            "I = part::file::own::I on",
            "J = part::file::own::J on"
        ]
    );
    let paths: Vec<String> = uses.paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["k::l", "o::P", "part::file::near::m"]);
    assert!(uses.words.contains("N") && !uses.words.contains("field") && !uses.words.contains("near"));
}
