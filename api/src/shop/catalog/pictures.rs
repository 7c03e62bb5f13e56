//! The pictures of the folder: checked before anything is stored, then converted to the sizes that pages show.
//!
//! Every picture that visitors can load is decoded and encoded again, so that it has no metadata, such as location or
//! camera, and no script. The original is stored for the export.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use data_encoding::HEXLOWER;
use futures_util::{StreamExt, TryStreamExt, stream};
use image::ImageFormat;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::CatalogError;
use crate::platform::pictures::Pictures;
use midway_catalog::files::Folder;
use midway_catalog::problem::{Origins, Problem};
use midway_catalog::{PictureSet, PictureSource};
use midway_pictures::decode::{Bounds, decode, size};
use midway_pictures::encode::{jpeg, webp};
use midway_pictures::resize::{filling, resized};

const WIDTHS: [u32; 5] = [240, 480, 720, 960, 1600];
const SHARE: (u32, u32) = (1200, 630);
const WEBP_QUALITY: f32 = 75.0;
const JPEG_QUALITY: u8 = 85;
/// A part of every picture's name. Change it when the conversion changes, so that all pictures get new names and are
/// converted again.
const CONVERSION_VERSION: &str = "3";

const LARGEST_FILE_BYTES: u64 = 20 * MB;
const BOUNDS: Bounds = Bounds { side: 12_000, pixels: 12_000 * 12_000, decoded_bytes: 400 * MB };
const MB: u64 = 1024 * 1024;
/// The pictures that are converted at the same time need no more memory than the largest one alone, in MB.
const DRAWING_MB: u32 = 400;

/// All problems of the pictures that the files of a catalogue folder name.
pub(super) fn check(root: &Path, folder: &Folder, origins: &Origins) -> Vec<Problem> {
    let mut verdicts: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    for place in places(folder) {
        let verdict = verdicts.entry(place.file).or_insert_with(|| {
            let picture = read(root, place.file).and_then(|bytes| {
                is_what_its_name_says(place.file, &bytes)?;
                decode(&bytes, BOUNDS).map_err(|unreadable| unreadable.to_string())
            });
            picture.err().map(|fault| format!("the picture \"{}\" {fault}", place.file))
        });
        if let Some(what) = verdict {
            problems.push(origins.problem(place.table, place.position, &place.path, what.clone()));
        }
    }
    problems
}

/// The pictures of a folder that none of its files names.
pub(super) fn unused(pictures: &[String], folder: &Folder) -> Vec<Problem> {
    let used: BTreeSet<&str> = places(folder).map(|place| place.file).collect();
    let unused = pictures.iter().filter(|file| !used.contains(file.as_str()));
    let problem = |file: &String| Problem {
        file: format!("pictures/{file}").into(),
        line: None,
        what: "nothing uses this picture".to_owned(),
    };
    unused.map(problem).collect()
}

/// Checks that a picture has the format that its name ends in, because other programs go by the name.
fn is_what_its_name_says(file: &str, bytes: &[u8]) -> Result<(), String> {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    match (image::guess_format(bytes), ImageFormat::from_extension(extension)) {
        (Ok(is), Some(named)) if is != named => {
            let format = format!("{is:?}").to_uppercase();
            Err(format!("is a {format} file: it does not match its extension .{extension}"))
        }
        _ => Ok(()),
    }
}

/// Stores all converted files of all pictures that the files of a catalogue folder name, several at the same time. A
/// picture whose files are all stored already is not converted again.
pub(super) async fn store(
    root: &Path,
    folder: &Folder,
    pictures: &Pictures,
) -> Result<BTreeMap<String, PictureSet>, CatalogError> {
    let files: BTreeSet<&str> = places(folder).map(|place| place.file).collect();
    let memory = Semaphore::new(DRAWING_MB as usize);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    stream::iter(files)
        .map(async |file| Ok((file.to_owned(), store_one(root, file, pictures, &memory).await?)))
        .buffer_unordered(cores)
        .try_collect()
        .await
}

/// A key of the catalogue's files that names a picture.
struct Place<'a> {
    table: &'static str,
    position: usize,
    path: String,
    file: &'a str,
}

