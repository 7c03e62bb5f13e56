//! PDF documents that consist of text in the embedded fonts, lines, filled areas, QR codes and photos. Positions are
//! measured from the top left corner of a page, in points (1/72 inch). A document is tagged, so that screen readers read
//! it in layout order, and equal content produces equal bytes.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU16;
use std::sync::{Arc, LazyLock};

use deunicode::deunicode_with_tofu;
use krilla::Document;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag, Tag, TagGroup, TagTree};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use moka::sync::Cache;
use rustybuzz::{Direction, Face, Script, ShapePlan, UnicodeBuffer, script};

use crate::error::{Error, Result};

pub const MILLIMETER: f32 = 72.0 / 25.4;

/// The size of a page, in points: US Letter.
pub const PAGE_WIDTH: f32 = 612.0;
pub const PAGE_HEIGHT: f32 = 792.0;

/// The radius of the half circles that are cut out of a shape.
const NOTCH_RADIUS: f32 = 5.0;

/// The distance between the tops of two lines of text, as a multiple of the font size.
const LEADING: f32 = 1.3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub weight: Weight,
    pub size: f32,
    /// The brightness of the text, from 0 for black to 255 for white.
    pub gray: u8,
}

/// An element of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Lines of text from top to bottom; `at` is the top left corner of the first line.
    Text { at: (f32, f32), lines: Vec<String>, style: Style, is_heading: bool },
    /// The outline of a shape.
    Frame(Shape),
    /// The part of an area inside a shape, filled with a color: red, green, blue.
    Fill { area: Area, within: Shape, color: [u8; 3] },
    /// A photo that covers the part of an area inside a shape; its sides or its top and bottom are cut off where its
    /// proportions differ. Screen readers skip it if it has no alternative text.
    Photo { area: Area, within: Shape, photo: Photo, alt: Option<String> },
    /// A vertical dotted line.
    Rule { from: (f32, f32), height: f32 },
    /// A black picture that consists of squares, in rows, with its alternative text. `at` is its top left corner, and
    /// `side` the length of the side of a square.
    Picture { at: (f32, f32), side: f32, runs: Vec<Run>, alt: String },
}

/// Left, top, width, height.
pub type Area = [f32; 4];

/// A box with round corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub area: Area,
    /// The radius of the corners.
    pub radius: f32,
    /// Where half circles are cut out of the top and the bottom, as on tickets that are torn there.
    pub notches: Option<f32>,
}

/// A picture as JPEG, and its size in pixels. A document embeds it once, however many items show it.
#[derive(Clone, PartialEq)]
pub struct Photo {
    pub jpeg: Arc<Vec<u8>>,
    pub size: (u32, u32),
}

impl fmt::Debug for Photo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Photo").field("size", &self.size).finish_non_exhaustive()
    }
}

/// Black squares beside each other: the column and the row of the first one, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub column: u16,
    pub row: u16,
    pub length: u16,
}

impl Item {
    /// This item, moved down.
    pub fn lowered(self, by: f32) -> Self {
        let below = |[left, top, width, height]: Area| [left, top + by, width, height];
        let shape_below = |shape: Shape| Shape { area: below(shape.area), ..shape };
        match self {
            Item::Text { at, lines, style, is_heading } => {
                Item::Text { at: (at.0, at.1 + by), lines, style, is_heading }
            }
            Item::Frame(shape) => Item::Frame(shape_below(shape)),
            Item::Fill { area, within, color } => Item::Fill { area: below(area), within: shape_below(within), color },
            Item::Photo { area, within, photo, alt } => {
                Item::Photo { area: below(area), within: shape_below(within), photo, alt }
            }
            Item::Rule { from, height } => Item::Rule { from: (from.0, from.1 + by), height },
            Item::Picture { at, side, runs, alt } => Item::Picture { at: (at.0, at.1 + by), side, runs, alt },
        }
    }
}

/// The height of `lines` lines of text.
pub fn height_of(lines: usize, style: Style) -> f32 {
    lines as f32 * style.size * LEADING
}

