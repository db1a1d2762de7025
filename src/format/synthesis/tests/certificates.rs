//! JSON files of certificates.

use crate::check::synthesis::tests::examples::Example;
use crate::check::synthesis::{COLLECTIVES, Certified, Formula};
use crate::format::synthesis::certificate::{Certificate, Evidence, Proof};
use crate::random::Generator;

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

const CUT: &str = r#"{
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

const SAT: &str = r#"{
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

fn result(text: &str) -> Result<Evidence, String> {
    let certificate = Certificate::read(text).map_err(|fault| fault.to_string())?;
    certificate.check().map_err(|wrong| wrong.to_string())
}

#[test]
fn certificates_are_written_as_they_are_read() {
    for text in [TIMES, CUT, SAT] {
        assert_eq!(Certificate::read(text).map(|certificate| certificate.write()), Ok(text.to_owned()));
    }
    assert_eq!(result(TIMES), Ok(Evidence::Steps { bound: 2, by: Certified { need: 2, crossing: 1 } }));
    assert_eq!(result(CUT), Ok(Evidence::TimePerUnit { p: 1, q: 2, by: Certified { need: 1, crossing: 2 } }));
    let formula = Formula { variables: 1, clauses: 2 };
    assert_eq!(result(SAT), Ok(Evidence::NeedsSolver { steps: 0, formula }));
}

#[test]
fn faults_have_their_lines() {
    for (text, from, to, fault) in [
        (
            TIMES,
            "\"schema\": 1",
            "\"schema\": 2",
            "line 2, column 3: `2` is no schema that is known here; write a whole number from 1 to 1",
        ),
        (TIMES, "\"times\",", "\"time\",", "line 3, column 3: expected `times, cut or sat`, found `time`"),
        (
            TIMES,
            "bcast",
            "spread",
            "line 4, column 3: there is no collective `spread`; it is one of bcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce",
        ),
        (TIMES, "  \"root\": 0,\n", "", "`#! root` is missing"),
        (TIMES, "\"root\": 0", "\"root\": 2", "there is no root 2; the ranks are 0 to 1"),
        (
            TIMES,
            "\"ranks\": 2",
            "\"ranks\": 9",
            "line 8, column 3: there are 9 vertices, most of them without an arc or a name; vertices are numbered from 0",
        ),
        (TIMES, "[0, 1, 1, 1]", "[0, 1, 1]", "line 8, column 20: invalid length 3, expected a tuple of size 4"),
        (TIMES, "[0, 1, 1, 1]", "[1, 1, 1, 1]", "line 8, column 3: the arc leads from 1 to itself"),
        (
            TIMES,
            "\"bound\": 2",
            "\"bound\": 3",
            "1 transmissions can cross, which is enough for 0 blocks: the times do not prove that 3 steps are needed",
        ),
        (
            TIMES,
            "[0, 2]",
            "[0, 3]",
            "2 transmissions can cross, which is enough for 2 blocks: the times do not prove that 2 steps are needed",
        ),
        (TIMES, "[0, 2]", "[0, 2, 1]", "there are 3 times, but 2 vertices"),
        (
            TIMES,
            "  \"bound\": 2,\n",
            "",
            "line 3, column 3: `bound` is missing; a certificate of the kind `times` has it",
        ),
        (
            TIMES,
            "\"bound\": 2",
            "\"bound\": 2, \"set\": []",
            "line 9, column 15: `set` has no meaning in a certificate of the kind `times`",
        ),
        (
            TIMES,
            "\"bound\": 2",
            "\"bound\": 2, \"sets\": []",
            "line 9, column 20: unknown field `sets`, expected one of `schema`, `kind`, `collective`, `root`, `blocks`, `ranks`, `arcs`, `bound`, `times`, `p`, `q`, `set`, `steps`, `dimacs`",
        ),
        (TIMES, "\"bound\": 2", "\"bound\": -2", "line 9, column 13: invalid value: integer `-2`, expected u32"),
        (CUT, "\"q\": 2", "\"q\": 3", "the set proves 1/2, not 1/3"),
        (CUT, "[0]", "[0, 1]", "all ranks are in the set; one must be missing"),
        (SAT, "-1 0", "-2 0", "line 3 of the formula: `-2` is no literal; write a number from 1 to 1, or its negative"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert_eq!(result(&changed), Err(fault.to_owned()), "{from} -> {to}");
    }
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
