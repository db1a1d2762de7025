//! The files that the command reads and writes: together or not at all, under any name, and in places that cannot be written.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command with these arguments, split at blanks, in a directory.
fn logpine(directory: &Path, arguments: &str) -> Command {
    let mut command = crate::logpine();
    command.args(arguments.split_whitespace()).stdin(Stdio::null()).current_dir(directory);
    command
}

fn output(command: &mut Command) -> Output {
    command.output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory is there");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn of_several_files_all_are_written_or_none() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let refused =
        output(&mut logpine(directory.path(), "tree --machine cab --leaves 8 --emit dot -o first --emit g -o new/"));
    assert_eq!(refused.status.code(), Some(2));
    let message = text(&refused.stderr);
    assert!(message.contains("new/ names a directory: add the name of a file in it"), "{message}");
    assert!(names(directory.path()).is_empty());
    let both =
        output(&mut logpine(directory.path(), "tree --machine cab --leaves 8 --emit dot -o first --emit g -o new"));
    assert!(both.status.success(), "{}", text(&both.stderr));
    assert_eq!(names(directory.path()), ["first", "new"]);
}

/// The fastest is an algorithm whose messages are not known: the report and the other files do not go with the one that cannot be.
#[test]
fn a_plan_stands_without_a_file_that_cannot_hold_it() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let run = |more: &str| {
        let plan = "network plan dragonfly:2,4,2 --collective allgather --objective throughput --time-limit 0";
        output(&mut logpine(directory.path(), &format!("{plan} {more}")))
    };
    let both = run("--emit trees -o trees.csv --emit certificate -o bound.json");
    let (report, said) = (text(&both.stdout), text(&both.stderr));
    assert_eq!(both.status.code(), Some(1), "{said}");
    assert!(said.contains("no: --emit trees: the fastest schedule that was found is neighbour-exchange"), "{said}");
    assert!(said.contains("the search was stopped"), "{said}");
    assert!(report.contains("best found · ") && !report.contains("--emit trees"), "{report}");
    assert_eq!(names(directory.path()), ["bound.json"]);
    assert_eq!(run("--emit certificate -o - --force").status.code(), Some(0));
    let json = run("--emit trees -o trees.csv --format json");
    assert!(json.status.code() == Some(1) && text(&json.stdout).contains("\"best found\""), "{}", text(&json.stdout));
    let trees = run("--emit trees -o -");
    assert!(trees.status.code() == Some(1) && trees.stdout.is_empty(), "no report for who reads trees");
    let all = output(&mut logpine(
        directory.path(),
        "network plan torus:3x3 --collective allgather --objective throughput --emit trees -o trees.csv --emit svg -o p.svg",
    ));
    assert_eq!(all.status.code(), Some(0), "{}", text(&all.stderr));
    assert_eq!(names(directory.path()), ["bound.json", "p.svg", "trees.csv"]);
}

#[test]
fn what_is_replaced_keeps_its_mode_and_links_stay() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = |name: &str| directory.path().join(name);
    fs::write(place("file"), "old").expect("a new file");
    fs::set_permissions(place("file"), Permissions::from_mode(0o640)).expect("ours");
    symlink("file", place("link")).expect("a link");
    symlink("later", place("ahead")).expect("a link");
    let command = "tree --machine cab --leaves 8 --emit g -o link --emit json -o ahead --force";
    let written = output(&mut logpine(directory.path(), command));
    assert!(written.status.success(), "{}", text(&written.stderr));
    assert!(fs::read_to_string(place("file")).expect("text").starts_with("g:"));
    assert_eq!(place("file").metadata().expect("there").permissions().mode() & 0o777, 0o640);
    assert!(place("link").is_symlink() && place("ahead").is_symlink() && place("later").is_file());
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "tree --help", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = logpine(Path::new("."), arguments);
        let failed = output(command.stdout(Stdio::from(full)));
        assert_eq!(failed.status.code(), Some(2), "{arguments}");
        assert!(
            text(&failed.stderr).starts_with("error: cannot write to standard output: "),
            "{}",
            text(&failed.stderr)
        );
    }
}

#[test]
fn messages_are_short_however_long_the_names_in_them() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let long = "x".repeat(100_000);
    fs::write(directory.path().join("job.toml"), format!("machine = \"{long}\"\nleaves = 4\n")).expect("a new file");
    fs::write(directory.path().join("m.toml"), format!("name = \"{long}\"\n")).expect("a new file");
    for arguments in [
        "answer job.toml".to_owned(),
        "tree --machine m.toml --leaves 8".to_owned(),
        format!("tree --machine {long} --leaves 8"),
        format!("tree --machine cab --leaves {long}"),
        format!("collective bcast --machine bgp --ranks 8 --bytes 8 --family {long}"),
        format!("tree --machine cab --leaves 8 --emit g -o {long}"),
        format!("check {long}"),
        format!("network show {long}"),
        format!("map --machine bgp --ranks {long}"),
        format!("--{long}"),
        long.clone(),
    ] {
        let refused = output(&mut logpine(directory.path(), &arguments));
        assert_eq!(refused.status.code(), Some(2), "{}", &arguments[..40.min(arguments.len())]);
        assert!(refused.stderr.len() < 5_000, "{}", &arguments[..40.min(arguments.len())]);
    }
}

