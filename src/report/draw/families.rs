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

/// The styles by family.
const STYLES: [(&str, Style); 25] = [
    ("linear", style('L', [121, 112, 110], 245)),
    ("chain", style('C', [73, 152, 148], 66)),
    ("binary", style('B', [134, 188, 182], 115)),
    ("k-ary", style('K', [89, 161, 79], 71)),
    ("binomial", style('I', [242, 142, 43], 208)),
    ("k-nomial", style('M', [225, 185, 40], 221)),
    ("logp-optimal", style('O', [176, 122, 161], 176)),
    ("fibonacci", style('F', [255, 140, 160], 217)),
    ("two-tree", style('T', [156, 117, 95], 137)),
    ("scatter-allgather", style('S', [225, 87, 89], 203)),
    ("n-block", style('N', [78, 121, 167], 75)),
    ("nomial", style('X', [211, 114, 149], 168)),
    ("ring", style('R', [140, 209, 125], 114)),
    ("neighbour-exchange", style('Y', [222, 165, 214], 182)),
    ("recursive-doubling", style('D', [160, 203, 232], 117)),
    ("recursive-halving", style('H', [182, 153, 45], 136)),
    ("bruck", style('U', [255, 190, 125], 216)),
    ("pairwise", style('P', [157, 118, 200], 140)),
    ("circulant", style('Z', [72, 160, 200], 74)),
    ("rabenseifner", style('A', [230, 130, 110], 209)),
    ("dissemination", style('W', [100, 190, 170], 79)),
    ("gather-then-bcast", style('G', [200, 200, 110], 185)),
    ("reduce-then-bcast", style('Q', [170, 140, 110], 138)),
    ("reduce-then-scatter", style('J', [120, 150, 90], 107)),
    ("reduce-scatter-gather", style('E', [190, 90, 120], 132)),
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
    use crate::collective::{Family, families};
    use crate::request::MpiCollective;

    #[test]
    fn every_family_has_a_letter_and_colours_of_its_own() {
        for family in MpiCollective::ALL.into_iter().flat_map(families).map(Family::name) {
            assert!(STYLES.iter().any(|(name, _)| *name == family), "{family}");
        }
        for (index, (name, style)) in STYLES.iter().enumerate() {
            let alike = |(_, other): &(&str, Style)| {
                other.letter == style.letter || other.colour == style.colour || other.terminal == style.terminal
            };
            assert!(style.letter.is_ascii_alphabetic() && !STYLES[..index].iter().any(alike), "{name}");
        }
    }

    #[test]
    fn a_tint_goes_from_white_to_the_colour() {
        let style = Style::of("n-block");
        assert_eq!((style.tint(0), style.tint(100)), ([255; 3], style.colour));
        assert_eq!(style.tint(50), [167, 188, 211]);
    }
}
