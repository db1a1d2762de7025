//! The behaviour of the command line: transcripts in `tests/cli/`, and aspects that a transcript cannot show (pipes,
//! permissions, threads, the environment).

use crate::names::names_in;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

#[test]
fn transcripts() {
    crate::transcripts("cli::transcripts", &["tests/cli/*.trycmd", "README.md", "src/guide/*.md"]);
}

/// The command with these arguments, split at blanks.
fn logpine(arguments: &str) -> Command {
    let mut command = crate::logpine();
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> Output {
    command.output().expect("the binary runs")
}

/// Standard output of a run that must succeed, in silence.
fn answer(arguments: &str) -> String {
    let output = output(&mut logpine(arguments));
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Standard error of a run that must end with this status, without output.
fn refusal(command: &mut Command, status: i32) -> String {
    let output = output(command);
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(status), ""), "{message}");
    message
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for format in ["text", "json"] {
        // Far more than a pipe holds, so that the writer meets the closed end.
        let arguments = format!("score --machine cab --tree b:1^9000 --format {format}");
        let mut child = logpine(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("piped"));
        reader.read_line(&mut first).expect("a line");
        drop(reader);
        let output = child.wait_with_output().expect("it ends");
        assert!(!first.is_empty());
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let message = refusal(logpine("list families").stdout(full), 2);
    assert!(message.starts_with("error: cannot write to standard output: "), "{message}");
}

#[cfg(unix)]
#[test]
fn closed_standard_output_is_reported() {
    for arguments in ["list families", "tree --machine cab --leaves 8 --emit g -o -", "--help"] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" $1 >&-", env!("CARGO_BIN_EXE_logpine"), arguments]);
        let message = refusal(&mut shell, 2);
        assert_eq!(message, "error: cannot write to standard output: it is closed\n", "{arguments}");
    }
    // It need not be open for what says nothing on it.
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$0\" list families > /dev/null", env!("CARGO_BIN_EXE_logpine")]);
    assert!(shell.status().expect("it runs").success());
}

#[test]
fn a_refused_write_leaves_nothing_behind() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| directory.path().join(name);
    fs::write(at("hosts"), "n1:2\n").expect("written");
    fs::write(at("kept.top"), "old").expect("written");
    let before = names_in(directory.path());
    let cases = [
        ("--leaves 5 --emit mrnet --fe fe --hosts hosts -o new.top", 1),
        ("--leaves 5 --emit g -o tree.g --emit mrnet --fe fe --hosts hosts -o new.top", 1),
        ("--leaves 5 --emit g -o tree.g --emit stat -o layers.txt", 1),
        ("--leaves 5 --emit g -o tree.g --emit mrnet --fe fe --hosts hosts -o kept.top", 2),
        ("--leaves 5 --emit g -o tree.g --emit dot -o kept.top/tree.dot", 2),
        ("--leaves 5 --emit g -o tree.g --emit dot -o tree.g --force", 2),
        ("--leaves 5 --max-fanout 1 --emit g -o tree.g", 1),
    ];
    for (arguments, status) in cases {
        let mut command = logpine(&format!("tree --machine cab {arguments}"));
        refusal(command.current_dir(directory.path()), status);
        assert_eq!(names_in(directory.path()), before, "{arguments}");
        assert_eq!(fs::read(at("kept.top")).expect("still there"), b"old", "{arguments}");
    }
}

/// GOAL has no clock: both forms of a file leave out the same operations.
#[test]
fn what_goal_leaves_out_is_said_once() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (command, name) in [("simulate", "a"), ("collective bcast", "b")] {
        let arguments = format!(
            "{command} --machine bgp --ranks 8 --bytes 64KiB --emit goal -o {name}.goal --emit goal-bin -o {name}.bin"
        );
        let output = logpine(&arguments).current_dir(directory.path()).output().expect("it runs");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success() && told.lines().count() == 3, "{told}");
        assert_eq!(told.lines().filter(|line| line.starts_with("wrote ")).count(), 2, "{told}");
        assert!(told.starts_with("note: not replayed: ") && told.contains("; the file leaves out "), "{told}");
    }
    assert_eq!(names_in(directory.path()).len(), 4);
}

