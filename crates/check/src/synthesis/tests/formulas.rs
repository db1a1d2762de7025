//! Formulas: those of the search are what the checker expects, and no other is.

use crate::synthesis::tests::examples::{below, random_graph};
use crate::synthesis::{Evidence, Formula, Proof, Statement, Wrong};
use logpine_models::job::MpiCollective;
use logpine_netplan::{Encoding, SatLimits, Task, TelephoneLimits, call_formula};
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

/// Those whose blocks go from one rank to all, perhaps backwards.
const SPREADING: [MpiCollective; 4] =
    [MpiCollective::Bcast, MpiCollective::Reduce, MpiCollective::Allgather, MpiCollective::ReduceScatter];

/// What is needed for a formula and its check.
#[derive(Clone, Debug)]
struct Case {
    graph: Digraph,
    collective: MpiCollective,
    root: u32,
    blocks: u32,
    /// The steps of the formula.
    steps: u32,
    one_port: bool,
}

impl Case {
    fn random(generator: &mut Generator) -> Self {
        let graph = random_graph(generator);
        let one_port = generator.below(4) == 0;
        let collective = SPREADING[below(generator, if one_port { 2 } else { 4 }) as usize];
        let root = below(generator, graph.compute());
        let blocks = 1 + below(generator, if collective.is_rooted() { 8 } else { 3 });
        Self { graph, collective, root, blocks, steps: below(generator, 8), one_port }
    }

    /// The formula of the search.
    fn formula(&self) -> Option<String> {
        let backward = matches!(self.collective, MpiCollective::Reduce | MpiCollective::ReduceScatter);
        let graph = if backward { self.graph.reversed() } else { self.graph.clone() };
        if self.one_port {
            return call_formula(&graph, self.root, self.steps, &TelephoneLimits::default());
        }
        let task = match self.collective {
            MpiCollective::Bcast | MpiCollective::Reduce => Task::bcast(self.root, self.blocks),
            _ => Task::allgather(graph.compute(), self.blocks),
        };
        let rounds = vec![1; self.steps as usize];
        Encoding::new(&graph, &task, &rounds, &SatLimits::default()).ok().map(|encoding| encoding.dimacs())
    }

    fn check(&self, dimacs: &str) -> Result<Evidence, Wrong> {
        let Self { ref graph, collective, root, blocks, .. } = *self;
        let dimacs = dimacs.to_owned();
        let proof = if self.one_port {
            Proof::Calls { bound: self.steps + blocks, dimacs: Some(dimacs) }
        } else {
            Proof::Sat { steps: self.steps, dimacs }
        };
        proof.check(&Statement { graph, collective, root, blocks })
    }

    /// The case with one number changed.
    fn changed(&self, generator: &mut Generator) -> Self {
        let mut other = self.clone();
        match generator.below(4) {
            0 => other.steps += 1,
            1 => other.blocks += 1,
            2 => other.root = (other.root + 1) % other.graph.compute(),
            _ => {
                let mut arcs: Vec<Arc> = other.graph.arcs().to_vec();
                let arc = below(generator, u32::try_from(arcs.len()).expect("small")) as usize;
                match generator.below(3) {
                    0 => arcs[arc].latency += 1,
                    1 => arcs[arc].capacity += 1,
                    _ => drop(arcs.remove(arc)),
                }
                other.graph = Digraph::new(other.graph.vertices(), other.graph.compute(), arcs);
            }
        }
        other
    }
}

/// The text of clauses.
fn dimacs(variables: u32, clauses: &[Vec<i32>]) -> String {
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        text.extend(clause.iter().map(|literal| format!("{literal} ")));
        text.push_str("0\n");
    }
    text
}

/// The clauses of a text.
fn clauses(text: &str) -> Vec<Vec<i32>> {
    let literals = |line: &str| line.split(' ').map(|word| word.parse().expect("a number")).collect::<Vec<i32>>();
    text.lines().skip(1).map(|line| literals(line.trim_end_matches('0').trim_end())).collect()
}

/// The clauses with one of them changed.
fn mutant(clauses: &[Vec<i32>], variables: u32, generator: &mut Generator) -> Vec<Vec<i32>> {
    let mut other = clauses.to_vec();
    let at = below(generator, u32::try_from(clauses.len()).expect("small")) as usize;
    let literal = below(generator, u32::try_from(clauses[at].len()).expect("small")) as usize;
    match generator.below(7) {
        0 => drop(other.remove(at)),
        1 => other.insert(at, clauses[at].clone()),
        2 => other[at][literal] *= -1,
        3 => other[at][literal] = i32::try_from(1 + below(generator, variables)).expect("small"),
        4 => drop(other[at].remove(literal)),
        5 => other.push(vec![i32::try_from(variables).expect("small")]),
        _ => other.swap(at, (at + 1) % clauses.len()),
    }
    other
}

