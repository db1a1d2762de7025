//! All trade-offs of time against internal processes.

use super::answers::{Answers, fastest_even, fastest_exact, least_of_all, search};
use super::costs::Costs;
use super::question::Question;
use super::reach::{Method, TooLong};
use super::search::{FINE, SHORT, Search, USUAL};
use super::{MOST_EXACT_FRONT, coarse};
use crate::search::overlay::{Optimum, Proof, SearchError};
use logpine_models::job::Job;
use logpine_models::model::LevelCost;
use logpine_text::watch::Watch;
use rayon::prelude::*;

/// The number of budgets, from the least on, that are tried one by one if a front is not exact.
const EACH: u64 = 32;
/// The fraction of the last budget by which each further budget is larger.
const STEP: u64 = 10;
/// The number of neighbouring budgets of one search; independent of the number of threads.
const CHUNK: usize = 16;
/// The fraction of the time above which the gap to the bound justifies closer bounds and finer searches.
const LARGE_GAP: u64 = 110;

/// The trees that no other beats in both time and internal processes, by rising number of processes. If the search is not
/// exact: the best trees found for budgets that rise by some percent, each with its bound, and last the best tree without a
/// budget.
///
/// # Errors
/// [`SearchError`] as for [`fastest`](super::fastest).
pub fn front(cost: &dyn LevelCost, job: &Job, watch: &dyn Watch) -> Result<Vec<Optimum>, SearchError> {
    let question = Question::new(cost, job, watch)?;
    let most = job.limits.max_internal.unwrap_or(u64::MAX);
    if question.leaves == 1 {
        return Ok(vec![question.unlimited]);
    }
    question.check_least(most)?;
    match Answers::new(&question)? {
        Answers::Plain(front) => of_plain(&question, &front, most),
        Answers::Monotone(costs) => {
            let mut front = Vec::new();
            if question.leaves <= MOST_EXACT_FRONT {
                match exact(&question, &costs, most, &mut front) {
                    Ok(found) => return found.map(|()| front),
                    // What is exact stays if the watch has ended the search.
                    Err(TooLong) if watch.is_over() => {}
                    Err(TooLong) => front.clear(),
                }
            }
            even(&question, &costs, most, front)
        }
        answers @ Answers::Between { .. } => of_numbers(&question, most, Vec::new(), |numbers| {
            numbers.iter().map(|&internal| answers.fastest(&question, internal)).collect()
        }),
        Answers::Coarse => of_numbers(&question, most, Vec::new(), |numbers| {
            numbers.iter().map(|&internal| coarse::fastest(&question, internal, coarse::FEW_STEPS)).collect()
        }),
    }
}

fn of_plain(question: &Question, front: &[(u64, crate::tree::Shape)], most: u64) -> Result<Vec<Optimum>, SearchError> {
    let within = front.iter().filter(|(_, shape)| shape.internal_nodes() <= most);
    let answers: Result<Vec<_>, _> =
        within.map(|(ticks, shape)| question.answer(shape.clone(), *ticks, Proof::ProcessBudget)).collect();
    answers.and_then(|answers| if answers.is_empty() { Err(super::answers::too_few(front, most)) } else { Ok(answers) })
}

/// Searches budget by budget, until there is no faster tree at all.
fn exact(
    question: &Question,
    costs: &Costs,
    most: u64,
    front: &mut Vec<Optimum>,
) -> Result<Result<(), SearchError>, TooLong> {
    let mut search = search(question, costs, Method::Exact, USUAL);
    let least = least_of_all(question, costs);
    // The longest time that is faster than the last tree.
    let mut faster: Option<u64> = None;
    for internal in question.least_internal()..=most {
        if let Some(faster) = faster
            && !search.fits(faster, internal)?
        {
            continue;
        }
        let ticks = costs.ticks(search.least_units(internal, least)?.found);
        let shape = search.tree(costs.units(ticks), internal)?.ok_or(TooLong)?;
        match question.answer(shape, ticks, Proof::ProcessBudget) {
            Ok(answer) => front.push(answer),
            Err(error) => return Ok(Err(error)),
        }
        if ticks <= costs.ticks(least) {
            break;
        }
        faster = Some(costs.units(ticks - 1));
    }
    Ok(Ok(()))
}

