//! JSON: stable, versioned, with times as exact decimal numbers in the machine's unit.
//!
//! Every document is an object with `schema`, the version (2); of JSON lines the first has it. New fields may
//! appear in any version.
//!
//! Version 2 has other names for parts of the request and for the bandwidth of a torus:
//!
//! | version 1 | version 2 |
//! |---|---|
//! | `job` of answers and of `simulate` | `request` |
//! | `bandwidth` {`worst_bisection`, `average_bisection`} of `point-to-point` | `bisection` |
//!
//! Documents and their fields:
//!
//! | document | fields |
//! |---|---|
//! | an answer (`tree`, `collective`, `fft`, `answer`) | those of the [schema], which `logpine list schema` prints: `request` (what was asked), `machine`, `model`, `best`, `status`, `lower_bound`, `bound_reason`, `gap_percent`, `candidates` (best first), `left_out`, and what a kind adds: `levels`, `warnings` (in words: what the answer needs outside the measurements behind the profile, and doubts about these; absent without any, as in `map`, `score`, `simulate` and `tune write`), `slot_limit` {`max_internal`, `reason` (in words), `time_without` and `internal_nodes_without` (of the best tree without this limit)}, `stages`, `processes`, `front` (with `stopped`, true, if its search was stopped), `robust`, `break_points` (with `unexamined`, the names of parameters that were not, because the search was stopped), `certificate`, `network`, ... |
//! | `map` | `unit`, `machine`, `model`, `collective`, `operands` (`any order` or `rank order`; null for collectives that are costed stage by stage), `ranks_per_host` and `mapping` if the model takes them into account, `ranks` and `bytes` (the values along the two sides; `bytes` is null if there are no sizes), `cells` (by ranks, then by bytes), `crossovers`, `unsettled` |
//! | a cell of `map` | `ranks`, `bytes`; and if a time is representable `family`, `parameters` (as for `collective`), `time`, `status`, `lower_bound`, `bound_reason`, `gap_percent`, `runner_up` {`family`, `parameters`, `time`} (the best of another family; null if there is none), `margin_percent` (the excess of its time over the winner's; null if there is none, or the winner's time alone is zero) |
//! | a crossover of `map` | `along` (`bytes` or `ranks`), `ranks`, `bytes`, `from` (the family that wins one byte or rank before), `to` (the family that wins here), `exact` (whether all changes between the two neighbouring cells are listed) |
//! | an element of `unsettled` of `map`: neighbouring cells between which the winner may change more often than is listed | `along`, `ranks` and `bytes` (each of the one and of the other; `bytes` is null if there are no sizes), `exact` (false) |
//! | `map` as JSON lines (`--shard`, `--emit jsonl`) | one object a line: of a shard `shard` (as `2/4`) and `of` (the whole in words, the same in all shards); the fields of `map` before `cells`, with `schema` (in the first shard only); then each cell, followed by the crossovers on the way to it and the `unsettled` that end in it |
//! | `regress` | `cases` (their number), `failures` [{`file`, `case` (its name), `line`, `message` (why there is no answer to compare), `deviations` [{`line`, `path`, `expected`, `found` (null if it is not in the answer), `renamed` (its name in the answer now, if that is the reason), `percent` (the excess of a number; null if it is none)}]}] |
//! | `score` | `unit`, `machine`, `model`, `tree`, `collective`, `leaves`, the fields of a tree, `startup`, `levels`, `best` (the best tree for as many leaves, or members) and its `status`, `best_setting` (of a system's setting: the best tree that the system makes), `slot_limit` as for `tree` |
//! | `simulate` | `unit`, `title`, of a file `file` and `goal_tick`, of a plan `request`, `family` and `parameters` as for `tree` and `collective`, `machine`, `model`, `semantics`, `time` (when the last rank is done), `predicted` (by the plan; null for a file), `last_rank`, `rank_times` (when each rank is done, from rank 0; null beyond 65,536 ranks), `ranks`, `operations`, `messages`, `bytes`, `utilisation` {`sends`, `receptions`, `calculations`, `busy`, `interface`: {`mean_percent`, `least_percent`, `most_percent`, `most_rank`}}, `critical_path` [{`rank`, `operation`, `kind`, `peer`, `bytes`, `reason`, `start`, `end`, `waited`, `performed`}], `critical_path_totals` {`send`, `wire`, `receive`, `calculate`, `gap`, `clock`, `other`} (both null if there is no timeline: `simulate` keeps one up to 2^25 operations, and of plans that it executes in parts up to 2^23), for waves under `tan` and `logp` `critical_path_nodes` {`latency`, `overhead` (as in `levels`), `gap`, `filter`, `startup`, `other`}: see [`timeline::json`](super::timeline::json) |
//! | an estimate of `fit` | `value`, `standard_error`, `low`, `high` (of the 95 % interval): floats in `unit`; of a rate without unit |
//! | a verdict of `fit` | `verdict` (`good`, `usable` or `poor`), `largest_error_percent` (of what the profile predicts for the measured waves to one node and over whole trees, one-way times and gaps, or rates, of either sign; null if it repeats them, or a measured time is 0) |
//! | `fit` | `unit`, `name`, a verdict, `latency` {`latency` (L, an estimate), `center` (`mean` or `median`), `mean`, `median`, `standard_deviation`, `least`, `greatest`, `bimodal` {`lower` and `upper` {`samples`, `mean`, `standard_deviation`}, `separation`} (null if there is one group), an experiment}, `chain` {`startup` (C), `overhead` (b), `level` (L + 2b), an experiment, a regression}, `fan_in` {`form`, `criterion` (`aicc` or `adjusted-r2`; null if the form was given), `constant` (b), `growth` {`linear`, `quadratic`, `logarithmic`, `scale` and `rate`: estimates, those that the form has}, `offset` (L + b), `least` and `most` (fan-ins measured), an experiment, `candidates` [{`form`, `physical` (`free`, `constrained` or `impossible`), a regression}]}, `warnings` (in words), `own_data` {`chain`, `fan_in`: [{`at`, `measured` (the mean), `predicted` (by the profile's model), `error_percent`}]}, `choice` {`leaves`, `family`, `fanouts`, `time`, `least` and `worst` (over all intervals; null if there are none), `most_lost_percent` (with one parameter at an end of its interval)}, `validation` (null if it is not asked for)}, `messages` (if they were measured too: the fields of a `fit` of messages from `origin` on) |
//! | an experiment of `fit` | `origin`, `samples` (that count), `dropped` [{`at`, `time`, `line`}] (outliers that were left out), `weighed_down` (the number of samples that count less) |
//! | a regression of `fit` | `r_squared`, `adjusted_r_squared`, `aicc` (null if the samples are too few), `noise` (`absolute` or `relative`), `deviation` (of the noise: in `unit`, or over the time), `degrees_of_freedom`, `points` |
//! | `validation` | `trees` [{`tree`, `leaves`, `samples`, `mean`, `standard_deviation`, `predictions` [{`model`, `time`, `error_percent`}], `nearest` (the model with the least error)}], `models` [{`model`, `mean_error_percent`, `worst_error_percent` (of the errors' sizes), `nearest_for` (how many trees)}] |
//! | `fit` of messages | `unit`, `name`, a verdict, `origin`, `alpha_beta` {`alpha`, `beta`}, `piecewise` {`pieces`: [{`up_to` (bytes; null of the last), `alpha`, `beta`}]} (where several lines describe the times better), `logp` {`latency`, `overhead_send`, `overhead_receive`, `gap`}, `loggp` (as `logp`, with `gap_per_byte`), `loggops` (as `loggp`, with `overhead_per_byte` and `rendezvous_above`, in bytes or null), `plogp` {`latency`, `overhead_send`, `overhead_receive`, `gap`: [{`bytes`, `time`}]} (estimates, whose `standard_error` is 0 if it is not known; null for models that were not fitted), `lines` [{`quantity`, `start` (the size at which the line has its intercept: 0 or 1), `intercept`, `slope` (a byte), `least_bytes`, `most_bytes`, `samples`, `discarded`, a regression}], `missing`, `assumptions`, `warnings` (in words), `within_host` (the fields from `origin` on, of ranks of one host; or null) |
//! | `fit` of rates | `unit`, `name`, a verdict, `source`, `samples`, `overhead_per_child` (an estimate), `constant` (of each node, if the rates ask for one: an estimate), `fanouts` (the least and the greatest measured), `measured_over_predicted` (the smallest and the largest ratio of a measured period to the predicted one) |
//! | `fit --machine --validate` | `unit`, `machine`, `validation` |
//! | `study learn` | `name`, `rows`, `transform` (`log` or `raw`), `threshold` (nats), `max_conditions`, `deterministic` {`one`, `two`} (the shares of variance that functions of one and of two variables may leave; null: not sought), `variables` [{`name`, `scale` (`log`, `raw` or `discrete`), `input`, `deterministic`}], `edges` [{`from`, `to`, `kind` (`directed`, `deterministic` or `undirected`), `information` (nats), `required`}], `functions` [{`variable`, `parents`, `residual_variance`, `degree`, `alternatives`}], `separations` [{`pair`, `given`, `information` (null if it was not tested), `reason` (`independent`, `function`, `equivalent` or `forbidden`)}], `equivalences` [{`reference`, `kept`, `others`, `decision` (`simpler`, `cause` or `undecided`)}], `tests` [{`pair`, `given`, `information`}], `warnings` |
//! | `machine show` | `unit`, `name`, `description`, `source`, `sections`, `measured_fanouts`, `measured_bytes`, `measured_ranks` (least and most; null if the profile does not say), `numbers` [{`section`, `name`, `value` (as in a profile, with its unit), `low`, `high` (absent without a range)}] |
//! | `synth` | `machine`, `noise_percent`, `seed`, `repetitions`, `files` [{`file`, `samples`}] |
//! | `measure overlay` | `comments` (the heads of the files), `clock_error_ns` (the largest error of a clock), `skew_ns` (the longest time between the first and the last leaf of a wave), `files` [{`file`, `samples`}] |
//! | `network show` | `unit`, `network` (its name), `class` (null of files), `directed`, `nodes`, `endpoints` (nodes that run processes), `links`, `degree` {`least`, `mean`, `most`}, `relConnect` (links of a node over the number of nodes), `diameter`, `avgDistance` (hops between endpoints; null if the search would take too long), `bisection` {`links`, `certainty` (`exact`, or `estimate`: an upper bound)} (null if there are too many links), `latency` and `per_byte` {`least`, `most`} (of the links; null without any) |
//! | `network simulate` | `unit`, `network` (its spec), `routing`, `duplex` (`half` or `full`), `ports` (`all` or `one`), of a scheme `scheme` and `bytes` (of each message), of a plan `plan` (its file), `mapping` and `ranks` (when each is done), `time` (when all is done), `messages`, `hops`, `variables` {`nodes`, `avgNodeMsgs`, `commT`, `timePerNodeMsgs`, `avgTravelT`, `avgHops`, `maxHops`, `avgQueueT`, `relConnect`, `avgDistance` and `diameter` (of the network; null if it has too many pairs of nodes)} (times in `unit`, means as floats), `busiest_links` (at most five) [{`link`, `from`, `to`, `direction` (`any`, or `one` if each direction is a link's own), `messages`, `busy`}] |
//! | `study couples` | `class` (of the networks), `scheme` (their kind), `seed`, `couples` [{`couple` (its number), `network`, `scheme` (the specs that make it again), `variables` (the columns of the CSV by their names: floats, times in units of a hop)}] |
//! | `study factors` | `nodes`, `node_msgs`, `benchmark` (networks, and schemes), `instances`, `sets`, `seed`, `refT`, `networks` and `schemes` [{`class`, `benchmarkT`, `factor`, `among_instances` (standard deviation of the factor; null of one instance)}], `errors` [{`scheme`, `network`, `relative_percent`, `bias_percent` (below 0 if predictions are too high)}], `correlation` (null if there is none), `predictions` of the first benchmark [{`predicted`, `real`}]; means over the sets as {`mean`, `standard_deviation`} |
//! | `study combinations` | `couples` (of each combination), `seed`, `threshold` (nats), `max_conditions`, `reference` (the model of random schemes on random networks), `combinations` (by schemes, then by networks) [a model, `verdict` (`=`: it has the relations of the reference, `#`: others), `differences` {`missing`, `additional`, `no_function`, `new_function` (relations that both have, and that are functions in one of the two alone): [[variable, variable]], `constant`, `without` (parameters that the combination does not have), `equivalent` (groups of variables that are functions of one another and count as one), `unrelated` [{`pair`, `information`}] (what `indexShift` and the like share with `timePerNodeMsgs` if there is no relation; null if it was not asked)}, `published` {`verdict`, `notes` [{`number`, `says`, `holds` (of the model)}]} (Lemeire, Dirkx and Colitti 2008, section 5.2; null if it has no entry), `agrees` (true if the verdict is the published one; null likewise)], `published` and `agreeing` (the number of combinations with an entry, and of those with the same verdict) |
//! | a model of `study combinations` | `scheme`, `network`, `edges` [{`from`, `to`, `kind`, `information`}] (as for `study learn`), `constants` (variables that were left out, with one value in all couples), `performance` [{`variable`, `least`, `most`, `nearly_constant`}] (times in units of a hop), `warnings` |
//! | `check` | `file`, `format`, `valid`, `statements`, `processes`, `errors`, `warnings` (those that are not listed included), `faults` [{`severity`, `fault`, `line`, `column`, `message`, `hint`}] |
//! | `check` of several files | `valid` (true if all are), `files` (a list of the documents above, of those that could be read) |
//! | `check` of a setting (ClusterShell, Flux, Slurm) | `file`, `format`, `valid`, `root` (of hosts), `tree_width` (of Slurm), `members`, `height`, `most_fanout` (of the tree), with `--machine` `machine`, `model`, `unit`, `time`, `best_time` (of the best tree), `errors`, `warnings`, `faults` as above |
//! | `check` of a schedule in steps, trees or a certificate of `network plan` | `file`, `format`, `valid`; of a schedule `steps` and `sends` (their numbers); of trees `trees` and `height` (numbers), `p` and `q` (p/q is the time of a unit; of an allreduce that of its allgather, beside `reduce_scatter` {`p`, `q`}, and `together` {`p`, `q`}, that of both at the same time); of a certificate what it proves: `bound` (steps), `p` and `q`, `rounds` [{`steps`, `p`, `q`}] (at least p/q rounds for a block), or `blocks` [{`steps`, `rounds`, `blocks`}] (too many), and `needs_solver` (true) if a solver has to refute its formula; `errors`, `warnings`, `faults` as above |
//! | `check` of a GOAL schedule | `file`, `format`, `valid`, `ranks`, `operations`, `messages`, `dependencies`, `matched` (the extent to which sends were matched with receives: `all`, `in part` if some operations cannot be read, `none`), `errors`, `warnings` (all, while `faults` lists the first 20 of each kind), `faults` as above, with `byte` instead of `line` and `column` in a packed one |
//! | `tune write`, `tune import`, and the manifest of a folder | `library`, `verified` (true if its files were tried with releases of the library), `unit`, `machine`, `all_commute` (true if reductions were taken to commute), `tolerance_percent` (null of files that were read), `collectives` [{`collective`, `model`, `variables` (that hold for all rules), `rules` [{`ranks` and `counted_bytes` (first and last; null without an end; bytes as the library counts them), `setting`}], `cells` [{`ranks`, `bytes`, `setting`, `time`, `optimum` {`family`, `parameters`, `time`} (the fastest of all algorithms), `loss_percent`, `best` and `default` (the library's best setting, and its own choice where that is known: a setting with its `time`)}], `without_overhead` {`coverage`, `cells`} (of a profile whose overhead was not measured: the same rules with o = 0, while `cells` have o = alpha, and `coverage` has the speed-ups of both)}] |
//! | a setting of `tune` | null if the library chooses; or `algorithm`, `number` (in Open MPI's rules), `fanout`, `segment` (bytes), `tree` (the name of its tree) |
//! | `tune verify` | `library`, `collective`, `ranks`, `bytes`, `verified`, `may_be_by_itself` (true if the library may send these messages without the files), `setting` (in words; null if there is none), `reason` (why nothing was compared), `cause` {`cause`, `message`} (why something else ran), `matching` (the number of edges), `missing` and `extra` [[from, to]], `recognised` (settings in words) |
//! | `tune check` | as `check`, with `rules` (their number) |
//! | `list` | `entries` [{`name`, `of` (`overlay trees` or `collectives among ranks`; of models and families; `classes of networks` or `built-in networks`), `accuracy` (of models: `exact`, `bounded`, `dominant-term` or `asymptotic`), `description`, `sections`, `source`}] |
//! | status 1, no answer (also in the schema) | `infeasible`, or `stopped` if the work was stopped (`--time-limit`, Ctrl-C) before there was one, {`reason`, `message` (as in text: the reason, and what to change), for a shortage `constraint` (the option, or the source of the hosts), `needed`, `available`, `short`, `least_height` if a greater height would do, `least_internal` if more internal processes would} |

