//! MRNet topologies, which are refused for whatever MRNet refuses, misreads or skips.

use super::Check;
use super::judgement::{Judgement, counted};
use crate::cli::outcome::message_to_stderr;
use crate::cli::progress::Bar;
use logpine_overlays::mrnet::{self, Report};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::net::{IpAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The judgement of a topology, whose hosts are looked up if that is asked for.
pub fn judgement(check: &Check, source: &[u8], file: &Path) -> Judgement {
    let report = if check.resolve { resolved(source) } else { mrnet::check(source) };
    Judgement {
        contents: contents(&report),
        values: vec![("statements", report.statements.into()), ("processes", report.processes.into())],
        ..Judgement::of_faults("MRNet topology", &report.faults, source, file)
    }
}

fn contents(report: &Report) -> String {
    let Some(topology) = &report.topology else { return String::new() };
    format!(
        "{} ({}), height {}, {} of at most {} statements",
        counted(report.processes as u64, "process", "processes"),
        counted(topology.tree.leaves().count() as u64, "leaf", "leaves"),
        topology.tree.height(),
        report.statements,
        mrnet::MAX_STATEMENTS,
    )
}

/// The names that are looked up at the same time.
const AT_A_TIME: usize = 256;

/// The report on a file whose hosts are looked up: first its names are collected, then they are looked up side by side.
fn resolved(source: &[u8]) -> Report {
    let names = RefCell::new(Vec::new());
    let _ = mrnet::check_resolving(source, &|host| {
        names.borrow_mut().push(host.to_owned());
        Some(Vec::new())
    });
    let names = names.into_inner();
    if names.len() > AT_A_TIME {
        message_to_stderr(&format!("looking up {} names, {AT_A_TIME} at a time", names.len()));
    }
    let found = looked_up(&names, &addresses);
    mrnet::check_resolving(source, &|host| found.get(host).cloned().unwrap_or_else(|| addresses(host)))
}

/// The addresses of hosts, by at most [`AT_A_TIME`] threads: a resolver may take seconds for a name.
fn looked_up<'a>(
    names: &'a [String],
    resolve: &(impl Fn(&str) -> Option<Vec<IpAddr>> + Sync),
) -> FxHashMap<&'a str, Option<Vec<IpAddr>>> {
    let (next, done, bar) = (AtomicUsize::new(0), AtomicUsize::new(0), Bar::new("names"));
    let found = Mutex::new(FxHashMap::default());
    thread::scope(|scope| {
        for _ in 0..names.len().min(AT_A_TIME) {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let addresses = resolve(name);
                    found.lock().unwrap_or_else(PoisonError::into_inner).insert(name.as_str(), addresses);
                    bar.show(done.fetch_add(1, Ordering::Relaxed) as u64 + 1, names.len() as u64);
                }
            });
        }
    });
    bar.finish();
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The addresses of a host by this machine's resolver.
fn addresses(host: &str) -> Option<Vec<IpAddr>> {
    (host, 0).to_socket_addrs().ok().map(|addresses| addresses.map(|address| address.ip()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_looked_up_once() {
        let names: Vec<String> = (0..1_000).map(|n| format!("n{n}")).collect();
        let asked = Mutex::new(Vec::new());
        let resolve = |name: &str| {
            asked.lock().expect("no panic").push(name.to_owned());
            (name != "n7").then(|| vec![IpAddr::from([10, 0, 0, 1])])
        };
        let found = looked_up(&names, &resolve);
        assert_eq!((found.len(), found["n7"].is_none(), found["n8"].is_some()), (1_000, true, true));
        assert!(looked_up(&[], &resolve).is_empty());
        let mut asked = asked.into_inner().expect("no panic");
        asked.sort();
        asked.dedup();
        assert_eq!(asked.len(), 1_000);
    }
}
