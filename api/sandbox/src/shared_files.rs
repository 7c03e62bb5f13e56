//! Where the sandbox and the API meet on one machine: the sandbox's address and the keys that both hold.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use midway_kernel::secret::{fingerprint, random_id, random_token};

/// The folder of everything that the sandbox keeps.
pub fn folder(data: &Path) -> PathBuf {
    data.join("sandbox")
}

/// The file that holds the base URL of a sandbox that listens. After a kill it still holds the last one.
pub fn address_file(data: &Path) -> PathBuf {
    folder(data).join("address")
}

/// The key that both processes hold. Whoever comes first makes it; the other one reads the same.
pub fn api_key(data: &Path) -> io::Result<String> {
    let path = folder(data).join("key");
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return Ok(found?.trim().to_owned()),
    }
    fs::create_dir_all(folder(data))?;
    // A link appears with its whole content or not at all, and never replaces the key of a process that was faster.
    let draft = write_draft(&path, &random_token())?;
    let linked = fs::hard_link(&draft, &path);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(fs::read_to_string(&path)?.trim().to_owned()),
    }
}

/// The key that a page of the shop shows to the lender: it follows from the secret one and gives nothing of it away.
pub fn public_key(api_key: &str) -> String {
    format!("pk_{}", &fingerprint(&format!("lender {api_key}"))[..32])
}

/// Publishes the address so that a reader finds the old one or the new one, never a part.
pub(crate) fn write_address(data: &Path, address: &str) -> io::Result<()> {
    let path = address_file(data);
    let draft = write_draft(&path, address)?;
    fs::rename(draft, path)
}

/// Makes the entries of a folder durable: a new file is lost with its folder's entry.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

fn write_draft(path: &Path, content: &str) -> io::Result<PathBuf> {
    let draft = path.with_extension(random_id());
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()?;
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn processes_that_start_together_hold_the_same_key() {
        let data = tempfile::tempdir().unwrap();
        let keys: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..16).map(|_| scope.spawn(|| api_key(data.path()).unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(keys[0].len(), 43);
        assert!(keys.iter().all(|key| *key == keys[0]));
        let left: Vec<_> = fs::read_dir(folder(data.path())).unwrap().collect();
        assert_eq!(left.len(), 1, "no draft stays");
    }

    #[test]
    fn the_key_is_its_owners_alone() {
        let data = tempfile::tempdir().unwrap();
        api_key(data.path()).unwrap();
        let mode = fs::metadata(folder(data.path()).join("key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
