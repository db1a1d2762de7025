//! Text for SVG.

/// Escapes text for XML; characters that XML does not allow become U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Shortens a text to at most `most` characters: an ellipsis replaces its middle.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= most {
        return text.to_owned();
    }
    let (start, end) = (most / 2, characters.len() - (most - 1 - most / 2));
    characters[..start].iter().chain(&['\u{2026}']).chain(&characters[end..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_escaped() {
        assert_eq!(escaped("a<b>&\"c\"'\u{1b}\u{0}\n"), "a&lt;b&gt;&amp;&quot;c&quot;&apos;\u{fffd}\u{fffd}\n");
    }
}
