//! Migrations are append-only, because databases have run them. `hashes.txt` lists each file with its SHA-256 and grows
//! by one line per migration.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use midway_migrations::{Migrator, MigratorTrait};
use sha2::{Digest, Sha256};

#[test]
fn listed_migrations_are_unchanged_and_all_migrations_are_listed() {
    let listed = listed();
    let mut faults = String::new();
    for (name, hash) in &listed {
        match hash_of(&file(name)) {
            None => writeln!(faults, "{name} is missing. Databases have run it: restore the file from version control."),
            Some(found) if &found != hash => writeln!(
                faults,
                "{name} has changed. Databases have run it as it was: undo the change and write a new migration instead."
            ),
            Some(_) => Ok(()),
        }
        .unwrap();
    }
    for name in files().iter().filter(|name| !listed.contains_key(*name)) {
        let hash = hash_of(&file(name)).unwrap();
        writeln!(
            faults,
            "{name} is not listed. When it is finished, add this line to migrations/hashes.txt:\n{hash}  {name}"
        )
        .unwrap();
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn migrator_runs_every_migration_in_order_of_its_number() {
    let migrations = Migrator::migrations();
    let run: Vec<&str> = migrations.iter().map(|migration| migration.name()).collect();
    let files: Vec<String> = files().into_iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect();
    assert_eq!(run, files, "each file of migrations/src is named once in lib.rs, in the order of the numbers");
    for (index, name) in run.iter().enumerate() {
        let number = format!("m{:04}_", index + 1);
        assert!(name.starts_with(&number), "{name} should begin with {number}: numbers count up by one");
    }
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn file(name: &str) -> PathBuf {
    crate_folder().join("src").join(name)
}

/// The names of all migration files, in order.
fn files() -> BTreeSet<String> {
    let entries = std::fs::read_dir(crate_folder().join("src")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).filter(|name| name != "lib.rs").collect()
}

/// Each listed name with its hash. The file has the format of `sha256sum`.
fn listed() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(crate_folder().join("hashes.txt")).unwrap();
    text.lines()
        .map(|line| line.split_once("  ").expect("each line is a hash, two blanks and a name"))
        .map(|(hash, name)| (name.to_owned(), hash.to_owned()))
        .collect()
}

/// The SHA-256 of a file; `None` if the file does not exist. Line ends are hashed as `\n`, in whatever form the file was
/// checked out.
fn hash_of(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?.replace("\r\n", "\n");
    Some(Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect())
}
