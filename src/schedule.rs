//! Schedules: what every rank does, and their executions.

pub use logpine_collectives::schedule::{
    Added, BuildError, Dependency, Operation, OverlaySchedule, Record, Schedule, ScheduleBuilder, ScheduleTooLarge,
    Waves,
};

/// Schedules executed: by program order under any model, and by the rules of simulators.
pub mod replay {
    pub use logpine_collectives::schedule::replay::{
        Cause, CriticalPath, Match, Network, NetworkError, Observer, Reason, ReplayError, Replayed, Simulator, Span,
        Timeline, event_driven, program_order,
    };
}
