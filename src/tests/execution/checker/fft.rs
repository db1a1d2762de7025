//! Plans of transforms that pass their check, and wrong ones that do not.

use crate::answer::{FftCost, FftPlan};
use logpine_check::fft::{ClaimedDecomposition, check};
use logpine_models::job::FftJob;
use logpine_models::machine::Machine;
use logpine_models::model::{Bgp, port_timing};
use logpine_text::units::Time;

const LATE: Time = Time::MAX;

/// A change of what is claimed.
type Change<'a> = &'a dyn Fn(&mut Vec<ClaimedDecomposition>);

#[test]
fn plans_pass() {
    let machine = Machine::load("bgp").expect("built in");
    let bgp = Bgp::new(&machine).expect("it has [bgp]");
    let timing = port_timing(&machine, None).expect("a port model");
    for (size, ranks) in [(1, 1), (4, 16), (64, 8), (64, 48), (1000, 1000), (1 << 20, 1 << 30), (256, 4096)] {
        let job = FftJob::new(size, 16, ranks).expect("a job");
        let plan = FftPlan::new(FftCost::Messages(timing.as_ref()), job).expect("a plan");
        assert_eq!(plan.check(Some(timing.as_ref())), Ok(()), "{size} {ranks}");
        if let Ok(plan) = FftPlan::new(FftCost::Library(&bgp), job) {
            assert_eq!(plan.check(None), Ok(()), "{size} {ranks}");
        }
    }
}

#[test]
fn each_part_of_a_plan_is_read() {
    let machine = Machine::load("bgp").expect("built in");
    let timing = port_timing(&machine, None).expect("a port model");
    let job = FftJob::new(64, 16, 16).expect("a job");
    let plan = FftPlan::new(FftCost::Messages(timing.as_ref()), job).expect("a plan");
    let fault = |change: Change<'_>| {
        let mut claimed = plan.claimed();
        change(&mut claimed);
        check(job, Some(timing.as_ref()), claimed).err()
    };
    assert!(plan.candidates().len() > 1);
    assert_eq!(fault(&|_| ()), None);
    assert!(
        fault(&|all| all[0].grid.0 += 1).is_some_and(|fault| fault.says("ranks are no decomposition of the points"))
    );
    assert!(
        fault(&|all| all[0].exchanges.clear()).is_some_and(|fault| fault.says("ranks have other groups or blocks"))
    );
    assert!(
        fault(&|all| all[0].exchanges[0].groups += 1)
            .is_some_and(|fault| fault.says("ranks have other groups or blocks"))
    );
    assert!(
        fault(&|all| all[0].exchanges[0].bytes += 1)
            .is_some_and(|fault| fault.says("ranks have other groups or blocks"))
    );
    assert!(
        fault(&|all| all.reverse())
            .is_some_and(|fault| fault.says("ranks take less than the decomposition before them"))
    );
    let times: [(_, Change<'_>); 4] = [
        ("exchange", &|all| all[0].exchanges[0].time.high = LATE),
        ("exchange", &|all| all[0].exchanges[0].time.low = LATE),
        ("sum", &|all| all[0].time.high = LATE),
        ("value", &|all| all[0].value = LATE),
    ];
    for (part, change) in times {
        assert!(fault(change).is_some_and(|fault| fault.says(&format!("{part}: "))), "{part}");
    }
}
