//! Pictures of the catalogue for PDF documents: scaled down once to the size in which they are printed, and kept.

use std::sync::Arc;

use midway_pictures::decode::{Bounds, decode};
use midway_pictures::encode::jpeg;
use midway_pictures::resize::{filling, within};

use super::pdf::Photo;
use super::pictures::{ConvertedPictures, Pictures};
use crate::error::{Error, Result};

const JPEG_QUALITY: u8 = 82;
/// The limits of stored pictures, which have at most 1600 pixels in width.
const BOUNDS: Bounds = Bounds { side: 12_000, pixels: 24_000_000, decoded_bytes: 100 * 1024 * 1024 };

/// The size of a printed picture, in pixels. A smaller picture is not enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrintSize {
    /// The whole picture, at most as wide and high as this.
    Within(u32, u32),
    /// The middle of the picture, in the proportions of this width and height.
    Middle(u32, u32),
}

/// The pictures of PDF documents, in the sizes in which they are printed.
#[derive(Clone)]
pub struct PdfPictures(ConvertedPictures<PrintSize, Photo>);

impl PdfPictures {
    pub fn of(pictures: Pictures) -> Self {
        let convert = |_: &str, bytes: Vec<u8>, size| scaled(&bytes, size);
        PdfPictures(ConvertedPictures::of(pictures, convert, |photo| photo.jpeg.len()))
    }

    /// A stored picture in this size; `None` if it is not stored, or cannot be read now. A ticket without a picture is
    /// better than no ticket.
    pub async fn photo(&self, name: &str, size: PrintSize) -> Option<Photo> {
        let photo = self.0.get(name, size).await;
        photo.inspect_err(|error| tracing::warn!(%error, name, "a PDF lacks a picture")).ok().flatten()
    }
}

/// The picture as JPEG in this size.
fn scaled(bytes: &[u8], size: PrintSize) -> Result<Photo> {
    let picture = decode(bytes, BOUNDS).map_err(Error::internal)?;
    let (width, height) = (picture.width(), picture.height());
    let smaller = match size {
        PrintSize::Within(most_wide, most_high) if width > most_wide || height > most_high => {
            within(&picture, most_wide, most_high).map_err(Error::internal)?.into()
        }
        PrintSize::Middle(wide, high) if width > wide && height > high => {
            filling(&picture, wide, high).map_err(Error::internal)?.into()
        }
        _ => picture,
    };
    let bytes = jpeg(&smaller, JPEG_QUALITY).map_err(Error::internal)?;
    Ok(Photo { jpeg: Arc::new(bytes), size: (smaller.width(), smaller.height()) })
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, RgbImage};

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        midway_pictures::encode::png(&DynamicImage::from(RgbImage::new(width, height))).unwrap()
    }

    #[test]
    fn picture_is_scaled_down_and_never_enlarged() {
        let size = |width, height, to| scaled(&png(width, height), to).unwrap().size;
        assert_eq!(size(720, 480, PrintSize::Middle(200, 300)), (200, 300));
        assert_eq!(size(720, 200, PrintSize::Middle(200, 300)), (720, 200), "it is cut when it is drawn");
        assert_eq!(size(800, 200, PrintSize::Within(400, 90)), (360, 90));
        assert_eq!(size(100, 50, PrintSize::Within(400, 90)), (100, 50));
    }

    #[tokio::test]
    async fn picture_is_read_once_for_each_size() {
        let folder = tempfile::tempdir().unwrap();
        let stored = Pictures::in_folder(folder.path()).unwrap();
        stored.put("a-1.png", &png(300, 300)).await.unwrap();
        let pictures = PdfPictures::of(stored.clone());
        let size = PrintSize::Within(90, 90);
        let first = pictures.photo("a-1.png", size).await.unwrap();
        stored.remove("a-1.png").await.unwrap();
        assert!(Arc::ptr_eq(&first.jpeg, &pictures.photo("a-1.png", size).await.unwrap().jpeg));
        assert_eq!(pictures.photo("a-1.png", PrintSize::Within(10, 10)).await, None);
    }
}
