//! QR codes: as a PNG, black on white with a quiet zone and eight pixels per module, or as modules to draw.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use fast_qr::{ECL, QRBuilder, QRCode};
use moka::sync::Cache;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::error::{Error, Result};
use crate::platform::pdf::Run;

/// The pixels of a module on each side. With one bit per pixel, a row of a module is one byte.
const MODULE_PIXELS: usize = 8;
/// The number of white modules that scanners need on each side of the code.
pub const QUIET_ZONE: usize = 4;

/// The most modules on each side of a code that a cheap phone reads at arm's length.
const MAX_MODULES: usize = 49;

/// The codes of the last orders. The e-mail, its PDF and the page of an order show the same codes.
static LAST: LazyLock<Cache<String, Arc<Code>>> =
    LazyLock::new(|| Cache::builder().max_capacity(256).time_to_live(Duration::from_secs(60)).build());

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
    pub fn of(text: &str) -> Result<Arc<Self>> {
        if let Some(code) = LAST.get(text) {
            return Ok(code);
        }
        let code = smallest(text)?;
        let rows = (0..code.size).flat_map(|row| &code[row]);
        let code = Arc::new(Code { modules: code.size, are_dark: rows.map(|module| module.value()).collect() });
        LAST.insert(text.to_owned(), code.clone());
        Ok(code)
    }

    /// The number of modules on each side of the code.
    pub fn modules(&self) -> usize {
        self.modules
    }

    fn is_dark(&self, column: usize, row: usize) -> bool {
        self.are_dark[row * self.modules + column]
    }

    /// The horizontal runs of dark modules.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        // A code has at most 177 modules on each side.
        let short = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        (0..self.modules).flat_map(move |row| {
            let begins =
                move |column: &usize| self.is_dark(*column, row) && (*column == 0 || !self.is_dark(column - 1, row));
            let length = move |column: usize| (column..self.modules).take_while(|at| self.is_dark(*at, row)).count();
            let run = move |column| Run { column: short(column), row: short(row), length: short(length(column)) };
            (0..self.modules).filter(begins).map(run)
        })
    }
}

/// The code of a text, with medium error correction if it then has at most [`MAX_MODULES`] modules, and with low error
/// correction otherwise: large modules help a scanner more.
fn smallest(text: &str) -> Result<QRCode> {
    let build = |level| QRBuilder::new(text).ecl(level).build().map_err(Error::internal);
    build(ECL::M)
        .or_else(|_| build(ECL::L))
        .and_then(|code| if code.size <= MAX_MODULES { Ok(code) } else { build(ECL::L) })
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
    encoder.set_compression(Compression::Fast);
    // Most rows equal the row above, so their differences are zeros.
    encoder.set_filter(Filter::Up);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).map_err(Error::internal)?;
    Ok(bytes)
}
