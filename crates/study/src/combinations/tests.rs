//! Results on combinations that follow by reasoning, and the paper's statements.

use super::*;
use crate::Variable;
use crate::figure_6::EDGES;
use logpine_causal::{EdgeKind, PcOptions};
use logpine_text::reason::Reason;
use rayon::ThreadPoolBuilder;

type Test = Result<(), Box<dyn std::error::Error>>;

fn question(schemes: &[SchemeClass], classes: &[Class]) -> CombinationQuestion {
    CombinationQuestion { schemes: schemes.to_vec(), classes: classes.to_vec(), ..CombinationQuestion::default() }
}

fn table(question: &CombinationQuestion) -> Result<CombinationTable, Reason> {
    CombinationTable::new(question, &|_, _| ())
}

fn one(scheme: SchemeClass, class: Class) -> Result<Combination, Reason> {
    Ok(table(&question(&[scheme], &[class]))?.combinations.swap_remove(0))
}

fn edges(learnt: &Learnt) -> Vec<String> {
    learnt.model.edges.iter().map(|edge| learnt.model.named(edge)).collect()
}

#[test]
fn the_reference_is_itself_and_figure_6() -> Test {
    for seed in [1, 2, 3] {
        let table = table(&CombinationQuestion { seed, ..question(&[SchemeClass::Random], &[Class::Random]) })?;
        let itself = &table.combinations[0];
        assert_eq!(itself.learnt, table.reference);
        assert_eq!(itself.differences.verdict(), Verdict::Same);
        let Differences { missing, additional, constant, no_function, new_function, without, unrelated, .. } =
            &itself.differences;
        assert!([missing, additional, no_function, new_function].iter().all(|relations| relations.is_empty()));
        assert!(constant.is_empty() && without.is_empty() && unrelated.is_empty());
        assert_eq!((table.published(), table.agreeing()), (1, 1));
        // The nodes have weak effects, which a sample may show.
        let strong: Vec<String> = edges(&itself.learnt).into_iter().filter(|edge| !edge.starts_with("nodes")).collect();
        assert_eq!(strong, EDGES, "seed {seed}");
    }
    Ok(())
}

/// (8): from the hub to all others, each over a link of its own, takes one hop. Shifted by s, every node other than the hub
/// sends over the hub, and its link carries a message out and another in: three steps in all.
#[test]
fn on_a_star_performance_is_constant() -> Test {
    for (scheme, time) in [(SchemeClass::OneToAll, 1.0), (SchemeClass::Shift, 3.0)] {
        let star = one(scheme, Class::Star)?;
        let comm_t = star.learnt.span(Variable::CommT).ok_or("a span")?;
        assert_eq!((comm_t.least, comm_t.most), (time, time));
        assert!(star.learnt.performance.iter().all(Span::is_nearly_constant), "{:?}", star.learnt.performance);
        assert!(star.differences.constant.contains(&Variable::CommT));
        assert_eq!(star.differences.verdict(), Verdict::Different);
        let checked = star.published.as_ref().ok_or("an entry")?;
        assert_eq!(checked.confirmed, [Note::AllConstant]);
        assert_eq!(star.agrees(), Some(true));
    }
    // The messages per node are (n - 1) / n, so the time per message of each node is n / (n - 1) times the whole time.
    let star = one(SchemeClass::OneToAll, Class::Star)?;
    let per_node = star.learnt.span(Variable::TimePerNodeMsgs).ok_or("a span")?;
    assert!(per_node.least > 1.0 && per_node.most <= 20.0 / 19.0 && !per_node.is_constant(), "{per_node:?}");
    assert_eq!(star.learnt.causes(Variable::TimePerNodeMsgs), [Variable::AvgNodeMsgs]);
    Ok(())
}

/// (9): a link of the star carries n - 1 messages to the hub and as many back, so commT = 2 (n - 1), and a node has n - 1.
#[test]
fn all_to_all_on_a_star_depends_on_the_nodes_in_its_queues() -> Test {
    let star = one(SchemeClass::AllToAll, Class::Star)?;
    let per_node = star.learnt.span(Variable::TimePerNodeMsgs).ok_or("a span")?;
    assert_eq!((per_node.least, per_node.most), (2.0, 2.0));
    assert_eq!(star.learnt.constants, [Variable::TimePerNodeMsgs]);
    assert_eq!(star.learnt.function(Variable::AvgQueueT), Some(vec![Variable::Nodes]));
    assert_eq!(star.published.as_ref().map(|checked| checked.confirmed.clone()), Some(vec![Note::QueuesAlone]));
    Ok(())
}

/// (7): shifted by s along a ring, all messages move in step and take s hops.
#[test]
fn on_a_ring_the_shift_decides_alone() -> Test {
    let ring = one(SchemeClass::Shift, Class::Ring)?;
    for variable in [Variable::TimePerNodeMsgs, Variable::CommT, Variable::AvgHops] {
        assert_eq!(ring.learnt.function(variable), Some(vec![Variable::IndexShift]), "{variable:?}");
    }
    let hops = ring.learnt.span(Variable::MaxHops).ok_or("a span")?;
    assert_eq!((hops.least, hops.most), (1.0, 5.0));
    assert_eq!(ring.learnt.span(Variable::AvgQueueT).map(|span| span.most), Some(0.0));
    assert!(ring.differences.additional.iter().any(|one| one.is_of(Variable::IndexShift, Variable::TimePerNodeMsgs)));
    assert_eq!(ring.agrees(), Some(true));
    Ok(())
}

