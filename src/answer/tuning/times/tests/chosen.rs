//! Whole answers against executions: the choice, its losses and its speed-ups.

use super::libraries::executed;
use super::{machine, number};
use crate::answer::Grid;
use crate::answer::tuning::prices::settings;
use crate::answer::tuning::table::Table;
use crate::answer::tuning::variables::with_variables;
use crate::answer::tuning::{Tuning, TuningQuestion};
use crate::request::{MpiCollective, Request};
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, port_timing};
use logpine_text::random::Generator;
use logpine_text::units::Time;
use logpine_tuning::library::{Library, Maker, Setting, default_of};

/// The cells that were compared, by what was found in them.
#[derive(Debug, Default)]
struct Seen {
    /// Served by a rule.
    served: usize,
    /// Left to the library, whose own choice is executed.
    left: usize,
    /// With the fastest of all settings, executed.
    best: usize,
    /// Cells whose choice was compared with all settings.
    fastest: usize,
}

/// A collective of a library on a machine, executed.
struct Executed<'a> {
    question: &'a TuningQuestion<'a>,
    collective: MpiCollective,
    timing: Box<dyn PortTiming>,
    /// The settings that keep the order of operands where they have to.
    settings: Vec<Setting>,
    /// Those that are wrong for operators that do not commute, if that counts.
    others: Vec<Setting>,
}

impl Executed<'_> {
    fn time(&self, setting: Setting, ranks: u64, bytes: u64) -> Option<Time> {
        executed(self.question.library, setting, ranks, bytes.max(1), self.timing.as_ref())
    }

    /// The time of the library's own choice.
    fn own(&self, ranks: u64, bytes: u64) -> Option<Time> {
        self.time(default_of(self.question.library, self.collective, ranks, bytes)?, ranks, bytes)
    }

    /// The least time of the settings that `is_meant` selects.
    fn least(&self, ranks: u64, bytes: u64, is_meant: impl Fn(&Setting) -> bool) -> Option<Time> {
        let meant = self.settings.iter().filter(|setting| is_meant(setting));
        meant.filter_map(|&setting| self.time(setting, ranks, bytes)).min()
    }

    /// Compares the cells that were asked for: their times, and the loss against the fastest.
    fn cells(&self, tuning: &Tuning, seen: &mut Seen) {
        for cell in &tuning.cells {
            let (ranks, bytes) = (cell.ranks, cell.bytes.unwrap_or(0));
            let place = format!("{:?} {:?} {cell:?}", self.question.library, self.collective);
            let time = match cell.setting {
                Some(setting) => self.time(setting, ranks, bytes),
                None => self.own(ranks, bytes),
            };
            assert!(time.is_none() || time == cell.time, "{time:?}: {place}");
            let Some((best, of_best)) = cell.best.filter(|&(best, _)| self.time(best, ranks, bytes).is_some()) else {
                continue;
            };
            let least = self.least(ranks, bytes, |_| true);
            assert_eq!((self.time(best, ranks, bytes), least), (Some(of_best), Some(of_best)), "{place}");
            let optimum = cell.optimum.as_ref().map(|optimum| optimum.time);
            let others = self.others.iter().filter_map(|&setting| self.time(setting, ranks, bytes));
            let least = optimum.into_iter().chain(least).chain(others).min().expect("a time");
            let loss = time.and_then(|time| time.percent_above(least));
            assert!(time.is_none() || loss == cell.loss_percent(), "{loss:?}: {place}");
            seen.best += 1;
        }
    }

    /// Compares what the rules serve: never slower than the library's own choice, and with these speed-ups, which are returned.
    fn coverage(&self, tuning: &Tuning, seen: &mut Seen) -> Vec<f64> {
        let mut ratios = Vec::new();
        for served in &tuning.coverage.served {
            let (ranks, bytes) = (served.ranks, served.bytes.unwrap_or(0));
            let setting = tuning.rules.rules[served.rule].setting.expect("a rule that serves");
            let times = (self.time(with_variables(setting, &tuning.variables), ranks, bytes), self.own(ranks, bytes));
            let place = || format!("{:?} {:?} {setting} {served:?}", self.question.library, self.collective);
            let (Some(time), Some(own)) = times else { continue };
            assert_eq!((served.time, served.own), (Some(time), Some(own)), "{}", place());
            assert!(time < own || (time == own && tuning.coverage.sizes > 1), "{}", place());
            ratios.push(own.ticks() as f64 / time.ticks() as f64);
        }
        seen.served += ratios.len();
        ratios
    }

    /// Compares the choice for a single size with all settings that need no variable, which holds for other cells as well: no one
    /// of them is faster, and where the library chooses, none is faster than its choice.
    fn fastest(&self, tuning: &Tuning, bytes: u64, seen: &mut Seen) {
        let needs_none = |setting: &Setting| setting.native.knobs.fanout.is_none_or(|of| of.variable.is_none());
        let counted = |ranks| self.question.library.counting(self.collective).count(bytes, ranks);
        for ranks in tuning.coverage.counts.iter().map(|count| count.ranks) {
            let rule = tuning.rules.find(ranks, counted(ranks)).and_then(|rule| rule.setting);
            let Some(own) = self.own(ranks, bytes) else { continue };
            let chosen = match rule {
                Some(setting) => self.time(with_variables(setting, &tuning.variables), ranks, bytes),
                None => Some(own),
            };
            let Some(chosen) = chosen else { continue };
            let least = self.least(ranks, bytes, needs_none).unwrap_or(Time::MAX);
            assert!(
                chosen <= least,
                "{:?} {:?} {ranks} {bytes} {rule:?} {least:?}",
                self.question.library,
                self.collective
            );
            seen.fastest += 1;
            seen.left += usize::from(rule.is_none());
        }
    }
}

