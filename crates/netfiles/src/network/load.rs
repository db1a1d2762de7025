//! Loading of networks by name.

use super::{Described, NetworkFormat, Untold, built_in, built_in_names};
use crate::foreign::{foreign, is_hostfile};
use crate::plans::FileKind;
use logpine_network::{Class, Network, Spec, Topology};
use logpine_text::input::{InputLimit, read};
use logpine_text::named::NamedError;
use logpine_text::suggest::nearest;
use std::path::Path;

/// A network and the parameters from which it was generated.
#[derive(Debug)]
pub struct Loaded {
    /// The network.
    pub network: Network,
    /// The parameters of its class, if it belongs to one.
    pub topology: Option<Topology>,
    /// True if switches are no devices, but limits on links together, as in topologies of msccl-tools.
    pub has_limits: bool,
    /// What was assumed, merged or not read, a sentence each.
    pub notes: Vec<String>,
}

/// Loads the network of a spec, of a file, or a built-in one, in that order. A name that begins with the name of a class and
/// a colon is a spec.
///
/// # Errors
/// [`NamedError`] if the name is none of the three.
pub fn load(path: &Path) -> Result<Loaded, NamedError> {
    load_described(path, &Untold::default())
}

/// Loads a network like [`load`], with what the output of another tool does not tell.
///
/// # Errors
/// As for [`load`], and if the network is not described by another tool though something is said of it.
pub fn load_described(path: &Path, untold: &Untold) -> Result<Loaded, NamedError> {
    let loaded = named(path, untold)?;
    match loaded {
        (_, false) if !untold.is_empty() => Err(NamedError::new(format!(
            "--link-speed, --nvswitch and --direct go with the output of nvidia-smi and NCCL's dump, and {} is neither",
            path.display()
        ))),
        (loaded, _) => Ok(loaded),
    }
}

/// The network, and true if another tool describes it.
fn named(path: &Path, untold: &Untold) -> Result<(Loaded, bool), NamedError> {
    let own = |loaded: Loaded| (loaded, false);
    let name = &*path.to_string_lossy();
    let is_spec = name.split_once(':').is_some_and(|(class, _)| Class::named(class).is_some());
    if is_spec {
        return name
            .parse::<Spec>()
            .map_err(|error| NamedError::new(error.to_string()))
            .and_then(|spec| generated(&spec))
            .map(own);
    }
    if path.exists() {
        return from_file(path, untold);
    }
    if let Some(network) = built_in(name) {
        return Ok(own(Loaded { network, topology: None, has_limits: false, notes: Vec::new() }));
    }
    // Distinguishes a missing file from a wrong spec.
    if name.contains(['/', '.']) && !name.contains(':') {
        return from_file(path, untold);
    }
    match name.parse::<Spec>() {
        Ok(spec) => generated(&spec).map(own),
        Err(error) => {
            let built_in = match nearest(name, built_in_names()) {
                Some(meant) => format!("; did you mean the built-in network `{meant}`?"),
                None => "; `logpine list networks` has the built-in ones".to_owned(),
            };
            Err(NamedError::new(format!("{error}\nthere is no file {name} either{built_in}")))
        }
    }
}

fn generated(spec: &Spec) -> Result<Loaded, NamedError> {
    let network = spec.network().map_err(|error| NamedError::new(error.to_string()))?;
    Ok(Loaded { network, topology: Some(spec.topology.clone()), has_limits: false, notes: Vec::new() })
}

fn from_file(path: &Path, untold: &Untold) -> Result<(Loaded, bool), NamedError> {
    let (limit, shown) = (InputLimit::NETWORK, path.display());
    let bytes = read(path, &format!("the {} {shown}", limit.what), limit);
    let bytes = bytes.map_err(|error| NamedError::new(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        NamedError::new(format!("{shown}: byte {at} is no part of a character: a network is UTF-8 text"))
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    if let Some(kind) = FileKind::of(&text) {
        return Err(NamedError::new(format!("{shown} is {}, and no network; `logpine check` takes it", kind.name())));
    }
    if let Some(foreign) = foreign(&text) {
        return Err(NamedError::new(format!("{shown} is {foreign}")));
    }
    if is_hostfile(&text) {
        return Err(NamedError::new(format!("{shown} is a hostfile, and no network; --hosts takes it")));
    }
    if let Some(described) = Described::of(&text) {
        let read = described.read(&text, &name, untold);
        let (network, notes) = read.map_err(|error| NamedError::new(format!("{shown}: {error}")))?;
        let has_limits = described == Described::Msccl && network.endpoints() < network.nodes();
        return Ok((Loaded { network, topology: None, has_limits, notes }, true));
    }
    let format = NetworkFormat::of(&text, path);
    match format.read_noting(&text, &name) {
        Ok((network, notes)) => Ok((Loaded { network, topology: None, has_limits: false, notes }, false)),
        Err(error) => {
            let what = if let NetworkFormat::Dialect(dialect) = format { dialect.name } else { "network" };
            Err(NamedError::new(format!("not a valid {what}\n{}", error.render(&text, path).trim_end())))
        }
    }
}
