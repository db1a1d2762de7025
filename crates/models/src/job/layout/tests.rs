//! Layouts of a few ranks, and those that are refused.

use super::*;
use logpine_text::reason::Reason;

#[test]
fn the_last_host_may_have_fewer_ranks() {
    let hosts = |mapping| {
        let layout = Layout::new(7, 3, mapping).expect("valid");
        (0..7).map(|rank| layout.host(rank)).collect::<Vec<_>>()
    };
    assert_eq!(hosts(Mapping::Sequential), [0, 0, 0, 1, 1, 1, 2]);
    assert_eq!(hosts(Mapping::RoundRobin), [0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(hosts(Mapping::Listed([4, 4, 1, 1, 1, 4, 9].into())), [4, 4, 1, 1, 1, 4, 9]);
}

#[test]
fn a_list_says_how_many_hosts_there_are() {
    let layout = Layout::new(5, 1, Mapping::Listed([4, 4, 1, 4, 9].into())).expect("valid");
    assert_eq!((layout.hosts(), layout.ranks_per_host()), (3, 3));
    let short = Layout::new(6, 1, Mapping::Listed([0; 5].into()));
    assert_eq!(short, Err(Reason::new("the mapping gives hosts to 5 ranks, but the job has 6")));
}

#[test]
fn nothing_is_refused() {
    assert_eq!(Layout::new(0, 1, Mapping::Sequential), Err(Reason::new("0 ranks: a collective has at least 1 rank")));
    assert_eq!(Layout::new(1, 0, Mapping::RoundRobin), Err(Reason::new("0 ranks a host: a host runs at least 1")));
    let one = Layout::new(3, u64::MAX, Mapping::RoundRobin).expect("valid");
    assert_eq!((one.hosts(), one.ranks_per_host(), Layout::one_host(3).map(|one| one.hosts())), (1, 3, Ok(1)));
}
