//! The checker of schedules: valid ones pass, changed ones pass exactly if brute force accepts them.

mod built;
mod changes;
mod draft;
mod every_collective;
mod exact;
mod oracle;
mod rejected;
mod times;
mod valid;
