//! `logpine map`: shards, and colours.

use std::process::Command;

fn logpine(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_logpine"));
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
fn commands_of_all_shards_print_what_one_prints() {
    for format in ["text", "json"] {
        let command = format!("map --machine lecture --ranks 2..32 --bytes 1B..4KiB --format {format} --shard");
        let parts: String = (1..=5).map(|index| stdout_of(&format!("{command} {index}/5"))).collect();
        assert_eq!(parts, stdout_of(&format!("{command} 1/1")));
    }
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
