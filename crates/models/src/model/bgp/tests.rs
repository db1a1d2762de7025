//! The numbers that Hoefler, Gropp, Thakur and Traeff (2010) print or imply, and the corrections their equations need.

use super::*;
use crate::job::{Conditions, Contents};
use logpine_text::units::{Clock, Time};

const MIB: u64 = 1 << 20;

fn bgp() -> Bgp {
    Bgp::new(&Machine::built_in("bgp").expect("built in")).expect("it has [bgp]")
}

/// The built-in profile with a part of its text replaced.
fn with(from: &str, to: &str) -> Bgp {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/machines/bgp.toml"))
        .expect("the instance")
        .replace(from, to);
    Bgp::new(&Machine::from_toml(&text, "bgp.toml").expect("a valid profile")).expect("it has [bgp]")
}

fn collective(bgp: &Bgp, collective: MpiCollective, ranks: u64, bytes: impl Into<Option<u64>>) -> BgpCost {
    let job = BgpJob::new(BgpOperation::Collective(collective), ranks, bytes.into()).expect("valid");
    bgp.cost(&job).expect("an answer")
}

fn message(ranks: u64, bytes: u64, conditions: Conditions) -> BgpCost {
    let job = BgpJob::new(BgpOperation::PointToPoint(conditions), ranks, Some(bytes)).expect("valid");
    bgp().cost(&job).expect("an answer")
}

/// Both ends of a cost in the units of the profile.
fn ends(cost: &BgpCost) -> [String; 2] {
    [cost.time.low, cost.time.high].map(|time| time.display(Clock::Second))
}

fn exact(cost: &BgpCost) -> String {
    let [low, high] = ends(cost);
    assert_eq!(low, high);
    low
}

fn us(thousandths: u64) -> Time {
    Time::from_ticks(thousandths * 1_000)
}

#[test]
fn a_message_alone_is_equation_1() {
    let sizes = [8, 256, 257, 1_024, 1_025, 16_384];
    let times = sizes.map(|bytes| ends(&message(512, bytes, Conditions::default()))[0].clone());
    assert_eq!(times, ["4.52136us", "5.18352us", "6.38619us", "8.43408us", "12.53675us", "53.54528us"]);
}

#[test]
fn congestion_is_equation_2() {
    let upper = [512, 4_096, 32_768].map(|ranks| ends(&message(ranks, 1_000_000, Conditions::default())));
    assert_eq!(upper[0], ["2.6798ms", "32.0498ms"]);
    assert_eq!(upper[1], ["2.6798ms", "64.0898ms"]);
    assert_eq!(upper[2], ["2.6798ms", "128.1698ms"]);
    // 3k/2 holds for six streams a node; a single one is shared by k/4, here 4.
    let one = message(4_096, 1_000_000, Conditions { streams: Some(1), ..Conditions::default() });
    assert_eq!(ends(&one), ["2.6798ms", "10.6898ms"]);
    assert_eq!(one.accuracy, Accuracy::Bounded);
    // In the smallest torus with an odd side d3 is 3 (k - 1) / 2.
    assert_eq!(ends(&message(27, 1_000_000, Conditions::default()))[1], "8.0198ms");
}

#[test]
fn queues_hops_and_datatypes_add_to_the_upper_bound() {
    let plain = message(512, 16_384, Conditions::default());
    let beyond = |conditions| {
        let cost = message(512, 16_384, conditions);
        assert_eq!((cost.time.low, cost.accuracy), (plain.time.low, Accuracy::Bounded));
        cost.time.high.checked_sub(plain.time.high).expect("longer")
    };
    assert_eq!(beyond(Conditions { queue: 13, ..Conditions::default() }), us(1_300), "a 27-point stencil");
    assert_eq!(beyond(Conditions { hops: Some(1), ..Conditions::default() }), Time::ZERO);
    assert_eq!(beyond(Conditions { hops: Some(12), ..Conditions::default() }), us(11 * 9_800), "latency times hops");
    let strided = beyond(Conditions { contents: Contents::Strided, ..Conditions::default() });
    assert_eq!(strided.checked_add(us(53_000)), Some(us(2_090_000)), "the slowest stride");
    let half = message(512, 8_192, Conditions { contents: Contents::Strided, ..Conditions::default() });
    let contiguous = message(512, 8_192, Conditions::default());
    assert_eq!(half.time.high.checked_sub(contiguous.time.high), Some(us(1_018_500)));
    let measured = with("short = \"8B\"", "short = \"8B\"\nhop_latency = \"0.1us\"");
    let job = |hops| BgpOperation::PointToPoint(Conditions { hops: Some(hops), ..Conditions::default() });
    let cost = |hops| measured.cost(&BgpJob::new(job(hops), 512, Some(8)).expect("valid"));
    assert_eq!(cost(12).expect("near").time.low, Time::from_ticks(4_521_360 + 11 * 100_000));
    assert_eq!(cost(13), Err(BgpError::TooFar { hops: 13, side: 8, most: 12 }));
}

