//! Valid files, and the faults of others.

use super::*;

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
        let fault = report.faults.first().filter(|fault| fault.code() == "rank-too-large")?;
        fault.message().rsplit(' ').next()?.parse::<u32>().ok()
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
