//! Overlay trees under uncertain parameters of `[tan]`.

use super::robust::{assess, robust};
use super::sensitivity::sensitivity;
use super::{Assessed, Best, Criterion, Guarantee, Landscape, Robust, RobustError, Sensitivity, Standing};
use crate::answer::costs::ModelChoice;
use crate::answer::{Candidate, OverlayTree, Plan};
use crate::request::{Collective, Job};
use logpine_models::machine::{
    Machine, MachineParameters, Overhead, Parameter, ParameterKind, Scope, TanDirection, Way,
};
use logpine_models::model::LevelCost;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::search::overlay::{objective_value, quick_bounds};
use logpine_trees::tree::families::{self, Splitting};
use logpine_trees::tree::score;

impl Plan {
    /// The tree that is best in the worst case, or in the mean, over the ranges of the parameters in the machine's `[tan]`
    /// section, or else of `[overlay]`. `self` is the plan for the profile's values.
    ///
    /// ```
    /// use logpine::answer::Plan;
    /// use logpine::{request::{Criterion, Job}, machine::Machine, model::Tan};
    /// let profile = "name = \"m\"\n[tan]\noverhead = { constant = \"1us\", linear = \"1us\" }\n\
    ///                latency = { value = \"1us\", low = \"1us\", high = \"99us\" }";
    /// let machine = Machine::from_toml(profile, "m.toml")?;
    /// let plan = Plan::new(&Tan::reduction(&machine)?, Job::new(64)?, &())?;
    /// assert_eq!(plan.best().construction.fanouts, Some(vec![4, 4, 4]));
    /// let robust = plan.robust(&machine, Criterion::Worst, &())?;
    /// assert_eq!(robust.chosen.choice.construction.fanouts, Some(vec![64]));
    /// assert_eq!(robust.regret().map(|time| time.ticks()), Some((3 * 105 - 165) * 1_000_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RobustError`] if no parameter is uncertain, or no time is representable.
    pub fn robust(
        &self,
        machine: &Machine,
        criterion: Criterion,
        watch: &dyn Watch,
    ) -> Result<Robust<Candidate<OverlayTree>>, RobustError> {
        let parameters = MachineParameters::of(machine, scope(self.job.collective));
        robust(&Trees { job: self.job, family: None, watch }, &parameters, self.best().clone(), criterion)
    }

    /// The member of a family that is best by the criterion over the ranges; `None` if the family has none, no parameter is
    /// uncertain, or no time is representable.
    pub(crate) fn robust_of(
        &self,
        family: &'static str,
        machine: &Machine,
        criterion: Criterion,
    ) -> Option<Assessed<Candidate<OverlayTree>>> {
        let trees = Trees { job: self.job, family: Some(family), watch: &() };
        let nominal = trees.of_family(self)?.clone();
        let parameters = MachineParameters::of(machine, scope(self.job.collective));
        Some(robust(&trees, &parameters, nominal, criterion).ok()?.chosen)
    }

    /// The value of a tree by the criterion over the ranges; `None` if it is not representable.
    pub(crate) fn value_over(
        &self,
        tree: Candidate<OverlayTree>,
        machine: &Machine,
        criterion: Criterion,
    ) -> Option<Time> {
        let trees = Trees { job: self.job, family: Some(tree.family), watch: &() };
        assess(&trees, &MachineParameters::of(machine, scope(self.job.collective)), tree).value(criterion)
    }

    /// For each parameter of the machine's `[tan]` section, or else of `[overlay]`, the values at which another tree begins to win, and the loss of
    /// the best tree at other values. `self` is the plan for the profile's values.
    ///
    /// ```
    /// use logpine::{request::Job, machine::Machine, model::Tan, answer::Plan};
    /// let cab = Machine::load("cab")?;
    /// let plan = Plan::new(&Tan::reduction(&cab)?, Job::new(128)?, &())?;
    /// let sensitivity = plan.sensitivity(&cab, &());
    /// let latency = &sensitivity.parameters[0];
    /// let high = latency.high.as_ref().ok_or("where messages are slow, fewer levels are better")?;
    /// assert_eq!(high.winner.construction.fanouts, Some(vec![128]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sensitivity(&self, machine: &Machine, watch: &dyn Watch) -> Sensitivity<Candidate<OverlayTree>> {
        let parameters = MachineParameters::of(machine, scope(self.job.collective));
        sensitivity(&Trees { job: self.job, family: None, watch }, &parameters, self.best(), watch)
    }
}

fn scope(collective: Collective) -> Scope {
    Scope::Waves(match collective {
        Collective::Reduce => Way::Up,
        Collective::Multicast => Way::Down,
        Collective::Roundtrip => Way::Both,
    })
}

/// The trees of a job.
struct Trees<'a> {
    job: Job,
    /// The only family whose trees count; all trees without one.
    family: Option<&'static str>,
    /// The end of all searches.
    watch: &'a dyn Watch,
}

