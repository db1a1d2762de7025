//! A million ranks, or 2^63: few stages, no overflow, no panic.

use logpine::collective::{AlgorithmFamily, families, members};
use logpine::model::port_timing;
use logpine::model::stage::{PortStages, stages_time};
use logpine::request::{Layout, MpiCollective};
use logpine_models::machine::Machine;

#[test]
fn stages_are_few() {
    for ranks in [1_000_000, 1 << 20, (1 << 62) + 1, (1 << 63) - 1, 1 << 63] {
        for bytes in [1, 1 << 20, u64::MAX] {
            for staged in MpiCollective::ALL.into_iter().flat_map(|collective| members(collective, ranks, bytes)) {
                assert!(staged.stages.len() <= 130, "{:?} {}", staged.collective, staged.family);
                assert!(staged.stages.iter().all(|stage| stage.bytes > 0 && stage.combined <= stage.bytes));
                let rounds = (0..staged.stages.len()).map(|stage| staged.rounds(stage));
                assert!(rounds.zip(&staged.stages).all(|(rounds, stage)| rounds == stage.stages(ranks)));
            }
        }
    }
}

#[test]
fn times_are_representable_or_not() {
    let lecture = Machine::load("lecture").expect("built in");
    let timing = port_timing(&lecture, None).expect("alpha-beta");
    let cost = PortStages(timing.as_ref());
    for ranks in [1_000_000, 1 << 63] {
        let layout = Layout::one_host(ranks).expect("ranks");
        for collective in MpiCollective::ALL {
            let times = members(collective, ranks, 8);
            let times: Vec<_> = times.iter().map(|staged| stages_time(&cost, &staged.stages, &layout)).collect();
            let some = times.iter().filter(|time| time.is_some()).count();
            let logarithmic = !matches!(
                collective,
                MpiCollective::Scatter | MpiCollective::Gather | MpiCollective::Allgather | MpiCollective::Alltoall
            );
            assert!(some > 0 || ranks > 1_000_000 && !logarithmic, "{collective:?}, {ranks} ranks");
            assert!(ranks > 1_000_000 || some == times.len(), "{collective:?}");
        }
    }
}

#[test]
fn names_are_unique_and_described() {
    for collective in MpiCollective::ALL {
        let mut names: Vec<_> = families(collective).iter().map(AlgorithmFamily::name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        assert!(families(collective).iter().all(|family| !family.description().is_empty()));
        assert!(families(collective).iter().all(|family| family.collective() == collective));
    }
}
