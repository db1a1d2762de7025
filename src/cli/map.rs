//! `logpine map`: which algorithm is the fastest, over rank counts and sizes.

use super::args::{Format, count, size};
use super::colour;
use super::input;
use super::machine::MachineArgs;
use super::mpi::PlaceArgs;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, harmless, refused};
use super::output::OutputArgs;
use super::progress::Bar;
use super::shard::{Cells, Output, ShardChoice};
use super::steps;
use crate::answer::relations::{Feature, Features, check_together};
use crate::answer::{Competition, DecisionMap, Grid, MapQuestion, RankPlanError, Shard};
use crate::input::InputLimit;
use crate::report::map::{self, Colour, MapSubject};
use crate::request::{Operation, Request};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Maps the fastest algorithm over rank counts and message sizes.
///
/// Shows the winners, by how much they win, and where they change, to the byte.
#[derive(Debug, Args)]
#[command(after_help = "\
--ranks and --bytes take lists of values and ranges, like 2,3,8..64:
  A..B       A, B and the powers of two between them
  A..B:*F    A, A*F, A*F*F, ... up to B
  A..B:+D    A, A+D, A+2D, ... up to B
  A..B:xN    at most N different values from A to B, in equal ratios

All changes of the winner between neighbouring values are listed, to the byte,
except where the map says `perhaps more`: there the search ran out of effort.
A smaller map spends more effort between two neighbours.

With --shard, standard output has CSV instead of a picture, or with --format
json one JSON object a line; the outputs of all shards, one after the other,
are that of --shard 1/1. --join FILE... puts the CSV of all shards together and
finds missing and doubled ones.

--shard auto takes I/N from the job array (Slurm, PBS, LSF, Grid Engine), from
the processes of a launcher (Open MPI, MPICH, srun), or from both: then the
processes share the part of their array element. PBS does not tell N: number
the array 1-N, and give --shard auto/N. The part is written to standard error.

Examples:
  logpine map --machine lecture --ranks 2..1024 --bytes 1B..1MiB
  logpine map reduce --machine bgp --ranks 2..4096 --bytes 1B..1GiB \\
    --emit svg -o map.svg
  logpine map --machine logp-textbook --ranks 2..64:+1
  parallel -k logpine map --machine bgp --ranks 2..10^6:x200 \\
    --bytes 1B..1GiB --shard {}/16 ::: {1..16} > map.csv
  srun -n 16 -o map-%t.csv logpine map --machine bgp --ranks 2..10^6:x200 \\
    --bytes 1B..1GiB --shard auto
  logpine map allgather --machine two-channel --ranks 2..1024 \\
    --bytes 1B..1MiB --ranks-per-host 8 --mapping round-robin")]
pub struct Map {
    #[command(flatten)]
    machine: MachineArgs,

    /// The operation.
    #[arg(value_parser = MAPPED, value_name = "OPERATION", default_value = "bcast")]
    collective: Operation,

    /// Rank counts, such as 2..4096, 2..64:+1 or 2,3,8..64.
    #[arg(short = 'n', long, value_parser = ranks, value_name = "RANKS", allow_negative_numbers = true)]
    ranks: Grid,

    /// Message sizes, such as 1B..1GiB, 1KiB..1MiB:x64 or 8,64KiB; for every model but logp.
    #[arg(short = 's', long, value_parser = bytes, value_name = "SIZES", allow_negative_numbers = true)]
    bytes: Option<Grid>,

    /// Keeps the order of the operands: only algorithms that combine in the order of the ranks; for reduce.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    non_commutative: bool,

    #[command(flatten)]
    places: PlaceArgs,

    /// Computes the I-th of N parts: a run of the cells, which are ordered by ranks, then by bytes. `auto` takes it from the environment.
    #[arg(long, value_name = "I/N|auto")]
    #[arg(hide_short_help = true)]
    shard: Option<ShardChoice>,

