//! CSV files of sends and trees.

use crate::check::synthesis::tests::examples::{Example, Packed};
use crate::check::synthesis::{COLLECTIVES, Limits};
use crate::format::synthesis::sends::{self, SendsFile};
use crate::format::synthesis::trees::{self, TreesFile};
use crate::format::synthesis::{FileFault, Preamble};
use crate::request::MpiCollective;
use logpine_text::random::Generator;

/// An allgather of one block of each of two ranks.
pub(super) const SENDS: &str = "\
#! logpine sends
#! collective allgather
#! ranks 2
#! blocks 1
#! steps 1
#! bound 1
#! vertex 0 gpu zero
#! arc 0 1 1 1
#! arc 1 0 1 1
step,from,to,block
1,0,1,0
1,1,0,1
";

/// A broadcast from rank 0 to rank 1 through a switch.
pub(super) const TREES: &str = "\
#! logpine trees
#! collective bcast
#! ranks 2
#! root 0
#! throughput 1 2
#! height 1
#! vertex 2 switch
#! arc 0 2 3 1
#! arc 2 1 2 1
tree,root,weight,child,parent,path
0,0,4,1,0,0>2>1
";

/// The faults of reading and checking, each as a line.
fn faults_of_sends(text: &str) -> Vec<String> {
    let shown = |faults: Vec<FileFault>| faults.iter().map(FileFault::to_string).collect();
    SendsFile::read(text).and_then(|file| file.check(&Limits::default())).map_or_else(shown, |_| Vec::new())
}

fn faults_of_trees(text: &str) -> Vec<String> {
    let shown = |faults: Vec<FileFault>| faults.iter().map(FileFault::to_string).collect();
    TreesFile::read(text).and_then(|file| file.check(&Limits::default())).map_or_else(shown, |_| Vec::new())
}

#[test]
fn files_are_written_as_they_are_read() {
    let file = SendsFile::read(SENDS).expect("correct");
    assert_eq!(sends::write(&file.preamble, &file.sends), SENDS);
    assert_eq!(file.check(&Limits::default()).map(|done| done.steps), Ok(1));
    let file = TreesFile::read(TREES).expect("correct");
    assert_eq!(trees::write(&file.preamble, &file.edges), TREES);
    assert_eq!(file.check(&Limits::default()).map(|packed| packed.weight), Ok(4));
    // Ends of lines of other systems, a mark, comments, blanks and quotes mean nothing.
    let odd = SENDS.replace('\n', "\r\n").replace("1,0,1,0", "# note\r\n\r\n 1 , \"0\", 1,0");
    assert_eq!(faults_of_sends(&format!("\u{feff}{odd}")), [""; 0]);
}

#[test]
fn names_are_put_on_one_line() {
    let mut file = SendsFile::read(SENDS).expect("correct");
    file.preamble.names.insert(1, " a\nb\u{1b}[4m ".into());
    file.preamble.names.insert(0, "\n".into());
    let text = sends::write(&file.preamble, &file.sends);
    assert!(text.contains("#! vertex 1 a b [4m\n") && !text.contains("vertex 0"));
    assert!(SendsFile::read(&text).is_ok());
}

