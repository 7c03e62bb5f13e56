//! Picture storage: a local folder or an S3-compatible bucket. The content under a name never changes, so copies may be
//! cached without limit.

use std::hash::Hash;
use std::io::{self, ErrorKind};
use std::path::Path as Folder;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use moka::sync::Cache;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};

use crate::config::BucketConfig;
use crate::error::{Error, Result};

/// The timeout of one request to a bucket. A failed operation is not retried after this time.
const TIMEOUT: Duration = Duration::from_secs(10);
const CONNECTING: Duration = Duration::from_secs(2);

/// The store of one kind of picture.
#[derive(Clone, Debug)]
pub struct Pictures {
    store: Arc<dyn ObjectStore>,
    /// The path below which the store contains its pictures.
    root: Path,
}

impl Pictures {
    /// A store in a folder, which is created with the first picture.
    ///
    /// # Errors
    /// When the folder's path cannot be used.
    pub fn in_folder(folder: &Folder) -> Result<Self> {
        let fault =
            |error: &dyn std::fmt::Display| Error::Internal(format!("pictures in {}: {error}", folder.display()));
        let folder = std::path::absolute(folder).map_err(|error| fault(&error))?;
        let root = Path::from_absolute_path(&folder).map_err(|error| fault(&error))?;
        Ok(Pictures { store: Arc::new(LocalFileSystem::new()), root })
    }

    /// A store in a bucket, below the bucket's prefix and `name`.
    ///
    /// # Errors
    /// When the URL or the variables of the bucket cannot be used.
    pub fn in_bucket(bucket: &BucketConfig, name: &str) -> Result<Self> {
        let fault = |error: &dyn std::fmt::Display| Error::Internal(format!("pictures in {}: {error}", bucket.url));
        let prefix = Path::from_url_path(bucket.url.path()).map_err(|error| fault(&error))?;
        let mut store = AmazonS3Builder::new().with_url(bucket.url.as_str());
        for (variable, value) in &bucket.variables {
            // The variables have the names that common S3 tools use. Unknown names are ignored, because those tools
            // also have variables that do not matter here.
            if let Ok(key) = AmazonS3ConfigKey::from_str(&variable.to_ascii_lowercase()) {
                store = store.with_config(key, value.expose());
            }
        }
        let client = ClientOptions::new().with_connect_timeout(CONNECTING).with_timeout(TIMEOUT);
        let client = client.with_allow_http(bucket.is_plain());
        let retry = RetryConfig { max_retries: 2, retry_timeout: TIMEOUT, ..RetryConfig::default() };
        let store = store.with_client_options(client).with_retry(retry).build().map_err(|error| fault(&error))?;
        Ok(Pictures { store: Arc::new(store), root: prefix.join(name) })
    }

    /// Whether a picture exists.
    pub async fn has(&self, name: &str) -> io::Result<bool> {
        let Some(path) = self.path(name) else { return Ok(false) };
        Ok(found(self.store.head(&path).await)?.is_some())
    }

    /// Stores a picture atomically: readers never see a partial file.
    pub async fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path =
            self.path(name).ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "not the name of a picture"))?;
        self.store.put(&path, bytes.to_vec().into()).await?;
        Ok(())
    }

    /// Deletes a picture. A missing picture is not an error.
    pub async fn remove(&self, name: &str) -> io::Result<()> {
        let Some(path) = self.path(name) else { return Ok(()) };
        found(self.store.delete(&path).await).map(drop)
    }

    /// The bytes of a picture; `None` when it does not exist or the name is invalid.
    pub async fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(path) = self.path(name) else { return Ok(None) };
        match found(self.store.get(&path).await)? {
            Some(found) => Ok(Some(found.bytes().await?.into())),
            None => Ok(None),
        }
    }

    /// The names of all pictures, in no particular order.
    pub async fn names(&self) -> io::Result<Vec<String>> {
        let all = self.store.list(Some(&self.root));
        let names = all.try_filter_map(|it| async move { Ok(it.location.filename().map(str::to_owned)) });
        let mut names: Vec<String> = names.try_collect().await?;
        names.retain(|name| is_name(name));
        Ok(names)
    }

    fn path(&self, name: &str) -> Option<Path> {
        is_name(name).then(|| self.root.clone().join(name))
    }
}

