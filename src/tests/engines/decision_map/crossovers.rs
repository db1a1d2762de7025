//! The winner changes at crossovers, and nowhere else.

use super::*;

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
    let every = DecisionMap::new(&question.contest(timing), cells, &()).expect("a map");
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
