//! Pictures: files named by their content, so that none ever changes and every copy may be kept for ever.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use tokio::fs;

use crate::kernel::secret::random_id;

/// Pictures in a folder.
#[derive(Clone, Debug)]
pub struct Pictures {
    folder: PathBuf,
}

impl Pictures {
    pub fn in_folder(folder: PathBuf) -> Self {
        Pictures { folder }
    }

    /// Whether a picture is there.
    pub async fn has(&self, name: &str) -> io::Result<bool> {
        match self.path(name) {
            Some(path) => fs::try_exists(path).await,
            None => Ok(false),
        }
    }

    /// Keeps a picture. Complete or not at all: readers never see half of one.
    pub async fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name).ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "no name of a picture"))?;
        fs::create_dir_all(&self.folder).await?;
        let draft = self.folder.join(format!(".{name}.{}", random_id()));
        fs::write(&draft, bytes).await?;
        fs::rename(&draft, &path).await
    }

    /// Forgets a picture, if it is there.
    pub async fn remove(&self, name: &str) -> io::Result<()> {
        let Some(path) = self.path(name) else { return Ok(()) };
        match fs::remove_file(path).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// A picture's bytes. A name that is none is a picture that is not there.
    pub async fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(path) = self.path(name) else { return Ok(None) };
        match fs::read(path).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        is_name(name).then(|| self.folder.join(name))
    }
}

/// The media type that a picture's name tells.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("webp") => "image/webp",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        _ => "application/octet-stream",
    }
}

/// Small letters, digits, hyphens and dots, not starting with a dot: nothing that leads out of the folder or to a draft.
fn is_name(name: &str) -> bool {
    (1..=120).contains(&name.len())
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_picture_is_read_as_it_was_put() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = Pictures::in_folder(folder.path().join("pictures"));
        assert_eq!(pictures.get("a-480.webp").await.unwrap(), None);
        pictures.put("a-480.webp", b"picture").await.unwrap();
        assert!(pictures.has("a-480.webp").await.unwrap());
        assert_eq!(pictures.get("a-480.webp").await.unwrap().as_deref(), Some(b"picture".as_slice()));
    }

    #[tokio::test]
    async fn a_name_never_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        let pictures = Pictures::in_folder(folder.path().join("pictures"));
        for name in ["../secret", "/etc/hostname", ".a", "", "a/b", "A"] {
            assert_eq!(pictures.get(name).await.unwrap(), None, "{name}");
            assert!(pictures.put(name, b"x").await.is_err(), "{name}");
        }
    }
}
