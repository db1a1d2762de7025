//! The same spec gives the same bytes, in every release and on every platform.

use super::network;
use logpine_netfiles::network::write;
use snapbox::{Data, assert_data_eq};
use std::path::Path;

#[test]
fn generators_make_what_they_always_made() {
    for (spec, file) in [
        ("ring:7", "ring"),
        ("torus:4x3x2", "torus"),
        ("mesh:3x4", "mesh"),
        ("hypercube:4", "hypercube"),
        ("star:6", "star"),
        ("complete:5", "complete"),
        ("fat-tree:4", "fat_tree_pods"),
        ("fat-tree:2,3,latency=1us", "fat_tree_k_ary"),
        ("dragonfly:2,4,2,latency=1us,bandwidth=10GB/s", "dragonfly"),
        ("random:25,0.2,seed=7", "random"),
        ("random:25,0.01,seed=8", "random_sparse"),
        ("neighbour:25,0.4,seed=7", "neighbour"),
        ("planar:25,0.4,seed=7", "planar"),
    ] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/formats/topologies/golden/{file}.toml"));
        let text = write::toml(&network(spec));
        assert_data_eq!(text, Data::read_from(&path, None).raw());
    }
}
