//! Learning of causal models from observations.

use super::deterministic::{FunctionOf, Relations, STRONG_EVIDENCE, Sequence, scan, sequence};
use super::information::{Dependence, KernelInformation};
use super::knowledge::{Constraints, Knowledge};
use super::model::{CausalModel, Variable, edges};
use super::options::LearnOptions;
use super::pc::{Decision, Equivalence, PcOptions, Reason, Search, Separation, Skeleton, TestResult, orient};
use super::sample::{Sample, Scale, Transform, samples};
use super::table::Table;
use logpine_text::reason::{Reason as Refusal, reason};
use std::cmp::Ordering;

/// Learns a causal model from a table. Functions are sought first. Among the variables that are not functions of others, the
/// PC algorithm finds the direct relations; of information equivalent variables, the one with the simplest relation stays
/// connected (Lemeire, Dirkx and Colitti, 2008, section 3.4). Then edges are directed.
///
/// A function Y = f(X) contains all information of X about a third variable. It takes over the edge of X with an effect of
/// both if its relation with the effect is simpler. A function of two variables takes over the edges of both if they are
/// independent of the effect given the function.
///
/// The result does not depend on the number of threads.
///
/// # Errors
/// [`Refusal`] for contradictory knowledge, names that are not columns, and invalid options.
pub fn learn(table: &Table, knowledge: &Knowledge, options: &LearnOptions) -> Result<CausalModel, Refusal> {
    check(options)?;
    let constraints = Constraints::new(table, knowledge)?;
    let (samples, scales): (Vec<Sample>, Vec<Scale>) = samples(table, options.transform).into_iter().unzip();
    let relations = Relations::new(&samples);
    let plain: Vec<Sample> =
        super::sample::samples(table, Transform::Raw).into_iter().map(|(sample, _)| sample).collect();
    let plain = Relations::new(&plain);
    let dependence = KernelInformation::from_samples(samples.clone(), table.rows());
    let independent = |[a, b]: [usize; 2]| {
        let information = dependence.information(a, b, &[]);
        (information <= options.pc.threshold).then_some(information)
    };
    let sequence = options.deterministic.map_or_else(
        || Sequence { variables: constraints.sequence(), told: Vec::new() },
        |options| sequence(&relations, &constraints, options, independent),
    );
    let functions = options
        .deterministic
        .map_or_else(Vec::new, |options| scan(&relations, &constraints, &sequence.variables, options));
    let learner = Learner {
        constraints: &constraints,
        plain: &plain,
        dependence: &dependence,
        functions,
        sequence: &sequence,
        options,
    };
    let mut skeleton = learner.skeleton();
    let conflicts = orient(&mut skeleton, &constraints, &dependence, options.pc.threshold);
    let functions = learner.functions;
    let is_required = |from: usize, to: usize| constraints.requires(from, to);
    let edges = edges(&skeleton.pattern, &functions, is_required, |from, to| dependence.information(from, to, &[]));
    let variable = |(index, &scale): (usize, &Scale)| Variable {
        name: table.columns()[index].name.clone(),
        scale,
        is_input: constraints.is_input(index),
    };
    let Skeleton { separations, tests, equivalences, .. } = skeleton;
    let mut model = CausalModel {
        variables: scales.iter().enumerate().map(variable).collect(),
        rows: table.rows(),
        options: *options,
        edges,
        functions,
        separations,
        equivalences,
        tests,
        warnings: left_out(table),
    };
    model.warnings.extend(warnings(&model, &constraints, &sequence, &conflicts));
    Ok(model)
}

fn check(options: &LearnOptions) -> Result<(), Refusal> {
    let PcOptions { threshold, .. } = options.pc;
    if !threshold.is_finite() || threshold < 0.0 {
        return Err(reason!(
            "the threshold of independence is {threshold} nats; it must be a number of at least 0 (0.1 is usual)"
        ));
    }
    let shares = options.deterministic.iter().flat_map(|options| [options.one, options.two]);
    match shares.into_iter().find(|share| !(0.0..1.0).contains(share)) {
        Some(found) => Err(reason!(
            "the share of variance that a function leaves is {found}; it must be at least 0 and less than 1 (0.003 is usual)"
        )),
        None => Ok(()),
    }
}