#[test]
fn bisection_bandwidth_falls_with_the_side() {
    let worst = |ranks| bgp().bisection(ranks).expect("in range");
    assert_eq!(worst(32_768).worst.display(Clock::Second), "7.803 MB/s");
    assert_eq!(worst(512).worst.display(Clock::Second), "31.211 MB/s");
    // 2/3 P^(-1/3) 374.5; as printed, 2/3 - 3 sqrt(P) 374.5 would be negative.
    assert_eq!(worst(32_768).average, None);
    let measured =
        with("short = \"8B\"", "short = \"8B\"\naverage_bisection = [[512, \"10ns/B\"], [1024, \"20ns/B\"]]");
    let average = measured.bisection(768).expect("between").average;
    assert_eq!(average.map(|bandwidth| bandwidth.display(Clock::Second)).as_deref(), Some("66.667 MB/s"));
    assert!(matches!(measured.bisection(2_048), Err(BgpError::OutsideTable { ranks: 2_048, .. })));
}

#[test]
fn barriers_and_short_broadcasts() {
    let barrier = collective(&bgp(), MpiCollective::Barrier, 1 << 20, None);
    assert_eq!((exact(&barrier).as_str(), barrier.accuracy), ("950ns", Accuracy::Exact));
    let bcast = [1_024, 4_096, 32_000].map(|ranks| collective(&bgp(), MpiCollective::Bcast, ranks, 8));
    assert_eq!([exact(&bcast[0]), exact(&bcast[1])], ["16.1us", "16.72us"]);
    // 13 + 0.31 log2 32000 = 17.63939...
    assert_eq!(bcast[2].time.low.in_unit(logpine_text::units::TimeUnit::Microsecond, 4), "17.6394");
    assert_eq!(bcast[2].accuracy, Accuracy::Exact);
    assert_eq!(collective(&bgp(), MpiCollective::Bcast, 1, 8).time, Interval::default());
}

#[test]
fn long_broadcasts_and_allreduces() {
    let shown =
        |cost: &BgpCost| cost.time.time().map(|time| time.in_unit(logpine_text::units::TimeUnit::Microsecond, 3));
    let bcast = collective(&bgp(), MpiCollective::Bcast, 32_000, 960 * MIB);
    assert_eq!((shown(&bcast).as_deref(), bcast.accuracy), (Some("447969.307"), Accuracy::DominantTerm));
    let bcast = collective(&bgp(), MpiCollective::Bcast, 32_000, 960_000_000);
    assert_eq!(shown(&bcast).as_deref(), Some("427217.639"));
    let allreduce = collective(&bgp(), MpiCollective::Allreduce, 32_000, 960_000_000);
    assert_eq!((shown(&allreduce).as_deref(), allreduce.accuracy), (Some("1144943.274"), Accuracy::DominantTerm));
    let network = bgp().collective_network(960 * MIB).expect("there");
    assert_eq!(network.in_unit(logpine_text::units::TimeUnit::Microsecond, 3), "1165048.544", "960 / 824 of a second");
}

#[test]
fn a_broadcast_on_no_cube_takes_up_to_twice_as_long() {
    let job = BgpJob::new(BgpOperation::Collective(MpiCollective::Bcast), 1_024, Some(8)).expect("valid");
    let cost = bgp().cost(&job.on(TorusAllocation::NonCubic)).expect("there");
    assert_eq!((ends(&cost), cost.accuracy), (["16.1us", "32.2us"].map(str::to_owned), Accuracy::Bounded));
    let barrier = BgpJob::new(BgpOperation::Collective(MpiCollective::Barrier), 8, None).expect("valid");
    let error = bgp().cost(&barrier.on(TorusAllocation::NonCubic));
    assert_eq!(error, Err(BgpError::NonCubic { operation: "barrier" }));
}

