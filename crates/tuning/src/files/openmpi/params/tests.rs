//! The flaws of settings, each at its place.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_bytes_are_read(source: Vec<u8>, words in "((--mca|-x|=|#|coll|coll_tuned_bcast_algorithm|'|\"|0x)[ \n]?){0,30}") {
        let _ = read(&source, Library::OpenMpi5).faults.rendered(&source, std::path::Path::new("x"));
        let _ = read(words.as_bytes(), Library::OpenMpi6).faults.rendered(words.as_bytes(), std::path::Path::new("x"));
    }
}
