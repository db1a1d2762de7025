//! Tables of hosts in all their forms, and the places of faults.

use super::*;
use crate::host_list::read_hosts;
use proptest::prelude::*;

#[test]
fn ranges_of_the_same_hosts_are_counted_again() {
    let text = "host\n".to_owned() + &"h[1-1048]\n".repeat(2_000);
    let error = parse_host_table(&text).expect_err("two million");
    assert!(error.message.contains("more than 1048576 hosts") && error.position.line == 1_002, "{error}");
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
