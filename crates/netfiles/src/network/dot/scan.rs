//! Scanner of DOT tokens.

use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use std::borrow::Cow;
use std::ops::Range;

/// A word or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, a number, or text in quotes or between `<` and `>`.
    Id(Cow<'a, str>),
    /// A keyword in lower case: `strict`, `graph`, `digraph`, `subgraph`, `node` or `edge`, in any letter case in the file.
    Keyword(&'static str),
    /// One of `{`, `}`, `[`, `]`, `;`, `,`, `=`, `:`, `+`, `--`, `->`.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token and its span.
#[derive(Clone, Debug)]
pub(super) struct Placed<'a> {
    pub token: Token<'a>,
    pub span: Range<usize>,
}

const KEYWORDS: [&str; 6] = ["strict", "graph", "digraph", "subgraph", "node", "edge"];
const SIGNS: [&str; 11] = ["--", "->", "{", "}", "[", "]", ";", ",", "=", ":", "+"];

/// Splits a text into tokens, the last of which is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Found> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blanks(text, at)?;
        let rest = &text[at..];
        if rest.is_empty() {
            tokens.push(Placed { token: Token::End, span: at..at });
            return Ok(tokens);
        }
        let (token, length) = match rest.as_bytes()[0] {
            b'"' => quoted(rest, at)?,
            b'<' => html(rest, at)?,
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => word(rest, at)?,
            },
        };
        tokens.push(Placed { token, span: at..at + length });
        at += length;
    }
}

/// The offset after blanks, comments, and lines that begin with `#`.
fn skip_blanks(text: &str, mut at: usize) -> Result<usize, Found> {
    loop {
        let rest =
            text[at..].trim_start_matches(|character: char| character.is_whitespace() || character == '\u{feff}');
        at = text.len() - rest.len();
        let line_starts = at == 0 || text[..at].ends_with('\n');
        if rest.starts_with("//") || (line_starts && rest.starts_with('#')) {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").ok_or_else(|| unended(at, "a comment", "`*/`"))?;
            at += end + 4;
        } else {
            return Ok(at);
        }
    }
}

fn unended(at: usize, what: &str, end: &str) -> Found {
    Found::new(at..at + 1, format_args!("{what} begins here and never ends; add {end}"))
}

/// Reads a quoted text: `\"` is a quote, `\n`, `\l` and `\r` end a line, and a backslash at the end of a line continues the
/// line.
fn quoted(rest: &str, at: usize) -> Result<(Token<'_>, usize), Found> {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((index, character)) = characters.next() {
        match (character, characters.peek()) {
            ('"', _) => return Ok((Token::Id(Cow::Owned(text)), index + 1)),
            ('\\', Some((_, '\n'))) => _ = characters.next(),
            ('\\', Some((_, '"'))) => {
                characters.next();
                text.push('"');
            }
            ('\\', Some((_, 'n' | 'l' | 'r'))) => {
                characters.next();
                text.push('\n');
            }
            // A backslash that stands for itself does not escape a quote after it.
            ('\\', Some((_, '\\'))) => {
                characters.next();
                text.push('\\');
            }
            _ => text.push(character),
        }
    }
    Err(unended(at, "a text in quotes", "a quote"))
}

/// Reads a text between `<` and its matching `>`.
fn html(rest: &str, at: usize) -> Result<(Token<'_>, usize), Found> {
    let mut depth = 0usize;
    for (index, byte) in rest.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Ok((Token::Id(Cow::Borrowed(&rest[1..index])), index + 1)),
            b'>' => depth -= 1,
            _ => {}
        }
    }
    Err(unended(at, "a text in angle brackets", "`>`"))
}

/// Reads a name or a number.
fn word(rest: &str, at: usize) -> Result<(Token<'_>, usize), Found> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    let sign = usize::from(rest.starts_with('-'));
    let length = sign + rest[sign..].find(|character| !is_part(character)).unwrap_or(rest.len() - sign);
    if length == sign {
        let character: String = rest.chars().take(1).collect();
        let found = format!("`{}`", short(&character));
        let expected = "a name, a number, a text in quotes, or one of { } [ ] ; , = : -- ->";
        return Err(Found::unexpected(at..at + character.len(), expected, &found));
    }
    let text = &rest[..length];
    let keyword = KEYWORDS.into_iter().find(|keyword| text.eq_ignore_ascii_case(keyword));
    Ok((keyword.map_or(Token::Id(Cow::Borrowed(text)), Token::Keyword), length))
}
