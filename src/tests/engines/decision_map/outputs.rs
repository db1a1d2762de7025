//! Shards, threads, refusals and pictures.

use super::*;
use logpine_text::watch::{Over, Watch};

#[test]
fn the_outputs_of_all_shards_are_that_of_the_whole() {
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let subject = question.subject(&machine, timing.as_ref());
        let outputs = |shard| {
            let map = map(
                timing.as_ref(),
                &Question { cells: MapQuestion { shard, ..question.cells.clone() }, ..question.clone() },
            );
            [map::csv(&map, &subject), map::crossovers_csv(&map), map::json_lines(&map, &subject)]
        };
        let whole = outputs(Shard::WHOLE);
        for of in [2, 3, 7, 100] {
            let parts = (1..=of).map(|index| outputs(Shard::new(index, of).expect("in range")));
            let joined = parts.reduce(|before, after| [0, 1, 2].map(|kind| before[kind].clone() + &after[kind]));
            assert_eq!(joined.as_ref(), Some(&whole), "{of} shards");
        }
    }
}

#[test]
fn work_that_is_over_has_no_map_and_no_crossovers_that_are_called_all() {
    let mut unsettled = 0;
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let contest = question.contest(timing.as_ref());
        let cells = |watch: &dyn Watch| DecisionMap::new(&contest, question.cells.clone(), watch);
        let map = cells(&()).expect("a map");
        assert_eq!(cells(&Over), Err(MapError::Stopped { done: 0, cells: map.cells().len() as u64 }));
        let (all, none) = (map.clone().with_crossovers(&contest, &()), map.with_crossovers(&contest, &Over));
        let known = none.crossovers().iter().filter(|crossover| crossover.exact);
        assert!(known.into_iter().all(|crossover| all.crossovers().contains(crossover)));
        assert!(all.unsettled().iter().all(|pair| none.unsettled().contains(pair)));
        unsettled += none.unsettled().len() - all.unsettled().len();
    }
    assert!(unsettled > 0);
}

#[test]
fn questions_that_fit_no_model_are_refused() {
    let (sized, unsized_) = (machine("lecture"), machine("logp-textbook"));
    let error = |machine: &Machine, question: Question| {
        let timing = timing(machine);
        DecisionMap::new(&question.contest(timing.as_ref()), question.cells, &()).expect_err("no map")
    };
    let bcast = |ranks: &[u64], bytes: &[u64]| question(RankCollective::Bcast, ranks, bytes);
    assert_eq!(error(&sized, bcast(&[2], &[])), MapError::Sizes(RankPlanError::NoBytes { model: "alpha_beta" }));
    assert_eq!(error(&unsized_, bcast(&[2], &[8])), MapError::Sizes(RankPlanError::Bytes { model: "logp" }));
    assert!(matches!(error(&unsized_, bcast(&[2, (1 << 63) + 1], &[])), MapError::Job(_)));
    let many: Vec<u64> = (1..=1 << 11).collect();
    let too_many = error(&sized, bcast(&many, &many));
    assert_eq!(too_many, MapError::TooManyCells { cells: 1 << 22, limit: 1 << 20, shards: 4 });
    // The shards of the map are small enough, and here empty except for one cell.
    let mut part = bcast(&many, &many);
    part.cells.shard = Shard::new(1, 1 << 22).expect("in range");
    assert_eq!(map(timing(&sized).as_ref(), &part).cells().len(), 1);
}

