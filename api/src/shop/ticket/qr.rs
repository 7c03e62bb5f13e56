//! A QR code as a PNG: black on white with its quiet zone, eight pixels a module.

use png::{BitDepth, ColorType, Encoder};
use qrcode::{EcLevel, QrCode};

use crate::error::{Error, Result};

const MODULE_PIXELS: usize = 8;
/// Modules of white around the code that scanners need.
const QUIET_ZONE: usize = 4;

/// # Errors
/// When the text is too long for a QR code: a token never is.
pub fn png(text: &str) -> Result<Vec<u8>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(Error::internal)?;
    let modules = code.width();
    let side = (modules + 2 * QUIET_ZONE) * MODULE_PIXELS;
    let colors = code.to_colors();
    let is_dark = |x: usize, y: usize| {
        let module = |pixel: usize| (pixel / MODULE_PIXELS).checked_sub(QUIET_ZONE).filter(|&module| module < modules);
        module(x).zip(module(y)).is_some_and(|(x, y)| colors[y * modules + x] == qrcode::Color::Dark)
    };
    let pixels: Vec<u8> = (0..side)
        .flat_map(|y| (0..side).map(move |x| (x, y)))
        .map(|(x, y)| if is_dark(x, y) { 0 } else { 255 })
        .collect();
    let side = u32::try_from(side).map_err(Error::internal)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, side, side);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).map_err(Error::internal)?;
    Ok(bytes)
}
