//! Smaller pictures: every pixel of the original counts, and the colours of transparent parts do not.

use std::borrow::Cow;

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{DynamicImage, RgbaImage};

use crate::Undrawable;

type Result<T> = std::result::Result<T, Undrawable>;

/// The picture in this width and height, also if its sides then have another ratio.
pub fn resized(picture: &DynamicImage, width: u32, height: u32) -> Result<RgbaImage> {
    drawn(picture, (width, height), ResizeOptions::new())
}

/// The picture as large as it fits into this width and height.
pub fn within(picture: &DynamicImage, width: u32, height: u32) -> Result<RgbaImage> {
    let (wide, high) = (u64::from(picture.width().max(1)), u64::from(picture.height().max(1)));
    let scaled = |side: u64, to: u32, from: u64| {
        u32::try_from((side * u64::from(to) + from / 2) / from).unwrap_or(u32::MAX).max(1)
    };
    // The side that limits the size is the one that has to shrink more.
    match u64::from(width) * high <= u64::from(height) * wide {
        true => resized(picture, width, scaled(high, width, wide)),
        false => resized(picture, scaled(wide, height, high), height),
    }
}

/// The middle of the picture that fills this width and height.
pub fn filling(picture: &DynamicImage, width: u32, height: u32) -> Result<RgbaImage> {
    drawn(picture, (width, height), ResizeOptions::new().fit_into_destination(None))
}

fn drawn(picture: &DynamicImage, (width, height): (u32, u32), options: ResizeOptions) -> Result<RgbaImage> {
    // Without transparency the colours need not be weighed, which would take a copy of the picture.
    let options =
        options.resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).use_alpha(picture.color().has_alpha());
    let rgba = match picture {
        DynamicImage::ImageRgba8(rgba) => Cow::Borrowed(rgba),
        other => Cow::Owned(other.to_rgba8()),
    };
    let from =
        ImageRef::new(rgba.width(), rgba.height(), rgba.as_raw(), PixelType::U8x4).map_err(Undrawable::because)?;
    let mut to = Image::new(width, height, PixelType::U8x4);
    Resizer::new().resize(&from, &mut to, &options).map_err(Undrawable::because)?;
    RgbaImage::from_raw(width, height, to.into_vec())
        .ok_or_else(|| Undrawable::because("it has another size than it was drawn in"))
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    const GREEN: Rgba<u8> = Rgba([20, 140, 60, 255]);

    fn green(width: u32, height: u32) -> DynamicImage {
        RgbaImage::from_pixel(width, height, GREEN).into()
    }

    #[test]
    fn a_picture_fits_into_both_sides_and_keeps_its_ratio() {
        assert_eq!(within(&green(1600, 900), 800, 800).unwrap().dimensions(), (800, 450));
        assert_eq!(within(&green(900, 1600), 800, 800).unwrap().dimensions(), (450, 800));
        assert_eq!(within(&green(1600, 900), 160, 90).unwrap().dimensions(), (160, 90));
        assert_eq!(within(&green(4000, 2), 100, 100).unwrap().dimensions(), (100, 1));
    }

    #[test]
    fn the_middle_of_a_picture_fills_both_sides() {
        let mut wide = RgbaImage::from_pixel(300, 100, Rgba([200, 0, 0, 255]));
        for (x, _, pixel) in wide.enumerate_pixels_mut() {
            if (100..200).contains(&x) {
                *pixel = GREEN;
            }
        }
        let square = filling(&wide.into(), 20, 20).unwrap();
        assert_eq!(square.dimensions(), (20, 20));
        for x in 2..18 {
            let [red, grass, ..] = square.get_pixel(x, 10).0;
            assert!(red.abs_diff(20) < 4 && grass.abs_diff(140) < 4, "column {x}");
        }
    }

    #[test]
    fn transparent_parts_do_not_darken_the_edge() {
        let half = |x, _| if x < 50 { GREEN } else { Rgba([0, 0, 0, 0]) };
        let small = resized(&RgbaImage::from_fn(99, 40, half).into(), 33, 10).unwrap();
        for pixel in small.pixels().filter(|pixel| pixel.0[3] > 30) {
            let [red, grass, blue, _] = pixel.0;
            // Black in the transparent half would take half of the colours here.
            assert!(red.abs_diff(20) < 12 && grass.abs_diff(140) < 12 && blue.abs_diff(60) < 12, "{pixel:?}");
        }
    }
}
