//! Pictures from outside: read within bounds, so that no file makes the shop run out of memory, and turned as they are meant.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Rgb, RgbImage};

/// The largest picture that is read.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Pixels of width, and of height.
    pub side: u32,
    /// Bytes that its pixels take.
    pub decoded_bytes: u64,
}

impl Bounds {
    /// Whatever it says of itself.
    pub const NONE: Bounds = Bounds { side: u32::MAX, decoded_bytes: u64::MAX };
}

/// The width and the height of a picture, upright. Nothing of its pixels is read.
///
/// # Errors
/// Why it cannot be read, fit to follow the file's name.
pub fn size(bytes: &[u8], bounds: Bounds) -> Result<(u32, u32), String> {
    let mut decoder = decoder(bytes, bounds)?;
    let (width, height) = decoder.dimensions();
    Ok(match decoder.orientation().unwrap_or(Orientation::NoTransforms) {
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => {
            (height, width)
        }
        _ => (width, height),
    })
}

fn decoder(bytes: &[u8], bounds: Bounds) -> Result<impl ImageDecoder + '_, String> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(bounds.side);
    limits.max_image_height = Some(bounds.side);
    limits.max_alloc = Some(bounds.decoded_bytes);
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    reader.limits(limits);
    reader.into_decoder().map_err(|error| format!("cannot be read as a picture: {error}"))
}

/// Reads a picture, upright.
///
/// # Errors
/// Why it cannot be read, fit to follow the file's name.
pub fn decode(bytes: &[u8], bounds: Bounds) -> Result<DynamicImage, String> {
    let mut decoder = decoder(bytes, bounds)?;
    if decoder.total_bytes() > bounds.decoded_bytes {
        return Err("is larger than any page shows it".to_owned());
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| format!("is damaged: {error}"))?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// JPEG knows no transparency.
pub fn on_white(picture: &DynamicImage) -> RgbImage {
    let rgba = picture.to_rgba8();
    RgbImage::from_fn(rgba.width(), rgba.height(), |x, y| {
        let [r, g, b, alpha] = rgba.get_pixel(x, y).0;
        let over = |channel: u8| {
            let mixed = u16::from(channel) * u16::from(alpha) + 255 * (255 - u16::from(alpha));
            u8::try_from(mixed / 255).unwrap_or(u8::MAX)
        };
        Rgb([over(r), over(g), over(b)])
    })
}
