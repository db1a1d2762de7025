//! The network that an argument names.

use crate::cli::input::read;
use crate::cli::outcome::{Step, bad_input};
use crate::format::network::{NetworkFormat, built_in, built_in_names};
use crate::input::InputLimit;
use crate::network::{Class, Network, Spec, Topology};
use anyhow::anyhow;
use std::path::Path;

/// A network and what it was generated from.
pub struct Loaded {
    pub network: Network,
    pub topology: Option<Topology>,
}

/// The network of a spec, of a file, or one that comes with the program, in that order: what begins with the name of a class
/// and a colon is a spec.
pub fn load(path: &Path) -> Step<Loaded> {
    let argument = &*path.to_string_lossy();
    let is_spec = argument.split_once(':').is_some_and(|(class, _)| Class::named(class).is_some());
    if is_spec {
        return generated(&argument.parse::<Spec>().map_err(bad_input)?);
    }
    if path.exists() {
        return from_file(path);
    }
    if let Some(network) = built_in(argument) {
        return Ok(Loaded { network, topology: None });
    }
    // A file that is not there is told from a spec that is wrong.
    if argument.contains(['/', '.']) && !argument.contains(':') {
        return from_file(path);
    }
    match argument.parse::<Spec>() {
        Ok(spec) => generated(&spec),
        Err(error) => {
            let names = built_in_names().join(", ");
            Err(bad_input(anyhow!(
                "{error}\nthere is no file {argument} either, and the built-in networks are {names}"
            )))
        }
    }
}

fn generated(spec: &Spec) -> Step<Loaded> {
    let network = spec.network().map_err(bad_input)?;
    Ok(Loaded { network, topology: Some(spec.topology.clone()) })
}

fn from_file(path: &Path) -> Step<Loaded> {
    let bytes = read(path, InputLimit::NETWORK)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        bad_input(anyhow!("{}: byte {at} is no part of a character: a network is UTF-8 text", path.display()))
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    match NetworkFormat::of(&text, path).read(&text, &name) {
        Ok(network) => Ok(Loaded { network, topology: None }),
        Err(error) => Err(bad_input(anyhow!("not a valid network\n{}", error.render(&text, path).trim_end()))),
    }
}
