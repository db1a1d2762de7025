//! Writing of lists of links.

use super::{Shown, has_default_times, names};
use logpine_network::{LinkKind, Network};
use std::fmt::Write as _;

/// Writes one link per line. If some names would not be read back unchanged (with blanks or commas, for example), numbers
/// are written instead, as they are if some nodes are switches, which have the highest numbers.
#[must_use]
pub fn edges(network: &Network) -> String {
    let mut names = names(network);
    let is_word = |name: &String| {
        !name.is_empty()
            && !name.contains(|one: char| one.is_whitespace() || one.is_control() || ",#%\u{feff}".contains(one))
    };
    if network.endpoints() < network.nodes() || !names.iter().all(is_word) {
        names = (0..network.nodes()).map(|node| node.to_string()).collect();
    }
    let mut text = format!("# {}\n", network.name().replace(|character: char| character.is_control(), " "));
    if network.kind() == LinkKind::Directed {
        text.push_str("#! directed\n");
    }
    if network.endpoints() < network.nodes() {
        let _ = writeln!(text, "#! endpoints {}", network.endpoints());
    }
    let mut is_linked = vec![false; network.nodes() as usize];
    for link in network.links() {
        is_linked[link.from as usize] = true;
        is_linked[link.to as usize] = true;
    }
    for (name, _) in names.iter().zip(is_linked).filter(|(_, is_linked)| !is_linked) {
        let _ = writeln!(text, "#! node {name}");
    }
    let default = has_default_times(network);
    let has_rates = network.links().iter().any(|link| !link.per_byte.is_zero());
    text.push_str(match (default, has_rates) {
        (true, _) => "from to",
        (false, false) => "from to latency",
        (false, true) => "from to latency per_byte",
    });
    // The last column: links without a capacity leave it out.
    let has_capacities = network.links().iter().any(|link| link.capacity.is_some());
    text.push_str(if has_capacities { " capacity\n" } else { "\n" });
    for link in network.links() {
        let _ = write!(text, "{} {}", names[link.from as usize], names[link.to as usize]);
        let Shown { latency, per_byte, capacity } = Shown::new(network, link, default);
        if let Some(latency) = latency {
            let _ = write!(text, " {latency}");
        }
        if has_rates && !default {
            let zero =
                || if network.clock() == logpine_text::units::Clock::Second { "0s/B" } else { "0cycles/B" }.to_owned();
            let _ = write!(text, " {}", per_byte.unwrap_or_else(zero));
        }
        if let Some(capacity) = capacity {
            let _ = write!(text, " {capacity}");
        }
        text.push('\n');
    }
    text
}
