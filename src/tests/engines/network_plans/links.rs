//! Links of networks as arcs with capacities and latencies, in networks that files give.

use logpine_netfiles::network::NetworkFormat;
use logpine_netplan::Links;
use logpine_text::reason::Reason;
use logpine_text::units::Time;

fn links(text: &str, step: Option<Time>) -> Result<Links, Reason> {
    let network = NetworkFormat::Edges.read(text, "test").expect("a network");
    let ranks: Vec<u32> = (0..network.endpoints()).collect();
    Links::new(&network, &ranks, step)
}

fn capacities_of(text: &str) -> Vec<u64> {
    links(text, None).expect("links").digraph.arcs().iter().step_by(2).map(|arc| arc.capacity).collect()
}

#[test]
fn capacities_are_those_given_or_the_ratio_of_the_bandwidths() {
    assert_eq!(capacities_of("0 1\n1 2\n"), [1, 1]);
    assert_eq!(capacities_of("from to capacity\n0 1 2\n1 2 4\n"), [2, 4]);
    // 300 GB/s is rounded to 3.333333 ps a byte.
    assert_eq!(capacities_of("from to bandwidth\n0 1 300GB/s\n1 2 25GB/s\n"), [12, 1]);
    assert_eq!(capacities_of("from to bandwidth\n0 1 50GB/s\n1 2 16GB/s\n"), [25, 8]);
    let mixed = links("from to bandwidth capacity\n0 1 1GB/s\n1 2 2GB/s 3\n", None);
    let message = |links: Result<Links, Reason>| links.expect_err("no capacities").to_string();
    assert!(
        message(mixed).starts_with("the link from 0 to 1 has a bandwidth but no capacity, and others have a capacity;")
    );
    let bare = "nodes = [{ name = \"a\" }, { name = \"b\" }, { name = \"c\" }]\n\
                links = [{ from = \"a\", to = \"b\", capacity = 2 }, { from = \"c\", to = \"a\" }]\n";
    let bare = NetworkFormat::Toml.read(bare, "test").expect("a network");
    let bare = Links::new(&bare, &[0, 1, 2], None);
    assert!(message(bare).starts_with("the link from c to a has no bandwidth and no capacity, and others have one;"));
}

#[test]
fn a_unit_of_capacity_has_a_rate_if_bandwidths_tell_it() {
    let unit = |text: &str| links(text, None).expect("links").unit;
    assert_eq!(unit("from to bandwidth\n0 1 100GB/s\n1 2 99GB/s\n"), Some(1_000_000_000));
    assert_eq!(unit("from to bandwidth\n0 1 300GB/s\n1 2 25GB/s\n"), Some(25_000_000_000));
    assert_eq!(unit("from to bandwidth capacity\n0 1 50GB/s 2\n1 2 25GB/s 1\n"), Some(25_000_000_000));
    assert_eq!(unit("from to bandwidth capacity\n0 1 50GB/s 2\n1 2 25GB/s 3\n"), None);
    assert_eq!(unit("from to capacity\n0 1 2\n"), None);
    assert_eq!(unit("0 1\n"), None);
}

#[test]
fn latencies_are_rounded_up_to_steps() {
    let latency = |text: &str, step| links(text, step).expect("links").digraph.arcs()[0].latency;
    let cycles = "from to latency\n0 1 2.5cycles\n";
    assert_eq!(latency(cycles, None), 3);
    assert_eq!(latency(cycles, Some(Time::from_ticks(5_000))), 1);
    let seconds = "from to latency\n0 1 2us\n";
    assert_eq!(latency(seconds, None), 1);
    assert_eq!(latency(seconds, Some(Time::from_ticks(900_000))), 3);
    let slow = links(seconds, Some(Time::from_ticks(1)));
    assert!(slow.as_ref().is_err_and(|fault| fault.says("steps; give a longer --step")), "{slow:?}");
}

#[test]
fn named_ranks_come_first() {
    let network = NetworkFormat::Edges.read("0 1\n1 2\n2 3\n", "path").expect("a network");
    let Links { digraph, nodes, .. } = Links::new(&network, &[3, 1], None).expect("links");
    assert_eq!((digraph.compute(), digraph.vertices(), &nodes[..]), (2, 4, &[3, 1, 0, 2][..]));
    assert_eq!((digraph.arcs()[0].from, digraph.arcs()[0].to), (2, 1));
}
