//! Rules against random questions: nowhere that a rule serves is it slower than the library's own choice, at rank counts and sizes that
//! the grid does not have either.

use crate::random::Generator;
use logpine::answer::{Grid, Tuning, TuningQuestion};
use logpine::library::{Library, Rule};
use logpine::machine::Machine;
use logpine::request::{MpiCollective, Request, Tolerance};
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
    let counted = within(random, least.max(1), most.max(1));
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
