//! `logpine study factors`: a factor for each network and each scheme, and the predictions of their products.

use super::class::{NetworkClass, SchemeKind, given_or};
use super::couples::simulated;
use crate::cli::args::{Format, count, narrow_count};
use crate::cli::colour::reported;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::cli::output::OutputArgs;
use crate::cli::progress::{Bar, LimitArgs};
use crate::cli::steps;
use crate::report::{json, network, text};
use crate::request::Refusal;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use logpine_network::{Class, SchemeClass};
use logpine_study::{FactorQuestion, FactorTable, Study, StudyError};

/// Performance factors of classes of networks and kinds of schemes (Lemeire, Dirkx and Colitti 2008): the time of each on
/// a benchmark of random ones, and how far their product is off as a prediction.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine study factors
  logpine study factors --nodes 64 --node-msgs 10 --networks torus,ring
  logpine study factors --emit fig7 -o fig7.svg --emit fig8 -o fig8.svg")]
pub struct Factors {
    /// Number of nodes of every network.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value_t = 25)]
    nodes: u32,

    /// Mean number of messages per node in random schemes.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value_t = 25)]
    node_msgs: u32,

    /// Classes of networks, joined by commas [default: random,torus,neighbour,planar,star,ring].
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CLASSES")]
    networks: Vec<NetworkClass>,

    /// Kinds of schemes, joined by commas [default: all].
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS")]
    schemes: Vec<SchemeKind>,

    /// Number of random networks, and of random schemes, in a benchmark.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value_t = 50)]
    benchmark: u32,

    /// Number of networks of each class, and of schemes of each kind, if there is more than one.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value_t = 25)]
    instances: u32,

    /// Number of benchmarks over which means are taken.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "N", default_value_t = 10)]
    sets: u32,

    /// Seed; the same seed gives the same factors.
    #[arg(long, value_parser = count, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    limit: LimitArgs,

    /// Writes a picture, or the JSON, to the -o that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<FactorFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Formats of factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FactorFormat {
    /// The paper's figure 7: times against mean distances, of 200 couples of any size.
    Fig7,
    /// The paper's figure 8: real against predicted times; needs random networks and random schemes.
    Fig8,
    /// The factors as JSON.
    Json,
}

/// Couples of figure 7.
const COUPLES: u64 = 200;

impl Factors {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let requests = self.output.requests(&self.emit)?;
        let question = self.question();
        let has_predictions =
            question.classes.contains(&Class::Random) && question.schemes.contains(&SchemeClass::Random);
        if self.emit.contains(&FactorFormat::Fig8) && !has_predictions {
            return Err(bad_input(anyhow!("--emit fig8 needs random among --networks and among --schemes")));
        }
        let bar = Bar::within("simulations", self.limit);
        let table = bar.around("simulating couples", || FactorTable::new(&question, &bar));
        let table = table.map_err(|error| match error {
            StudyError::Stopped { .. } => Refusal::stopped(&error).into(),
            error => bad_input(error),
        })?;
        let figure = steps::again_if(!self.emit.contains(&FactorFormat::Fig7), "--emit fig7 -o fig7.svg");
        let mut files = Vec::new();
        for (emitted, path) in requests {
            let contents = match emitted {
                FactorFormat::Fig7 => {
                    let study = Study::new(Class::Random, SchemeClass::Random, self.seed).map_err(bad_input)?;
                    network::time_by_distance(&study, &simulated(&study, 0..COUPLES)?)
                }
                FactorFormat::Fig8 => network::real_by_predicted(&question, &table),
                FactorFormat::Json => json::factors(&question, &table),
            };
            files.push((emitted, path, contents));
        }
        self.output.write(files)?;
        let shown = || {
            let mut page = text::factors(&question, &table);
            page.next([figure]);
            page
        };
        Ok(reported(format, shown, || json::factors(&question, &table)))
    }

    fn question(&self) -> FactorQuestion {
        let usual = FactorQuestion::default();
        FactorQuestion {
            classes: given_or(&self.networks, |class| class.0, usual.classes),
            schemes: given_or(&self.schemes, |kind| kind.0, usual.schemes),
            nodes: self.nodes,
            node_msgs: self.node_msgs,
            benchmark: self.benchmark,
            instances: self.instances,
            sets: self.sets,
            seed: self.seed,
        }
    }
}
