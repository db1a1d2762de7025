//! Gantt charts with many bars, or with none.

use super::{CLUSTER, TEXTBOOK, schedules, simulation};
use logpine::format::goal::{self, GoalTick};
use logpine::report::SimulationReport;
use logpine::report::timeline::{self, Origin};
use logpine::schedule::Schedule;
use logpine::schedule::replay::{
    self, Activity, CriticalPath, Network, Semantics, Simulator, Timeline, Usage, event_driven,
};
use logpine::units::Clock;
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

/// Four processors of rank 0 send to four of rank 1, whose receives name the first only.
#[test]
fn messages_are_where_they_are_handled() {
    let mut text = "num_ranks 2\nrank 0 {\n".to_owned();
    for (tag, cpu) in [0, 1, 7, 255].iter().enumerate() {
        writeln!(text, "c{tag}: calc 5000 cpu {cpu}\ns{tag}: send 900b to 1 tag {tag} cpu {cpu} nic {cpu}")
            .expect("a string");
    }
    text += "}\nrank 1 {\n";
    for tag in 0..4 {
        writeln!(text, "r{tag}: recv 900b from 0 tag {tag}").expect("a string");
    }
    let schedule = goal::read((text + "}\n").as_bytes(), GoalTick::default()).expect("valid");
    let rows = bars(&picture("messages", &schedule));
    assert_eq!((rows.len(), rows.values().map(Vec::len).sum::<usize>()), (8, 12));
    let machine = Machine::load("loggopsim").expect("built in");
    let network = Network::of(&machine, None).expect("LogGOPS");
    for (simulator, least) in [(Simulator::Loggopsim, 0.3), (Simulator::Atlahs, 0.5)] {
        let mut usage = Usage::new(&schedule);
        let finish = event_driven(&schedule, &network, simulator, &mut usage).expect("no deadlock").finish;
        for activity in Activity::ALL {
            let share = usage.share(activity, finish);
            assert!((0.0..=1.0).contains(&share.least) && share.most <= 1.0, "{activity:?} {share:?}");
        }
        // Four messages keep four processors at the same time, or one of them one after the other.
        assert!(usage.ranks()[1].share(Activity::Busy, finish) > least, "{simulator:?} {usage:?}");
    }
}

/// Under alpha-beta nothing keeps a processor: the column shows the ports, like the report in words.
#[test]
fn where_only_ports_are_busy_the_picture_says_how_much() {
    let schedule = schedules::binomial(4, 1, 8);
    let machine = Machine::load("lecture").expect("built in");
    let timing = logpine::model::port_timing(&machine, None).expect("it has messages");
    let mut run = Timeline::new(&schedule);
    let replayed = replay::program_order(&schedule, timing.as_ref(), &mut run).expect("no deadlock");
    let usage = Usage::of(&run);
    assert_eq!(usage.main_activity(replayed.finish), Activity::Interface);
    let report = SimulationReport {
        warnings: &[],
        title: "ports",
        origin: Origin::Unknown,
        machine: &machine.name,
        clock: Clock::Cycle,
        model: "alpha_beta",
        semantics: Semantics::ProgramOrder,
        schedule: Some(&schedule),
        replayed: &replayed,
        predicted: None,
        usage: &usage,
        critical_path: None,
    };
    let svg = timeline::svg(&report, &run);
    assert!(svg.contains(">port sends<") && !svg.contains(">busy<"));
    // Rank 0 sends in both rounds and rank 1 in the second; ranks 2 and 3 never send.
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let texts = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    let shares: Vec<&str> = texts.filter_map(|node| node.text()).filter(|text| text.ends_with(" %")).collect();
    assert_eq!(shares, ["100 %", "50 %", "0 %", "0 %"]);
    assert!(svg.contains(": ports are busy with sends 37.5 % of the time."));
}

#[test]
fn messages_that_would_hide_the_rest_are_pale() {
    let across = |ranks| {
        let run_of = schedules::binomial(ranks, 1, 1);
        let run = simulation(&run_of, TEXTBOOK);
        let report = super::reports::report("binomial", &run_of, Clock::Cycle, &run);
        timeline::svg(&report, &run.timeline)
    };
    assert!(!across(8).contains("fill=\"none\" opacity"));
    assert!(across(64).contains("fill=\"none\" opacity"));
    let many = schedules::chain(30, 50, 1_000);
    let run = simulation(&many, CLUSTER);
    let report = super::reports::report("chain", &many, Clock::Second, &run);
    let svg = timeline::svg(&report, &run.timeline);
    assert!(svg.contains("1450 messages (too many to be drawn)"), "{svg}");
}

