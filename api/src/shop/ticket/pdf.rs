//! PDF tickets. Each is a box in the color of its venue: a band with the operator's logo and the venue, a picture of the
//! product, what the ticket is for, and the code behind a perforation. No box is split between pages.

use std::collections::BTreeMap;
use std::iter;

use bytes::Bytes;

use super::entity::{Model, are_passes};
use super::facts::{ORDER, WHERE, address, facts, site_color, site_named};
use super::html::{CODE, position, values_of};
use super::qr;
use super::visit::visits;
use super::withheld::withheld;
use crate::app::App;
use crate::error::Result;
use crate::platform::pdf::{
    self, Area, Item, MILLIMETER, PAGE_HEIGHT, PAGE_WIDTH, Photo, Shape, Style, Weight, height_of, width_of, wrapped,
};
use crate::platform::pdf_pictures::{PdfPictures, PrintSize};
use crate::shop::site::Contact;
use midway_catalog::Catalog;
use midway_kernel::id::ProductId;
use midway_kernel::secret::fingerprint;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::unbroken;

const TITLE: Text = Text { id: "ticket.pdf-title", default: "Tickets, {{site}}" };
const PASSES_TITLE: Text = Text { id: "ticket.pdf-passes-title", default: "Passes, {{site}}" };
const SHOW_CODE: Text = Text { id: "ticket.show-code", default: "Show this code at the entrance." };

/// The pages are US Letter. A4 is 6 mm narrower and 18 mm longer, so the margin is wide enough for both, also on printers
/// that leave 4 mm on each side unprinted.
const MARGIN: f32 = 36.0;
const WIDTH: f32 = PAGE_WIDTH - 2.0 * MARGIN;
const ROOM: f32 = PAGE_HEIGHT - 2.0 * MARGIN;
const GAP: f32 = 12.0;
/// The height of a ticket with little text: four fit on a page.
const HEIGHT: f32 = (ROOM - 3.0 * GAP) / 4.0;
const PADDING: f32 = 10.0;
const CORNER: f32 = 9.0;
/// The height of the band with a name on one line.
const BAND: f32 = 27.0;
const LOGO_HEIGHT: f32 = 15.0;
const LOGO_WIDTH: f32 = 110.0;
/// The white margin of the logo on the band.
const LOGO_MARGIN: f32 = 3.0;
const PICTURE: f32 = 96.0;
/// The width of the part with the code.
const STUB: f32 = 144.0;
/// Where the ticket is torn.
const TEAR: f32 = MARGIN + WIDTH - STUB;
/// The side of the code without its quiet zone. Scanners at a gate need at least 30 mm.
const CODE_SIDE: f32 = 37.0 * MILLIMETER;

/// The pixels of a picture for 200 dots per inch, and those of the logo for 300.
const PICTURE_SIZE: PrintSize = PrintSize::Middle(267, 400);
const LOGO_SIZE: PrintSize = PrintSize::Within(460, 63);

/// The color of a ticket without its code. The contrast of white text on it is 5:1.
const WITHHELD_COLOR: [u8; 3] = [110; 3];
const WHITE: [u8; 3] = [255; 3];

const fn style(weight: Weight, size: f32, gray: u8) -> Style {
    Style { weight, size, gray }
}
const VENUE: Style = style(Weight::Bold, 12.0, 255);
const POSITION: Style = style(Weight::Bold, 9.0, 255);
const NAME: Style = style(Weight::Bold, 16.0, 0);
const PLACE: Style = style(Weight::Bold, 12.5, 0);
const PRODUCT: Style = style(Weight::Regular, 11.0, 0);
const NOTE: Style = style(Weight::Bold, 10.5, 0);
const FACT_NAME: Style = style(Weight::Regular, 8.5, 90);
const FACT: Style = style(Weight::Regular, 10.0, 0);
/// The first fact says when the ticket admits.
const FIRST_FACT: Style = style(Weight::Bold, 10.5, 0);
const SMALL: Style = style(Weight::Regular, 8.0, 60);
const NOTICE: Style = style(Weight::Bold, 7.5, 0);
const MEDIA_CODE: Style = style(Weight::Bold, 10.0, 0);

