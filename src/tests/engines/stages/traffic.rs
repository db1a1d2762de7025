//! The bounds on a collective's traffic, against the traffic of every algorithm.

use logpine_check::stages::explicit;
use logpine_collectives::collective::members;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::job::{Layout, Mapping, MpiCollective, MpiJob, Traffic};

/// The traffic of an algorithm's messages: the maximum of each amount over ranks and hosts.
fn moved(staged: &Staged, layout: &Layout) -> Traffic {
    let count = |number: u64| usize::try_from(number).expect("few");
    let mut ranks = vec![[0_u128; 2]; count(layout.ranks())];
    let mut hosts = vec![[0_u128; 4]; count(layout.ranks()) + 1];
    let mut all = 0;
    for message in explicit(staged).expect("few messages").iter().flatten().flatten() {
        let bytes = u128::from(message.bytes);
        let [from, to] = [message.from, message.to].map(|rank| count(layout.host(rank)));
        all += bytes;
        ranks[count(message.from)][0] += bytes;
        ranks[count(message.to)][1] += bytes;
        hosts[from][0] += bytes;
        hosts[to][1] += bytes;
        if from != to {
            hosts[from][2] += bytes;
            hosts[to][3] += bytes;
        }
    }
    let rank = |index: usize| ranks.iter().map(|rank| rank[index]).max().unwrap_or(0);
    let host = |index: usize| hosts.iter().map(|host| host[index]).max().unwrap_or(0);
    Traffic {
        all,
        rank_sends: rank(0),
        rank_receives: rank(1),
        host_sends: host(0),
        host_receives: host(1),
        network: host(2).max(host(3)),
        network_receives: host(3),
    }
}

fn numbers(traffic: &Traffic) -> [u128; 7] {
    let Traffic { all, rank_sends, rank_receives, host_sends, host_receives, network, network_receives } = *traffic;
    [all, rank_sends, rank_receives, host_sends, host_receives, network, network_receives]
}

/// Every third rank on one host, the others in pairs.
fn uneven(ranks: u64) -> Mapping {
    let host = |rank: u64| if rank % 3 == 2 { 0 } else { 1 + rank / 6 };
    Mapping::Listed((0..ranks).map(|rank| u32::try_from(host(rank)).expect("few")).collect())
}

#[test]
fn no_algorithm_moves_less() {
    for collective in MpiCollective::ALL {
        for ranks in [1, 2, 3, 5, 8, 12, 13] {
            for bytes in [1, 5, 67] {
                let bytes = collective.bytes_of().map(|_| bytes);
                let members = members(collective, ranks, bytes.unwrap_or(1));
                for ranks_per_host in [1, 3, 5, ranks] {
                    for mapping in [Mapping::Sequential, Mapping::RoundRobin, uneven(ranks)] {
                        let layout = Layout::new(ranks, ranks_per_host, mapping).expect("a layout");
                        let job = MpiJob::new(collective, layout, bytes).expect("a job");
                        let required = job.traffic();
                        for member in &members {
                            let moved = moved(member, &job.layout);
                            let enough = numbers(&moved).into_iter().zip(numbers(&required)).all(|(a, b)| a >= b);
                            assert!(
                                enough,
                                "{job:?}, {} {}: {moved:?} < {required:?}",
                                member.family, member.parameters
                            );
                        }
                    }
                }
            }
        }
    }
}

/// The amounts are reached by rings and by linear algorithms, which move nothing twice.
#[test]
fn some_algorithm_moves_no_more() {
    let exact = |collective, family: &str, of: fn(&Traffic) -> u128| {
        let layout = Layout::new(12, 4, Mapping::Sequential).expect("a layout");
        let job = MpiJob::new(collective, layout, Some(120)).expect("a job");
        let staged = crate::tests::engines::stages::staged(collective, family, 12, 120);
        assert_eq!(of(&moved(&staged, &job.layout)), of(&job.traffic()), "{collective:?} {family}");
    };
    exact(MpiCollective::Allgather, "ring", |traffic| traffic.host_receives);
    exact(MpiCollective::Allreduce, "ring", |traffic| traffic.all);
    exact(MpiCollective::Alltoall, "linear", |traffic| traffic.network);
    exact(MpiCollective::Alltoall, "linear", |traffic| traffic.host_sends);
    exact(MpiCollective::Scatter, "linear", |traffic| traffic.network);
    exact(MpiCollective::Gather, "linear", |traffic| traffic.rank_receives);
}
