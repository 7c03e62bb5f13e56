//! Files that are written from the code and committed.

use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a committed file with what it has to be. If they differ, writes the correct file to `target/`.
pub fn assert_is_committed(path: &str, correct: &str) {
    let committed = root().join(path);
    if fs::read_to_string(&committed).unwrap_or_default() == correct {
        return;
    }
    let fresh = root().join("target").join(committed.file_name().unwrap());
    fs::create_dir_all(fresh.parent().unwrap()).unwrap();
    fs::write(&fresh, correct).unwrap();
    panic!("{path} differs from the code; the correct file is {}", fresh.display());
}

/// A text as one cell of a table: without line breaks and characters that end the cell.
pub fn cell(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ").replace('|', "\\|")
}
