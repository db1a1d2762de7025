//! Tables of hosts in all their forms, and the places of faults.

use super::*;
use crate::format::read_hosts;
use proptest::prelude::*;

fn fault(text: &str) -> (usize, usize, HostListFault) {
    let error = parse_host_table(text).expect_err(text);
    (error.position.line, error.position.column, error.fault)
}

#[test]
fn ranges_of_the_same_hosts_are_counted_again() {
    let text = "host\n".to_owned() + &"h[1-1048]\n".repeat(2_000);
    let error = parse_host_table(&text).expect_err("two million");
    assert!(matches!(error.fault, HostListFault::TooManyHosts { .. }) && error.position.line == 1_002, "{error}");
    assert!(parse_host_table("host\nh[1-1048]\nh[1-1048]\n").is_ok());
}

#[test]
fn columns_in_any_order() {
    let text = "\u{feff}# hosts\nrack, host ,pod,slots\r\nr1,a,p1,2\r\n\r\n# more\n,\"n[1,3]\",,\nr1,a,p1,3\n";
    let hosts = parse_host_table(text).expect("a table");
    let host = |name: &str, slots, rack: Option<&str>, pod: Option<&str>| Host {
        rack: rack.map(Into::into),
        pod: pod.map(Into::into),
        ..Host::new(name, slots)
    };
    let expected = [host("a", 5, Some("r1"), Some("p1")), host("n1", 1, None, None), host("n3", 1, None, None)];
    assert_eq!(hosts.hosts(), expected);
}

#[test]
fn the_form_is_recognised() {
    let slots = |text: &str, path: &str| read_hosts(text, path.as_ref()).map(|hosts| hosts.slots());
    assert_eq!(slots("# x\n\nslots,host\n4,n1\n", "hosts"), Ok(4));
    assert_eq!(slots("host\nn1\n", "hosts"), Ok(2), "a list with a host of that name");
    assert_eq!(slots("host\nn1\n", "hosts.CSV"), Ok(1));
    assert_eq!(slots("host,n1\n", "hosts"), Ok(2));
}

#[test]
fn faults_have_places() {
    use HostListFault::{
        BadSlots, ClassFactors, Empty, FactorBelowOne, Fields, HostName, NoHostColumn, RepeatedColumn, TwoHosts,
        UnknownColumn, ZeroSlots,
    };
    assert_eq!(fault(""), (1, 1, NoHostColumn));
    assert_eq!(fault("slots,rack\n"), (1, 1, NoHostColumn));
    assert_eq!(fault("host,slots\n"), (2, 1, Empty));
    assert_eq!(fault("host,slot\n"), (1, 6, UnknownColumn { name: "slot".into(), nearest: Some("slots") }));
    assert_eq!(fault("host, host\n"), (1, 7, RepeatedColumn { name: "host" }));
    assert_eq!(fault("host,slots\na\n"), (2, 1, Fields { found: 1, expected: 2 }));
    assert_eq!(fault("host,slots\n\n# c\na,0\n"), (4, 3, ZeroSlots));
    assert_eq!(fault("host,slots\n\"a\", x \n"), (2, 6, BadSlots { text: "x".into() }));
    assert_eq!(fault("slots,host\n1,\"n[1,4-2]\"\n").0, 2);
    assert_eq!(fault("slots,host\n1,\"n[1,4-2]\"\n").1, 8);
    assert!(matches!(fault("host,slots\n,1\n"), (2, 1, HostName(_))));
    let half: Factor = "0.5".parse().expect("a factor");
    assert_eq!(fault("host,factor\na,0.5\n"), (2, 3, FactorBelowOne { factor: half }));
    assert!(matches!(fault("host,factor\na,fast\n"), (2, 3, HostListFault::Factor(_))));
    let (class, second) = ("x".to_owned(), Factor::from_millionths(2_000_000));
    assert_eq!(fault("host,class,factor\na,x,\nb,x,2\n"), (3, 5, ClassFactors { class, first: Factor::ONE, second }));
    assert_eq!(fault("host,rack\na,r1\na,r2\n"), (3, 1, TwoHosts { host: "a".into() }));
    assert_eq!(fault("host,rack\na,r\u{1b}1\n"), (2, 3, HostListFault::ControlCharacter));
    assert!(matches!(fault("host\nn[0-1048576]\n").2, HostListFault::TooManyHosts { .. }));
}

proptest! {
    #[test]
    fn any_table_is_read_or_refused(rows in "([a-c0-9,\"#\\[\\]\\- \r\n]|\\PC){0,60}", head in "(host|slots|factor|,){0,6}\n") {
        let text = head + &rows;
        for path in ["hosts.csv", "hosts"] {
            match read_hosts(&text, path.as_ref()) {
                Ok(hosts) => prop_assert!(hosts.hosts().iter().all(|host| host.slots > 0 && host.factor >= Factor::ONE)),
                Err(error) => prop_assert!(error.render(&text, path.as_ref()).contains('^')),
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = read_hosts(&text, "hosts.csv".as_ref()).map_err(|error| error.render(&text, "hosts.csv".as_ref()));
        let _ = read_hosts(&("host,slots,rack\n".to_owned() + &text), "hosts".as_ref());
    }
}

#[test]
fn example_of_host_table() -> Result<(), Box<dyn std::error::Error>> {
    use logpine::format::parse_host_table;
    let hosts = parse_host_table("host,slots,class,factor,rack\nn[1-2],8,old,1.5,r1\nn3,16,new,1,r2\n")?;
    assert_eq!((hosts.hosts().len(), hosts.slots()), (3, 32));
    assert_eq!(hosts.hosts()[1].factor.to_string(), "1.5");
    Ok(())
}
