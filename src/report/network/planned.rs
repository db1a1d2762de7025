//! A drawing of a network with the loads of its links by a schedule.

use super::painted::Painted;
use super::svg::painted;
use crate::report::draw::legend::{scale, stroke};
use crate::report::draw::palette::{EMPTY, FAINT, colour_at};
use logpine_network::{LinkKind, Network, Topology};

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
        place.map_or((EMPTY.to_owned(), WIDTHS.0), |place| (colour_at(place), width))
    };
    let links: Vec<(String, f64)> = (0..network.links().len()).map(link).collect();
    let has_unused = links.iter().any(|(colour, _)| colour == EMPTY);
    let mut legend = match (in_steps, latest) {
        (false, _) => vec![(scale(), "load, from nothing to its capacity".to_owned())],
        (true, 1) => vec![(stroke(&colour_at(0.0), WIDTHS.1), "first used in step 1".to_owned())],
        (true, latest) => vec![(scale(), format!("first used in steps 1 to {latest}"))],
    };
    if in_steps {
        legend.push((stroke(FAINT, WIDTHS.0), "hardly used".to_owned()));
        legend.push((stroke(FAINT, WIDTHS.1), format!("full in all {} steps", of.steps)));
    }
    if has_unused {
        legend.push((stroke(EMPTY, WIDTHS.0 * 2.0), "never used".to_owned()));
    }
    let facts = match network.kind() {
        LinkKind::Undirected => format!("{facts}; both directions of a link are one line"),
        LinkKind::Directed => facts,
    };
    painted(network, topology, &Painted { title, facts, links, legend })
}
