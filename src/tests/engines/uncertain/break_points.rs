//! The ranges in which the parameters of `[tan]` may move.

use crate::tests::engines::uncertain::machine;
use logpine::answer::{BreakPoint, Candidate, Guarantee, OverlayTree, ParameterSensitivity, Plan};
use logpine::request::{Collective, Job, Limits, Objective};
use logpine::units::Time;
use logpine_models::machine::{Machine, MachineParameters, Parameter, Scope, Way};
use logpine_models::model::{LevelCost, RoundTrip, Tan};
use logpine_trees::search::optimum;
use logpine_trees::search::overlay::objective_value;
use logpine_trees::tree::score;
use proptest::prelude::*;

/// A question, and the machine's text.
#[derive(Clone, Debug)]
struct Asked {
    text: String,
    job: Job,
}

impl Asked {
    fn parameters<'a>(&self, machine: &'a Machine) -> MachineParameters<'a> {
        let way = match self.job.collective {
            Collective::Reduce => Way::Up,
            Collective::Multicast => Way::Down,
            Collective::Roundtrip => Way::Both,
        };
        MachineParameters::of(machine, Scope::Waves(way))
    }

    fn cost(&self, machine: &Machine) -> Box<dyn LevelCost> {
        match self.job.collective {
            Collective::Reduce => Box::new(Tan::reduction(machine).expect("[tan]")),
            Collective::Multicast => Box::new(Tan::multicast(machine).expect("[tan]")),
            Collective::Roundtrip => Box::new(RoundTrip::tan(machine).expect("[tan]")),
        }
    }

    fn value(&self, tree: &Candidate<OverlayTree>, machine: &Machine) -> u64 {
        let score = score(&tree.construction.shape, self.cost(machine).as_ref()).expect("short");
        objective_value(self.job.objective, score).expect("short").ticks()
    }

    /// The best value, and the height of the best tree.
    fn best(&self, machine: &Machine) -> (u64, u32) {
        let best = optimum(self.cost(machine).as_ref(), &self.job, &()).expect("a tree");
        let value = objective_value(self.job.objective, best.score).expect("short");
        assert_eq!(value, best.bound, "proved");
        (value.ticks(), best.shape.height())
    }
}

/// Machines with formulas, in whole ticks or in tenths, and jobs of every kind. `fine` has parts of a tick.
fn asked(fine: bool) -> impl Strategy<Value = Asked> {
    let optional = |most: u64| prop_oneof![1 => Just(0), 3 => 0..most];
    let terms = (1u64..300_000, 0u64..100_000, optional(3_000), optional(500), optional(900));
    let down = prop::option::of((1u64..300_000, 1u64..50_000));
    let limits = (prop::option::of(2u64..40), prop::option::of(14u32..20));
    let leaves = (0u32..13).prop_flat_map(|bits| (1u64 << bits)..=(1 << (bits + 1)));
    let collective = prop_oneof![Just(Collective::Reduce), Just(Collective::Multicast), Just(Collective::Roundtrip)];
    (terms, 0u64..10, down, objective(), limits, leaves, collective).prop_map(
        move |((latency, constant, linear, quadratic, gap), tenths, down, objective, limits, leaves, collective)| {
            let tenths = if fine { tenths } else { 0 };
            let mut text = format!(
                "name = \"m\"\n[tan]\nlatency = \"{latency}ps\"\ngap = \"{gap}ps\"\nstartup = \"9ps\"\nfilter = \"{gap}ps\"\n\
                 overhead = {{ constant = \"{constant}.{tenths}ps\", linear = \"{linear}.{tenths}ps\", \
                 quadratic = \"{quadratic}ps\" }}"
            );
            if let Some((latency, linear)) = down {
                let own = format!("\n[tan.multicast]\nlatency = \"{latency}ps\"\noverhead.linear = \"{linear}ps\"");
                text.push_str(&own);
            }
            let limits = Limits { max_fanout: limits.0, max_height: limits.1, max_internal: None };
            // Roundings add up over the waves of a total.
            let objective = if fine { Objective::Latency } else { objective };
            let job = Job::new(leaves).and_then(|job| job.with_objective(objective)).expect("a job");
            Asked { text, job: job.with_collective(collective).with_limits(limits) }
        },
    )
}

