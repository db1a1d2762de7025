//! `probe`: the tree of the library's own broadcast or reduction, found by delays on any MPI.

use crate::ancestry::{Flow, Found, inferred};
use crate::args::Probe;
use crate::commands::{Said, at_root, check_root, warnings};
use crate::execute::zeros;
use crate::failure::Failure;
use crate::files::{check_free, csv_text, write};
use crate::place::Places;
use crate::progress::Progress;
use crate::share::to_root;
use crate::trial::{agreed, rooms};
use crate::wire::Wire;
use logpine::request::MpiCollective;
use logpine::units::Bytes;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

/// Calls before the first that counts. Libraries change their minds: MPICH 5 follows its settings on one host for some calls only.
const WARM_UP: u32 = 10;

/// Finds the tree, and writes it.
///
/// # Errors
/// [`Failure::No`] if what is seen is no tree.
pub fn probe(wire: &dyn Wire, places: &Places, options: &Probe) -> Result<Said, Failure> {
    check_root(wire, options.root)?;
    if wire.size() < 2 {
        return Err(Failure::Input("a tree needs two ranks; start with -np 2".to_owned()));
    }
    let file = options.output.as_deref().filter(|path| path.as_os_str() != "-");
    at_root(wire, || check_free(&file.into_iter().collect::<Vec<&Path>>(), options.force))?;
    let flow = if options.collective == MpiCollective::Reduce { Flow::Up } else { Flow::Down };
    let late = to_root(wire, &lateness(wire, options)?)?;
    let found = at_root(wire, || {
        inferred(&late, options.repeat, flow, options.root).map_err(|reason| {
            Failure::No(format!(
                "{} of {} among {} ranks: no tree is seen: {reason}; if the algorithm follows a tree, try a longer --delay, a larger \
                 --repeat, fewer ranks or hosts with less load, and let ranks that share processors yield (Open MPI: --mca \
                 mpi_yield_when_idle 1)",
                options.collective.name(),
                Bytes(options.bytes),
                wire.size()
            ))
        })
    })?;
    let Some(found) = found else { return Ok(Said::default()) };
    let text = csv(places, options, &found);
    let mut said = Said { out: report(options, &found), messages: warnings(places) };
    said.messages.extend(doubt(&found, options.repeat));
    match (file, &options.output) {
        (Some(path), _) => {
            write(path, &text, options.force)?;
            said.messages.push(format!("{}: the parents of {} ranks", path.display(), found.len()));
        }
        (None, Some(_)) => said.out = text,
        (None, None) => {}
    }
    Ok(said)
}

/// For every rank that comes late, how often this rank is late with it.
fn lateness(wire: &dyn Wire, options: &Probe) -> Result<Vec<u32>, Failure> {
    let &Probe { collective, root, delay, repeat, .. } = options;
    let (ranks, own_rank) = (wire.size(), wire.rank());
    // A size that is too large is so for all ranks.
    let rooms = rooms(collective, options.bytes, ranks, own_rank == root)?;
    let (own, mut result) = agreed(wire, zeros(rooms.own).zip(zeros(rooms.result)))?;
    let progress = Progress::of_rank(own_rank);
    for _ in 0..WARM_UP {
        wire.library(collective, root, &own, &mut result)?;
    }
    let mut late = vec![0; ranks as usize];
    for repetition in 1..=repeat {
        for (sleeper, late) in (0..ranks).zip(&mut late) {
            progress.show(|| format!("repetition {repetition} of {repeat}: rank {sleeper} of {ranks} comes late"));
            wire.barrier()?;
            let begun = Instant::now();
            if own_rank == sleeper {
                std::thread::sleep(delay);
            }
            wire.library(collective, root, &own, &mut result)?;
            *late += u32::from(begun.elapsed() > delay / 2);
        }
    }
    Ok(late)
}

/// A warning if some parent rests on few repetitions.
fn doubt(found: &[Found], repeat: u32) -> Option<String> {
    let (rank, weakest) = found.iter().enumerate().min_by_key(|(_, found)| found.agreeing)?;
    let agreeing = weakest.agreeing;
    // Fewer than four of five.
    (u64::from(agreeing) * 5 < u64::from(repeat) * 4).then(|| {
        format!("warning: only {agreeing} of {repeat} repetitions agree on the place of rank {rank}; try a longer --delay or a larger --repeat")
    })
}

