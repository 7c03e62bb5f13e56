//! Secret keys in files of the data folder. Each file is created once. `config.rs` reads the keys that the environment
//! sets instead.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use data_encoding::HEXLOWER_PERMISSIVE;

use crate::error::{Error, Result};
use midway_kernel::secret::random_bytes;

/// The 32-byte key in `folder/keys/name`. It is created if it is missing. Two processes that start at the same time get
/// the same key.
pub fn load_or_create_key(folder: &Path, name: &str) -> Result<[u8; 32]> {
    if let Some(key) = load_key(folder, name)? {
        return Ok(key);
    }
    let folder = folder.join("keys");
    let path = folder.join(name);
    let fault = |what: &str, error: std::io::Error| key_error(what, &path, &error);
    fs::create_dir_all(&folder).map_err(|error| fault("create the folder of", error))?;
    // The file is written completely under a temporary name and then linked, so that the second of two processes finds
    // the complete key of the first.
    let draft = folder.join(format!(".{name}.{}", HEXLOWER_PERMISSIVE.encode(&random_bytes::<8>())));
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&draft)
        .map_err(|error| fault("write", error))?;
    file.write_all(HEXLOWER_PERMISSIVE.encode(&random_bytes::<32>()).as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(|error| fault("write", error))?;
    match fs::hard_link(&draft, &path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(fault("write", error)),
        _ => fs::remove_file(&draft).map_err(|error| fault("remove the temporary file of", error))?,
    }
    read(&path)
        .map_err(|error| fault("read", error))?
        .ok_or_else(|| Error::Internal(format!("{} is not a key of 32 bytes", path.display())))
}

/// Reads the key with this name without creating it; `None` if it does not exist.
pub fn load_key(folder: &Path, name: &str) -> Result<Option<[u8; 32]>> {
    let path = folder.join("keys").join(name);
    read(&path).map_err(|error| key_error("read", &path, &error))
}

fn key_error(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Internal(format!("cannot {what} {}: {error}", path.display()))
}

fn read(path: &Path) -> std::io::Result<Option<[u8; 32]>> {
    match fs::read_to_string(path) {
        Ok(text) => HEXLOWER_PERMISSIVE
            .decode(text.trim().as_bytes())
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .map(Some)
            .ok_or_else(|| std::io::Error::new(ErrorKind::InvalidData, "not 32 bytes in hexadecimal digits")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