/// The width of a line.
pub fn width_of(line: &str, style: Style) -> f32 {
    shaped(&printable(line, style.weight), style.weight).iter().map(|glyph| glyph.x_advance).sum::<f32>() * style.size
}

/// A text split into lines of at most this width. It breaks between words, but not at a no-break space, and inside a word
/// that is longer than a line.
pub fn wrapped(text: &str, style: Style, width: f32) -> Vec<String> {
    let fits = |line: &str| width_of(line, style) <= width;
    let mut lines: Vec<String> = Vec::new();
    let text = printable(text, style.weight);
    let is_break = |letter: char| letter.is_whitespace() && letter != '\u{a0}';
    for word in text.split(is_break).filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if fits(&longer) {
                *line = longer;
                continue;
            }
        }
        if fits(word) {
            lines.push(word.to_owned());
            continue;
        }
        lines.push(String::new());
        for letter in word.chars() {
            let line = lines.last_mut().expect("one was begun");
            line.push(letter);
            if !fits(line) && line.chars().count() > 1 {
                line.pop();
                lines.push(letter.to_string());
            }
        }
    }
    lines
}

/// A PDF document of the given pages.
///
/// # Errors
/// When the document cannot be written, which would be a programming error.
pub fn pdf(title: &str, pages: Vec<Vec<Item>>) -> Result<Vec<u8>> {
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language("en-US".to_owned()));
    let size = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT).ok_or_else(|| Error::internal("a page has no size"))?;
    let mut tree = TagTree::new();
    for items in pages {
        let mut page = document.start_page_with(size.clone());
        let mut surface = page.surface();
        for item in &items {
            if let Some(group) = draw(&mut surface, item)? {
                tree.push(group);
            }
        }
        surface.finish();
        page.finish();
    }
    document.set_tag_tree(tree);
    document.finish().map_err(|error| Error::Internal(format!("a PDF cannot be written: {error:?}")))
}

/// Draws an item and returns its tags for screen readers; `None` for decorations.
fn draw(surface: &mut Surface<'_>, item: &Item) -> Result<Option<TagGroup>> {
    Ok(match item {
        Item::Text { lines, .. } if lines.is_empty() => None,
        Item::Text { at, lines, style, is_heading } => {
            let mut group = match is_heading {
                true => TagGroup::new(Tag::Hn(NonZeroU16::MIN, None)),
                false => TagGroup::new(Tag::P),
            };
            for (nth, line) in lines.iter().enumerate() {
                group.push(surface.start_tagged(ContentTag::Span(SpanTag::empty())));
                filled(surface, style.gray);
                let baseline = Point::from_xy(at.0, at.1 + height_of(nth, *style) + style.size);
                let line = printable(line, style.weight);
                let glyphs = shaped(&line, style.weight);
                surface.draw_glyphs(baseline, &glyphs, style.weight.typeface().font.clone(), &line, style.size, false);
                surface.end_tagged();
            }
            Some(group)
        }
        Item::Picture { at, side, runs, alt } => {
            let mut group = TagGroup::new(Tag::Figure(Some(alt.clone())));
            group.push(surface.start_tagged(ContentTag::Other));
            // Each run is a line through the middle of its squares, because whole numbers are short and quick to write.
            surface.push_transform(&Transform::from_row(*side, 0.0, 0.0, *side, at.0, at.1 + side / 2.0));
            surface.set_fill(None);
            surface.set_stroke(Some(Stroke { paint: luma::Color::new(0).into(), ..Stroke::default() }));
            let lines = runs.iter().fold(PathBuilder::new(), |mut path, Run { column, row, length }| {
                path.move_to(f32::from(*column), f32::from(*row));
                path.line_to(f32::from(column + length), f32::from(*row));
                path
            });
            drawn(surface, lines.finish());
            surface.pop();
            surface.end_tagged();
            Some(group)
        }
        Item::Frame(shape) => {
            decoration(surface, shape.path(), None);
            None
        }
        Item::Rule { from, height } => {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(from.0, from.1 + height);
            decoration(surface, path.finish(), Some(StrokeDash { array: vec![1.0, 3.0], offset: 0.0 }));
            None
        }
        Item::Fill { area, within, color: [red, green, blue] } => {
            surface.start_tagged(artifact());
            surface.set_stroke(None);
            surface.set_fill(Some(Fill { paint: rgb::Color::new(*red, *green, *blue).into(), ..Fill::default() }));
            inside(surface, within, |surface| drawn(surface, rectangle(*area)));
            surface.end_tagged();
            None
        }
        Item::Photo { area, within, photo, alt } => {
            let image = Image::from_jpeg(photo.jpeg.clone().into(), true).map_err(Error::Internal)?;
            let tag = alt.as_ref().map_or_else(artifact, |_| ContentTag::Other);
            let id = surface.start_tagged(tag);
            inside(surface, within, |surface| covered(surface, *area, image, photo.size));
            surface.end_tagged();
            alt.as_ref().map(|alt| {
                let mut group = TagGroup::new(Tag::Figure(Some(alt.clone())));
                group.push(id);
                group
            })
        }
    })
}

