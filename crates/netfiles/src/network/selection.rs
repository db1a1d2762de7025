//! Some of the nodes of a network by their names, in networks that files give.

use logpine_netfiles::network::NetworkFormat;
use logpine_text::reason::Reason;

#[test]
fn names_numbers_and_ranges_are_nodes() {
    let network = NetworkFormat::Edges.read("GPU0 GPU1\nGPU1 a-b\na-b 7\n", "test").expect("a network");
    let select = |list: &str| network.select(list).map_err(|error| error.to_string());
    assert_eq!(select("a-b,GPU0"), Ok(vec![2, 0]));
    assert_eq!(select("0-1, 3"), Ok(vec![0, 1, 3]));
    // Node 3 is called 7.
    assert_eq!(select("7"), Ok(vec![3]));
    assert_eq!(select("0-1,1"), Err("node GPU1 is named twice".to_owned()));
    for wrong in ["", "4", "2-1", "GPU9", "0,,1"] {
        assert!(select(wrong).is_err_and(|error| error.starts_with("there is no node")), "{wrong}");
    }
    let switched = NetworkFormat::Edges.read("#! endpoints 2\n0 2\n1 2\n", "test").expect("a network");
    assert_eq!(
        switched.select("0-2"),
        Err(Reason::new("node 2 is a switch, and has no data; name nodes that run processes"))
    );
}
