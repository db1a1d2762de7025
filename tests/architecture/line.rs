//! A declaration in one line, spaced as people write it, without its attributes and comments.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::Parser;

/// Marks of several characters; others join by chance alone, as `>>` of nested types.
const MARKS: [&str; 6] = ["::", "->", "=>", "..=", "...", ".."];

/// Words after which a parenthesis or an angle bracket begins a type.
const BEFORE_TYPES: [&str; 6] = ["as", "const", "dyn", "in", "mut", "where"];

/// The text of tokens.
pub fn line(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    let mut before = String::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let (word, length) = match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' && tokens.get(at + 1).is_some_and(is_in_brackets) => {
                at += 2;
                continue;
            }
            // How a function binds an argument is its own business.
            TokenTree::Ident(word) if word == "mut" && matches!(before.as_str(), "" | ",") => (String::new(), 1),
            TokenTree::Punct(mark) if mark.as_char() == ',' && is_last(&tokens[at + 1..]) => (String::new(), 1),
            TokenTree::Punct(mark) if mark.as_char() == '\'' => (format!("'{}", tokens[at + 1]), 2),
            TokenTree::Punct(_) => mark(&tokens[at..]),
            TokenTree::Group(group) => (in_delimiters(group.delimiter(), &group.stream(), &before), 1),
            TokenTree::Ident(_) | TokenTree::Literal(_) => (token.to_string(), 1),
        };
        if !text.is_empty() && !word.is_empty() && is_spaced(&before, &word) {
            text.push(' ');
        }
        at += length;
        if !word.is_empty() {
            text += &word;
            before = word;
        }
    }
    text
}

/// The text of a group of tokens. The only element of a tuple keeps its comma.
fn in_delimiters(delimiter: Delimiter, inner: &TokenStream, before: &str) -> String {
    let tokens: Vec<TokenTree> = inner.clone().into_iter().collect();
    let inner = line(&tokens);
    match delimiter {
        Delimiter::Parenthesis if is_single_with_comma(&tokens) && !takes_arguments(before) => format!("({inner},)"),
        Delimiter::Parenthesis => format!("({inner})"),
        Delimiter::Bracket => format!("[{inner}]"),
        Delimiter::Brace if inner.is_empty() => "{}".to_owned(),
        Delimiter::Brace => format!("{{ {inner} }}"),
        Delimiter::None => inner,
    }
}

/// A type and a comma.
fn is_single_with_comma(tokens: &[TokenTree]) -> bool {
    let alone = |input: syn::parse::ParseStream<'_>| {
        input.parse::<syn::Type>()?;
        input.parse::<syn::Token![,]>()
    };
    alone.parse2(tokens.iter().cloned().collect()).is_ok()
}

/// The mark at the front, and the number of its tokens.
fn mark(tokens: &[TokenTree]) -> (String, usize) {
    let is_mark = |mark: &&&str| {
        tokens.len() >= mark.len()
            && mark
                .chars()
                .zip(tokens)
                .all(|(letter, token)| matches!(token, TokenTree::Punct(found) if found.as_char() == letter))
    };
    match MARKS.iter().find(is_mark) {
        Some(mark) => ((*mark).to_owned(), mark.len()),
        None => (tokens[0].to_string(), 1),
    }
}

/// True of what follows the last element of a list.
fn is_last(rest: &[TokenTree]) -> bool {
    match rest.first() {
        None => true,
        Some(TokenTree::Punct(mark)) => mark.as_char() == '>',
        Some(_) => false,
    }
}

fn is_in_brackets(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

/// True if a blank separates two words or marks.
fn is_spaced(before: &str, after: &str) -> bool {
    let clings = matches!(before, "&" | "<" | "::" | "!" | "?" | "*" | "." | "..");
    let hangs = match after {
        "," | ";" | ":" | ">" | "." => true,
        "<" | "::" => is_name(before) || before == ">" || before == "::",
        "!" => is_name(before),
        _ => after.starts_with('(') && takes_arguments(before),
    };
    !clings && !hangs
}

/// True of a name of a function, a variant or a trait of functions, and of the end of its generic parameters.
fn takes_arguments(before: &str) -> bool {
    before == ">" || is_name(before)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && !BEFORE_TYPES.contains(&word)
}

/// Spaces, marks and lists as they are written in code, whatever the lines of the source.
#[test]
fn declarations_are_one_line_each() {
    let lines = [
        "fn parse(text: &str) -> Result<Self, SpecError>",
        "fn map<'a, T: Into<f64> + 'a>(&'a mut self, each: impl Fn(&T, (u8,)) -> Option<Vec<T>> + 'a) -> &'a [T; 3]",
        "const fn of(at: (u64, u32), to: &mut (u8, u8), by: &mut dyn FnMut(&[u8]) -> bool)",
        "trait Cost: Send + ?Sized where Self::Of: for<'a> From<&'a str>, <T as Iterator>::Item: Debug",
        "Alike { of: u8, by: crate::Time }",
        "Given(u8, Option<Box<dyn Error>>)",
        "Unit = 3",
        "type Report = crate::faults::Report<Vec<u8>, Kind>",
        "fn never(self) -> !",
        "fn pair(self) -> (u8, u8)",
    ];
    for written in lines {
        let tokens: Vec<TokenTree> = written.parse::<TokenStream>().expect("Rust").into_iter().collect();
        assert_eq!(line(&tokens), written);
    }
    let long = "#[must_use] fn f(\n  mut self,\n  /// A word.\n  mut a: u8,\n) -> Result<\n  (u8,),\n  E,\n>";
    let tokens: Vec<TokenTree> = long.parse::<TokenStream>().expect("Rust").into_iter().collect();
    assert_eq!(line(&tokens), "fn f(self, a: u8) -> Result<(u8,), E>");
}
