//! QR codes: as a PNG, black on white with a quiet zone and eight pixels per module, or as modules to draw.

use fast_qr::{ECL, QRBuilder};
use png::{BitDepth, ColorType, Encoder};

use crate::error::{Error, Result};

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
    let modules = code.modules();
    let side = (modules + 2 * QUIET_ZONE) * MODULE_PIXELS;
    let is_dark = |x: usize, y: usize| {
        let module = |pixel: usize| (pixel / MODULE_PIXELS).checked_sub(QUIET_ZONE).filter(|&module| module < modules);
        module(x).zip(module(y)).is_some_and(|(x, y)| code.is_dark(x, y))
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
