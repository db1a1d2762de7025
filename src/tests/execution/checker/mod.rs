//! The checker of schedules: valid ones pass, changed ones pass exactly if brute force accepts them.

mod built;
mod changes;
mod draft;
mod every_collective;
mod exact;
mod fft;
mod leaves;
mod oracle;
mod rejected;
mod sum;
mod times;
mod valid;
