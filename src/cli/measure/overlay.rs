//! `logpine measure overlay`: waves through trees of processes.

use super::head::{Head, cores, in_microseconds, load};
use super::kept::Kept;
use super::places::Places;
use crate::cli::args::{Format, narrow_count, size};
use crate::cli::colour::reported;
use crate::cli::file::Overwrite;
use crate::cli::outcome::{Outcome, Step, bad_input, message_to_stderr, refused};
use crate::cli::output::check_folder;
use crate::cli::progress::Bar;
use crate::report::json;
use crate::report::text::{CommandLine, Page, Table};
use anyhow::{Context, anyhow};
use clap::Args;
use logpine_fit::synth::{DEEPEST_CHAIN, FAN_INS};
use logpine_measure::{Emulation, Experiments, Measured, Ports, Settings, Timing, experiments};
use logpine_trees::tree::Spec;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// Times waves through trees of processes: latency, chains, fan-ins, and whole trees.
///
/// Every node of the tree is a small process, which starts its children by the launcher; each child connects back over TCP. The times
/// are written as the files that `logpine fit --from` reads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine measure overlay --dir data
  logpine measure overlay --hosts hosts.txt --launch 'ssh {host} {command}' \\
    --listen 0.0.0.0 --dir data
  logpine measure overlay --launch 'srun --overlap -w {host} -N1 -n1 {command}' --hosts hosts.txt \\
    --listen 0.0.0.0 --tree b:8x8 --tree mine.top --dir data
  logpine fit --from data --name mine -o mine.toml

The launcher is split into words as a shell does it, but no shell runs it here.
{host} stands for the host and {command} for the program and its arguments. ssh
gives its words to a shell on the host: write {quoted} for {command} if the path
of the program has blanks. Processes start their own children, so hosts must
reach each other without a password. A secret goes to them on standard input.
Messages about a process name its host and its place: process 2.1 of the tree is
the first child of the front end's second child.")]
pub struct Overlay {
    /// Directory of the files, made if it does not exist.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,

    /// Hosts of the processes, one for each slot, in order: a list or a CSV.
    #[arg(long, value_name = "FILE", requires = "launch", help_heading = "Hosts")]
    hosts: Option<PathBuf>,

    /// Command that starts a program on a host, as 'ssh {host} {command}' [default: none, all processes run on this host].
    #[arg(long, value_name = "TEMPLATE", requires = "hosts", help_heading = "Hosts")]
    launch: Option<String>,

    /// This host, by the name that its children use.
    #[arg(long, value_name = "HOST", help_heading = "Hosts")]
    fe: Option<String>,

    /// Path of logpine on the hosts [default: that of this program].
    #[arg(long, value_name = "PATH", help_heading = "Hosts")]
    #[arg(hide_short_help = true)]
    program: Option<String>,

    /// Address on which all processes listen; 0.0.0.0 is every network.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), help_heading = "Hosts")]
    listen: IpAddr,

    /// Ports on which processes listen, as 40000-40100 [default: any free one].
    #[arg(long, value_name = "PORTS", help_heading = "Hosts")]
    #[arg(hide_short_help = true)]
    ports: Option<Ports>,

    /// Deepest chain [default: 8, or as many as there are slots].
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", help_heading = "Experiments")]
    depth: Option<u32>,

    /// Most leaves under one node [default: 16 without --hosts, else 192 or as many as there are slots].
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", help_heading = "Experiments")]
    fanin: Option<u32>,

    /// Whole tree to measure, for `fit --validate`: a spec string (b:, k:, g:) or an MRNet topology file; may be repeated.
    #[arg(long, value_name = "TREE", help_heading = "Experiments")]
    tree: Vec<PathBuf>,

    /// Bytes of a message of a wave.
    #[arg(short = 's', long, value_parser = size, value_name = "SIZE", default_value = "1KiB", help_heading = "Experiments")]
    bytes: u64,

    /// Waves timed at each point.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value = "10", help_heading = "Experiments")]
    repetitions: u32,

    /// Waves before those at each point, which are not listed.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value = "1", help_heading = "Experiments")]
    #[arg(hide_short_help = true)]
    warm_ups: u32,

    /// Times waves there and back by one clock, instead of one way by clocks that are compared.
    #[arg(long, help_heading = "Experiments")]
    round_trip: bool,

    /// Waits in place of a real network, as latency=20ms,overhead=1ms, to try everything on one machine.
    #[arg(long, value_name = "TIMES", help_heading = "Experiments")]
    emulate: Option<Emulation>,

    /// Seconds that a process has to connect, and a wave has for each level.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "SECONDS", default_value = "30", help_heading = "Experiments")]
    #[arg(hide_short_help = true)]
    deadline: u32,

    /// Replaces the files of an earlier run, and removes those that this one does not make.
    #[arg(long)]
    force: bool,
}

/// The most bytes of a wave: as many as a message takes.
const MOST_BYTES: u64 = 16 << 20;
/// The time that processes have to end.
const END: Duration = Duration::from_secs(5);

