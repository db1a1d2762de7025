//! Studies as observations from which causal models are learnt.

use super::{Couple, Variable};
use logpine_causal::{Column, Constants, Knowledge, Table, TableError};
use logpine_network::SchemeClass;

/// The prior knowledge of the variables of a study; `scheme` is the kind of all its schemes, if there is only one. The
/// parameters of networks and schemes are inputs, and the measurements have a causal order. Functions can be read in
/// every direction; this order has the times of Figure 6 of Lemeire, Dirkx and Colitti (2008), where `commT` is a
/// function of `timePerNodeMsgs` and `avgNodeMsgs`. If the number of nodes determines the number of messages,
/// `avgNodeMsgs` is no input but the first effect.
#[must_use]
pub fn knowledge(scheme: Option<SchemeClass>, variables: &[Variable]) -> Knowledge {
    let names = |of: &[Variable]| -> Vec<String> {
        let among = variables.iter().filter(|variable| of.contains(variable));
        among.map(|variable| variable.name().to_owned()).collect()
    };
    let messages: &[Variable] = &[Variable::AvgNodeMsgs];
    let (inputs, effects) = match scheme {
        Some(SchemeClass::OneToAll | SchemeClass::AllToAll) => (vec![&Variable::INPUTS[..]], Some(messages)),
        Some(SchemeClass::Random | SchemeClass::Shift) | None => (vec![&Variable::INPUTS[..], messages], None),
    };
    let order = effects.into_iter().chain(Variable::ORDER).map(names).filter(|group| !group.is_empty()).collect();
    Knowledge { inputs: names(&inputs.concat()), order, ..Knowledge::default() }
}

/// The given variables of couples as a table. A couple without one of them is an error, as in tables from files.
///
/// # Errors
/// The errors of [`Table::new`]; constant columns are left out if `constants` says so.
pub fn observations(couples: &[Couple], variables: &[Variable], constants: Constants) -> Result<Table, TableError> {
    let column = |variable: &Variable| {
        let values = couples.iter().map(|couple| variable.of(couple).unwrap_or(f64::NAN)).collect();
        Column::continuous(variable.name(), values)
    };
    Table::with_constants(variables.iter().map(column).collect(), constants)
}

impl Variable {
    /// The parameters of networks and schemes, without [`Variable::AvgNodeMsgs`], which depends on the kind of scheme.
    pub const INPUTS: [Self; 7] = [
        Self::Nodes,
        Self::RelConnect,
        Self::NodesR1,
        Self::NodesR2,
        Self::NodesDifference,
        Self::NodeMsgs,
        Self::IndexShift,
    ];

    /// The other variables, in causal order.
    pub const ORDER: [&'static [Self]; 5] = [
        &[Self::AvgDistance],
        &[Self::Diameter],
        &[Self::AvgHops, Self::MaxHops, Self::TimePerNodeMsgs, Self::AvgQueueT],
        &[Self::CommT],
        &[Self::AvgTravelT],
    ];

    /// The variables of the models of Lemeire, Dirkx and Colitti (2008, section 5): those of Figure 6, and the additional
    /// ones of regular networks and schemes. The remaining variables are nearly the same as one of these.
    pub const OF_MODELS: [Self; 11] = [
        Self::Nodes,
        Self::RelConnect,
        Self::NodesR1,
        Self::NodesR2,
        Self::NodesDifference,
        Self::IndexShift,
        Self::AvgNodeMsgs,
        Self::AvgDistance,
        Self::TimePerNodeMsgs,
        Self::CommT,
        Self::AvgHops,
    ];

    /// The variable of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variable| variable.name() == name)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_knowledge() {
        use crate::{Variable, knowledge};
        use logpine_network::SchemeClass;
        let variables = [Variable::Nodes, Variable::AvgNodeMsgs, Variable::CommT, Variable::AvgDistance];
        let known = knowledge(None, &variables);
        assert_eq!(known.inputs, ["nodes", "avgNodeMsgs"]);
        assert_eq!(known.order, [["avgDistance"], ["commT"]]);
        let known = knowledge(Some(SchemeClass::OneToAll), &variables);
        assert_eq!(known.inputs, ["nodes"]);
        assert_eq!(known.order, [["avgNodeMsgs"], ["avgDistance"], ["commT"]]);
    }
}
