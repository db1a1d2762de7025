//! Every fault of meaning with its line and column, and in words.

use super::check;
use logpine_text::fault::MOST_LISTED;

#[test]
fn of_each_kind_so_many_are_listed_and_all_are_counted() {
    let mut text = String::from("num_ranks 1\nrank 0 {\n");
    for _ in 0..1000 {
        text.push_str("  send 8b to 0 tag 5\n");
    }
    let report = check((text + "l requires m\n}\n").as_bytes());
    let listed = |code| report.faults.iter().filter(|fault| fault.code() == code).count() as u64;
    assert_eq!(["indentation", "unmatched-send", "undefined-label"].map(listed), [MOST_LISTED, MOST_LISTED, 2]);
    assert_eq!((report.faults.errors(), report.errors_of_meaning()), (2002, 1002));
    assert_eq!(report.faults.not_listed(), 2002 - 2 * MOST_LISTED - 2);
}
