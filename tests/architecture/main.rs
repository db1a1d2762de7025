//! What the code may look like from outside: which part uses which, and what is public.

mod arrows;
mod public;
