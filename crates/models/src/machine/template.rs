//! Profiles to begin with: every section with what it charges in a line, numbers to replace, and its further keys as comments.

use super::Machine;
use super::built_in::BUILT_IN;

/// All sections but `[bgp]`, divided by blank lines; the first block is the head of a profile.
const BLOCKS: &str = include_str!("template.toml");

/// The block of a section, which may have several tables.
fn block(section: &str) -> Option<&'static str> {
    if section == "bgp" {
        let whole = BUILT_IN.iter().find(|built_in| built_in.name == "bgp")?.text;
        return whole.find("[bgp]").map(|at| &whole[at..]);
    }
    let is_header =
        |line: &str| line.trim_matches(['[', ']']).split('.').next() == Some(section) && line.starts_with('[');
    BLOCKS.split("\n\n").find(|block| block.lines().any(is_header))
}

impl Machine {
    /// A profile with these sections, which loads as it is. Sections of channels come with the hosts that they need. `None` if one of the
    /// sections is unknown.
    #[must_use]
    pub fn template(sections: &[&str]) -> Option<String> {
        let of_channels = |section: &&str| ["tau_lop", "loggph"].contains(section);
        let hosts = sections.iter().any(of_channels).then_some("platform");
        let mut blocks: Vec<&str> = BLOCKS.split("\n\n").take(1).collect();
        for section in sections.iter().copied().chain(hosts) {
            let block = block(section)?;
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
        Some(blocks.iter().map(|block| format!("{}\n", block.trim_end())).collect::<Vec<_>>().join("\n"))
    }

    /// What a section charges, in a sentence.
    #[must_use]
    pub fn charge(section: &str) -> Option<String> {
        let mut lines = block(section)?.lines().map_while(|line| line.strip_prefix("# "));
        let mut charge = lines.next()?.to_owned();
        while !charge.ends_with('.') {
            charge = format!("{charge} {}", lines.next()?);
        }
        Some(charge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_has_a_template_that_loads() {
        for section in Machine::SECTIONS {
            let text = Machine::template(&[section]).expect(section);
            let machine = Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(machine.sections().contains(section), "{text}");
        }
        let all = Machine::template(Machine::SECTIONS).expect("all sections");
        assert_eq!(
            Machine::from_toml(&all, "m.toml").map(|machine| machine.sections()).expect(&all),
            Machine::SECTIONS
        );
        assert_eq!(Machine::template(&["tan", "tann"]), None);
    }

    /// The sums that the comments of `[tan]` and `[overlay]` give: 5 us, and 20 us a child.
    #[test]
    fn tan_and_overlay_charge_what_their_comments_say() {
        use crate::model::{LevelCost, Overlay, Tan};
        use logpine_text::units::Time;
        let of = |text: &str| Machine::load(text).expect(text);
        let level = |cost: &dyn LevelCost| cost.level(8).map(Time::ticks);
        let tan = Tan::reduction(&of("tan:latency=5us,overhead=20us*x")).expect("a model");
        let overlay = Overlay::new(&of("overlay:latency=5us,child=20us"), 0).expect("a model");
        assert_eq!([level(&tan), level(&overlay)], [Some(185_000_000), Some(165_000_000)]);
        assert!(Machine::charge("tan").is_some_and(|words| words.contains("o(x + 1)")));
    }
}
