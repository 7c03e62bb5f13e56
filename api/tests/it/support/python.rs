//! The Python environment with validators from PyPI, which `scripts/test` installs.

use std::path::{Path, PathBuf};

pub fn python() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let target = program.ancestors().find(|folder| folder.join("python/bin/python").exists());
    let found = target.map(|target: &Path| target.join("python/bin/python"));
    found.expect("there is no Python environment: `scripts/test sqlite` installs it in target/python")
}
