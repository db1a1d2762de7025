//! Whole commands among threads: no MPI is needed.

use crate::args::{Arguments, Command};
use crate::cells::{Asked, Cell, Families, Row};
use crate::commands::{Said, execute, join};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::threads::on_threads;
use crate::times::Repetitions;
use clap::Parser;
use logpine::machine::Machine;
use logpine::request::{MpiCollective, Request};
use std::fs;
use std::path::Path;

const ONCE: Repetitions = Repetitions { warm_up: 0, least: 2, most: 2, within: 1.0, seconds: 1e6 };

/// The rows of a cell, executed with every family.
fn rows(cell: Cell, root: u32, non_commutative: bool) -> Vec<Row> {
    let machine = Machine::load("lecture").expect("built in");
    let request = Request { non_commutative, ..Request::default() };
    let asked = Asked { request, root, families: Families::All, library: true, repetitions: ONCE };
    let ended = on_threads(cell.ranks, |wire| {
        use crate::wire::Wire as _;
        cell.execute(wire, (wire.rank() == 0).then_some(&machine), &asked, &Progress::of_rank(1))
    });
    let [first, ..] = ended.as_slice() else { return Vec::new() };
    let executed = first.as_ref().unwrap_or_else(|failure| panic!("{}: {failure}", cell.name()));
    assert!(executed.notes.is_empty(), "{:?}", executed.notes);
    executed.rows.clone()
}

#[test]
fn every_family_of_every_collective_moves_the_right_bytes() {
    let mut executed = 0;
    for collective in MpiCollective::ALL {
        for ranks in [1, 2, 3, 4, 7, 8] {
            for bytes in if collective.has_bytes() { vec![0, 1, 7, 300] } else { vec![0] } {
                let cell = Cell { collective, ranks, bytes };
                let rows = rows(cell, ranks / 2, false);
                assert!(rows.len() >= 2 && rows[0].is_chosen && rows[rows.len() - 1].is_library(), "{}", cell.name());
                executed += rows.len();
            }
        }
    }
    assert!(executed > 500, "{executed}");
}

#[test]
fn operands_that_do_not_commute_keep_their_order() {
    for ranks in [1, 2, 3, 5, 8] {
        let rows = rows(Cell { collective: MpiCollective::Reduce, ranks, bytes: 100 }, 0, true);
        assert!(!rows.is_empty());
    }
}

/// Runs a command line among threads, and returns what rank 0 says.
fn command(ranks: u32, line: &[&str]) -> Result<Said, Failure> {
    let arguments = Arguments::try_parse_from(std::iter::once("logpine-mpi").chain(line.iter().copied()));
    let arguments = arguments.map_err(|error| Failure::Input(error.to_string()))?;
    let ended = on_threads(ranks, |wire| execute(wire, &arguments.command));
    // All ranks end in the same way.
    assert!(ended.iter().all(|of| of.is_ok() == ended[0].is_ok()), "{ended:?}");
    ended.into_iter().next().expect("a rank")
}

const FEW: [&str; 8] = ["--warm-up", "1", "--least", "2", "--most", "3", "--seconds", "1000"];

fn with<'a>(line: &[&'a str]) -> Vec<&'a str> {
    line.iter().copied().chain(FEW).collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_run_says_predicted_and_measured_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let [times, picture] = ["times.csv", "times.svg"].map(|name| folder.path().join(name).display().to_string());
    let line = with(&["run", "bcast", "-m", "tukey", "-s", "1KiB,64KiB", "--all", "-o", &times, "--svg", &picture]);
    let said = command(4, &line).expect("an answer");
    assert!(
        said.out.contains("bcast of 1KiB among 4 ranks, times in us") && said.out.contains("the library's own"),
        "{}",
        said.out
    );
    let csv = text(Path::new(&times));
    assert!(csv.starts_with("# logpine-mpi ") && csv.contains("\nbcast,4,1024,") && csv.contains(",library,"), "{csv}");
    assert!(text(Path::new(&picture)).starts_with("<svg "));
    let refused = command(4, &line).expect_err("the files exist");
    assert!(matches!(&refused, Failure::Input(reason) if reason.contains("--force")), "{refused}");
}

