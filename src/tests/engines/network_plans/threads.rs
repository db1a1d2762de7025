//! The same answers for any number of threads.

use super::networks::{Extent, SmallNetwork, answered, request};
use logpine::report::json;
use logpine::request::{Front, MpiCollective, ObjectiveName, Ports, Request, Switches};
use logpine_check::synthesis::COLLECTIVES;
use logpine_text::random::Generator;
use std::io::Write as _;
use std::path::Path;

/// The answer as JSON on one and on three threads.
fn on_threads(network: &Path, request: &Request) -> [String; 2] {
    [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let answer = answered(network, request.clone());
            json::answer(&answer.unwrap_or_else(|refusal| panic!("{refusal:?} {}", network.display())))
        })
    })
}

fn assert_same(network: &str, request: &Request) {
    let [one, three] = on_threads(Path::new(network), request);
    assert_eq!(one, three, "{network}");
}

#[test]
fn answers_of_known_networks_do_not_depend_on_threads() {
    let of = |collective| request(collective, 0);
    let blocks = |collective, blocks| Request { blocks: Some(blocks), ..of(collective) };
    let stream = |collective| Request { objective: Some(ObjectiveName::Throughput), ..of(collective) };
    assert_same("torus:5x7", &blocks(MpiCollective::Bcast, 6));
    assert_same("dgx-1v", &blocks(MpiCollective::Allreduce, 2));
    assert_same("dgx-1v", &Request { pareto: Some(Front::Steps), ..of(MpiCollective::Allgather) });
    assert_same("hypercube:4", &Request { ports: Some(Ports::One), ..blocks(MpiCollective::Bcast, 8) });
    assert_same("a100x2", &Request { switches: Some(Switches::Contract), ..blocks(MpiCollective::Allgather, 1) });
    assert_same("a100x2", &Request { pareto: Some(Front::Height), ..stream(MpiCollective::Allgather) });
    assert_same("dgx-1v", &stream(MpiCollective::Bcast));
}

#[test]
fn answers_of_random_networks_do_not_depend_on_threads() {
    for seed in 0..35 {
        let mut generator = Generator::stream(seed, 27);
        let extent =
            Extent { most_ranks: 6, most_switches: 1, most_capacity: 2, most_latency: 3, directed: seed % 2 == 0 };
        let network = SmallNetwork::random(extent, &mut generator);
        let collective = COLLECTIVES[usize::try_from(seed % 7).expect("small")];
        let request = Request { blocks: Some(1 + seed % 3), ..request(collective, 0) };
        let mut file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file");
        file.write_all(network.toml().as_bytes()).expect("it is written");
        let [one, three] = on_threads(file.path(), &request);
        assert_eq!(one, three, "seed {seed}");
    }
}
