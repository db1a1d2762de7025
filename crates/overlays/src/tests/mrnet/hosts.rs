//! Hosts that are looked up, and limits of size.

use super::*;
use logpine_text::fault::Fault;

/// Messages of all faults with hosts looked up: `localhost` and `vm` have one address, no other name has any.
fn looked_up(source: &str) -> Vec<String> {
    let resolve = |host: &str| match host {
        "localhost" | "vm" => Some(vec![[127, 0, 0, 1].into()]),
        _ => None,
    };
    let report = mrnet::check_resolving(source.as_bytes(), &resolve);
    assert!(report.topology.is_some(), "hosts that are looked up give warnings only");
    let message = |fault: &Fault| format!("{} {}", fault.place.position().column, fault.message());
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
    let message = mrnet::check(chain(9_995).as_bytes()).faults[0].message().to_owned();
    assert_eq!(message, "9995 statements; MRNet fails without a message above 9994");
    // Statements are counted, not processes.
    let declarations: String = (0..9_994).map(|_| "b:0 ;\n").collect();
    let report = mrnet::check(format!("a:0 => b:0 ;\n{declarations}").as_bytes());
    assert_eq!((report.statements, report.processes, report.faults.errors()), (9_995, 2, 1));
}

#[test]
fn a_line_may_have_a_hundred_thousand_children() {
    let children: String = (0..100_000).fold(String::new(), |text, rank| text + &format!(" n:{rank}"));
    let topology = mrnet::read(format!("fe:0 =>{children} ;").as_bytes()).expect("a valid file");
    assert_eq!((topology.tree.fanout(0), topology.tree.height()), (100_000, 1));
    assert_eq!(topology.processes[100_000].to_string(), "n:99999");
}