impl Overlay {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let places = Places::new(self.launch.as_deref(), self.hosts.as_deref(), self.fe.clone())?;
        let paths = ["latency.csv", "chain.csv", "fanin.csv", "topologies.csv"].map(|name| self.dir.join(name));
        let overwrite = if self.force { Overwrite::Replace } else { Overwrite::Refuse };
        let asked = self.experiments(&places)?;
        let settings = self.settings(&places, &asked)?;
        let made = check_folder(&self.dir, &paths, overwrite)?;
        let load_before = load();
        let launcher = self.launch.as_deref();
        let head =
            Head { places: &places, launcher, experiments: &asked, settings: &settings, load_before: &load_before };
        let mut kept = Kept { paths: &paths, overwrite, head, comments: Vec::new(), written: Vec::new() };
        let mut failed = None;
        let bar = Bar::new("waves");
        let measured = experiments(&asked, &settings, &|done, all| bar.show(done, all), &mut |measured| {
            failed = kept.keep(measured).err();
            failed.is_none()
        });
        bar.finish();
        let failed = failed.or_else(|| measured.as_ref().err().map(refused));
        if let Some(failed) = failed {
            kept.said().iter().for_each(|said| message_to_stderr(said));
            return Err(failed);
        }
        let measured = measured.map_err(|error| refused(&error))?;
        drop(made);
        Ok(reported(
            format,
            || self.page(&kept.written, &measured, &settings),
            || json::measured_overlay(&kept.comments, &kept.written, measured.uncertainty, measured.skew),
        ))
    }

    fn experiments(&self, places: &Places) -> Step<Experiments> {
        let slots = u32::try_from(places.hosts.slots()).unwrap_or(u32::MAX);
        let is_local = places.launcher.is_local();
        let depth = self.depth.unwrap_or(DEPTH.min(slots));
        let most = self.fanin.unwrap_or(if is_local { FAN_IN_HERE } else { FAN_IN }.min(slots));
        let points = FAN_INS.iter().filter_map(|&point| u32::try_from(point).ok()).filter(|&point| point < most);
        let fan_ins: Vec<u32> = points.chain((most > 0).then_some(most)).collect();
        if u64::from(depth) > DEEPEST_CHAIN {
            return Err(bad_input(anyhow!("--depth {depth}: chains have at most {DEEPEST_CHAIN} levels")));
        }
        let trees = self.tree.iter().map(|name| places.tree(name)).collect::<Step<Vec<_>>>()?;
        if self.repetitions == 0 || (depth == 0 && most == 0 && trees.is_empty()) {
            return Err(bad_input(anyhow!(
                "nothing to measure: give --repetitions, --depth, --fanin or --tree above 0"
            )));
        }
        let placed = |fanouts| places.placed(&Spec::balanced(fanouts).map_err(bad_input)?.shape());
        Ok(Experiments {
            chain: (depth > 0).then(|| placed(vec![1; depth as usize])).transpose()?,
            star: (most > 0).then(|| placed(vec![most.into()])).transpose()?,
            fan_ins,
            trees,
            repetitions: self.repetitions,
            warm_ups: self.warm_ups,
            latencies: self.repetitions.saturating_mul(LATENCIES),
        })
    }

    fn settings(&self, places: &Places, experiments: &Experiments) -> Step<Settings> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => std::env::current_exe().context("cannot tell the path of this program")?.display().to_string(),
        };
        let bytes = u32::try_from(self.bytes).ok().filter(|_| self.bytes <= MOST_BYTES);
        let deadline = Duration::from_secs(self.deadline.max(1).into());
        Ok(Settings {
            launcher: places.launcher.clone(),
            program,
            listen: self.listen,
            ports: self.ports,
            bytes: bytes.ok_or_else(|| bad_input(anyhow!("--bytes {}: at most 16MiB", self.bytes)))?,
            timing: if self.round_trip { Timing::RoundTrip } else { Timing::OneWay },
            emulation: self.emulate,
            has_cores: experiments.most_on_a_host() <= cores(),
            connect: deadline,
            wave: deadline,
            end: END,
        })
    }

    fn page(&self, files: &[(PathBuf, usize)], measured: &Measured, settings: &Settings) -> Page {
        let mut table = Table::plain();
        for (path, made) in files {
            table.row([path.display().to_string(), made.to_string()]);
        }
        let clocks = match settings.timing {
            Timing::OneWay => format!(". Clocks are compared within {:.1} µs", in_microseconds(measured.uncertainty)),
            Timing::RoundTrip => String::new(),
        };
        let mut page = Page::default();
        page.line(format!("Measured times, one a line{clocks}"));
        page.table(table.left_column(1));
        if !settings.has_cores && settings.emulation.is_none() {
            page.line("Processes shared cores: the times are those of a crowded host, not of a network.");
        }
        let words = ["logpine", "fit", "--from", &self.dir.display().to_string()].map(str::to_owned);
        let command =
            CommandLine::new(words.iter().map(String::as_str)).map(|line| line.with("--name NAME -o NAME.toml"));
        let has_all = self.depth != Some(0) && self.fanin != Some(0);
        page.next([command.filter(|_| has_all)]);
        page
    }
}

/// The default depth of chains.
const DEPTH: u32 = 8;
/// The default number of leaves under one node, on hosts and on this host alone.
const FAN_IN: u32 = 192;
const FAN_IN_HERE: u32 = 16;
/// Messages of the latency for each repetition of waves.
const LATENCIES: u32 = 10;
