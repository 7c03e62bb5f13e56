//! Waits for changes of a catalogue folder, for `midway check --watch` and `midway import --watch`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often the folder is looked at. It is read anew each time, because not every file system reports changes: shared
/// folders and mounts of containers do not.
const EVERY: Duration = Duration::from_millis(300);
/// How deep the folder is looked at, as deep as a catalogue may be nested.
const DEEPEST: usize = 16;

/// A folder and its files as they were last seen.
pub struct WatchedFolder {
    root: PathBuf,
    seen: BTreeMap<PathBuf, Stamp>,
}

/// When a file was changed, and its size in bytes.
type Stamp = (Option<SystemTime>, u64);

impl WatchedFolder {
    pub fn new(root: &Path) -> Self {
        WatchedFolder { root: root.to_owned(), seen: stamps(root) }
    }

    /// Waits until files were changed, added or removed, and nothing has changed for a moment: an editor may write
    /// several files. Returns their paths below the folder, sorted.
    pub async fn changed(&mut self) -> Vec<String> {
        let mut before = self.seen.clone();
        loop {
            tokio::time::sleep(EVERY).await;
            let now = stamps(&self.root);
            if now == before && now != self.seen {
                let earlier = std::mem::replace(&mut self.seen, now);
                return differences(&self.root, &earlier, &self.seen);
            }
            before = now;
        }
    }
}

fn differences(root: &Path, before: &BTreeMap<PathBuf, Stamp>, after: &BTreeMap<PathBuf, Stamp>) -> Vec<String> {
    let removed = before.keys().filter(|path| !after.contains_key(*path));
    let changed = after.iter().filter(|(path, stamp)| before.get(*path) != Some(stamp)).map(|(path, _)| path);
    let name = |path: &PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
    let mut names: Vec<String> = removed.chain(changed).map(name).collect();
    names.sort();
    names
}

/// The files below a folder. What cannot be read is left out: it may be in the middle of being replaced.
fn stamps(root: &Path) -> BTreeMap<PathBuf, Stamp> {
    let mut found = BTreeMap::new();
    add_stamps(root, 0, &mut found);
    found
}

fn add_stamps(folder: &Path, depth: usize, found: &mut BTreeMap<PathBuf, Stamp>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // Editors write their own hidden files beside those that are edited.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if metadata.is_dir() {
            if depth < DEEPEST {
                add_stamps(&path, depth + 1, found);
            }
            continue;
        }
        found.insert(path, (metadata.modified().ok(), metadata.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn changed_added_and_removed_files_are_named_once_writing_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::create_dir(file("venues")).unwrap();
        fs::write(file("shop.toml"), "a").unwrap();
        fs::write(file("venues/zoo.toml"), "a").unwrap();
        fs::write(file("old.toml"), "a").unwrap();
        let mut watched = WatchedFolder::new(folder.path());
        fs::write(file("shop.toml"), "longer").unwrap();
        fs::write(file("venues/park.toml"), "new").unwrap();
        fs::write(file(".shop.toml.swp"), "an editor's").unwrap();
        fs::remove_file(file("old.toml")).unwrap();
        assert_eq!(watched.changed().await, ["old.toml", "shop.toml", "venues/park.toml"]);
        fs::write(file("venues/zoo.toml"), "changed").unwrap();
        assert_eq!(watched.changed().await, ["venues/zoo.toml"]);
    }
}