/// The PDF of tickets. `order_number` is the number of their order; without it, the PDF names none. The PDF is cached for a while, so that repeated
/// requests do not draw it again.
///
/// # Errors
/// [`crate::error::Error::Unavailable`] when too many requests wait for the renderer; an internal error when a QR code
/// or the file cannot be drawn.
pub async fn tickets_pdf(app: &App, tickets: Vec<Model>, order_number: Option<String>) -> Result<Bytes> {
    let catalog = app.catalog.current();
    let notice = app.config.test_notice();
    let photos = Photos::of(&app.pdf_pictures, &catalog, &tickets).await;
    // The cache key contains the revision, because texts and pictures can change with it; the pictures that were found,
    // because one may be missing for a moment; and the tickets, because a revoked ticket looks different.
    let of = fingerprint(&format!("{} {photos:?} {tickets:?} {order_number:?}", catalog.revision));
    app.pdf_queue.get(of, move || render(&catalog, notice, (&tickets, &photos), order_number.as_deref())).await
}

/// The pictures on tickets.
#[derive(Debug, Default)]
struct Photos {
    logo: Option<Photo>,
    products: BTreeMap<ProductId, Photo>,
}

impl Photos {
    async fn of(pictures: &PdfPictures, catalog: &Catalog, tickets: &[Model]) -> Self {
        let photo = async |file: &str, size: PrintSize| {
            let set = catalog.picture(file)?;
            let (PrintSize::Within(width, height) | PrintSize::Middle(width, height)) = size;
            pictures.photo(&set.covering(width, height)?.name, size).await
        };
        let mut photos = Photos::default();
        if let Some(logo) = &catalog.settings().site_logo {
            photos.logo = photo(logo, LOGO_SIZE).await;
        }
        for id in tickets.iter().filter_map(|ticket| ticket.product_id.as_ref()) {
            let picture = catalog.product(id).and_then(|product| product.pictures.first());
            let Some(picture) = picture.filter(|_| !photos.products.contains_key(id)) else { continue };
            if let Some(found) = photo(&picture.file, PICTURE_SIZE).await {
                photos.products.insert(id.clone(), found);
            }
        }
        photos
    }
}

fn render(
    catalog: &Catalog,
    notice: Option<&str>,
    (tickets, photos): (&[Model], &Photos),
    order_number: Option<&str>,
) -> Result<Vec<u8>> {
    let mut cards = Vec::with_capacity(tickets.len());
    let of_visits = visits(tickets).into_iter().flat_map(|visit| iter::repeat(visit.has_day()).zip(visit.tickets));
    for ((visit_has_day, ticket), number) in of_visits.zip(1..) {
        let position = (tickets.len() > 1).then(|| position(catalog, tickets, number));
        cards.push(card(catalog, (notice, position.as_deref()), (ticket, visit_has_day, photos), order_number)?);
    }
    let counts = balanced(&cards.iter().map(|(_, height)| *height).collect::<Vec<_>>());
    let mut cards = cards.into_iter();
    let page = |count: usize| {
        let mut top = MARGIN;
        let placed = cards.by_ref().take(count).flat_map(|(items, height)| {
            let own_top = top;
            top += height + GAP;
            items.into_iter().map(move |item| item.lowered(own_top))
        });
        placed.collect()
    };
    let pages = counts.into_iter().map(page).collect();
    let site = catalog.settings().web_site_name.clone();
    let title = if are_passes(tickets) { PASSES_TITLE } else { TITLE };
    pdf::pdf(&catalog.message(title, &[("site", site)]), pages)
}

/// How many tickets each page has, from the heights of the tickets. There are as few pages as possible, and the tickets
/// are shared evenly between them: five tickets, of which four would fit on a page, are three and two, not four and one.
fn balanced(heights: &[f32]) -> Vec<usize> {
    let fewest =
        iter::successors(Some(heights), |left| left.get(fitting(left)..).filter(|left| !left.is_empty())).count();
    let mut counts = Vec::with_capacity(fewest);
    let mut left = heights;
    while !left.is_empty() {
        let share = left.len().div_ceil(fewest.saturating_sub(counts.len()).max(1));
        let count = share.min(fitting(left));
        counts.push(count);
        left = &left[count..];
    }
    counts
}

/// How many of these tickets fit on a page; at least one.
fn fitting(heights: &[f32]) -> usize {
    let mut end = 0.0;
    let fits = |height: &&f32| {
        end += *height;
        let fits = end <= ROOM + 0.01;
        end += GAP;
        fits
    };
    heights.iter().take_while(fits).count().max(1)
}