/// Some budgets, each with the best tree found and its bound, for a cost that never falls.
fn even(question: &Question, costs: &Costs, most: u64, exact: Vec<Optimum>) -> Result<Vec<Optimum>, SearchError> {
    of_numbers(question, most, exact, |numbers| {
        let mut quick = search(question, costs, Method::Even, USUAL);
        let mut fine = search(question, costs, Method::Even, FINE);
        let answer = |&internal: &u64| {
            for search in [&mut quick, &mut fine] {
                if let Ok(found) = fastest_even(question, search, costs, internal, LARGE_GAP)
                    && !has_large_gap(&found)
                {
                    return found;
                }
            }
            let mut exact = search(question, costs, Method::Exact, SHORT);
            match fastest_exact(question, &mut exact, costs, internal) {
                Ok(found) => found,
                Err(TooLong) => best_of(question, &mut fine, costs, internal),
            }
        };
        numbers.iter().map(answer).collect()
    })
}

/// The better tree and the better bound of two quick methods.
fn best_of(question: &Question, fine: &mut Search, costs: &Costs, internal: u64) -> Result<Optimum, SearchError> {
    let even = fastest_even(question, fine, costs, internal, LARGE_GAP).map_err(SearchError::from).flatten();
    match (even, coarse::fastest(question, internal, coarse::FEW_STEPS)) {
        (Ok(even), Ok(coarse)) => {
            let bound = even.bound.max(coarse.bound);
            let best = if coarse.score.time < even.score.time { coarse } else { even };
            Ok(Optimum { bound, ..best })
        }
        (even, coarse) => even.or(coarse),
    }
}

fn has_large_gap(found: &Result<Optimum, SearchError>) -> bool {
    found.as_ref().is_ok_and(|found| {
        let (time, bound) = (found.score.time.ticks(), found.bound.ticks());
        time - bound > time / LARGE_GAP
    })
}

/// The front of the trees for some budgets, beginning with a part of it, and of the best tree without a budget.
fn of_numbers(
    question: &Question,
    most: u64,
    mut front: Vec<Optimum>,
    answers: impl Fn(&[u64]) -> Vec<Result<Optimum, SearchError>> + Send + Sync,
) -> Result<Vec<Optimum>, SearchError> {
    let unlimited = &question.unlimited;
    let last = most.min(unlimited.shape.internal_nodes().saturating_sub(1));
    let first = front.last().map_or(question.least_internal(), |last| last.shape.internal_nodes() + 1);
    let next = |&internal: &u64| internal.checked_add(if internal < first + EACH { 1 } else { internal / STEP });
    let numbers: Vec<u64> = std::iter::successors(Some(first), next).take_while(|&internal| internal <= last).collect();
    // Once the search is to end, only the largest budget is answered, which has the fastest tree.
    let of_chunk = |chunk: &[u64]| match chunk {
        [.., largest] if question.watch.is_over() && Some(largest) != numbers.last() => Vec::new(),
        [.., _] if question.watch.is_over() => answers(&chunk[chunk.len() - 1..]),
        _ => answers(chunk),
    };
    let chunks: Vec<_> = numbers.par_chunks(CHUNK).map(of_chunk).collect();
    let mut refused = SearchError::BudgetTooLong;
    for answer in chunks.into_iter().flatten() {
        let answer = match answer {
            Ok(answer) => answer,
            // The tree with the fewest processes may take too long to be represented; a few more processes are enough.
            Err(error) => {
                refused = error;
                continue;
            }
        };
        if front.last().is_none_or(|last| answer.score.time < last.score.time) {
            front.push(answer);
        }
    }
    // A tree that is as fast as the best may have fewer processes.
    if unlimited.shape.internal_nodes() <= most
        && front.last().is_none_or(|last| unlimited.score.time < last.score.time)
    {
        front.push(unlimited.clone());
    }
    if front.is_empty() { Err(refused) } else { Ok(front) }
}
