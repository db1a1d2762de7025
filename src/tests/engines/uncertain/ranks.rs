//! Robust algorithms, and the ranges in which the parameters of messages may move.

use crate::tests::engines::collectives::machines::{Random, alpha_beta, collectives, loggp, logp};
use crate::tests::engines::uncertain::algorithms::Asked;
use crate::tests::engines::uncertain::machine;
use logpine::answer::{BreakPoint, Candidate, Criterion, Guarantee, Over, RankAlgorithm};
use logpine::request::Status;
use logpine::units::Time;
use logpine_models::machine::{Machine, MachineParameters};
use proptest::prelude::*;

/// Machines of the models whose break points are checked.
fn machines() -> impl Strategy<Value = Random> {
    prop_oneof![logp(), loggp(), alpha_beta()]
}

/// The machine with an interval around its first number, a time, and one around its last.
fn uncertain(random: &Random, below: u64, above: u64) -> String {
    let mut lines: Vec<String> = random.text.lines().map(str::to_owned).collect();
    let section = lines.iter().position(|line| line.starts_with('[')).expect("a section");
    for index in [section + 1, section + 2] {
        let (key, value) = lines[index].split_once(" = ").expect("a key");
        let digits: String = value.chars().filter(|&c| c.is_ascii_digit() || c == '.').collect();
        let unit = if value.contains("/B") { "ps/B" } else { "ps" };
        let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, "0"));
        let whole: u64 = whole.parse().expect("digits");
        let (low, high) = (whole.saturating_sub(below), whole + above + 1);
        lines[index] = format!(
            "{key} = {{ value = \"{whole}.{fraction}{unit}\", low = \"{low}{unit}\", high = \"{high}{unit}\" }}"
        );
    }
    lines.join("\n")
}

/// Every combination of the ends and the means of both ranges.
fn grid(parameters: &MachineParameters) -> Vec<Machine> {
    let uncertain: Vec<usize> =
        (0..parameters.list().len()).filter(|&index| parameters.list()[index].range.is_some()).collect();
    let of = |mut number: usize| {
        let mut ends = vec![0; parameters.list().len()];
        for &index in &uncertain {
            (ends[index], number) = (number % 3, number / 3);
        }
        parameters.machine_where(|index, parameter| {
            parameter.range.map_or(parameter.value, |range| [range.low, range.mean, range.high][ends[index]])
        })
    };
    (0..3usize.pow(u32::try_from(uncertain.len()).expect("two"))).map(of).collect()
}

fn check_break_point(
    asked: &Asked,
    parameters: &MachineParameters,
    index: usize,
    point: &BreakPoint<Candidate<RankAlgorithm>>,
    today: &Candidate<RankAlgorithm>,
) -> Result<(), TestCaseError> {
    let parameter = &parameters.list()[index];
    let (at, own) = (parameter.steps(point.value), parameter.steps(parameter.value));
    let before = if at < own { at + 1 } else { at - 1 };
    let there = parameters.machine_with(index, point.value);
    let found = asked.plan(&there);
    let best = found.best().time;
    prop_assert!(best < asked.tuned(today, &there), "{} at {:?}", parameter.name, point.value);
    // Earliest trees are made for some segment sizes, and may be faster with one for which another tree is made.
    let winner = asked.tuned(&point.winner, &there);
    let is_made_for_sizes = ["fibonacci", "logp-optimal"].contains(&point.winner.family);
    prop_assert!(
        if is_made_for_sizes || found.claim.status == Status::BestFound { winner <= best } else { winner == best },
        "{winner:?}, {best:?}"
    );
    let before = parameters.machine_with(index, parameter.at(before));
    prop_assert!(asked.plan(&before).best().time >= asked.tuned(today, &before), "before {:?}", point.value);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn break_points(random in machines(), collective in collectives(), ranks in 1u64..50, bytes in 1u64..40) {
        let machine = machine(&random.text);
        let asked = Asked::new(&machine, collective, ranks, bytes);
        let (plan, parameters) = (asked.plan(&machine), asked.parameters(&machine));
        let sensitivity = plan.sensitivity(&machine, asked.model, &());
        prop_assert_eq!(sensitivity.parameters.len(), parameters.list().len());
        for (index, of) in sensitivity.parameters.iter().enumerate() {
            prop_assert_eq!(of.guarantee, Guarantee::Probed);
            for point in of.low.iter().chain(&of.high) {
                check_break_point(&asked, &parameters, index, point, plan.best())?;
            }
            for end in of.ends {
                let there = parameters.machine_with(index, end.at);
                let best = asked.plan(&there).best().time;
                let own = if ranks > 1 { asked.time(plan.best(), &there) } else { Time::ZERO };
                prop_assert_eq!(end.best, Some(own.min(best)));
                prop_assert_eq!(end.regret, own.checked_sub(own.min(best)));
            }
        }
    }

    #[test]
    fn robust_algorithms(
        random in machines(), collective in collectives(), ranks in 2u64..50, bytes in 1u64..40, below in 0u64..40,
        above in 0u64..60,
    ) {
        let machine = machine(&uncertain(&random, below, above));
        let asked = Asked::new(&machine, collective, ranks, bytes);
        let (plan, parameters) = (asked.plan(&machine), asked.parameters(&machine));
        let machines = grid(&parameters);
        let upper = asked.plan(machines.last().expect("a grid"));
        let candidates = || upper.candidates().iter().chain([plan.best()]);
        let slowest = |choice: &Candidate<RankAlgorithm>| machines.iter().map(|machine| asked.time(choice, machine)).max();

        let worst = plan.robust(&machine, asked.model, Criterion::Worst).expect("short times");
        prop_assert_eq!(worst.worst_over, Over::One);
        prop_assert_eq!(worst.chosen.worst, candidates().filter_map(slowest).min());
        prop_assert_eq!(worst.chosen.worst, slowest(&worst.chosen.choice));
        prop_assert_eq!(worst.nominal.worst, slowest(plan.best()));

        // One range has three machines of the grid, its mean and both ends; two have all ends and the mean of both.
        let mean = plan.robust(&machine, asked.model, Criterion::Mean).expect("short times");
        let count = mean.parameters.len();
        let scenarios: Vec<&Machine> = match count {
            1 => machines.iter().collect(),
            _ => [0, 2, 4, 6, 8].map(|index| &machines[index]).to_vec(),
        };
        prop_assert_eq!(mean.mean_over, Over::Scenarios { count: scenarios.len() });
        let total = |choice: &Candidate<RankAlgorithm>| -> u64 {
            scenarios.iter().map(|machine| asked.time(choice, machine).ticks()).sum()
        };
        let n = scenarios.len() as u64;
        let rounded = |total: u64| Some(Time::from_ticks((2 * total + n) / (2 * n)));
        prop_assert_eq!(mean.chosen.mean, rounded(total(&mean.chosen.choice)));
        prop_assert_eq!(mean.nominal.mean, rounded(total(plan.best())));
        for winner in scenarios.iter().map(|machine| asked.plan(machine)) {
            prop_assert!(total(&mean.chosen.choice) <= total(winner.best()));
        }
        prop_assert!(total(&mean.chosen.choice) <= total(plan.best()));
    }
}
