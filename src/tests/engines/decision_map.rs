//! Decision maps: every cell is the answer of its plan, every crossover is one, shards are parts, and pictures are sound.

use logpine::answer::{
    Along, Crossover, DecisionMap, Grid, MapError, MapQuestion, Progress, RankContest, RankPlan, RankPlanError, Shard,
};
use logpine::machine::Machine;
use logpine::model::{PortTiming, port_timing};
use logpine::report::map::{self, Colour, MapOperation, MapSubject};
use logpine::request::{Operands, RankCollective, RankJob};
use logpine::units::Time;
use proptest::prelude::*;
use std::sync::Mutex;

/// Overhead, gap and latency all matter, and combining costs.
const LOGGP: &str = "name = \"small\"\ncombine = \"0.25ns/B\"\n[loggp]\nlatency = \"5us\"\noverhead = \"2us\"\n\
                     gap = \"3us\"\ngap_per_byte = \"1ns/B\"\n";

fn machine(name: &str) -> Machine {
    if name == "small" {
        return Machine::from_toml(LOGGP, "small.toml").expect("a valid profile");
    }
    Machine::load(name).expect("a built-in machine")
}

fn timing(machine: &Machine) -> Box<dyn PortTiming> {
    port_timing(machine, None).expect("it has a port model")
}

/// A question: an operation, with rank counts and sizes.
#[derive(Clone)]
struct Question {
    collective: RankCollective,
    operands: Operands,
    cells: MapQuestion,
}

impl Question {
    fn contest<'a>(&self, timing: &'a dyn PortTiming) -> RankContest<'a> {
        RankContest::new(timing, self.collective, self.operands)
    }

    fn subject<'a>(&self, machine: &'a Machine, timing: &'a dyn PortTiming) -> MapSubject<'a> {
        let operation = MapOperation::Ranks(self.collective, self.operands);
        MapSubject { machine: &machine.name, clock: machine.clock, model: timing.name(), operation }
    }
}

fn question(collective: RankCollective, ranks: &[u64], bytes: &[u64]) -> Question {
    let cells = MapQuestion {
        ranks: Grid::new(ranks.iter().copied()).expect("rank counts"),
        bytes: (!bytes.is_empty()).then(|| Grid::new(bytes.iter().copied()).expect("sizes")),
        shard: Shard::WHOLE,
    };
    Question { collective, operands: Operands::AnyOrder, cells }
}

fn map(timing: &dyn PortTiming, question: &Question) -> DecisionMap {
    let contest = question.contest(timing);
    DecisionMap::new(&contest, question.cells.clone(), &|_| ()).expect("a map").with_crossovers(&contest, &|_| ())
}

/// Machines with questions that are quickly answered: all collectives, with and without sizes.
fn cases() -> Vec<(Machine, Question)> {
    let (ranks, bytes) = ([1, 2, 3, 5, 8, 16, 33], [1, 7, 64, 1000, 4096, 20_000]);
    let mut ordered = question(RankCollective::Reduce, &ranks, &bytes);
    ordered.operands = Operands::RankOrder;
    vec![
        (machine("lecture"), question(RankCollective::Bcast, &ranks, &bytes)),
        (machine("lecture"), ordered),
        (machine("small"), question(RankCollective::Bcast, &ranks, &bytes)),
        (machine("small"), question(RankCollective::Reduce, &ranks, &bytes)),
        (machine("bgp"), question(RankCollective::Bcast, &[4, 16], &[1, 256, 257, 1024, 4096])),
        (machine("logp-textbook"), question(RankCollective::Bcast, &(1..40).collect::<Vec<_>>(), &[])),
        (machine("logp-textbook"), question(RankCollective::Reduce, &[2, 100, 1 << 40, 1 << 63], &[])),
    ]
}

