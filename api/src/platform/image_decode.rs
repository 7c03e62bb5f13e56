//! Pictures from outside: read within bounds, so that no file makes the shop run out of memory, and turned as they are meant.

use std::borrow::Cow;
use std::fmt;
use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, Rgb, RgbImage};

/// The largest picture that is read.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Pixels of width, and of height.
    pub side: u32,
    /// Width by height.
    pub pixels: u64,
    /// Bytes that its pixels take, and that a decoder allocates.
    pub decoded_bytes: u64,
}

/// Why a picture is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is larger than the bounds.
    TooLarge,
    /// It is no picture, or damaged.
    Damaged(String),
}

impl fmt::Display for Unreadable {
    /// Fit to follow the file's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::TooLarge => f.write_str("is larger than any page shows it"),
            Unreadable::Damaged(why) => write!(f, "cannot be read as a picture: {why}"),
        }
    }
}

impl From<ImageError> for Unreadable {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Unreadable::TooLarge,
            other => Unreadable::Damaged(other.to_string()),
        }
    }
}

/// The width and the height of a picture, upright. Nothing of its pixels is read.
///
/// # Errors
/// Why it cannot be read.
pub fn size(bytes: &[u8], bounds: Bounds) -> Result<(u32, u32), Unreadable> {
    let bytes = pixels_only(bytes);
    let mut decoder = decoder(&bytes, bounds)?;
    let (width, height) = decoder.dimensions();
    Ok(match decoder.orientation().unwrap_or(Orientation::NoTransforms) {
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => {
            (height, width)
        }
        _ => (width, height),
    })
}

/// A decoder that has read no pixel yet, of a picture within the bounds.
fn decoder(bytes: &[u8], bounds: Bounds) -> Result<impl ImageDecoder + '_, Unreadable> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(bounds.side);
    limits.max_image_height = Some(bounds.side);
    limits.max_alloc = Some(bounds.decoded_bytes);
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(ImageError::IoError)?;
    reader.limits(limits);
    let decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        // A WebP whose side is 2^14 is read so.
        return Err(Unreadable::Damaged("it has no size".to_owned()));
    }
    let is_larger = u64::from(width) * u64::from(height) > bounds.pixels;
    if is_larger || decoder.total_bytes() > bounds.decoded_bytes {
        return Err(Unreadable::TooLarge);
    }
    Ok(decoder)
}

/// Reads a picture, upright.
///
/// # Errors
/// Why it cannot be read.
pub fn decode(bytes: &[u8], bounds: Bounds) -> Result<DynamicImage, Unreadable> {
    let bytes = pixels_only(bytes);
    let mut decoder = decoder(&bytes, bounds)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunks that a picture is drawn from, and `eXIf`, which is not compressed and says which side is up.
const PNG_CHUNKS: [&[u8; 4]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"];

/// Length and type before a chunk's data, and a checksum after it.
const PNG_CHUNK_FRAME: usize = 12;

/// A picture without what no page shows. A PNG may hold compressed texts and colour profiles that inflate to a thousand times their
/// size, and decoders inflate them before anybody asks. JPEG and WebP hold theirs as they are, so that they take no more than the file does.
fn pixels_only(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut rest) = bytes.strip_prefix(PNG_SIGNATURE) else { return Cow::Borrowed(bytes) };
    let mut kept = Vec::with_capacity(bytes.len());
    kept.extend_from_slice(PNG_SIGNATURE);
    while let Some(([a, b, c, d, kind @ ..], _)) = rest.split_first_chunk::<8>() {
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        // A chunk that is cut off is kept as far as it goes, and the decoder says that the file is damaged.
        let (chunk, after) = rest.split_at(length.saturating_add(PNG_CHUNK_FRAME).min(rest.len()));
        if PNG_CHUNKS.contains(&kind) {
            kept.extend_from_slice(chunk);
        }
        rest = after;
    }
    Cow::Owned(kept)
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

#[cfg(test)]
mod tests {
    use image::ImageFormat;

    use super::*;

    const BOUNDS: Bounds = Bounds { side: 12_000, pixels: 24_000_000, decoded_bytes: 4 * 24_000_000 };

    fn file(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(RgbImage::from_pixel(120, 80, Rgb([120, 90, 60]))).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// The same file, which says of itself that it is as large as its format allows.
    fn claiming_to_be_large(format: ImageFormat) -> Vec<u8> {
        let mut bytes = file(format);
        let (marker, at, size): (&[u8], usize, &[u8]) = match format {
            // Precision, height, width.
            ImageFormat::Jpeg => (b"\xff\xc0", 5, b"\xff\xdc\xff\xdc"),
            // The chunk's length, a signature, then 14 bits each, of one less than the side.
            ImageFormat::WebP => (b"VP8L", 9, b"\xfe\xbf\xff\x0f"),
            _ => unreachable!("no other format is drawn"),
        };
        let found = bytes.windows(marker.len()).position(|window| window == marker).unwrap();
        bytes[found + at..found + at + size.len()].copy_from_slice(size);
        bytes
    }

    #[test]
    fn a_picture_of_each_format_that_says_it_is_larger_than_the_bounds_is_not_read() {
        for format in [ImageFormat::Jpeg, ImageFormat::WebP] {
            assert_eq!(size(&file(format), BOUNDS), Ok((120, 80)), "{format:?}");
            let bomb = claiming_to_be_large(format);
            assert_eq!(size(&bomb, BOUNDS), Err(Unreadable::TooLarge), "{format:?}");
            assert_eq!(decode(&bomb, BOUNDS).err(), Some(Unreadable::TooLarge), "{format:?}");
        }
    }

    #[test]
    fn profiles_of_a_jpeg_take_no_more_than_the_file() {
        let mut bytes = file(ImageFormat::Jpeg);
        // 64 kB each, of a profile that says it has 255 parts.
        for part in 1..=100_u8 {
            let data = [b"ICC_PROFILE\0".as_slice(), &[part, 255], &[0; 65_000]].concat();
            let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
            bytes.splice(2..2, [b"\xff\xe2".as_slice(), &length, &data].concat());
        }
        let picture = decode(&bytes, BOUNDS).unwrap();
        assert_eq!((picture.width(), picture.height()), (120, 80));
    }

    #[test]
    fn a_png_keeps_what_it_is_drawn_from() {
        let png = file(ImageFormat::Png);
        let chunk = |kind: &[u8; 4]| [&[0, 0, 0, 3], kind.as_slice(), b"abc", &[0; 4]].concat();
        for (kind, is_kept) in [(b"iCCP", false), (b"zTXt", false), (b"acTL", false), (b"eXIf", true), (b"tRNS", true)]
        {
            let mut more = png.clone();
            more.splice(33..33, chunk(kind));
            assert_eq!(pixels_only(&more) == more, is_kept, "{}", String::from_utf8_lossy(kind));
            assert_eq!(pixels_only(&more) == png, !is_kept);
        }
        for end in [0, 7, 8, 11, 20, 40, png.len() - 1] {
            assert!(png.starts_with(&pixels_only(&png[..end])), "cut after {end} bytes");
        }
    }
}
