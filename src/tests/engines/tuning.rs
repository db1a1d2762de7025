//! Tuning tables: their rules keep what they promise.

use logpine::answer::{Grid, Tuning, TuningQuestion};
use logpine::request::{MpiCollective, Request, Tolerance};
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_tuning::library::{Library, Range, Rule, Rules, Setting, default_of};

fn question<'a>(machine: &'a Machine, library: Library, ranks: &[u64], bytes: &[u64]) -> TuningQuestion<'a> {
    let grid = |values: &[u64]| Grid::new(values.iter().copied()).expect("values");
    TuningQuestion {
        machine,
        request: Request::default(),
        library,
        ranks: grid(ranks),
        bytes: grid(bytes),
        all_commute: true,
        replaces_unpriced: true,
    }
}

fn chosen(question: &TuningQuestion, collective: MpiCollective, percent: u32) -> Tuning {
    let tolerance: Tolerance = format!("{percent}%").parse().expect("a share");
    Tuning::chosen(question, collective, tolerance, &()).expect("a table")
}

/// A table in which one setting serves all.
fn of_setting(question: &TuningQuestion, collective: MpiCollective, setting: Setting) -> Tuning {
    let rule = Rule { ranks: Range::ALL, bytes: Range::ALL, setting: Some(setting) };
    Tuning::of_rules(question, Rules { collective, rules: vec![rule] }, Vec::new(), &()).expect("a table")
}

#[test]
fn every_rule_is_close_to_the_best_and_gains_more_than_the_tolerance() {
    let tukey = Machine::load("tukey").expect("built in");
    let mut served = 0;
    for (library, collective) in [
        (Library::OpenMpi41, MpiCollective::Reduce),
        (Library::Mpich5, MpiCollective::Bcast),
        (Library::OpenMpi41, MpiCollective::Alltoall),
        (Library::OpenMpi5, MpiCollective::Allreduce),
        (Library::OpenMpi5, MpiCollective::Gather),
        (Library::Shim, MpiCollective::Reduce),
        (Library::Shim, MpiCollective::Allgather),
    ] {
        let question = question(&tukey, library, &[2, 6, 8, 16, 40], &[1, 64, 1024, 4096, 20_000, 1 << 17]);
        for percent in [0, 2, 10, 50] {
            let table = chosen(&question, collective, percent);
            let more = |time: Time| u128::from(time.ticks()) * u128::from(100 + percent);
            for cell in table.cells.iter().filter(|cell| cell.setting.is_some()) {
                let (time, (_, best)) = (cell.time.expect("known"), cell.best.expect("known"));
                let own = cell.default.and_then(|(_, time)| time);
                if !library.has_one_row(collective) {
                    // Where the library's own choice has a time, the best may be slower than it elsewhere in the range of a rule.
                    let is_close = u128::from(time.ticks()) * 100 <= more(best);
                    assert!(is_close || own.is_some(), "{library:?} {collective:?} {cell:?}");
                    assert!(own.is_none_or(|own| more(time) < u128::from(own.ticks()) * 100), "{library:?} {cell:?}");
                }
                assert!(own.is_none_or(|own| time <= own), "{library:?} {cell:?}");
                served += 1;
            }
        }
    }
    assert!(served > 300, "{served}");
}

#[test]
fn losses_count_algorithms_that_need_operators_that_commute() {
    let text = "name = \"m\"\n[loggops]\nlatency = \"2959ns\"\noverhead_send = \"818ns\"\noverhead_receive = \"824ns\"\n\
        gap = \"502ns\"\ngap_per_byte = \"2.6ns/B\"\noverhead_per_byte = \"0.6ns/B\"\n";
    let machine = Machine::from_toml(text, "m.toml").expect("a machine");
    let question = question(&machine, Library::OpenMpi6, &[7], &[8]);
    let in_order = TuningQuestion { all_commute: false, ..question.clone() };
    let doubling = chosen(&in_order, MpiCollective::Allreduce, 2);
    let [cell] = &doubling.cells[..] else { panic!("{doubling:?}") };
    let setting = cell.setting.expect("a rule");
    assert_eq!(cell.best.map(|(best, _)| best), Some(setting), "the best that keeps the order");
    let (linear, time) = of_setting(&question, MpiCollective::Allreduce, setting).cells[0].best.expect("known");
    assert_eq!((linear.native.name, setting.native.name), ("basic_linear", "recursive_doubling"));
    assert_eq!(cell.loss_percent(), cell.time.expect("known").percent_above(time));
}

