//! JSON: stable, versioned, with times as exact decimal numbers in the machine's unit.
//!
//! Every document is an object with `schema`, the version ([`SCHEMA`]); of JSON lines the first has it. New fields may
//! appear in any version.
//!
//! | document | fields |
//! |---|---|
//! | `tree` | `unit` (`s` or `cycle`, of all times), `job` {`collective`, `leaves`, `waves`, `max_fanout`, `max_height`, `max_internal` where there is one}, `machine`, `model`, `objective`, `best` (a candidate), `status` (`optimal` or `best found`), `class` (null), `lower_bound` (on the objective), `bound_reason`, `gap_percent` (null where the bound is zero), with `--within` `within` {`percent`, `fastest` (the least time), `longest` (within the tolerance), `internal_nodes` (the fewest found), `internal_nodes_bound` (no tree within it has fewer)}, `startup` (C), `levels`, `candidates` (best first), `left_out` [{`family`, `parameters`, `reason`}] |
//! | `tree` under a port model | `unit`, `job` {`collective`, `leaves`, `bytes`}, `machine`, `model`, `objective` (`latency`), `gap` and `delivery` of the message (of a reduction, run backwards), `best` (a candidate), `status`, `class`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates`, `left_out` as for `tree` |
//! | `tree --leaves-per-host` | as `tree`, without `startup`, `levels` and `left_out`; `job` has also `leaves_per_host` and `hosts`; `best` and `candidates` are compositions: `family` (`two-level`), `parameters` {`leaders_per_host`}, `time`, `internal_nodes`, `height`, `among` (the tree among hosts: `leaves`, `fanouts`, `internal_nodes`, `height`), `within` (the trees inside hosts, each also with `count`, how many there are); `one_level` (the best tree that takes no account of hosts); `class` is what the compositions are of, whatever the status, and `class_bound` a lower bound on its times |
//! | `collective --ranks-per-host` | as `collective`, without `left_out`; `job` has also `ranks_per_host` and `hosts`; `best` and `candidates`: `family` (`lanes`, `leaders` or `one-level`), `parameters` (of lanes `senders`, the most ranks of a host that send to other hosts), `time`, `hosts_informed` (of lanes: when the last host has the message), `among` and `within` {`family`, `parameters`, `time`} (of leaders the collectives among hosts and inside each; of one level only `among`) |
//! | with `--certify` also | `certificate` {`method`, `result` (`proved`, `refuted` or `unknown`), `lower_bound` (null where refuted), `time` (of a faster tree, where refuted), `reason` (where unknown), `variables`, `constraints` (of the largest program), `nodes` (of branch and bound), `limit_seconds`} |
//! | with `--network` also | `network` {`network` (its spec), `routing`, `duplex` (`half` or `full`), `ports` (`all` or `one`), `seeds` (of the random mappings), `candidates` (by `identity`) [{`family`, `also` (other families whose best is the same), `parameters`, `place` (in the ranking of the model, from 1), `predicted` (the time by the model), `identity`, `linear` (the times on the network with ranks mapped so), `random` {`median`, `least`, `greatest`}}], `winners` [{`mapping` (`identity`, `linear` or `random`, of which the median counts), `family`, `parameters`, `place`, `time`, `is_models` (whether nothing is faster than the model's winner), `models_time` (of the model's winner there; null where it did not run), `models_slower_percent`}] (none where no candidate ran), `left_out` [{`family`, `parameters`, `place`, `reason`}]} |
//! | candidate | `family`, `parameters` (an object), `time` (one wave), `period`, `total` (for that objective), `fanouts` (of a level-uniform tree), `internal_nodes`, `height` |
//! | `--robust` | `best` stays the best at the profile's values; `robust` {`criterion` (`worst` or `mean`), `status` (of `choice`), `parameters` [{`parameter`, `value`, `low`, `high`, `mean`}] (those that are uncertain), `choice` (the robust tree or algorithm: `family`, `parameters`, `fanouts` of a level-uniform overlay tree, `height` and `root_fanout` of a tree of ranks, and its value `nominal` at the profile's values, its `least` and `worst` at the lower and upper ends of all ranges, and its `mean`), `nominal_choice` (the best at the profile's values, likewise), `regret` (what that loses by the criterion), `regret_percent`, `worst_scenarios` and `mean_scenarios` (how many machines the worst case or the mean is taken over: see [`Over`](crate::answer::Over); null where one is as good as all)}; values are null past the longest time |
//! | `--explain` | `break_points` [{`parameter`, `value`, `low` and `high` (the nearest value below and above at which another tree or algorithm wins; null where none was found down to zero, or up to 1,024 times the value), `low_winner` and `high_winner` (what wins there, as `choice`), `guarantee` (`exact`, `exact but for rounding` or `probed`: see [`Guarantee`](crate::answer::Guarantee)), `ends` (of the range, or half and twice the value) [{`at`, `best`, `regret` (what today's choice loses there)}]}]: parameters in the machine's unit, per byte where they are rates per byte |
//! | `levels` | for each level from the root: `level`, `internal_nodes`, `leaves`, `least_fanout`, `most_fanout`, `slowest` {`fanout`, `latency`, `overhead` {`constant`, `linear`, `quadratic`, `logarithmic`, `exponential`, `measured`}, `gap`, `filter`}: what the node on the slowest path adds |
//! | `collective` | `unit`, `job` {`collective`, `ranks`, `bytes`, `operands` (`any order` or `rank order`)}, `machine`, `model`, `objective` (`latency`), `best` {`family`, `parameters` (`segment` in bytes and `segments` where the message is cut), `time`, `period` (null where messages do not overlap), `height` and `root_fanout` of a tree}, `status` (`optimal`, `optimal in class` or `best found`), `class`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates` (the best of each family, and its best uncut where that is another; best first), `left_out` [{`family`, `parameters`, `reason`}] (families that have no candidate, or the first of their members that were no choice); with `--explain` `closed_forms` [{`family`, `parameters`, `exact` (the time), `time` (of the formula, a float), `segments`, `segment`, `formula`, `source`, `condition`}] |
//! | `collective` of the others, or under `tau_lop` and `loggph` | `unit`, `job` {`collective`, `ranks`, `bytes` (of the vector, or of a block: see [`MpiCollective::bytes_of`](crate::request::MpiCollective::bytes_of)), and where the model sees them `ranks_per_host`, `hosts`, `mapping` (`sequential`, `round-robin` or `listed`), `host_of_rank` (of a listed one)}, `machine`, `model`, `objective` (`latency`), `best` {`family`, `parameters` (`order` is `hosts` where neighbours are those [along the hosts](crate::model::stage::Numbering::Hosts)), `time`}, `stages` (of the best, in their order) [{`stages` (how many alike), `bytes` (of the longest message), `time` (of all of them), `who` (in words)}], `bandwidth` (bytes that some rank has to send or receive whatever the algorithm, over the time: a float; null for a barrier), `status`, `class`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates` (the best of each family, best first), `left_out` [{`family`, `reason`}], `other_models` (what the machine's other models would choose) [{`model`, `family`, `parameters`, `time` (by their account), `time_here` (by this one's)}] |
//! | with `--semantics loggopsim` or `atlahs` also | `semantics`, `executions` {`executed`, `excluded`, `left_out` (candidates), `operations`}, and of candidates `execution` {`predicted` (the time by the model), `pace` (`free`, or `paced`: ranks pause)} |
//! | `collective sum` | `unit`, `job` {`collective`, `values`, `ranks`}, `machine`, `model`, `objective` (`latency`), `addition` (the time of one), `best` {`family`, `time`, `values` (the most that can be summed in that time), `ranks` (that take part), `height` and `root_fanout` of the tree of partial sums, `budgets` [{`time`, `ranks`}] (when they have their sums, the root first)}, `status`, `class`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates` [{`family`, `time`}] (best first), `left_out` [{`family`, `reason`}] |
//! | `collective --model bgp` | `unit`, `job` {`collective`, `ranks`, `bytes`, `allocation` (`cubic` or `non-cubic`), for point-to-point `queue`, `hops`, `streams` (null for all links) and `contents` (`contiguous` or `strided`)}, `machine`, `model`, `objective` (`latency`), `accuracy` (`exact`, `bounded`, `dominant-term` or `asymptotic`), `best` {`family` (`library`), a duration}, `terms` [{`term`, a duration, `source`}], `bandwidth` of point-to-point {`worst_bisection`, `average_bisection` (null where not measured)}, in bytes per `unit`, `collective_network` of bcast (the least time of the bytes there, where that is known) |
//! | a duration | `time` where it is known; otherwise `time_low` and `time_high`, bounds on it |
//! | `fft` | `unit`, `job` {`collective`, `fft_size`, `element_bytes`, `ranks`}, `machine`, `model`, `objective` (`latency`), `accuracy`, `verdict` (`1d`, `2d` or `undecided`), `best` (the decomposition with the least upper bound) {`family` (`planes` or `pencils`), `parameters` {`rows`, `columns` of pencils}, a duration, `may_be_fastest`, `transposes` [{`group`, `groups`, `bytes` (of the longest block), a duration}]}, `candidates` (as `best`, by their upper bounds), `by_ranks` [{`ranks`, `verdict`, `planes`, `pencils` (as `best`, without `may_be_fastest`; null where not possible)}] (powers of two) |
//! | `tree` on unequal hosts | `unit`, `job` {`collective`, `leaves`, `front_end_factor`, `hosts`, `slots`}, `machine`, `model`, `objective` (`latency`), `best` {`family`, `parameters`, `hosts` (`searched`, `as given` or `fastest first`), `time`, `period`, `internal_nodes`, `height`}, `processes` (of the best tree, breadth-first) [{`host` (null for the front end), `factor`, `parent` (as an index of `processes`), `fanout`, `leaves` (among its children)}], `status`, `class`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates` (as `best`, best first), `left_out` [{`family`, `parameters`, `reason`}] |
//! | `collective` on unequal hosts | `unit`, `job` {`collective`, `ranks`, `bytes`}, `machine`, `model`, `objective` (`latency`), `best` {`family`, `hosts`, `time`, `height`, `root_fanout`}, `tree` (breadth-first) [{`rank`, `host`, `children` (ranks in the order of sends; a reduction receives from the last first)}], `status`, `class`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates` (as `best`, best first) |
//! | `tree --pareto period` | `unit`, `job`, `machine`, `model`, `pareto`, `front` (trees as candidates without family) |
//! | `tree --pareto internals` | `unit`, `job`, `machine`, `model`, `pareto`, `front` (by rising number of internal processes: trees as candidates without family, with `lower_bound` and `gap_percent`, 0 where exact) |
//! | `map` | `unit`, `machine`, `model`, `collective`, `operands` (`any order` or `rank order`; null for collectives that are costed stage by stage), `ranks_per_host` and `mapping` where the model sees them, `ranks` and `bytes` (the values along the two sides; `bytes` is null where there are no sizes), `cells` (by ranks, then by bytes), `crossovers`, `unsettled` |
//! | a cell of `map` | `ranks`, `bytes`; and where a time is representable `family`, `parameters` (as for `collective`), `time`, `status`, `lower_bound`, `bound_reason`, `gap_percent`, `runner_up` {`family`, `parameters`, `time`} (the best of another family; null where there is none), `margin_percent` (by how much its time exceeds the winner's; null where there is none, or the winner's time alone is zero) |
//! | a crossover of `map` | `along` (`bytes` or `ranks`), `ranks`, `bytes`, `from` (the family that wins one byte or rank before), `to` (the family that wins here), `exact` (whether all changes between the two neighbouring cells are listed) |
//! | an element of `unsettled` of `map`: neighbouring cells between which the winner may change more often than is listed | `along`, `ranks` and `bytes` (each of the one and of the other; `bytes` is null where there are no sizes), `exact` (false) |
//! | `map` as JSON lines (`--shard`, `--emit jsonl`) | one object a line: the fields of `map` before `cells`, with `schema` (in the first shard only); then each cell, followed by the crossovers on the way to it and the `unsettled` that end in it |
//! | `regress` | `cases` (how many there are), `failures` [{`file`, `case` (its name), `line`, `message` (why there is no answer to compare), `deviations` [{`line`, `path`, `expected`, `found` (null where it is not in the answer), `percent` (by which a number is larger; null where it is none)}]}] |
//! | `score` | `unit`, `machine`, `model`, `tree`, `collective`, `leaves`, the fields of a tree, `startup`, `levels`, `best` (the best tree for as many leaves) and its `status` |
//! | `simulate` | `unit`, `title`, of a file `file` and `goal_tick`, of a plan `job`, `family` and `parameters` as for `tree` and `collective`, `machine`, `model`, `semantics`, `time` (when the last rank is done), `predicted` (by the plan; null for a file), `last_rank`, `rank_times` (when each rank is done, from rank 0; null beyond 65,536 ranks), `ranks`, `operations`, `messages`, `bytes`, `utilisation` {`sends`, `receptions`, `calculations`, `busy`, `interface`: {`mean_percent`, `least_percent`, `most_percent`, `most_rank`}}, `critical_path` [{`rank`, `operation`, `kind`, `peer`, `bytes`, `reason`, `start`, `end`, `waited`, `performed`}], `critical_path_totals` {`send`, `wire`, `receive`, `calculate`, `gap`, `clock`, `other`} (both null where there is no timeline: `simulate` keeps one up to 2^25 operations, and of plans that it executes in parts up to 2^23), for waves under `tan` and `logp` `critical_path_nodes` {`latency`, `overhead` (as in `levels`), `gap`, `filter`, `startup`, `other`}: see [`timeline::json`](super::timeline::json) |
//! | an estimate of `fit` | `value`, `standard_error`, `low`, `high` (of the 95 % interval): floats in `unit`; of a rate without unit |
//! | `fit` | `unit`, `name`, `latency` {`latency` (L, an estimate), `center` (`mean` or `median`), `mean`, `median`, `standard_deviation`, `least`, `greatest`, `bimodal` {`lower` and `upper` {`samples`, `mean`, `standard_deviation`}, `separation`} (null where there is one group), an experiment}, `chain` {`startup` (C), `overhead` (b), `level` (L + 2b), an experiment, a regression}, `fan_in` {`form`, `criterion` (`aicc` or `adjusted-r2`; null where the form was given), `constant` (b), `growth` {`linear`, `quadratic`, `logarithmic`, `scale` and `rate`: estimates, those that the form has}, `offset` (L + b), `least` and `most` (fan-ins measured), an experiment, `candidates` [{`form`, `physical` (`free`, `constrained` or `impossible`), a regression}]}, `warnings` (in words), `own_data` {`chain`, `fan_in`: [{`at`, `measured` (the mean), `predicted` (by the profile's model), `error_percent`}]}, `choice` {`leaves`, `family`, `fanouts`, `time`, `least` and `worst` (over all intervals; null where there are none), `most_lost_percent` (with one parameter at an end of its interval)}, `validation` (null where it is not asked for)} |
//! | an experiment of `fit` | `origin`, `samples` (that count), `dropped` [{`at`, `time`, `line`}] (outliers that were left out), `weighed_down` (how many samples count less) |
//! | a regression of `fit` | `r_squared`, `adjusted_r_squared`, `aicc` (null where the samples are too few), `noise` (`absolute` or `relative`), `deviation` (of the noise: in `unit`, or over the time), `degrees_of_freedom`, `points` |
//! | `validation` | `trees` [{`tree`, `leaves`, `samples`, `mean`, `standard_deviation`, `predictions` [{`model`, `time`, `error_percent`}], `nearest` (the model with the least error)}], `models` [{`model`, `mean_error_percent`, `worst_error_percent` (of the errors' sizes), `nearest_for` (how many trees)}] |
//! | `fit` of messages | `unit`, `name`, `origin`, `alpha_beta` {`alpha`, `beta`}, `logp` {`latency`, `overhead_send`, `overhead_receive`, `gap`}, `loggp` (as `logp`, with `gap_per_byte`), `plogp` {`latency`, `overhead_send`, `overhead_receive`, `gap`: [{`bytes`, `time`}]} (estimates, whose `standard_error` is 0 where it is not known; null for models that were not fitted), `lines` [{`quantity`, `start` (the size at which the line has its intercept: 0 or 1), `intercept`, `slope` (a byte), `least_bytes`, `most_bytes`, `samples`, `discarded`, a regression}], `missing`, `assumptions`, `warnings` (in words) |
//! | `fit --machine --validate` | `unit`, `machine`, `validation` |
//! | `study learn` | `name`, `rows`, `transform` (`log` or `raw`), `threshold` (nats), `max_conditions`, `deterministic` {`one`, `two`} (the shares of variance that functions of one and of two variables may leave; null: not sought), `variables` [{`name`, `scale` (`log`, `raw` or `discrete`), `input`, `deterministic`}], `edges` [{`from`, `to`, `kind` (`directed`, `deterministic` or `undirected`), `information` (nats), `required`}], `functions` [{`variable`, `parents`, `residual_variance`, `degree`, `alternatives`}], `separations` [{`pair`, `given`, `information` (null where it was not tested), `reason` (`independent`, `function`, `equivalent` or `forbidden`)}], `equivalences` [{`reference`, `kept`, `others`, `decision` (`simpler`, `cause` or `undecided`)}], `tests` [{`pair`, `given`, `information`}], `warnings` |
//! | `synth` | `machine`, `noise_percent`, `seed`, `repetitions`, `files` [{`file`, `samples`}] |
//! | `network show` | `unit`, `network` (its name), `class` (null of files), `directed`, `nodes`, `endpoints` (nodes that run processes), `links`, `degree` {`least`, `mean`, `most`}, `relConnect` (links of a node over the number of nodes), `diameter`, `avgDistance` (hops between endpoints; null where the search would take too long), `bisection` {`links`, `certainty` (`exact`, or `estimate`: an upper bound)} (null where there are too many links), `latency` and `per_byte` {`least`, `most`} (of the links; null without any) |
//! | `network simulate` | `unit`, `network` (its spec), `routing`, `duplex` (`half` or `full`), `ports` (`all` or `one`), of a scheme `scheme` and `bytes` (of each message), of a plan `plan` (its file), `mapping` and `ranks` (when each is done), `time` (when all is done), `messages`, `hops`, `variables` {`nodes`, `avgNodeMsgs`, `commT`, `timePerNodeMsgs`, `avgTravelT`, `avgHops`, `maxHops`, `avgQueueT`, `relConnect`, `avgDistance` and `diameter` (of the network; null where it has too many pairs of nodes)} (times in `unit`, means as floats), `busiest_links` (at most five) [{`link`, `from`, `to`, `direction` (`any`, or `one` where each direction is a link's own), `messages`, `busy`}] |
//! | `study couples` | `class` (of the networks), `scheme` (their kind), `seed`, `couples` [{`couple` (its number), `network`, `scheme` (the specs that make it again), `variables` (the columns of the CSV by their names: floats, times in units of a hop)}] |
//! | `study factors` | `nodes`, `node_msgs`, `benchmark` (networks, and schemes), `instances`, `sets`, `seed`, `refT`, `networks` and `schemes` [{`class`, `benchmarkT`, `factor`, `among_instances` (standard deviation of the factor; null of one instance)}], `errors` [{`scheme`, `network`, `relative_percent`, `bias_percent` (below 0 where predictions are too high)}], `correlation` (null where there is none), `predictions` of the first benchmark [{`predicted`, `real`}]; means over the sets as {`mean`, `standard_deviation`} |
//! | `study combinations` | `couples` (of each combination), `seed`, `threshold` (nats), `max_conditions`, `reference` (the model of random schemes on random networks), `combinations` (by schemes, then by networks) [a model, `verdict` (`=`: it has the relations of the reference, `#`: others), `differences` {`missing`, `additional`, `no_function`, `new_function` (relations that both have, and that are functions in one of the two alone): [[variable, variable]], `constant`, `without` (parameters that the combination does not have), `equivalent` (groups of variables that are functions of one another and count as one), `unrelated` [{`pair`, `information`}] (what `indexShift` and the like share with `timePerNodeMsgs` where there is no relation; null where it was not asked)}, `published` {`verdict`, `notes` [{`number`, `says`, `holds` (of the model)}]} (Lemeire, Dirkx and Colitti 2008, section 5.2; null where it has no entry), `agrees` (whether the verdict is that published; null likewise)], `published` and `agreeing` (how many have an entry, and in how many the verdict is that) |
//! | a model of `study combinations` | `scheme`, `network`, `edges` [{`from`, `to`, `kind`, `information`}] (as for `study learn`), `constants` (variables that were left out, with one value in all couples), `performance` [{`variable`, `least`, `most`, `nearly_constant`}] (times in units of a hop), `warnings` |
//! | `check` | `file`, `format`, `valid`, `statements`, `processes`, `errors`, `warnings` (those that are not listed included), `faults` [{`severity`, `fault`, `line`, `column`, `message`, `hint`}] |
//! | `check` of a GOAL schedule | `file`, `format`, `valid`, `ranks`, `operations`, `messages`, `dependencies`, `matched` (whether every send was looked for where it is received: `all`, `in part` where some operations cannot be read, `none`), `errors`, `warnings` (all, while `faults` lists the first 20 of each kind), `faults` as above, with `byte` instead of `line` and `column` in a packed one |
//! | `list` | `entries` [{`name`, `of` (`overlay trees` or `collectives among ranks`; of models and families; `classes of networks` or `built-in networks`), `accuracy` (of models: `exact`, `bounded`, `dominant-term` or `asymptotic`), `description`, `sections`, `source`}] |
//! | status 1, no answer | `infeasible` {`reason`, `message` (what text says: the reason, and what to change), of a limit that is short `constraint` (the option, or what the hosts come from), `needed`, `available`, `short`, `least_height` where a greater height would do, `least_internal` where more internal processes would} |