/// On a torus with sides a and b, b at least a, all-to-all over the links of the longer rings takes some b / a times as long as
/// over the others. The information that |a - b| shares with the time is too little for the usual threshold.
#[test]
fn the_sides_of_a_torus_matter_below_the_usual_threshold() -> Test {
    let mut options = LearnOptions::default();
    let mut asked = CombinationQuestion { seed: 2, ..question(&[SchemeClass::AllToAll], &[Class::Torus]) };
    let usual = &table(&asked)?.combinations[0];
    let [shared] = usual.differences.unrelated[..] else { return Err("one variable more".into()) };
    assert_eq!(shared.pair, [Variable::NodesDifference, Variable::TimePerNodeMsgs]);
    assert!(shared.information.is_some_and(|nats| nats > 0.03 && nats < 0.1), "{shared:?}");
    options.pc = PcOptions { threshold: 0.05, ..PcOptions::default() };
    asked.options = options;
    let sharper = &table(&asked)?.combinations[0];
    let sides = sharper.learnt.relation(Variable::NodesDifference, Variable::TimePerNodeMsgs).ok_or("a relation")?;
    assert_eq!(sides.kind, EdgeKind::Directed);
    assert_eq!(sharper.published.as_ref().map(|checked| checked.confirmed.clone()), Some(vec![Note::SidesMatter]));
    assert_eq!(sharper.differences.verdict(), Verdict::Different);
    Ok(())
}

/// (2), (3) and (4), and random schemes, all-to-all too, on networks with random links as in the paper.
#[test]
fn what_the_paper_says_of_broadcasts_and_random_links() -> Test {
    let schemes = [SchemeClass::Random, SchemeClass::OneToAll, SchemeClass::AllToAll];
    let classes = [Class::Random, Class::Neighbour, Class::Ring];
    let table = table(&question(&schemes, &classes))?;
    let of = |scheme, class| {
        let is_it = |one: &&Combination| (one.learnt.scheme, one.learnt.class) == (scheme, class);
        table.combinations.iter().find(is_it).expect("asked for")
    };
    for scheme in [SchemeClass::Random, SchemeClass::AllToAll] {
        for class in classes {
            let one = of(scheme, class);
            assert_eq!((one.differences.verdict(), one.agrees()), (Verdict::Same, Some(true)), "{scheme:?} {class:?}");
        }
    }
    let broadcast = of(SchemeClass::OneToAll, Class::Random).published.clone().expect("an entry");
    assert_eq!(broadcast.confirmed, [Note::LessCertain, Note::HopsNoFunction, Note::NodesMatter]);
    let ring = of(SchemeClass::OneToAll, Class::Ring);
    assert!(ring.learnt.relations.iter().all(|relation| relation.kind == EdgeKind::Deterministic));
    assert_eq!(ring.agrees(), Some(true));
    Ok(())
}

/// The 24 entries, with the signs in the order of the paper.
#[test]
fn the_published_table_is_transcribed() {
    let CombinationQuestion { schemes, classes, .. } = CombinationQuestion::default();
    let entry = |scheme, class| {
        let Published { verdict, notes } = published(scheme, class).expect("an entry");
        let numbers: String = notes.iter().map(|note| note.number().to_string()).collect();
        format!("{}{numbers}", verdict.sign())
    };
    let rows: Vec<String> = schemes
        .iter()
        .map(|&scheme| classes.iter().map(|&class| entry(scheme, class)).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(rows, ["= #6 = =1 = =", "#134 #4 #5 =1 #8 =2", "= #6 = = #9 =", "=13 #7 =5 = #8 #7"]);
    assert_eq!(published(SchemeClass::Random, Class::Complete), None);
}

#[test]
fn threads_and_order_do_not_matter() -> Test {
    let asked = CombinationQuestion {
        couples: 30,
        ..question(&[SchemeClass::Shift, SchemeClass::OneToAll], &[Class::Planar, Class::Torus])
    };
    let on = |threads: usize| -> Result<CombinationTable, Box<dyn std::error::Error>> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(pool.install(|| table(&asked))?)
    };
    let all = on(1)?;
    assert_eq!(all, on(3)?);
    let alone = table(&CombinationQuestion { couples: 30, ..question(&[SchemeClass::OneToAll], &[Class::Torus]) })?;
    assert_eq!(all.combinations[3], alone.combinations[0]);
    Ok(())
}

#[test]
fn questions_without_an_answer_are_refused() {
    let refused = |question: &CombinationQuestion| table(question).expect_err("no answer").to_string();
    for couples in [0, 19, 20_001, u64::MAX] {
        let message = refused(&CombinationQuestion { couples, ..CombinationQuestion::default() });
        assert!(message.contains("from 20 to 20000"), "{message}");
    }
    let asked = CombinationQuestion { couples: 20, ..question(&[SchemeClass::Shift], &[Class::Hypercube]) };
    assert!(refused(&asked).contains("hypercube"));
    let mut asked = CombinationQuestion { couples: 20, ..question(&[SchemeClass::Shift], &[Class::Ring]) };
    asked.options.pc.threshold = f64::NAN;
    assert!(refused(&asked).contains("threshold"));
}