#[test]
fn a_cell_without_a_representable_time_is_shown_as_one() {
    let slow = "name = \"slow\"\n[alpha_beta]\nalpha = \"1s\"\nbeta = \"1ms/B\"\n";
    let machine = Machine::from_toml(slow, "slow.toml").expect("a valid profile");
    let timing = timing(&machine);
    let question = question(RankCollective::Bcast, &[2], &[1, 1 << 50]);
    let subject = question.subject(&machine, timing.as_ref());
    let map = map(timing.as_ref(), &question);
    assert_eq!(map.cells()[1].answer, None);
    assert!(map::csv(&map, &subject).ends_with("\n2,1125899906842624,,,,,,,,,,\n"));
    let picture = map::text(&map, &subject).text();
    assert!(picture.contains(" ?\n") && picture.contains("no time is representable in 1 of 2 cells"), "{picture}");
    let json: serde_json::Value = serde_json::from_str(&map::json(&map, &subject)).expect("valid JSON");
    assert_eq!(json["cells"][1], serde_json::json!({ "ranks": 2, "bytes": 1u64 << 50 }));
    assert!(roxmltree::Document::parse(&map::svg(&map, &subject)).is_ok());
}

#[test]
fn svg_is_well_formed_and_has_every_cell() {
    let mut hostile = machine("lecture");
    hostile.name = "<script>&\"'\u{1b}]0;\u{0}x".to_owned();
    let mut all = cases();
    all.push((hostile, question(RankCollective::Bcast, &[2, 4], &[1, 2])));
    for (machine, question) in all {
        let timing = timing(&machine);
        let subject = question.subject(&machine, timing.as_ref());
        let map = map(timing.as_ref(), &question);
        let svg = map::svg(&map, &subject);
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        assert_eq!(document.root_element().tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let named = |name: &'static str| document.descendants().filter(move |node| node.tag_name().name() == name);
        let tips: Vec<_> = named("rect").filter_map(|rect| rect.first_element_child()?.text()).collect();
        assert_eq!(tips.len(), map.cells().len());
        for (tip, cell) in tips.iter().zip(map.cells()) {
            let answer = cell.answer.as_ref().expect("short");
            assert!(tip.starts_with(&format!("{} ranks", cell.ranks)), "{tip}");
            assert!(tip.contains(answer.best.family), "{tip}");
            assert!(tip.contains(&answer.best.time.display(machine.clock)), "{tip}");
        }
        assert_eq!(named("script").count(), 0);
    }
}

#[test]
fn csv_and_json_say_the_same() {
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let subject = question.subject(&machine, timing.as_ref());
        let map = map(timing.as_ref(), &question);
        let json: serde_json::Value = serde_json::from_str(&map::json(&map, &subject)).expect("valid JSON");
        let csv = map::csv(&map, &subject);
        let mut lines = csv.lines();
        let header: Vec<_> = lines.next().expect("a header").split(',').collect();
        let at = |name: &str| header.iter().position(|column| *column == name).expect("a column");
        let cells = json["cells"].as_array().expect("a list");
        assert_eq!(csv.lines().count(), cells.len() + 1);
        let time = format!("time_{}", machine.clock.symbol());
        for (line, cell) in lines.zip(cells) {
            let fields: Vec<_> = line.split(',').collect();
            assert_eq!(fields.len(), header.len());
            assert_eq!(fields[at("family")], cell["family"].as_str().expect("a name"));
            assert_eq!(fields[at("status")], cell["status"].as_str().expect("a name"));
            assert_eq!(fields[at("ranks")], cell["ranks"].to_string());
            assert_eq!(fields[at(&time)].parse::<f64>().ok(), cell["time"].as_f64());
            let runner_up = cell["runner_up"]["family"].as_str().unwrap_or("");
            assert_eq!(fields[at("runner_up")], runner_up);
        }
        let lines: Vec<serde_json::Value> = map::json_lines(&map, &subject)
            .lines()
            .map(|line| serde_json::from_str(line).expect("valid JSON"))
            .collect();
        assert_eq!(lines[0]["schema"], json["schema"]);
        let (between, listed): (Vec<_>, Vec<_>) =
            lines.into_iter().skip(1).partition(|line| line.get("along").is_some());
        let (crossovers, unsettled): (Vec<_>, Vec<_>) = between.into_iter().partition(|line| line.get("to").is_some());
        let of = |name: &str| json[name].as_array().expect("a list").clone();
        assert_eq!((&listed, crossovers, unsettled), (cells, of("crossovers"), of("unsettled")));
    }
}
