//! Commands that start a program on a host.

use super::error::MeasureError;
use serde::{Deserialize, Serialize};
use std::process::Command;

/// A template of a command, split into words as a POSIX shell splits them, but not given to a shell. In every word `{host}` stands for the
/// host and `{quoted}` for the program and its arguments, quoted for one more shell. The word `{command}` stands for the program
/// and its arguments, a word each.
///
/// `ssh` joins its words with blanks, and the shell of the host splits them again: a program whose path has blanks or
/// other characters of a shell needs `{quoted}` there. `srun` gives the words on as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launcher {
    /// No word starts the program on this host.
    words: Vec<String>,
}

impl Launcher {
    /// Starts programs on this host, without any launcher.
    pub const LOCAL: Self = Self { words: Vec::new() };

    /// Reads a template.
    ///
    /// # Errors
    /// [`MeasureError::Launcher`] if a quote is open, or if it never starts the program.
    pub fn new(template: &str) -> Result<Self, MeasureError> {
        let fault = |fault| MeasureError::Launcher { template: template.to_owned(), fault };
        let words = shlex::split(template).ok_or_else(|| fault("a quote is not closed"))?;
        let starts = words.iter().skip(1).any(|word| word == "{command}" || word.contains("{quoted}"));
        if !starts {
            return Err(fault("no word is {command}, the program that it starts"));
        }
        if words.iter().any(|word| word.contains("{command}") && word != "{command}") {
            return Err(fault("{command} is a word of its own; within a word write {quoted}"));
        }
        Ok(Self { words })
    }

    /// True if there is no template.
    #[must_use]
    pub const fn is_local(&self) -> bool {
        self.words.is_empty()
    }

    /// The words of the command that starts a program on a host.
    pub fn words(&self, host: &str, program: &[String]) -> Vec<String> {
        if self.is_local() {
            return program.to_vec();
        }
        let quoted = shlex::try_join(program.iter().map(String::as_str)).unwrap_or_default();
        let mut words = Vec::with_capacity(self.words.len() + program.len());
        for word in &self.words {
            if word == "{command}" {
                words.extend_from_slice(program);
            } else {
                words.push(word.replace("{host}", host).replace("{quoted}", &quoted));
            }
        }
        words
    }

    /// The command that starts a program on a host; `None` if there is no program.
    #[must_use]
    pub fn command(&self, host: &str, program: &[String]) -> Option<Command> {
        let words = self.words(host, program);
        let (first, rest) = words.split_first()?;
        let mut command = Command::new(first);
        command.args(rest);
        Some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::Launcher;

    fn words(template: &str) -> Vec<String> {
        let program = ["/opt/my tools/logpine", "measure", "node"].map(str::to_owned);
        Launcher::new(template).expect("a template").words("n1", &program)
    }

    #[test]
    fn templates_are_split_and_filled() {
        assert_eq!(words("ssh {host} {command}"), ["ssh", "n1", "/opt/my tools/logpine", "measure", "node"]);
        assert_eq!(
            words("srun --overlap -w {host} -N1 -n1 {command}"),
            ["srun", "--overlap", "-w", "n1", "-N1", "-n1", "/opt/my tools/logpine", "measure", "node"]
        );
        assert_eq!(
            words("ssh -o 'A=b c' {host} {quoted}"),
            ["ssh", "-o", "A=b c", "n1", "'/opt/my tools/logpine' measure node"]
        );
        assert_eq!(words("sh -c 'exec {quoted} # {host}'")[2], "exec '/opt/my tools/logpine' measure node # n1");
        let program = ["logpine".to_owned()];
        assert_eq!(Launcher::LOCAL.words("n1", &program), program);
    }

    #[test]
    fn templates_that_start_nothing_are_refused() {
        for (template, fault) in [
            ("", "no word is {command}"),
            ("{command}", "no word is {command}"),
            ("ssh {host}", "no word is {command}"),
            ("ssh {host} x={command}", "no word is {command}"),
            ("ssh {command} x={command}", "a word of its own"),
            ("ssh '{host} {command}", "a quote is not closed"),
        ] {
            let error = Launcher::new(template).expect_err(template).to_string();
            assert!(error.contains(fault), "{template}: {error}");
        }
    }
}
