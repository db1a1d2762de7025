//! Topologies of ns-3 as HPCC, astra-sim and `SimAI` write them.
//!
//! ```text
//! 5 1 4                       nodes, switches, links
//! 4                           the numbers of the switches
//! 0 4 100Gbps 0.0005ms 0      two nodes, data rate, delay, error rate
//! ...
//! ```
//!
//! The first line of `SimAI` is `nodes GPUs-a-server NVSwitches switches links GPU`. Its second line has the switches of both kinds.

use super::Dialect;
use crate::network::draft::{Draft, NodeKind, Times};
use logpine_network::LinkKind;
use logpine_text::placed::Found;
use logpine_text::text::{Line, Text, Word};

pub const NS3: Dialect = Dialect { name: "topology of ns-3", claims, read };

/// The words of a link: two nodes, a data rate, a delay, an error rate.
const WORDS: usize = 5;
/// The fewest bytes of a link with the blank after it, `0 1 1bps 1s 0`.
const LEAST_LINK: u64 = 13;

fn claims(text: &str) -> bool {
    let lines = || Text::of(text, "").lines().map(Line::words).filter(|words| !words.is_empty());
    lines().next().is_some_and(|words| Head::of(&words).is_some()) && lines().any(|words| is_link(&words))
}

/// `0 4 100Gbps 0.0005ms 0`.
fn is_link(words: &[Word]) -> bool {
    words.len() == WORDS
        && words[..2].iter().all(|word| number(word).is_some())
        && words[2].text.ends_with("bps")
        && words[3].text.ends_with('s')
}

fn number(word: &Word) -> Option<u32> {
    word.text.parse().ok()
}

/// The first line.
struct Head {
    nodes: u32,
    switches: u32,
    links: u32,
}

impl Head {
    fn of(words: &[Word]) -> Option<Self> {
        let numbers: Vec<u32> = words.iter().map_while(number).collect();
        match (&*numbers, words.len()) {
            (&[nodes, switches, links], 3) => Some(Self { nodes, switches, links }),
            (&[nodes, _, inside, between, links], 6) => {
                Some(Self { nodes, switches: inside.saturating_add(between), links })
            }
            _ => None,
        }
    }

    /// Refuses numbers for which the text is too short.
    fn check(&self, text: &str) -> Result<(), String> {
        let Self { nodes, links, .. } = *self;
        if u64::from(links) * LEAST_LINK > text.len() as u64 {
            return Err(format!("the file is too short for {links} links"));
        }
        if nodes > 2 * links {
            return Err(format!("{links} links connect at most {} nodes, and there are {nodes}", 2 * links));
        }
        Ok(())
    }

    /// The node that a word names.
    fn node(&self, word: &Word) -> Result<u32, Found> {
        number(word).filter(|&node| node < self.nodes).ok_or_else(|| {
            let what = format!("a node; the first line says that there are {}, counted from 0", self.nodes);
            Found::wrong(word.span(), word.text, &what)
        })
    }
}

fn read(text: &str) -> Result<Draft, Found> {
    let mut lines = Text::of(text, "").lines().filter(|line| !line.text.is_empty());
    let end = text.len()..text.len();
    let first = lines.next().ok_or_else(|| Found::new(end.clone(), HEAD))?;
    let head = Head::of(&first.words()).ok_or_else(|| Found::new(first.span(), HEAD))?;
    head.check(text).map_err(|fault| Found::new(first.span(), fault))?;
    let mut draft = Draft::new(LinkKind::Undirected);
    for node in 0..head.nodes {
        draft.declare(&node.to_string(), first.span())?;
    }
    // ns-3 reads numbers across lines: those of the switches, then the links.
    let mut words = lines.flat_map(Line::words);
    let mut next = |what: &str| words.next().ok_or_else(|| Found::unexpected(end.clone(), what, "the end of the file"));
    for _ in 0..head.switches {
        draft.set_node_kind(head.node(&next("the number of a switch")?)?, NodeKind::Switch);
    }
    let mut has_errors = false;
    for _ in 0..head.links {
        let [from, to, rate, delay, error] = [next(LINK)?, next(LINK)?, next(LINK)?, next(LINK)?, next(LINK)?];
        let mut times = Times::default();
        times.set("bandwidth", rate.text, &rate.span())?;
        times.set("latency", delay.text, &delay.span())?;
        let lost = error.text.parse().ok().filter(|lost: &f64| *lost >= 0.0 && lost.is_finite());
        has_errors |= lost.ok_or_else(|| Found::wrong(error.span(), error.text, "an error rate; write 0"))? > 0.0;
        draft.link(head.node(&from)?, head.node(&to)?, times, from.start..error.span().end);
    }
    if let Some(word) = words.next() {
        let what = format_args!("the first line says that there are {} links, and the file has more", head.links);
        return Err(Found::new(word.span(), what));
    }
    if has_errors {
        draft.note("the error rates of links are not read".to_owned());
    }
    Ok(draft)
}

