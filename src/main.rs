//! The `logpine` command.

fn main() -> std::process::ExitCode {
    logpine::run()
}