mod certificate;
mod document;
#[cfg(feature = "cli")]
mod experiments;
mod infeasible;
mod levels;
mod network_ranking;
mod parts;
mod planned;
mod uncertain;
mod written;

pub(super) use document::RequestJson;
#[cfg(feature = "cli")]
pub(crate) use experiments::{
    causal, combinations, factors, fit, measured_overlay, network_simulation, overlay_fit, port_fit, study, synth,
    validation,
};
pub use infeasible::infeasible;
pub(crate) use infeasible::refused;
pub(super) use written::{Number, line};
pub(crate) use written::{SCHEMA, document, object};

use crate::answer::{Answer, Plan, Scored};
use crate::request::Targets;
use document::{AnswerJson, CandidateJson, TreeJson};
use infeasible::InfeasibleJson;
use levels::levels;
use logpine_text::units::Clock;
use logpine_trees::tree::level_fanouts_of;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{Schema, SchemaGenerator, json_schema};

/// An answer as JSON; its fields are listed [above](self).
#[must_use]
pub fn answer(answer: &Answer) -> String {
    let answer = AnswerJson::new(answer);
    document(&answer, answer.clock)
}

/// The JSON Schema of responses to a request: one of [`answer`] and [`infeasible`].
#[must_use]
pub fn schema() -> String {
    let mut generator = SchemaGenerator::default();
    let answer = generator.subschema_for::<AnswerJson<'static>>();
    let refusal = generator.subschema_for::<InfeasibleJson<'static>>();
    let mut schema = json_schema!({
        "$schema": generator.settings().meta_schema,
        "oneOf": [answer, refusal],
        "$defs": generator.take_definitions(true),
    });
    RecursiveTransform(closed).transform(&mut schema);
    document(&schema, Clock::Second)
}

