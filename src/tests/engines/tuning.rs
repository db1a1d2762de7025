//! Tuning tables: their times are those of the libraries' own trees, message by message, and their rules keep what they promise.

use logpine::answer::{Grid, TunedCell, Tuning, TuningQuestion};
use logpine::library::{Earliest, Form, Library, Native, Range, Rule, Rules, Setting, Tree, algorithms};
use logpine::request::{MpiCollective, Request, Tolerance};
use logpine::units::Time;
use logpine_models::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};

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

/// The time of a broadcast along edges, under 10 + s cycles a message: every rank sends the segments in turn, each to its
/// children in their order, one message at a time.
fn broadcast(edges: &[(u32, u32)], bytes: u64, segment: u64) -> u64 {
    let sizes: Vec<u64> = (0..bytes.div_ceil(segment)).map(|at| segment.min(bytes - at * segment)).collect();
    let mut arrivals = vec![vec![0; sizes.len()]; edges.len() + 1];
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &(from, to) in edges {
        children.entry(from).or_default().push(to);
    }
    let mut next = vec![0];
    while let Some(rank) = next.pop() {
        let (mut free, own) = (0, children.get(&rank).cloned().unwrap_or_default());
        for (place, size) in sizes.iter().enumerate() {
            for &child in &own {
                free = arrivals[rank as usize][place].max(free) + 10 + size;
                arrivals[child as usize][place] = free;
            }
        }
        next.extend(own);
    }
    arrivals.into_iter().filter_map(|of_rank| of_rank.last().copied()).max().unwrap_or(0)
}

/// The time of a reduction along edges from children to parents: a rank receives from its children in their order, one message
/// at a time, and then sends. A result at another rank than 0 takes one message more.
fn reduction(edges: &[(u32, u32)], bytes: u64) -> u64 {
    fn ready(rank: u32, edges: &[(u32, u32)], message: u64) -> u64 {
        let children = edges.iter().filter(|(parent, _)| *parent == rank);
        children.fold(0, |free, (_, child)| ready(*child, edges, message).max(free) + message)
    }
    let root = edges[0].0;
    let message = 10 + bytes;
    ready(root, edges, message) + if root == 0 { 0 } else { message }
}

#[test]
fn times_are_those_of_the_messages_along_the_librarys_tree() {
    let lecture = Machine::load("lecture").expect("built in");
    let mut held = 0;
    for library in [Library::OpenMpi6, Library::Mpich43, Library::Ucc, Library::Shim] {
        for (ranks, bytes) in [2, 3, 5, 8, 13, 24].into_iter().flat_map(|ranks| [7, 1000].map(|bytes| (ranks, bytes))) {
            let question = question(&lecture, library, &[ranks], &[bytes]);
            for native in
                algorithms(library, MpiCollective::Bcast).filter(|native| matches!(native.form, Form::Tree(_)))
            {
                for fanout in [2, 3, 5].map(|k| native.knobs.fanout.map(|_| k)) {
                    for segment in [None, Some(100)].into_iter().filter(|cut| cut.is_none() || native.knobs.segment) {
                        let setting = Setting { fanout, segment, earliest: earliest(native), ..Setting::plain(native) };
                        // The fanout of a variable is the default here.
                        let is_by_rule = native.knobs.fanout.is_none_or(|fanout| fanout.variable.is_none());
                        let told = if is_by_rule { setting } else { Setting { fanout: Some(4), ..setting } };
                        let edges: Vec<_> = told.tree(ranks).expect("a tree").edges().collect();
                        let wanted = broadcast(&edges, bytes, segment.unwrap_or(bytes));
                        let table = of_setting(&question, MpiCollective::Bcast, setting);
                        assert_eq!(table.cells[0].time, Some(cycles(wanted)), "{library:?} {ranks} {bytes} {setting}");
                        held += 1;
                    }
                }
            }
            for native in
                algorithms(library, MpiCollective::Reduce).filter(|native| matches!(native.form, Form::Tree(_)))
            {
                let fanout = native.knobs.fanout.map(|_| 4);
                let setting = Setting { fanout, earliest: earliest(native), ..Setting::plain(native) };
                let mut edges: Vec<_> = setting.tree(ranks).expect("a tree").edges().collect();
                if library == Library::Shim {
                    // It receives from the children in the opposite order.
                    edges.sort_by_key(|&(parent, child)| {
                        (parent, std::cmp::Reverse(edges_place(setting, ranks, child)))
                    });
                }
                let table = of_setting(&question, MpiCollective::Reduce, setting);
                let wanted = reduction(&edges, bytes);
                assert_eq!(table.cells[0].time, Some(cycles(wanted)), "{library:?} {ranks} {bytes} {setting}");
            }
        }
    }
    assert!(held > 300, "{held}");
}

/// The place of a rank among the children in a setting's tree.
fn edges_place(setting: Setting, ranks: u64, rank: u32) -> Option<usize> {
    setting.tree(ranks)?.edges().position(|(_, child)| child == rank)
}

/// The numbers of an earliest tree, if the algorithm takes them.
fn earliest(native: &Native) -> Option<Earliest> {
    let is_earliest = native.form == Form::Tree(Tree::Earliest);
    is_earliest.then(|| Earliest { gap: cycles(10), delivery: cycles(23), most: Some(3) })
}

#[test]
fn blocks_take_the_rounds_of_their_algorithm() {
    let lecture = Machine::load("lecture").expect("built in");
    for (ranks, rounds) in [(5u64, 3), (8, 3), (24, 5)] {
        let question = question(&lecture, Library::Shim, &[ranks], &[1000]);
        for (collective, segment, blocks) in
            [(MpiCollective::Bcast, 100, 10), (MpiCollective::Reduce, 300, 4), (MpiCollective::Bcast, 999, 2)]
        {
            let native = algorithms(Library::Shim, collective).find(|native| native.name == "n-block").expect("known");
            let setting = Setting { segment: Some(segment), ..Setting::plain(native) };
            let table = of_setting(&question, collective, setting);
            // The longest of blocks that differ by at most a byte.
            let wanted = (blocks - 1 + rounds) * (10 + 1000u64.div_ceil(blocks));
            assert_eq!(table.cells[0].time, Some(cycles(wanted)), "{ranks} {collective:?} {segment}");
        }
    }
}

/// A time in ticks of a thousandth of a cycle.
fn cycles(number: u64) -> Time {
    Time::from_ticks(number * 1000)
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

#[test]
fn one_radix_serves_all_rules_of_a_library_that_has_one() {
    let tukey = Machine::load("tukey").expect("built in");
    let question = question(&tukey, Library::OpenMpi41, &[8, 64, 256], &[1, 64, 4096]);
    let table = chosen(&question, MpiCollective::Bcast, 0);
    let radices = |cell: &TunedCell| cell.setting.filter(|setting| setting.native.number == 7).and_then(|of| of.fanout);
    let used: BTreeSet<u64> = table.cells.iter().filter_map(radices).collect();
    let is_used = table.rules.rules.iter().any(|rule| rule.setting.is_some_and(|of| of.native.number == 7));
    match table.variables.as_slice() {
        [] => assert!(!is_used, "{:?}", table.rules),
        &[(name, radix)] => {
            assert!(is_used && name == "coll_tuned_bcast_algorithm_knomial_radix", "{name}");
            assert!(used.iter().all(|of| *of == radix), "{used:?}");
        }
        several => panic!("{several:?}"),
    }
}