#[test]
fn the_formulas_of_the_search_are_those_expected() {
    let (mut counted, mut contradictions) = (0, 0);
    for seed in 0..600 {
        let case = Case::random(&mut Generator::new(seed));
        let Some(text) = case.formula() else { continue };
        let Ok(Evidence::NeedsSolver { bound, formula }) = case.check(&text) else {
            panic!("{seed}: {:?}", case.check(&text));
        };
        assert_eq!(bound, case.steps + if case.one_port { case.blocks } else { 1 });
        let header = format!("p cnf {} {}\n", formula.variables, formula.clauses);
        assert!(text.starts_with(&header), "{seed}: {header}");
        // More than five literals, of which two may be true, need counters.
        counted += u32::from(case.blocks > 5 && formula.clauses > 100);
        contradictions += u32::from(text.contains("\n1 0\n-1 0\n"));
    }
    assert!(counted > 50 && contradictions > 50, "{counted} {contradictions}");
}

#[test]
fn no_other_formula_is_accepted() {
    let (mut refused, mut same) = (0, 0);
    for seed in 0..150 {
        let mut generator = Generator::new(seed);
        let case = Case::random(&mut generator);
        let Some(text) = case.formula() else { continue };
        let original = clauses(&text);
        let variables = text.split(' ').nth(2).and_then(|word| word.parse().ok()).expect("a header");
        assert_eq!(dimacs(variables, &original), text);
        for _ in 0..40 {
            let mutant = mutant(&original, variables, &mut generator);
            let accepted = case.check(&dimacs(variables, &mutant)).is_ok();
            assert_eq!(accepted, mutant == original, "{seed}: {mutant:?}");
            refused += u32::from(!accepted);
        }
        assert!(case.check(&dimacs(variables + 1, &original)).is_err());
        assert!(case.check(&dimacs(variables - 1, &original)).is_err());
        for _ in 0..20 {
            let other = case.changed(&mut generator);
            let checked = other.check(&text);
            let is_same = other.formula().is_some_and(|formula| formula == text);
            assert_eq!(checked.is_ok(), is_same, "{seed}: {checked:?} {other:?} {text}");
            same += u32::from(is_same);
        }
    }
    assert!(refused > 2_000 && same > 50, "{refused} {same}");
}

#[test]
fn a_formula_read_by_hand() {
    let arc = |from, to| Arc { from, to, capacity: 1, latency: 1 };
    // From 0 to 1, and from there to 2; two blocks in two steps.
    let graph = Digraph::new(3, 3, vec![arc(0, 1), arc(1, 2)]);
    let case = Case { graph, collective: MpiCollective::Bcast, root: 0, blocks: 2, steps: 2, one_port: false };
    // Block 0: 1, 2 that rank 1 has it after steps 1 and 2, 3 that rank 2 has it after step 2; 4, 5 that it is sent from 0 to 1 in
    // these steps, 6 that it is sent from 1 to 2 in step 2. Block 1: the same plus 6. Then 13, 14: the rows are equal.
    let text = "p cnf 14 31
-4 1 0\n-1 4 0\n-5 2 0\n-5 -1 0\n-1 2 0\n-2 1 5 0\n2 0\n-6 3 0\n-6 1 0\n-3 6 0\n3 0
-10 7 0\n-7 10 0\n-11 8 0\n-11 -7 0\n-7 8 0\n-8 7 11 0\n8 0\n-12 9 0\n-12 7 0\n-9 12 0\n9 0
-4 -10 0\n-5 -11 0\n-6 -12 0
4 -10 0\n4 13 0\n-10 13 0
5 -11 -13 0\n5 14 -13 0\n-11 14 -13 0
";
    assert_eq!(
        case.check(text),
        Ok(Evidence::NeedsSolver { bound: 3, formula: Formula { variables: 14, clauses: 31 } })
    );
    let message = |case: &Case, text: &str| case.check(text).expect_err("wrong").to_string();
    let short = "the formula has fewer clauses than there are blocks, 2";
    assert_eq!(message(&case, "p cnf 1 0\n"), short);
    assert_eq!(
        message(&case, &text.replace("-2 1 5 0", "-2 5 1 0")),
        "line 7 of the formula: the formula of the schedules in so many steps has the clause `-2 1 5 0` here"
    );
    let allreduce = Case { collective: MpiCollective::Allreduce, ..case.clone() };
    assert_eq!(message(&allreduce, text), "a formula says nothing about allreduce; node times do");
    let bcast = Statement { graph: &case.graph, collective: MpiCollective::Bcast, root: 0, blocks: 2 };
    let needless = "a bound of 1 steps needs no formula: the last block leaves the root when all others have";
    let proof = Proof::Calls { bound: 1, dimacs: Some(text.to_owned()) };
    assert_eq!(proof.check(&bcast), Err(Wrong::new(needless)));
}