impl Shape {
    /// A box with square corners.
    pub fn square(area: Area) -> Self {
        Shape { area, radius: 0.0, notches: None }
    }

    /// The outline, clockwise from the left end of the top; `None` if it encloses nothing.
    fn path(&self) -> Option<Path> {
        let Shape { area: [left, top, width, height], radius, notches } = *self;
        let (right, bottom) = (left + width, top + height);
        let mut path = PathBuilder::new();
        path.move_to(left + radius, top);
        if let Some(middle) = notches {
            let (start, end) = (middle - NOTCH_RADIUS, middle + NOTCH_RADIUS);
            path.line_to(start, top);
            quarter(&mut path, (start, top), (start, top + NOTCH_RADIUS), (middle, top + NOTCH_RADIUS));
            quarter(&mut path, (middle, top + NOTCH_RADIUS), (end, top + NOTCH_RADIUS), (end, top));
        }
        path.line_to(right - radius, top);
        quarter(&mut path, (right - radius, top), (right, top), (right, top + radius));
        path.line_to(right, bottom - radius);
        quarter(&mut path, (right, bottom - radius), (right, bottom), (right - radius, bottom));
        if let Some(middle) = notches {
            let (start, end) = (middle + NOTCH_RADIUS, middle - NOTCH_RADIUS);
            path.line_to(start, bottom);
            quarter(&mut path, (start, bottom), (start, bottom - NOTCH_RADIUS), (middle, bottom - NOTCH_RADIUS));
            quarter(&mut path, (middle, bottom - NOTCH_RADIUS), (end, bottom - NOTCH_RADIUS), (end, bottom));
        }
        path.line_to(left + radius, bottom);
        quarter(&mut path, (left + radius, bottom), (left, bottom), (left, bottom - radius));
        path.line_to(left, top + radius);
        quarter(&mut path, (left, top + radius), (left, top), (left + radius, top));
        path.close();
        path.finish()
    }
}

/// Adds a quarter of a circle, which bends towards `corner`.
fn quarter(path: &mut PathBuilder, from: (f32, f32), corner: (f32, f32), to: (f32, f32)) {
    /// Where the control points of the curve that is closest to a circle are, on the way to the corner.
    const BEND: f32 = 0.552_285;
    let towards = |start: (f32, f32)| (start.0 + BEND * (corner.0 - start.0), start.1 + BEND * (corner.1 - start.1));
    let (first, second) = (towards(from), towards(to));
    path.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
}

fn rectangle([left, top, width, height]: Area) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_xywh(left, top, width, height)?);
    path.finish()
}

/// Draws only what is inside a shape.
fn inside(surface: &mut Surface<'_>, shape: &Shape, draw: impl FnOnce(&mut Surface<'_>)) {
    let Some(path) = shape.path() else { return };
    surface.push_clip_path(&path, &FillRule::NonZero);
    draw(surface);
    surface.pop();
}

