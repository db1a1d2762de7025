//! Files as they are written, what is refused in them, and that nothing panics.

mod any;
mod certificates;
mod msccl;
mod msccl_xml;
mod rows;

#[path = "../../../../check/src/synthesis/tests/examples.rs"]
mod examples;

use super::FileKind;

#[test]
fn files_are_told_apart_by_their_beginnings() {
    assert_eq!(FileKind::of("\u{feff}#! logpine sends\n"), Some(FileKind::Sends));
    assert_eq!(FileKind::of("#!  logpine trees"), Some(FileKind::Trees));
    assert_eq!(FileKind::of("{\"msccl_type\": \"algorithm\", \"name\""), Some(FileKind::Msccl));
    assert_eq!(FileKind::of("{\n  \"schema\": 1,\n  \"kind\": \"cut\""), Some(FileKind::Certificate));
    for other in ["", "step,from,to,block\n", "{\"msccl_type\": \"topology\"}", "#! directed\n"] {
        assert_eq!(FileKind::of(other), None);
    }
}
