//! Checks of XML tags before parsing: parsers compare every attribute of an element with every other, and copy the
//! namespaces of an element to its descendants.

use logpine_text::placed::{Found, PlacedError};

/// The maximum number of attributes of an element. `GraphML` has elements with six.
const MOST_ATTRIBUTES: usize = 64;

/// The maximum nesting of elements. `GraphML` has about seven levels, including those that editors add.
const DEEPEST: usize = 128;

/// The maximum number of namespaces declared by an element and its ancestors.
const MOST_NAMESPACES: usize = 64;

/// Constructs that begin with `<` but are not tags, with their ends.
const NO_TAGS: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];

/// Refuses elements with many attributes, deeply nested elements, and declarations in a document type, because a short text
/// can define entities that are long or full of tags. Text that is not XML is left to the parser.
///
/// **Complexity** O(bytes).
pub(crate) fn check_tags(text: &str) -> Result<(), PlacedError> {
    tags(text).map_err(|found| found.at(text))
}

/// The first fault of the tags.
fn tags(text: &str) -> Result<(), Found> {
    // For each open element, the number of namespaces declared by it and its ancestors.
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        let rest = &text[start..];
        if let Some((begin, end)) = NO_TAGS.iter().find(|(begin, _)| rest.starts_with(begin)) {
            let Some(length) = rest[begin.len()..].find(end) else { return Ok(()) };
            at = start + begin.len() + length + end.len();
        } else if rest.starts_with("</") {
            open.pop();
            at = start + 2;
        } else if rest.starts_with("<!") {
            let length = declaration(rest);
            at = start + length;
            if rest[..length].ends_with('[') {
                let what = "a document type with declarations of its own, such as entities; write what they stand for";
                return Err(Found::new(start..at, what));
            }
        } else {
            let tag = Tag::read(rest);
            at = start + tag.length;
            let namespaces = open.last().copied().unwrap_or_default() + tag.namespaces;
            let refused = |what: String| Found::new(start..at, what);
            if tag.attributes > MOST_ATTRIBUTES {
                return Err(refused(format!(
                    "an element with {} attributes, more than {MOST_ATTRIBUTES}; GraphML keeps values in <data> elements",
                    tag.attributes
                )));
            }
            if namespaces > MOST_NAMESPACES {
                return Err(refused(format!("more than {MOST_NAMESPACES} namespaces; declare each once, at the root")));
            }
            if !tag.is_empty {
                open.push(namespaces);
            }
            if open.len() > DEEPEST {
                return Err(refused(format!(
                    "more than {DEEPEST} elements within each other; end each before the next"
                )));
            }
        }
    }
    Ok(())
}

/// The length of a declaration, up to its end or to the declarations inside it. Quoted text is skipped.
fn declaration(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>' | b'[') => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A start tag.
struct Tag {
    /// The number of bytes, including `<`.
    length: usize,
    attributes: usize,
    namespaces: usize,
    /// True if the tag ends the element as well.
    is_empty: bool,
}

impl Tag {
    /// Reads the tag at the beginning of a text. Quoted text is skipped.
    fn read(text: &str) -> Self {
        let mut tag = Self { length: text.len(), attributes: 0, namespaces: 0, is_empty: false };
        let mut quote = None;
        let bytes = text.as_bytes();
        let mut name = 1;
        for (at, &byte) in bytes.iter().enumerate().skip(1) {
            match (quote, byte) {
                (Some(open), _) if open == byte => (quote, name) = (None, at + 1),
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => {
                    tag.attributes += 1;
                    tag.namespaces += usize::from(bytes[name..at].trim_ascii().starts_with(b"xmlns"));
                }
                (None, b'>') => {
                    tag.length = at + 1;
                    tag.is_empty = bytes[at - 1] == b'/';
                    break;
                }
                (None, byte) if byte.is_ascii_whitespace() => {
                    // After the name of the element.
                    if bytes[name..at].first().is_some_and(|first| !first.is_ascii_whitespace()) {
                        name = at;
                    }
                }
                (_, _) => {}
            }
        }
        tag
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::NetworkFormat;

    fn tag(text: &str) -> (usize, usize, usize, bool) {
        let Tag { length, attributes, namespaces, is_empty } = Tag::read(text);
        (length, attributes, namespaces, is_empty)
    }

    #[test]
    fn tags_are_read_with_their_quotes() {
        assert_eq!(tag("<a>b='c'"), (3, 0, 0, false));
        assert_eq!(tag("<a b='>' c = \"d='e'\"/>x"), (22, 2, 0, true));
        assert_eq!(tag("<a xmlns='n'  xmlns:x=\"m\" yxmlns='o' ><b"), (38, 3, 2, false));
        assert_eq!(tag("<a b='"), (6, 1, 0, false));
        assert_eq!(tag("<"), (1, 0, 0, false));
    }

    fn refused(text: &str) -> String {
        NetworkFormat::GraphMl.read(text, "g").expect_err("refused").to_string()
    }

    #[test]
    fn many_attributes_are_refused_before_they_are_compared() {
        let attributes = (0..100_000).map(|number| format!(" a{number}=''")).collect::<Vec<_>>().concat();
        let message = refused(&format!("<graphml>\n<graph{attributes}/></graphml>"));
        assert!(message.starts_with("line 2, column 1: an element with 100000 attributes, more than 64;"), "{message}");
        let behind = format!("<!DOCTYPE g SYSTEM '<!--'><graphml><graph{attributes}/></graphml>");
        assert!(refused(&behind).contains("100000 attributes"));
    }

    #[test]
    fn entities_are_refused_before_they_are_expanded() {
        let nodes = "<node/>".repeat(70_000);
        let (inner, many) = (format!("<!ENTITY e \"{nodes}\">"), "&e;".repeat(160_000));
        for text in [
            format!("<!DOCTYPE g [{inner}]><graphml><graph>{many}</graph></graphml>"),
            format!(
                "<?xml version='1.0'?>\n<!DOCTYPE g SYSTEM \"[>\" [{inner}]><graphml><graph>{many}</graph></graphml>"
            ),
            "<!DOCTYPE g [<!ENTITY c \"<!--\">]><graphml/>".to_owned(),
        ] {
            assert!(refused(&text).contains("a document type with declarations of its own"), "{}", refused(&text));
        }
        let plain = "<!DOCTYPE graphml SYSTEM 'graphml.dtd'><graphml><graph><node id='a'/><node id='b'/>\
                     <edge source='a' target='b'/></graph></graphml>";
        assert!(NetworkFormat::GraphMl.read(plain, "g").is_ok());
    }

    #[test]
    fn deep_elements_and_many_namespaces_are_refused() {
        assert!(refused(&"<a>".repeat(100_000)).contains("more than 128 elements within each other"));
        assert!(refused(&"<a xmlns:b='c'>".repeat(100_000)).contains("more than 64 namespaces"));
    }

    #[test]
    fn comments_and_what_is_no_tag_may_be_long() {
        let equals = "='' ".repeat(1_000);
        let text = format!(
            "<?xml version='1.0'?><!-- <a {equals}> --><graphml><graph><node id='a'><data><![CDATA[<a {equals}]]></data></node><node id='b'/><edge source='a' target='b'/></graph></graphml>"
        );
        assert!(NetworkFormat::GraphMl.read(&text, "g").is_ok());
    }
}
