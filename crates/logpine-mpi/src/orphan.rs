//! The end of a rank whose launcher has died.

use std::os::unix::process::parent_id;
use std::time::Duration;

/// The time between two looks at the launcher.
const PAUSE: Duration = Duration::from_millis(200);

/// Ends this process soon after the process that started it, which an MPI library may not notice while its ranks wait for each other. No
/// file is written in the meantime: results are files once they are complete.
pub fn end_with_launcher() {
    let launcher = parent_id();
    std::thread::spawn(move || {
        while parent_id() == launcher {
            std::thread::sleep(PAUSE);
        }
        // Without the library's own ending, which would wait for the launcher.
        std::process::abort();
    });
}
