//! Tells whether standard output was closed when the process started (`command >&-`).
//!
//! Before `main`, the runtime of Rust opens `/dev/null` in place of a standard stream that is closed, and from then on every write to it
//! succeeds ([rust-lang/rust#57728](https://github.com/rust-lang/rust/issues/57728)). This crate looks before the runtime does. It
//! works for ELF and Mach-O programs. On other systems it reports standard output as open.
#![no_std]

use core::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// True if standard output was closed when the process started.
pub fn was_closed() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(unix)]
extern "C" fn look() {
    let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    WAS_CLOSED.store(closed, Ordering::Relaxed);
}

// SAFETY: functions of this section take no arguments and run once, before `main` and before any other thread. `look` makes one system call
// and stores into a static. It does not depend on the runtime.
#[cfg(unix)]
#[used]
#[expect(unsafe_code, reason = "a function before `main` has no safe form")]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK: extern "C" fn() = look;
