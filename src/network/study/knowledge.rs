//! Studies as observations from which causal models are learnt.

use super::{Couple, SchemeClass, Variable};
use crate::causal::{Column, Constants, Knowledge, Table, TableError};

/// What is known of the variables of a study before anything is learnt: the parameters of networks and schemes are inputs,
/// and what is measured has a causal order. Functions can be read in every direction; this order has the times of Figure 6 of
/// Lemeire, Dirkx and Colitti (2008), where `commT` is a function of `timePerNodeMsgs` and `avgNodeMsgs`.
///
/// ```
/// use logpine::network::{Variable, knowledge};
/// let known = knowledge(&[Variable::Nodes, Variable::CommT, Variable::AvgDistance]);
/// assert_eq!(known.inputs, ["nodes"]);
/// assert_eq!(known.order, [["avgDistance"], ["commT"]]);
/// ```
#[must_use]
pub fn knowledge(variables: &[Variable]) -> Knowledge {
    let names = |of: &[Variable]| -> Vec<String> {
        let among = variables.iter().filter(|variable| of.contains(variable));
        among.map(|variable| variable.name().to_owned()).collect()
    };
    let order = Variable::ORDER.iter().map(|group| names(group)).filter(|group| !group.is_empty()).collect();
    Knowledge { inputs: names(&Variable::INPUTS), order, ..Knowledge::default() }
}

/// What is known of the variables of a study of one kind of schemes: as [`knowledge`], but where the number of nodes says how
/// many messages there are, `avgNodeMsgs` is no input but an effect.
///
/// ```
/// use logpine::network::{SchemeClass, Variable, knowledge_of};
/// let known = knowledge_of(SchemeClass::OneToAll, &[Variable::Nodes, Variable::AvgNodeMsgs, Variable::CommT]);
/// assert_eq!(known.inputs, ["nodes"]);
/// assert_eq!(known.order, [["avgNodeMsgs"], ["commT"]]);
/// ```
#[must_use]
pub fn knowledge_of(scheme: SchemeClass, variables: &[Variable]) -> Knowledge {
    let mut known = knowledge(variables);
    let messages = Variable::AvgNodeMsgs.name();
    let follows = matches!(scheme, SchemeClass::OneToAll | SchemeClass::AllToAll);
    if follows && known.inputs.iter().any(|name| name == messages) {
        known.inputs.retain(|name| name != messages);
        known.order.insert(0, vec![messages.to_owned()]);
    }
    known
}

/// These variables of couples as a table; a couple without one of them is an error, as in tables from files.
///
/// # Errors
/// Those of [`Table::new`]; constant columns are left out, if `constants` says so.
pub fn observations(couples: &[Couple], variables: &[Variable], constants: Constants) -> Result<Table, TableError> {
    let column = |variable: &Variable| {
        let values = couples.iter().map(|couple| variable.of(couple).unwrap_or(f64::NAN)).collect();
        Column::continuous(variable.name(), values)
    };
    Table::with_constants(variables.iter().map(column).collect(), constants)
}

impl Variable {
    /// The parameters, and what follows from them before any message is sent.
    pub const INPUTS: [Self; 8] = [
        Self::Nodes,
        Self::RelConnect,
        Self::NodesR1,
        Self::NodesR2,
        Self::NodesDifference,
        Self::NodeMsgs,
        Self::IndexShift,
        Self::AvgNodeMsgs,
    ];

    /// The others in causal order.
    pub const ORDER: [&'static [Self]; 5] = [
        &[Self::AvgDistance],
        &[Self::Diameter],
        &[Self::AvgHops, Self::MaxHops, Self::TimePerNodeMsgs, Self::AvgQueueT],
        &[Self::CommT],
        &[Self::AvgTravelT],
    ];

    /// The variables of the models of Lemeire, Dirkx and Colitti (2008, section 5): Figure 6, and what regular networks and
    /// schemes have beside it. The others are nearly the same as one of these.
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