mod answer;
mod beside;
mod bgp;
mod budget;
mod causal;
#[cfg(feature = "milp")]
mod certificate;
mod claim;
mod combinations;
mod execution;
mod factors;
mod fft;
mod fit;
mod infeasible;
mod leaves;
mod left_out;
mod mpi;
mod network_ranking;
mod network_simulation;
mod port_fit;
mod ranks;
mod regression;
mod study;
mod sum;
mod synth;
mod two_level;
mod uncertain;
mod unequal;

pub use answer::answer;
pub use beside::Beside;
pub use bgp::library;
pub use budget::internals;
pub use causal::causal;
pub use combinations::combinations;
pub use factors::factors;
pub use fft::fft;
pub use fit::{fit, validation};
pub use infeasible::{infeasible, refused};
pub use leaves::leaves;
pub use mpi::mpi;
pub use network_simulation::network_simulation;
pub use port_fit::port_fit;
pub use ranks::{ranks, ranks_studied};
pub use regression::regression;
pub use study::study;
pub use sum::sum;
pub use synth::synth;
pub use two_level::{two_level, two_level_ranks};

pub(super) use leaves::JobJson as LeafJobJson;
pub(super) use mpi::JobJson as MpiJobJson;
pub(super) use ranks::JobJson as RankJobJson;
pub use unequal::{unequal, unequal_ranks};

