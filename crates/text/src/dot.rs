//! Graphviz's DOT language: quoted strings, and how every graph begins.

/// The font of all words.
const FONT: &str = "fontname=\"sans-serif\"";

/// The look of a graph, its nodes and its edges.
#[derive(Clone, Copy, Debug)]
pub enum Look<'a> {
    /// A tree of processes, below a quoted title if it has one.
    Tree(Option<&'a str>),
    /// A network.
    Network,
    /// A model of causes and their effects.
    Causes,
}

/// The head of a graph: `graph` or `digraph`, its name, quoted if it must be, and its look.
#[must_use]
pub fn head(kind: &str, name: &str, look: Look) -> String {
    let look = match look {
        Look::Tree(title) => {
            let title = title.map(|title| format!("  label={title};\n  labelloc=t;\n  {FONT};\n")).unwrap_or_default();
            format!("{title}  node [shape=box, style=rounded, {FONT}];\n  edge [arrowsize=0.6];\n")
        }
        Look::Network => "  node [shape=circle];\n".to_owned(),
        Look::Causes => format!("  node [shape=ellipse, {FONT}];\n  edge [{FONT}, fontsize=10];\n"),
    };
    format!("{kind} {name} {{\n{look}")
}

/// A text as a quoted string, in which a backslash begins an escape; control characters become blanks.
#[must_use]
pub fn quoted(text: &str) -> String {
    lines([text])
}

/// Lines below each other as a quoted string.
pub fn lines(lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let lines: Vec<String> = lines.into_iter().map(|line| escaped(line.as_ref())).collect();
    format!("\"{}\"", lines.join("\\n"))
}

fn escaped(text: &str) -> String {
    let plain: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    plain.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c d\"");
        assert_eq!(lines(["a", "\"b"]), "\"a\\n\\\"b\"");
    }
}
