//! The parts of waves over overlay trees, against equation (1) worked out by hand.

use logpine::answer::Plan;
use logpine::report::SimulationReport;
use logpine::report::timeline::{NodeParts, Origin};
use logpine::request::{Collective, Job};
use logpine::units::{Clock, Time};
use logpine_collectives::schedule::build::Waves;
use logpine_collectives::schedule::replay::{CriticalPath, Semantics, Timeline, Usage, program_order};
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, RoundTrip, Tan};

/// Cab's parameters, then these lines.
fn cab(lines: &str) -> Machine {
    let overhead = "{ constant = \"49.3us\", linear = \"783ns\", quadratic = \"157ns\" }";
    let text = format!("name = \"m\"\n[tan]\nlatency = \"98us\"\noverhead = {overhead}\n{lines}\n");
    Machine::from_toml(&text, "m.toml").expect("valid")
}

/// Replays waves over the best tree of 128 leaves, whose fanouts are 11 and 12, and looks at the report.
fn with_report<T>(machine: &Machine, collective: Collective, waves: u64, look: impl Fn(&SimulationReport) -> T) -> T {
    let (up, down) = (Tan::reduction(machine).expect("[tan]"), Tan::multicast(machine).expect("[tan]"));
    let both = RoundTrip::tan(machine).expect("[tan]");
    let (cost, costs): (&dyn LevelCost, _) = match collective {
        Collective::Reduce => (&up, Waves::Reduce(&up)),
        Collective::Multicast => (&down, Waves::Multicast(&down)),
        Collective::Roundtrip => (&both, Waves::Roundtrip { multicast: &down, reduction: &up }),
    };
    let job = Job::new(128).expect("some").with_collective(collective);
    let plan = Plan::new(cost, job, &()).expect("a tree");
    let built = plan.schedule(plan.best(), costs, waves).expect("small");
    let mut timeline = Timeline::new(&built.schedule);
    let replayed = program_order(&built.schedule, &built.wire, &mut timeline).expect("valid");
    let (path, usage) = (CriticalPath::new(&timeline), Usage::of(&timeline));
    let report = SimulationReport {
        warnings: &[],
        title: "waves",
        origin: Origin::Waves { job: &job, candidate: plan.best(), waves, costs },
        machine: "m",
        clock: Clock::Second,
        model: "tan",
        semantics: Semantics::ProgramOrder,
        schedule: Some(&built.schedule),
        replayed: &replayed,
        predicted: None,
        usage: &usage,
        critical_path: Some(&path),
    };
    look(&report)
}

fn sum(parts: &NodeParts) -> u64 {
    let overhead = parts.overhead.total().expect("representable");
    [parts.latency, overhead, parts.gap, parts.filter, parts.startup, parts.other].map(Time::ticks).iter().sum()
}

/// L, o, g, filter, C and the rest, in nanoseconds.
fn parts(machine: &Machine, collective: Collective, waves: u64) -> [u64; 6] {
    with_report(machine, collective, waves, |report| {
        let parts = report.node_parts().expect("waves");
        assert_eq!(sum(&parts), report.replayed.finish.ticks());
        let overhead = parts.overhead.total().expect("representable");
        [parts.latency, overhead, parts.gap, parts.filter, parts.startup, parts.other].map(|time| time.ticks() / 1_000)
    })
}

/// o(12) + o(13) = 81.304 + 86.012 us.
const OVERHEAD: u64 = 167_316;

#[test]
fn a_wave_passes_with_what_its_two_levels_cost() {
    assert_eq!(parts(&cab(""), Collective::Reduce, 1), [196_000, OVERHEAD, 0, 0, 0, 0]);
    let lines = "gap = \"1us\"\nfilter = \"20us\"\nstartup = \"3us\"";
    for latency in ["", "\nperiod_includes_latency = false"] {
        let machine = cab(&format!("{lines}{latency}"));
        assert_eq!(parts(&machine, Collective::Reduce, 1), [196_000, OVERHEAD, 2_000, 40_000, 3_000, 0]);
        // On the way down there is no filter.
        assert_eq!(parts(&machine, Collective::Multicast, 1), [196_000, OVERHEAD, 2_000, 0, 3_000, 0]);
        let both = [392_000, 2 * OVERHEAD, 4_000, 40_000, 3_000, 0];
        assert_eq!(parts(&machine, Collective::Roundtrip, 1), both);
    }
}

/// Each of nine waves more takes the longest period, of fanout 12.
#[test]
fn waves_more_pass_with_the_period() {
    let (period, of_two) = (86_012, OVERHEAD);
    assert_eq!(parts(&cab(""), Collective::Reduce, 10), [196_000 + 9 * 98_000, of_two + 9 * period, 0, 0, 0, 0]);
    let without = parts(&cab("period_includes_latency = false"), Collective::Multicast, 10);
    assert_eq!(without, [196_000, of_two + 9 * period, 0, 0, 0, 0]);
    let both = parts(&cab(""), Collective::Roundtrip, 10);
    assert_eq!(both, [392_000 + 18 * 98_000, 2 * (of_two + 9 * period), 0, 0, 0, 0]);
}
