//! Gantt charts with many bars.

use logpine::report::SimulationReport;
use logpine::report::timeline::{self, Origin};
use logpine::units::Clock;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{
    CriticalPath, Network, Semantics, Simulator, Timeline, Usage, event_driven,
};
use logpine_goal::{self as goal, GoalTick};
use logpine_models::machine::Machine;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Every processor of every rank calculates, sends to the next rank, receives from the one before, and calculates.
fn of_processors(ranks: u32, processors: u32, rounds: u32) -> Schedule {
    let mut text = format!("num_ranks {ranks}\n");
    for rank in 0..ranks {
        writeln!(text, "rank {rank} {{").expect("a string");
        for (cpu, round) in (0..processors).flat_map(|cpu| (0..rounds).map(move |round| (cpu, round))) {
            let (next, before, tag) = ((rank + 1) % ranks, (rank + ranks - 1) % ranks, cpu * rounds + round);
            let calc = 700 + 300 * ((rank + 2 * cpu + round) % 5);
            writeln!(text, "c{tag}: calc {calc} cpu {cpu}\ns{tag}: send 900b to {next} tag {tag} cpu {cpu}")
                .expect("a string");
            writeln!(text, "s{tag} requires c{tag}\nr{tag}: recv 900b from {before} tag {tag} cpu {cpu}")
                .expect("a string");
        }
        text += "}\n";
    }
    goal::read(text.as_bytes(), GoalTick::default()).unwrap_or_else(|report| panic!("{report}"))
}

/// The schedule's picture under the rules of `LogGOPSim`.
fn picture(title: &str, schedule: &Schedule) -> String {
    let machine = Machine::load("loggopsim").expect("built in");
    let network = Network::of(&machine, None).expect("LogGOPS");
    let mut run = Timeline::new(schedule);
    let replayed = event_driven(schedule, &network, Simulator::Loggopsim, &mut run).expect("no deadlock");
    let (usage, path) = (Usage::of(&run), CriticalPath::new(&run));
    let report = SimulationReport {
        warnings: &[],
        title,
        origin: Origin::Unknown,
        machine: &machine.name,
        clock: Clock::Second,
        model: "loggops",
        semantics: Semantics::Loggopsim,
        schedule: Some(schedule),
        replayed: &replayed,
        predicted: None,
        usage: &usage,
        critical_path: Some(&path),
    };
    timeline::svg(&report, &run)
}

/// The extents of the bars with tooltips, by their upper edges.
fn bars(svg: &str) -> BTreeMap<String, Vec<(f64, f64)>> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let mut rows: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for bar in document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "rect"))) {
        if bar.children().next().is_some() {
            let number = |name| bar.attribute(name).expect("there").parse::<f64>().expect("a number");
            let row = rows.entry(bar.attribute("y").expect("there").to_owned()).or_default();
            row.push((number("x"), number("x") + number("width")));
        }
    }
    rows
}

#[test]
fn every_processor_has_a_row_in_which_no_bar_lies_over_another() {
    for (ranks, processors) in [(2, 1), (3, 4), (40, 3)] {
        let schedule = of_processors(ranks, processors, 2);
        let rows = bars(&picture("processors", &schedule));
        assert_eq!(rows.len(), (ranks * processors) as usize);
        assert_eq!(rows.values().map(Vec::len).sum::<usize>(), schedule.len());
        for mut row in rows.into_values() {
            row.sort_by(|a, b| a.0.total_cmp(&b.0));
            // Places are to a tenth of a pixel.
            assert!(row.windows(2).all(|pair| pair[0].1 <= pair[1].0 + 0.25), "{ranks} {processors}: {row:?}");
        }
    }
    // More processors than there is room for, and too many bars to be told one by one.
    let large = picture("large", &of_processors(200, 20, 1));
    let document = roxmltree::Document::parse(&large).expect("XML");
    let height: u32 = document.root_element().attribute("height").expect("a height").parse().expect("a number");
    assert!(height < 5_000 && large.len() < 2_000_000, "{height}, {} bytes", large.len());
}