/// Covers an area with the middle of a photo of this size.
fn covered(surface: &mut Surface<'_>, area: Area, image: Image, (wide, high): (u32, u32)) {
    let [left, top, width, height] = area;
    let (wide, high) = (wide as f32, high as f32);
    let scale = (width / wide).max(height / high);
    let Some(size) = Size::from_wh(wide * scale, high * scale) else { return };
    inside(surface, &Shape::square(area), |surface| {
        let corner = (left + (width - size.width()) / 2.0, top + (height - size.height()) / 2.0);
        surface.push_transform(&Transform::from_translate(corner.0, corner.1));
        surface.draw_image(image, size);
        surface.pop();
    });
}

fn filled(surface: &mut Surface<'_>, gray: u8) {
    surface.set_stroke(None);
    surface.set_fill(Some(Fill { paint: luma::Color::new(gray).into(), ..Fill::default() }));
}

/// Marks what screen readers skip.
fn artifact() -> ContentTag<'static> {
    ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout))
}

fn decoration(surface: &mut Surface<'_>, path: Option<Path>, dash: Option<StrokeDash>) {
    surface.start_tagged(artifact());
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { paint: luma::Color::new(150).into(), width: 0.75, dash, ..Stroke::default() }));
    drawn(surface, path);
    surface.end_tagged();
}

fn drawn(surface: &mut Surface<'_>, path: Option<Path>) {
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

/// A font in the two forms that drawing and measuring need.
struct Typeface {
    font: Font,
    face: Face<'static>,
    /// How text of each script is shaped with this font. Finding this out takes longer than shaping a line.
    plans: Cache<Script, Arc<ShapePlan>>,
}

/// More than the scripts of one document.
const MAX_PLANS: u64 = 32;

impl Typeface {
    fn read(bytes: &'static [u8]) -> Self {
        let font = Font::new(bytes.into(), 0).expect("a font that is compiled in");
        let face = Face::from_slice(bytes, 0).expect("a font that is compiled in");
        Typeface { font, face, plans: Cache::new(MAX_PLANS) }
    }
}

static REGULAR: LazyLock<Typeface> =
    LazyLock::new(|| Typeface::read(include_bytes!("../../fonts/NotoSans-Regular.ttf")));
static BOLD: LazyLock<Typeface> = LazyLock::new(|| Typeface::read(include_bytes!("../../fonts/NotoSans-Bold.ttf")));

impl Weight {
    fn typeface(self) -> &'static Typeface {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
        }
    }
}

/// A text reduced to characters that the font can print. Other characters are transliterated to Latin, or dropped if
/// they have no transliteration.
fn printable(text: &str, weight: Weight) -> Cow<'_, str> {
    let face = &weight.typeface().face;
    let is_known = |c: char| c.is_whitespace() || face.glyph_index(c).is_some();
    if text.chars().all(is_known) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_own = is_known(first);
        let end = rest.find(|c| is_known(c) != is_own).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        match is_own {
            true => printable.push_str(run),
            // The transliteration ends each Chinese character with a space, so the last space is removed.
            false => printable.push_str(deunicode_with_tofu(run, "").trim_end()),
        }
        rest = after;
    }
    Cow::Owned(printable)
}

