//! The built-in networks, stored under `instances/networks`.

use super::NetworkFormat;
use logpine_network::Network;

const FILES: [(&str, &str); 7] = [
    ("a100x2", include_str!("../../../../instances/networks/a100x2.toml")),
    ("a100x4", include_str!("../../../../instances/networks/a100x4.toml")),
    ("abilene", include_str!("../../../../instances/networks/abilene.toml")),
    ("dgx-1v", include_str!("../../../../instances/networks/dgx-1v.toml")),
    ("mi250x2", include_str!("../../../../instances/networks/mi250x2.toml")),
    ("nsfnet", include_str!("../../../../instances/networks/nsfnet.toml")),
    ("two-level", include_str!("../../../../instances/networks/two-level.toml")),
];

/// The names of the built-in networks.
#[must_use]
pub fn built_in_names() -> Vec<&'static str> {
    FILES.iter().map(|&(name, _)| name).collect()
}

/// The built-in network with this name.
#[must_use]
pub fn built_in(name: &str) -> Option<Network> {
    let (name, text) = FILES.into_iter().find(|(known, _)| *known == name)?;
    NetworkFormat::Toml.read(text, name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_can_be_read_under_their_names() {
        for name in built_in_names() {
            assert!(built_in(name).is_some_and(|network| network.name() == name), "{name}");
        }
    }

    #[test]
    fn example_of_built_in() {
        use logpine_netfiles::network::built_in;
        assert_eq!(built_in("abilene").map(|network| (network.nodes(), network.links().len())), Some((11, 14)));
    }
}