/// The maximum size of the kept pictures of one use in bytes. A converted picture has between 10 and 250 kB.
const KEPT_BYTES: u64 = 16 * MB;
const MB: u64 = 1024 * 1024;

/// Stored pictures that are converted for one use, in the size `S`. The pictures that were converted recently are kept.
#[derive(Clone)]
pub struct ConvertedPictures<S, P> {
    stored: Pictures,
    /// Keyed by names and sizes. The content under a name never changes.
    kept: Cache<(String, S), P>,
    convert: fn(&str, Vec<u8>, S) -> Result<P>,
}

impl<S, P> ConvertedPictures<S, P>
where
    S: Copy + Eq + Hash + Send + Sync + 'static,
    P: Clone + Send + Sync + 'static,
{
    /// `convert` gets the name and the bytes of a stored picture. `bytes` is the size of a converted picture.
    pub fn of(stored: Pictures, convert: fn(&str, Vec<u8>, S) -> Result<P>, bytes: fn(&P) -> usize) -> Self {
        let weight = move |_: &(String, S), picture: &P| u32::try_from(bytes(picture)).unwrap_or(u32::MAX);
        ConvertedPictures { stored, kept: Cache::builder().max_capacity(KEPT_BYTES).weigher(weight).build(), convert }
    }

    /// A picture in this size; `None` if it is not stored.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the store does not answer; the error of the conversion.
    pub async fn get(&self, name: &str, size: S) -> Result<Option<P>> {
        let key = (name.to_owned(), size);
        if let Some(picture) = self.kept.get(&key) {
            return Ok(Some(picture));
        }
        let unavailable =
            |error: io::Error| Error::Unavailable { service: "the store of pictures", cause: error.to_string() };
        let Some(bytes) = self.stored.get(name).await.map_err(unavailable)? else { return Ok(None) };
        let convert = self.convert;
        let converting = tokio::task::spawn_blocking(move || (convert(&key.0, bytes, size), key));
        let (converted, key) = converting.await.map_err(Error::internal)?;
        let picture = converted?;
        self.kept.insert(key, picture.clone());
        Ok(Some(picture))
    }
}

/// Turns "not found" into `None`.
fn found<T>(answer: object_store::Result<T>) -> io::Result<Option<T>> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The media type that belongs to the extension of a picture's name.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("webp") => "image/webp",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        _ => "application/octet-stream",
    }
}

/// Whether a name is valid: 1 to 120 lower-case letters, digits, hyphens and dots, not starting with a dot. A valid
/// name cannot leave the folder or match a temporary file.
fn is_name(name: &str) -> bool {
    (1..=120).contains(&name.len())
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn stored_picture_is_read_back_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = Pictures::in_folder(&folder.path().join("pictures")).unwrap();
        assert_eq!(pictures.get("a-480.webp").await.unwrap(), None);
        pictures.put("a-480.webp", b"picture").await.unwrap();
        assert!(pictures.has("a-480.webp").await.unwrap());
        assert_eq!(pictures.get("a-480.webp").await.unwrap().as_deref(), Some(b"picture".as_slice()));
    }

    #[tokio::test]
    async fn picture_name_cannot_escape_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        let pictures = Pictures::in_folder(&folder.path().join("pictures")).unwrap();
        for name in ["../secret", "/etc/hostname", ".a", "", "a/b", "A"] {
            assert_eq!(pictures.get(name).await.unwrap(), None, "{name}");
            assert!(pictures.put(name, b"x").await.is_err(), "{name}");
        }
    }
}