use super::Subject;
use crate::answer::{Candidate, Plan, Study};
use crate::machine::OverheadShares;
use crate::request::{Collective, Job, Limits, Objective};
use crate::search::overlay::Optimum;
use crate::tree::families::Parameters;
use crate::tree::{Level, Score, Shape, level_fanouts, levels, score};
use crate::units::{Clock, Time};
use beside::BesideJson;
use budget::WithinJson;
use claim::ClaimJson;
use left_out::LeftOutJson;
use serde::Serialize;
use serde_json::value::RawValue;
use uncertain::StudyJson;

/// The version of every JSON document here; it grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// A time as an exact decimal number in the clock's unit.
pub(super) type Number = Box<RawValue>;

pub(super) fn number(time: Time, clock: Clock) -> Number {
    RawValue::from_string(time.decimal(clock)).expect("a decimal number is JSON")
}

/// What was asked.
#[derive(Debug, Serialize)]
pub(super) struct JobJson {
    collective: Collective,
    leaves: u64,
    waves: Option<u64>,
    max_fanout: Option<u64>,
    max_height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_internal: Option<u64>,
}

impl JobJson {
    fn new(job: &Job) -> Self {
        let waves = match job.objective {
            Objective::Total { waves } => Some(waves),
            Objective::Latency | Objective::Period => None,
        };
        let (collective, leaves) = (job.collective, job.leaves());
        let Limits { max_fanout, max_height, max_internal } = job.limits;
        Self { collective, leaves, waves, max_fanout, max_height, max_internal }
    }