/// Refuses fields that a definition does not list.
fn closed(schema: &mut Schema) {
    if schema.get("properties").is_some() {
        schema.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

/// `score` as JSON: the tree's `time`, `period`, size and `levels`, and `best`, the best tree for the same number of leaves.
/// `name` is the tree's name.
#[must_use]
pub fn scored(name: &str, scored: &Scored) -> String {
    let Scored { shape, targets, collective, score, best, machine, costs, .. } = scored;
    let candidate = |of, plan: &Plan| CandidateJson::tree(of, plan.job.objective);
    let scored = object!(
        schema = SCHEMA,
        unit = machine.clock.symbol(),
        machine = &machine.name,
        model = costs.model,
        tree = name,
        collective = *collective,
        leaves? = (*targets == Targets::Leaves).then(|| shape.leaves()),
        members? = (*targets == Targets::Members).then(|| shape.members()),
        *score = TreeJson::new((shape, level_fanouts_of(*targets, shape)), *score, None),
        startup = costs.cost.startup(),
        levels = levels(shape, costs),
        best? = best.as_ref().map(|plan| candidate(plan.best(), plan)),
        status? = best.as_ref().map(|plan| plan.claim.status.name()),
        best_setting? = best.as_ref().zip(scored.best_setting()).map(|(plan, setting)| candidate(setting, plan)),
        slot_limit? = scored.slot_limit.as_ref(),
        warnings? = Some(&scored.warnings).filter(|warnings| !warnings.is_empty())
    );
    document(&scored, machine.clock)
}