#[test]
fn the_messages_of_an_execution_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("traffic.csv");
    let name = file.display().to_string();
    let family =
        |family| ["run", "bcast", "-m", "tukey", "-s", "8B", "--root", "1", "--family", family, "--traffic", &name];
    command(3, &with(&family("linear"))).expect("an answer");
    let rows: Vec<String> = text(&file).lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert_eq!(rows, ["collective,bytes,from,to,messages,bytes_sent", "bcast,8,1,0,1,8", "bcast,8,1,2,1,8"]);
    let refused =
        command(3, &with(&["run", "bcast", "-m", "tukey", "-s", "8B", "--family", "oak"])).expect_err("no family");
    assert!(refused.to_string().contains("--family oak: bcast of 8B among 3 ranks has binary, "), "{refused}");
}

#[test]
fn a_request_from_a_file_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("job.toml");
    let name = file.display().to_string();
    let run = || command(3, &with(&["run", "--request", &name, "-m", "lecture"]));
    fs::write(&file, "collective = \"allreduce\"\nranks = 100\nbytes = \"1KiB\"\n").expect("written");
    assert!(run().expect("an answer").out.starts_with("allreduce of 1KiB among 3 ranks"));
    fs::write(&file, "collective = \"allreduce\"\nranks = 3\nbytes = \"1KiB\"\nhosts = \"a:3\"\n").expect("written");
    assert!(matches!(run(), Err(Failure::Input(reason)) if reason.contains("`hosts` is not for a job that runs")));
    fs::write(&file, "leaves = 3\n").expect("written");
    assert!(matches!(run(), Err(Failure::Input(_))));
}

#[test]
fn a_comparison_sums_up_its_cells() {
    let line = with(&["compare", "-m", "tukey", "--collectives", "bcast,barrier", "-n", "2..4", "-s", "64B"]);
    let said = command(4, &line).expect("an answer");
    assert!(
        said.out.contains("bcast of 64B among 2 ranks") && said.out.contains("barrier among 4 ranks"),
        "{}",
        said.out
    );
    assert!(said.out.contains("bcast, 2 cells") && said.out.contains("library / chosen"), "{}", said.out);
    let refused = command(4, &with(&["compare", "-m", "tukey", "-n", "8"])).expect_err("too many");
    assert!(refused.to_string().contains("start it with -np 8"));
}

#[test]
fn messages_are_written_for_a_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("data").display().to_string();
    // Threads take turns, and their times may contradict each other: then there is no file, and the reason is said.
    let ended = command(2, &with(&["measure", "messages", "--dir", &dir, "-s", "1B..64B:*8"]));
    let file = folder.path().join("data").join("messages-host.csv");
    match ended {
        Ok(said) => {
            assert!(said.messages.iter().any(|message| message.contains("next: logpine fit --from")), "{said:?}");
            assert_eq!(text(&file).lines().filter(|line| !line.starts_with('#')).count(), 4);
        }
        Err(failure) => assert!(matches!(failure, Failure::No(_)) && !file.exists(), "{failure}"),
    }
    assert!(matches!(command(1, &with(&["measure", "messages", "--dir", &dir])), Err(Failure::Input(_))));
}

#[test]
fn wrong_requests_are_refused_by_all_ranks() {
    for (line, reason) in [
        (vec!["run", "bcast", "-m", "tukey"], "--bytes"),
        (vec!["run", "bcast", "-m", "nowhere", "-s", "8B"], "nowhere"),
        (vec!["run", "bcast", "-m", "tukey", "-s", "8B", "--root", "4"], "from 0 to 2"),
        (vec!["run", "reduce", "-m", "lecture", "-s", "8B", "--root", "1", "--non-commutative"], "--root 0"),
        (vec!["run", "bcast", "-m", "tukey", "-s", "8B", "--model", "logq"], "logq"),
        (vec!["run", "bcast", "-m", "cab", "-s", "8B"], "cab"),
        (vec!["run", "gossip", "-m", "tukey", "-s", "8B"], "gossip"),
        (vec!["measure", "collectives", "--collectives", "bcast", "--root", "9"], "--root 9"),
    ] {
        let failure = command(3, &with(&line)).expect_err(reason);
        assert!(failure.to_string().contains(reason), "{line:?}: {failure}");
        assert_eq!(failure.code(), if matches!(failure, Failure::No(_)) { 1 } else { 2 });
    }
}

