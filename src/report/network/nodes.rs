//! Drawing nodes and their names.

use crate::network::Network;
use crate::report::draw::palette::{BORDER, ENDPOINT, SWITCH};
use crate::report::draw::{px, rimmed};
use crate::xml::escaped;
use std::fmt::Write as _;

/// The nodes as SVG, endpoints as discs and switches as squares, with their names if these fit.
pub(super) fn nodes(network: &Network, places: &[(f64, f64)], spacing: f64, radius: f64) -> String {
    let mut text = format!("<g stroke=\"{BORDER}\" stroke-width=\"1\">\n");
    for (node, &(x, y)) in (0u32..).zip(places) {
        text += &shape(node >= network.endpoints(), x, y, radius);
    }
    text.push_str("</g>\n");
    text + &names(network, places, spacing, radius)
}

/// A disc or a square.
pub(super) fn shape(is_switch: bool, x: f64, y: f64, radius: f64) -> String {
    if is_switch {
        let (left, top, side) = (px(x - radius * 0.9), px(y - radius * 0.9), px(radius * 1.8));
        return format!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{SWITCH}\"/>\n");
    }
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{ENDPOINT}\"/>\n", px(x), px(y), px(radius))
}

/// Approximate width of a character at font size 1.
const CHARACTER: f64 = 0.58;

/// The names: inside the nodes if all fit, else beside them if there is room.
fn names(network: &Network, places: &[(f64, f64)], spacing: f64, radius: f64) -> String {
    let labels: Vec<String> = (0..network.nodes()).map(|node| network.label(node)).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as f64;
    let inside = (1.75 * radius / (longest * CHARACTER)).min(radius * 1.15).min(13.0);
    let are_numbers = labels.iter().all(|label| label.parse::<u32>().is_ok());
    if inside >= if are_numbers { 6.0 } else { 9.0 } {
        let mut text = format!("<g font-size=\"{}\" text-anchor=\"middle\">\n", px(inside));
        for (label, &(x, y)) in labels.iter().zip(places) {
            let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{}</text>", px(x), px(y + 0.36 * inside), escaped(label));
        }
        return text + "</g>\n";
    }
    // Numbers beside tiny nodes say little.
    if network.nodes() > 200 || (spacing < 14.0 && are_numbers) {
        return String::new();
    }
    beside(&labels, places, radius)
}

/// A part of the picture.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// Each name above, below, left or right of its node, at the first free place; a name without a free place is left out.
fn beside(labels: &[String], places: &[(f64, f64)], radius: f64) -> String {
    const SIZE: f64 = 12.0;
    let disc = |&(x, y): &(f64, f64)| Area { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    let mut taken: Vec<Area> = places.iter().map(disc).collect();
    let mut text = String::new();
    for (label, &(x, y)) in labels.iter().zip(places) {
        let half = label.chars().count() as f64 * CHARACTER * SIZE / 2.0;
        let (gap, middle) = (radius + 3.0, SIZE / 2.0);
        let centres = [(x, y - gap - middle), (x, y + gap + middle), (x + gap + half, y), (x - gap - half, y)];
        let area = |(x, y): (f64, f64)| Area { left: x - half, top: y - middle, right: x + half, bottom: y + middle };
        let free = |centre: &(f64, f64)| !taken.iter().any(|other| other.meets(&area(*centre)));
        if let Some(&centre) = centres.iter().find(|centre| free(centre)) {
            taken.push(area(centre));
            let (x, y) = (px(centre.0), px(centre.1 + 0.36 * SIZE));
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(label));
        }
    }
    rimmed(&format!("font-size=\"{SIZE}\" text-anchor=\"middle\""), &text)
}
