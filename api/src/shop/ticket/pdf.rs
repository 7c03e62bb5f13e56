//! PDF tickets: one box per ticket. A page can have several boxes, and no box is split between pages.

use bytes::Bytes;

use super::entity::{Model, are_passes};
use super::facts::{ORDER, facts};
use super::html::{CODE, position, values_of};
use super::qr;
use super::revocation::{REVOKED, why_revoked};
use crate::app::App;
use crate::error::Result;
use crate::platform::pdf::{
    self, Item, MILLIMETER, PAGE_HEIGHT, PAGE_WIDTH, Style, Weight, height_of, width_of, wrapped,
};
use crate::shop::site::Contact;
use midway_catalog::Catalog;
use midway_kernel::secret::fingerprint;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::unbroken;

const TITLE: Text = Text { id: "ticket.pdf-title", default: "Tickets, {{site}}" };
const PASSES_TITLE: Text = Text { id: "ticket.pdf-passes-title", default: "Passes, {{site}}" };

const MARGIN: f32 = 42.0;
const GAP: f32 = 12.0;
const PADDING: f32 = 14.0;
/// The width of the part with the code.
const LEFT: f32 = 150.0;
const RIGHT: f32 = PAGE_WIDTH - 2.0 * MARGIN - LEFT - 2.0 * PADDING;
/// The width of the column with the names of facts.
const NAMES: f32 = 76.0;
/// The side of the code without its quiet zone. Scanners at a gate need at least 30 mm.
const CODE_SIDE: f32 = 36.0 * MILLIMETER;

const fn style(weight: Weight, size: f32, gray: u8) -> Style {
    Style { weight, size, gray }
}
const SHOP: Style = style(Weight::Regular, 8.5, 90);
const NAME: Style = style(Weight::Bold, 15.0, 0);
const PLACE: Style = style(Weight::Bold, 11.5, 0);
const PRODUCT: Style = style(Weight::Regular, 11.5, 0);
const NOTE: Style = style(Weight::Bold, 10.5, 0);
const FACT_NAME: Style = style(Weight::Regular, 9.0, 90);
const FACT: Style = style(Weight::Regular, 10.5, 0);
const MEDIA_CODE: Style = style(Weight::Bold, 10.0, 0);

/// The PDF of tickets. `order_number` is the number of their order. The PDF is cached for a while, so that repeated
/// requests do not draw it again.
///
/// # Errors
/// [`crate::error::Error::Unavailable`] when too many requests wait for the renderer; an internal error when a QR code
/// or the file cannot be drawn.
pub async fn tickets_pdf(app: &App, tickets: Vec<Model>, order_number: String) -> Result<Bytes> {
    let catalog = app.catalog.current();
    let notice = app.config.test_notice();
    // The cache key contains the revision, because texts can change with it, and the tickets, because a revoked ticket
    // looks different.
    let of = fingerprint(&format!("{} {tickets:?}", catalog.revision));
    app.pdf_queue.get(of, move || render(&catalog, notice, &tickets, &order_number)).await
}

fn render(catalog: &Catalog, notice: Option<&str>, tickets: &[Model], order_number: &str) -> Result<Vec<u8>> {
    let mut pages: Vec<Vec<Item>> = Vec::new();
    let mut top = PAGE_HEIGHT;
    for (ticket, number) in tickets.iter().zip(1..) {
        let position = (tickets.len() > 1).then(|| position(catalog, tickets, number));
        let (items, height) = card(catalog, (notice, position.as_deref()), ticket, order_number)?;
        if top + height > PAGE_HEIGHT - MARGIN || pages.is_empty() {
            pages.push(Vec::new());
            top = MARGIN;
        }
        let page = pages.last_mut().into_iter();
        page.for_each(|page| page.extend(items.iter().cloned().map(|item| item.lowered(top))));
        top += height + GAP;
    }
    let site = catalog.settings().web_site_name.clone();
    let title = if are_passes(tickets) { PASSES_TITLE } else { TITLE };
    pdf::pdf(&catalog.message(title, &[("site", site)]), pages)
}