#[cfg(unix)]
#[test]
fn permissions_are_respected() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (locked, secret) = (directory.path().join("locked"), directory.path().join("secret"));
    fs::create_dir(&locked).expect("created");
    fs::write(&secret, "fe:0 ;\n").expect("written");
    let protect = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("my own");
    protect(&locked, 0o555);
    protect(&secret, 0o000);
    // Whoever may do everything, such as root in a container, meets no refusal.
    if fs::read(&secret).is_err() {
        let file = locked.join("tree.g");
        let message = refusal(logpine("tree --machine cab --leaves 5 --emit g -o").arg(&file), 2);
        assert!(message.contains("no file can be created in") && message.contains("Permission denied"), "{message}");
        for command in ["check", "score --machine cab --tree", "tree --leaves 5 --machine"] {
            let message = refusal(logpine(command).arg(&secret), 2);
            assert!(message.contains("secret") && message.contains("Permission denied"), "{message}");
        }
        assert!(names_in(&locked).is_empty());
    }
    protect(&locked, 0o755);
}

#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_takes_no_files_is_named() {
    let message = refusal(&mut logpine("tree --machine cab --leaves 5 --emit g -o /proc/tree.g"), 2);
    assert!(message.starts_with("error: cannot write /proc/tree.g: no file can be created in /proc ("), "{message}");
}

