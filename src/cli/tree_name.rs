//! Trees as options and tables name them: spec strings, or files.

use super::input;
use super::outcome::{Step, bad_input};
use anyhow::{Context, anyhow};
use logpine_overlays::mrnet::{self, Topology};
use logpine_text::excerpt::short;
use logpine_text::input::InputLimit;
use logpine_trees::tree::{Shape, Spec};
use std::path::Path;

/// A tree, and notes on its file.
pub struct NamedTree {
    pub shape: Shape,
    /// The processes of a file.
    pub topology: Option<Topology>,
    /// Faults that are none to refuse it for; nothing of a spec string.
    pub warnings: String,
}

/// No system has longer paths; tables may hold any text.
const LONGEST_PATH: usize = 4096;

/// The spec string of a list of fanouts from the root, as reports write it: `10,10,10` or `10 × 10 × 10`.
fn fanouts(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([',', 'x', '×']).map(str::trim).collect();
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_digit());
    words.iter().all(is_number).then(|| format!("b:{}", words.join("x")))
}

/// The tree of a list of fanouts, of a spec string of `mrnet_topgen` (`b:`, `k:`, `g:`), or in an MRNet topology file. The path of the
/// file is relative to a directory.
pub fn named(name: impl AsRef<Path>, directory: &Path) -> Step<NamedTree> {
    let name = name.as_ref();
    let path = &directory.join(name);
    let listed = name.to_str().and_then(fanouts).filter(|_| !path.exists());
    let is_spec = |name: &&str| ["b:", "k:", "g:"].iter().any(|prefix| name.starts_with(prefix));
    if let Some(name) = listed.as_deref().or_else(|| name.to_str().filter(is_spec)) {
        let spec: Spec = name.parse().with_context(|| format!("the tree `{}`", short(name)))?;
        return Ok(NamedTree { shape: spec.shape(), topology: None, warnings: String::new() });
    }
    if !path.exists() {
        let path = path.display().to_string();
        let path = if path.len() > LONGEST_PATH { short(&path) } else { path };
        return Err(bad_input(anyhow!(
            "there is no file {path}; write fanouts like 10,10,10, a spec string that starts with `b:`, `k:` or `g:`, or the path of a file"
        )));
    }
    let source = input::read(path, InputLimit::TOPOLOGY)?;
    let report = mrnet::check(&source);
    let warnings: String = report.faults.iter().map(|fault| fault.render(&source, path)).collect();
    let Some(topology) = report.topology else {
        return Err(bad_input(anyhow!("not a valid MRNet topology\n{}", warnings.trim_end())));
    };
    Ok(NamedTree { shape: topology.tree.to_shape(), topology: Some(topology), warnings })
}