    /// The same for so many waves, whatever the objective.
    pub(super) fn of_waves(job: &Job, waves: u64) -> Self {
        Self { waves: Some(waves), ..Self::new(job) }
    }
}

/// A tree with its score.
#[derive(Debug, Serialize)]
struct TreeJson {
    time: Number,
    period: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fanouts: Option<Vec<u64>>,
    internal_nodes: u64,
    height: u32,
}

impl TreeJson {
    fn new(shape: &Shape, score: Score, total: Option<Time>, clock: Clock) -> Self {
        Self {
            time: number(score.time, clock),
            period: number(score.period, clock),
            total: total.map(|total| number(total, clock)),
            fanouts: level_fanouts(shape),
            internal_nodes: shape.internal_nodes(),
            height: shape.height(),
        }
    }
}

#[derive(Debug, Serialize)]
struct CandidateJson<'a> {
    family: &'a str,
    parameters: &'a Parameters,
    #[serde(flatten)]
    tree: TreeJson,
}

impl<'a> CandidateJson<'a> {
    fn new(candidate: &'a Candidate, objective: Objective, clock: Clock) -> Self {
        let total = matches!(objective, Objective::Total { .. }).then_some(candidate.value);
        let tree = TreeJson::new(&candidate.shape, candidate.score, total, clock);
        Self { family: candidate.family, parameters: &candidate.parameters, tree }
    }
}

