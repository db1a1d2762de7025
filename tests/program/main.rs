//! The user interface: the command line, files of requests, documents.

mod check;
mod cli;
mod face;
mod files;
mod frozen;
mod guide;
mod jobs;
mod map;
mod measurements;
mod names;
mod readme;
mod regress;
mod relations;
mod schema;
mod simulate_collectives;
mod tune;

use logpine_overlays::allocation_environment::HostVariables;
use std::process::Command;

/// The program, outside any job of a resource manager: the hosts of a job limit its trees.
fn logpine() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_logpine"));
    for variable in HostVariables::ASKED {
        command.env_remove(variable);
    }
    // How long work takes is no part of a test.
    command.env("LOGPINE_NO_PROGRESS", "1").env("LC_ALL", "C.UTF-8");
    command
}

/// Runs transcripts outside any job; inside one, the test runs itself again without the job's variables.
fn transcripts(test: &str, files: &[&str]) {
    if HostVariables::ASKED.iter().any(|variable| std::env::var_os(variable).is_some()) {
        let mut again = Command::new(std::env::current_exe().expect("this program"));
        for variable in HostVariables::ASKED {
            again.env_remove(variable);
        }
        let status = again.args([test, "--exact", "--nocapture"]).status().expect("it runs");
        assert!(status.success(), "the transcripts of {test}");
        return;
    }
    let cases = trycmd::TestCases::new();
    cases.env("LOGPINE_NO_PROGRESS", "1").env("LC_ALL", "C.UTF-8");
    for file in files {
        cases.case(file);
    }
}
