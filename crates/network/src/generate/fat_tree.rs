//! Fat trees: levels of switches whose bandwidth does not shrink towards the top. Hosts first, then switches, the highest
//! level last.

use super::Draft;

/// The three-level network of `pods` ports a switch (Al-Fares, Loukissas and Vahdat, A Scalable, Commodity Data Center
/// Network Architecture, 2008): in each of k pods k/2 edge switches with k/2 hosts each, linked with all k/2 aggregation
/// switches of the pod; aggregation switch j of every pod is linked with the core switches j k/2 to (j + 1) k/2 - 1.
///
/// Hosts are numbered along the edge switches; then come the edge switches, the aggregation switches, the core switches.
/// *Requires* an even number of pods.
pub(in super::super) fn pods(pods: u32) -> Draft {
    let half = pods / 2;
    let (hosts, level, core) = (pods * half * half, pods * half, half * half);
    let (edges, aggregations, cores) = (hosts, hosts + level, hosts + 2 * level);
    let mut links: Vec<[u32; 2]> = (0..hosts).map(|host| [host, edges + host / half]).collect();
    for edge in 0..level {
        let pod = edge / half;
        links.extend((0..half).map(|index| [edges + edge, aggregations + pod * half + index]));
    }
    for aggregation in 0..level {
        let first = cores + aggregation % half * half;
        links.extend((0..half).map(|index| [aggregations + aggregation, first + index]));
    }
    Draft { endpoints: hosts, ..Draft::new(cores + core, links) }
}

/// The k-ary n-tree (Petrini and Vanneschi, k-ary n-trees: High Performance Networks for Massively Parallel
/// Architectures, 1997): k^n hosts and n levels of k^(n-1) switches. Switches are numbered by n - 1 digits to the base k.
/// Switches of neighbouring levels are linked if their numbers agree in all digits but one: the last digit between the
/// hosts' level and the next, the first digit below the top. Hosts i k to i k + k - 1 are at switch i of the lowest
/// level.
pub(in super::super) fn k_ary(arity: u32, levels: u32) -> Draft {
    let level = arity.pow(levels - 1);
    let hosts = level * arity;
    let switch = |above: u32, number: u32| hosts + above * level + number;
    let mut links: Vec<[u32; 2]> = (0..hosts).map(|host| [host, switch(0, host / arity)]).collect();
    let mut stride = 1;
    for above in 1..levels {
        for number in 0..level {
            let others = number - number / stride % arity * stride;
            links.extend((0..arity).map(|digit| [switch(above - 1, number), switch(above, others + digit * stride)]));
        }
        stride *= arity;
    }
    Draft { endpoints: hosts, ..Draft::new(hosts + levels * level, links) }
}