fn places(folder: &Folder) -> impl Iterator<Item = Place<'_>> {
    let logo = folder.settings.site_logo.iter().map(|file| Place {
        table: "settings",
        position: 0,
        path: "site_logo".to_owned(),
        file,
    });
    let lead = folder.settings.lead_picture.iter().map(|picture| Place {
        table: "settings",
        position: 0,
        path: "lead_picture.file".to_owned(),
        file: &picture.file,
    });
    let products = folder.product.iter().enumerate().flat_map(|(position, product)| {
        product.pictures.iter().enumerate().map(move |(nth, picture)| Place {
            table: "product",
            position,
            path: format!("picture.{nth}.file"),
            file: &picture.file,
        })
    });
    let halls = folder.hall.iter().enumerate().filter_map(|(position, hall)| {
        let chart = hall.chart.as_ref()?;
        Some(Place { table: "hall", position, path: "chart.file".to_owned(), file: &chart.file })
    });
    let views = folder.hall.iter().enumerate().flat_map(|(position, hall)| {
        hall.sections.iter().enumerate().filter_map(move |(nth, section)| {
            let view = section.view.as_ref()?;
            Some(Place { table: "hall", position, path: format!("section.{nth}.view.file"), file: &view.file })
        })
    });
    let bundles = folder.bundle.iter().enumerate().flat_map(|(position, bundle)| {
        bundle.pictures.iter().enumerate().map(move |(nth, picture)| Place {
            table: "bundle",
            position,
            path: format!("picture.{nth}.file"),
            file: &picture.file,
        })
    });
    let properties = folder.property.iter().enumerate().filter_map(|(position, property)| {
        let logo = property.logo.as_ref()?;
        Some(Place { table: "property", position, path: "logo.file".to_owned(), file: &logo.file })
    });
    let maps = folder.site.iter().enumerate().filter_map(|(position, site)| {
        let map = site.map.as_ref()?;
        Some(Place { table: "site", position, path: "map.file".to_owned(), file: &map.file })
    });
    logo.chain(lead).chain(maps).chain(products).chain(bundles).chain(halls).chain(views).chain(properties)
}

fn read(root: &Path, file: &str) -> Result<Vec<u8>, String> {
    let path = root.join("pictures").join(file);
    let size = std::fs::metadata(&path).map_err(|_| "is not in the folder pictures/".to_owned())?.len();
    if size > LARGEST_FILE_BYTES {
        return Err(format!("is larger than {} MB", LARGEST_FILE_BYTES / MB));
    }
    std::fs::read(&path).map_err(|error| format!("cannot be read: {error}"))
}

/// The pictures that the files of a catalogue folder name, without storing them. [`converted`] makes their files.
///
/// # Errors
/// When a picture cannot be read.
pub(super) fn planned(root: &Path, folder: &Folder) -> Result<BTreeMap<String, PictureSet>, CatalogError> {
    let files: BTreeSet<&str> = places(folder).map(|place| place.file).collect();
    files.into_iter().map(|file| Ok((file.to_owned(), plan_of(root, file)?.set))).collect()
}

/// The content of one converted file of a picture that is planned, by its name.
///
/// # Errors
/// When the picture cannot be read or converted.
pub fn converted(
    root: &Path,
    planned: &BTreeMap<String, PictureSet>,
    name: &str,
) -> Result<Option<Vec<u8>>, CatalogError> {
    let has = |set: &PictureSet| set.share == name || set.sources.iter().any(|source| source.name == name);
    let Some((file, _)) = planned.iter().find(|(_, set)| has(set)) else { return Ok(None) };
    let Planned { set, original, .. } = plan_of(root, file)?;
    let drawn = draw(&set, original).map_err(|cause| CatalogError::Picture { file: file.clone(), cause })?;
    Ok(drawn.into_iter().find_map(|(drawn, bytes)| (drawn == name).then_some(bytes)))
}

/// A picture whose files are not converted yet.
struct Planned {
    set: PictureSet,
    /// The width and height of the original in pixels.
    size: (u32, u32),
    original: Vec<u8>,
}

fn plan_of(root: &Path, file: &str) -> Result<Planned, CatalogError> {
    let fault = |cause: String| CatalogError::Picture { file: file.to_owned(), cause };
    let original = read(root, file).map_err(fault)?;
    let size = size(&original, BOUNDS).map_err(|unreadable| fault(unreadable.to_string()))?;
    Ok(Planned { set: plan(file, &original, size), size, original })
}

