//! Cost models: machine parameters turned into the cost of a node, a message or a stage.

pub use logpine_models::model::{
    Bgp, BgpCost, Growth, HostClass, Interval, LevelBreakdown, LevelCost, MessageSize, ModelError, Port, PortModel,
    PortTiming, Tan, Term, port_timing,
};