#[test]
fn a_choice_of_unknown_time_is_replaced_only_if_asked() {
    let tukey = Machine::load("tukey").expect("built in");
    for library in Library::ALL {
        for collective in [MpiCollective::Bcast, MpiCollective::Gather, MpiCollective::Alltoall] {
            let asked = question(&tukey, library, &[2, 20], &[8, 4096]);
            let (asked, not) = (asked.clone(), TuningQuestion { replaces_unpriced: false, ..asked });
            let unknown = |table: &Tuning| table.coverage.served.iter().filter(|cell| cell.own.is_none()).count();
            let (all, few) = (chosen(&asked, collective, 2), chosen(&not, collective, 2));
            assert_eq!(unknown(&few), 0, "{library:?} {collective:?}");
            assert!(
                unknown(&all) + all.coverage.left_unpriced <= few.coverage.left_unpriced,
                "{library:?} {collective:?}"
            );
        }
    }
}

#[test]
fn what_commuting_operators_would_gain_is_known() {
    let tukey = Machine::load("tukey").expect("built in");
    let question = question(&tukey, Library::OpenMpi5, &[2, 64], &[1024, 1 << 20]);
    let in_order = TuningQuestion { all_commute: false, ..question.clone() };
    let gains = chosen(&in_order, MpiCollective::Reduce, 2).gains_if_all_commute;
    assert!(gains.last().is_some_and(|most| *most > 1.5), "{gains:?}");
    for (question, collective) in [(&question, MpiCollective::Reduce), (&in_order, MpiCollective::Bcast)] {
        assert_eq!(chosen(question, collective, 2).gains_if_all_commute, [] as [f64; 0]);
    }
}

#[test]
fn blocks_of_rules_tile_what_they_cover() {
    let tukey = Machine::load("tukey").expect("built in");
    for library in Library::ALL {
        for collective in MpiCollective::ALL {
            let question = question(&tukey, library, &[3, 4, 8, 12, 32], &[8, 100, 5000, 1 << 16]);
            let table = chosen(&question, collective, 2);
            for pair in table.rules.rules.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                let follows = |a: Range, b: Range| a.most.is_some_and(|most| most < b.least);
                let is_same_block = a.ranks == b.ranks && follows(a.bytes, b.bytes);
                assert!(is_same_block || follows(a.ranks, b.ranks), "{library:?} {collective:?} {pair:?}");
            }
            // Rules without sizes, where they might differ from rank to rank.
            if library.has_one_row(collective) {
                assert!(table.rules.rules.iter().all(|rule| rule.bytes == Range::ALL), "{library:?} {collective:?}");
            }
            // A rule that covers other rank counts than those of the grid has a setting that serves them too.
            for rule in &table.rules.rules {
                let is_doubling = |setting: Setting| {
                    setting.native.name == "recursive-doubling" && collective == MpiCollective::Allgather
                };
                if rule.setting.is_some_and(is_doubling) {
                    assert_eq!(rule.ranks.most, Some(rule.ranks.least), "{library:?} {rule:?}");
                }
            }
        }
    }
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
            let asked = question(&machine, library, &[2, 16], &[8, 1 << 16]);
            let asked = TuningQuestion { all_commute: false, replaces_unpriced: false, ..asked };
            let table = chosen(&asked, collective, 2);
            for place in 0..table.rules.rules.len() {
                let factors = table.speed_ups(Some(place));
                assert!(factors[factors.len() / 2] > 1.02, "{:?}", table.rules.rules[place]);
                rules += 1;
            }
            let grid = |values: &[u64]| Grid::new(values.iter().copied()).expect("values");
            let ranks: Vec<u64> = (2..=16).collect();
            let more = TuningQuestion { ranks: grid(&ranks), bytes: grid(&sizes), ..asked };
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
    let asked = question(&machine, Library::Mpich5, &[4, 7], &[8, 1024]);
    let asked = TuningQuestion { replaces_unpriced: false, ..asked };
    let own = default_of(Library::Mpich5, MpiCollective::Reduce, 4, 8);
    let all = Rule { ranks: Range::ALL, bytes: Range::ALL, setting: own };
    let rules = Rules { collective: MpiCollective::Reduce, rules: vec![all] };
    let coverage = Tuning::of_rules(&asked, rules, Vec::new(), &()).expect("a table").coverage;
    assert!(coverage.served.iter().all(|served| served.own != served.time), "{:?}", coverage.served);
    assert!(coverage.left > 0);
}