#[test]
fn faults_of_sends_have_their_lines() {
    for (from, to, fault) in [
        (
            "#! logpine sends",
            "#! logpine trees",
            "line 1, column 1: expected `#! logpine sends`, found `#! logpine trees`",
        ),
        (
            "allgather",
            "gossip",
            "line 2, column 15: there is no collective `gossip`; it is one of bcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce",
        ),
        ("#! ranks 2\n", "", "`#! ranks` is missing"),
        ("ranks 2", "ranks 1", "line 12, column 1: there is no block 1; the blocks are 0 to 0"),
        (
            "ranks 2",
            "ranks 4000000000",
            "there are 4000000000 vertices, most of them without an arc or a name; vertices are numbered from 0",
        ),
        ("blocks 1", "blocks x", "line 4, column 11: `x` is no number; write a whole number from 1 to 4294967295"),
        ("blocks 1", "blocks 2", "line 12, column 1: vertex 1 sends block 1 in step 1, but does not have it before"),
        ("blocks 1", "blocks 4000000000", "4000000000 blocks of each of 2 ranks are too many to be numbered"),
        ("steps 1", "steps 2", "the schedule takes 1 steps, and 2 are claimed"),
        ("bound 1", "bound 2", "the schedule takes 1 steps, so that 2 is no lower bound"),
        ("bound 1", "steps 1", "line 6, column 4: `#! steps` is there twice"),
        (
            "bound 1",
            "height 1",
            "line 6, column 4: `#! height` has no meaning here; it is one of collective, ranks, blocks, root, ports, rounds, steps, bound, vertex, arc",
        ),
        ("vertex 0 gpu zero", "vertex 0", "line 7, column 4: expected `#! vertex NUMBER NAME`, found 1 field"),
        ("arc 1 0 1 1", "arc 1 0 1", "line 9, column 1: expected `#! arc FROM TO CAPACITY LATENCY`, found 3 fields"),
        (
            "arc 1 0 1 1",
            "arc 0 1 1 1",
            "line 9, column 8: there is an arc from 0 to 1 already; add their capacities up",
        ),
        ("arc 1 0 1 1", "arc 1 1 1 1", "line 9, column 10: the arc leads from 1 to itself"),
        (
            "arc 1 0 1 1",
            "arc 1 0 0 1",
            "line 9, column 12: `0` is no capacity; write a whole number from 1 to 18446744073709551615",
        ),
        ("step,from", "step,to", "line 10, column 1: expected `step,from,to,block`, found `step,to,to,block`"),
        ("1,1,0,1", "1,1,0", "line 12, column 1: expected `step,from,to,block`, found 3 fields"),
        ("1,1,0,1", "1,1,0,-1", "line 12, column 7: `-1` is no block; write a whole number from 0 to 4294967295"),
        ("1,1,0,1", "0,1,0,1", "line 12, column 1: `0` is no step; write a whole number from 1 to 4294967295"),
        (
            "1,1,0,1",
            "1,1,0,1\n1,1,0,1",
            "line 13, column 1: 2 blocks begin in step 1 on the arc from 1 to 0, which has a capacity of 1",
        ),
        (
            "1,1,0,1",
            "1,1,0,0",
            "line 12, column 1: vertex 1 sends block 0 in step 1, but has it only at the end of step 1",
        ),
        ("1,1,0,1\n", "#! root 0\n", "line 12, column 1: lines with `#!` stand above the header"),
    ] {
        let text = SENDS.replacen(from, to, 1);
        assert_ne!(text, SENDS, "{from}");
        let faults = faults_of_sends(&text);
        assert_eq!(faults.first().map(String::as_str), Some(fault), "{from} -> {to}");
    }
    assert_eq!(faults_of_sends(""), ["line 1, column 1: expected `#! logpine sends`, found ``"]);
    let headless = "expected `step,from,to,block`, found `the end of the file`";
    assert_eq!(faults_of_sends("#! logpine sends\n"), [headless]);
    // Each fault of the rows is reported.
    let many = SENDS.replace("1,0,1,0", "1,0,1,0,9\nx").replace("1,1,0,1", "1,1,2,1");
    assert_eq!(faults_of_sends(&many).len(), 2);
}

