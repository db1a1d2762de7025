//! The checker of schedules: valid ones pass, changed ones pass exactly where brute force says so.

mod built;
mod changes;
mod draft;
mod exact;
mod large;
mod oracle;
mod rejected;
mod times;
mod valid;
