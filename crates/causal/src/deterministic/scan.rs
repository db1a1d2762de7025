//! The search for functions.

use super::regression::ROUNDING;
use super::{Polynomial, Relations};
use crate::Constraints;
use crate::pc::pairs;

/// The criteria for functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeterministicOptions {
    /// The largest share of its variance that may be left if a variable is to be a function of one other.
    pub one: f64,
    /// The largest share that may be left for a function of two others. It is smaller, because two causes with little noise
    /// come close to a function.
    pub two: f64,
}

impl Default for DeterministicOptions {
    /// Uses 0.003 for one variable, 0.0001 for two.
    fn default() -> Self {
        Self { one: 3e-3, two: 1e-4 }
    }
}

/// A variable that is a function of others.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionOf {
    /// The variable.
    pub variable: usize,
    /// The arguments of the function: one or two variables.
    pub parents: Vec<usize>,
    /// The share of the variance that is left when every row is predicted by a polynomial fitted to all others.
    pub residual_variance: f64,
    /// The degree of the polynomial.
    pub degree: usize,
    /// Alternative arguments, one or two variables, with an equally simple function. No alternative is known to cause
    /// another.
    pub alternatives: Vec<Vec<usize>>,
}

impl FunctionOf {
    /// True if nothing is left except rounding errors.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.residual_variance < ROUNDING
    }
}

/// Orders the variables for the search for functions, none after one that it precedes. The order is that of the columns,
/// with one exception: if each of three variables is a function of the other two and their causal order is unknown, the
/// variable with independent parents comes last. `independent` returns the information that two variables share if they are
/// independent.
pub(crate) fn sequence(
    relations: &Relations,
    constraints: &Constraints,
    options: DeterministicOptions,
    independent: impl Fn([usize; 2]) -> Option<f64>,
) -> Sequence {
    let mut found = Sequence { variables: constraints.sequence(), told: Vec::new() };
    let is_open = |a: usize, b: usize| constraints.allows(a, b) && constraints.allows(b, a);
    let count = constraints.variables();
    for a in 0..count {
        for [b, c] in
            pairs(&(a + 1..count).collect::<Vec<_>>()).filter(|&[b, c]| is_open(a, b) && is_open(b, c) && is_open(a, c))
        {
            let is_function = |of: usize, by: [usize; 2]| {
                let left =
                    |by: &[usize]| relations.polynomial(of, by).map_or(f64::INFINITY, |fit| fit.residual_variance);
                left(&by) <= options.two && by.iter().all(|&one| left(&[one]) > options.one)
            };
            let readings = [(a, [b, c]), (b, [a, c]), (c, [a, b])].into_iter().filter(|&(of, by)| is_function(of, by));
            let told = readings.filter_map(|(of, by)| Some((of, by, independent(by)?)));
            if let Some((of, by, _)) = told.min_by(|(_, _, one), (_, _, other)| one.total_cmp(other)) {
                found.put_after(of, by, constraints);
            }
        }
    }
    found
}

/// The order of the variables in the search for functions.
pub(crate) struct Sequence {
    /// All variables.
    pub variables: Vec<usize>,
    /// The variables identified as functions by the independence of their parents.
    pub told: Vec<usize>,
}

impl Sequence {
    /// Moves a variable just after its parents, unless it would pass a variable that it precedes.
    fn put_after(&mut self, variable: usize, parents: [usize; 2], constraints: &Constraints) {
        let place = |of: usize| self.variables.iter().position(|&other| other == of);
        let (Some(from), Some(last)) = (place(variable), parents.iter().filter_map(|&parent| place(parent)).max())
        else {
            return;
        };
        if from < last {
            if self.variables[from..=last].iter().any(|&passed| constraints.precedes(variable, passed)) {
                return;
            }
            self.variables[from..=last].rotate_left(1);
        }
        if !self.told.contains(&variable) {
            self.told.push(variable);
        }
    }
}

/// For each variable that is not an input, checks if it is a function of one or two variables that come before it.
///
/// The function with the fewest parameters is chosen. Of equally simple ones, that of the causes is chosen, then the one
/// with the smallest residual variance.
pub(crate) fn scan(
    relations: &Relations,
    constraints: &Constraints,
    sequence: &[usize],
    options: DeterministicOptions,
) -> Vec<FunctionOf> {
    let mut functions: Vec<FunctionOf> = Vec::new();
    for (place, &variable) in sequence.iter().enumerate() {
        let before: Vec<usize> =
            sequence[..place].iter().copied().filter(|&other| constraints.allows(other, variable)).collect();
        let singles = before.iter().map(|&parent| vec![parent]);
        let doubles = pairs(&before).map(|pair| pair.to_vec());
        let found = best(relations, &functions, variable, singles, options.one)
            .or_else(|| best(relations, &functions, variable, doubles, options.two));
        functions.extend(found);
    }
    functions
}

fn best(
    relations: &Relations,
    functions: &[FunctionOf],
    variable: usize,
    sets: impl Iterator<Item = Vec<usize>>,
    most_left: f64,
) -> Option<FunctionOf> {
    let fit = |parents: Vec<usize>| {
        let fit = relations.polynomial(variable, &parents)?;
        (fit.residual_variance <= most_left).then_some((parents, fit))
    };
    let found: Vec<(Vec<usize>, Polynomial)> = sets.filter_map(fit).collect();
    let fewest = found.iter().map(|(_, fit)| fit.parameters).min()?;
    let simple: Vec<&(Vec<usize>, Polynomial)> = found.iter().filter(|(_, fit)| fit.parameters == fewest).collect();
    // A set determined by another set is not a cause besides that set.
    let is_determined = |(parents, _): &&(Vec<usize>, Polynomial)| {
        simple
            .iter()
            .any(|(others, _)| others != parents && parents.iter().all(|&parent| determines(functions, others, parent)))
    };
    let causes: Vec<_> = simple.iter().filter(|set| !is_determined(set)).copied().collect();
    let causes = if causes.is_empty() { simple } else { causes };
    let (parents, fit) = causes.iter().min_by(|(_, a), (_, b)| a.residual_variance.total_cmp(&b.residual_variance))?;
    Some(FunctionOf {
        variable,
        parents: parents.clone(),
        residual_variance: fit.residual_variance,
        degree: fit.degree,
        alternatives: causes.iter().map(|(others, _)| others.clone()).filter(|others| others != parents).collect(),
    })
}

/// True if the variable is in the set or a function of its variables.
pub(crate) fn determines(functions: &[FunctionOf], set: &[usize], variable: usize) -> bool {
    set.contains(&variable)
        || functions.iter().any(|function| {
            function.variable == variable && function.parents.iter().all(|&parent| determines(functions, set, parent))
        })
}