/// The names of a picture's converted files, before any of them is created.
fn plan(file: &str, bytes: &[u8], (width, height): (u32, u32)) -> PictureSet {
    let digest = HEXLOWER.encode(&Sha256::digest(bytes)[..16]);
    let extension = file.rsplit_once('.').map_or("bin", |(_, extension)| extension);
    let widest = width.min(WIDTHS[WIDTHS.len() - 1]);
    let mut widths: Vec<u32> = WIDTHS.iter().copied().filter(|&it| it < widest).collect();
    widths.push(widest);
    PictureSet {
        original: format!("{digest}.{extension}"),
        width: widest,
        height: scaled(height, widest, width),
        sources: widths
            .into_iter()
            .map(|width| PictureSource { name: format!("{digest}-{CONVERSION_VERSION}-{width}.webp"), width })
            .collect(),
        share: format!("{digest}-{CONVERSION_VERSION}-share.jpg"),
    }
}

/// Whether a stored file is a converted picture. Only originals have no hyphen in their names; visitors must not be able
/// to load them, because their metadata is not removed.
pub fn is_converted(name: &str) -> bool {
    name.contains('-')
}

/// The height after a picture is scaled from width `from` to width `to`, rounded, at least 1.
fn scaled(height: u32, to: u32, from: u32) -> u32 {
    let scaled = (u64::from(height) * u64::from(to) + u64::from(from) / 2) / u64::from(from.max(1));
    u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
}

/// The memory in MB that converting a picture needs for it, as decoded, with all channels, and weighed by its opacity.
fn drawing_mb((width, height): (u32, u32)) -> u32 {
    const BYTES_PER_PIXEL: u64 = 12;
    let mb = (u64::from(width) * u64::from(height) * BYTES_PER_PIXEL).div_ceil(MB);
    u32::try_from(mb).unwrap_or(u32::MAX).min(DRAWING_MB)
}

async fn store_one(
    root: &Path,
    file: &str,
    pictures: &Pictures,
    memory: &Semaphore,
) -> Result<PictureSet, CatalogError> {
    let fault = |cause: String| CatalogError::Picture { file: file.to_owned(), cause };
    let Planned { set, size, original } = plan_of(root, file)?;
    let mut names = vec![set.original.clone(), set.share.clone()];
    names.extend(set.sources.iter().map(|source| source.name.clone()));
    let mut all_there = true;
    for name in &names {
        all_there &= pictures.has(name).await.map_err(|error| fault(error.to_string()))?;
    }
    if all_there {
        return Ok(set);
    }
    let _memory = memory.acquire_many(drawing_mb(size)).await.map_err(|error| fault(error.to_string()))?;
    let drawing = set.clone();
    let drawn = tokio::task::spawn_blocking(move || draw(&drawing, original))
        .await
        .map_err(|error| fault(error.to_string()))?
        .map_err(fault)?;
    for (name, bytes) in drawn {
        pictures.put(&name, &bytes).await.map_err(|error| fault(error.to_string()))?;
    }
    Ok(set)
}

fn draw(set: &PictureSet, bytes: Vec<u8>) -> Result<Vec<(String, Vec<u8>)>, String> {
    let picture = decode(&bytes, BOUNDS).map_err(|unreadable| unreadable.to_string())?;
    let mut drawn = vec![(set.original.clone(), bytes)];
    for source in &set.sources {
        let height = scaled(set.height, source.width, set.width);
        let rgba = if source.width == picture.width() {
            picture.to_rgba8()
        } else {
            resized(&picture, source.width, height).map_err(|error| error.to_string())?
        };
        let bytes = webp(&rgba, WEBP_QUALITY).map_err(|error| error.to_string())?;
        drawn.push((source.name.clone(), bytes));
    }
    let (width, height) = SHARE;
    let share = filling(&picture, width, height).map_err(|error| error.to_string())?;
    let bytes = jpeg(&share.into(), JPEG_QUALITY).map_err(|error| error.to_string())?;
    drawn.push((set.share.clone(), bytes));
    Ok(drawn)
}
