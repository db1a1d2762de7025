//! Quoted strings of Graphviz's DOT language.

/// A text as a quoted string, in which a backslash begins an escape; control characters become blanks.
pub(crate) fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c d\"");
    }
}