/// A ticket's box, with its top at 0, and its height. `position` says which of the order's tickets it is.
/// `visit_has_day` is as in [`facts`].
fn card(
    catalog: &Catalog,
    (notice, position): (Option<&str>, Option<&str>),
    (ticket, visit_has_day, photos): (&Model, bool, &Photos),
    order_number: Option<&str>,
) -> Result<(Vec<Item>, f32)> {
    let values = values_of(ticket);
    let say = |text: Text| catalog.message(text, &values);
    let (mut items, band) = band(catalog, position, ticket, photos.logo.as_ref());
    let photo = ticket.product_id.as_ref().and_then(|id| photos.products.get(id));
    let left = MARGIN + PADDING + photo.map_or(0.0, |_| PICTURE);
    let room = TEAR - PADDING - left;

    let mut end = band + 8.0;
    let mut write = |text: &str, style: Style, is_heading: bool| {
        let lines = wrapped(text, style, room);
        let at = (left, end);
        end += height_of(lines.len(), style);
        items.push(Item::Text { at, lines, style, is_heading });
    };
    write(ticket.title(), NAME, true);
    if let Some(place) = &ticket.place {
        write(&unbroken(place), PLACE, false);
    }
    if let Some(sold_as) = ticket.sold_as() {
        write(&sold_as, PRODUCT, false);
    }
    if let Some(withheld) = withheld(ticket) {
        write(&say(withheld.reason), NOTE, false);
    }
    end += 5.0;
    let end = table(&mut items, &facts_of(catalog, (ticket, visit_has_day), order_number, say), (left, end), room);

    let mut end = end + 3.0;
    let show = ticket.is_owners().then(|| say(SHOW_CODE));
    let contact = Contact::of(catalog).map(|contact| contact.text);
    let small = show.into_iter().chain(contact).collect::<Vec<_>>().join(" ");
    for (text, style) in [(small.as_str(), SMALL), (notice.unwrap_or_default(), NOTICE)] {
        let lines = wrapped(text, style, room);
        let at = (left, end);
        end += height_of(lines.len(), style);
        items.push(Item::Text { at, lines, style, is_heading: false });
    }

    let stub = stub(&mut items, ticket, band, say)?;
    let height = (end + 7.0).max(stub + 6.0).max(HEIGHT);
    let shape = shape(height);
    let body = [MARGIN, band, PICTURE, height - band];
    let color = color(catalog, ticket);
    let band = Item::Fill { area: [MARGIN, 0.0, WIDTH, band], within: shape, color };
    // The text is drawn on the band.
    items.insert(0, band);
    items.extend(photo.map(|photo| Item::Photo { area: body, within: shape, photo: photo.clone(), alt: None }));
    items.push(Item::Rule { from: (TEAR, body[1]), height: body[3] });
    items.push(Item::Frame(shape));
    Ok((items, height))
}

fn shape(height: f32) -> Shape {
    Shape { area: [MARGIN, 0.0, WIDTH, height], radius: CORNER, notches: Some(TEAR) }
}

/// The color of a ticket's venue, else the shop's. White text on it has a contrast of at least 4.5:1, on black-and-white
/// printers too, because contrast is a matter of brightness.
fn color(catalog: &Catalog, ticket: &Model) -> [u8; 3] {
    if !ticket.is_owners() {
        return WITHHELD_COLOR;
    }
    let rgb = site_color(catalog, &ticket.site_name).trim_start_matches('#');
    let [_, red, green, blue] = u32::from_str_radix(rgb, 16).unwrap_or_default().to_be_bytes();
    [red, green, blue]
}