/// The data for finding the edges.
struct Learner<'a> {
    constraints: &'a Constraints,
    /// Relations among unscaled values: a logarithm would make an exponential function as simple as a linear one.
    plain: &'a Relations<'a>,
    dependence: &'a KernelInformation,
    functions: Vec<FunctionOf>,
    sequence: &'a Sequence,
    options: &'a LearnOptions,
}

impl Learner<'_> {
    /// Finds the pairs of connected variables; functions are directed already.
    fn skeleton(&self) -> Skeleton {
        let Self { constraints, dependence, options, .. } = self;
        let is_function = |variable: usize| self.functions.iter().any(|function| function.variable == variable);
        let others: Vec<usize> = (0..constraints.variables()).filter(|&variable| !is_function(variable)).collect();
        let simplicity = options.deterministic.map(|_| self.plain);
        let mut skeleton =
            Search { dependence: *dependence, constraints, options: &options.pc, simplicity }.run(&others);
        for function in &self.functions {
            self.connect(function, &mut skeleton);
        }
        for from in 0..constraints.variables() {
            for to in (0..constraints.variables()).filter(|&to| constraints.requires(from, to)) {
                skeleton.pattern.direct(from, to);
            }
        }
        self.separate_functions(&mut skeleton);
        skeleton
    }

    /// Connects a function with its parents, and with the effects whose relation with the function is simpler than with the
    /// parents.
    fn connect(&self, function: &FunctionOf, skeleton: &mut Skeleton) {
        let FunctionOf { variable, parents, .. } = function;
        let sequence = &self.sequence.variables;
        let place = |of: usize| sequence.iter().position(|&other| other == of);
        for reference in (0..sequence.len()).filter(|&other| place(other) > place(*variable)) {
            if parents.iter().all(|&parent| skeleton.pattern.is_adjacent(parent, reference)) {
                self.settle(function, reference, skeleton);
            }
        }
        for &parent in parents {
            skeleton.pattern.direct(parent, *variable);
        }
    }

    /// Decides if a function or its parents stay connected with an effect of theirs.
    fn settle(&self, function: &FunctionOf, reference: usize, skeleton: &mut Skeleton) {
        let FunctionOf { variable, parents, .. } = function;
        let equivalence = |kept, others, decision| Equivalence { reference, kept, others, decision };
        let (is_mine, decision) = match parents.as_slice() {
            [parent] => self.simpler(function, *parent, reference),
            // One relation instead of two is simpler if the parents contain no more information.
            _ => (self.says_all(*variable, parents, reference, skeleton), Decision::Simpler),
        };
        let is_open = |&parent: &usize| {
            !self.constraints.requires(parent, reference) && !self.constraints.requires(reference, parent)
        };
        if is_mine && self.constraints.allows(*variable, reference) && parents.iter().all(is_open) {
            skeleton.equivalences.push(equivalence(*variable, parents.clone(), Decision::Simpler));
            skeleton.pattern.connect(*variable, reference);
            for &parent in parents {
                let pair = [parent.min(reference), parent.max(reference)];
                skeleton.remove(pair, vec![*variable], None, Reason::Equivalent);
            }
        } else if let [parent] = parents.as_slice() {
            skeleton.equivalences.push(equivalence(*parent, vec![*variable], decision));
        }
    }

    /// Compares the relations of a function and of its parent with an effect: returns true if that of the function is
    /// simpler, and the reason for the decision.
    fn simpler(&self, function: &FunctionOf, parent: usize, reference: usize) -> (bool, Decision) {
        let relation = |of| self.plain.relation(of, reference);
        // The relation of a linear function has the same form as that of its parent.
        let is_linear = self.plain.relation(parent, function.variable).is_some_and(|function| function.degree == 1);
        let (Some(mine), Some(other), false) = (relation(function.variable), relation(parent), is_linear) else {
            return (false, Decision::Cause);
        };
        let is_as_good = mine.criterion <= other.criterion + STRONG_EVIDENCE;
        match mine.parameters.cmp(&other.parameters) {
            Ordering::Less if is_as_good => (true, Decision::Simpler),
            Ordering::Greater => (false, Decision::Simpler),
            Ordering::Less | Ordering::Equal => (false, Decision::Cause),
        }
    }

    /// True if the parents are independent of a variable given their function.
    fn says_all(&self, variable: usize, parents: &[usize], reference: usize, skeleton: &mut Skeleton) -> bool {
        let test = |&parent: &usize| {
            let pair = [parent.min(reference), parent.max(reference)];
            let information = self.dependence.information(pair[0], pair[1], &[variable]);
            TestResult { pair, given: vec![variable], information }
        };
        let tests: Vec<TestResult> = parents.iter().map(test).collect();
        let says_all = tests.iter().all(|test| test.information <= self.options.pc.threshold);
        skeleton.tests.extend(tests);
        says_all
    }

    /// Adds the separations of functions: given its parents, a function is independent of all other variables.
    fn separate_functions(&self, skeleton: &mut Skeleton) {
        for FunctionOf { variable, parents, .. } in &self.functions {
            for other in (0..self.constraints.variables()).filter(|other| other != variable) {
                let pair = [other.min(*variable), other.max(*variable)];
                let is_told = skeleton.separations.iter().any(|separation| separation.pair == pair);
                if !skeleton.pattern.is_adjacent(other, *variable) && !is_told {
                    let (given, reason) = (parents.clone(), Reason::Function);
                    skeleton.separations.push(Separation { pair, given, information: None, reason });
                }
            }
        }
    }
}

