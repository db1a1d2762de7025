//! `logpine map`: shards, and colours.

use std::process::Command;

fn logpine(arguments: &str) -> Command {
    let mut command = crate::logpine();
    command.args(arguments.split_whitespace());
    command
}

fn stdout_of(arguments: &str) -> String {
    let output = logpine(arguments).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{arguments}: {message}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn joined_shards_are_the_file_of_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = "map --machine lecture --ranks 2..32 --bytes 1B..4KiB";
    let couples = "study couples --network torus --scheme shift --couples 7 --seed 3";
    for (command, format, emit) in [(map, "text", "csv"), (map, "json", "jsonl"), (couples, "text", "csv")] {
        let whole = stdout_of(&format!("{command} --emit {emit} -o -"));
        let shards: Vec<String> =
            (1..=5).map(|index| stdout_of(&format!("{command} --format {format} --shard {index}/5"))).collect();
        let join = |texts: &[String]| {
            let paths = texts.iter().enumerate().map(|(number, text)| {
                let path = folder.path().join(number.to_string());
                std::fs::write(&path, text).expect("written");
                path.display().to_string()
            });
            format!("{command} --join {}", paths.collect::<Vec<_>>().join(" "))
        };
        let mut reversed = shards.clone();
        reversed.reverse();
        assert_eq!(stdout_of(&join(&reversed)), whole, "{command}");
        assert_eq!(stdout_of(&join(&[shards.concat()])), whole, "one after the other in one file");
        let refused = |texts: &[String], message: &str| {
            let output = logpine(&join(texts)).output().expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.code() == Some(2) && output.stdout.is_empty() && said.contains(message), "{said}");
        };
        refused(&shards[1..], "missing: shard 1/5;");
        refused(&[shards.clone(), shards[3..].to_vec()].concat(), "both have shard 4/5; leave one of them out");
        refused(&[&shards[..4], &[shards[4][..shards[4].len() - 2].to_owned()]].concat(), "shard 5/5 has");
        let other = shards[4].replacen(if command == map { "on lecture" } else { "seed 3" }, "on another", 1);
        refused(&[&shards[..4], &[other]].concat(), "4 is a shard of: ");
    }
}

#[test]
fn a_shard_of_another_machine_or_operation_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard.csv").display().to_string();
    let map = "map --ranks 2..8 --bytes 1B,64B --machine";
    std::fs::write(&path, stdout_of(&format!("{map} lecture --shard 1/1"))).expect("written");
    let narrower = "map --ranks 2..4 --bytes 1B,64B --machine lecture".to_owned();
    let others = ["lecture reduce", "tukey", "lecture reduce --non-commutative"].map(|other| format!("{map} {other}"));
    for command in others.into_iter().chain([narrower]) {
        let output = logpine(&format!("{command} --join {path}")).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.contains("is a shard of: fastest broadcast on lecture"),
            "{said}"
        );
    }
    assert!(logpine(&format!("{map} lecture --join {path}")).output().expect("it runs").status.success());
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let command = "map --machine lecture --ranks 2..8 --bytes 1B..64B --color";
    let [auto, never, always] = ["auto", "never", "always"].map(|when| stdout_of(&format!("{command} {when}")));
    // The next step repeats the option.
    let map = |text: &str| text.split("next:").next().map(str::to_owned);
    assert_eq!(map(&auto), map(&never));
    assert!(!never.contains('\u{1b}') && always.contains("\u{1b}[30;48;5;"));
    let asked = logpine(&format!("{command} always")).env("NO_COLOR", "1").output().expect("it runs");
    assert_eq!(asked.stdout, always.as_bytes());
}
