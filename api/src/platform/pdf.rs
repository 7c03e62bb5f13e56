//! PDF documents that consist of text in the embedded fonts, lines and black boxes. Positions are measured from the top
//! left corner of a page, in points (1/72 inch). A document is tagged, so that screen readers read it in layout order,
//! and equal content produces equal bytes.

use std::borrow::Cow;
use std::num::NonZeroU16;
use std::sync::{Arc, LazyLock};

use deunicode::deunicode_with_tofu;
use krilla::Document;
use krilla::color::luma;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke, StrokeDash};
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
    /// The outline of a box: left, top, width, height.
    Frame([f32; 4]),
    /// A vertical dotted line.
    Rule { from: (f32, f32), height: f32 },
    /// A black picture that consists of squares, in rows, with its alternative text. `at` is its top left corner, and
    /// `side` the length of the side of a square.
    Picture { at: (f32, f32), side: f32, runs: Vec<Run>, alt: String },
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
        let below = |[left, top, width, height]: [f32; 4]| [left, top + by, width, height];
        match self {
            Item::Text { at, lines, style, is_heading } => {
                Item::Text { at: (at.0, at.1 + by), lines, style, is_heading }
            }
            Item::Frame(frame) => Item::Frame(below(frame)),
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
            if let Some(group) = draw(&mut surface, item) {
                tree.push(group);
            }
        }
        surface.finish();
        page.finish();
    }
    document.set_tag_tree(tree);
    document.finish().map_err(|error| Error::Internal(format!("a PDF cannot be written: {error:?}")))
}

/// Draws an item and returns its tags for screen readers; `None` for the outline of a box and for a dotted line.
fn draw(surface: &mut Surface<'_>, item: &Item) -> Option<TagGroup> {
    match item {
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
            drawn(
                surface,
                runs.iter().fold(PathBuilder::new(), |mut path, Run { column, row, length }| {
                    path.move_to(f32::from(*column), f32::from(*row));
                    path.line_to(f32::from(column + length), f32::from(*row));
                    path
                }),
            );
            surface.pop();
            surface.end_tagged();
            Some(group)
        }
        Item::Frame(frame) => {
            decoration(surface, &[*frame], None);
            None
        }
        Item::Rule { from, height } => {
            decoration(
                surface,
                &[[from.0, from.1, 0.0, *height]],
                Some(StrokeDash { array: vec![1.0, 3.0], offset: 0.0 }),
            );
            None
        }
    }
}

fn filled(surface: &mut Surface<'_>, gray: u8) {
    surface.set_stroke(None);
    surface.set_fill(Some(Fill { paint: luma::Color::new(gray).into(), ..Fill::default() }));
}

fn decoration(surface: &mut Surface<'_>, boxes: &[[f32; 4]], dash: Option<StrokeDash>) {
    surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { paint: luma::Color::new(150).into(), width: 0.75, dash, ..Stroke::default() }));
    traced(surface, boxes);
    surface.end_tagged();
}

fn traced(surface: &mut Surface<'_>, boxes: &[[f32; 4]]) {
    let mut path = PathBuilder::new();
    for [left, top, width, height] in boxes {
        match Rect::from_xywh(*left, *top, *width, *height).filter(|_| *width > 0.0) {
            Some(rect) => path.push_rect(rect),
            None => {
                path.move_to(*left, *top);
                path.line_to(*left, top + height);
            }
        }
    }
    drawn(surface, path);
}

fn drawn(surface: &mut Surface<'_>, path: PathBuilder) {
    if let Some(path) = path.finish() {
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
                Item::Frame([50.0, 50.0, 200.0, 100.0]),
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
