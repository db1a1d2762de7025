//! The answer of `fft` as JSON.

use super::bgp::DurationJson;
use super::{SCHEMA, document};
use crate::answer::{Decomposition, FftCandidate, FftPlan};
use crate::model::Accuracy;
use crate::report::LibrarySubject;
use crate::units::Clock;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct JobJson {
    collective: &'static str,
    fft_size: u64,
    element_bytes: u64,
    ranks: u64,
}

#[derive(Debug, Serialize)]
struct ParametersJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<u64>,
}

#[derive(Debug, Serialize)]
struct TransposeJson {
    group: u64,
    groups: u64,
    bytes: u64,
    #[serde(flatten)]
    duration: DurationJson,
}

#[derive(Debug, Serialize)]
struct CandidateJson {
    family: &'static str,
    parameters: ParametersJson,
    #[serde(flatten)]
    duration: DurationJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    may_be_fastest: Option<bool>,
    transposes: Vec<TransposeJson>,
}

impl CandidateJson {
    fn new(candidate: &FftCandidate, may_be_fastest: Option<bool>, clock: Clock) -> Self {
        let (rows, columns) = match candidate.decomposition {
            Decomposition::Planes => (None, None),
            Decomposition::Pencils { rows, columns } => (Some(rows), Some(columns)),
        };
        let transposes = candidate.transposes.iter().map(|transpose| TransposeJson {
            group: transpose.group,
            groups: transpose.groups,
            bytes: transpose.bytes,
            duration: DurationJson::new(transpose.time, clock),
        });
        Self {
            family: candidate.decomposition.family(),
            parameters: ParametersJson { rows, columns },
            duration: DurationJson::new(candidate.time, clock),
            may_be_fastest,
            transposes: transposes.collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct ByRanksJson {
    ranks: u64,
    verdict: &'static str,
    planes: Option<CandidateJson>,
    pencils: Option<CandidateJson>,
}

#[derive(Debug, Serialize)]
struct FftJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    accuracy: Accuracy,
    verdict: &'static str,
    best: CandidateJson,
    candidates: Vec<CandidateJson>,
    by_ranks: Vec<ByRanksJson>,
}

/// `fft` as JSON; its fields are listed [above](super).
#[must_use]
pub fn fft(plan: &FftPlan, subject: LibrarySubject<'_>) -> String {
    let clock = subject.clock;
    let contenders: Vec<Decomposition> = plan.contenders().map(|candidate| candidate.decomposition).collect();
    let candidate = |candidate: &FftCandidate| {
        CandidateJson::new(candidate, Some(contenders.contains(&candidate.decomposition)), clock)
    };
    let alone = |candidate: &Option<FftCandidate>| {
        candidate.as_ref().map(|candidate| CandidateJson::new(candidate, None, clock))
    };
    let by_ranks = plan.by_ranks.iter().map(|at| ByRanksJson {
        ranks: at.ranks,
        verdict: at.verdict.name(),
        planes: alone(&at.planes),
        pencils: alone(&at.pencils),
    });
    let job = &plan.job;
    document(&FftJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson {
            collective: "fft",
            fft_size: job.size(),
            element_bytes: job.element_bytes(),
            ranks: job.ranks(),
        },
        machine: subject.machine,
        model: subject.model,
        objective: "latency",
        accuracy: plan.accuracy(),
        verdict: plan.verdict().name(),
        best: candidate(plan.safest()),
        candidates: plan.candidates().iter().map(candidate).collect(),
        by_ranks: by_ranks.collect(),
    })
}
