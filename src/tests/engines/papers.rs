//! Published numbers, and numbers that follow from published ones exactly.
//!
//! The model, the machine Cab and the eight topologies are those of T. Groves, S. K. Gutierrez, D. Arnold: "A LogP
//! Extension for Modeling Tree Aggregation Networks", IEEE CLUSTER 2015 (Table I, sections IV and V).

use logpine::answer::Plan;
use logpine::request::{Job, Objective, Status};
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, RoundTrip, Tan};
use logpine_trees::search;
use logpine_trees::search::overlay::{self, Optimum, Step};
use logpine_trees::tree::{Spec, score};

fn cab() -> Tan {
    Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]")
}

/// A machine with Cab's latency and overhead, and these lines in its section `[tan]`.
fn cab_with(lines: &str) -> Machine {
    let text = format!(
        "name = \"m\"\n[tan]\nlatency = \"98us\"\n\
         overhead = {{ constant = \"49.3us\", linear = \"783ns\", quadratic = \"157ns\" }}\n{lines}"
    );
    Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn job(leaves: u64) -> Job {
    Job::new(leaves).expect("at least one leaf")
}

/// Latency of the tree of a spec, in ns.
fn time_of(spec: &str, cost: &dyn LevelCost) -> u64 {
    let shape = spec.parse::<Spec>().unwrap_or_else(|error| panic!("{spec}: {error}")).shape();
    nanoseconds(score(&shape, cost).expect("a small tree").time)
}

/// Exact, for all coefficients of Cab are whole nanoseconds.
fn nanoseconds(time: Time) -> u64 {
    assert_eq!(time.ticks() % 1000, 0);
    time.ticks() / 1000
}

fn optimum(cost: &dyn LevelCost, leaves: u64) -> Optimum {
    let optimum = search::optimum(cost, &job(leaves), &()).expect("a tree");
    assert_eq!(optimum.bound, optimum.score.time, "proved");
    assert_eq!(optimum.shape.leaves(), leaves);
    optimum
}

/// A topology of the paper's section V, with nodes and latencies in ns.
struct Published {
    topology: &'static str,
    spec: &'static str,
    leaves: u64,
    nodes: u64,
    /// Equation (1).
    tan: u64,
    /// LogP, read as L + b, L + 2b, L + 2b + (x - 1) b a level.
    logp: u64,
    /// Equation (1) with o(x), as the measurements were fitted, instead of o(x + 1).
    of_children: u64,
}

#[rustfmt::skip]
const PUBLISHED: [Published; 8] = [
    Published { topology: "two-level", spec: "g:6:2x6,4x5", leaves: 32, nodes: 39,
        tan: 320_948, logp: 294_600, of_children: 315_300 },
    Published { topology: "binary", spec: "b:2^5", leaves: 32, nodes: 63,
        tan: 755_310, logp: 736_500, of_children: 747_470 },
    Published { topology: "binomial", spec: "k:2@64", leaves: 32, nodes: 64,
        tan: 926_764, logp: 883_800, of_children: 914_530 },
    Published { topology: "flat", spec: "b:32^1", leaves: 32, nodes: 33,
        tan: 344_112, logp: 147_300, of_children: 333_124 },
    Published { topology: "two-level", spec: "g:11:7x12,4x11", leaves: 128, nodes: 140,
        tan: 363_316, logp: 294_600, of_children: 354_214 },
    Published { topology: "binary", spec: "b:2^7", leaves: 128, nodes: 255,
        tan: 1_057_434, logp: 1_031_100, of_children: 1_046_458 },
    Published { topology: "binomial", spec: "k:2@256", leaves: 128, nodes: 256,
        tan: 1_257_440, logp: 1_178_400, of_children: 1_238_616 },
    Published { topology: "flat", spec: "b:128^1", leaves: 128, nodes: 129,
        tan: 2_860_944, logp: 147_300, of_children: 2_819_812 },
];

#[test]
fn groves_2015_section_5_topologies() {
    let cab = cab();
    let of_children = Tan::reduction(&cab_with("overhead_argument = \"children\"")).expect("it has [tan]");
    let logp = Tan::logp_reduction(&Machine::built_in("cab").expect("built in")).expect("it has a constant term");
    for published in &PUBLISHED {
        let Published { topology, spec, leaves, nodes, .. } = published;
        let shape = spec.parse::<Spec>().expect(spec).shape();
        assert_eq!(shape.leaves(), *leaves, "{topology} {spec}");
        assert_eq!(shape.leaves() + shape.internal_nodes(), *nodes, "{topology} {spec}");
        assert_eq!(time_of(spec, &cab), published.tan, "{topology} {spec}");
        assert_eq!(time_of(spec, &of_children), published.of_children, "{topology} {spec}");
        assert_eq!(time_of(spec, &logp), published.logp, "{topology} {spec}");
    }
}

#[test]
fn groves_2015_two_level_trees_are_optimal() {
    for (leaves, spec) in [(32, "g:6:2x6,4x5"), (128, "g:11:7x12,4x11")] {
        let plan = Plan::new(&cab(), job(leaves), &()).expect("a tree");
        assert_eq!(plan.claim.status, Status::Optimal);
        assert_eq!(plan.best().construction.shape, spec.parse::<Spec>().expect(spec).shape());
    }
    // This order of 11 and 12 needs 12 processes besides the leaves, the other 13.
    assert_eq!(optimum(&cab(), 128).shape.internal_nodes(), 12);
}

#[test]
fn optima_on_cab() {
    #[rustfmt::skip]
    let optima: [(u64, u64, &[u64], u64); 13] = [
        (16, 205_984, &[16], 1),
        (32, 320_948, &[6, 6], 7),
        (64, 334_128, &[8, 8], 9),
        (128, 363_316, &[11, 12], 12),
        (256, 411_968, &[16, 16], 17),
        (512, 501_192, &[8, 8, 8], 73),
        (1000, 524_730, &[10, 10, 10], 111),
        (1024, 529_124, &[10, 10, 11], 111),
        (1200, 533_518, &[10, 11, 11], 121),
        (4096, 617_952, &[16, 16, 16], 273),
        (16_384, 726_632, &[11, 11, 12, 12], 1 + 11 + 121 + 1452),
        (65_536, 823_936, &[16; 4], 4369),
        (1 << 20, 1_029_920, &[16; 5], 69_905),
    ];
    for (leaves, time, fanouts, internal_nodes) in optima {
        let optimum = optimum(&cab(), leaves);
        assert_eq!(nanoseconds(optimum.score.time), time, "{leaves} leaves");
        assert_eq!(optimum.fanouts.as_deref(), Some(fanouts), "{leaves} leaves");
        assert_eq!(optimum.shape.internal_nodes(), internal_nodes, "{leaves} leaves");
    }
    let million = optimum(&cab(), 1_000_000);
    assert_eq!((nanoseconds(million.score.time), million.fanouts), (1_029_920, Some(vec![16; 5])));
    let largest = optimum(&cab(), 1 << 21);
    assert_eq!(nanoseconds(largest.score.time), 1_085_240);
    assert_eq!(largest.fanouts, Some(vec![11, 11, 11, 11, 12, 12]));
    assert_eq!(time_of("b:128^3", &cab()), 8_582_832);
}

#[test]
fn up_to_29_leaves_flat_is_optimal_on_cab() {
    for leaves in 2..=29 {
        let optimum = optimum(&cab(), leaves);
        assert_eq!(optimum.fanouts, Some(vec![leaves]));
        assert_eq!(Some(optimum.score.time), cab().level(leaves));
    }
    assert_eq!(optimum(&cab(), 30).fanouts, Some(vec![5, 6]));
    assert_eq!((time_of("b:5x6", &cab()), time_of("b:30^1", &cab())), (318_124, 322_450));
}

#[test]
fn where_the_height_of_the_optimum_on_cab_changes() {
    let changes = [
        (30, [1, 2]),
        (485, [2, 3]),
        (7221, [3, 4]),
        (99_145, [4, 5]),
        (100_001, [5, 4]),
        (104_977, [4, 5]),
        (110_001, [5, 4]),
        (110_809, [4, 5]),
    ];
    for (leaves, heights) in changes {
        assert_eq!([leaves - 1, leaves].map(|leaves| optimum(&cab(), leaves).shape.height()), heights, "{leaves}");
    }
}

#[test]
fn the_sum_of_all_optima_up_to_2_to_the_20() {
    let cab = cab();
    let steps: Vec<Step> = overlay::steps(&cab, 1 << 20).collect();
    let sum = steps.windows(2).map(|pair| (pair[1].leaves - pair[0].leaves) * pair[1].time.ticks()).sum::<u64>();
    assert_eq!(sum, 1_001_511_220_320_000);
    // The single leaf, and 165 steps from two leaves on.
    assert_eq!(steps.len(), 1 + 165);
    assert!(steps.windows(2).all(|pair| pair[0].leaves < pair[1].leaves && pair[0].time < pair[1].time));
}

#[test]
fn no_tree_is_faster_than_rho_ln_n() {
    // c(x) / ln x is least at 14, 73.6513 us.
    let ticks = |fanout: u64| cab().level(fanout).map(|time| time.ticks() as f64).expect("small");
    let ratio = |fanout: u64| ticks(fanout) / (fanout as f64).ln();
    assert!((2..10_000).all(|fanout| ratio(fanout) >= ratio(14)));
    assert_eq!(format!("{:.4}", ratio(14) / 1e6), "73.6513");
    let bound = |leaves: f64| ratio(14) * leaves.ln();
    assert_eq!(format!("{:.2}", bound(1e6) / 1e6), "1017.53", "where the optimum takes 1029.92");
    for step in overlay::steps(&cab(), 1 << 63) {
        assert!(step.time.ticks() as f64 >= bound(step.leaves as f64) * (1.0 - 1e-12), "{step:?}");
    }
}

/// Time, period and fanouts of a tree on a front, in ns.
type FrontPoint = (u64, u64, &'static [u64]);

const FRONTS: [(u64, &[FrontPoint]); 3] = [
    (
        32,
        &[
            (320_948, 160_474, &[6, 6]),
            (461_028, 155_140, &[3, 3, 4]),
            (608_012, 152_944, &[2, 2, 3, 3]),
            (755_310, 151_062, &[2, 2, 2, 2, 2]),
        ],
    ),
    (
        128,
        &[
            (363_316, 184_012, &[11, 12]),
            (475_774, 160_474, &[5, 5, 6]),
            (616_168, 155_140, &[3, 3, 4, 4]),
            (762_838, 152_944, &[2, 3, 3, 3, 3]),
            (1_057_434, 151_062, &[2, 2, 2, 2, 2, 2, 2]),
        ],
    ),
    (
        1024,
        &[
            (529_124, 179_304, &[10, 10, 11]),
            (639_072, 160_474, &[5, 6, 6, 6]),
            (775_700, 155_140, &[4, 4, 4, 4, 4]),
            (1_068_726, 152_944, &[2, 3, 3, 3, 3, 3, 3]),
            (1_510_620, 151_062, &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
        ],
    ),
];

#[test]
fn latency_against_period_on_cab() {
    for (leaves, expected) in FRONTS {
        let front = overlay::latency_period_front(&cab(), &job(leaves), &()).expect("a front");
        let points: Vec<(u64, u64, Vec<u64>)> = front
            .into_iter()
            .map(|tree| (nanoseconds(tree.score.time), nanoseconds(tree.score.period), sorted(tree.fanouts)))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|&(time, period, fanouts)| (time, period, fanouts.to_vec())).collect();
        assert_eq!(points, expected, "{leaves} leaves");
    }
}

fn sorted(fanouts: Option<Vec<u64>>) -> Vec<u64> {
    let mut fanouts = fanouts.expect("level-uniform");
    fanouts.sort_unstable();
    fanouts
}

#[test]
fn more_waves_make_narrower_trees_better_on_cab() {
    // The winner of latency + (w - 1) period changes just above these w.
    let switches: [(u64, &[u64]); 2] = [(32, &[27, 67, 79]), (128, &[5, 27, 67, 157])];
    for (leaves, last_waves) in switches {
        let (_, front) = FRONTS.iter().find(|(size, _)| *size == leaves).expect("it is there");
        for (pair, &waves) in front.windows(2).zip(last_waves) {
            for ((time, period, _), waves) in pair.iter().zip([waves, waves + 1]) {
                let best = best_total(leaves, waves);
                assert_eq!(nanoseconds(best.score.time), *time, "{leaves} leaves, {waves} waves");
                assert_eq!(nanoseconds(best.score.period), *period, "{leaves} leaves, {waves} waves");
            }
        }
    }
    assert_eq!(nanoseconds(best_total(128, 10).bound), 1_920_040);
    let period = job(128).with_objective(Objective::Period).expect("a job");
    let best = search::optimum(&cab(), &period, &()).expect("a tree");
    assert_eq!((nanoseconds(best.score.period), sorted(best.fanouts)), (151_062, vec![2; 7]));
}

fn best_total(leaves: u64, waves: u64) -> Optimum {
    let job = job(leaves).with_objective(Objective::Total { waves }).expect("at least one wave");
    let best = search::optimum(&cab(), &job, &()).expect("a tree");
    assert_eq!(overlay::objective_value(job.objective, best.score), Some(best.bound), "proved");
    best
}

#[test]
fn a_multicast_with_a_linear_overhead_and_its_reduction() {
    // Down, a level costs 98 + 49.3 + 5 x us, which is 98 + 44.3 + 5 (x + 1).
    let machine = cab_with("[tan.multicast]\noverhead = { constant = \"44.3us\", linear = \"5us\" }");
    let both = RoundTrip::tan(&machine).expect("it has [tan]");
    let optimum = optimum(&both, 128);
    assert_eq!((nanoseconds(optimum.score.time), optimum.fanouts), (772_916, Some(vec![11, 12])));
    let [down, up] = [both.multicast(), both.reduction()].map(|way| score(&optimum.shape, way).expect("small").time);
    assert_eq!(down.checked_add(up), Some(optimum.score.time), "one path is the slowest both ways");
}

#[test]
fn a_falling_overhead_needs_uneven_trees() {
    // c(3) = 1 and all else 10: five leaves as 3, 1, 1, and one of them with three more. Lists of fanouts give 10.
    let text = "name = \"m\"\n[tan]\nlatency = \"0s\"\noverhead_argument = \"children\"\n\
                overhead.table = [[2, \"10us\"], [3, \"1us\"], [4, \"10us\"], [5, \"10us\"]]";
    let machine = Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}"));
    let cost = Tan::reduction(&machine).expect("it has [tan]");
    let optimum = optimum(&cost, 5);
    assert_eq!(nanoseconds(optimum.score.time), 2_000);
    assert_eq!(Spec::generic(&optimum.shape).map(|spec| spec.to_string()), Ok("g:3:3".to_owned()));
}
