use super::*;
use crate::report::times::counted;
use crate::request::Targets;
use logpine_trees::tree::{even_split, rank_trees};

fn heading() -> Heading<'static> {
    Heading { title: "a <tree>".to_owned(), machine: "m", model: "tan", clock: Clock::Cycle }
}

fn of_overlay(shape: &Shape) -> TreePicture {
    TreePicture::of_overlay(Targets::Leaves, shape, None, &heading())
}

/// The largest tree is as small a picture as others, and so is the longest.
#[test]
fn pictures_of_large_trees_are_small() {
    let largest = even_split(1_000_000_000_000_000_000, &[10; 18]).expect("10^18 places");
    let heading = heading();
    let ranks = [rank_trees::k_nomial(1 << 40, 2), rank_trees::chain(5_000), rank_trees::linear(1 << 50)];
    let ranks = ranks.map(|shape| TreePicture::of_ranks(&shape, false, Arrivals::Cut, &heading));
    for picture in ranks.into_iter().chain([of_overlay(&largest)]) {
        let svg = svg(&picture);
        assert!(svg.len() < 40_000, "{} bytes", svg.len());
        roxmltree::Document::parse(&svg).expect("XML");
        assert!(dot(&picture).lines().count() < 400);
    }
}

/// A binomial tree of a million ranks has 19 levels below the root, and boxes of the first ones only: the last row counts the others.
#[test]
fn levels_that_are_not_drawn_are_counted() {
    let shape = rank_trees::k_nomial(1_000_000, 2);
    let picture = TreePicture::of_ranks(&shape, false, Arrivals::Cut, &heading());
    let drawn = picture.folded.levels();
    let rest = picture.not_drawn.as_ref().expect("boxes end before level 19");
    assert_eq!((rest.name.clone(), shape.height()), (format!("levels {drawn}-19"), 19));
    let counts: Vec<u64> = picture.levels.iter().map(|level| level.count).collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (20, 1_000_000));
    assert_eq!(
        rest.nodes,
        format!("{}, not drawn", counted(counts[drawn as usize..].iter().sum::<u64>(), "rank", "ranks"))
    );
    for drawn in [svg(&picture), dot(&picture)] {
        assert!(drawn.contains(&rest.name) && drawn.contains(&rest.nodes), "{drawn}");
    }
    // Every level of a small tree is drawn.
    let small = TreePicture::of_ranks(&rank_trees::k_nomial(1 << 6, 2), false, Arrivals::Cut, &heading());
    assert_eq!((small.not_drawn, small.folded.levels()), (None, 7));
}

/// Binomial, G = 1 and D = 2 cycles: the last rank of level l has the message after l deliveries and the gaps before the last
/// children of its path.
#[test]
fn levels_have_the_times_of_their_last_ranks() {
    let cycles = |count: u64| Time::from_ticks(1_000 * count);
    let port = Port { send_gap: cycles(1), delivery: cycles(2), ..Port::default() };
    let shape = rank_trees::k_nomial(8, 2);
    let times = |arrivals| -> Vec<Option<String>> {
        let picture = TreePicture::of_ranks(&shape, false, arrivals, &heading());
        assert!(picture.folded.is_whole());
        picture.levels.into_iter().map(|level| level.time).collect()
    };
    let in_words = |words: [&str; 3]| -> Vec<Option<String>> {
        [None].into_iter().chain(words.map(|words| Some(words.to_owned()))).collect()
    };
    let expected = ["all by 4 cycles", "all by 5 cycles", "all by 6 cycles"];
    assert_eq!(times(Arrivals::Bcast(port)), in_words(expected));
    let expected = ["done at 7 cycles", "last sends at 5 cycles", "last sends at 3 cycles", "last sends at 1 cycle"];
    assert_eq!(times(Arrivals::Reduce(port, cycles(7))), expected.map(|words| Some(words.to_owned())));
}
