//! Pictures as the bytes of a file.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, RgbaImage};

use crate::Undrawable;

/// The picture on a white background, because JPEG has no transparency. The quality is from 1 to 100.
///
/// # Errors
/// If a side is longer than 65,535 pixels.
pub fn jpeg(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>, Undrawable> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&on_white(picture)).map_err(Undrawable::because)?;
    Ok(bytes)
}

/// The picture as lossy WebP. The quality is from 0 to 100.
///
/// # Errors
/// If a side is longer than 16,383 pixels.
pub fn webp(picture: &RgbaImage, quality: f32) -> Result<Vec<u8>, Undrawable> {
    let encoder = webp::Encoder::from_rgba(picture, picture.width(), picture.height());
    let bytes = encoder.encode_simple(false, quality).map_err(|error| Undrawable(format!("{error:?}")))?;
    Ok(bytes.to_vec())
}

/// # Errors
/// If the picture has no pixels.
pub fn png(picture: &DynamicImage) -> Result<Vec<u8>, Undrawable> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(Undrawable::because)?;
    Ok(bytes.into_inner())
}

fn on_white(picture: &DynamicImage) -> RgbImage {
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
    use image::Rgba;

    use super::*;

    #[test]
    fn transparent_parts_of_a_jpeg_are_white() {
        let half = |x, _| if x < 40 { Rgba([20, 140, 60, 255]) } else { Rgba([0, 0, 0, 0]) };
        let bytes = jpeg(&RgbaImage::from_fn(80, 40, half).into(), 90).unwrap();
        let read = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap().to_rgb8();
        assert!(read.get_pixel(70, 20).0.iter().all(|channel| *channel > 250));
        assert!(read.get_pixel(10, 20).0[0] < 60);
    }

    #[test]
    fn picture_that_is_too_large_for_webp_is_refused() {
        assert!(webp(&RgbaImage::new(16_384, 1), 80.0).is_err());
        assert!(webp(&RgbaImage::new(16_383, 1), 80.0).is_ok());
    }
}
