//! The variables of a study, by the names of Lemeire, Dirkx and Colitti (2008).

use super::Couple;

/// A column of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// The number of nodes of the network.
    Nodes,
    /// The connection degree with which links were drawn.
    RelConnect,
    /// The number of nodes of the first ring of a torus.
    NodesR1,
    /// The number of nodes of its second ring.
    NodesR2,
    /// The difference between the two.
    NodesDifference,
    /// The mean number of messages per node with which messages were drawn.
    NodeMsgs,
    /// The distance by which messages are shifted.
    IndexShift,
    /// The mean distance of two nodes.
    AvgDistance,
    /// The largest distance of two nodes.
    Diameter,
    /// The actual number of messages per node.
    AvgNodeMsgs,
    /// The arrival of the last message.
    CommT,
    /// The time of `CommT` divided by the messages per node.
    TimePerNodeMsgs,
    /// The mean time of a message.
    AvgTravelT,
    /// The mean number of hops of a message.
    AvgHops,
    /// The largest number of hops of a message.
    MaxHops,
    /// The mean time of a message in queues.
    AvgQueueT,
}

impl Variable {
    /// All variables, parameters first.
    pub const ALL: [Self; 16] = [
        Self::Nodes,
        Self::RelConnect,
        Self::NodesR1,
        Self::NodesR2,
        Self::NodesDifference,
        Self::NodeMsgs,
        Self::IndexShift,
        Self::AvgDistance,
        Self::Diameter,
        Self::AvgNodeMsgs,
        Self::CommT,
        Self::TimePerNodeMsgs,
        Self::AvgTravelT,
        Self::AvgHops,
        Self::MaxHops,
        Self::AvgQueueT,
    ];

    /// The name in the paper and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::RelConnect => "relConnect",
            Self::NodesR1 => "nodesR1",
            Self::NodesR2 => "nodesR2",
            Self::NodesDifference => "|nodesR1-nodesR2|",
            Self::NodeMsgs => "nodeMsgs",
            Self::IndexShift => "indexShift",
            Self::AvgDistance => "avgDistance",
            Self::Diameter => "diameter",
            Self::AvgNodeMsgs => "avgNodeMsgs",
            Self::CommT => "commT",
            Self::TimePerNodeMsgs => "timePerNodeMsgs",
            Self::AvgTravelT => "avgTravelT",
            Self::AvgHops => "avgHops",
            Self::MaxHops => "maxHops",
            Self::AvgQueueT => "avgQueueT",
        }
    }

    /// The value for a couple; `None` if the network or the scheme has no such parameter.
    #[must_use]
    pub fn of(self, couple: &Couple) -> Option<f64> {
        let Couple { parameters, measured, .. } = couple;
        let sides = parameters.sides;
        Some(match self {
            Self::Nodes => f64::from(measured.nodes),
            Self::RelConnect => parameters.rel_connect?,
            Self::NodesR1 => f64::from(sides?[0]),
            Self::NodesR2 => f64::from(sides?[1]),
            Self::NodesDifference => f64::from(sides?[0].abs_diff(sides?[1])),
            Self::NodeMsgs => f64::from(parameters.node_msgs?),
            Self::IndexShift => f64::from(parameters.index_shift?),
            Self::AvgDistance => couple.avg_distance,
            Self::Diameter => f64::from(couple.diameter),
            Self::AvgNodeMsgs => measured.avg_node_msgs(),
            Self::CommT => measured.comm_t.ticks() as f64 / measured.clock.ticks_per_unit() as f64,
            Self::TimePerNodeMsgs => measured.time_per_node_msgs(),
            Self::AvgTravelT => measured.avg_travel_t(),
            Self::AvgHops => measured.avg_hops(),
            Self::MaxHops => f64::from(measured.max_hops),
            Self::AvgQueueT => measured.avg_queue_t(),
        })
    }
}
