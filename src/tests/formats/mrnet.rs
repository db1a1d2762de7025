//! MRNet topology files: valid ones, invalid ones with their faults, and topologies read back as they were written.
//!
//! The behaviour of MRNet on each file is that of MRNet 5.0.1.

use logpine::format::mrnet::{
    self, FaultKind, MAX_STATEMENTS, Mode, Process, ProcessTree, Topology, Warning, WriteError,
};
use logpine::format::{parse_hosts, place, rank_map, read_hosts};
use logpine::request::Placement;
use logpine::tree::Tree;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::path::Path;

/// Faults as `code line:column`.
fn faults(source: &[u8]) -> Vec<String> {
    let report = mrnet::check(source);
    assert_eq!(report.topology.is_none(), report.errors().next().is_some(), "a tree exactly where there is no error");
    let place =
        |fault: &mrnet::Fault| format!("{} {}:{}", fault.kind.code(), fault.position.line, fault.position.column);
    report.faults.iter().map(place).collect()
}

/// Asserts the faults of many files, each with the name of its case.
fn assert_faults(cases: &[(&str, &[u8], &[&str])]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(name, source, expected)| (name, faults(source), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(name, found, expected)| format!("{name}: found {found:?}, expected {expected:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A topology in one line: processes in breadth-first order, each with its children in brackets.
fn read(source: &[u8]) -> String {
    let topology = mrnet::read(source).unwrap_or_else(|faults| panic!("{faults:?}"));
    let name = |node: u32| topology.processes[node as usize].to_string();
    let mut text = String::new();
    for node in topology.tree.nodes() {
        let children: Vec<String> = topology.tree.children(node).map(name).collect();
        write!(text, "{}({})", name(node), children.join(" ")).expect("a string");
    }
    text
}

#[test]
fn the_format_by_example() {
    let source =
        b"fe0:0 => n1:0 n2:0 n9:0 ;\nn1:0 => n3:0 n4:0 n5:0 ;\nn2:0 => n6:0 n7:0 ;      # comment to end of line\n";
    assert_eq!(
        read(source),
        "fe0:0(n1:0 n2:0 n9:0)n1:0(n3:0 n4:0 n5:0)n2:0(n6:0 n7:0)n9:0()n3:0()n4:0()n5:0()n6:0()n7:0()"
    );
    assert_eq!(faults(source), [""; 0]);
}

#[test]
fn valid_files_have_no_fault() {
    let long_host = format!("{}:0 ;", "a".repeat(253));
    assert_faults(&[
        ("root only", b"fe:0 ;", &[]),
        ("no final newline", b"fe:0 => a:0 ;", &[]),
        ("blanks around the colon", b"a : 0 => b\t: 1 ;", &[]),
        ("statement over several lines", b"a:0\n=>\nb:0\n\n;\n", &[]),
        ("several statements in a line", b"a:0 => b:0 ; b:0 => c:0 ;", &[]),
        ("no blanks where none are needed", b"a:0=>b:0;b:0=>c:0;", &[]),
        ("comment right after a process", b"fe:0 => n1:1#x\n;", &[]),
        ("comment at the end of the file", b"fe:0 ; # the end", &[]),
        ("comment of any bytes", b"fe:0 ; # \xff\x00\xe9,*\"\n", &[]),
        ("comment with a carriage return at its end", b"fe:0 ; # windows\r\n", &[]),
        ("largest rank that is a signed integer", b"fe:0 => a:2147483647 ;", &[]),
        ("ranks in no order", b"h:7 => h:100 h:77 ;", &[]),
        ("children before parents", b"b:0 => c:0 ;\na:0 => b:0 ;", &[]),
        ("a process alone for each child of a chain", b"a:0 => b:0 ; b:0 => c:0 ; c:0 => d:0 ;", &[]),
        ("depth differs between branches", b"a:0 => b:0 c:0 ; b:0 => d:0 ;", &[]),
        ("one host, several processes", b"a:0 => a:1 a:2 ; a:1 => a:3 ;", &[]),
        ("all characters of host names", b"aZ0-._:0 => 0a:0 10.0.0.1:0 ;", &[]),
        ("digits with a leading zero are a host", b"fe:0 => 007:0 ;", &[]),
        ("a name and its address", b"localhost:0 => localhost:1 127.0.0.1:1 ;", &[]),
        ("the longest host name", long_host.as_bytes(), &[]),
    ]);
}

#[test]
fn odd_but_legal_files_have_warnings_and_a_tree() {
    let long_host = format!("{}:0 ;", "a".repeat(20_000));
    assert_faults(&[
        ("repeated parent line", b"a:0 => b:0 ;\na:0 => c:0 ;", &["repeated-parent 2:1"]),
        ("declared after its mention", b"a:0 => b:0 ;\nb:0 ;", &["redundant-statement 2:1"]),
        ("declared before its mention", b"b:0 ;\na:0 => b:0 ;", &["redundant-statement 1:1"]),
        ("declared twice", b"a:0 ;\na:0 ;", &["redundant-statement 2:1"]),
        ("letter case, other rank", b"N1:0 => n1:1 n1:2 ;", &["letter-case 1:9"]),
        ("letter case between mentions", b"a:0 => B:0 ;\nb:0 => c:0 ;", &["letter-case 2:1"]),
        ("short and dotted name", b"a:0 => n1:0 n1.x.org:0 ;", &["alias 1:13"]),
        ("dotted, then short name", b"n1.x:3 => n1:3 ;", &["alias 1:11"]),
        ("rank above 2^31 - 1", b"a:0 => b:2147483648 c:4294967295 ;", &["large-rank 1:8", "large-rank 1:21"]),
        ("name that cannot resolve", long_host.as_bytes(), &["long-host-name 1:1"]),
    ]);
    assert_eq!(read(b"a:0 => b:0 ;\na:0 => c:0 ;"), "a:0(b:0 c:0)b:0()c:0()");
    assert_eq!(read(b"a:0 => B:0 ;\nb:0 => c:0 ;"), "a:0(B:0)B:0(c:0)c:0()");
    assert_faults(&[
        ("other ranks are no alias", b"n1:0 => n1.x:1 ;", &[]),
        ("two domains are no alias", b"n1.x:0 => n1.y:0 ;", &[]),
    ]);
}

#[test]
fn characters_that_mrnet_skips_or_mistakes() {
    assert_faults(&[
        ("CRLF line ends", b"a:0 => b:0 ;\r\nb:0 => c:0 ;\r\n", &["carriage-return 1:13"]),
        ("CR line ends", b"a:0 =>\rb:0 ;\r", &["carriage-return 1:7"]),
        ("CR inside a comment", b"a:0 => b:0 ; # x\rb:0 => c:0 ;\n", &["carriage-return-in-comment 1:17"]),
        ("byte order mark", b"\xef\xbb\xbfa:0 => b:0 ;", &["byte-order-mark 1:1"]),
        ("byte order mark inside", b"a:0 => \xef\xbb\xbfb:0 ;", &["stray-character 1:8"]),
        ("commas", b"a:0 => b:0, c:0,d:0 ;", &["stray-character 1:11"]),
        ("commas in two lines", b"a:0 => b:0,\nc:0, d:0 ;", &["stray-character 1:11", "stray-character 2:4"]),
        ("form feed", b"a:0 => b:0 ;\x0c", &["stray-character 1:13"]),
        ("vertical tab", b"a:0\x0b=> b:0 ;", &["stray-character 1:4"]),
        ("NUL", b"a:0 => b:0 ;\0\0\0", &["stray-character 1:13"]),
        ("non-breaking space", "a:0\u{a0}=> b:0 ;".as_bytes(), &["stray-character 1:4"]),
        ("punctuation before a statement", b"@@!! a:0 => b:0 ;", &["stray-character 1:1"]),
        (
            "punctuation around a process",
            b"(a:0) => {b:0} ;",
            &["stray-character 1:1", "stray-character 1:5", "stray-character 1:10", "stray-character 1:14"],
        ),
        ("punctuation alone", b"@@!!", &["empty 1:1", "stray-character 1:1"]),
        ("host begins with -", b"a:0 => -n1:0 ;", &["host-name 1:8"]),
        ("host begins with _", b"a:0 => _n1:0 ;", &["host-name 1:8"]),
        ("host begins with .", b"a:0 => .n1:0 ;", &["host-name 1:8"]),
        ("range of hosts", b"a:0 => n[1-4,7]:0 ;", &["host-name 1:9"]),
        ("open bracket in a host", b"a:0 => n[1:0 ;", &["host-name 1:9"]),
        ("quote in a host", b"a:0 => n\"1:0 ;", &["host-name 1:9"]),
        ("quotes around a host", b"a:0 => \"n1\":0 ;", &["host-name 1:8"]),
        ("plus in a host", b"a:0 => n1+x:0 ;", &["host-name 1:10"]),
        ("user name", b"a:0 => user@n1:0 ;", &["host-name 1:12"]),
        ("slash in a host", b"a:0 => a/b:0 ;", &["host-name 1:9"]),
        ("UTF-8 in a host", "a:0 => grün:0 ;".as_bytes(), &["host-name 1:10"]),
        ("UTF-8 first in a host", "über:0 => b:0 ;".as_bytes(), &["host-name 1:1"]),
        ("Latin-1 in a host", b"a:0 => gr\xfcn:0 ;", &["host-name 1:10"]),
        ("asterisk", b"a:0 => b:0 * ;", &["asterisk 1:12"]),
        ("asterisk in a host", b"a:0 => b*:0 ;", &["asterisk 1:9"]),
        ("IPv6 address in brackets", b"a:0 => [::1]:0 ;", &["ipv6 1:8"]),
        ("IPv6 address", b"a:0 => fe80::1:0 ::1:0 ;", &["ipv6 1:8", "ipv6 1:18"]),
        ("// comment", b"// a:0\na:0 => b:0 ; // c:0 => d:0 ;\n", &["wrong-comment 1:1", "wrong-comment 2:14"]),
        ("/* comment */", b"/* a\n b */ a:0 => b:0 ;", &["wrong-comment 1:1"]),
        ("thin arrow", b"a:0 -> b:0 ;", &["wrong-arrow 1:5"]),
        ("thin arrow without blanks", b"a:0->b:0 ;", &["wrong-arrow 1:4"]),
        ("blank in the arrow", b"a:0 = > b:0 ;", &["wrong-arrow 1:5"]),
        ("equals sign", b"a:0 = b:0 ;", &["wrong-arrow 1:5"]),
        ("long arrow", b"a:0 ==> b:0 ;", &["wrong-arrow 1:5"]),
        ("all-digit host", b"a:0 => 42:0 ;", &["host-name 1:8"]),
        ("host 0", b"0:0 ;", &["host-name 1:1"]),
        ("leading zero in a rank", b"a:00 => b:01 ;", &["leading-zeros 1:3", "leading-zeros 1:11"]),
        ("rank above 2^32 - 1", b"a:0 => b:0 b:4294967296 ;", &["rank-too-large 1:14"]),
        ("negative rank", b"a:0 => b:-1 ;", &["bad-rank 1:10"]),
        ("hexadecimal rank", b"a:0 => b:0x1 ;", &["bad-rank 1:10"]),
        ("rank and host run together", b"a:0b:0 ;", &["bad-rank 1:3", "unexpected-colon 1:5"]),
    ]);
}

#[test]
fn ranks_beyond_32_bits_wrap() {
    let wraps_to = |rank: &str| {
        let report = mrnet::check(format!("a:0 => b:{rank} ;").as_bytes());
        match report.faults.first().map(|fault| &fault.kind) {
            Some(FaultKind::RankTooLarge { wraps_to, .. }) => Some(*wraps_to),
            _ => None,
        }
    };
    assert_eq!(wraps_to("4294967295"), None);
    assert_eq!(wraps_to("4294967296"), Some(0));
    assert_eq!(wraps_to("4294967303"), Some(7));
    assert_eq!(wraps_to("99999999999999999999999"), Some(u32::MAX));
}

#[test]
fn statements_that_mrnet_cannot_parse() {
    assert_faults(&[
        ("empty file", b"", &["empty 1:1"]),
        ("blank lines only", b" \n\t\n", &["empty 1:1"]),
        ("comments only", b"# a:0 ;\n# b:0 ;\n", &["empty 1:1"]),
        ("missing ; at the end", b"a:0 => b:0\n", &["missing-semicolon 1:11"]),
        ("missing ; of the root alone", b"a:0", &["missing-semicolon 1:4"]),
        ("missing ; before a statement", b"a:0 => b:0 c:0\nb:0 => d:0 ;", &["missing-semicolon 1:15"]),
        ("missing ; after a declaration", b"a:0\na:0 => b:0 ;", &["redundant-statement 1:1", "missing-semicolon 1:4"]),
        ("missing =>", b"a:0 b:0 c:0 ;", &["missing-arrow 1:5"]),
        ("missing rank", b"a:0 => b ;", &["missing-rank 1:8"]),
        ("missing rank after the colon", b"a:0 => b: c:0 ;", &["missing-rank 1:8"]),
        ("missing ranks everywhere", b"a => b c ;", &["missing-rank 1:1", "missing-rank 1:6", "missing-rank 1:8"]),
        ("missing colon", b"a:0 => b 0 ;", &["missing-colon 1:10"]),
        ("missing host", b"a:0 => :0 b:0 ;", &["missing-host 1:8"]),
        ("missing host of the parent", b":0 => b:0 ;", &["missing-host 1:1"]),
        ("missing parent", b"=> b:0 ;", &["missing-parent 1:1"]),
        ("two ranks", b"a:0 => b:0:1 ;", &["unexpected-colon 1:11"]),
        ("two parents before the arrow", b"a:0 b:0 => c:0 ;", &["several-parents 1:5"]),
        ("; twice", b"a:0 => b:0 ;;", &["empty-statement 1:13"]),
        ("; first", b"; a:0 ;", &["empty-statement 1:1"]),
        ("no children", b"a:0 => ;", &["no-children 1:1"]),
        ("no children at the end of the file", b"a:0 =>", &["no-children 1:1", "missing-semicolon 1:7"]),
        ("a => b => c", b"a:0 => b:0 => c:0 ;", &["chained-arrow 1:12"]),
        ("=> twice", b"a:0 => => b:0 ;", &["chained-arrow 1:8"]),
        ("trailing words", b"a:0 => b:0 ;\nthat is all\n", &["not-a-statement 2:1"]),
        ("a trailing word", b"a:0 => b:0 ; end", &["not-a-statement 1:14"]),
        ("a title line", b"Topology of tuesday\na:0 => b:0 ;", &["not-a-statement 1:1"]),
        ("only an arrow", b"=>", &["missing-parent 1:1", "missing-semicolon 1:3"]),
        ("only a colon", b":", &["missing-host 1:1"]),
    ]);
}

#[test]
fn graphs_that_are_no_tree() {
    assert_faults(&[
        ("two roots", b"a:0 => b:0 ;\nc:0 => d:0 ;", &["second-root 2:1"]),
        ("three roots", b"a:0 => b:0 ;\nc:0 => d:0 ;\ne:0 => f:0 ;", &["second-root 2:1", "second-root 3:1"]),
        ("the larger tree is the root's", b"c:0 => d:0 ;\na:0 => b:0 e:0 ;", &["second-root 1:1"]),
        ("an orphan", b"a:0 => b:0 ;\nh:9 ;", &["second-root 2:1"]),
        ("two roots alone", b"a:0 ; b:0 ;", &["second-root 1:7"]),
        ("unresolvable in spirit: other rank on the parent line", b"a:0 => b:0 ;\nb:1 => c:0 ;", &["second-root 2:1"]),
        ("cycle through all top processes", b"a:0 => b:0 ;\nb:0 => a:0 ;", &["no-root 2:8"]),
        ("root also listed as a child", b"fe:0 => a:0 b:0 ;\na:0 => c:0 fe:0 ;", &["no-root 2:12"]),
        ("self-loop", b"a:0 => a:0 ;", &["self-loop 1:8"]),
        ("self-loop below the root", b"a:0 => b:0 ;\nb:0 => b:0 c:0 ;", &["self-loop 2:8"]),
        ("child twice on a line", b"a:0 => b:0 c:0 b:0 ;", &["repeated-child 1:16"]),
        ("child twice on two lines", b"a:0 => b:0 ;\na:0 => b:0 ;", &["repeated-parent 2:1", "repeated-child 2:8"]),
        ("two parents", b"a:0 => b:0 c:0 ;\nb:0 => d:0 ;\nc:0 => d:0 ;", &["second-parent 3:8"]),
        ("child of the root and of its sibling", b"a:0 => b:0 c:0 ;\nb:0 => c:0 ;", &["second-parent 2:8"]),
        ("cycle below the root", b"a:0 => b:0 ;\nb:0 => c:0 ;\nc:0 => b:0 ;", &["cycle-below-root 3:8"]),
        ("cycle written before the root", b"b:0 => c:0 ;\nc:0 => b:0 ;\na:0 => b:0 ;", &["cycle-below-root 2:8"]),
        ("separate cycle beside the tree", b"a:0 => b:0 ;\nc:0 => d:0 ;\nd:0 => c:0 ;", &["separate-cycle 3:8"]),
        (
            "two cycles, no root",
            b"a:0 => b:0 ; b:0 => a:0 ;\nc:0 => d:0 ; d:0 => c:0 ;",
            &["no-root 1:21", "separate-cycle 2:21"],
        ),
        ("duplicate through letter case", b"a:0 => N1:0 n1:0 ;", &["letter-case 1:13", "repeated-child 1:13"]),
        (
            "two parents through letter case",
            b"a:0 => b:0 c:0 ; b:0 => D:0 ; c:0 => d:0 ;",
            &["letter-case 1:38", "second-parent 1:38"],
        ),
        ("self-loop through letter case", b"FE:0 => fe:0 ;", &["letter-case 1:9", "self-loop 1:9"]),
    ]);
}

#[test]
fn one_run_tells_every_fault_in_order() {
    let source = "\u{feff}fe:0 -> n1:0, n2:00 n3:0 ;\r\nn1:0 => n4:0 n4:0 => n5:0 ;;\nn3 => n6:0 n-\u{e9}:1 n1:0\nn2:0 => fe:0 * ;\norphan:0 => x:0 ;\n words";
    assert_eq!(
        faults(source.as_bytes()),
        [
            "byte-order-mark 1:1",
            "wrong-arrow 1:6",
            "stray-character 1:13",
            "leading-zeros 1:18",
            "carriage-return 1:27",
            "repeated-child 2:14",
            "chained-arrow 2:19",
            "empty-statement 2:28",
            "missing-rank 3:1",
            "host-name 3:14",
            "missing-semicolon 3:22",
            "separate-cycle 4:9",
            "asterisk 4:14",
            "not-a-statement 6:2",
        ]
    );
}

#[test]
fn a_lost_parent_makes_no_orphans() {
    assert_faults(&[
        ("parent without rank", b"a:0 => b:0 ;\nb => c:0 ;\nc:0 => d:0 ;", &["missing-rank 2:1"]),
        ("parent without host", b"a:0 => b:0 ;\n:0 => c:0 ;\nc:0 => d:0 ;", &["missing-host 2:1"]),
    ]);
}

#[test]
fn faults_show_their_line() {
    let source = b"fe:0 => a:0 ;\n\ta:0 => b:0, fe:0 ;\r\n";
    let shown: Vec<String> =
        mrnet::check(source).faults.iter().map(|fault| fault.render(source, Path::new("dir/t.top"))).collect();
    assert_eq!(
        shown[0],
        "dir/t.top:2:12: error: \",\": not part of the format; MRNet skips this and prints it to standard output\n  \
         2 |  a:0 => b:0, fe:0 ;\u{240d}\n    |            ^\n  \
         hint: remove it; processes are separated by blanks alone\n"
    );
    assert_eq!(
        shown[1].lines().next(),
        Some("dir/t.top:2:14: error: there is no root, every process is the child of another: fe:0 => a:0 => fe:0")
    );
}

/// Messages of all faults with hosts looked up: `localhost` and `vm` have one address, no other name has any.
fn looked_up(source: &str) -> Vec<String> {
    let resolve = |host: &str| match host {
        "localhost" | "vm" => Some(vec![[127, 0, 0, 1].into()]),
        _ => None,
    };
    let report = mrnet::check_resolving(source.as_bytes(), &resolve);
    assert!(report.topology.is_some(), "hosts that are looked up give warnings only");
    let message = |fault: &mrnet::Fault| format!("{} {}", fault.position.column, fault.kind);
    report.faults.iter().map(message).collect()
}

#[test]
fn hosts_that_cannot_be_resolved_are_named() {
    let unknown =
        |host: &str| format!("{host} cannot be resolved here; MRNet takes all such hosts for one host without a name");
    let both = [format!("1 {}", unknown("nosuchA")), format!("14 {}", unknown("nosuchB"))];
    assert_eq!(looked_up("nosuchA:0 => nosuchB:0 ;"), both);
    assert_eq!(looked_up("nosuchA:0 => nosuchB:1 ;"), both);
    assert_eq!(looked_up("vm:0 => nosuchA:0 nosuchA:1 ;"), [format!("9 {}", unknown("nosuchA"))], "each host once");
}

#[test]
fn names_of_one_address_are_one_host() {
    assert_eq!(
        looked_up("localhost:1 => vm:1 ;"),
        ["16 vm:1 and localhost:1 (line 1) have one address: MRNet takes them for one process"]
    );
    assert_eq!(looked_up("localhost:1 => vm:2 ;"), [""; 0], "other ranks are other processes");
    assert_eq!(looked_up("localhost:1 => 127.0.0.1:1 10.0.0.1:1 ;"), [""; 0], "addresses are not looked up");
}

/// A chain, which takes one statement for each process but the last.
fn chain(statements: usize) -> String {
    (0..statements).map(|parent| format!("n:{parent} => n:{} ;\n", parent + 1)).collect::<Vec<_>>().concat()
}

#[test]
fn the_limit_is_9994_statements() {
    assert_eq!(faults(chain(9_994).as_bytes()), [""; 0]);
    assert_eq!(faults(chain(9_995).as_bytes()), ["too-many-statements 9995:1"]);
    let message = mrnet::check(chain(9_995).as_bytes()).faults[0].kind.to_string();
    assert_eq!(message, "9995 statements; MRNet fails without a message above 9994");
    // Statements are counted, not processes.
    let declarations: String = (0..9_994).map(|_| "b:0 ;\n").collect();
    let report = mrnet::check(format!("a:0 => b:0 ;\n{declarations}").as_bytes());
    assert_eq!((report.statements, report.processes, report.errors().count()), (9_995, 2, 1));
}

#[test]
fn a_line_may_have_a_hundred_thousand_children() {
    let children: String = (0..100_000).fold(String::new(), |text, rank| text + &format!(" n:{rank}"));
    let topology = mrnet::read(format!("fe:0 =>{children} ;").as_bytes()).expect("a valid file");
    assert_eq!((topology.tree.fanout(0), topology.tree.height()), (100_000, 1));
    assert_eq!(topology.processes[100_000].to_string(), "n:99999");
}

#[test]
fn long_runs_of_anything_take_linear_time() {
    let patterns = [
        ":",
        "=",
        "-",
        "[",
        "/*",
        "\"",
        "@",
        ",",
        ";",
        "\0",
        "\r",
        "\u{e9}",
        "<",
        "*",
        "= ",
        "a:",
        "[a",
        "a b ",
        "a=>",
        "a:0 => ",
        "a:0 => b:0 ;",
        ":0 ",
        "#\r",
        "::1 ",
        "a:0\n=>",
        ", ;",
    ];
    for pattern in patterns {
        let source = pattern.repeat(50_000);
        let report = mrnet::check(source.as_bytes());
        let shown: usize =
            report.faults.iter().map(|fault| fault.render(source.as_bytes(), Path::new("t")).len()).sum();
        assert!(shown > 0, "{pattern:?}");
    }
}

/// The text of an overlay tree with these fanouts.
fn written(fanouts: &[u32], mode: Mode, hosts: &str) -> (String, Option<Warning>) {
    let tree = Tree::from_fanouts(fanouts.iter().copied()).expect("a tree");
    let processes = ProcessTree::new(&tree.to_shape(), mode);
    let hosts = parse_hosts(hosts).expect("a list of hosts");
    let topology = place(&processes, &hosts, "fe", Placement::default()).expect("enough slots");
    (mrnet::write(&topology).expect("a valid topology"), processes.warning())
}

#[test]
fn launch_mode_writes_all_processes() {
    let (text, warning) = written(&[2, 2, 1, 0, 0, 0], Mode::Launch, "n[1-2]:4");
    assert_eq!(text, "fe:0 =>\n\tn1:0\n\tn1:1 ;\n\nn1:0 =>\n\tn1:2\n\tn1:3 ;\n\nn1:1 =>\n\tn2:0 ;\n");
    assert_eq!(warning, None);
}

#[test]
fn attach_mode_omits_the_leaves() {
    assert_eq!(written(&[2, 2, 1, 0, 0, 0], Mode::Attach, "n1 n2"), ("fe:0 =>\n\tn1:0\n\tn2:0 ;\n".to_owned(), None));
    assert_eq!(written(&[3, 0, 0, 0], Mode::Attach, "n1"), ("fe:0 ;\n".to_owned(), None));
}

#[test]
fn attach_mode_gives_lonely_leaves_a_process() {
    let (text, warning) = written(&[2, 0, 2, 0, 0], Mode::Attach, "n1 n2");
    assert_eq!(text, "fe:0 =>\n\tn1:0\n\tn2:0 ;\n");
    assert_eq!(warning, Some(Warning::AddedProcesses { count: 1 }));
    let said = warning.map(|warning| warning.to_string()).unwrap_or_default();
    assert!(said.starts_with("1 leaf hangs"), "{said}");
    assert!(said.contains("unchanged") && said.contains("c(1) <= c(2)"), "{said}");
}

#[test]
fn a_single_leaf_can_be_written() {
    assert_eq!(written(&[0], Mode::Launch, "n1"), ("fe:0 =>\n\tn1:0 ;\n".to_owned(), Some(Warning::SingleLeaf)));
    assert_eq!(written(&[0], Mode::Attach, "n1"), ("fe:0 ;\n".to_owned(), None));
}

/// A tree of a root, `middle` processes below it and a leaf below each of them.
fn two_levels(middle: u32) -> Tree {
    let fanouts = std::iter::once(middle).chain((0..middle).map(|_| 1)).chain((0..middle).map(|_| 0));
    Tree::from_fanouts(fanouts).expect("a tree")
}

#[test]
fn the_writer_counts_the_statements_it_would_write() {
    let hosts = parse_hosts("n:100000").expect("a host");
    let write = |middle, mode| {
        let topology =
            place(&ProcessTree::new(&two_levels(middle).to_shape(), mode), &hosts, "fe", Placement::default())
                .expect("enough slots");
        mrnet::write(&topology)
    };
    assert!(write(9_993, Mode::Launch).is_ok());
    let refused = write(9_994, Mode::Launch).expect_err("9,995 statements");
    assert_eq!(refused, WriteError::TooManyStatements { statements: MAX_STATEMENTS + 1 });
    assert!(refused.to_string().contains("9994"), "{refused}");
    assert!(write(9_994, Mode::Attach).is_ok(), "in attach mode only the root has children");
}

#[test]
fn topologies_that_would_be_misread_are_not_written() {
    let write = |names: &[(&str, u32)]| {
        let processes: Vec<Process> =
            names.iter().map(|&(host, rank)| Process { host: host.to_owned(), rank }).collect();
        mrnet::write(&Topology { tree: Tree::from_fanouts([2, 0, 0]).expect("a tree"), processes })
    };
    assert!(write(&[("fe", 0), ("a", 0), ("b", 0)]).is_ok());
    assert!(matches!(write(&[("fe", 0), ("a", 0)]), Err(WriteError::ProcessCount { nodes: 3, processes: 2 })));
    for host in ["", "42", "-a", "a b", "a;", "grün", "[::1]", "a\"", "a[1", "a:0 => c"] {
        assert!(matches!(write(&[("fe", 0), (host, 0), ("b", 0)]), Err(WriteError::HostName(_))), "{host}");
    }
    for faulty in [("b", 0), ("B", 0), ("b.org", 0), ("a", u32::MAX)] {
        assert!(matches!(write(&[("fe", 0), faulty, ("b", 0)]), Err(WriteError::Faulty { .. })), "{faulty:?}");
    }
}

#[test]
fn every_list_of_hosts_in_instances_can_be_used() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/hosts");
    let mut lists = 0;
    for entry in std::fs::read_dir(directory).expect("the directory of host lists") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text file");
        let hosts = read_hosts(&text, &path).unwrap_or_else(|error| panic!("{}", error.render(&text, &path)));
        let leaves = u32::try_from(hosts.slots().min(5_000)).expect("a small number");
        let flat = Tree::from_fanouts(std::iter::once(leaves).chain((0..leaves).map(|_| 0))).expect("a tree");
        let topology = place(&ProcessTree::new(&flat.to_shape(), Mode::Launch), &hosts, "fe", Placement::default())
            .expect("enough slots");
        let text = mrnet::write(&topology).expect("a valid topology");
        assert_eq!(mrnet::read(text.as_bytes()), Ok(topology), "{}", path.display());
        lists += 1;
    }
    assert!(lists >= 4);
}

/// A random tree of at most `nodes` nodes: fanouts in breadth-first order, cut when the tree is large enough.
fn tree(nodes: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec(0u32..5, 1..nodes).prop_map(|wanted| {
        let mut fanouts = Vec::new();
        let mut open = 1;
        for fanout in wanted {
            if open == 0 {
                break;
            }
            open = open - 1 + fanout as usize;
            fanouts.push(fanout);
        }
        fanouts.extend(std::iter::repeat_n(0, open));
        Tree::from_fanouts(fanouts).expect("every child is listed")
    })
}

/// Lists of hosts with every trap: letter case, short and dotted names, addresses, repetitions.
fn hosts() -> impl Strategy<Value = String> {
    let host = "(n[1-3]|N1|n1\\.org|n2\\.x\\.org|FE|fe\\.org|10\\.0\\.0\\.[12]|[a-zA-Z][a-zA-Z0-9._-]{0,6}):[1-4]|n\\[08-11\\]";
    prop::collection::vec(host, 1..20).prop_map(|hosts| hosts.join("\n") + "\nlast:1000")
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(tree in tree(120), hosts in hosts(), fe in "fe|FE|fe\\.org|n1", attach: bool) {
        let mode = if attach { Mode::Attach } else { Mode::Launch };
        let hosts = parse_hosts(&hosts).expect("a list of hosts");
        let topology = place(&ProcessTree::new(&tree.to_shape(), mode), &hosts, &fe, Placement::default()).expect("enough slots");
        let text = mrnet::write(&topology).expect("a placed topology is valid");
        let report = mrnet::check(text.as_bytes());
        prop_assert_eq!(report.faults, []);
        prop_assert_eq!(report.processes, topology.processes.len());
        prop_assert_eq!(report.topology.as_ref(), Some(&topology));
        if mode == Mode::Launch {
            let map = rank_map(&topology).expect("launch mode");
            prop_assert_eq!(map.lines().count() - 1, topology.tree.leaves().count());
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(source: Vec<u8>) {
        check_anything(&source)?;
    }

    #[test]
    fn text_almost_of_the_format_is_read_or_refused(
        words in prop::collection::vec("a|b|N1|n1|n1\\.x|0|1|01|4294967296|:|:|=>|=>|;|;|#|,|\n|\r| |\t|->|= >|=|-|--|//|/\\*|\\*/|\\*|\\[|\\]|\\[::1\\]|fe80::1:0|\"|é|\u{feff}|\0|a:0|a:1|b:0|c:0|c:1", 0..60),
        blanks: bool,
    ) {
        check_anything(words.join(if blanks { " " } else { "" }).as_bytes())?;
    }
}

/// Checks the properties of the report on any bytes.
fn check_anything(source: &[u8]) -> Result<(), TestCaseError> {
    let report = mrnet::check(source);
    prop_assert!(report.faults.is_sorted_by_key(|fault| fault.position));
    for fault in &report.faults {
        prop_assert!(fault.render(source, Path::new("t.top")).contains('^'));
        prop_assert!(fault.span.start <= fault.span.end && fault.span.end <= source.len());
    }
    prop_assert_eq!(report.topology.is_none(), report.errors().next().is_some());
    if let Some(topology) = report.topology {
        prop_assert_eq!(topology.tree.len(), report.processes);
        prop_assert_eq!(topology.processes.len(), report.processes);
    }
    Ok(())
}

#[test]
fn hosts_are_looked_up() {
    let resolve = |host: &str| (host == "a" || host == "b").then(|| vec![[10, 0, 0, 1].into()]);
    let report = mrnet::check_resolving(b"a:0 => b:0 c:0 ;", &resolve);
    let codes: Vec<_> = report.faults.iter().map(mrnet::Fault::code).collect();
    assert_eq!(codes, ["same-address", "unresolvable"]);
}