/// Where the time goes on one level: what its node on the slowest path adds, by component.
#[derive(Debug, Serialize)]
struct LevelJson {
    level: usize,
    internal_nodes: u64,
    leaves: u64,
    least_fanout: u64,
    most_fanout: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    slowest: Option<SlowestJson>,
}

#[derive(Debug, Serialize)]
struct SlowestJson {
    fanout: u64,
    latency: Number,
    overhead: OverheadJson,
    gap: Number,
    filter: Number,
}

#[derive(Debug, Serialize)]
pub(super) struct OverheadJson {
    constant: Number,
    linear: Number,
    quadratic: Number,
    logarithmic: Number,
    exponential: Number,
    measured: Number,
}

impl OverheadJson {
    pub(super) fn new(overhead: &OverheadShares, clock: Clock) -> Self {
        let number = |time| number(time, clock);
        Self {
            constant: number(overhead.constant),
            linear: number(overhead.linear),
            quadratic: number(overhead.quadratic),
            logarithmic: number(overhead.logarithmic),
            exponential: number(overhead.exponential),
            measured: number(overhead.measured),
        }
    }
}

fn levels_json(shape: &Shape, subject: &Subject) -> Vec<LevelJson> {
    let number = |time| number(time, subject.clock);
    let level_json = |(level, here): (usize, Level)| LevelJson {
        level,
        internal_nodes: here.internal_nodes,
        leaves: here.leaves,
        least_fanout: here.least_fanout,
        most_fanout: here.most_fanout,
        slowest: here.slowest.map(|node| {
            let parts = node.breakdown;
            SlowestJson {
                fanout: node.fanout,
                latency: number(parts.latency),
                overhead: OverheadJson::new(&parts.overhead, subject.clock),
                gap: number(parts.gap),
                filter: number(parts.filter),
            }
        }),
    };
    // Only trees that were scored are reported.
    levels(shape, subject.cost).unwrap_or_default().into_iter().enumerate().map(level_json).collect()
}