/// The temporary file of a run that is killed while it writes is removed by the next run that writes there. No one else may
/// read it if the file that it was to replace is private.
#[test]
#[cfg(target_os = "linux")]
fn the_next_run_removes_what_a_killed_one_leaves() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let killed = || {
        fs::write(directory.path().join("t.json"), "old").expect("a new file");
        fs::set_permissions(directory.path().join("t.json"), Permissions::from_mode(0o600)).expect("ours");
        let command = "simulate --machine tukey --ranks 2048 --bytes 256KiB --emit trace -o t.json --force";
        let mut running = logpine(directory.path(), command).stdout(Stdio::null()).spawn().expect("the binary runs");
        while names(directory.path()).len() == 1 && running.try_wait().expect("it runs").is_none() {
            std::thread::yield_now();
        }
        running.kill().expect("ours");
        running.wait().expect("it was killed");
        let left = names(directory.path());
        (left.len() == 2).then_some(left)
    };
    // A run may end before it is seen to write.
    let left = (0..20).find_map(|_| killed()).expect("some run was killed while it wrote");
    let [temporary, old] = left.as_slice() else { panic!("{left:?}") };
    assert!(temporary.starts_with(".t.json.logpine-") && old == "t.json", "{left:?}");
    let mode = directory.path().join(temporary).metadata().expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read_to_string(directory.path().join(old)).expect("it is whole"), "old");
    let next = output(&mut logpine(directory.path(), "tree --machine cab --leaves 8 --emit g -o tree.g"));
    assert!(next.status.success(), "{}", text(&next.stderr));
    assert_eq!(names(directory.path()), ["t.json", "tree.g"]);
}

#[test]
fn a_profile_may_come_from_a_pipe() {
    let profile = fs::read_to_string("instances/machines/bgp.toml").expect("a profile");
    for arguments in [
        "collective bcast --ranks 8 --bytes 1KiB",
        "simulate --ranks 8 --bytes 1KiB",
        "map --ranks 2..8 --bytes 1..1KiB",
    ] {
        let mut command = logpine(Path::new("."), arguments);
        command.args(["--machine", "/dev/stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().expect("the binary runs");
        running.stdin.take().expect("a pipe").write_all(profile.as_bytes()).expect("it reads");
        let output = running.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
    }
}

/// A name that is not valid text.
fn odd(name: &[u8]) -> &OsStr {
    OsStr::from_bytes(name)
}

#[test]
fn paths_need_not_be_text() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &OsStr, text: &str| fs::write(directory.path().join(name), text).expect("a new file");
    let machine = fs::read_to_string("instances/machines/cab.toml").expect("a profile");
    write(odd(b"cab\xff.toml"), &machine);
    write(odd(b"tree\xff.top"), "fe:0 => a:0 b:0 ;\n");
    write(odd(b"ring\xff.edges"), "0 1\n1 2\n2 0\n");
    write(odd(b"nodes\xff"), "2 1\n");
    write(odd(b"ranks\xff"), "0 a\n1 b\n");
    write(odd(b"hosts\xff"), "a:9\n");
    write(
        odd(b"plan\xff.goal"),
        "num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 0\n}\nrank 1 {\nl1: recv 8b from 0 tag 0\n}\n",
    );
    let run = |arguments: &str, files: &[&[u8]]| {
        let mut command = logpine(directory.path(), "");
        // A * stands for the next file.
        let mut files = files.iter();
        for argument in arguments.split_whitespace() {
            let file = if argument == "*" { files.next() } else { None };
            command.arg(file.map_or(OsStr::new(argument), |file| odd(file)));
        }
        let output = output(&mut command);
        assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
    };
    run("score --machine * --tree *", &[b"cab\xff.toml", b"tree\xff.top"]);
    run("tree --machine * --leaves 4 --hosts * --emit g -o *", &[b"cab\xff.toml", b"hosts\xff", b"tree\xff.g"]);
    run("check *", &[b"tree\xff.top"]);
    run("network show *", &[b"ring\xff.edges"]);
    run("network simulate --network * --plan * --mapping *", &[b"ring\xff.edges", b"plan\xff.goal", b"nodes\xff"]);
    run("simulate * --machine loggopsim", &[b"plan\xff.goal"]);
    run("collective bcast --machine lecture --ranks 3 --bytes 8 --network *", &[b"ring\xff.edges"]);
    run("synth --machine * --noise 0% --seed 1 --dir *", &[b"cab\xff.toml", b"data\xff"]);
    run("fit --validate * --machine *", &[b"data\xff/topologies.csv", b"cab\xff.toml"]);
    run("collective allgather --machine two-channel --ranks 2 --bytes 8KiB --mapping *", &[b"ranks\xff"]);
    assert!(directory.path().join(odd(b"tree\xff.g")).is_file());
    let mut command = logpine(directory.path(), "tree --machine cab --leaves 4 --emit g -o -");
    let allocated = output(command.env_remove("SLURM_JOB_NODELIST").env("PBS_NODEFILE", odd(b"hosts\xff")));
    assert!(allocated.status.success(), "{}", text(&allocated.stderr));
}
