//! QR codes: as a PNG, black on white with a quiet zone and eight pixels per module, or as modules to draw.

use fast_qr::{ECL, QRBuilder};
use png::{BitDepth, ColorType, Encoder, Filter};

use crate::error::{Error, Result};

/// The pixels of a module on each side. With one bit per pixel, a row of a module is one byte.
const MODULE_PIXELS: usize = 8;
/// The number of white modules that scanners need on each side of the code.
pub const QUIET_ZONE: usize = 4;

/// The modules of a code.
pub struct Code {
    modules: usize,
    /// Row by row, whether each module is dark.
    are_dark: Vec<bool>,
}

impl Code {
    /// The code of a text.
    ///
    /// # Errors
    /// When the text is too long for a QR code. A token is never too long.
    pub fn of(text: &str) -> Result<Self> {
        let code = QRBuilder::new(text).ecl(ECL::M).build().map_err(Error::internal)?;
        let rows = (0..code.size).flat_map(|row| &code[row]);
        Ok(Code { modules: code.size, are_dark: rows.map(|module| module.value()).collect() })
    }

    /// The number of modules on each side of the code.
    pub fn modules(&self) -> usize {
        self.modules
    }

    fn is_dark(&self, column: usize, row: usize) -> bool {
        self.are_dark[row * self.modules + column]
    }

    /// The horizontal runs of dark modules. Each is the column and the row of its first module, and its number of
    /// modules.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.modules).flat_map(move |row| {
            let begins =
                move |column: &usize| self.is_dark(*column, row) && (*column == 0 || !self.is_dark(column - 1, row));
            let length = move |column: usize| (column..self.modules).take_while(|at| self.is_dark(*at, row)).count();
            (0..self.modules).filter(begins).map(move |column| (column, row, length(column)))
        })
    }
}

/// The code of a text as a PNG.
///
/// # Errors
/// When the text is too long for a QR code. A token is never too long.
pub fn png(text: &str) -> Result<Vec<u8>> {
    let code = Code::of(text)?;
    let side = code.modules() + 2 * QUIET_ZONE;
    let mut pixels = Vec::with_capacity(side * side * MODULE_PIXELS);
    for row in 0..side {
        let module = |position: usize| position.checked_sub(QUIET_ZONE).filter(|at| *at < code.modules());
        let is_dark = |column| module(column).zip(module(row)).is_some_and(|(column, row)| code.is_dark(column, row));
        let pixel_row: Vec<u8> = (0..side).map(|column| if is_dark(column) { 0x00 } else { 0xff }).collect();
        pixels.extend(pixel_row.repeat(MODULE_PIXELS));
    }
    let pixels_wide = u32::try_from(side * MODULE_PIXELS).map_err(Error::internal)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels_wide, pixels_wide);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    // Most rows equal the row above, so their differences are zeros.
    encoder.set_filter(Filter::Up);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).map_err(Error::internal)?;
    Ok(bytes)
}