/// The answer of `tree`.
#[derive(Debug, Serialize)]
struct BestJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    best: CandidateJson<'a>,
    #[serde(flatten)]
    claim: ClaimJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<WithinJson>,
    startup: Number,
    levels: Vec<LevelJson>,
    candidates: Vec<CandidateJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
    #[serde(flatten)]
    study: StudyJson<'a>,
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// `tree` as JSON.
///
/// Fields: `schema`, `unit` (`s` or `cycle`: the unit of all times), `job`, `machine`, `model`, `objective`, `best`
/// {`family`, `parameters`, `time`, `period`, `total` (for that objective), `fanouts` (of a level-uniform tree),
/// `internal_nodes`, `height`}, `status`, `class`, `lower_bound` (on the objective), `bound_reason`, `gap_percent`,
/// `startup` (C), `levels` (where the time of the best tree goes), `candidates` (as `best`, best first) and `left_out`.
#[must_use]
pub fn best(plan: &Plan, subject: &Subject) -> String {
    best_studied(plan, subject, &Study::NONE, &Beside::default())
}

/// `tree --robust` and `--explain` as JSON: [`best`] with `robust` or `break_points`, which are listed [above](self), and what
/// stands beside it.
#[must_use]
pub fn best_studied(plan: &Plan, subject: &Subject, study: &Study<Candidate>, beside: &Beside) -> String {
    let (clock, objective) = (subject.clock, plan.job.objective);
    let candidate = |candidate| CandidateJson::new(candidate, objective, clock);
    let best = BestJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson::new(&plan.job),
        machine: subject.machine,
        model: subject.model,
        objective: objective.name(),
        best: candidate(plan.best()),
        claim: ClaimJson::new(&plan.claim, clock),
        within: plan.within.as_ref().map(|within| WithinJson::new(within, clock)),
        startup: number(subject.cost.startup(), clock),
        levels: levels_json(&plan.best().shape, subject),
        candidates: plan.candidates().iter().map(candidate).collect(),
        left_out: LeftOutJson::members(&plan.left_out),
        study: StudyJson::new(study, clock),
        beside: BesideJson::new(*beside, clock),
    };
    document(&best)
}

