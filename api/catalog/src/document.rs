//! What one revision stores: the folder as it was checked, and what was made of its pictures.

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

/// More than the largest catalogue by far: a stored document that unfolds beyond it is damaged.
const LARGEST_DOCUMENT_BYTES: u64 = 512 * 1024 * 1024;

/// A whole catalogue, ready to be served.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub folder: Folder,
    /// By the path that the folder names it by.
    pub pictures: BTreeMap<String, PictureSet>,
}

/// One picture of the folder in all the forms that pages need. Names are those of the picture store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureSet {
    /// As the operator gave it: for export alone, as it may hold more than the operator wants to show.
    pub original: String,
    /// Of the largest source.
    pub width: u32,
    pub height: u32,
    /// The narrowest first; at least one.
    pub sources: Vec<PictureSource>,
    /// 1200 by 630, for previews of shared links.
    pub share: String,
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

/// A document as it is stored, and the digest that tells it from every other.
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