/// The glyphs of a line from left to right. Advances are multiples of the font size.
fn shaped(line: &str, weight: Weight) -> Vec<KrillaGlyph> {
    let Typeface { face, plans, .. } = weight.typeface();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(line);
    buffer.guess_segment_properties();
    buffer.set_direction(Direction::LeftToRight);
    // Digits and punctuation belong to no script.
    let script = Some(buffer.script()).filter(|script| *script != script::UNKNOWN);
    let planned = || Arc::new(ShapePlan::new(face, Direction::LeftToRight, script, None, &[]));
    let plan = plans.get_with(buffer.script(), planned);
    let shaped = rustybuzz::shape_with_plan(face, &plan, buffer);
    let em = face.units_per_em() as f32;
    let starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
    // A glyph covers the text up to the next different start, because several glyphs may have the same start.
    let end = |start: usize| starts.iter().copied().filter(|other| *other > start).min().unwrap_or(line.len());
    let infos = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    infos
        .zip(&starts)
        .map(|((info, position), &start)| {
            let scaled = |units: i32| units as f32 / em;
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                scaled(position.x_advance),
                scaled(position.x_offset),
                scaled(position.y_offset),
                scaled(position.y_advance),
                start..end(start),
                None,
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { weight: Weight::Regular, size: 10.0, gray: 0 };

    #[test]
    fn text_breaks_between_words_and_inside_overlong_words() {
        let text = "The Winter Garden, Pneumonoultramicroscopicsilicovolcanoconiosis and  more";
        let lines = wrapped(text, STYLE, 100.0);
        assert!(lines.iter().all(|line| width_of(line, STYLE) <= 100.0), "{lines:?}");
        let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(squeezed(&lines.concat()), squeezed(text));
        assert_eq!(lines[0], "The Winter Garden,");
        assert_eq!(wrapped("Port Ellery, RI\u{a0}02800", STYLE, width_of("Port Ellery, RI", STYLE))[0], "Port Ellery,");
        assert_eq!(wrapped("", STYLE, 100.0), Vec::<String>::new());
        assert_eq!(wrapped("W", STYLE, 1.0), ["W"], "a letter is not split");
    }

    #[test]
    fn accented_latin_greek_and_cyrillic_letters_have_glyphs_in_the_font() {
        for weight in [Weight::Regular, Weight::Bold] {
            for text in [
                "Zoë Müller-Łukasz",
                "Ångström Þór ñandú Čapek Şükrü",
                "Nguyễn Thị Hồng",
                "Ελένη",
                "Наталія",
                "€ × – ’ …",
            ] {
                let missing = shaped(text, weight).iter().filter(|glyph| glyph.glyph_id == GlyphId::new(0)).count();
                assert_eq!(missing, 0, "{text}");
            }
        }
    }

    #[test]
    fn letters_missing_in_the_font_are_transliterated_to_latin() {
        let missing =
            |text: &str| shaped(text, STYLE.weight).iter().filter(|it| it.glyph_id == GlyphId::new(0)).count();
        for (name, printed) in [
            ("Zoë Müller", "Zoë Müller"),
            ("Ελένη", "Ελένη"),
            ("李明", "Li Ming"),
            ("Anna 李明", "Anna Li Ming"),
            ("김민수", "gimminsu"),
            ("さくら", "sakura"),
            ("محمد", "mHmd"),
            ("דוד", "dvd"),
            ("สมชาย", "smchaay"),
            ("Ada\u{200d} \u{e000}", "Ada"),
        ] {
            let lines = wrapped(name, STYLE, 500.0);
            assert_eq!(lines, [printed], "{name}");
            assert_eq!(missing(&lines[0]), 0, "{name}");
        }
        assert_eq!(width_of("李明", STYLE), width_of("Li Ming", STYLE));
    }

    #[test]
    fn pdfs_with_the_same_content_have_the_same_bytes() {
        let page = || {
            vec![
                Item::Text { at: (72.0, 72.0), lines: vec!["Zoë".to_owned()], style: STYLE, is_heading: true },
                Item::Frame(Shape { area: [50.0, 50.0, 200.0, 100.0], radius: 8.0, notches: Some(100.0) }),
                Item::Rule { from: (100.0, 50.0), height: 100.0 },
                Item::Picture {
                    at: (60.0, 60.0),
                    side: 2.0,
                    runs: vec![Run { column: 0, row: 0, length: 1 }],
                    alt: "A square".to_owned(),
                },
            ]
        };
        let first = pdf("Tickets", vec![page(), page()]).unwrap();
        assert!(first.starts_with(b"%PDF-"));
        assert_eq!(first, pdf("Tickets", vec![page(), page()]).unwrap());
    }
}