#[derive(Debug, Serialize)]
struct FrontJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    pareto: &'static str,
    front: Vec<TreeJson>,
}

/// `tree --pareto period` as JSON: `front` lists the trees that no other beats in both time and period.
#[must_use]
pub fn front(front: &[Optimum], job: &Job, subject: &Subject) -> String {
    let tree = |tree: &Optimum| TreeJson::new(&tree.shape, tree.score, None, subject.clock);
    document(&FrontJson {
        schema: SCHEMA,
        unit: subject.clock.symbol(),
        job: JobJson::new(job),
        machine: subject.machine,
        model: subject.model,
        pareto: "period",
        front: front.iter().map(tree).collect(),
    })
}

#[derive(Debug, Serialize)]
struct ScoreJson<'a> {
    schema: u32,
    unit: &'static str,
    machine: &'a str,
    model: &'a str,
    tree: &'a str,
    collective: Collective,
    leaves: u64,
    #[serde(flatten)]
    score: TreeJson,
    startup: Number,
    levels: Vec<LevelJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<CandidateJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
}

/// `score` as JSON: the tree's `time`, `period`, size and `levels`, and `best`, the best tree for as many leaves.
///
/// # Errors
/// [`crate::tree::ScoreError`] where the tree cannot be scored.
pub fn scored(
    name: &str,
    shape: &Shape,
    collective: Collective,
    best: Option<&Plan>,
    subject: &Subject,
) -> Result<String, crate::tree::ScoreError> {
    let clock = subject.clock;
    Ok(document(&ScoreJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        machine: subject.machine,
        model: subject.model,
        tree: name,
        collective,
        leaves: shape.leaves(),
        score: TreeJson::new(shape, score(shape, subject.cost)?, None, clock),
        startup: number(subject.cost.startup(), clock),
        levels: levels_json(shape, subject),
        best: best.map(|plan| CandidateJson::new(plan.best(), plan.job.objective, clock)),
        status: best.map(|plan| plan.claim.status.name()),
    }))
}

/// Pretty-printed, with a final newline.
pub(super) fn document(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("all keys are strings") + "\n"
}
