//! No input, however odd, is answered with more than a few lines, or takes time or memory out of proportion to its length.

use crate::tests::formats::readers::{READERS, network};
use logpine_netfiles::network::NetworkFormat;
use logpine_overlays::mrnet;
use logpine_text::fault::MOST_LISTED;

/// The names of `count` columns, with a comma behind each.
fn columns(count: usize) -> String {
    (0..count).map(|column| format!("c{column},")).collect::<Vec<_>>().concat()
}

/// Texts of long lines and of many lines, some of which each reader begins to take.
fn long_texts() -> Vec<String> {
    const LENGTH: usize = 8_000;
    let word = "x".repeat(LENGTH);
    let words = "x ".repeat(LENGTH);
    let columns = columns(LENGTH / 8);
    let mut texts = vec![word.clone(), words.clone(), columns.clone() + "end", format!("{columns}c1\n1\n")];
    texts.extend(
        ["\"", "[", "{", "<", "(", "#", "=", ":", "-", "0", "9", "\u{0}", "\u{10ffff}", "\u{301}", "\\"]
            .map(|one| one.repeat(LENGTH)),
    );
    let begun = [
        "name = \"",
        "name = ",
        "[",
        "[tan]\nlatency = \"",
        "leaves = ",
        "collective = \"",
        "hosts = [",
        "n[1-",
        "n[",
        "a:",
        "host,",
        "host,slots\na,",
        "host,class,factor\na,",
        "host,rack\na,1\na,",
        "host,class,factor\na,x,1\nb,x,2\na,",
        "2(x",
        "0 ",
        "rank 0=h ",
        "[routes]\n",
        "[routes]\na: ",
        "[routes]\na: b\nb: ",
        "[bootstrap]\nhosts = [{ host = \"",
        "[bootstrap]\nhosts = [{ ",
        "fe:0 => ",
        "fe:0 => a:",
        "num_ranks 1\nrank 0 {\n",
        "num_ranks 1\nrank 0 {\nl requires ",
        "num_ranks 1\nrank 0 {\nl: calc 1\n",
        "num_ranks ",
        "a b ",
        "a a",
        "from to latency\na b ",
        "#! ",
        "graph {",
        "graph {a [kind=",
        "graph {a -- b [latency=\"",
        "<graphml><graph><node id=\"a\"/><node id=\"",
        "<",
        "<graphml><graph><",
        "nodes = [{ name = \"",
        "nodes = [{ ",
        "b:",
        "g:",
        "k:2@",
        "torus:",
        "torus:4x4,",
        "torus:4x4,latency=",
        "random:",
        "shift:1,",
        "1/",
        "1..",
        "2..8:",
        "1-",
        "5",
        "1.",
        "1e",
        "000",
        "bytes,time_us\n",
        "bytes,time_us\n1,",
        "bytes,",
        "time_us\n",
        "depth,time_us\n",
        "depth,",
        "tree,time_us\n",
        "tree,time_us\nb:",
        "a,b\n1,",
        "class,b\n",
        "# OSU MPI Latency Test\n# Size ",
        "# OSU MPI Latency Test\n# Size Latency (us)\n",
        "# Benchmarking ",
        "# OSU MPI ",
        "# Benchmarking PingPong\n#bytes #repetitions t[usec] Mbytes/sec\n",
    ];
    for begin in begun {
        for rest in [&word, &words, &columns] {
            texts.push(format!("{begin}{rest}"));
            texts.push(format!("{begin}{rest}\"\n]}}"));
        }
        let lines: Vec<String> = (0..LENGTH / 8).map(|line| format!("{begin}x{line}\n")).collect();
        texts.push(lines.concat());
    }
    texts
}

#[test]
fn every_message_is_short_however_long_the_text() {
    let texts = long_texts();
    for (name, read) in READERS {
        let mut refused = 0;
        for text in &texts {
            let messages = read(text);
            refused += usize::from(!messages.is_empty());
            let begin: String = text.chars().take(60).collect();
            for message in messages {
                assert!(message.len() < 4_000, "{name}: {} bytes about {begin:?}", message.len());
            }
        }
        assert!(refused > texts.len() / 4, "{name} takes nearly everything");
    }
}

