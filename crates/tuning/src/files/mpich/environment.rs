//! Variables for MPICH, as lines of a shell.

use super::collectives::LARGEST;
use super::release::Release;
use crate::library::Library;
use logpine_models::job::MpiCollective;
use logpine_text::shell_word::quoted_line;
use logpine_text::unwritable::Unwritable;
use std::fmt::Write as _;

/// The lines that make MPICH read a selection file. Control characters of the path are left out.
#[must_use]
pub fn write(library: Library, json_path: &str) -> String {
    let mut out = heading(library);
    line(&mut out, "COLL_SELECTION_TUNING_JSON_FILE", &quoted_line(json_path));
    device(&mut out, library);
    out
}

/// The parameters of MPICH's `topology_wave`. A message that a rank begins to send at time t is received at
/// t + 2 o + L, and the rank can send the next one at t + o. Only the ratio of the two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The overhead o, in any unit.
    pub overhead: u64,
    /// The latency L, in the same unit.
    pub latency: u64,
}

/// The lines that make MPICH build the tree for a broadcast or a reduction; `coordinates_path` names the file of
/// [`coordinates`], without which it ends with a segmentation fault. Control characters of the path are left out.
///
/// # Errors
/// [`Unwritable`] if the format cannot hold the rules.
pub fn wave(
    library: Library,
    collective: MpiCollective,
    wave: Wave,
    coordinates_path: &str,
) -> Result<String, Unwritable> {
    if !matches!(library, Library::Mpich43 | Library::Mpich5) {
        return Unwritable::new(format!("{} has no topology_wave: MPICH has it from 4.2 on", library.title()));
    }
    for (name, number) in [("the overhead", wave.overhead), ("the latency", wave.latency)] {
        if number == 0 {
            return Unwritable::new(format!("{name} is 0; topology_wave takes whole numbers from 1 on"));
        }
    }
    // Only the ratio of the two counts.
    let unit = wave.overhead.max(wave.latency).div_ceil(LARGEST);
    let [overhead, latency] = [wave.overhead, wave.latency].map(|number| (number / unit).max(1));
    let mut out = heading(library);
    let tree = match collective {
        MpiCollective::Bcast => {
            line(&mut out, "BCAST_INTRA_ALGORITHM", "tree");
            "BCAST"
        }
        MpiCollective::Reduce => {
            line(&mut out, "REDUCE_INTRA_ALGORITHM", "nb");
            line(&mut out, "IREDUCE_INTRA_ALGORITHM", "tsp_tree");
            "IREDUCE"
        }
        other => {
            let fault = "topology_wave is a tree of broadcasts and reductions, not of";
            return Unwritable::new(format!("{fault} {}", other.name()));
        }
    };
    line(&mut out, &format!("{tree}_TREE_TYPE"), "topology_wave");
    line(&mut out, &format!("{tree}_TOPO_OVERHEAD"), &overhead.to_string());
    let _ = writeln!(out, "# All ranks are in one switch of the coordinates file: the three latencies are the same.");
    for distance in ["SAME_SWITCHES", "DIFF_SWITCHES", "DIFF_GROUPS"] {
        line(&mut out, &format!("{tree}_TOPO_{distance}"), &latency.to_string());
    }
    let _ = writeln!(
        out,
        "# An absolute path, if ranks start elsewhere. Without the file MPICH ends with a segmentation fault."
    );
    line(&mut out, "COORDINATES_FILE", &quoted_line(coordinates_path));
    device(&mut out, library);
    Ok(out)
}

/// A coordinates file with all ranks in one switch: of the tree's shape only o and L decide.
#[must_use]
pub fn coordinates(ranks: u32) -> String {
    let mut out = String::from("rank: group switch port\n");
    for rank in 0..ranks {
        let _ = writeln!(out, "{rank}: 0 0 {rank}");
    }
    out
}

fn heading(library: Library) -> String {
    format!("# {}: read these lines into the shell that starts the ranks.\n", library.title())
}

fn line(out: &mut String, variable: &str, value: &str) {
    let _ = writeln!(out, "export MPIR_CVAR_{variable}={value}");
}

/// The line without which nodes go their own way.
fn device(out: &mut String, library: Library) {
    let why = match Release::of(library) {
        Release::R40 => "# On one node MPI_Reduce would end with an assertion in trees.",
        Release::R43 | Release::R5 => {
            "# On a node, collectives of shared memory would run instead, and nothing would say so."
        }
    };
    let _ = writeln!(out, "{why}");
    line(out, "DEVICE_COLLECTIVES", "none");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_for_a_file() {
        let expected = "# MPICH 5.0: read these lines into the shell that starts the ranks.\n\
            export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE='my file.json'\n\
            # On a node, collectives of shared memory would run instead, and nothing would say so.\n\
            export MPIR_CVAR_DEVICE_COLLECTIVES=none\n";
        assert_eq!(write(Library::Mpich5, "my file.json"), expected);
        assert_eq!(write(Library::Mpich5, "my\0 file\n.json"), expected);
    }

    #[test]
    fn a_wave_needs_a_release_that_has_it_and_numbers_above_0() {
        let of =
            |library, collective, overhead, latency| wave(library, collective, Wave { overhead, latency }, "/c.txt");
        let text = of(Library::Mpich43, MpiCollective::Reduce, 200, 1600).expect("written");
        for expected in ["IREDUCE_TREE_TYPE=topology_wave", "IREDUCE_TOPO_DIFF_GROUPS=1600", "COORDINATES_FILE=/c.txt"]
        {
            assert!(text.contains(&format!("\nexport MPIR_CVAR_{expected}\n")), "{text}");
        }
        let text = of(Library::Mpich5, MpiCollective::Bcast, 1 << 40, 3 << 40).expect("written");
        assert!(
            text.contains("BCAST_TOPO_OVERHEAD=715362152\n") && text.contains("BCAST_TOPO_SAME_SWITCHES=2146086456\n"),
            "{text}"
        );
        let library = Library::Mpich40;
        let refused = |found: Result<String, Unwritable>, words: &str| {
            assert!(found.is_err_and(|error| error.0.contains(words)), "{words}");
        };
        refused(of(library, MpiCollective::Bcast, 1, 1), "has no topology_wave");
        refused(of(Library::Mpich5, MpiCollective::Bcast, 1, 0), "the latency is 0");
        refused(of(Library::Mpich5, MpiCollective::Barrier, 1, 1), "not of barrier");
        assert_eq!(coordinates(2), "rank: group switch port\n0: 0 0 0\n1: 0 0 1\n");
    }
}