/// The children of every rank, and how sure they are.
fn report(options: &Probe, found: &[Found]) -> String {
    let (name, size, repeat) = (options.collective.name(), Bytes(options.bytes), options.repeat);
    let mut text = format!("{name} of {size} among {} ranks, root {}\n", found.len(), options.root);
    for rank in 0..found.len() {
        let is_child = |found: &Found| found.parent.is_some_and(|parent| parent as usize == rank);
        let children = found.iter().enumerate().filter(|(_, found)| is_child(found));
        let listed: Vec<String> = children.map(|(child, _)| child.to_string()).collect();
        if !listed.is_empty() {
            let _ = writeln!(text, "  {rank} > {}", listed.join(" "));
        }
    }
    let agreeing = found.iter().map(|found| found.agreeing).min().unwrap_or(repeat);
    let _ = writeln!(text, "{agreeing} of {repeat} repetitions agree on every edge");
    text
}

/// The tree as a file: a line for each rank, with what it takes to compare it in the head.
fn csv(places: &Places, options: &Probe, found: &[Found]) -> String {
    let name = options.collective.name();
    let mut head = places.head(&format!("probe {name}"));
    head.push(format!("hosts of the ranks: {}", runs(places.ranks.iter().map(|place| place.host.as_str()))));
    head.push(format!("collective: {name}"));
    head.push(format!("bytes: {}", options.bytes));
    head.push(format!("root: {}", options.root));
    head.push(format!(
        "delay: {} us, {WARM_UP} calls before, {} repetitions",
        options.delay.as_micros(),
        options.repeat
    ));
    let rows = found.iter().enumerate().map(|(rank, found)| {
        let parent = found.parent.map(|parent| parent.to_string()).unwrap_or_default();
        vec![rank.to_string(), parent, found.agreeing.to_string(), options.repeat.to_string()]
    });
    csv_text(&head, &["rank", "parent", "agreeing", "of"], rows)
}

/// Equal neighbours once, with their number: `a:2 b:2`.
fn runs<'a>(hosts: impl Iterator<Item = &'a str>) -> String {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for host in hosts {
        match runs.last_mut() {
            Some((last, count)) if *last == host => *count += 1,
            _ => runs.push((host, 1)),
        }
    }
    runs.into_iter().map(|(host, count)| format!("{host}:{count}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;
    use std::time::Duration;

    fn options() -> Probe {
        let (collective, delay) = (MpiCollective::Reduce, Duration::from_millis(30));
        Probe { collective, bytes: 8, root: 1, delay, repeat: 5, output: None, force: false }
    }

    const FOUND: [Found; 4] = [
        Found { parent: Some(1), agreeing: 5 },
        Found { parent: None, agreeing: 5 },
        Found { parent: Some(1), agreeing: 4 },
        Found { parent: Some(0), agreeing: 3 },
    ];

    #[test]
    fn a_file_says_what_was_called_and_where() {
        let place = |host: &str| Place {
            host: host.to_owned(),
            processors: "0".to_owned(),
            all_processors: 2,
            load: "0.0".to_owned(),
        };
        let places = Places { ranks: ["a", "a", "b", "a"].map(place).to_vec(), library: "MPI".to_owned() };
        let text = csv(&places, &options(), &FOUND);
        let (head, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        assert_eq!(rows, ["rank,parent,agreeing,of", "0,1,5,5", "1,,5,5", "2,1,4,5", "3,0,3,5"]);
        for line in [
            "# library: MPI",
            "# hosts of the ranks: a:2 b:1 a:1",
            "# collective: reduce",
            "# bytes: 8",
            "# root: 1",
            "# delay: 30000 us, 10 calls before, 5 repetitions",
        ] {
            assert!(head.contains(&line), "{line}: {text}");
        }
    }

    #[test]
    fn a_report_has_the_edges_and_the_doubt() {
        let text = report(&options(), &FOUND);
        assert_eq!(
            text,
            "reduce of 8B among 4 ranks, root 1\n  0 > 3\n  1 > 0 2\n3 of 5 repetitions agree on every edge\n"
        );
        assert!(
            doubt(&FOUND, 5).is_some_and(|doubt| doubt.contains("3 of 5 repetitions agree on the place of rank 3"))
        );
        assert_eq!(doubt(&FOUND[..3], 5), None);
    }
}