/// The refusal comes before anything is executed: this schedule would never end.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_takes_no_files_is_refused_before_the_work() {
    let deadlock = "simulate tests/cli/simulate.in/deadlock.goal --machine loggopsim";
    let message = refusal(&mut logpine(&format!("{deadlock} --emit trace -o /proc/trace.json")), 2);
    assert!(
        message.starts_with("error: cannot write /proc/trace.json: no file can be created in /proc ("),
        "{message}"
    );
    assert!(refusal(&mut logpine(deadlock), 1).contains("`logpine check tests/cli/simulate.in/deadlock.goal`"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_replaced() {
    let message = refusal(&mut logpine("tree --machine cab --leaves 5 --emit g -o /dev/null --force"), 2);
    assert_eq!(message, "error: /dev/null is not a regular file: choose another name\n");
}

#[test]
fn without_hosts_the_job_scheduler_is_asked() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let command = || {
        let mut command = logpine("tree --machine cab --leaves 3 --emit mrnet --fe fe -o tree.top");
        command.current_dir(directory.path());
        command
    };
    let message = refusal(&mut command(), 2);
    assert_eq!(
        message,
        "error: no hosts: give --hosts FILE, or run where one of these is set: SLURM_STEP_NODELIST, \
         SLURM_JOB_NODELIST_HET_GROUP_0, SLURM_JOB_NODELIST, PBS_NODEFILE, LSB_MCPU_HOSTS, LSB_DJOB_HOSTFILE, LSB_HOSTS\n"
    );
    fs::write(directory.path().join("nodes"), "n08\nn09\nn09\n").expect("written");
    let cases = [
        (
            vec![("SLURM_JOB_NODELIST", "n[08-10]")],
            "SLURM_JOB_NODELIST: 3 hosts with 3 slots; SLURM_TASKS_PER_NODE is not set: a slot a host",
            "n08:0 n09:0 n10:0",
        ),
        (
            vec![("SLURM_JOB_NODELIST", "n[08-09]"), ("SLURM_TASKS_PER_NODE", "1,2"), ("LSB_HOSTS", "x x x")],
            "SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE: 2 hosts with 3 slots",
            "n08:0 n09:0 n09:1",
        ),
        (vec![("PBS_NODEFILE", "nodes")], "PBS_NODEFILE (nodes): 2 hosts with 3 slots", "n08:0 n09:0 n09:1"),
        (vec![("LSB_MCPU_HOSTS", "a 2 b 1")], "LSB_MCPU_HOSTS: 2 hosts with 3 slots", "a:0 a:1 b:0"),
        (vec![("LSB_HOSTS", "a a a")], "LSB_HOSTS: 1 host with 3 slots", "a:0 a:1 a:2"),
    ];
    for (variables, said, children) in cases {
        let output = output(command().envs(variables).arg("--force"));
        assert!(output.status.success());
        let wrote = "wrote tree.top: MRNet's CreateNetworkFE starts 0 processes and 3 back-ends from it";
        assert_eq!(text(&output.stderr), format!("hosts from {said}\n{wrote}\n"));
        let written = fs::read_to_string(directory.path().join("tree.top")).expect("written");
        assert_eq!(written, format!("fe:0 =>\n\t{} ;\n", children.replace(' ', "\n\t")));
    }
    let wrong =
        refusal(command().env("SLURM_JOB_NODELIST", "n[1-3]").env("SLURM_TASKS_PER_NODE", "2(x2)").arg("--force"), 2);
    assert!(wrong.contains("SLURM_TASKS_PER_NODE:1:1: error: there are 3 nodes, but task counts for 2"), "{wrong}");
}

/// 140 hosts with 104 slots beside the leaves, where the fastest tree of all has 272 processes.
#[test]
fn the_slots_of_a_job_limit_the_tree_whatever_is_written() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let in_job = |arguments: &str| {
        let mut command = logpine(arguments);
        command.current_dir(directory.path());
        command.envs([("SLURM_JOB_NODELIST", "n[1-140]"), ("SLURM_TASKS_PER_NODE", "30(x140)")]);
        command
    };
    let question = "tree --machine cab --leaves 4096";
    let named = answer(&format!("{question} --host-list n[1-140]:30"));
    let without_steps = |report: &str| report.split("next:").next().unwrap_or_default().to_owned();
    assert!(
        named.contains(
            "limited to 105 internal processes by 140 hosts with 4200 slots, 4096 of them for leaves; without"
        )
    );
    assert!(named.contains("this limit: 618 µs with 273\n"), "{named}");
    let report = output(&mut in_job(question));
    assert_eq!(
        text(&report.stderr),
        "hosts from SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE: 140 hosts with 4200 slots\n"
    );
    assert_eq!(without_steps(&text(&report.stdout)), without_steps(&named));
    for format in ["mrnet", "rank-map", "g", "svg", "dot", "goal", "json"] {
        let written = output(&mut in_job(&format!("{question} --emit {format} -o tree.{format}")));
        assert_eq!(without_steps(&text(&written.stdout)), without_steps(&named), "{format}");
    }
    let file = |format: &str| fs::read_to_string(directory.path().join(format!("tree.{format}"))).expect("written");
    assert_eq!(file("mrnet").matches("=>").count(), 105);
    let scored = answer(&format!("score --machine cab --tree {}", file("g").trim()));
    assert!(scored.contains("105 internal processes"), "{scored}");
    assert!(file("svg").contains("835 µs"));
    assert!(file("json").contains("\"slot_limit\": {\n    \"max_internal\": 105,"));
    // STAT has no such tree: another one would be no answer to this question.
    assert!(
        refusal(&mut in_job(&format!("{question} --emit stat -o tree.stat")), 1)
            .contains("STAT spreads children evenly")
    );
    let scored = output(&mut in_job("score --machine cab --tree b:64^2"));
    assert!(text(&scored.stdout).contains("the best tree is limited to 105 internal processes"));
    // Running back-ends attach: all slots are for internal processes.
    let mut attached = in_job("tree --machine cab --leaves 4096 --attach");
    let attached = output(attached.envs([("SLURM_TASKS_PER_NODE", "1(x140)")]));
    assert!(
        text(&attached.stdout).contains("limited to 141 internal processes by 140 hosts with 140 slots, none of them")
    );
    let short = refusal(&mut in_job("tree --machine cab --leaves 4201"), 1);
    assert!(short.ends_with("1 too few; list more hosts, give them more slots (host:slots, or the column slots), or leave the \
        leaves out (--attach, without --internal-hosts); the hosts are those of SLURM_JOB_NODELIST: for others, give --hosts \
        FILE, or unset SLURM_JOB_NODELIST\n"), "{short}");
    let front = output(&mut in_job("tree --machine cab --leaves 64 --pareto period"));
    assert!(
        text(&front.stderr).contains("are no limit of this answer: --pareto period cannot be combined with --hosts")
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let questions = [
        "tree --machine cab --leaves 12345",
        "tree --machine cab --leaves 12345 --format json",
        "tree --machine cab --leaves 1000 --waves 10 --max-fanout 20 --format json",
        "tree --machine tests/machines/only_three.toml --leaves 5000 --format json",
        "tree --machine cab --leaves 1024 --pareto period",
        "score --machine cab --tree k:3@1000",
        "collective bcast --machine bgp --ranks 1024 --bytes 64KiB --format json",
        "collective reduce --machine bgp --ranks 1000 --bytes 64KiB --non-commutative --format json",
    ];
    for question in questions {
        let alone = answer(question);
        for threads in ["1", "2", "7"] {
            let output = output(logpine(question).env("RAYON_NUM_THREADS", threads));
            assert_eq!(text(&output.stdout), alone, "{question}, {threads} threads");
        }
    }
}

#[test]
fn timings_are_apart_from_the_answer() {
    let output = output(&mut logpine("tree --machine cab --leaves 128 --timings"));
    assert_eq!(text(&output.stdout), answer("tree --machine cab --leaves 128"));
    assert!(text(&output.stderr).starts_with("search and ranking "));
}

#[test]
fn a_topology_may_come_from_standard_input() {
    let check = |source: &str| {
        let mut child = logpine("check -").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        child.stdin.take().expect("piped").write_all(source.as_bytes()).expect("read to its end");
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), text(&output.stdout))
    };
    // A chain with one statement for each process but the last.
    let chain = |statements: u32| -> String {
        let lines: Vec<String> = (0..statements)
            .map(|at| {
                format!(
                    "n:{at} => n:{} ;
",
                    at + 1
                )
            })
            .collect();
        lines.concat()
    };
    let (status, report) = check(&chain(9994));
    assert_eq!(status, Some(0));
    assert_eq!(
        report,
        "-: valid MRNet topology: 9995 processes (1 leaf), height 9994, 9994 of at most 9994 statements\n"
    );
    let (status, report) = check(&chain(9995));
    assert_eq!(status, Some(1));
    assert!(report.starts_with("-:9995:") && report.ends_with("1 error, 0 warnings\n"), "{report}");
}