/// The texts on the band with the operator's logo, and the height of the band.
fn band(catalog: &Catalog, position: Option<&str>, ticket: &Model, logo: Option<&Photo>) -> (Vec<Item>, f32) {
    let mut items = Vec::new();
    let mut left = MARGIN + PADDING;
    let shop = &catalog.settings().web_site_name;
    if let Some(logo) = logo {
        let (width, height) = (logo.size.0 as f32, logo.size.1 as f32);
        let scale = (LOGO_HEIGHT / height).min(LOGO_WIDTH / width);
        let (width, height) = (width * scale, height * scale);
        let top = (BAND - height) / 2.0;
        let area: Area = [left, top, width, height];
        let back = [left - LOGO_MARGIN, top - LOGO_MARGIN, width + 2.0 * LOGO_MARGIN, height + 2.0 * LOGO_MARGIN];
        let within = Shape { area: back, radius: 3.0, notches: None };
        items.push(Item::Fill { area: back, within, color: WHITE });
        items.push(Item::Photo { area, within, photo: logo.clone(), alt: Some(shop.clone()) });
        left += width + LOGO_MARGIN + 8.0;
    }
    let names = [(logo.is_none() && ticket.site_name != *shop).then_some(shop), Some(&ticket.site_name)];
    let names: Vec<&str> = names.into_iter().flatten().filter(|name| !name.is_empty()).map(String::as_str).collect();
    let lines = wrapped(&names.join(" · "), VENUE, TEAR - PADDING - left);
    let height = height_of(lines.len(), VENUE);
    let band = (height + 10.0).max(BAND);
    items.push(Item::Text { at: (left, (band - height) / 2.0 - 0.5), lines, style: VENUE, is_heading: false });
    if let Some(position) = position {
        let at = (centered(position, POSITION), (BAND - height_of(1, POSITION)) / 2.0);
        items.push(Item::Text { at, lines: vec![position.to_owned()], style: POSITION, is_heading: false });
    }
    (items, band)
}

/// The left end of a line in the middle of the part with the code.
fn centered(line: &str, style: Style) -> f32 {
    TEAR + (STUB - width_of(line, style)) / 2.0
}

/// The facts with their names, the answers that the ticket prints, and the order's number. The band names the venue, so its fact is the address alone.
fn facts_of(
    catalog: &Catalog,
    (ticket, visit_has_day): (&Model, bool),
    order_number: Option<&str>,
    say: impl Fn(Text) -> String,
) -> Vec<(String, String)> {
    let address = site_named(catalog, &ticket.site_name).map(|site| address(&site.address));
    let of_ticket = facts(catalog, ticket, visit_has_day).filter(|(name, _)| name.id != WHERE.id);
    let place = address.map(|address| (WHERE, address));
    let order = order_number.map(|number| (ORDER, number.to_owned()));
    let named = |(name, fact): (Text, String)| (say(name), unbroken(&fact));
    let answers = ticket.answers.iter().flat_map(|answers| &answers.0);
    let answers = answers.map(|it| (it.label.clone(), it.answer.clone()));
    of_ticket.chain(place).map(&named).chain(answers).chain(order.map(named)).collect()
}

/// Adds facts below each other, with their names beside them. Returns the lower end.
fn table(items: &mut Vec<Item>, facts: &[(String, String)], (left, top): (f32, f32), room: f32) -> f32 {
    let widest = facts.iter().map(|(name, _)| width_of(name, FACT_NAME)).fold(0.0, f32::max);
    let names = widest.min(room / 3.0) + 8.0;
    let mut end = top;
    for (nth, (name, fact)) in facts.iter().enumerate() {
        let style = if nth == 0 { FIRST_FACT } else { FACT };
        let name = wrapped(name, FACT_NAME, names - 8.0);
        let lines = wrapped(fact, style, room - names);
        let height = height_of(name.len(), FACT_NAME).max(height_of(lines.len(), style));
        // Names and facts share a baseline, although the names are smaller.
        let lowered = end + style.size - FACT_NAME.size;
        items.push(Item::Text { at: (left, lowered), lines: name, style: FACT_NAME, is_heading: false });
        items.push(Item::Text { at: (left + names, end), lines, style, is_heading: false });
        end += height + 1.5;
    }
    end
}

