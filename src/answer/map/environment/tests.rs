//! The parts that the environments of batch systems and launchers tell, and those that are refused.

use super::*;

/// The part in an environment such as `A=1 B=2`.
fn found(environment: &str, said: Option<u64>) -> Result<String, String> {
    let get = |name: &str| {
        environment.split(' ').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    };
    part(get, said).map(|part| part.to_string()).map_err(|error| error.to_string())
}

const ARRAY: &str = "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_MAX=10 \
                         SLURM_ARRAY_TASK_STEP=2";

#[test]
fn every_batch_system_tells_a_part() {
    for (environment, said, expected) in [
        (ARRAY, None, "part 2 of 4, from SLURM_ARRAY_TASK_ID"),
        (ARRAY, Some(4), "part 2 of 4, from SLURM_ARRAY_TASK_ID"),
        (
            "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0",
            None,
            "part 1 of 4, from SLURM_ARRAY_TASK_ID",
        ),
        ("PBS_ARRAY_INDEX=3 PBS_ARRAY_COUNT=8", None, "part 3 of 8, from PBS_ARRAY_INDEX"),
        ("PBS_ARRAY_INDEX=8", Some(8), "part 8 of 8, from PBS_ARRAY_INDEX"),
        ("PBS_ARRAYID=1", Some(2), "part 1 of 2, from PBS_ARRAYID"),
        ("LSB_JOBINDEX=5 LSB_JOBINDEX_END=9 LSB_JOBINDEX_STEP=4", None, "part 2 of 3, from LSB_JOBINDEX"),
        ("SGE_TASK_ID=7 SGE_TASK_FIRST=3 SGE_TASK_LAST=10 SGE_TASK_STEPSIZE=4", None, "part 2 of 2, from SGE_TASK_ID"),
        ("OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4 PMIX_RANK=3", None, "part 4 of 4, from OMPI_COMM_WORLD_RANK"),
        ("PMI_RANK=0 PMI_SIZE=2", None, "part 1 of 2, from PMI_RANK"),
        ("PMIX_RANK=1", Some(2), "part 2 of 2, from PMIX_RANK"),
        ("SLURM_PROCID=1 SLURM_NTASKS=3 SLURM_STEP_ID=0", None, "part 2 of 3, from SLURM_PROCID"),
        ("LSB_JOBINDEX=0 SGE_TASK_ID=undefined PMI_RANK=0 PMI_SIZE=1", None, "part 1 of 1, from PMI_RANK"),
    ] {
        assert_eq!(found(environment, said).as_deref(), Ok(expected), "{environment}");
    }
}

#[test]
fn processes_share_the_element_of_an_array() {
    let both = format!("{ARRAY} SLURM_PROCID=1 SLURM_NTASKS=3 SLURM_STEP_ID=0");
    let expected = "part 5 of 12, from SLURM_ARRAY_TASK_ID and SLURM_PROCID";
    assert_eq!(found(&both, None).as_deref(), Ok(expected));
    // The script of an element runs once, and so does a step of one task.
    for alone in ["SLURM_PROCID=0 SLURM_NTASKS=3", "SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_STEP_ID=0"] {
        let expected = "part 2 of 4, from SLURM_ARRAY_TASK_ID";
        assert_eq!(found(&format!("{ARRAY} {alone}"), None).as_deref(), Ok(expected));
    }
    let expected = "part 4 of 4, from PBS_ARRAY_INDEX and PMI_RANK";
    assert_eq!(found("PBS_ARRAY_INDEX=2 PMI_RANK=1 PMI_SIZE=2", Some(4)).as_deref(), Ok(expected));
}

