//! All modules of the code, and where each name in them is made.

use crate::uses::{Import, Names, Uses, all_files, module_of};
use std::collections::BTreeMap;

/// The code by module.
pub struct Code {
    pub modules: BTreeMap<Names, Uses>,
}

/// The place where a name is made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    pub module: Names,
    pub name: String,
}

impl Code {
    /// The code of the library: main.rs only runs the command line.
    pub fn read() -> Self {
        let files = all_files().into_iter().filter(|file| !file.ends_with("src/main.rs"));
        Self { modules: files.map(|file| (module_of(&file), Uses::of_file(&file))).collect() }
    }

    /// The origin of the item that a path names; `None` for a whole module.
    pub fn origin(&self, path: &[String]) -> Option<Origin> {
        for length in 0..path.len() {
            let ((module, uses), name) = (self.modules.get_key_value(&path[..length])?, &path[length]);
            let is_last = length + 1 == path.len();
            let is_module = self.modules.contains_key(&path[..=length]);
            if is_module && !is_last {
                continue;
            }
            // `use name::name` leads into the module of that name, and nowhere if it is an external crate.
            let leads = |import: &Names| match import.strip_prefix(&path[..=length]) {
                Some(below) => is_module && !below.is_empty(),
                None => true,
            };
            let is_alias = |import: &&Import| import.name == *name && leads(&import.path);
            return match uses.imports.iter().find(is_alias) {
                Some(import) => self.origin(&[&import.path, &path[length + 1..]].concat()),
                None if is_module => None,
                None => Some(Origin { module: module.clone(), name: name.clone() }),
            };
        }
        None
    }
}