/// Adds the QR code with the media code below it, or the text in place of the code. Returns the lower end of this part.
fn stub(items: &mut Vec<Item>, ticket: &Model, band: f32, say: impl Fn(Text) -> String) -> Result<f32> {
    let mut write = |text: &str, style: Style, top: f32| {
        let mut end = top;
        for line in wrapped(text, style, STUB - 2.0 * PADDING) {
            items.push(Item::Text { at: (centered(&line, style), end), lines: vec![line], style, is_heading: false });
            end += height_of(1, style);
        }
        end
    };
    if let Some(withheld) = withheld(ticket) {
        return Ok(write(&say(withheld.label), NOTE, band + PADDING));
    }
    let code = qr::Code::of(&ticket.token)?;
    let module = CODE_SIDE / code.modules() as f32;
    let quiet = module * qr::QUIET_ZONE as f32;
    let (x, y) = (TEAR + (STUB - CODE_SIDE) / 2.0, band + 1.0 + quiet);
    let end = write(&ticket.media_code, MEDIA_CODE, y + CODE_SIDE + quiet);
    items.push(Item::Picture { at: (x, y), side: module, runs: code.runs().collect(), alt: say(CODE) });
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::pdf::Run;
    use midway_catalog::testing::catalog;

    fn ticket(place: &str) -> Model {
        Model {
            media_code: "ABCD2345EFGH6789".to_owned(),
            token: format!("MW2{}", "A".repeat(276)),
            product_name: "Winter concert".to_owned(),
            variant_name: "Adult".to_owned(),
            site_name: "Harbor Theater".to_owned(),
            place: Some(place.to_owned()),
            ..Model::default()
        }
    }

    #[test]
    fn printed_code_is_large_enough_to_scan_and_has_a_quiet_zone() {
        let (items, height) = card(
            &Catalog::empty(),
            (Some("Test shop"), Some("Ticket 1 of 2")),
            (&ticket("Stalls, row A, seat 12"), false, &Photos::default()),
            Some("MW-1"),
        )
        .unwrap();
        let picture = items.iter().find_map(|item| match item {
            Item::Picture { at, side, runs, .. } => Some((*at, *side, runs)),
            _ => None,
        });
        let ((left, top), side, runs) = picture.unwrap();
        let most = |of: fn(&Run) -> u16| f32::from(runs.iter().map(of).max().unwrap()) * side;
        let (right, bottom) = (left + most(|it| it.column + it.length), top + most(|it| it.row + 1));
        assert!(right - left >= 30.0 * MILLIMETER && bottom - top >= 30.0 * MILLIMETER);
        let quiet = 4.0 * side;
        assert!(left - quiet >= TEAR && right + quiet <= MARGIN + WIDTH, "{left} to {right}");
        for item in &items {
            if let Item::Text { at, lines, style, .. } = item {
                let widest = lines.iter().map(|line| width_of(line, *style)).fold(0.0, f32::max);
                let is_left = at.0 + widest <= TEAR;
                let is_below = at.1 >= bottom + quiet;
                let is_above = at.1 + height_of(lines.len(), *style) <= top - quiet;
                assert!(is_left || is_below || is_above, "{lines:?} is inside the quiet zone of the code");
                assert!(at.1 + height_of(lines.len(), *style) <= height, "{lines:?} is outside the ticket box");
            }
        }
    }

    #[test]
    fn ticket_box_grows_with_long_text() {
        let tall = |place: &str| {
            card(&Catalog::empty(), (None, None), (&ticket(place), false, &Photos::default()), Some("MW-1")).unwrap().1
        };
        assert_eq!(tall("Stalls"), HEIGHT);
        assert!(tall(&"Grand balcony on the left side, ".repeat(12)) > HEIGHT + 20.0);
    }

    #[test]
    fn tickets_are_shared_evenly_between_as_few_pages_as_possible() {
        let counts = |tickets: usize| balanced(&vec![HEIGHT; tickets]);
        assert_eq!([1, 2, 4].map(counts), [vec![1], vec![2], vec![4]]);
        assert_eq!([5, 6, 9].map(counts), [vec![3, 2], vec![3, 3], vec![3, 3, 3]]);
        assert!((2..200).all(|tickets| !counts(tickets).contains(&1)), "no ticket is alone on a page");
        let tall = ROOM / 2.0;
        assert_eq!(balanced(&[tall, tall, HEIGHT]), [1, 2], "the second does not fit below the first");
        assert_eq!(balanced(&[2.0 * ROOM, HEIGHT]), [1, 1]);
        assert_eq!(balanced(&[]), Vec::<usize>::new());
    }

    #[test]
    fn band_has_the_color_of_the_venue_and_is_gray_on_a_ticket_without_its_code() {
        let mut folder = catalog("").folder().clone();
        folder.site[0].ticket_color = Some("#2d5a34".to_owned());
        let catalog = Catalog::from(folder);
        let mut of_park = Model { site_name: catalog.folder().site[0].name.clone(), ..ticket("Stalls") };
        assert_eq!(color(&catalog, &of_park), [0x2d, 0x5a, 0x34]);
        assert_eq!(color(&catalog, &ticket("Stalls")), [0x1f, 0x4f, 0x63], "the color of the shop");
        let sent = Model { sent_to: Some("Nora".to_owned()), ..of_park.clone() };
        assert_eq!(color(&catalog, &sent), WITHHELD_COLOR);
        of_park.revoked_at = Some(Default::default());
        assert_eq!(color(&catalog, &of_park), WITHHELD_COLOR);
    }
}
