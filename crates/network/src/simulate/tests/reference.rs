//! A naive simulator: every tick of time, every queue, every message. It shares no code with the crate's.

use crate::{Duplex, LinkKind, Network, Ports};

/// A message on its way.
struct Travelling {
    destination: u32,
    at: u32,
    /// The times at which it was sent, came to its present queue, and arrived.
    since: u64,
    arrived: Option<u64>,
    hops: u64,
    moving: u64,
}

/// The measurements of the naive simulator, with times in ticks.
#[derive(Debug, PartialEq, Eq)]
pub struct Counted {
    pub comm_t: u64,
    pub travel: u64,
    pub queued: u64,
    pub hops: u64,
    pub max_hops: u64,
}

/// A queue with its link, and the link's load: a message and the time at which it is across.
#[derive(Default)]
struct Server {
    queue: Vec<usize>,
    carries: Option<(usize, u32, u64)>,
}

/// Simulates messages from node to node, all sent at 0. `next` returns the link and the node to which a message goes on.
pub fn simulate(
    network: &Network,
    messages: &[(u32, u32)],
    duplex: Duplex,
    ports: Ports,
    next: &dyn Fn(u32, u32) -> (u32, u32),
) -> Counted {
    let links = network.links();
    let mut servers: Vec<Server> = (0..2 * links.len()).map(|_| Server::default()).collect();
    // With half duplex both directions of a link are served by the first.
    let server_of = |node: u32, link: u32| {
        let backward = network.kind() == LinkKind::Undirected && links[link as usize].to == node;
        2 * link as usize + usize::from(backward && duplex == Duplex::Full)
    };
    let new = |&(source, destination): &(u32, u32)| Travelling {
        destination,
        at: source,
        since: 0,
        arrived: None,
        hops: 0,
        moving: 0,
    };
    let mut all: Vec<Travelling> = messages.iter().map(new).collect();
    let mut coming: Vec<usize> = (0..all.len()).collect();
    let mut now = 0;
    loop {
        for server in &mut servers {
            if let Some((message, to, until)) = server.carries
                && until == now
            {
                server.carries = None;
                all[message].at = to;
                coming.push(message);
            }
        }
        coming.sort_unstable();
        for message in coming.drain(..) {
            let travelling = &mut all[message];
            travelling.since = now;
            if travelling.at == travelling.destination {
                travelling.arrived = Some(now);
            } else {
                let (link, _) = next(travelling.at, travelling.destination);
                servers[server_of(travelling.at, link)].queue.push(message);
            }
        }
        let mut heads: Vec<(u64, usize, usize)> = Vec::new();
        for (number, server) in servers.iter().enumerate() {
            if let (None, Some(&head)) = (server.carries, server.queue.first()) {
                heads.push((all[head].since, head, number));
            }
        }
        heads.sort_unstable();
        for (_, message, number) in heads {
            let from = all[message].at;
            let (link, to) = next(from, all[message].destination);
            if ports == Ports::One && !is_free(network, &servers, from, to) {
                continue;
            }
            let takes = links[link as usize].latency.ticks();
            servers[number].queue.remove(0);
            servers[number].carries = Some((message, to, now + takes));
            all[message].hops += 1;
            all[message].moving += takes;
        }
        if all.iter().all(|message| message.arrived.is_some()) {
            break;
        }
        now += 1;
    }
    let travel = all.iter().filter_map(|message| message.arrived).sum();
    Counted {
        comm_t: all.iter().filter_map(|message| message.arrived).max().unwrap_or(0),
        travel,
        queued: travel - all.iter().map(|message| message.moving).sum::<u64>(),
        hops: all.iter().map(|message| message.hops).sum(),
        max_hops: all.iter().map(|message| message.hops).max().unwrap_or(0),
    }
}

/// True if the sender is not sending and the receiver is not receiving; switches are always free.
fn is_free(network: &Network, servers: &[Server], from: u32, to: u32) -> bool {
    let carried = || {
        servers.iter().enumerate().filter_map(|(number, server)| {
            let (_, receiver, _) = server.carries?;
            let link = network.links()[number / 2];
            Some((if link.to == receiver { link.from } else { link.to }, receiver))
        })
    };
    let is_switch = |node: u32| node >= network.endpoints();
    (is_switch(from) || carried().all(|(sender, _)| sender != from))
        && (is_switch(to) || carried().all(|(_, receiver)| receiver != to))
}
