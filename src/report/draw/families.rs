//! The style of a family in pictures: a letter and a colour.

use crate::collective::place_among_ranks;

/// Letter and colour of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// A letter, capitals first.
    pub letter: char,
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// The nearest of a terminal's 256 colours, about.
    pub terminal: u8,
}

const fn style(letter: char, colour: [u8; 3], terminal: u8) -> Style {
    Style { letter, colour, terminal }
}

/// The styles by family: the first letter of the family that is best known by it; Y is the fork of the binary tree, Q a circle.
const STYLES: [(&str, Style); 25] = [
    ("linear", style('L', [121, 112, 110], 243)),
    ("chain", style('C', [0, 140, 140], 30)),
    ("binary", style('Y', [154, 99, 36], 94)),
    ("k-ary", style('K', [70, 165, 60], 71)),
    ("binomial", style('B', [242, 130, 40], 208)),
    ("k-nomial", style('M', [228, 192, 30], 178)),
    ("logp-optimal", style('O', [170, 100, 215], 134)),
    ("fibonacci", style('F', [232, 90, 200], 170)),
    ("two-tree", style('T', [120, 128, 20], 100)),
    ("scatter-allgather", style('S', [214, 45, 60], 161)),
    ("n-block", style('N', [50, 105, 215], 62)),
    ("nomial", style('I', [255, 150, 150], 210)),
    ("ring", style('R', [60, 200, 210], 80)),
    ("neighbour-exchange", style('X', [200, 120, 90], 173)),
    ("recursive-doubling", style('D', [110, 170, 240], 75)),
    ("recursive-halving", style('H', [150, 190, 80], 107)),
    ("bruck", style('U', [240, 165, 75], 215)),
    ("pairwise", style('P', [160, 110, 210], 98)),
    ("circulant", style('Q', [70, 150, 190], 67)),
    ("rabenseifner", style('A', [225, 100, 60], 167)),
    ("dissemination", style('W', [90, 200, 150], 78)),
    ("gather-then-bcast", style('G', [205, 205, 90], 185)),
    ("reduce-then-bcast", style('J', [130, 95, 60], 95)),
    ("reduce-then-scatter", style('V', [80, 120, 60], 65)),
    ("reduce-scatter-gather", style('E', [190, 70, 130], 132)),
];

impl Style {
    /// The style of a family. A family without a style of its own is grey, with the last digit of its place in the list of
    /// families.
    pub fn of(family: &str) -> Self {
        let own = STYLES.iter().find(|(name, _)| *name == family);
        own.map_or_else(|| Self::by_place(family), |&(_, style)| style)
    }

    fn by_place(family: &str) -> Self {
        let place = place_among_ranks(family).unwrap_or(0);
        let digit = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'][place % 10];
        style(digit, [170, 170, 170], 250)
    }

    /// The colour mixed with white: this percentage of it.
    pub fn tint(self, percent: u16) -> [u8; 3] {
        self.colour.map(|part| {
            let lack = (255 - u16::from(part)) * percent.min(100) / 100;
            u8::try_from(255 - lack).unwrap_or(255)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::{AlgorithmFamily, families};
    use crate::request::MpiCollective;

    #[test]
    fn every_family_has_a_letter_and_colours_of_its_own() {
        for family in MpiCollective::ALL.into_iter().flat_map(families).map(AlgorithmFamily::name) {
            assert!(STYLES.iter().any(|(name, _)| *name == family), "{family}");
        }
        for (index, (name, style)) in STYLES.iter().enumerate() {
            let alike = |(_, other): &(&str, Style)| {
                other.letter == style.letter || other.colour == style.colour || other.terminal == style.terminal
            };
            assert!(style.letter.is_ascii_alphabetic() && !STYLES[..index].iter().any(alike), "{name}");
        }
    }

    /// Families that compete for a cell.
    #[test]
    fn colours_of_a_map_are_not_alike() {
        for collective in MpiCollective::ALL {
            let styles: Vec<Style> = families(collective).iter().map(|family| Style::of(family.name())).collect();
            for (index, one) in styles.iter().enumerate() {
                for other in &styles[..index] {
                    let parts = one.colour.iter().zip(other.colour);
                    let apart: u32 = parts.map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum();
                    assert!(apart >= 45 * 45 || one.letter == other.letter, "{} {}: {apart}", one.letter, other.letter);
                }
            }
        }
    }

    #[test]
    fn a_tint_goes_from_white_to_the_colour() {
        let style = Style::of("n-block");
        assert_eq!((style.tint(0), style.tint(100)), ([255; 3], style.colour));
        assert_eq!(style.tint(50), [153, 180, 235]);
    }
}
