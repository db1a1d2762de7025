//! Quoted strings of TOML.

use std::fmt::Write as _;

/// A text as a basic string of TOML, which a reader turns back into the same text.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            // A byte order mark would not be visible.
            _ if character.is_control() || character == '\u{feff}' => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use proptest::prelude::*;
    use toml::de::DeTable;

    fn read(text: &str) -> Option<String> {
        let document = format!("key = {}\n", quoted(text));
        let table = DeTable::parse(&document).ok()?;
        table.get_ref().get("key")?.get_ref().as_str().map(str::to_owned)
    }

    #[test]
    fn control_characters_are_told_apart() {
        for code in (0..0xa0).chain([0xfeff, 0xfffd, 0x2028]) {
            let text = format!("a{}b", char::from_u32(code).expect("a character"));
            assert_eq!(read(&text), Some(text), "{code:x}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_back(text: String) {
            prop_assert_eq!(read(&text), Some(text));
        }
    }
}