#[test]
fn long_titles_and_no_time_fit() {
    let nothing = goal::read(b"num_ranks 2\nrank 0 {\ncalc 0\n}\nrank 1 {\n}\n", GoalTick::default()).expect("valid");
    let title = "a title ".repeat(40);
    let svg = picture(&title, &nothing);
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .filter_map(|node| node.text())
        .collect();
    // As many lines as it takes, of which none lacks a word.
    assert!(texts[..3].iter().all(|line| line.contains("title a title") && line.chars().count() < 110), "{texts:?}");
    assert!(texts[3].ends_with("title : 0 s") && !svg.contains('\u{2026}'), "{texts:?}");
    assert!(svg.contains(&format!("<title id=\"title\">{title}: 0 s</title>")));
    assert!(svg.contains("on loggopsim (loggops, loggopsim); 2 ranks, 1 operation, 0 messages, 0B in all"));
    // One time, the unit, and the ranks.
    let axis: Vec<_> = texts.iter().filter(|text| text.parse::<f64>().is_ok() || text.starts_with("time")).collect();
    assert_eq!(axis, [&"0", &"time (s)", &"0", &"1"]);
}

/// The words of a picture.
fn words(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let texts = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

/// A chain leads through all its ranks, and a picture of 200 shows 64.
#[test]
fn the_critical_path_of_a_sample_has_no_break() {
    let chain = schedules::chain(200, 4, 1_000);
    let run = simulation(&chain, CLUSTER);
    let report = super::reports::report("chain", &chain, Clock::Second, &run);
    let svg = timeline::svg(&report, &run.timeline);
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let lines = document.descendants().filter(|node| node.attribute("stroke") == Some("#c00040"));
    let lines: Vec<Vec<&str>> =
        lines.filter_map(|line| line.attribute("points")).map(|points| points.split(' ').collect()).collect();
    assert!(lines.len() > 64, "{}", lines.len());
    assert!(lines.windows(2).all(|pair| pair[0].last() == pair[1].first()));
    // From the first rank at time 0 to the finish.
    assert!(lines[0][0].starts_with("112,"), "{}", lines[0][0]);
    assert!(lines.last().and_then(|line| line.last()).is_some_and(|end| end.starts_with("1112,")));
    let words = words(&svg);
    assert!(words.iter().any(|words| words == "through ranks that are not shown"), "{words:?}");
}

/// The names of many ranks that share a row are long: the title of their axis stands to the left of them.
#[test]
fn long_names_of_ranks_fit() {
    let rank = |rank: u32| format!("rank {rank} {{\ncalc {}\n}}\n", if rank < 100_100 { 900 } else { 700 });
    let text = "num_ranks 200000\n".to_owned() + &(0..200_000).map(rank).collect::<String>();
    let schedule = goal::read(text.as_bytes(), GoalTick::default()).unwrap_or_else(|report| panic!("{report}"));
    let svg = picture("many", &schedule);
    let document = roxmltree::Document::parse(&svg).expect("XML");
    assert!(words(&svg).iter().any(|words| words == "100100-199999"));
    super::reports::assert_words_are_inside(&document);
}

#[test]
fn ranks_that_are_alike_share_a_row() {
    // Ranks 2 to 9 do nothing.
    let few =
        |rank: u32| format!("rank {rank} {{\n{}}}\n", ["calc 500\n", "calc 700\n"].get(rank as usize).unwrap_or(&""));
    let few = "num_ranks 10\n".to_owned() + &(0..10).map(few).collect::<String>();
    // Ranks 5 to 79 calculate as long as each other; the critical path is that of rank 5, which keeps a row of its own.
    let many = |rank: u32| format!("rank {rank} {{\ncalc {}\n}}\n", if rank < 5 { 100 * (rank + 1) } else { 900 });
    let many = "num_ranks 80\n".to_owned() + &(0..80).map(many).collect::<String>();
    for (text, shared, own) in [(few, "2-9", ["0", "1"]), (many, "6-79", ["4", "5"])] {
        let schedule = goal::read(text.as_bytes(), GoalTick::default()).unwrap_or_else(|report| panic!("{report}"));
        let svg = picture("shared", &schedule);
        let words = words(&svg);
        for name in [shared].iter().chain(&own) {
            assert!(words.iter().any(|words| words == name), "{name}: {words:?}");
        }
        assert!(words.concat().contains("share a row") && !words.concat().contains("are shown"), "{words:?}");
    }
}
