//! Processing of pass photos. The file type is read from the content, not from the name. The picture is decoded and
//! encoded again, so that no metadata such as location or camera, and no script, is stored.

use chrono::{NaiveDateTime, TimeDelta};
use image::ImageFormat;

use crate::error::{Error, Refusal, Result};
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;
use midway_pictures::decode::{Bounds, Unreadable, decode};
use midway_pictures::encode::jpeg;
use midway_pictures::resize::within;

pub const NO_PICTURE: Text =
    Text { id: "pass.no-picture", default: "Please choose a PNG or JPEG file that isn't damaged." };
pub const TOO_LARGE: Text = Text {
    id: "pass.picture-too-large",
    default: "This picture is too large. Please choose one no larger than 8 MB and 24 megapixels.",
};
pub const TOO_SMALL: Text = Text {
    id: "pass.picture-too-small",
    default: "This picture is too small. Please choose one that is at least 100 by 100 pixels.",
};

pub const LARGEST_FILE_BYTES: usize = 8 * 1024 * 1024;
/// The limits of an uploaded picture. It has at most 24 million pixels, and each pixel takes at most four
/// bytes when decoded.
const BOUNDS: Bounds = Bounds { side: 12_000, pixels: 24_000_000, decoded_bytes: 4 * 24_000_000 };
const MIN_SIDE: u32 = 100;
/// The maximum side length of a stored photo, in pixels: as much as passes and gates need, with room to enlarge.
const MAX_SIDE: u32 = 900;
const QUALITY: u8 = 86;

/// A name for a photo stored now.
pub fn name(now: Instant) -> String {
    format!("{}-{}.jpg", now.format(STORED_AT), random_id().to_lowercase())
}

/// Whether a photo was stored so long ago that a pass should refer to it by now. Names from older versions contain no
/// time; their photos are old enough. Files with any other name are not photos.
pub fn is_settled(name: &str, now: Instant) -> bool {
    let names_no_instant = |name: &str| {
        let id = name.strip_suffix(".jpg").unwrap_or_default();
        id.len() == ID_DIGITS && id.bytes().all(|b| b.is_ascii_hexdigit())
    };
    stored_at(name).map_or_else(|| names_no_instant(name), |at| at + UNCHECKED_TIME < now)
}

/// How long a photo stays stored although no pass refers to it. The time is needed because a photo is stored before the
/// pass refers to it.
const UNCHECKED_TIME: TimeDelta = TimeDelta::days(1);

/// The length of a [`random_id`].
const ID_DIGITS: usize = 32;

/// When the photo with this name was stored; `None` when the name does not contain the time.
fn stored_at(name: &str) -> Option<Instant> {
    let (at, _) = name.split_once('-')?;
    NaiveDateTime::parse_from_str(at, STORED_AT).ok().map(|at| at.and_utc())
}

/// The time format in names, which are lower case.
const STORED_AT: &str = "%Y%m%dt%H%M%S";

