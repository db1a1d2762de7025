//! Pieces of code with their tokens, and the parts of them that declare something.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Token, Visibility};

/// A piece of code, and its tokens after its attributes and visibility.
pub struct Piece<T> {
    pub read: T,
    pub tokens: Vec<TokenTree>,
}

/// Pieces of one kind, with or without commas between them.
pub fn pieces<T>(text: TokenStream, read: fn(ParseStream<'_>) -> syn::Result<T>) -> syn::Result<Vec<Piece<T>>> {
    let all = |input: ParseStream<'_>| {
        input.call(Attribute::parse_inner)?;
        let mut pieces = Vec::new();
        while !input.is_empty() {
            let ahead = input.fork();
            ahead.call(Attribute::parse_outer)?;
            ahead.parse::<Visibility>()?;
            let mut at = ahead.cursor();
            let read = read(input)?;
            let mut tokens = Vec::new();
            while at != input.cursor()
                && let Some((token, next)) = at.token_tree()
            {
                tokens.push(token);
                at = next;
            }
            input.parse::<Option<Token![,]>>()?;
            pieces.push(Piece { read, tokens });
        }
        Ok(pieces)
    };
    all.parse2(text)
}

/// The tokens before the body, or the semicolon.
pub fn head(tokens: &[TokenTree], before: Delimiter) -> &[TokenTree] {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == before,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    &tokens[..tokens.iter().position(ends).unwrap_or(tokens.len())]
}

/// The tokens before the `=` of a value, which is in no angle brackets; those before the semicolon if there is none.
pub fn before_value(tokens: &[TokenTree]) -> &[TokenTree] {
    let (mut depth, mut before) = (0_u32, ' ');
    let mut ends = |token: &TokenTree| {
        let mark = if let TokenTree::Punct(mark) = token { mark.as_char() } else { ' ' };
        match mark {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = mark;
        depth == 0 && matches!(mark, '=' | ';')
    };
    &tokens[..tokens.iter().position(&mut ends).unwrap_or(tokens.len())]
}

/// What is in the first such delimiters.
pub fn body(tokens: &[TokenTree], delimiter: Delimiter) -> TokenStream {
    let inner = |token: &TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    };
    tokens.iter().find_map(inner).unwrap_or_default()
}

/// The code without `$( ... ),*` and the like.
pub fn without_repetitions(text: TokenStream) -> TokenStream {
    let is_mark =
        |token: &TokenTree, marks: &str| matches!(token, TokenTree::Punct(mark) if marks.contains(mark.as_char()));
    let mut tokens = text.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(_) if is_mark(&token, "$") && matches!(tokens.peek(), Some(TokenTree::Group(_))) => {
                while tokens.next().is_some_and(|token| !is_mark(&token, "*+?")) {}
            }
            TokenTree::Group(group) => {
                kept.push(Group::new(group.delimiter(), without_repetitions(group.stream())).into());
            }
            other => kept.push(other),
        }
    }
    kept.into_iter().collect()
}