fn objective() -> impl Strategy<Value = Objective> {
    (0u8..3, 1u64..50).prop_map(|(kind, waves)| match kind {
        0 => Objective::Latency,
        1 => Objective::Period,
        _ => Objective::Total { waves },
    })
}

/// Machines with tables that rise and fall, from a fanout on.
fn on_tables(least: u64) -> impl Strategy<Value = Asked> {
    let rows = prop::collection::vec((1u64..6, 1u64..2_000), 2..12);
    (rows, 2u64..120, 1u64..500).prop_map(move |(rows, leaves, latency)| {
        let arguments = rows.iter().scan(None, |argument, (step, _)| {
            *argument = Some(argument.map_or(least, |argument| argument + step));
            *argument
        });
        let points = arguments.zip(&rows).map(|(argument, (_, time))| format!("[{argument}, \"{time}ps\"]"));
        let table = points.collect::<Vec<_>>().join(", ");
        let text = format!("name = \"m\"\n[tan]\nlatency = \"{latency}ps\"\noverhead = {{ table = [{table}] }}");
        Asked { text, job: Job::new(leaves).expect("leaves") }
    })
}

struct Side<'a> {
    asked: &'a Asked,
    parameters: &'a MachineParameters<'a>,
    index: usize,
    of: &'a ParameterSensitivity<Candidate<OverlayTree>>,
    today: &'a Candidate<OverlayTree>,
}

impl Side<'_> {
    fn parameter(&self) -> &Parameter {
        &self.parameters.list()[self.index]
    }

    fn at(&self, steps: u64) -> Machine {
        self.parameters.machine_with(self.index, self.parameter().at(steps))
    }

    /// The loss of today's tree at a value, and the heights of it and of the best tree there.
    fn loss(&self, steps: u64) -> (u64, u64) {
        let machine = self.at(steps);
        let (best, height) = self.asked.best(&machine);
        let own = self.asked.value(self.today, &machine);
        (own.checked_sub(best).expect("the optimum"), u64::from(height + self.today.construction.shape.height()))
    }

    /// Checks a side up to its break point, or to `end` without one, and at some values between.
    fn check(
        &self,
        point: Option<&BreakPoint<Candidate<OverlayTree>>>,
        end: u64,
        between: &[f64],
    ) -> Result<(), TestCaseError> {
        let own = self.parameter().steps(self.parameter().value);
        let last = match point {
            None => end,
            Some(point) => {
                let first = self.parameter().steps(point.value);
                let (loss, _) = self.loss(first);
                prop_assert!(loss > 0, "{} at {:?}", self.parameter().name, point.value);
                let machine = self.at(first);
                prop_assert_eq!(self.asked.value(&point.winner, &machine), self.asked.best(&machine).0);
                if first < own { first + 1 } else { first - 1 }
            }
        };
        prop_assert_eq!(self.loss(last).0, 0, "{} before {:?}", &self.parameter().name, point.map(|point| point.value));
        let two_ways = u64::from(self.asked.job.collective == Collective::Roundtrip) + 1;
        for part in between {
            let (low, high) = (own.min(last), own.max(last));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the way")]
            let steps = low + ((high - low) as f64 * part) as u64;
            let (loss, levels) = self.loss(steps);
            match self.of.guarantee {
                Guarantee::Exact => prop_assert_eq!(loss, 0, "{} at {}", &self.parameter().name, steps),
                Guarantee::ButForRounding => prop_assert!(loss <= two_ways * levels, "{} at {}", loss, steps),
                Guarantee::Probed | Guarantee::BestFound => prop_assert!(false, "a formula is known better"),
            }
        }
        Ok(())
    }
}

