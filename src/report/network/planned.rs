//! A drawing of a network with the loads of its links by a schedule.

use super::painted::Painted;
use super::svg::painted;
use crate::network::{LinkKind, Network, Topology};
use crate::report::draw::legend::SIGN;
use crate::report::draw::palette::{EMPTY, FAINT, hex};

/// The use of the links of a network by a schedule, both directions of a link together.
#[derive(Clone, Debug)]
pub(in crate::report) struct Use {
    /// The first step in which each link is used, from 1 on; `None` if it never is. Empty for streams.
    pub first_steps: Vec<Option<u32>>,
    /// The share of its capacity that each link uses, in the direction that is used more.
    pub loads: Vec<f64>,
    /// The number of steps.
    pub steps: u32,
}

/// Colours from the first step to the last: dark violet to yellow, after viridis, whose lightness rises evenly.
const SCALE: [[u8; 3]; 6] =
    [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [223, 201, 24]];

/// The widths of a link that is hardly used, and of one that is full.
const WIDTHS: (f64, f64) = (1.5, 6.0);

/// The network with links coloured by the step in which they are first used, or without steps by their load; the width of a link is
/// its load. Links that are never used are faint.
#[must_use]
pub(in crate::report) fn planned(
    network: &Network,
    topology: Option<&Topology>,
    (title, facts): (&str, String),
    of: &Use,
) -> String {
    let in_steps = !of.first_steps.is_empty();
    let latest = of.first_steps.iter().flatten().copied().max().unwrap_or(1);
    let link = |index: usize| {
        let load = of.loads[index].clamp(0.0, 1.0);
        let place = match of.first_steps.get(index) {
            Some(first) => first.map(|first| f64::from(first - 1) / f64::from(latest.max(2) - 1)),
            None => (load > 0.0).then_some(load),
        };
        let width = WIDTHS.0 + load * (WIDTHS.1 - WIDTHS.0);
        place.map_or((EMPTY.to_owned(), WIDTHS.0), |place| (colour(place), width))
    };
    let links: Vec<(String, f64)> = (0..network.links().len()).map(link).collect();
    let has_unused = links.iter().any(|(colour, _)| colour == EMPTY);
    let line = |colour: &str, width: f64| {
        format!("<path d=\"M0 7H{}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>", SIGN.0)
    };
    let mut legend = match (in_steps, latest) {
        (false, _) => vec![(bar(), "load, from nothing to its capacity".to_owned())],
        (true, 1) => vec![(line(&colour(0.0), WIDTHS.1), "first used in step 1".to_owned())],
        (true, latest) => vec![(bar(), format!("first used in steps 1 to {latest}"))],
    };
    if in_steps {
        legend.push((line(FAINT, WIDTHS.0), "hardly used".to_owned()));
        legend.push((line(FAINT, WIDTHS.1), format!("full in all {} steps", of.steps)));
    }
    if has_unused {
        legend.push((line(EMPTY, WIDTHS.0 * 2.0), "never used".to_owned()));
    }
    let facts = match network.kind() {
        LinkKind::Undirected => format!("{facts}; both directions of a link are one line"),
        LinkKind::Directed => facts,
    };
    painted(network, topology, &Painted { title, facts, links, legend })
}

/// The colour at a place from 0 to 1.
fn colour(place: f64) -> String {
    let last = SCALE.len() - 1;
    let at = place.clamp(0.0, 1.0) * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 5")]
    let index = (at as usize).min(last - 1);
    let share = at - index as f64;
    let mix = |channel: usize| {
        let (from, to) = (f64::from(SCALE[index][channel]), f64::from(SCALE[index + 1][channel]));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
        let mixed = (from + share * (to - from)).round() as u8;
        mixed
    };
    hex([mix(0), mix(1), mix(2)])
}

/// The scale of colours, as a sign.
fn bar() -> String {
    let width = SIGN.0 / SCALE.len() as f64;
    let patch = |(index, rgb): (usize, &[u8; 3])| {
        let x = index as f64 * width;
        format!("<rect x=\"{x:.1}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>", width + 0.2, SIGN.1, hex(*rgb))
    };
    SCALE.iter().enumerate().map(patch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_from_the_first_to_the_last() {
        assert_eq!([colour(0.0), colour(1.0)], [hex(SCALE[0]), hex(SCALE[5])]);
        assert_eq!(colour(0.5), hex([38, 144, 137]));
    }
}