fn plan(timing: &dyn PortTiming, question: &Question, ranks: u64, bytes: Option<u64>) -> RankPlan {
    let job = RankJob::new(question.collective, ranks, bytes).expect("a valid job");
    RankPlan::new(timing, job.with_operands(question.operands)).expect("an answer")
}

#[test]
fn every_cell_is_the_answer_of_its_plan() {
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let map = map(timing.as_ref(), &question);
        let sizes =
            question.cells.bytes.as_ref().map_or(vec![None], |grid| grid.values().iter().copied().map(Some).collect());
        let places =
            question.cells.ranks.values().iter().flat_map(|&ranks| sizes.iter().map(move |&bytes| (ranks, bytes)));
        assert_eq!(map.cells().len(), question.cells.ranks.values().len() * sizes.len());
        for ((ranks, bytes), cell) in places.zip(map.cells()) {
            assert_eq!((cell.ranks, cell.bytes), (ranks, bytes));
            let (plan, answer) = (plan(timing.as_ref(), &question, ranks, bytes), cell.answer.as_ref().expect("short"));
            let best = plan.best();
            assert_eq!((answer.best.family, &answer.best.parameters), (best.family, &best.parameters));
            assert_eq!((answer.best.time, answer.claim.status), (best.time, plan.claim.status));
            assert_eq!(
                (answer.claim.bound.value, answer.claim.bound.reason),
                (plan.claim.bound.value, plan.claim.bound.reason)
            );
            let runner_up = answer.runner_up.as_ref().map(|other| (other.family, &other.parameters, other.time));
            assert_eq!(runner_up, plan.runner_up().map(|other| (other.family, &other.parameters, other.time)));
            // The margin agrees with the times: t2 = t1 (1 + margin / 100).
            if let (Some(margin), Some(other)) = (answer.margin_percent(), plan.runner_up()) {
                let expected = best.time.ticks() as f64 * (1.0 + margin / 100.0);
                assert!((other.time.ticks() as f64 - expected).abs() <= 1.0, "{margin}");
                assert!(other.time >= best.time);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// The search for two places alone finds the same as the full ranking.
    #[test]
    fn any_cell_is_the_answer_of_its_plan(
        [latency, overhead, gap] in [0u64..50, 0u64..20, 0u64..30],
        rate in 1u64..4,
        ranks in 2u64..150,
        bytes in 1u64..20_000,
        reduce: bool,
    ) {
        let profile = format!(
            "name = \"any\"\ncombine = \"1ns/B\"\n[loggp]\nlatency = \"{latency}us\"\noverhead = \"{overhead}us\"\n\
             gap = \"{gap}us\"\ngap_per_byte = \"{rate}ns/B\"\n"
        );
        let machine = Machine::from_toml(&profile, "any.toml").expect("a valid profile");
        let timing = timing(&machine);
        let collective = if reduce { RankCollective::Reduce } else { RankCollective::Bcast };
        let question = question(collective, &[ranks], &[bytes]);
        let map =
            DecisionMap::new(&question.contest(timing.as_ref()), question.cells.clone(), &|_| ()).expect("a map");
        let answer = map.cells()[0].answer.as_ref().expect("short");
        let plan = plan(timing.as_ref(), &question, ranks, Some(bytes));
        let of_map = [Some(&answer.best), answer.runner_up.as_ref()];
        let of_plan = [Some(plan.best()), plan.runner_up()];
        for (found, expected) in of_map.into_iter().zip(of_plan) {
            let found = found.map(|found| (found.family, &found.parameters, found.time));
            prop_assert_eq!(found, expected.map(|best| (best.family, &best.parameters, best.time)));
        }
        prop_assert_eq!(answer.claim.bound.value, plan.claim.bound.value);
    }
}

#[test]
fn the_winner_changes_at_every_crossover() {
    let mut seen = 0;
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let map = map(timing.as_ref(), &question);
        let winner = |ranks, bytes| plan(timing.as_ref(), &question, ranks, bytes).best().family;
        for crossover in map.crossovers() {
            let &Crossover { along, ranks, bytes, from, to, .. } = crossover;
            let before = match along {
                Along::Bytes => (ranks, bytes.map(|bytes| bytes - 1)),
                Along::Ranks => (ranks - 1, bytes),
            };
            assert_ne!(from, to);
            assert_eq!((winner(before.0, before.1), winner(ranks, bytes)), (from, to), "{crossover:?}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} crossovers");
}

/// The crossovers between neighbours lead from the one's winner to the other's. Exact ones are those found by looking at every
/// value.
#[test]
fn every_change_between_neighbours_is_located() {
    let mut inside = 0;
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let map = map(timing.as_ref(), &question);
        let columns = question.cells.bytes.as_ref().map_or(1, |grid| grid.values().len());
        let winner = |cell: usize| map.cells()[cell].answer.as_ref().map(|answer| answer.best.family);
        for (at, (cell, crossovers, unsettled)) in map.cells_with_crossovers().enumerate() {
            let neighbours = [(Along::Bytes, at % columns > 0, 1), (Along::Ranks, at >= columns, columns)];
            for (along, there, step) in neighbours {
                let found: Vec<_> = crossovers.iter().filter(|crossover| crossover.along == along).collect();
                let exact = unsettled.iter().all(|open| open.along != along);
                assert!(found.iter().all(|crossover| crossover.exact == exact));
                if !there {
                    assert!(found.is_empty() && exact);
                    continue;
                }
                let ends = found.first().zip(found.last()).map(|(first, last)| (Some(first.from), Some(last.to)));
                inside += usize::from(ends.is_some() && winner(at - step) == winner(at));
                if exact {
                    assert_eq!(ends.is_some(), !found.is_empty());
                }
                let ends = ends.unwrap_or((winner(at - step), winner(at - step)));
                assert_eq!(ends.1, winner(at), "{cell:?} {along:?}");
                if exact {
                    assert_eq!(ends.0, winner(at - step), "{cell:?} {along:?}");
                    assert!(found.windows(2).all(|pair| pair[0].to == pair[1].from));
                }
                let value = |cell: usize| match along {
                    Along::Bytes => map.cells()[cell].bytes.unwrap_or(0),
                    Along::Ranks => map.cells()[cell].ranks,
                };
                let places = found.iter().map(|found| match along {
                    Along::Bytes => found.bytes.unwrap_or(0),
                    Along::Ranks => found.ranks,
                });
                let places: Vec<u64> = places.collect();
                assert!(places.is_sorted_by(|a, b| a < b));
                assert!(places.iter().all(|here| (value(at - step) + 1..=value(at)).contains(here)), "{places:?}");
            }
        }
    }
    assert!(inside > 0, "some families win only between two cells");
}

/// The changes of the winner from byte to byte, by asking for every size.
fn by_every_byte(timing: &dyn PortTiming, question: &Question, ranks: u64, bytes: [u64; 2]) -> Vec<(u64, String)> {
    let mut cells = question.cells.clone();
    cells.ranks = Grid::new([ranks]).expect("a rank count");
    cells.bytes = Some(Grid::new(bytes[0]..=bytes[1]).expect("sizes"));
    let every = DecisionMap::new(&question.contest(timing), cells, &|_| ()).expect("a map");
    let family = |at: usize| every.cells()[at].answer.as_ref().map_or("", |answer| answer.best.family);
    let changes = (1..every.cells().len()).filter(|&at| family(at) != family(at - 1));
    changes.map(|at| (bytes[0] + at as u64, family(at).to_owned())).collect()
}

/// True if the crossovers along the sizes are exact; an error if they are but differ from those of every byte.
fn agrees_with_every_byte(timing: &dyn PortTiming, question: &Question) -> Result<bool, String> {
    let map = map(timing, question);
    let sizes = question.cells.bytes.as_ref().expect("sizes").values();
    let mut all = true;
    for &ranks in question.cells.ranks.values() {
        let exact = !map.unsettled().iter().any(|open| open.along == Along::Bytes && open.ranks[0] == ranks);
        let found = map.crossovers().iter().filter(|found| found.along == Along::Bytes && found.ranks == ranks);
        let found: Vec<_> = found.map(|found| (found.bytes.unwrap_or(0), found.to.to_owned())).collect();
        let expected = by_every_byte(timing, question, ranks, [sizes[0], sizes[sizes.len() - 1]]);
        let true_ones = found.iter().all(|change| expected.contains(change));
        if !true_ones || (exact && found != expected) {
            return Err(format!("{ranks} ranks: {found:?} are not {expected:?}"));
        }
        all &= exact;
    }
    Ok(all)
}

/// The guide's map: from 64 B to 512 B among 8 ranks on `bgp`, and larger sizes. Between 128 B and 1,500 B, just below 338 B
/// two blocks are slower than the binomial tree, and yet faster than it is for 339 B, where it wins again.
#[test]
fn crossovers_are_those_of_every_byte() {
    let cases = [
        ("bgp", RankCollective::Bcast, vec![8, 16], vec![64, 512, 2048]),
        ("bgp", RankCollective::Reduce, vec![8, 12], vec![128, 1500]),
        ("tukey", RankCollective::Bcast, vec![7, 8], vec![2, 200, 1300]),
        ("lecture", RankCollective::Reduce, vec![6, 12, 40], vec![1, 300]),
        ("small", RankCollective::Bcast, vec![6, 21], vec![1, 2000]),
        ("small", RankCollective::Reduce, vec![6, 21], vec![2000, 4000]),
        ("loggopsim", RankCollective::Bcast, vec![4, 9], vec![1, 1000]),
    ];
    let mut exact = 0;
    for (name, collective, ranks, bytes) in cases {
        let machine = machine(name);
        let question = question(collective, &ranks, &bytes);
        match agrees_with_every_byte(timing(&machine).as_ref(), &question) {
            Ok(all) => exact += usize::from(all),
            Err(difference) => panic!("{name}: {difference}"),
        }
    }
    assert!(exact >= 5, "only {exact} are exact");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn crossovers_of_any_machine_are_those_of_every_byte(
        kind in 0u8..4,
        times in (1u64..3000, 0u64..900, 0u64..2000, 0u64..40),
        steps in (1u64..90, 0u64..800, 0u64..800),
        ranks in 2u64..24,
        first in 1u64..50,
        width in 2u64..140,
        reduce: bool,
        combine in 0u64..3,
    ) {
        let ((latency, overhead, gap, rate), (up_to, step, later)) = (times, steps);
        let section = match kind {
            0 => format!(
                "[loggp]\nlatency = \"{latency}ns\"\noverhead = \"{overhead}ns\"\ngap = \"{gap}ns\"\n\
                 gap_per_byte = \"{}.{}ns/B\"\n", rate / 10, rate % 10
            ),
            1 => format!(
                "[piecewise]\npieces = [{{ up_to = \"{up_to}B\", alpha = \"{latency}ns\", beta = \"{rate}ns/B\" }}, \
                 {{ alpha = \"{}ns\", beta = \"{rate}ns/B\" }}]\n", latency + step
            ),
            2 => format!(
                "[plogp]\nlatency = \"{latency}ns\"\noverhead_send = [[1, \"{overhead}ns\"], [{}, \"{}ns\"]]\n\
                 overhead_receive = [[1, \"{overhead}ns\"]]\n\
                 gap = [[1, \"{gap}ns\"], [{}, \"{}ns\"]]\n",
                up_to + 1, overhead + step, up_to + 2, gap + later
            ),
            _ => format!("[alpha_beta]\nalpha = \"{latency}ns\"\nbeta = \"{rate}ns/B\"\n"),
        };
        let profile = format!("name = \"any\"\ncombine = \"{combine}ns/B\"\n{section}");
        let machine = Machine::from_toml(&profile, "any.toml").expect("a valid profile");
        let collective = if reduce { RankCollective::Reduce } else { RankCollective::Bcast };
        let question = question(collective, &[ranks], &[first, first + width]);
        let agrees = agrees_with_every_byte(timing(&machine).as_ref(), &question);
        prop_assert!(agrees.is_ok(), "{agrees:?}\n{profile}");
    }
}

/// On the machine with alpha = 10 and beta = 1, 8 ranks: binomial takes 3 rounds of 10 + s. On circulant graphs two
/// blocks take 4 rounds of 10 + ceil(s / 2): less from s = 12 on, where 64 < 66, but 64 > 63 for s = 11.
#[test]
fn a_crossover_by_hand() {
    let machine = machine("lecture");
    let map = map(timing(&machine).as_ref(), &question(RankCollective::Bcast, &[8], &[1, 100]));
    let [ref only] = *map.crossovers() else { panic!("one crossover, not {:?}", map.crossovers()) };
    assert_eq!((only.along, only.ranks, only.bytes), (Along::Bytes, 8, Some(12)));
    assert_eq!((only.from, only.to), ("binomial", "n-block"));
}

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
fn the_number_of_threads_changes_nothing() {
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let subject = question.subject(&machine, timing.as_ref());
        let outputs = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let map = pool.install(|| map(timing.as_ref(), &question));
            [map::svg(&map, &subject), map::json(&map, &subject), map::text(&map, &subject, Colour::Ansi)]
        };
        let alone = outputs(1);
        assert!([2, 5].into_iter().all(|threads| outputs(threads) == alone));
    }
}