/// A ticket's box, with its top at 0, and its height. `position` says which of the order's tickets it is.
fn card(
    catalog: &Catalog,
    (notice, position): (Option<&str>, Option<&str>),
    ticket: &Model,
    order_number: &str,
) -> Result<(Vec<Item>, f32)> {
    let values = values_of(ticket);
    let say = |text: Text| catalog.message(text, &values);
    let mut items = Vec::new();
    let mut right = PADDING;
    let mut write = |text: &str, style: Style, is_heading: bool, after: f32| {
        let lines = wrapped(text, style, RIGHT);
        let height = height_of(lines.len(), style);
        items.push(Item::Text { at: (MARGIN + LEFT + PADDING, right), lines, style, is_heading });
        right += height + after;
    };
    if let Some(notice) = notice {
        write(notice, NOTE, false, 4.0);
    }
    // One line with the operator's phone number, so that four tickets fit on a page.
    let shop = &catalog.settings().web_site_name;
    let contact = Contact::of(catalog).map(|contact| contact.text);
    let first = [position, Some(shop), contact.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    write(&first, SHOP, false, 2.0);
    write(ticket.title(), NAME, true, 1.0);
    if let Some(place) = &ticket.place {
        write(&unbroken(place), PLACE, false, 1.0);
    }
    if let Some(sold_as) = ticket.sold_as() {
        write(&sold_as, PRODUCT, false, 1.0);
    }
    if let Some(why) = why_revoked(ticket) {
        write(&say(why), NOTE, false, 1.0);
    }
    right += 7.0;
    let order = (ORDER, order_number.to_owned());
    for (name, fact) in facts(catalog, ticket).chain([order]) {
        let at = MARGIN + LEFT + PADDING;
        let names = wrapped(&say(name), FACT_NAME, NAMES - 6.0);
        let lines = wrapped(&unbroken(&fact), FACT, RIGHT - NAMES);
        let height = height_of(names.len(), FACT_NAME).max(height_of(lines.len(), FACT));
        // Names and facts share a baseline, although the names are smaller.
        let lowered = right + FACT.size - FACT_NAME.size;
        items.push(Item::Text { at: (at, lowered), lines: names, style: FACT_NAME, is_heading: false });
        items.push(Item::Text { at: (at + NAMES, right), lines, style: FACT, is_heading: false });
        right += height + 2.0;
    }
    let left = left_part(&mut items, ticket, say)?;
    let height = left.max(right) + PADDING;
    items.push(Item::Frame([MARGIN, 0.0, PAGE_WIDTH - 2.0 * MARGIN, height]));
    items.push(Item::Rule { from: (MARGIN + LEFT, 0.0), height });
    Ok((items, height))
}

/// Adds the QR code with the media code below it, or the text for a revoked ticket. Returns the lower end of this part.
fn left_part(items: &mut Vec<Item>, ticket: &Model, say: impl Fn(Text) -> String) -> Result<f32> {
    let mut end = PADDING;
    let mut write = |text: &str, style: Style, top: f32| {
        for line in wrapped(text, style, LEFT - PADDING) {
            let at = (MARGIN + (LEFT - width_of(&line, style)) / 2.0, top.max(end));
            end = at.1 + height_of(1, style);
            items.push(Item::Text { at, lines: vec![line], style, is_heading: false });
        }
    };
    if ticket.is_revoked() {
        write(&say(REVOKED), NOTE, PADDING);
        return Ok(end);
    }
    let code = qr::Code::of(&ticket.token)?;
    let module = CODE_SIDE / code.modules() as f32;
    let quiet = module * qr::QUIET_ZONE as f32;
    let (x, y) = (MARGIN + (LEFT - CODE_SIDE) / 2.0, PADDING + quiet);
    write(&ticket.media_code, MEDIA_CODE, y + CODE_SIDE + quiet);
    items.push(Item::Picture { at: (x, y), side: module, runs: code.runs().collect(), alt: say(CODE) });
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::pdf::Run;

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
            &ticket("Stalls, row A, seat 12"),
            "MW-1",
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
        assert!(left - quiet >= MARGIN && right + quiet <= MARGIN + LEFT, "{left} to {right}");
        for item in &items {
            if let Item::Text { at, lines, style, .. } = item {
                let is_right = at.0 >= right + quiet;
                let is_below = at.1 >= bottom + quiet;
                assert!(is_right || is_below, "{lines:?} is inside the quiet zone of the code");
                assert!(at.1 + height_of(lines.len(), *style) <= height, "{lines:?} is outside the ticket box");
            }
        }
    }

    #[test]
    fn ticket_box_grows_with_long_text() {
        let height = |place: &str| card(&Catalog::empty(), (None, None), &ticket(place), "MW-1").unwrap().1;
        assert!(height(&"Grand balcony on the left side, ".repeat(12)) > height("Stalls") + 20.0);
    }
}