/// Converts a photo to its stored form: JPEG, at most 900 pixels per side. It uses the CPU for a moment.
///
/// # Errors
/// A refusal for a file that is not a PNG or JPEG, is damaged, or is too large or too small.
pub fn drawn(file: &[u8]) -> Result<Vec<u8>> {
    if file.len() > LARGEST_FILE_BYTES {
        return Err(Refusal::new(TOO_LARGE).into());
    }
    let is_taken = matches!(image::guess_format(file), Ok(ImageFormat::Png | ImageFormat::Jpeg));
    if !is_taken {
        return Err(Refusal::new(NO_PICTURE).into());
    }
    let picture = decode(file, BOUNDS).map_err(|unreadable| match unreadable {
        Unreadable::TooLarge => Refusal::new(TOO_LARGE),
        Unreadable::Damaged(_) => Refusal::new(NO_PICTURE),
    })?;
    let (width, height) = (picture.width(), picture.height());
    if width.min(height) < MIN_SIDE {
        return Err(Refusal::new(TOO_SMALL).into());
    }
    let picture = match width.max(height) > MAX_SIDE {
        true => within(&picture, MAX_SIDE, MAX_SIDE).map_err(Error::internal)?.into(),
        false => picture,
    };
    jpeg(&picture, QUALITY).map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, Rgb, RgbImage};
    use std::io::Cursor;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = RgbImage::from_fn(width, height, |x, y| Rgb([(x / 4) as u8, (y / 4) as u8, 90]));
        let mut bytes = Vec::new();
        DynamicImage::from(picture).write_to(&mut Cursor::new(&mut bytes), format).unwrap();
        bytes
    }

    fn refusal(file: &[u8]) -> &'static str {
        match drawn(file) {
            Err(Error::Refused(refusal)) => refusal.text.id,
            other => panic!("not refused: {:?}", other.map(|it| it.len())),
        }
    }

    #[test]
    fn photo_name_is_unique_and_contains_the_time_of_storing() {
        let now = "2026-11-20T15:04:05Z".parse().unwrap();
        assert_eq!(stored_at(&name(now)), Some(now));
        assert_ne!(name(now), name(now));
        for other in ["0123456789abcdef.jpg", "20261120-a.jpg", ""] {
            assert_eq!(stored_at(other), None, "{other}");
        }
    }

    #[test]
    fn photo_is_old_after_a_day_or_if_its_name_contains_no_time_and_other_files_are_never_old() {
        let now: Instant = "2026-11-20T15:04:05Z".parse().unwrap();
        let kept = name(now);
        assert!(!is_settled(&kept, now + UNCHECKED_TIME));
        assert!(is_settled(&kept, now + UNCHECKED_TIME + TimeDelta::seconds(1)));
        assert!(is_settled(&format!("{}.jpg", random_id()), now));
        let digits = "0123456789abcdef".repeat(2);
        for other in [format!("{digits}.webp"), format!("{digits}0.jpg"), digits.replace('0', "g") + ".jpg", digits] {
            assert!(!is_settled(&other, now), "{other}");
        }
    }

    #[test]
    fn photo_is_stored_as_jpeg_and_scaled_down_to_at_most_900_pixels_per_side() {
        for (format, width, height, drawn_as) in [
            (ImageFormat::Png, 1_800, 1_200, (900, 600)),
            (ImageFormat::Jpeg, 600, 1_200, (450, 900)),
            (ImageFormat::Png, 100, 100, (100, 100)),
        ] {
            let photo = drawn(&file(width, height, format)).unwrap();
            assert_eq!(image::guess_format(&photo).unwrap(), ImageFormat::Jpeg);
            let read = image::load_from_memory(&photo).unwrap();
            assert_eq!((read.width(), read.height()), drawn_as);
        }
    }

    #[test]
    fn data_after_the_end_of_a_picture_is_removed() {
        let mut polyglot = file(200, 200, ImageFormat::Jpeg);
        polyglot.extend_from_slice(b"<script>alert(1)</script><?php phpinfo();");
        let photo = drawn(&polyglot).unwrap();
        assert!(!photo.windows(7).any(|window| window == b"<script"));
    }

    #[test]
    fn file_of_an_unsupported_type_and_a_damaged_too_large_or_too_small_file_are_refused() {
        assert_eq!(refusal(b""), NO_PICTURE.id);
        assert_eq!(refusal(b"<html><body>picture.png</body></html>"), NO_PICTURE.id);
        assert_eq!(
            refusal(br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#),
            NO_PICTURE.id
        );
        assert_eq!(refusal(b"GIF89a\x01\x00\x01\x00\x00\x00\x00;"), NO_PICTURE.id);
        assert_eq!(refusal(&[0; LARGEST_FILE_BYTES + 1]), TOO_LARGE.id);
        assert_eq!(refusal(&file(99, 400, ImageFormat::Png)), TOO_SMALL.id);
        let whole = file(400, 400, ImageFormat::Png);
        assert_eq!(refusal(&whole[..whole.len() / 2]), NO_PICTURE.id);
    }

    #[test]
    fn picture_with_too_many_pixels_is_refused_although_its_file_is_small() {
        // The picture has 40 million pixels, but its file has only some kilobytes, because all pixels are black.
        let picture = image::GrayImage::new(8_000, 5_000);
        let mut bytes = Vec::new();
        DynamicImage::from(picture).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        assert!(bytes.len() < 200_000, "{}", bytes.len());
        assert_eq!(refusal(&bytes), TOO_LARGE.id);
    }
}
