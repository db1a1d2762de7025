//! The lines of `mca-params.conf` (`name = value`) and of files for `mpirun --tune` (`--mca name value`).

use std::ops::Range;

/// The notation of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `name = value`; the value goes to the end of the line.
    Equals,
    /// `--mca name value`.
    Option,
    /// A variable of a shell.
    Variable,
}

/// A setting with its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    /// The form.
    pub form: Form,
    /// The name.
    pub name: &'a str,
    /// The bytes of the name.
    pub name_span: Range<usize>,
    /// The value; empty without one.
    pub value: &'a str,
    /// The bytes of the value.
    pub value_span: Range<usize>,
}

/// Settings, and what is none, in the order of the file.
#[derive(Debug, Default)]
pub struct Lines<'a> {
    /// The settings.
    pub settings: Vec<Setting<'a>>,
    /// Other text.
    pub others: Vec<Range<usize>>,
}

/// Reads all lines; comments begin with `#` or `//`.
pub fn lines(text: &str) -> Lines<'_> {
    let mut lines = Lines::default();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches('\u{feff}');
        let trimmed = bare.trim_start();
        let start = offset + (line.len() - trimmed.len());
        offset += line.len();
        let trimmed = trimmed.trim_end();
        if trimmed.is_empty() || trimmed.starts_with('#') || trimmed.starts_with("//") {
            continue;
        }
        if trimmed.starts_with('-') {
            options(trimmed, start, &mut lines);
        } else if let Some(setting) = equals(trimmed, start) {
            lines.settings.push(setting);
        } else {
            lines.others.push(start..start + trimmed.len());
        }
    }
    lines
}

/// A line `name = value` that begins at an offset.
fn equals(line: &str, start: usize) -> Option<Setting<'_>> {
    let (left, right) = line.split_once('=')?;
    let (name, value) = (left.trim_end(), right.trim_start());
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let from = start + line.len() - value.len();
    let spans = (start..start + name.len(), from..from + value.len());
    Some(Setting { form: Form::Equals, name, name_span: spans.0, value, value_span: spans.1 })
}

/// A line of options that begins at an offset.
fn options<'a>(line: &'a str, start: usize, lines: &mut Lines<'a>) {
    let mut words = words(line, start).into_iter().peekable();
    while let Some((word, span)) = words.next() {
        match word {
            "-mca" | "--mca" | "-gmca" | "--gmca" | "--omca" | "-omca" => {
                let Some((name, name_span)) = words.next_if(|(word, _)| !word.starts_with('-')) else {
                    lines.others.push(span);
                    continue;
                };
                let end = name_span.end..name_span.end;
                let (value, value_span) = words.next_if(|(word, _)| !word.starts_with("--")).unwrap_or(("", end));
                let is_quoted = value.len() > 1 && (value.starts_with('"') || value.starts_with('\''));
                let (value, value_span) = match value.get(1..value.len().saturating_sub(1)).filter(|_| is_quoted) {
                    Some(inside) => (inside, value_span.start + 1..value_span.end - 1),
                    None => (value, value_span),
                };
                lines.settings.push(Setting { form: Form::Option, name, name_span, value, value_span });
            }
            // Variables for all processes, with their value.
            "-x" => {
                words.next();
            }
            comment if comment.starts_with('#') => return,
            _ => lines.others.push(span),
        }
    }
}

/// The words of a line with their places.
fn words(line: &str, start: usize) -> Vec<(&str, Range<usize>)> {
    let mut at = start;
    let mut words = Vec::new();
    for word in line.split([' ', '\t']) {
        if !word.is_empty() {
            words.push((word, at..at + word.len()));
        }
        at += word.len() + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_their_places() {
        let text = "# x\n a.b =  c d # e \n--mca n v -mca m 'w' -x A=1 --other\n-mca\nword\n// y\nz =\n";
        let lines = lines(text);
        let found: Vec<_> = lines.settings.iter().map(|setting| (setting.name, setting.value)).collect();
        assert_eq!(found, [("a.b", "c d # e"), ("n", "v"), ("m", "w"), ("z", "")]);
        for setting in &lines.settings {
            assert_eq!(
                (&text[setting.name_span.clone()], &text[setting.value_span.clone()]),
                (setting.name, setting.value)
            );
        }
        let others: Vec<_> = lines.others.iter().map(|span| &text[span.clone()]).collect();
        assert_eq!(others, ["--other", "-mca", "word"]);
    }
}
