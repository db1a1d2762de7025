//! Lines `name = value` below `[sections]`, as `ucc.conf` has them.

use super::{Notation, Setting};
use logpine_text::excerpt::short;
use logpine_text::fault::Faults;

/// True for a text with a section, or with blanks around an equals sign, that exports nothing.
pub fn has_sections(text: &str) -> bool {
    let lines = || text.lines().map(str::trim_start);
    let is_of_shell = lines().any(|line| line.starts_with("export "));
    !is_of_shell && lines().any(|line| line.starts_with('[') || line.contains(" = ") && !line.starts_with(['#', ';']))
}

/// The settings of each section; the first are those above all sections. Comments begin with `#` or `;`.
pub fn sections(text: &str, flaws: &mut Faults<'_>) -> Vec<Vec<Setting>> {
    let mut all = vec![Vec::new()];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches('\u{feff}').trim_start();
        let start = offset + (line.len() - bare.len());
        offset += line.len();
        let bare = bare.split(" ;").next().unwrap_or_default().trim_end();
        if bare.is_empty() || bare.starts_with(['#', ';']) {
            continue;
        }
        if bare.starts_with('[') && bare.ends_with(']') {
            all.push(Vec::new());
            continue;
        }
        let Some((left, right)) = bare.split_once('=').filter(|(name, _)| !name.trim_end().contains(' ')) else {
            let message = format!("{} is neither a section nor a setting", short(bare));
            let hint = "write `[conditions]`, or `NAME = value`";
            flaws.error(start..start + bare.len(), "not-a-setting", message, hint);
            continue;
        };
        let (name, value) = (left.trim_end(), right.trim_start());
        let value = (value, start + bare.len() - value.len());
        if let Some(section) = all.last_mut() {
            section.push(Setting::plain(Notation::Equals, (name, start + name.len()), value));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::fault::Fault;

    #[test]
    fn sections_have_their_settings() {
        let text = "A = 1 ; one\n# x\n[a=1 b=2]\nB=x#y\n; z\n[c]\nno\n";
        assert!(has_sections(text) && !has_sections("A=1\nB='x = y'\nexport C = 2\n"));
        let mut flaws = Faults::new(text.as_bytes());
        let found = sections(text, &mut flaws);
        let pairs: Vec<Vec<_>> = found.iter().map(|of| of.iter().map(|of| (&*of.name, &*of.value)).collect()).collect();
        assert_eq!(pairs, [vec![("A", "1")], vec![("B", "x#y")], vec![]]);
        assert_eq!(&text[found[1][0].span.clone()], "x#y");
        assert_eq!(flaws.listed().iter().map(Fault::code).collect::<Vec<_>>(), ["not-a-setting"]);
    }
}
