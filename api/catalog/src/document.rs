//! The stored form of one revision: the checked folder and the data of its processed pictures.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::Folder;
use midway_kernel::time::Instant;

/// The maximum size of an unpacked document, far above the size of the largest catalogue. A stored document that
/// exceeds it is damaged.
const LARGEST_DOCUMENT_BYTES: u64 = 512 * 1024 * 1024;

/// A whole catalogue, ready to be served.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub folder: Folder,
    /// The pictures, keyed by the path that the folder uses for each of them.
    pub pictures: BTreeMap<String, PictureSet>,
}

/// One picture of the folder in all forms that pages need. The names in it are names in the picture store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureSet {
    /// The file as the operator supplied it. Only the export reads it, because its metadata may contain more than the
    /// operator wants to publish.
    pub original: String,
    /// Width of the largest source, in pixels.
    pub width: u32,
    pub height: u32,
    /// The picture in several widths, from the narrowest to the widest. There is at least one.
    pub sources: Vec<PictureSource>,
    /// The picture with 1200 by 630 pixels, for previews of shared links.
    pub share: String,
}

impl PictureSet {
    /// The smallest source that is at least this wide and high, or the largest one.
    pub fn covering(&self, width: u32, height: u32) -> Option<&PictureSource> {
        let covers = |source: &&PictureSource| {
            source.width >= width
                && u64::from(source.width) * u64::from(self.height) >= u64::from(height) * u64::from(self.width)
        };
        self.sources.iter().find(covers).or(self.sources.last())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureSource {
    pub name: String,
    pub width: u32,
}

impl From<Folder> for Document {
    fn from(folder: Folder) -> Self {
        Document { folder, pictures: BTreeMap::new() }
    }
}

/// A document as stored, with the digest that identifies its contents.
pub struct Packed {
    pub digest: String,
    pub bytes: Vec<u8>,
}

impl Document {
    pub fn pack(&self) -> Result<Packed, String> {
        let json = serde_json::to_vec(self).map_err(|error| error.to_string())?;
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&json).map_err(|error| error.to_string())?;
        let bytes = encoder.finish().map_err(|error| error.to_string())?;
        Ok(Packed { digest: HEXLOWER.encode(&Sha256::digest(&json)), bytes })
    }

    pub fn unpack(bytes: &[u8]) -> Result<Self, String> {
        let mut json = Vec::new();
        ZlibDecoder::new(bytes)
            .take(LARGEST_DOCUMENT_BYTES)
            .read_to_end(&mut json)
            .map_err(|error| error.to_string())?;
        serde_json::from_slice(&json).map_err(|error| error.to_string())
    }
}

/// A revision as it was imported.
#[derive(Debug)]
pub struct Revision {
    pub number: i32,
    pub imported_at: Instant,
    pub document: Document,
}