#[test]
fn a_call_says_what_was_called() {
    let said = command(3, &["call", "allreduce", "-s", "1KiB", "--calls", "2"]).expect("done");
    let library = "logpine 0.1.0, ranks as threads".replace("0.1.0", env!("CARGO_PKG_VERSION"));
    assert_eq!(said.out, format!("allreduce of 1KiB among 3 ranks, root 0: 2 calls of {library}\n"));
    for collective in MpiCollective::ALL {
        let name = collective.name();
        assert!(
            command(3, &["call", name, "-s", "3B", "--root", "2"]).is_ok_and(|said| said.out.contains("1 call of"))
        );
    }
    assert!(command(2, &["call", "barrier"]).is_ok_and(|said| said.out.starts_with("barrier among 2 ranks")));
    for (line, reason) in [
        (&["call", "bcast"][..], "--bytes"),
        (&["call", "bcast", "-s", "8B", "--root", "2"], "from 0 to 1"),
        (&["call", "bcast", "-s", "1B,2B"], "1B,2B"),
        (&["call", "alltoall", "-s", "18446744073709551615"], "exceed memory"),
    ] {
        let failure = command(2, line).expect_err(reason);
        assert!(matches!(&failure, Failure::Input(text) if text.contains(reason)), "{failure}");
    }
}

#[test]
fn a_probe_that_sees_no_tree_says_so_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("probe.csv");
    let name = file.display().to_string();
    // Among threads every rank waits for all others.
    let line = ["probe", "bcast", "--delay", "5ms", "--repeat", "1", "-o", &name];
    let failure = command(3, &line).expect_err("no tree");
    assert!(matches!(&failure, Failure::No(reason) if reason.contains("a longer --delay")), "{failure}");
    assert!(!file.exists());
    fs::write(&file, "").expect("written");
    for (ranks, line, reason) in [
        (2, &line[..], "--force"),
        (1, &["probe", "reduce"], "two ranks"),
        (2, &["probe", "reduce", "--root", "2"], "from 0 to 1"),
        (2, &["probe", "barrier"], "bcast and reduce"),
        (2, &["probe", "bcast", "--delay", "30"], "a unit"),
    ] {
        let failure = command(ranks, line).expect_err(reason);
        assert!(matches!(&failure, Failure::Input(text) if text.contains(reason)), "{failure}");
    }
}

#[test]
fn shards_of_a_comparison_are_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let compared = |shard: &str, name: &str| {
        let line = ["compare", "-m", "lecture", "--collectives", "bcast,barrier", "-n", "2,3", "-s", "0B,8B"];
        let file = path(name);
        command(3, &with(&[&line[..], &["--shard", shard, "-o", &file]].concat())).expect(shard);
        text(Path::new(&file))
    };
    let (whole, second) = (compared("1/1", "whole"), compared("2/2", "two"));
    compared("1/2", "one");
    assert!(second.contains("\n# shard: 2/2\n") && second.contains("\n# machine: lecture, parameters "), "{second}");
    let join = |names: &[&str], to: &str| {
        let (files, to) = (names.iter().map(|name| path(name)).collect::<Vec<_>>(), path(to));
        let line = ["logpine-mpi", "compare", "-o", &to, "--join"].into_iter().chain(files.iter().map(String::as_str));
        let Ok(Arguments { command: Command::Compare(options), .. }) = Arguments::try_parse_from(line) else {
            panic!("arguments")
        };
        join(&options)
    };
    let said = join(&["two", "one"], "joined").expect("both");
    assert!(said.out.contains("bcast, 4 cells") && said.out.contains("barrier, 2 cells"), "{}", said.out);
    // What is not measured is that of one run, and a joined file is a whole one.
    let asked = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split(',').take(4).collect::<Vec<_>>().join(",")).collect::<Vec<_>>()
    };
    assert_eq!(asked(&text(Path::new(&path("joined")))), asked(&whole));
    assert_eq!(join(&["joined"], "again").map(|again| again.out), Ok(said.out));
    assert!(join(&["two"], "none").is_err_and(|failure| failure.to_string().starts_with("missing: shard 1/2")));
    assert!(join(&["two", "one"], "joined").is_err(), "the file exists");
}
