//! Rules against random questions: nowhere that a rule serves is it slower than the library's own choice, at rank counts and sizes that
//! the grid does not have either.

use logpine::answer::{Grid, Tuning, TuningQuestion};
use logpine::library::{Library, Range, Rule, Rules, default_of};
use logpine::request::{MpiCollective, Request, Tolerance};
use logpine_models::machine::Machine;
use logpine_text::random::Generator;
use std::collections::BTreeSet;

/// A machine of random parameters under one of the models of messages.
fn machine(random: &mut Generator) -> Machine {
    let mut cycles = |most: u64| format!("\"{} cycles\"", 1 + random.below(most));
    let (latency, overhead, gap) = (cycles(600), cycles(60), cycles(120));
    let logp = format!("latency = {latency}\noverhead = {overhead}\ngap = {gap}\n");
    let alpha = cycles(900);
    let rate = |random: &mut Generator| format!("\"{}.{} cycles/B\"", random.below(4), 1 + random.below(9));
    let section = match random.below(3) {
        0 => format!("[loggp]\n{logp}gap_per_byte = {}\n", rate(random)),
        1 => format!("[alpha_beta]\nalpha = {alpha}\nbeta = {}\n", rate(random)),
        _ => {
            let (gap, busy) = (rate(random), rate(random));
            format!("[loggops]\n{logp}gap_per_byte = {gap}\noverhead_per_byte = {busy}\nrendezvous_above = \"8KiB\"\n")
        }
    };
    let profile = format!("name = \"random\"\nunit = \"cycle\"\n{section}");
    Machine::from_toml(&profile, "random.toml").unwrap_or_else(|error| panic!("{error}\n{profile}"))
}

fn grid(values: impl IntoIterator<Item = u64>) -> Grid {
    Grid::new(values).expect("values")
}

/// A number of a range, one end as often as not.
fn within(random: &mut Generator, least: u64, most: u64) -> u64 {
    match random.below(4) {
        0 => least,
        1 => most,
        _ => least + random.below(most - least + 1),
    }
}

/// Rank counts and block sizes that a rule serves.
fn served(random: &mut Generator, library: Library, collective: MpiCollective, rule: &Rule) -> (u64, u64) {
    let ranks = within(random, rule.ranks.least, rule.ranks.most.expect("an end"));
    let is_by_total = library.counting(collective).count(1, 2) == 2;
    let (least, most) = (rule.bytes.least, rule.bytes.most.unwrap_or(1 << 22));
    let anywhere = within(random, least.max(1), most.max(1));
    // Where another segment begins in the message, or in a half of it.
    let at_segment = |segment: u64| {
        (anywhere / segment * segment + [0, 1, 2, 8][(anywhere % 4) as usize]).clamp(least.max(1), most.max(1))
    };
    let segment = rule.setting.and_then(|setting| setting.segment).filter(|_| random.below(2) == 0);
    let counted = segment.map_or(anywhere, at_segment);
    (ranks, if is_by_total { (counted / ranks).max(least.div_ceil(ranks)) } else { counted })
}

