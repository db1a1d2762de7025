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