#[test]
fn alpha_of_a_short_allreduce_is_bounded_by_the_floor() {
    let short = |ranks| collective(&bgp(), MpiCollective::Allreduce, ranks, 8);
    for ranks in [2, 1_024, 4_096] {
        assert_eq!((exact(&short(ranks)).as_str(), short(ranks).accuracy), ("17.77us", Accuracy::Exact));
    }
    // alpha is at most 17.77 - 0.37 x 12 = 13.33.
    assert_eq!(ends(&short(32_768)), ["17.77us", "18.88us"]);
    // With the alpha of broadcasts, 13 + 0.37 log2 4096 = 17.44 would not be the constant 17.77.
    let with_alpha = |alpha: &str| with("floor_up_to = 4096,", &format!("floor_up_to = 4096, constant = \"{alpha}\","));
    let at = |bgp: &Bgp, ranks| exact(&collective(bgp, MpiCollective::Allreduce, ranks, 8));
    assert_eq!([4_096, 32_768].map(|ranks| at(&with_alpha("13us"), ranks)), ["17.77us", "18.55us"]);
    assert_eq!([4_096, 32_768].map(|ranks| at(&with_alpha("13.33us"), ranks)), ["17.77us", "18.88us"]);
}

#[test]
fn an_allreduce_between_short_and_long_is_between_both() {
    let cost = collective(&bgp(), MpiCollective::Allreduce, 4_096, 1_000);
    // 2.68 (16.72 + 0.445) = 46.0022.
    assert_eq!(ends(&cost), ["17.77us", "46.0022us"]);
    let cost = collective(&bgp(), MpiCollective::Allreduce, 4_096, 1_000_000);
    assert_eq!(ends(&cost)[0], "445us");
}

#[test]
fn exchanges_among_all() {
    let short = collective(&bgp(), MpiCollective::Alltoall, 32_000, 8);
    assert_eq!((exact(&short).as_str(), short.accuracy), ("26.88366ms", Accuracy::Exact));
    let times = [512, 4_096, 32_768].map(|ranks| collective(&bgp(), MpiCollective::Alltoall, ranks, 960 * MIB / ranks));
    let shown = |cost: &BgpCost| {
        assert_eq!(cost.accuracy, Accuracy::DominantTerm);
        cost.time.time().map(|time| time.in_unit(logpine_text::units::TimeUnit::Microsecond, 1))
    };
    let shown = times.each_ref().map(|cost| shown(cost).unwrap_or_default());
    assert_eq!(shown, ["2688139.2", "5378859.8", "10778364.3"]);
    // With C = k (k/2 + 1)^3 as printed, the "lower bound" is above the load that ideal routing reaches.
    let printed = [8u64, 16, 32].map(|side| {
        let block = 960 * MIB / side.pow(3) * 2_670;
        Time::from_ticks(840_000 * (side.pow(3) - 1) + block * side * (side / 2 + 1).pow(3))
    });
    let printed = printed.map(|time| time.in_unit(logpine_text::units::TimeUnit::Microsecond, 1));
    assert_eq!(printed, ["5249862.8", "7657114.0", "12922757.9"]);
}

#[test]
fn what_the_profile_does_not_say() {
    let scatter = BgpJob::new(BgpOperation::Collective(MpiCollective::Scatter), 8, Some(8)).expect("valid");
    let error = bgp().cost(&scatter).map_err(|error| error.to_string()).expect_err("not covered");
    assert!(error.contains("does not cover scatter") && error.contains("add scatter = { alpha"), "{error}");
    let line = "models.scatter = { alpha = { constant = \"2us\", per_rank = \"1us\" }, beta = [[2, \"1ns/B\"], [10, \"3ns/B\"]] }";
    let measured = with("short = \"8B\"", &format!("short = \"8B\"\n{line}"));
    assert_eq!(exact(&measured.cost(&scatter).expect("covered")), "10.02us", "2 + 8 us and 8 x 2.5 ns");
    let more = BgpJob::new(BgpOperation::Collective(MpiCollective::Scatter), 11, Some(8)).expect("valid");
    assert!(matches!(measured.cost(&more), Err(BgpError::OutsideTable { key: "beta", ranks: 11, .. })));
    let barrier = BgpJob::new(BgpOperation::Collective(MpiCollective::Barrier), 8, None).expect("valid");
    assert!(matches!(with("barrier =", "# ").cost(&barrier), Err(BgpError::Missing { key: "barrier", .. })));
    let long = BgpJob::new(BgpOperation::Collective(MpiCollective::Bcast), 8, Some(u64::MAX)).expect("valid");
    assert_eq!(bgp().cost(&long), Err(BgpError::NotRepresentable), "8.2 x 10^21 ticks");
    let far = BgpJob::new(BgpOperation::Collective(MpiCollective::Alltoall), 1 << 50, Some(8)).expect("valid");
    assert!(matches!(bgp().cost(&far), Err(BgpError::Torus(_))));
}