#[test]
fn no_rule_is_slower_than_the_librarys_own_choice() {
    let mut random = Generator::new(20_261_128);
    let (mut tried, mut slower) = (0, Vec::new());
    let libraries = [Library::OpenMpi41, Library::OpenMpi5, Library::Mpich40, Library::Mpich43, Library::Mpich5];
    for round in 0..40 {
        let machine = if round % 8 == 7 { Machine::load("tukey").expect("built in") } else { machine(&mut random) };
        let library = libraries[usize::try_from(random.below(5)).expect("small")];
        let collective = MpiCollective::ALL[usize::try_from(random.below(9)).expect("small")];
        let least = 2 + random.below(30);
        let most = least + [0, 5, 40, 300][usize::try_from(random.below(4)).expect("small")];
        let sizes = [1 + random.below(2000), 1 << random.below(21)];
        let question = TuningQuestion {
            machine: &machine,
            request: Request::default(),
            library,
            ranks: grid([least, most]),
            bytes: grid(sizes),
            all_commute: random.below(2) == 0,
            replaces_unpriced: false,
        };
        let tolerance: Tolerance =
            ["0%", "2%", "10%"][usize::try_from(random.below(3)).expect("small")].parse().expect("a share");
        let table = Tuning::chosen(&question, collective, tolerance, &()).expect("a table");
        if table.rules.rules.is_empty() {
            continue;
        }
        for _ in 0..40 {
            let place = usize::try_from(random.below(table.rules.rules.len() as u64)).expect("small");
            let (ranks, bytes) = served(&mut random, library, collective, &table.rules.rules[place]);
            let one = TuningQuestion { ranks: grid([ranks]), bytes: grid([bytes.max(1)]), ..question.clone() };
            let cells =
                Tuning::of_rules(&one, table.rules.clone(), table.variables.clone(), &()).expect("a table").cells;
            for cell in cells.iter().filter(|cell| cell.setting.is_some()) {
                tried += 1;
                let own = cell.default.and_then(|(_, time)| time);
                if cell.time.is_none() || own.is_none() || cell.time > own {
                    slower.push(format!(
                        "{library:?} {collective:?} {least}..{most} {cell:?} {:?}",
                        table.rules.rules[place]
                    ));
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
    let kinds: BTreeSet<&str> = slower.iter().map(|line| line.split_whitespace().nth(1).unwrap_or("")).collect();
    assert!(slower.is_empty(), "{} of {tried}, {kinds:?}:\n{}", slower.len(), slower[..slower.len().min(8)].join("\n"));
}

/// Rules for all sizes, which are tried next to the sizes where the library's own choice or the machine's prices change, and pay at most
/// sizes.
#[test]
fn a_rule_for_all_sizes_is_slower_at_no_threshold_and_pays() {
    let sizes = [1, 3, 2047, 4095, 5000, 10_000, 12_000, 16_382, 16_383, 16_384, 32_767, 32_768, 131_071, 262_145];
    let mut rules = 0;
    for (library, machine) in
        [Library::OpenMpi41, Library::OpenMpi5].into_iter().flat_map(|of| ["tukey", "bgp"].map(|name| (of, name)))
    {
        let machine = Machine::load(machine).expect("built in");
        for collective in [MpiCollective::Scatter, MpiCollective::Gather] {
            let question = TuningQuestion {
                machine: &machine,
                request: Request::default(),
                library,
                ranks: grid([2, 16]),
                bytes: grid([8, 1 << 16]),
                all_commute: false,
                replaces_unpriced: false,
            };
            let tolerance: Tolerance = "2%".parse().expect("a share");
            let table = Tuning::chosen(&question, collective, tolerance, &()).expect("a table");
            for place in 0..table.rules.rules.len() {
                let factors = table.speed_ups(Some(place));
                assert!(factors[factors.len() / 2] > 1.02, "{:?}", table.rules.rules[place]);
                rules += 1;
            }
            let more = TuningQuestion { ranks: grid(2..=16), bytes: grid(sizes), ..question.clone() };
            let tried = Tuning::of_rules(&more, table.rules.clone(), Vec::new(), &()).expect("a table");
            assert!(tried.worst_served().is_none_or(|(_, factor)| factor >= 1.0), "{:?}", tried.worst_served());
        }
    }
    assert!(rules > 0);
}

/// What a file spells out as the library would choose it anyway is left to the library.
#[test]
fn the_librarys_own_choice_is_not_counted_as_a_rule() {
    let machine = Machine::load("tukey").expect("built in");
    let question = TuningQuestion {
        machine: &machine,
        request: Request::default(),
        library: Library::Mpich5,
        ranks: grid([4, 7]),
        bytes: grid([8, 1024]),
        all_commute: true,
        replaces_unpriced: false,
    };
    let own = default_of(Library::Mpich5, MpiCollective::Reduce, 4, 8);
    let all = Rule { ranks: Range::ALL, bytes: Range::ALL, setting: own };
    let rules = Rules { collective: MpiCollective::Reduce, rules: vec![all] };
    let coverage = Tuning::of_rules(&question, rules, Vec::new(), &()).expect("a table").coverage;
    assert!(coverage.served.iter().all(|served| served.own != served.time), "{:?}", coverage.served);
    assert!(coverage.left > 0);
}
