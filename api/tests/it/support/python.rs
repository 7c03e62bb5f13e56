//! The Python that `scripts/test` prepares beside what it builds, with the judges that come from PyPI.

use std::path::{Path, PathBuf};

pub fn python() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let target = program.ancestors().find(|folder| folder.join("python/bin/python").exists());
    let found = target.map(|target: &Path| target.join("python/bin/python"));
    found.expect("no judges: `scripts/test sqlite` installs them into target/python")
}