#[test]
fn faults_of_trees_have_their_lines() {
    for (from, to, fault) in [
        ("#! root 0\n", "", "`#! root` is missing"),
        ("#! throughput 1 2\n", "", "`#! throughput` is missing"),
        (
            "throughput 1 2",
            "throughput 1 0",
            "line 5, column 17: `0` is no denominator; write a whole number from 1 to 18446744073709551615",
        ),
        (
            "throughput 1 2",
            "throughput 1 3",
            "the arc from 2 to 1 carries 4 of 4, which takes longer than 1/3 at its capacity of 2",
        ),
        ("height 1", "height 2", "the height is 1, and 2 is claimed"),
        ("bcast", "scatter", "scatter has no packing of trees that span all ranks"),
        ("0>2>1", "0>1", "line 11, column 1: the path needs an arc from 0 to 1, and there is none"),
        ("0>2>1", "0>2", "line 11, column 1: the path does not lead from 0 to 1"),
        ("0>2>1", "0>>1", "line 11, column 13: `` is no vertex; write a whole number from 0 to 4294967295"),
        (
            "0,0,4,1,0,",
            "0,0,0,1,0,",
            "line 11, column 5: `0` is no weight; write a whole number from 1 to 18446744073709551615",
        ),
        ("0,0,4,1,0,", "0,1,4,1,0,", "line 11, column 1: the root of tree 0 is 1, not that of the collective"),
        ("0,0,4,1,0,0>2>1\n", "", "root 0 has no trees"),
    ] {
        let text = TREES.replacen(from, to, 1);
        assert_ne!(text, TREES, "{from}");
        let faults = faults_of_trees(&text);
        assert_eq!(faults.first().map(String::as_str), Some(fault), "{from} -> {to}");
    }
}

#[test]
fn random_schedules_and_packings_come_back() {
    for seed in 0..70 {
        let mut generator = Generator::new(seed);
        let example = Example::random(COLLECTIVES[usize::try_from(seed % 7).expect("small")], &mut generator);
        let preamble = Preamble::of(&example.statement());
        let file = SendsFile::read(&sends::write(&preamble, &example.sends)).expect("correct");
        assert_eq!((&file.preamble, &file.sends), (&preamble, &example.sends));
        assert!(file.check(&Limits::default()).is_ok());
        let packed = if seed % 2 == 0 {
            Packed::random(MpiCollective::Allgather, &mut generator)
        } else {
            Packed::of_halves(&mut generator)
        };
        let throughput = Some((packed.p, packed.q));
        let (reduce_scatter, height) = (packed.reduce_scatter, Some(packed.height));
        let preamble = Preamble { throughput, reduce_scatter, height, ..Preamble::of(&packed.statement()) };
        let file = TreesFile::read(&trees::write(&preamble, &packed.edges)).expect("correct");
        assert_eq!((&file.preamble, &file.edges), (&preamble, &packed.edges));
        assert!(file.check(&Limits::default()).is_ok());
    }
}

#[test]
fn only_an_allreduce_has_two_halves() {
    let claimed = TREES.replace("#! height", "#! reduce-scatter 1 2\n#! height");
    let fault = "`#! reduce-scatter` is a claim on a half of an allreduce, and the collective is bcast";
    assert_eq!(faults_of_trees(&claimed), [fault]);
    let twice = claimed.replace("#! height", "#! reduce-scatter 1 2\n#! height");
    assert_eq!(faults_of_trees(&twice), ["line 7, column 4: `#! reduce-scatter` is there twice"]);
    let without_trees = claimed.replace("bcast", "allreduce").replace("#! root 0\n", "");
    assert!(faults_of_trees(&without_trees)[0].contains("root 1 has no trees"), "{without_trees}");
}

#[test]
fn one_port_is_a_fact_of_the_file() {
    let text = "#! logpine sends\n#! collective bcast\n#! ranks 3\n#! blocks 1\n#! root 0\n#! ports 1\n#! arc 0 1 1 1\n#! arc 0 2 1 1\n\
                step,from,to,block\n1,0,1,0\n2,0,2,0\n";
    let check = |text: &str| {
        let file = SendsFile::read(text).map_err(|faults| faults[0].to_string())?;
        assert_eq!(SendsFile::read(&sends::write(&file.preamble, &file.sends)).as_ref(), Ok(&file));
        file.check(&Limits::default()).map(|executed| executed.steps).map_err(|faults| faults[0].to_string())
    };
    assert_eq!(check(text), Ok(2));
    let together = text.replace("2,0,2,0", "1,0,2,0");
    assert_eq!(check(&together), Err("vertex 0 sends two blocks in step 1, and has one port".to_owned()));
    assert_eq!(check(&together.replace("#! ports 1\n", "")), Ok(1));
    let several = "line 6, column 10: `2` is no number; write 1";
    assert_eq!(check(&text.replace("ports 1", "ports 2")), Err(several.to_owned()));
}
