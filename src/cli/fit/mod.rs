//! `logpine fit`: measurements turned into a machine profile.

mod messages;
mod microbench;
mod options;
mod overlay;
mod tan;
mod validate;
mod waves;

use super::args::Format;
use super::colour::reported;
use super::outcome::{Outcome, Step, bad_input};
use super::output::OutputArgs;
use super::steps;
use crate::report::fit::Verdict;
use crate::report::fit::messages_svg;
use crate::report::text::{CommandLine, Page};
use crate::report::{json, text};
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use logpine_fit::profile::port_profile;
use logpine_models::machine::Machine;
use messages::MessageArgs;
use options::FitOptions;
use std::mem;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use waves::WaveArgs;

/// Fits a machine profile to measurements.
///
/// Takes measurements of the latency between two hosts, of waves through chains, and of waves from N leaves to one node; or
/// times of messages by size. The report has confidence intervals, the quality of the fit, and how far to trust it.
#[derive(Debug, Args)]
#[command(after_help = "\
The files are comma-separated values; the first line names the columns, with
the unit of the times (s, ms, us, ns, ps or cycles):
  latency      time_us              one message, one way, each
  chain        depth,time_us        one wave through a chain of so many levels
  fan-in       fanout,time_us       one wave from so many leaves to one node
  rates        fanout,rate_per_s    waves in a second through a tree, by the
                                    largest number of children of a node
  topologies   tree,time_us         one wave through a whole tree: a spec string
                                    (b:, k:, g:) or an MRNet topology file
  messages     bytes,time_us        one message of so many bytes, one way
Give each repetition a row of its own; times under round_trip_us instead of
time_us are halved. Columns run, repetition and wave are read too: --discard
counts within each run. Messages measured by `logpine-mpi measure messages`
give alpha_beta, logp, loggp, loggops and plogp; L is RTT/2 - g of the smallest
size in plogp, and RTT/2 - o_s - o_r at one byte in the other models.

Examples:
  logpine fit --from data --name mine -o mine.toml
  logpine fit --latency latency.csv --chain chain.csv --fanin fanin.csv --name mine \\
    --emit toml -o mine.toml --emit svg -o mine.svg --validate topologies.csv
  logpine fit --machine mine.toml --validate topologies.csv
  logpine fit --rates rates.csv --name flux -o flux.toml
  logpine fit --from data --from large --threads 1 --name mine -o mine.toml
  logpine fit --osu latency.txt --osu bandwidth.txt --overhead 0.4us --name mine -o mine.toml
  logpine tree --machine mine.toml --leaves 1000 --robust worst")]
pub struct Fit {
    /// Directory that `logpine measure overlay` or `logpine-mpi measure messages` wrote.
    ///
    /// Reads latency.csv, chain.csv, fanin.csv and, to compare, topologies.csv (waves); messages.csv (between hosts) and
    /// messages-host.csv (between ranks of one host). All go into one profile. With --threads, a second one whose waves have another
    /// number of bytes tells the gap per byte by its fanin.csv.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["latency", "chain", "fanin", "machine", "messages", "osu", "imb", "netgauge", "plogp"], help_heading = "Measurements")]
    from: Vec<PathBuf>,

    #[command(flatten)]
    waves: WaveArgs,

    /// Rates of trees by their widest fanout (CSV), for [overlay]: a time for each child, and a constant if the rates ask for one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "latency", "chain", "fanin", "mrnet_microbench", "validate", "machine", "messages", "osu", "imb", "netgauge", "plogp"], help_heading = "Measurements")]
    rates: Option<PathBuf>,

    /// Fits [overlay] to the waves in place of [tan]: nodes that serve their children by T threads.
    ///
    /// A level costs latency + ceil(x / T) `overhead_per_child` for x children. Try several T: the report says how far the measured
    /// waves are from the predicted ones.
    #[arg(long, value_name = "T", conflicts_with_all = ["rates", "validate", "machine", "messages", "osu", "imb", "netgauge", "plogp"], help_heading = "Measurements")]
    #[arg(hide_short_help = true)]
    threads: Option<NonZeroU64>,

    /// Compares the predictions of this machine instead of a fitted one.
    #[arg(short, long, value_name = "NAME|FILE", requires = "validate", conflicts_with_all = ["latency", "chain", "fanin", "output", "messages", "osu", "imb", "netgauge", "plogp"], help_heading = "Measurements")]
    machine: Option<PathBuf>,

    #[command(flatten)]
    messages: MessageArgs,

    /// Name of the machine.
    #[arg(long, default_value = "fitted", value_parser = line_of_text, help_heading = "Files")]
    name: String,

    #[command(flatten)]
    options: FitOptions,

    /// Writes the profile or a picture to the -o that follows; may be repeated [default: toml].
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<FitFormat>,

    /// File for each --emit, in the same order; - is standard output.
    ///
    /// A file on standard output replaces the report.
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    output: Vec<PathBuf>,

    /// Replaces existing files.
    #[arg(long, requires = "output", help_heading = "Files")]
    force: bool,
}

/// A name that is not empty, on one line.
fn line_of_text(text: &str) -> Result<String, String> {
    let is_line = !text.trim().is_empty() && !text.contains(char::is_control);
    if is_line { Ok(text.to_owned()) } else { Err("a machine's name is a line of text".to_owned()) }
}

