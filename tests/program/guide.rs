//! The commands of the guide that write files: blocks of `text` whose lines begin with `$`. Of those that answer a question, too, what
//! they say of the files is shown.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;

/// Pages, with the number of their blocks that have such commands.
const PAGES: [(&str, usize); 2] =
    [(include_str!("../../src/guide/network_plans.md"), 2), (include_str!("../../src/guide/member_trees.md"), 1)];

/// The blocks that have commands.
fn blocks(page: &str) -> Vec<&str> {
    let blocks = page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter(|block| block.starts_with("$ ")).collect()
}

/// The commands of a block with what they show when they run in this directory.
fn shown(block: &str, directory: &Path) -> String {
    let mut shown = String::new();
    for command in block.lines().filter_map(|line| line.strip_prefix("$ logpine ")) {
        let mut run = crate::logpine();
        let run = run.args(command.split_whitespace()).current_dir(directory).stdin(Stdio::null());
        let output = run.output().expect("it runs");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let told = if command.contains(" -o ") { output.stderr } else { output.stdout };
        let told = String::from_utf8(told).expect("text");
        shown.extend(["$ logpine ", command, "\n", &told, "\n"]);
    }
    shown
}

#[test]
fn what_the_guide_shows_of_commands_that_write_files_is_what_they_do() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let instances = fs::canonicalize("instances").expect("it exists");
    symlink(instances, directory.path().join("instances")).expect("linked");
    for (page, count) in PAGES {
        let blocks = blocks(page);
        assert_eq!(blocks.len(), count);
        for block in blocks {
            assert_eq!(block, shown(block, directory.path()));
        }
    }
}