#[test]
fn help_completions_and_manual_pages_are_there() {
    let subcommands = ["tree", "collective", "fft", "answer", "score", "check", "list", "completions", "man"];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&format!("completions {shell}"));
        assert!(subcommands.iter().all(|name| script.contains(name)) && script.contains("max-fanout"), "{shell}");
    }
    assert!(answer("man").starts_with(".ie"));
    for name in subcommands {
        let page = answer(&format!("man {name}"));
        assert!(page.contains(&format!("logpine\\-{name}")) && page.contains(".SH DESCRIPTION"), "{page}");
        assert!(answer(&format!("{name} --help")).contains(&format!("Usage: logpine {name}")));
    }
    assert!(answer("man study couples").contains("logpine\\-study\\-couples"));
    for name in ["tree", "collective", "fft", "answer", "score", "check", "completions", "man"] {
        assert!(answer(&format!("{name} --help")).contains("Example"), "{name}");
    }
    assert_eq!(answer("--version"), format!("logpine {}\n", env!("CARGO_PKG_VERSION")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_that_never_ends_is_refused() {
    let message = refusal(&mut logpine("check /dev/zero"), 2);
    let begin = "error: /dev/zero is larger than 1 MiB and does not begin as";
    assert!(message.starts_with(begin), "{message}");
    let endless = Command::new("yes").stdout(Stdio::piped()).spawn();
    let mut endless = endless.expect("a program that writes for ever");
    let stdin = endless.stdout.take().expect("its output");
    let message = refusal(logpine("study learn -").stdin(stdin), 2);
    assert!(
        message.starts_with("error: standard input is larger than 256 MiB, the most that is read of a table;"),
        "{message}"
    );
    endless.wait().expect("a pipe that is closed ends it");
}