    /// Joins the CSV files of all shards instead of computing; each cell has to be in one of them.
    ///
    /// Give --machine, --ranks and --bytes as they were given to the shards: --join shard-*.csv --emit csv -o map.csv
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(hide_short_help = true)]
    join: Vec<PathBuf>,

    /// Colours of the map; auto: on a terminal, unless the environment has `NO_COLOR`.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    #[arg(hide_short_help = true)]
    color: When,

    /// Writes the map in a format to the -o that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<MapFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// The collectives of MPI; others are read to say that they have no map.
const MAPPED: Named<Operation> = Named::hiding(|name| name.of_mpi().is_none());

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// On terminals.
    Auto,
    /// Even into a file or a pipe.
    Always,
    /// Not at all.
    Never,
}

/// Formats of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MapFormat {
    /// One line for each cell.
    Csv,
    /// One line of CSV for each change of the winner.
    Crossovers,
    /// The map as one JSON document.
    Json,
    /// One JSON object a line: a head, then cells and crossovers.
    Jsonl,
    /// A heat map, for a browser.
    Svg,
}

impl MapFormat {
    const fn has_crossovers(self) -> bool {
        matches!(self, Self::Crossovers | Self::Json | Self::Jsonl)
    }
}

/// Cells of the largest picture: no one can look at more.
const LARGEST_PICTURE: usize = 65_536;

fn ranks(text: &str) -> Result<Grid, String> {
    Grid::parse(text, count).map_err(|error| error.to_string())
}

fn bytes(text: &str) -> Result<Grid, String> {
    Grid::parse(text, size).map_err(|error| error.to_string())
}