/// A text for each of our formats that may have a byte order mark before it.
const GOOD: &[(&str, &str)] = &[
    ("profile", "name = \"m\"\n"),
    ("job", "leaves = 3\n"),
    ("hosts", "a:2\nb\n"),
    ("table of hosts", "host,slots\na,2\n"),
    ("mapping", "0 a\n1 a\n2 b\n3 b\n"),
    ("edges", "a b\nb c\n"),
    ("GraphML", "<graphml><graph><node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/></graph></graphml>"),
    ("DOT", "graph { a -- b }\n"),
    ("network in TOML", "links = [{ from = \"a\", to = \"b\" }]\n"),
    ("chain", "depth,time_us\n1,2\n"),
    ("latency", "time_us\n1\n"),
    ("trees", "tree,time_us\nb:2,2\n"),
    ("column", "class,b\nx,1\n"),
    ("osu", "# OSU MPI Latency Test v5.6.2\n# Size          Latency (us)\n1 1.5\n2 1.6\n"),
];

#[test]
fn a_byte_order_mark_and_carriage_returns_do_no_harm() {
    for (name, text) in GOOD {
        let (_, read) = READERS.iter().find(|(reader, _)| reader == name).expect("a reader of that name");
        for marked in [(*text).to_owned(), format!("\u{feff}{text}"), format!("\u{feff}{}", text.replace('\n', "\r\n"))]
        {
            assert_eq!(read(&marked), [""; 0], "{name}: {marked:?}");
        }
    }
}

#[test]
fn faults_of_a_topology_are_counted_and_a_few_of_each_kind_listed() {
    let source = "a:0 => b:0 b:0 ;\n".repeat(1_000) + &"* , @ @x:01 //\n".repeat(1_000);
    let report = mrnet::check(source.as_bytes());
    let listed = |code: &str| report.faults.iter().filter(|fault| fault.code() == code).count() as u64;
    for code in ["repeated-child", "repeated-parent", "asterisk", "wrong-comment", "stray-character"] {
        assert_eq!(listed(code), MOST_LISTED, "{code}");
    }
    let all = report.faults.errors() + report.faults.warnings();
    assert_eq!(all - report.faults.not_listed(), report.faults.len() as u64);
    // One child each is no repetition, the first time.
    assert!(report.faults.warnings() == 999 && report.faults.errors() > 5_000);
    assert!(report.topology.is_none());
}

#[test]
fn links_between_sets_are_counted_before_they_are_made() {
    let names = |letter: char| (0..5_000).map(|number| format!("{letter}{number} ")).collect::<Vec<_>>().concat();
    let text = format!("graph {{\n{{{}}} -- {{{}}}\n}}", names('a'), names('b'));
    let message = network(NetworkFormat::Dot, &text).concat();
    assert!(message.starts_with("n:2:1: error: more than 1048576 links between sets of nodes"), "{message}");
    assert_eq!(network(NetworkFormat::Dot, "graph { {a b} -- {c d}; a -- b }"), [""; 0]);
}

/// Every node of a set has its attributes, and every element of a graph its defaults.
#[test]
fn what_many_nodes_are_given_is_short_and_read_once() {
    let names = (0..80_000).map(|number| format!("n{number} ")).collect::<Vec<_>>().concat();
    let of_set = |attributes: &str| {
        network(NetworkFormat::Dot, &format!("graph {{ {{{names}}} [{attributes}]; hub -- {{{names}}} }}"))
    };
    assert_eq!(of_set(&"kind=host ".repeat(50_000)), [""; 0]);
    assert_eq!(of_set("label=\"a name\" pos=\"1,2\""), [""; 0]);
    let message = of_set(&format!("label=\"{}\"", "x".repeat(500_000))).concat();
    assert!(message.contains("a label of more than 1024 bytes for several nodes"), "{message}");
    for (of, key) in [("node", "label"), ("node", "x"), ("edge", "latency")] {
        let default = "0".repeat(500_000);
        let text = format!(
            "<graphml><key id='k' for='{of}' attr.name='{key}'><default>{default}</default></key><graph><node id='a'/>\
            <node id='b'/><edge source='a' target='b'/></graph></graphml>"
        );
        let message = network(NetworkFormat::GraphMl, &text).concat();
        assert!(message.contains("a default of more than 1024 bytes"), "{message}");
    }
}