#[test]
fn processes_that_work_together_are_no_parts() {
    let get = |name: &str| match name {
        "PBS_ARRAY_INDEX" => Some("2"),
        "OMPI_COMM_WORLD_RANK" | "PMI_RANK" | "SLURM_PROCID" | "SLURM_STEP_ID" => Some("3"),
        "OMPI_COMM_WORLD_SIZE" | "PMI_SIZE" | "SLURM_NTASKS" => Some("4"),
        _ => None,
    };
    let found = part_of_array(|name| get(name).map(str::to_owned), Some(5)).map(|part| part.to_string());
    assert_eq!(found.as_deref(), Ok("part 2 of 5, from PBS_ARRAY_INDEX"));
    let alone = part_of_array(|name| get(name).filter(|_| !name.contains("ARRAY")).map(str::to_owned), None);
    assert_eq!(alone, Err(PartError::NoArray));
}

#[test]
fn every_part_of_an_array_is_taken_once() {
    let parts = (0..3).flat_map(|element| (0..2).map(move |process| (element, process)));
    let parts = parts.map(|(element, process)| {
        let array = format!("LSB_JOBINDEX={} LSB_JOBINDEX_END=7 LSB_JOBINDEX_STEP=3", 1 + 3 * element);
        found(&format!("{array} PMI_RANK={process} PMI_SIZE=2"), None).expect("a part")
    });
    let expected = (1..=6).map(|index| format!("part {index} of 6, from LSB_JOBINDEX and PMI_RANK"));
    assert_eq!(parts.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn doubtful_environments_are_refused() {
    for (environment, said, words) in [
        ("", None, "no variable of a batch system or launcher is set; looked for SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX"),
        ("PMI_RANK=x PMI_SIZE=2", None, "PMI_RANK is `x`, which is no whole number"),
        ("PBS_ARRAY_INDEX=3", None, "PBS_ARRAY_INDEX tells this part, but no variable tells the number of parts"),
        ("PBS_ARRAY_INDEX=0", Some(4), "PBS_ARRAY_INDEX is 0, which is none of 1 to N"),
        ("PBS_ARRAY_INDEX=5", Some(4), "PBS_ARRAY_INDEX is 5, which is none of 1 to 4"),
        (
            "PMIX_RANK=1",
            None,
            "start logpine with srun, or with the mpirun of Open MPI or MPICH, or give the number as",
        ),
        ("PMI_RANK=0 PMI_SIZE=0", None, "PMI_RANK tells this part, but the number of parts is 0"),
        ("PMI_RANK=0 PMI_SIZE=0", Some(4), "the number of parts is 0"),
        ("PMI_RANK=2 PMI_SIZE=2", None, "PMI_RANK is 2, which is none of 0 to 1"),
        ("PMI_RANK=1 PMI_SIZE=2", Some(3), "--shard auto/3: PMI_RANK tells 2 parts"),
        ("PBS_ARRAY_INDEX=1 PMI_RANK=1 PMI_SIZE=2", Some(3), "3 is no multiple of that"),
        ("SLURM_PROCID=0 SLURM_NTASKS=4", None, "start logpine with srun"),
        ("LSB_JOBINDEX=4 LSB_JOBINDEX_END=9 LSB_JOBINDEX_STEP=4", None, "none of 1 to 9 in steps of 4"),
        (
            "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_STEP=1",
            None,
            "none of 3 elements at equal distances",
        ),
    ] {
        let error = found(environment, said).expect_err(environment);
        assert!(error.contains(words), "{environment}: {error}");
    }
}

#[test]
fn numbers_that_no_job_has_are_refused() {
    let most = u64::MAX;
    for environment in [
        format!("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT={most} SLURM_ARRAY_TASK_STEP=3"),
        format!("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT={most} SLURM_ARRAY_TASK_MIN=9"),
        format!("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX={most}"),
        format!("LSB_JOBINDEX=1 LSB_JOBINDEX_END={most} PMI_RANK=0 PMI_SIZE={most}"),
    ] {
        let error = found(&environment, None).expect_err(&environment);
        assert!(error.contains("more parts than any job has"), "{environment}: {error}");
    }
    let last = format!("PMI_RANK={} PMI_SIZE={most}", most - 1);
    assert_eq!(found(&last, None), Ok(format!("part {most} of {most}, from PMI_RANK")));
}