fn check_sensitivity(asked: &Asked, between: &[f64]) -> Result<(), TestCaseError> {
    let machine = machine(&asked.text);
    let parameters = asked.parameters(&machine);
    let Ok(plan) = Plan::new(asked.cost(&machine).as_ref(), asked.job, &()) else { return Ok(()) };
    let today = plan.best();
    let sensitivity = plan.sensitivity(&machine, &());
    prop_assert_eq!(sensitivity.parameters.len(), parameters.list().len());
    for (index, of) in sensitivity.parameters.iter().enumerate() {
        let side = Side { asked, parameters: &parameters, index, of, today };
        let own = side.parameter().steps(side.parameter().value);
        side.check(of.low.as_ref(), 0, between)?;
        side.check(of.high.as_ref(), own * 1_024, between)?;
        prop_assert_eq!(of.ends.map(|end| side.parameter().steps(end.at)), [own / 2, own * 2]);
        for end in of.ends {
            let (loss, _) = side.loss(side.parameter().steps(end.at));
            prop_assert_eq!(end.regret, Some(Time::from_ticks(loss)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn break_points_in_whole_ticks(asked in asked(false), between in prop::collection::vec(0.0..1.0f64, 4)) {
        check_sensitivity(&asked, &between)?;
    }

    #[test]
    fn break_points_of_tables(asked in on_tables(2)) {
        check_sensitivity(&asked, &[])?;
    }

    #[test]
    fn break_points_of_tables_with_few_processes(asked in on_tables(2), leaves in 2u64..20, most in 1u64..8) {
        let job = Job::new(leaves).expect("leaves").with_limits(Limits { max_internal: Some(most), ..Limits::default() });
        check_sensitivity(&Asked { job, ..asked }, &[])?;
    }

    #[test]
    fn break_points_of_tables_of_members(asked in on_tables(1), members in 2u64..60, objective in objective()) {
        let job = Job::of_members(members).and_then(|job| job.with_objective(objective)).expect("a job");
        check_sensitivity(&Asked { job, ..asked }, &[])?;
    }

    #[test]
    fn break_points_in_parts_of_a_tick(asked in asked(true), between in prop::collection::vec(0.0..1.0f64, 4)) {
        check_sensitivity(&asked, &between)?;
    }
}

/// At zero the cost of 191 children leaves no tree faster that is found, but at half its value there is one: five below the root, four of
/// them with 191 leaves.
#[test]
fn an_unused_row_that_makes_the_table_fall() {
    let table = "[6, \"18614ns\"], [191, \"304170ns\"], [192, \"304198ns\"]";
    let machine = machine(&format!("name = \"m\"\n[tan]\nlatency = \"20us\"\noverhead = {{ table = [{table}] }}"));
    let job = Job::new(1000).expect("leaves").with_limits(Limits { max_internal: Some(10), ..Limits::default() });
    let plan = Plan::new(&Tan::reduction(&machine).expect("[tan]"), job, &()).expect("a tree");
    let sensitivity = plan.sensitivity(&machine, &());
    let of = sensitivity.parameters.iter().find(|of| of.parameter.name == "overhead(192)").expect("a row");
    let [low, high] = of.ends.map(|end| (end.best.map(Time::ticks), end.regret.map(Time::ticks)));
    assert_eq!(low, (Some(210_713_000), Some(plan.best().time.ticks() - 210_713_000)));
    assert_eq!(high, (Some(plan.best().time.ticks()), Some(0)));
    assert!(of.low.as_ref().is_some_and(|low| of.ends[0].at < low.value && low.value < of.parameter.value));
    assert!(of.high.is_none());
}

/// Flat has the least period, but a chain if its nodes take half as long: the bound counts nodes of one child.
#[test]
fn a_chain_of_members_wins_where_a_node_of_one_child_is_cheap() {
    let table = "[1, \"4900ns\"], [2, \"4800ns\"], [3, \"4700ns\"], [4, \"4600ns\"], [5, \"4500ns\"], [6, \"4400ns\"]";
    let machine = machine(&format!("name = \"m\"\n[tan]\nlatency = \"20us\"\noverhead = {{ table = [{table}] }}"));
    let job = Job::of_members(6).and_then(|job| job.with_objective(Objective::Period)).expect("a job");
    let plan = Plan::new(&Tan::reduction(&machine).expect("[tan]"), job, &()).expect("a tree");
    assert_eq!(plan.best().construction.shape.height(), 1);
    let sensitivity = plan.sensitivity(&machine, &());
    let of = sensitivity.parameters.iter().find(|of| of.parameter.name == "overhead(2)").expect("a row");
    let low = of.ends[0].best.expect("short");
    assert_eq!(low, Time::from_ticks(20_000_000 + 2_400_000));
    assert!(of.low.as_ref().is_some_and(|low| low.winner.construction.shape.height() == 5));
}