#[test]
fn progress_is_told_once_for_each_step() {
    let (machine, question) = cases().swap_remove(0);
    let timing = timing(&machine);
    let told = Mutex::new(Vec::new());
    let observer = |progress: Progress| told.lock().expect("no panic").push(progress);
    let map = DecisionMap::new(&question.contest(timing.as_ref()), question.cells, &observer).expect("a map");
    let mut seen = told.into_inner().expect("no panic");
    seen.sort_by_key(|progress| progress.done);
    let total = map.cells().len();
    let expected: Vec<_> = (1..=total).map(|done| Progress { done, total }).collect();
    assert_eq!(seen, expected);
}

#[test]
fn questions_that_fit_no_model_are_refused() {
    let (sized, unsized_) = (machine("lecture"), machine("logp-textbook"));
    let error = |machine: &Machine, question: Question| {
        let timing = timing(machine);
        DecisionMap::new(&question.contest(timing.as_ref()), question.cells, &|_| ()).expect_err("no map")
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
    let picture = map::text(&map, &subject, Colour::Plain);
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
fn colours_change_no_letter() {
    for (machine, question) in cases() {
        let timing = timing(&machine);
        let subject = question.subject(&machine, timing.as_ref());
        let map = map(timing.as_ref(), &question);
        let (plain, coloured) = (map::text(&map, &subject, Colour::Plain), map::text(&map, &subject, Colour::Ansi));
        assert!(!plain.contains('\u{1b}'));
        let mut stripped = String::new();
        for (index, part) in coloured.split('\u{1b}').enumerate() {
            let text = if index == 0 { part } else { part.split_once('m').expect("a sequence that ends").1 };
            stripped += text;
        }
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&stripped), trimmed(&plain));
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

/// Times are exact: the decimal in CSV is the plan's time to the tick.
#[test]
fn times_are_exact() {
    let machine = machine("small");
    let timing = timing(&machine);
    let question = question(RankCollective::Reduce, &[13], &[12_345]);
    let subject = question.subject(&machine, timing.as_ref());
    let map = map(timing.as_ref(), &question);
    let time: Time = plan(timing.as_ref(), &question, 13, Some(12_345)).best().time;
    assert!(map::csv(&map, &subject).contains(&format!(",{},", time.decimal(machine.clock))));
}
