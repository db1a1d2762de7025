//! Tests of overviews: their counts are those of the network.

use super::*;
use crate::network::Spec;
use crate::report::draw::palette::LINK;
use crate::report::network::drawing::{Curve, distance_to_points};

fn network(text: &str) -> (Network, Topology) {
    let spec: Spec = text.parse().expect("a spec");
    (spec.network().expect("a network"), spec.topology)
}

#[test]
fn large_networks_without_a_grid_are_counted() {
    for (text, counted) in [
        ("fat-tree:8", true),
        ("fat-tree:4,4", true),
        ("dragonfly:4,8,4", true),
        ("star:500", true),
        ("random:300,0.1,seed=1", true),
        ("neighbour:200,0.5,seed=1", true),
        ("ring:500", false),
        ("torus:20x20", false),
        ("hypercube:9", false),
        ("complete:180", false),
        ("planar:200,0.5,seed=1", false),
        ("fat-tree:4", false),
        ("neighbour:200,0.01,seed=1", false),
    ] {
        let (network, topology) = network(text);
        let overview = overview(&network, Some(&topology));
        assert_eq!(overview.is_some(), counted, "{text}");
        let Some(overview) = overview else { continue };
        let picture = format!("<svg>{}</svg>", overview.drawn);
        roxmltree::Document::parse(&picture).expect("XML");
    }
}

#[test]
fn levels_of_a_fat_tree() {
    // 128 hosts, 32 switches at the edge, 32 above, 16 at the core, all with 8 ports.
    let (network, topology) = network("fat-tree:8");
    let words = levels::words(&network, &crate::report::network::drawing::levels(&network));
    let lines: Vec<String> = words.iter().map(|words| format!("{}, {}", words.nodes, words.each)).collect();
    assert_eq!(
        lines,
        [
            "128 endpoints, each with 1 link up",
            "32 switches, each with 4 links down, 4 links up",
            "32 switches, each with 4 links down, 4 links up",
            "16 switches, each with 8 links down"
        ]
    );
    let overview = overview(&network, Some(&topology)).expect("large");
    assert_eq!(overview.drawn.matches("128 links").count(), 3);
    assert!(overview.width > levels::width(&words));
}

#[test]
fn bars_hold_all_nodes() {
    let bars = degrees::Bars::of(&[2, 2, 3, 90]);
    assert_eq!((bars.least, bars.step, bars.counts.iter().sum::<usize>()), (2, 3, 4));
    assert_eq!([bars.name(0), bars.name(1)], ["2-4", "5-7"]);
}

#[test]
fn links_of_groups_keep_away_from_discs() {
    for groups in [3_u32, 9, 24, 33, 129] {
        let (first, radius) = groups::disc(groups, 0);
        assert!(2.0 * radius < groups::apart(groups));
        for to in 1..groups {
            let link = Curve::bent(first, groups::disc(groups, to).0, groups::depth(groups, to)).points();
            for other in (1..groups).filter(|other| *other != to) {
                let passed = distance_to_points(groups::disc(groups, other).0, &link);
                assert!(passed > radius, "{groups} groups, to {to}, past {other}: {passed}, {radius}");
            }
        }
    }
}

/// Random networks, and others as if they came from files, with a square at both places of each link.
#[test]
fn small_networks_with_many_links_are_matrices() {
    for (text, has_class, is_matrix) in [
        ("random:25,0.2,seed=7", true, false),
        ("random:25,0.5,seed=7", true, true),
        ("random:100,0.3,seed=1", true, true),
        ("random:150,0.05,seed=1", true, true),
        ("neighbour:25,0.4,seed=7", true, false),
        ("complete:40", true, false),
        ("complete:40", false, true),
        ("complete:8", false, false),
        ("fat-tree:4", false, false),
        ("torus:8x8", false, false),
    ] {
        let (network, topology) = network(text);
        let overview = overview(&network, has_class.then_some(&topology));
        assert_eq!(overview.is_some(), is_matrix, "{text}");
        let Some(overview) = overview else { continue };
        assert!(overview.note.starts_with("a square is a link"), "{text}: {}", overview.note);
        let picture = format!("<svg>{}</svg>", overview.drawn);
        let document = roxmltree::Document::parse(&picture).expect("XML");
        let squares = document.descendants().filter(|node| node.attribute("fill") == Some(LINK));
        assert_eq!(
            squares.flat_map(|group| group.children()).filter(roxmltree::Node::is_element).count(),
            2 * network.links().len(),
            "{text}"
        );
        for rect in document.descendants().filter(|node| node.has_tag_name("rect")) {
            let number = |name| rect.attribute(name).expect("there").parse::<f64>().expect("a number");
            let (right, bottom) = (number("x") + number("width"), number("y") + number("height"));
            assert!(number("x") >= 0.0 && right <= overview.width && bottom <= overview.height, "{text}");
        }
    }
}
