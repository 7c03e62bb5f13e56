//! Decoding of pictures: within limits, so that no file can exhaust memory, and rotated upright by their EXIF
//! orientation.

use std::borrow::Cow;
use std::fmt;
use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

/// The limits of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The maximum width and height, in pixels.
    pub side: u32,
    /// The maximum of width times height.
    pub pixels: u64,
    /// The maximum size of the decoded pixels, and of what a decoder may allocate, in bytes.
    pub decoded_bytes: u64,
}

/// Why a picture cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The picture exceeds the limits.
    TooLarge,
    /// The file is not a picture, or it is damaged.
    Damaged(String),
}

impl fmt::Display for Unreadable {
    /// The text continues a sentence that starts with the file's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::TooLarge => f.write_str("is larger than any page needs"),
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

/// The width and height of a picture after rotation. The pixels are not decoded.
///
/// # Errors
/// Why the picture cannot be read.
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

/// A decoder for a picture within the limits. It has decoded no pixels yet.
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
        // The decoder reports a size of 0 for a WebP whose side is 2^14 pixels.
        return Err(Unreadable::Damaged("it has no size".to_owned()));
    }
    let is_larger = u64::from(width) * u64::from(height) > bounds.pixels;
    if is_larger || decoder.total_bytes() > bounds.decoded_bytes {
        return Err(Unreadable::TooLarge);
    }
    Ok(decoder)
}

/// Decodes a picture and rotates it upright.
///
/// # Errors
/// Why the picture cannot be read.
pub fn decode(bytes: &[u8], bounds: Bounds) -> Result<DynamicImage, Unreadable> {
    let bytes = pixels_only(bytes);
    let mut decoder = decoder(&bytes, bounds)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The PNG chunks that are kept: the chunks that are needed to draw the picture, and `eXIf`, which is uncompressed and
/// contains the orientation.
const PNG_CHUNKS: [&[u8; 4]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"];

/// The number of bytes that a chunk has in addition to its data: the length and the type before the data, and the
/// checksum after it.
const PNG_CHUNK_FRAME: usize = 12;

/// The file without the parts that are not needed to draw it. A PNG may contain compressed texts and colour profiles
/// that expand to a thousand times their size, and decoders expand them in any case. JPEG and WebP store texts and
/// profiles uncompressed, so these need no more memory than the file.
fn pixels_only(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut rest) = bytes.strip_prefix(PNG_SIGNATURE) else { return Cow::Borrowed(bytes) };
    let mut kept = Vec::with_capacity(bytes.len());
    kept.extend_from_slice(PNG_SIGNATURE);
    while let Some(([a, b, c, d, kind @ ..], _)) = rest.split_first_chunk::<8>() {
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        // A truncated chunk is kept as it is; the decoder then reports the file as damaged.
        let (chunk, after) = rest.split_at(length.saturating_add(PNG_CHUNK_FRAME).min(rest.len()));
        if PNG_CHUNKS.contains(&kind) {
            kept.extend_from_slice(chunk);
        }
        rest = after;
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;

    const BOUNDS: Bounds = Bounds { side: 12_000, pixels: 24_000_000, decoded_bytes: 4 * 24_000_000 };

    fn file(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(RgbImage::from_pixel(120, 80, Rgb([120, 90, 60]))).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// The picture of [`file`], with a header that declares about the largest size that the format allows.
    fn claiming_to_be_large(format: ImageFormat) -> Vec<u8> {
        let mut bytes = file(format);
        let (marker, at, size): (&[u8], usize, &[u8]) = match format {
            // After the marker come length and precision, then height and width.
            ImageFormat::Jpeg => (b"\xff\xc0", 5, b"\xff\xdc\xff\xdc"),
            // After the marker come length and signature, then two fields of 14 bits with the side length minus one.
            ImageFormat::WebP => (b"VP8L", 9, b"\xfe\xbf\xff\x0f"),
            _ => unreachable!("no other format is decoded"),
        };
        let found = bytes.windows(marker.len()).position(|window| window == marker).unwrap();
        bytes[found + at..found + at + size.len()].copy_from_slice(size);
        bytes
    }

    #[test]
    fn picture_with_declared_dimensions_beyond_the_limits_is_not_decoded() {
        for format in [ImageFormat::Jpeg, ImageFormat::WebP] {
            assert_eq!(size(&file(format), BOUNDS), Ok((120, 80)), "{format:?}");
            let bomb = claiming_to_be_large(format);
            assert_eq!(size(&bomb, BOUNDS), Err(Unreadable::TooLarge), "{format:?}");
            assert_eq!(decode(&bomb, BOUNDS).err(), Some(Unreadable::TooLarge), "{format:?}");
        }
    }

    #[test]
    fn jpeg_with_100_parts_of_an_incomplete_colour_profile_is_decoded() {
        let mut bytes = file(ImageFormat::Jpeg);
        // Each part has 65 kB and belongs to a profile that claims to have 255 parts.
        for part in 1..=100_u8 {
            let data = [b"ICC_PROFILE\0".as_slice(), &[part, 255], &[0; 65_000]].concat();
            let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
            bytes.splice(2..2, [b"\xff\xe2".as_slice(), &length, &data].concat());
        }
        let picture = decode(&bytes, BOUNDS).unwrap();
        assert_eq!((picture.width(), picture.height()), (120, 80));
    }

    #[test]
    fn png_keeps_only_the_chunks_that_drawing_needs_and_a_truncated_png_stays_truncated() {
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