/// Formats of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FitFormat {
    /// The profile, with standard errors.
    Toml,
    /// A picture of the data, the fits and the residuals.
    Svg,
    /// The report as JSON.
    Json,
}

impl Fit {
    /// Runs the subcommand.
    pub fn run(mut self, format: Format) -> Step<Outcome> {
        let mut folders = mem::take(&mut self.from).into_iter();
        if let Some(folder) = folders.next() {
            self.take(&folder)?;
        }
        self.waves.take_others(folders);
        self.waves.check_sizes(self.threads.is_some())?;
        if let Some(machine) = &self.machine {
            let machine = Machine::load(machine).map_err(bad_input)?;
            let trees = self.waves.validate.as_deref().context("--machine goes with --validate")?;
            let validation = validate::validation(&machine, trees, self.options.read())?;
            return Ok(reported(
                format,
                || {
                    let mut page = Page::default();
                    text::validation(&mut page, &machine.name, &validation, machine.clock);
                    page
                },
                || json::validation(&machine.name, machine.clock, &validation),
            ));
        }
        if let Some(fit) = self.overlay()? {
            return self.with_overlay(&fit, format);
        }
        let (waves, messages) = (self.waves.given(), self.messages.given());
        match (waves.first(), messages.first()) {
            (Some(wave), Some(message)) => Err(bad_input(anyhow!(
                "{wave} measures tree aggregation networks and {message} messages: fit them one after the other, and put \
                 the sections of both profiles in one file"
            ))),
            (None, Some(_)) => self.messages(format),
            (None, None) if self.messages.is_measured() => self.messages(format),
            _ => {
                if !self.messages.is_measured() {
                    self.messages.refuse_options()?;
                }
                self.tan(format)
            }
        }
    }

    /// Takes the files of a directory: those of messages that are there, and the experiments of waves if one of them is there, or
    /// nothing else.
    fn take(&mut self, folder: &Path) -> Step<()> {
        let has_messages = self.messages.take(folder);
        if self.waves.take(folder, self.threads.is_none()) || has_messages {
            return Ok(());
        }
        Err(bad_input(anyhow!(
            "no measurements in {}: neither latency.csv, chain.csv and fanin.csv, nor messages.csv or messages-host.csv",
            folder.display()
        )))
    }

    /// The files to write, and what writes them.
    fn requests(&self) -> Step<(OutputArgs, &[FitFormat])> {
        let formats = if self.emit.is_empty() && self.output.len() == 1 { &[FitFormat::Toml] } else { &*self.emit };
        for (format, path) in formats.iter().zip(&self.output) {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if FitFormat::from_str(extension, true).is_ok_and(|other| other != *format) {
                return Err(bad_input(anyhow!(
                    "{} would hold {}: the first --emit goes to the first --output, and so on; give both in the same order",
                    path.display(),
                    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned()),
                )));
            }
        }
        Ok((OutputArgs::new(self.output.clone(), self.force), formats))
    }

    /// Models of messages from tables of times by size.
    fn messages(&self, format: Format) -> Step<Outcome> {
        let (files, formats) = self.requests()?;
        self.options.refuse_for_messages(self.messages.has_rows())?;
        let fit = self.messages.fit(self.options.read(), self.options.noise())?;
        if fit.alpha_beta.is_none() && fit.logp.is_none() && fit.loggp.is_none() && fit.plogp.is_none() {
            let missing: Vec<String> = fit.missing.iter().map(ToString::to_string).collect();
            return Err(bad_input(anyhow!("the measurements give no model: {}", missing.join("; "))));
        }
        let requests = files.requests(formats)?;
        let profile = port_profile(&fit, &self.name).map_err(bad_input)?;
        let machine = Machine::from_toml(&profile, "the fitted profile").map_err(bad_input)?;
        let verdict = Verdict::of_messages(&fit, &machine);
        files.write(requests.iter().map(|&(format, path)| match format {
            FitFormat::Json => (format, path, json::port_fit(&self.name, &fit, &verdict)),
            FitFormat::Toml => (format, path, profile.clone()),
            FitFormat::Svg => (format, path, messages_svg(&self.name, &fit)),
        }))?;
        Ok(reported(
            format,
            || {
                let example = if fit.alpha_beta.is_none() && fit.plogp.is_none() && fit.loggp.is_none() {
                    ""
                } else {
                    " --bytes 64KiB"
                };
                let mut page = Page::default();
                text::port_fit(&mut page, &format!("Profile of {}", self.name), &fit, &verdict);
                page.next([self.then(&verdict, &requests, "collective bcast", &format!("--ranks 64{example}"))]);
                page
            },
            || json::port_fit(&self.name, &fit, &verdict),
        ))
    }

    /// The next step with the profile, unless it is poor.
    fn then(
        &self,
        verdict: &Verdict,
        requests: &[(FitFormat, &Path)],
        subcommand: &str,
        size: &str,
    ) -> Option<CommandLine> {
        if !verdict.is_usable() {
            return None;
        }
        if let Some((_, path)) = requests.iter().find(|(format, _)| *format == FitFormat::Toml) {
            let path = path.display().to_string();
            let words = ["logpine"].into_iter().chain(subcommand.split(' ')).chain(["--machine", &path]);
            return CommandLine::new(words).map(|command| command.with(size));
        }
        let is_plain = self.name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter));
        let name = if is_plain { &self.name } else { "NAME" };
        steps::again_with(&format!("-o {name}.toml"))
    }
}
