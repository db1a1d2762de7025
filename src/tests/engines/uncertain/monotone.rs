//! No time falls as a parameter grows, for every model, and the cases in which one does.

use crate::tests::engines::collectives::machines::{Random, any, collectives};
use crate::tests::engines::uncertain::algorithms::Asked;
use crate::tests::engines::uncertain::machine;
use logpine::answer::{Criterion, Over, Plan};
use logpine::request::{Job, Objective, RankCollective};
use logpine::units::{Rate, Time};
use logpine_models::machine::{Machine, MachineParameters, Scope, Way};
use logpine_models::model::{LevelCost, PortModel, RoundTrip, Tan};
use logpine_trees::search::overlay::objective_value;
use logpine_trees::tree::score;
use proptest::prelude::*;

/// A value that is larger by `thousandths` and by `steps`.
fn larger(parameters: &MachineParameters, index: usize, thousandths: u64, steps: u64) -> Rate {
    let parameter = &parameters.list()[index];
    let own = parameter.steps(parameter.value);
    parameter.at(own + own * thousandths / 1_000 + steps)
}

/// True if no size of the job is beyond the tables of the machine.
fn is_measured(random: &Random, bytes: u64) -> bool {
    let Some(plogp) = machine(&random.text).plogp else { return true };
    [plogp.overhead_send, plogp.overhead_receive, plogp.gap].iter().all(|table| {
        let points = table.points();
        points.len() < 2 || points.last().is_some_and(|last| bytes <= last.at)
    })
}

fn cost(machine: &Machine, way: Way) -> Box<dyn LevelCost> {
    match way {
        Way::Up => Box::new(Tan::reduction(machine).expect("[tan]")),
        Way::Down => Box::new(Tan::multicast(machine).expect("[tan]")),
        Way::Both => Box::new(RoundTrip::tan(machine).expect("[tan]")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn among_ranks(
        random in any(), collective in collectives(), ranks in 2u64..40, bytes in 1u64..200, thousandths in 0u64..3_000,
        steps in 0u64..30,
    ) {
        prop_assume!(is_measured(&random, bytes));
        let machine = machine(&random.text);
        let asked = Asked::new(&machine, collective, ranks, bytes);
        let parameters = asked.parameters(&machine);
        let plan = asked.plan(&machine);
        for index in 0..parameters.list().len() {
            let changed = parameters.machine_with(index, larger(&parameters, index, thousandths, steps));
            for choice in plan.candidates() {
                let (before, after) = (asked.time(choice, &machine), asked.time(choice, &changed));
                let name = &parameters.list()[index].name;
                prop_assert!(before <= after, "{} {} {}: {:?} {:?}", choice.family, choice.parameters, name, before, after);
            }
        }
    }

    #[test]
    fn over_overlay_trees(
        terms in (0u64..500, 0u64..500, 0u64..300, 0u64..90), tenths in 0u64..10, points in prop::collection::vec(0u64..500, 2..5),
        table: bool, both: bool, leaves in 2u64..90, waves in 1u64..9, thousandths in 0u64..3_000, steps in 0u64..30,
    ) {
        let (latency, constant, linear, quadratic) = terms;
        let points: Vec<String> =
            points.iter().enumerate().map(|(index, time)| format!("[{}, \"{time}ps\"]", 2 + index * 40)).collect();
        let overhead = if table {
            format!("{{ table = [{}] }}", points.join(", "))
        } else {
            format!(
                "{{ constant = \"{constant}ps\", linear = \"{linear}.{tenths}ps\", quadratic = \"{quadratic}ps\", \
                 logarithmic = \"{tenths}ps\", exponential = {{ scale = \"{tenths}ps\", rate = 0.01 }} }}"
            )
        };
        let machine = machine(&format!(
            "name = \"m\"\n[tan]\nlatency = \"{latency}ps\"\noverhead = {overhead}\ngap = \"3ps\"\nfilter = \"7ps\"\n\
             startup = \"5ps\""
        ));
        let way = if both { Way::Both } else { Way::Up };
        let parameters = MachineParameters::of(&machine, Scope::Waves(way));
        let cost = |machine: &Machine| cost(machine, way);
        let Ok(plan) = Plan::new(cost(&machine).as_ref(), Job::new(leaves).expect("leaves"), &()) else { return Ok(()) };
        for index in 0..parameters.list().len() {
            let changed = parameters.machine_with(index, larger(&parameters, index, thousandths, steps));
            for choice in plan.candidates() {
                for objective in [Objective::Latency, Objective::Period, Objective::Total { waves }] {
                    let [before, after] = [&machine, &changed].map(|machine| {
                        objective_value(objective, score(&choice.construction.shape, cost(machine).as_ref()).expect("short"))
                    });
                    prop_assert!(before <= after, "{}: {:?} {:?}", choice.family, before, after);
                }
            }
        }
    }
}

#[test]
fn beyond_the_largest_size_measured_the_worst_case_is_searched_for() {
    // From 20 bytes on the gap grows by (g(20) - g(10)) / 10 a byte: by 1 or 3 ps.
    let machine = machine(
        "name = \"m\"\n[plogp]\nlatency = \"1ps\"\noverhead_send = [[1, \"0s\"]]\noverhead_receive = [[1, \"0s\"]]\n\
         gap = [[10, { value = \"20ps\", low = \"10ps\", high = \"30ps\" }], [20, \"40ps\"]]",
    );
    let asked = Asked::new(&machine, RankCollective::Bcast, 2, 100);
    let plan = asked.plan(&machine);
    let robust = plan.robust(&machine, PortModel::Plogp, Criterion::Worst).expect("short times");
    assert_eq!(robust.worst_over, Over::Scenarios { count: 3 });
    let whole = robust.chosen.choice.construction.cut.is_some_and(|cut| cut.segments == 1);
    assert!(whole && robust.chosen.worst == Some(Time::from_ticks(40 + 80 * 3 + 1)), "{robust:?}");
    let known = Asked::new(&machine, RankCollective::Bcast, 2, 20);
    let robust = known.plan(&machine).robust(&machine, PortModel::Plogp, Criterion::Worst).expect("short times");
    assert_eq!(robust.worst_over, Over::One);
}