const HEAD: &str = "a topology of ns-3 begins with the numbers of its nodes, switches and links";
const LINK: &str = "a link: two nodes, a data rate, a delay and an error rate";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::NetworkFormat;
    use logpine_text::units::Clock;

    const STAR: &str =
        "5 1 4\n4\n0 4 100Gbps 0.0005ms 0\n1 4 100Gbps 0.0005ms 0\n2 4 100Gbps 0.0005ms 0\n3 4 50Gbps 1us 0.01\n";

    #[test]
    fn switches_and_links_have_the_numbers_of_the_file() {
        let format = NetworkFormat::of(STAR, "topology.txt".as_ref());
        assert_eq!(format, NetworkFormat::Dialect(&NS3));
        let (network, notes) = format.read_noting(STAR, "star").expect("a network");
        assert_eq!((network.nodes(), network.endpoints(), network.links().len()), (5, 4, 4));
        let link = network.links()[3];
        assert_eq!((link.from, link.to, link.latency.display(Clock::Second)), (3, 4, "1us".to_owned()));
        assert_eq!(link.per_byte.display_per_byte(Clock::Second), "160ps/B");
        assert_eq!(notes, ["the error rates of links are not read"]);
    }

    #[test]
    fn heads_of_simai_have_two_kinds_of_switches() {
        let text = "6 2 1 1 5 A100\n4 5\n0 4 2400Gbps 0.000025ms 0\n1 4 2400Gbps 0.000025ms 0\n2 5 1Gbps 1us 0\n3 5 1Gbps 1us 0\n4 5 1Gbps 1us 0";
        assert!(claims(text));
        let network = NetworkFormat::Dialect(&NS3).read(text, "n");
        assert!(network.is_ok_and(|network| network.endpoints() == 4));
    }

    #[test]
    fn each_fault_has_its_place() {
        for (text, fault) in [
            (
                "5 1 4\n9\n0 4 1Gbps 1us 0\n1 4 1Gbps 1us 0\n2 4 1Gbps 1us 0\n3 4 1Gbps 1us 0",
                "line 2, column 1: `9` is not a node",
            ),
            (&STAR.replace("100Gbps", "fast"), "line 3, column 5: `fast` is not a bandwidth"),
            (&STAR.replace("5 1 4", "5 1 3"), "line 6, column 1: the first line says that there are 3 links"),
            (
                &STAR.replace("5 1 4", "5 1 5"),
                "expected a link: two nodes, a data rate, a delay and an error rate, found the end",
            ),
            (&STAR.replace("5 1 4", "5 1 4000000000"), "line 1, column 1: the file is too short for 4000000000 links"),
            (&STAR.replace("5 1 4", "90 1 4"), "line 1, column 1: 4 links connect at most 8 nodes, and there are 90"),
            (&STAR.replace("0.01", "x"), "line 6, column 16: `x` is not an error rate"),
        ] {
            let error = NetworkFormat::Dialect(&NS3).read(text, "n").expect_err(text).to_string();
            assert!(error.contains(fault), "{text}\n{error}");
        }
    }
}
