//! The endpoints of a Flux `[bootstrap]` table, as Flux checks them: tokens are replaced, and the addresses are those of 0MQ.

use logpine_text::excerpt::short;
use logpine_text::fault::Faults;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The length of the longest path of a socket.
const LONGEST_SOCKET: usize = 108;

/// Checks the addresses of the entries, and the defaults, which an entry without its own takes.
pub fn check(table: &DeTable<'_>, names: &[Arc<str>], faults: &mut Faults<'_>) {
    let Some(longest) = names.iter().max_by_key(|name| name.len()) else { return };
    let entries = table.get("hosts").and_then(|hosts| hosts.get_ref().as_array());
    let of_entries = entries.into_iter().flatten().filter_map(|entry| entry.get_ref().as_table());
    let own = of_entries.flat_map(|entry| [entry.get("bind"), entry.get("connect")]);
    let defaults = [table.get("default_bind"), table.get("default_connect")];
    for uri in own.chain(defaults).flatten() {
        check_uri(uri, longest, faults);
    }
}

fn check_uri(value: &Spanned<DeValue<'_>>, host: &str, faults: &mut Faults<'_>) {
    let Some(template) = value.get_ref().as_str() else { return };
    let uri = template.replace("%h", host).replace("%p", "0");
    let reason = if !uri.contains("://") {
        "it has no scheme"
    } else if uri.contains(":*") {
        "its port is a wildcard"
    } else {
        match uri.split_once("://") {
            Some(("ipc" | "tcp", "")) => "it has no address",
            Some(("ipc", path)) if path.len() > LONGEST_SOCKET => "its path is longer than 108 bytes",
            Some(("ipc" | "tcp", _)) => return,
            _ => "its scheme is neither tcp nor ipc",
        }
    };
    faults.error(
        value.span(),
        "uri",
        format!("Flux refuses `{uri}`: {reason}", uri = short(template)),
        "write an address such as tcp://%h:%p",
    );
}