impl Map {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        if !self.join.is_empty() {
            if self.shard.is_some() || self.emit.iter().any(|format| *format != MapFormat::Csv) {
                return Err(bad_input(anyhow!(
                    "--join puts CSV together and computes nothing; leave out --shard, and each --emit but csv"
                )));
            }
            let (requests, text) = (self.requests(None)?, self.joined()?);
            if requests.is_empty() {
                return Ok(Outcome::Done(text));
            }
            self.output.write(requests.into_iter().map(|(format, path)| (format, path, text.clone())))?;
            return Ok(Outcome::Done(String::new()));
        }
        let part = self.shard.map(ShardChoice::shard).transpose()?;
        let most_ranks = self.ranks.values().last().copied().unwrap_or(1);
        let competition = Competition::new(&self.machine.load_machine()?, &self.request(), most_ranks)?;
        let requests = self.requests(part)?;
        let (ranks, bytes, shard) = (self.ranks.clone(), self.bytes.clone(), part.unwrap_or(Shard::WHOLE));
        let bar = Bar::new("cells");
        let mut map = competition.map(MapQuestion { ranks, bytes, shard }, &bar)?;
        bar.finish();
        // What a shard lacks says nothing of the others.
        if part.is_none() && map.cells().iter().all(|cell| cell.answer.is_none()) {
            return Err(refused(&RankPlanError::NotRepresentable));
        }
        let has_crossovers = match format {
            Format::Text => part.is_none(),
            Format::Json => true,
        };
        if has_crossovers || self.emit.iter().any(|format| format.has_crossovers()) {
            let bar = Bar::new("crossovers");
            map = competition.with_crossovers(map, &bar);
            bar.finish();
        }
        let subject = &MapSubject::of(&competition);
        self.write(&requests, &map, subject)?;
        Ok(match (format, part) {
            (Format::Text, None) => {
                let machine = harmless(subject.machine);
                let text = map::text(&map, &MapSubject { machine: &machine, ..*subject }, self.colour());
                Outcome::Coloured(text + &self.next())
            }
            (Format::Text, Some(_)) => Outcome::Done(map::csv(&map, subject)),
            (Format::Json, None) => Outcome::Done(map::json(&map, subject)),
            (Format::Json, Some(_)) => Outcome::Done(map::json_lines(&map, subject)),
        })
    }

    /// The CSV of the whole map from that of its shards.
    fn joined(&self) -> Step<String> {
        let (ranks, bytes) = (self.ranks.values(), self.bytes.as_ref().map(Grid::values));
        let columns = bytes.map_or(1, <[u64]>::len);
        let of_line = |line: &str| {
            let mut fields = line.split(',');
            let row = ranks.binary_search(&fields.next()?.parse().ok()?).ok()?;
            let (size, column) = (fields.next()?, bytes);
            let column = match column {
                Some(bytes) => bytes.binary_search(&size.parse().ok()?).ok()?,
                None => size.is_empty().then_some(0)?,
            };
            Some(row * columns + column)
        };
        let words = |cell: usize| {
            let size = bytes.and_then(|bytes| bytes.get(cell % columns)).map(|bytes| format!(" and {bytes} bytes"));
            let ranks = ranks.get(cell / columns).copied().unwrap_or_default();
            format!("{ranks} ranks{}", size.unwrap_or_default())
        };
        let output = |path: &PathBuf| {
            let text = String::from_utf8(input::read(path, InputLimit::MEASUREMENTS)?);
            let text =
                text.map_err(|_| bad_input(anyhow!("{}: this is not UTF-8, and no CSV of a map", path.display())))?;
            Step::Ok(Output { name: path.display().to_string(), text })
        };
        let outputs: Vec<Output> = self.join.iter().map(output).collect::<Step<_>>()?;
        Cells { total: ranks.len() * columns, of_line: &of_line, words: &words }.join(&outputs).map_err(bad_input)
    }

    /// The request of the cell with the fewest ranks and bytes.
    fn request(&self) -> Request {
        let request = Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective: Some(self.collective),
            ranks: self.ranks.values().first().copied(),
            bytes: self.bytes.as_ref().and_then(|bytes| bytes.values().first().copied()),
            non_commutative: self.non_commutative,
            ..Request::default()
        };
        self.places.of(request)
    }

    /// The files to write, checked before any work is done.
    fn requests(&self, part: Option<Shard>) -> Step<Vec<(MapFormat, &Path)>> {
        let requests = self.output.requests(&self.emit)?;
        if self.emit.contains(&MapFormat::Svg) {
            let cells = self.cells();
            let is_part = part.is_some_and(|shard| shard != Shard::WHOLE);
            let features = Features::default().and(Feature::MapPicture, true).and(Feature::Shard, is_part);
            check_together(&features)?;
            if cells > LARGEST_PICTURE {
                return Err(bad_input(anyhow!(
                    "--emit svg draws at most {LARGEST_PICTURE} cells, and the map has {cells}: take larger steps"
                )));
            }
        }
        Ok(requests)
    }

    /// Writes the files: all contents are made before the first is written.
    fn write(&self, requests: &[(MapFormat, &Path)], map: &DecisionMap, subject: &MapSubject) -> Step<()> {
        let files = requests.iter().map(|&(format, path)| {
            let contents = match format {
                MapFormat::Csv => map::csv(map, subject),
                MapFormat::Crossovers => map::crossovers_csv(map),
                MapFormat::Json => map::json(map, subject),
                MapFormat::Jsonl => map::json_lines(map, subject),
                MapFormat::Svg => map::svg(map, subject),
            };
            (format, path, contents)
        });
        self.output.write(files)
    }

    /// The next step: the map as a picture.
    fn next(&self) -> String {
        let is_new = !self.emit.contains(&MapFormat::Svg) && self.cells() <= LARGEST_PICTURE;
        steps::after([steps::again_if(is_new, "--emit svg -o map.svg")])
    }

    fn cells(&self) -> usize {
        self.ranks.values().len() * self.bytes.as_ref().map_or(1, |bytes| bytes.values().len())
    }

    fn colour(&self) -> Colour {
        match self.color {
            When::Always => Colour::Ansi,
            When::Auto if colour::on_stdout() => Colour::Ansi,
            When::Auto | When::Never => Colour::Plain,
        }
    }
}