/// The warning about constant columns.
fn left_out(table: &Table) -> Vec<String> {
    let columns = table.left_out();
    let words = (!columns.is_empty()).then(|| format!("left out, the same in every row: {}", columns.join(", ")));
    words.into_iter().collect()
}

fn warnings(
    model: &CausalModel,
    constraints: &Constraints,
    sequence: &Sequence,
    conflicts: &[[usize; 2]],
) -> Vec<String> {
    let joined = |variables: &[usize]| model.names(variables).join(" and ");
    let mut warnings = Vec::new();
    // A function is read in the right direction if all its parents are known to come before it.
    let is_guess = |function: &&FunctionOf| {
        let is_told = sequence.told.contains(&function.variable) && function.parents.len() > 1;
        !is_told && !function.parents.iter().all(|&parent| constraints.precedes(parent, function.variable))
    };
    let guessed: Vec<usize> = model.functions.iter().filter(is_guess).map(|function| function.variable).collect();
    if !guessed.is_empty() {
        warnings.push(format!(
            "a function can be read in every direction; that {} is determined by others follows from the order of the columns \
             alone: give the causal order",
            model.names(&guessed).join(", ")
        ));
    }
    for FunctionOf { variable, parents, alternatives, .. } in &model.functions {
        if !alternatives.is_empty() {
            let others: Vec<String> = alternatives.iter().map(|set| joined(set)).collect();
            let (variable, parents, others) = (model.name(*variable), joined(parents), others.join(", or of "));
            warnings.push(format!("{variable} is taken as a function of {parents}, but might be one of {others}"));
        }
    }
    for Equivalence { reference, kept, others, decision } in &model.equivalences {
        if *decision == Decision::Undecided {
            let (variables, reference) = (joined(&[&[*kept], others.as_slice()].concat()), model.name(*reference));
            warnings.push(format!(
                "{variables} say the same about {reference}, and as simply; which of them is connected with it must be decided by \
                 who knows the system: require its edge"
            ));
        }
    }
    for pair in conflicts {
        warnings.push(format!(
            "the independences demand both directions of the edge between {}; it is left without one: a common cause may be \
             missing, or the threshold is too near to what was measured",
            joined(pair)
        ));
    }
    warnings
}

#[cfg(test)]
mod tests;
