//! Files that the sandbox and the API share on one machine: the sandbox's address and the shared API key.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use midway_kernel::secret::{fingerprint, random_id, random_token};

/// The folder of all files of the sandbox.
pub fn folder(data: &Path) -> PathBuf {
    data.join("sandbox")
}

/// The file with the base URL of the running sandbox. After a crash it still contains the last URL.
pub fn address_file(data: &Path) -> PathBuf {
    folder(data).join("address")
}

/// The API key that both processes share. The first process creates it; the other reads it.
pub fn api_key(data: &Path) -> io::Result<String> {
    let path = folder(data).join("key");
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return Ok(found?.trim().to_owned()),
    }
    fs::create_dir_all(folder(data))?;
    // A hard link appears with its complete content and never replaces a key that another process has created first.
    let draft = write_draft(&path, &random_token())?;
    let linked = fs::hard_link(&draft, &path);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(fs::read_to_string(&path)?.trim().to_owned()),
    }
}

/// The key that the shop's page shows to the lender. It is derived from the secret key, but the secret key cannot be
/// computed from it.
pub fn public_key(api_key: &str) -> String {
    format!("pk_{}", &fingerprint(&format!("lender {api_key}"))[..32])
}

/// Writes the address atomically: a reader sees the old or the new address.
pub(crate) fn write_address(data: &Path, address: &str) -> io::Result<()> {
    let path = address_file(data);
    let draft = write_draft(&path, address)?;
    fs::rename(draft, path)
}

/// Makes the entries of a folder durable. Without this, a new file may be lost even though its content was synced.
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
    fn simultaneous_first_calls_return_one_key_and_leave_no_temporary_file() {
        let data = tempfile::tempdir().unwrap();
        let keys: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..16).map(|_| scope.spawn(|| api_key(data.path()).unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(keys[0].len(), 43);
        assert!(keys.iter().all(|key| *key == keys[0]));
        let files: Vec<_> = fs::read_dir(folder(data.path())).unwrap().collect();
        assert_eq!(files.len(), 1, "no temporary file is left");
    }

    #[test]
    fn key_file_is_readable_only_by_its_owner() {
        let data = tempfile::tempdir().unwrap();
        api_key(data.path()).unwrap();
        let mode = fs::metadata(folder(data.path()).join("key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
