//! `logpine map`: which algorithm is the fastest, over rank counts and sizes.

mod shards;

use crate::answer::relations::{Feature, Features, check_together};
use crate::answer::{Competition, DecisionMap, Grid, MapQuestion, RankPlanError, Shard};
use crate::cli::args::{Format, count, size};
use crate::cli::colour::{self, in_look};
use crate::cli::machine::MachineArgs;
use crate::cli::mpi::PlaceArgs;
use crate::cli::named::Named;
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use crate::cli::output::OutputArgs;
use crate::cli::progress::{Bar, LimitArgs};
use crate::cli::shard::{Head, ShardChoice};
use crate::cli::steps;
use crate::cli::terminal;
use crate::report::map::{self, MapSubject};
use crate::report::text::{Look, Page};
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
json one JSON object a line. The first line says which shard it is, and of
which map. --join FILE... puts all shards together, as --emit csv or --emit
jsonl of one run writes them, and finds those that are missing, doubled, or of
another map.

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
    --bytes 1B..1GiB --shard {}/16 ::: {1..16} > shards.csv
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

    /// Message sizes, such as 1B..1GiB, 1KiB..1MiB:x64 or 8,64KiB; for models whose messages have a size.
    #[arg(short = 's', long, value_parser = bytes, value_name = "SIZES", allow_negative_numbers = true)]
    bytes: Option<Grid>,

    /// Keeps the order of the operands: only algorithms that combine in the order of the ranks; for reduce.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    non_commutative: bool,

    #[command(flatten)]
    places: PlaceArgs,

    #[command(flatten)]
    limit: LimitArgs,

    /// Computes the I-th of N parts: a run of the cells, which are ordered by ranks, then by bytes. `auto` takes it from the environment.
    #[arg(long, value_name = "I/N|auto")]
    #[arg(hide_short_help = true)]
    shard: Option<ShardChoice>,

    /// Joins the files of all shards, CSV or JSON lines, instead of computing; a file may have several.
    ///
    /// Give the other options as they were given to the shards: --join shard-*.csv --emit csv -o map.csv
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "shard")]
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
        let part = self.shard.map(ShardChoice::shard).transpose()?;
        let most_ranks = self.ranks.values().last().copied().unwrap_or(1);
        let competition = Competition::new(&self.machine.load_machine()?, &self.request(), most_ranks)?;
        let requests = self.requests(part)?;
        let of = self.of(&competition);
        if !self.join.is_empty() {
            return self.joined(&of, &requests);
        }
        let (ranks, bytes, shard) = (self.ranks.clone(), self.bytes.clone(), part.unwrap_or(Shard::WHOLE));
        let bar = Bar::within("cells", self.limit);
        let mut map = bar.around("the map", || competition.map(MapQuestion { ranks, bytes, shard }, &bar))?;
        // What a shard lacks says nothing of the others.
        if part.is_none() && map.cells().iter().all(|cell| cell.answer.is_none()) {
            return Err(refused(&RankPlanError::NotRepresentable));
        }
        let has_crossovers = match format {
            Format::Text | Format::Markdown => part.is_none(),
            Format::Csv => false,
            Format::Json => true,
        };
        if has_crossovers || self.emit.iter().any(|format| format.has_crossovers()) {
            let bar = bar.again("crossovers");
            map = bar.around("the search for crossovers", || competition.with_crossovers(map, &bar));
            bar.tell_if_cut();
        }
        let subject = &MapSubject::of(&competition);
        let head = part.map(|shard| Head { shard, of });
        self.write(&requests, &map, subject, head.as_ref())?;
        Ok(match (format, head) {
            (Format::Text, None) => in_look(&self.page(&map, subject), self.look()),
            (Format::Markdown, None) => Outcome::Done(self.page(&map, subject).shown(Look::Markdown)),
            (Format::Csv, None) => Outcome::Done(map::csv(&map, subject)),
            (Format::Json, None) => Outcome::Done(map::json(&map, subject)),
            (Format::Json, Some(head)) => Outcome::Done(head.json() + &map::json_lines(&map, subject)),
            (_, Some(head)) => Outcome::Done(head.csv() + &map::csv(&map, subject)),
        })
    }

    /// The request of the cell with the fewest ranks and bytes.
    fn request(&self) -> Request {
        let request = Request {
            model: self.machine.model,
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
        let is_part = part.is_some_and(|shard| shard != Shard::WHOLE);
        let is_whole = |format: &MapFormat| !matches!(format, MapFormat::Csv | MapFormat::Jsonl);
        let whole_map = self.emit.iter().any(is_whole);
        check_together(&Features::default().and(Feature::WholeMap, whole_map).and(Feature::Shard, is_part))?;
        if self.emit.contains(&MapFormat::Svg) {
            let cells = self.cells();
            if cells > LARGEST_PICTURE {
                return Err(bad_input(anyhow!(
                    "--emit svg draws at most {LARGEST_PICTURE} cells, and the map has {cells}: take larger steps"
                )));
            }
        }
        Ok(requests)
    }

    /// Writes the files: all contents are made before the first is written.
    fn write(
        &self,
        requests: &[(MapFormat, &Path)],
        map: &DecisionMap,
        subject: &MapSubject,
        head: Option<&Head>,
    ) -> Step<()> {
        self.output.warn_instead(&subject.warnings(map));
        let files = requests.iter().map(|&(format, path)| {
            let contents = match format {
                MapFormat::Csv => head.map(Head::csv).unwrap_or_default() + &map::csv(map, subject),
                MapFormat::Crossovers => map::crossovers_csv(map),
                MapFormat::Json => map::json(map, subject),
                MapFormat::Jsonl => head.map(Head::json).unwrap_or_default() + &map::json_lines(map, subject),
                MapFormat::Svg => map::svg(map, subject),
            };
            (format, path, contents)
        });
        self.output.write(files)
    }

    /// The report, with the map as a picture as the next step.
    fn page(&self, map: &DecisionMap, subject: &MapSubject) -> Page {
        let mut page = map::text(map, subject);
        let is_new = !self.emit.contains(&MapFormat::Svg) && self.cells() <= LARGEST_PICTURE;
        page.next([steps::again_if(is_new, "--emit svg -o map.svg")]);
        page
    }

    fn cells(&self) -> usize {
        self.ranks.values().len() * self.bytes.as_ref().map_or(1, |bytes| bytes.values().len())
    }

    fn look(&self) -> Look {
        match self.color {
            When::Always => Look::Terminal { columns: terminal::columns() },
            When::Auto => colour::look(),
            When::Never => Look::Plain,
        }
    }
}