/// Compares the speed-ups of a report with those of executions, if all are known.
fn check_speed_ups(tuning: &Tuning, mut ratios: Vec<f64>) {
    ratios.sort_by(f64::total_cmp);
    if ratios.len() == tuning.ends().map(|end| end.coverage.served.len()).sum::<usize>() {
        assert_eq!(tuning.speed_ups(None), ratios);
        assert_eq!(tuning.worst_served().map(|(_, worst)| worst), ratios.first().copied());
    }
}

/// The settings of a table that keep the order of operands where they have to, and the others.
fn both_settings(question: &TuningQuestion, collective: MpiCollective) -> [Vec<Setting>; 2] {
    let tables = Table::ends(question, collective, &()).expect("a table");
    let mut settings = settings(&tables, &tables[0].priced_sizes());
    let others = settings.extract_if(.., |setting| !tables[0].keeps_order(setting)).collect();
    [settings, others]
}

/// Under `alpha_beta` with an overhead that was not measured, rules are right for a sender that is busy for the whole time of a message, and for
/// one that is busy for its bytes alone; and they are read as they were written.
#[test]
fn rules_win_at_both_ends_of_an_overhead_that_was_not_measured() {
    let mut seen = Seen::default();
    let mut differ = 0;
    for seed in 0..SEEDS {
        let random = &mut Generator::stream(52, seed);
        let (alpha, beta, combine) = (number(random, 1, 900), number(random, 0, 4), number(random, 0, 3));
        let profile = |sections: &str| {
            let text = format!("name = \"m\"\nunit = \"cycle\"\ncombine = \"{combine} cycles/B\"\n{sections}");
            Machine::from_toml(&text, "m").unwrap_or_else(|error| panic!("{error}\n{text}"))
        };
        let [latency, gap] = [alpha + beta, beta].map(|cycles| format!("\"{cycles} cycles\""));
        let alone = format!("[alpha_beta]\nalpha = \"{alpha} cycles\"\nbeta = \"{beta} cycles/B\"\n");
        let free =
            format!("latency = {latency}\noverhead = \"0 cycles\"\ngap = {gap}\ngap_per_byte = \"{beta} cycles/B\"");
        let machines = [profile(&alone), profile(&format!("[loggp]\n{free}"))];
        let machine = profile(&format!("[data]\nnot_measured = [\"overhead\"]\n{alone}"));
        let library = Library::ALL[usize::try_from(random.below(Library::ALL.len() as u64)).expect("few")];
        let collective = MpiCollective::ALL[usize::try_from(random.below(9)).expect("nine")];
        let (least, bytes) = (number(random, 2, 12), number(random, 1, 400));
        let question = TuningQuestion {
            machine: &machine,
            request: Request::default(),
            library,
            ranks: Grid::new([least, least + random.below(4)]).expect("a grid"),
            bytes: Grid::new([bytes, bytes * 3]).expect("a grid"),
            all_commute: random.below(2) == 0,
            replaces_unpriced: random.below(4) == 0,
        };
        let tuning = Tuning::chosen(&question, collective, "0%".parse().expect("a share"), &()).expect("a table");
        assert_eq!(tuning.ends().count(), 2);
        let [settings, others] = both_settings(&question, collective);
        let mut ratios = Vec::new();
        for (end, machine) in tuning.ends().zip(&machines) {
            let timing = port_timing(machine, None).expect("a model of messages");
            let (settings, others) = (settings.clone(), others.clone());
            let executed = Executed { question: &question, collective, timing, settings, others };
            executed.cells(end, &mut seen);
            ratios.extend(executed.coverage(end, &mut seen));
            // Rules for one end alone differ.
            let one = TuningQuestion { machine, ..question.clone() };
            let one = Tuning::chosen(&one, collective, "0%".parse().expect("a share"), &()).expect("a table");
            assert!(one.without_overhead.is_none());
            differ += usize::from(one.rules != tuning.rules);
        }
        check_speed_ups(&tuning, ratios);
        let read = Tuning::of_rules(&question, tuning.rules.clone(), tuning.variables.clone(), &()).expect("a table");
        let said = |of: &Tuning| {
            let losses: Vec<_> = of.losses().map(|(_, loss)| loss).collect();
            (of.speed_ups(None), losses, of.coverage.left, of.coverage.left_unpriced)
        };
        assert_eq!(said(&read), said(&tuning));
    }
    assert!(seen.served > 200 && seen.best > 400 && differ > 20, "{seen:?}, {differ}");
}

