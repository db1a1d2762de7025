//! Text in XML, for pictures in SVG and networks in GraphML; and which document a text is.

/// Escapes text; characters that XML does not allow become U+FFFD.
#[must_use]
pub fn escaped(text: &str) -> String {
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

/// The name of the root element without its prefix, behind declarations, comments and document types; `None` if the text is no XML.
#[must_use]
pub fn root(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("<!--") {
            comment.split_once("-->")?.1
        } else if let Some(instruction) = rest.strip_prefix("<?") {
            instruction.split_once("?>")?.1
        } else if let Some(declaration) = rest.strip_prefix("<!") {
            // A document type may have declarations of its own in brackets.
            let end = declaration.find('>')?;
            let has_own = declaration[..end].contains('[');
            if has_own { declaration.split_once(']')?.1.split_once('>')?.1 } else { &declaration[end + 1..] }
        } else {
            break;
        };
        rest = after.trim_start();
    }
    let tag = rest.strip_prefix('<')?;
    let name = tag.split(|letter: char| letter.is_whitespace() || letter == '>' || letter == '/').next()?;
    let name = name.rsplit_once(':').map_or(name, |(_, name)| name);
    Some(name).filter(|name| name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_found_behind_all_that_may_precede_it() {
        for (text, name) in [
            ("<system version='1'>", Some("system")),
            ("\u{feff}<?xml version='1.0'?><system>", Some("system")),
            ("<?xml?>\n\n  <!-- <a> -->\n<!DOCTYPE system>\n<x:graphml/>", Some("graphml")),
            ("<!DOCTYPE g [<!ENTITY e \"x\">]><g/>", Some("g")),
            ("<!-- without an end <system>", None),
            ("< 5", None),
            ("a < b", None),
            ("", None),
        ] {
            assert_eq!(root(text), name, "{text}");
        }
    }

    #[test]
    fn xml_is_escaped() {
        assert_eq!(escaped("a<b>&\"c\"'\u{1b}\u{0}\n"), "a&lt;b&gt;&amp;&quot;c&quot;&apos;\u{fffd}\u{fffd}\n");
    }
}
