//! The style of a family in pictures: a letter and a colour.
//!
//! The letter is the first one of the family that is best known by it; Y is the fork of the binary tree, Q a circle. Colours of families
//! that compete are as far apart as a search could put them, for readers of all kinds of colour vision.

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

impl Style {
    /// Grey, for what no family of the catalogue has made.
    pub const UNKNOWN: Self = Self { letter: '0', colour: [170, 170, 170], terminal: 250 };

    /// The colour mixed with white: this percentage of it.
    #[must_use]
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
    use crate::collective::{AlgorithmFamily, families, style};
    use logpine_models::job::MpiCollective;

    #[test]
    fn every_family_has_a_letter_and_colours_of_its_own() {
        let styles: Vec<(&str, Style)> = MpiCollective::ALL
            .into_iter()
            .flat_map(families)
            .filter_map(|family| Some((family.name(), family.style?)))
            .collect();
        for family in MpiCollective::ALL.into_iter().flat_map(families).map(AlgorithmFamily::name) {
            assert_eq!(styles.iter().filter(|(name, _)| *name == family).count(), 1, "{family}");
        }
        for (index, (name, style)) in styles.iter().enumerate() {
            let alike = |(_, other): &(&str, Style)| {
                other.letter == style.letter || other.colour == style.colour || other.terminal == style.terminal
            };
            assert!(style.letter.is_ascii_alphabetic() && !styles[..index].iter().any(alike), "{name}");
        }
    }

    /// Families that compete for a cell, in full and with all strengths of their colours, for readers who see all colours, no red, and no green (matrices of Machado, Oliveira
    /// and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009).
    #[test]
    fn colours_of_a_map_are_not_alike() {
        // Those of the cells of a map.
        const STRENGTHS: [u16; 4] = [50, 67, 83, 100];
        const SIGHTS: [[[f64; 3]; 3]; 3] = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        ];
        for collective in MpiCollective::ALL {
            let styles: Vec<Style> = families(collective).iter().map(|family| style(family.name())).collect();
            for (index, one) in styles.iter().enumerate() {
                for other in styles[..index].iter().filter(|other| other.letter != one.letter) {
                    let apart = |[one, other]: [[u8; 3]; 2]| {
                        SIGHTS.map(|sight| {
                            let [one, other] = [one, other].map(|colour| lab(colour, &sight));
                            one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
                        })
                    };
                    let full = apart([one.colour, other.colour]);
                    let least = full.into_iter().fold(f64::INFINITY, f64::min);
                    assert!(least >= 19.0 && full[0] >= 29.5, "{} {}: {full:?}", one.letter, other.letter);
                    for [strength, other_strength] in STRENGTHS.iter().flat_map(|&a| STRENGTHS.map(|b| [a, b])) {
                        let [all, no_red, no_green] = apart([one.tint(strength), other.tint(other_strength)]);
                        let are_apart = all >= 13.0 && no_red.min(no_green) >= 5.5;
                        let (one, other) = (one.letter, other.letter);
                        assert!(are_apart, "{one} {strength}, {other} {other_strength}: {all} {no_red} {no_green}");
                    }
                }
            }
        }
    }

    /// A colour as it is seen, in CIE L*a*b*.
    fn lab(colour: [u8; 3], sight: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let seen = sight.map(|row| row.iter().zip(light).map(|(one, other)| one * other).sum::<f64>().clamp(0.0, 1.0));
        let [red, green, blue] = seen;
        let [x, y, z] = [
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        ]
        .map(|part| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}
