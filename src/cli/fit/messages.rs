//! Tables of messages: their files, and the options of their fits.

use crate::cli::args::count;
use crate::cli::input;
use crate::cli::outcome::{Step, bad_input};
use anyhow::anyhow;
use clap::Args;
use logpine_fit::measurements::{
    Experiment, MessageTable, ReadOptions, read_experiment, read_imb, read_netgauge, read_osu, read_plogp,
};
use logpine_fit::port::{PortFit, PortOptions, SizeRange};
use logpine_fit::regression::Noise;
use logpine_text::input::InputLimit;
use logpine_text::text::TextError;
use logpine_text::units::{Clock, Time};
use std::path::{Path, PathBuf};

/// Files with times of messages by size.
#[derive(Debug, Args)]
#[command(next_help_heading = "Messages by size, for alpha_beta, piecewise, logp, loggp, loggops and plogp")]
pub struct MessageArgs {
    /// Times by size (CSV); may be repeated.
    #[arg(long, value_name = "FILE")]
    messages: Vec<PathBuf>,

    /// Output of an OSU Micro-Benchmark: latency, bandwidth, message rate, broadcast or reduction; may be repeated.
    #[arg(long, value_name = "FILE")]
    osu: Vec<PathBuf>,

    /// Output of an Intel MPI Benchmark: ping-pong, bandwidth, broadcast or reduction; may be repeated.
    #[arg(long, value_name = "FILE")]
    imb: Vec<PathBuf>,

    /// Output of Netgauge's test loggp.
    #[arg(long, value_name = "FILE")]
    netgauge: Option<PathBuf>,

    /// Overheads and gaps by size, as LogP/MPI writes them or as CSV.
    ///
    /// With a round trip at each size, as `logpine-mpi measure messages` writes them, they give all models of messages.
    #[arg(long, value_name = "FILE")]
    plogp: Option<PathBuf>,

    /// The files of a directory, instead of the options.
    #[arg(skip)]
    measured: Measured,

    /// Overhead o of a message, such as 1.5us, which message times cannot tell from the latency.
    #[arg(long, value_name = "TIME")]
    #[arg(hide_short_help = true)]
    overhead: Option<String>,

    /// Number of ranks of a collective, if the file does not give it.
    #[arg(long, value_name = "P", value_parser = count)]
    #[arg(hide_short_help = true)]
    ranks: Option<u64>,

    /// Range of sizes to use, such as 1-8KiB: those of one protocol.
    #[arg(long, value_name = "RANGE")]
    #[arg(hide_short_help = true)]
    bytes: Option<SizeRange>,
}

/// The files of a directory that `logpine-mpi measure messages` wrote.
#[derive(Clone, Debug, Default)]
struct Measured {
    /// Between ranks on different hosts.
    between: Option<PathBuf>,
    /// Between ranks of one host.
    within: Option<PathBuf>,
}

impl MessageArgs {
    /// Takes the files of messages in a directory; false if it has none.
    pub fn take(&mut self, folder: &Path) -> bool {
        let file = |name| Some(folder.join(name)).filter(|path| path.exists());
        self.measured = Measured { between: file("messages.csv"), within: file("messages-host.csv") };
        self.is_measured()
    }

    /// True if a directory has files of messages.
    pub const fn is_measured(&self) -> bool {
        self.measured.between.is_some() || self.measured.within.is_some()
    }

    /// The options with files that are given.
    pub fn given(&self) -> Vec<&'static str> {
        self.files().into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
    }

    /// The options with files, and whether each is given.
    fn files(&self) -> [(&'static str, bool); 5] {
        [
            ("--messages", !self.messages.is_empty()),
            ("--osu", !self.osu.is_empty()),
            ("--imb", !self.imb.is_empty()),
            ("--netgauge", self.netgauge.is_some()),
            ("--plogp", self.plogp.is_some()),
        ]
    }

    /// True if a file has rows of single messages, which can be left out and halved.
    pub const fn has_rows(&self) -> bool {
        !self.messages.is_empty()
    }

    /// Refuses the options that say how messages are fitted.
    pub fn refuse_options(&self) -> Step<()> {
        let given = [
            ("--overhead", self.overhead.is_some()),
            ("--ranks", self.ranks.is_some()),
            ("--bytes", self.bytes.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                let files = self.files().map(|(file, _)| file);
                let (last, others) = files.split_last().expect("five");
                let others = others.join(", ");
                Err(bad_input(anyhow!("{option} goes with times of messages: {others} or {last}")))
            }
            None => Ok(()),
        }
    }

    /// Reads the files and fits the models of messages.
    pub fn fit(&self, read: ReadOptions, noise: Option<Noise>) -> Step<PortFit> {
        let options = |clock| {
            let overhead = self.overhead.as_deref().map(|text| Time::parse(text, clock)).transpose();
            let overhead = overhead.map_err(|error| bad_input(anyhow!("--overhead: {error}")))?;
            let overhead = overhead.map(|time| time.ticks() as f64 / clock.ticks_per_unit() as f64);
            Step::Ok(PortOptions { bytes: self.bytes.unwrap_or_default(), overhead, ranks: self.ranks, noise })
        };
        let by_size = |path: &Path| {
            let table = table(path, read_plogp)?;
            PortFit::from_plogp(&table, &options(table.clock)?).map_err(bad_input)
        };
        match (&self.measured.between, &self.measured.within) {
            (Some(between), Some(within)) => return by_size(between)?.with_host(by_size(within)?).map_err(bad_input),
            (Some(between), None) => return by_size(between),
            (None, Some(within)) => return Ok(by_size(within)?.of_one_host()),
            (None, None) => {}
        }
        match (&self.netgauge, &self.plogp) {
            (Some(path), None) if self.given().len() == 1 => {
                let table = table(path, read_netgauge)?;
                PortFit::from_netgauge(&table, &options(Clock::Second)?).map_err(bad_input)
            }
            (None, Some(path)) if self.given().len() == 1 => by_size(path),
            (None, None) => {
                let tables = self.tables(read)?;
                let clock = tables.first().map_or(Clock::Second, |table| table.samples.clock);
                PortFit::from_tables(&tables, &options(clock)?).map_err(bad_input)
            }
            _ => Err(bad_input(anyhow!(
                "--netgauge and --plogp each give a whole model: give one of them, without other files of messages"
            ))),
        }
    }

    fn tables(&self, read: ReadOptions) -> Step<Vec<MessageTable>> {
        let mut tables = Vec::new();
        for path in &self.messages {
            let samples = table(path, |bytes, name| read_experiment(bytes, name, Experiment::Messages, read))?;
            tables.push(MessageTable::one_way(samples));
        }
        for path in &self.osu {
            tables.extend(table(path, read_osu)?);
        }
        for path in &self.imb {
            tables.extend(table(path, read_imb)?);
        }
        Ok(tables)
    }
}

/// Reads a file.
fn table<T>(path: &Path, read: impl Fn(&[u8], &str) -> Result<T, TextError>) -> Step<T> {
    let bytes = input::read(path, InputLimit::MEASUREMENTS)?;
    read(&bytes, &path.display().to_string()).map_err(bad_input)
}