#[test]
fn answers_are_those_of_executions() {
    let mut seen = Seen::default();
    let libraries: Vec<Library> = Library::ALL.into_iter().filter(|of| of.maker() != Maker::Shim).collect();
    for seed in 0..SEEDS {
        let random = &mut Generator::stream(51, seed);
        let machine = machine(random);
        let library = libraries[usize::try_from(random.below(libraries.len() as u64)).expect("few")];
        let collective = MpiCollective::ALL[usize::try_from(random.below(9)).expect("nine")];
        let least = number(random, 2, 10);
        let bytes = number(random, 1, 400);
        let is_single = random.below(2) == 0;
        let question = TuningQuestion {
            machine: &machine,
            request: Request::default(),
            library,
            ranks: Grid::new([least, least + random.below(4)]).expect("a grid"),
            bytes: Grid::new(if is_single { vec![bytes] } else { vec![bytes, bytes * 3] }).expect("a grid"),
            all_commute: random.below(2) == 0,
            replaces_unpriced: false,
        };
        let tuning = Tuning::chosen(&question, collective, "0%".parse().expect("a share"), &()).expect("a table");
        let [settings, others] = both_settings(&question, collective);
        let timing = port_timing(&machine, None).expect("a model of messages");
        let executed = Executed { question: &question, collective, timing, settings, others };
        executed.cells(&tuning, &mut seen);
        check_speed_ups(&tuning, executed.coverage(&tuning, &mut seen));
        if tuning.coverage.sizes == 1 && !library.has_one_row(collective) {
            executed.fastest(&tuning, if collective.has_bytes() { bytes } else { 0 }, &mut seen);
        }
    }
    assert!(seen.served > 200 && seen.left > 40 && seen.best > 400 && seen.fastest > 80, "{seen:?}");
}

/// The number of random questions.
const SEEDS: u64 = 300;