impl Trees<'_> {
    /// The best of the trees that count.
    fn of_family<'p>(&self, plan: &'p Plan) -> Option<&'p Candidate<OverlayTree>> {
        match self.family {
            None => Some(plan.best()),
            Some(family) => plan.candidates().iter().find(|candidate| candidate.family == family),
        }
    }

    fn cost(&self, machine: &Machine) -> Option<Box<dyn LevelCost>> {
        let choice = ModelChoice { bytes: self.job.bytes, ..ModelChoice::default() };
        Some(choice.of_nodes(machine, self.job.collective).ok()?.cost)
    }

    /// The directions that a wave takes.
    fn directions<'a>(&self, machine: &'a Machine) -> Vec<&'a TanDirection> {
        let Some(tan) = &machine.tan else { return Vec::new() };
        match self.job.collective {
            Collective::Reduce => vec![&tan.reduction],
            Collective::Multicast => vec![&tan.multicast],
            Collective::Roundtrip => vec![&tan.multicast, &tan.reduction],
        }
    }
}

impl Landscape for Trees<'_> {
    type Choice = Candidate<OverlayTree>;

    fn best(&self, machine: &Machine) -> Option<Best<Candidate<OverlayTree>>> {
        let plan = Plan::new(self.cost(machine)?.as_ref(), self.job, self.watch).ok()?;
        let choice = self.of_family(&plan)?.clone();
        Some(Best { value: choice.time, status: plan.claim.status, choice })
    }

    fn quick(&self, choice: &Candidate<OverlayTree>, machine: &Machine) -> Option<(bool, Option<Time>)> {
        let is_formula = |direction: &&TanDirection| matches!(direction.overhead, Overhead::Formula(_));
        if self.family.is_some() || self.directions(machine).iter().any(is_formula) {
            return None;
        }
        let cost = self.cost(machine)?;
        let own = objective_value(self.job.objective, score(&choice.construction.shape, cost.as_ref()).ok()?)?;
        let (bound, value) = quick_bounds(cost.as_ref(), &self.job, own)?;
        match value.filter(|&value| value < own) {
            Some(value) => Some((true, (value == bound).then_some(value))),
            None => (bound >= own).then_some((false, Some(own))),
        }
    }

    /// With few processes a search for the least time takes long, and to learn that no tree is faster than today's does not. Where a value of
    /// a table makes the cost fall with the fanout, a bound may tell it at once.
    fn standing(&self, choice: &Candidate<OverlayTree>, machine: &Machine) -> Standing<Candidate<OverlayTree>> {
        let own = self.value(choice, machine);
        let (Some(own), Some(_), None) = (own, self.job.limits.max_internal, self.family) else {
            return match self.quick(choice, machine) {
                Some((false, _)) => Standing::Best { is_proved: true },
                _ => self.standing_by_best(choice, machine),
            };
        };
        let Some(cost) = self.cost(machine) else { return Standing::TooLong };
        match Plan::faster(cost.as_ref(), self.job, own, self.watch) {
            Ok(Some(faster)) => Standing::Beaten(faster),
            Ok(None) => Standing::Best { is_proved: true },
            Err(_) => Standing::Best { is_proved: false },
        }
    }

    fn value(&self, choice: &Candidate<OverlayTree>, machine: &Machine) -> Option<Time> {
        let cost = self.cost(machine)?;
        objective_value(self.job.objective, score(&choice.construction.shape, cost.as_ref()).ok()?)
    }

    fn is_monotone(&self, _machine: &Machine) -> bool {
        true
    }

    /// With a formula for o(x) costs never fall as fanouts grow: no tree beats the best list, whose slowest path is through
    /// its widest nodes, whatever the coefficients. The time is not affine in the rate of an exponential.
    fn is_affine(&self, machine: &Machine) -> bool {
        // With few processes the best tree need not be level-uniform, and its time is the largest of several.
        let level_uniform = self.job.limits.max_internal.is_none();
        // Of the trees of one width, the slowest path of the greedy ones depends on the costs: a larger subtree may begin
        // with a node of fewer children.
        let is_greedy = self.family.and_then(|family| families::facts(family).one_width);
        let is_greedy = is_greedy.is_some_and(|of| of.splitting == Splitting::Greedy);
        let formula = |direction: &&TanDirection| match &direction.overhead {
            Overhead::Formula(formula) => formula.exponential.is_none_or(|term| term.rate.uncertainty.is_none()),
            Overhead::Table(_) => false,
        };
        level_uniform && !is_greedy && self.directions(machine).iter().all(formula)
    }

    fn guarantee(&self, machine: &Machine, parameter: &Parameter) -> Guarantee {
        let directions = self.directions(machine);
        // A time is added to every node alike, whatever the overhead is rounded to.
        let whole = directions.iter().all(|direction| direction.overhead.is_convex());
        match parameter.kind {
            _ if !self.is_affine(machine) => Guarantee::Probed,
            ParameterKind::Number => Guarantee::Probed,
            ParameterKind::Time => Guarantee::Exact,
            ParameterKind::Coefficient if whole && parameter.is_whole() => Guarantee::Exact,
            _ => Guarantee::ButForRounding,
        }
    }
}
