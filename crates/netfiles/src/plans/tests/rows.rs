//! CSV files of sends and trees.

use super::examples::{Example, Packed};
use crate::plans::sends::{self, SendsFile};
use crate::plans::trees::{self, TreesFile};
use crate::plans::{FileFault, Preamble};
use logpine_check::synthesis::{COLLECTIVES, Limits};
use logpine_models::job::MpiCollective;
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
