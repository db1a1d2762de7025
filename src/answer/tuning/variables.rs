//! Variables of a library that hold for all rules.
//!
//! Such a variable also counts where the library chooses: the radix of Open MPI's k-nomial broadcasts is the radix of its own
//! k-nomial choices, for all rank counts and sizes.

use logpine_tuning::library::Setting;

/// A variable of a library that holds for all rules, and its value.
pub type Variable = (&'static str, u64);

/// The setting with the fanout that a variable gives it.
pub fn with_variables(setting: Setting, variables: &[Variable]) -> Setting {
    Setting { fanout: value_of(&setting, variables).or(setting.fanout), ..setting }
}

/// True if a setting goes with the variables: a fanout that a variable sets is that of the variable, or the default.
pub fn is_allowed(setting: &Setting, variables: &[Variable]) -> bool {
    value_of(setting, variables).is_none_or(|value| setting.fanout == Some(value))
}

/// The fanout that a variable gives a setting; `None` if its fanout is its own.
fn value_of(setting: &Setting, variables: &[Variable]) -> Option<u64> {
    let fanout = setting.native.knobs.fanout?;
    let name = fanout.variable?;
    Some(variables.iter().find(|(known, _)| *known == name).map_or(fanout.default, |&(_, value)| value))
}

/// True if a setting takes its fanout from a variable.
pub fn is_of(setting: &Setting, name: &str) -> bool {
    setting.native.knobs.fanout.is_some_and(|fanout| fanout.variable == Some(name))
}
