//! JSON files of certificates.

use super::examples::Example;
use crate::plans::certificate::Certificate;
use logpine_check::synthesis::{BlocksBound, COLLECTIVES, Evidence, Formula, Least, Proof, RoundsBound};
use logpine_text::random::Generator;

/// A broadcast of two blocks over one arc takes two steps.
pub(super) const TIMES: &str = r#"{
  "schema": 1,
  "kind": "times",
  "collective": "bcast",
  "root": 0,
  "blocks": 2,
  "ranks": 2,
  "arcs": [[0, 1, 1, 1]],
  "bound": 2,
  "times": [0, 2]
}
"#;

pub(super) const CUT: &str = r#"{
  "schema": 1,
  "kind": "cut",
  "collective": "allgather",
  "blocks": 1,
  "ranks": 2,
  "arcs": [[0, 1, 2, 1], [1, 0, 3, 1]],
  "p": 1,
  "q": 2,
  "set": [0]
}
"#;

/// Each of two parts sends something of each of 2 units to the other, and the one has a capacity of 2 for that.
pub(super) const PARTS: &str = r#"{
  "schema": 1,
  "kind": "parts",
  "collective": "allreduce",
  "blocks": 1,
  "ranks": 2,
  "arcs": [[0, 1, 2, 1], [1, 0, 3, 1]],
  "p": 1,
  "q": 1,
  "parts": [0, 1]
}
"#;

/// 2 messages for each of 6 blocks, 5 in a step.
pub(super) const PARTS_OF_STEPS: &str = r#"{
  "schema": 1,
  "kind": "parts",
  "collective": "allreduce",
  "blocks": 3,
  "ranks": 2,
  "arcs": [[0, 1, 2, 1], [1, 0, 3, 1]],
  "bound": 3,
  "parts": [0, 1]
}
"#;

/// The capacity into rank 1 is 2, and it needs a block.
pub(super) const DUAL: &str = r#"{
  "schema": 1,
  "kind": "dual",
  "collective": "allgather",
  "blocks": 1,
  "ranks": 2,
  "arcs": [[0, 1, 2, 1], [1, 0, 3, 1]],
  "duals": [
    {"steps": 2, "p": 1, "q": 2, "scale": 2, "prices": [1, 0, 1, 0], "values": [0, 1, 0, 0]}
  ]
}
"#;

/// Rank 2 gets in the second step what rank 1 got in the first: two blocks, as one of the steps has one round.
pub(super) const CELLS: &str = r#"{
  "schema": 1,
  "kind": "cells",
  "collective": "bcast",
  "root": 0,
  "blocks": 1,
  "ranks": 3,
  "arcs": [[0, 1, 2, 1], [1, 2, 2, 1]],
  "cells": [
    {"steps": 2, "rounds": 3, "blocks": 3, "cuts": [
      {"rounds": [1, 2], "times": [0, 2, 3]},
      {"rounds": [2, 1], "times": [0, 1, 3]}
    ]}
  ]
}
"#;

/// Three ranks take two steps; the root begins with the last of three blocks in step 3.
pub(super) const CALLS: &str = r#"{
  "schema": 1,
  "kind": "calls",
  "collective": "bcast",
  "root": 0,
  "blocks": 3,
  "ranks": 3,
  "arcs": [[0, 1, 1, 1], [0, 2, 1, 1], [1, 2, 1, 1]],
  "bound": 4
}
"#;

/// One call does not tell two ranks; so the last of three blocks is not there after three steps.
pub(super) const CALLS_BY_FORMULA: &str = r#"{
  "schema": 1,
  "kind": "calls",
  "collective": "bcast",
  "root": 0,
  "blocks": 3,
  "ranks": 3,
  "arcs": [[0, 1, 1, 1], [0, 2, 1, 1], [1, 2, 1, 1]],
  "bound": 4,
  "dimacs": "p cnf 4 7\n-3 1 0\n-1 3 0\n1 0\n-4 2 0\n-2 4 0\n2 0\n-3 -4 0\n"
}
"#;

/// Nobody gets anything in no step.
pub(super) const SAT: &str = r#"{
  "schema": 1,
  "kind": "sat",
  "collective": "bcast",
  "root": 0,
  "blocks": 1,
  "ranks": 2,
  "arcs": [[0, 1, 1, 1]],
  "steps": 0,
  "dimacs": "p cnf 1 2\n1 0\n-1 0\n"
}
"#;

pub(super) fn result(text: &str) -> Result<Evidence, String> {
    let certificate = Certificate::read(text).map_err(|fault| fault.to_string())?;
    certificate.check().map_err(|wrong| wrong.to_string())
}

#[test]
fn certificates_are_written_as_they_are_read() {
    for text in [TIMES, CUT, PARTS, PARTS_OF_STEPS, DUAL, CELLS, CALLS, CALLS_BY_FORMULA, SAT] {
        assert_eq!(Certificate::read(text).map(|certificate| certificate.write()), Ok(text.to_owned()));
    }
    let steps = |bound| Ok(Evidence::Proved(Least::Steps(bound)));
    assert_eq!(result(TIMES), steps(2));
    assert_eq!(result(CUT), Ok(Evidence::Proved(Least::TimePerUnit { p: 1, q: 2 })));
    assert_eq!(result(PARTS), Ok(Evidence::Proved(Least::TimePerUnit { p: 1, q: 1 })));
    assert_eq!(result(PARTS_OF_STEPS), steps(3));
    assert_eq!(result(DUAL), Ok(Evidence::Rounds(vec![RoundsBound { steps: 2, p: 1, q: 2 }])));
    assert_eq!(result(CELLS), Ok(Evidence::Blocks(vec![BlocksBound { steps: 2, rounds: 3, blocks: 3 }])));
    assert_eq!(result(CALLS), steps(4));
    let formula = Formula { variables: 4, clauses: 7 };
    assert_eq!(result(CALLS_BY_FORMULA), Ok(Evidence::NeedsSolver { bound: 4, formula }));
    let formula = Formula { variables: 1, clauses: 2 };
    assert_eq!(result(SAT), Ok(Evidence::NeedsSolver { bound: 1, formula }));
}

#[test]
fn random_certificates_come_back() {
    for seed in 0..70 {
        let mut generator = Generator::new(seed);
        let example = Example::random(COLLECTIVES[usize::try_from(seed % 7).expect("small")], &mut generator);
        let times = (0..example.graph.vertices()).map(|_| u32::try_from(generator.below(4)).expect("small")).collect();
        let certificate = Certificate::new(&example.statement(), Proof::Times { bound: 3, times });
        let read = Certificate::read(&certificate.write()).expect("correct");
        assert_eq!(
            (read.collective, read.blocks, &read.proof),
            (certificate.collective, certificate.blocks, &certificate.proof)
        );
        assert_eq!(read.check(), certificate.check());
    }
}
