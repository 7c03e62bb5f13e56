//! Samples of the e-mails about reservations.

use chrono::{Days, NaiveTime, TimeDelta};

use super::emails::{About, Document, reservation_email};
use super::entity::{Guest, Model, Party, PartyTicket, ReservationState, Visit};
use crate::error::Result;
use crate::shop::site::{EmailContext, EmailSample};
use crate::shop::ticket::TicketRow;
use midway_catalog::files::WallTime;

/// A confirmed, a moved and a cancelled visit, and the reminder of a visit.
///
/// # Errors
/// When an e-mail cannot be built: an error in the configuration or in the code.
pub fn email_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let samples = [
        ("reservation-confirmed", About::Confirmed, None),
        ("reservation-moved", About::Moved, Some(visit(context, 7))),
        ("reservation-cancelled", About::Cancelled, None),
        ("reservation-reminder", About::Reminder, None),
    ];
    let sample = |(name, about, before): (&'static str, About, Option<Visit>)| {
        let add_ons_for = before.as_ref().map(|before| before.date);
        let document = Document {
            reservation_id: "sample".to_owned(),
            about,
            visit: Visit { add_ons_for, ..visit(context, 14) },
            before,
            changes: 0,
            changed_at: context.now,
        };
        let email = reservation_email(context, &reservation(context), &tickets(context), &document, "sample")?;
        Ok(EmailSample { name, email })
    };
    samples.into_iter().map(sample).collect()
}

/// A visit in the given number of days.
fn visit(context: &EmailContext, days: u64) -> Visit {
    let folder = context.catalog.folder();
    let name = |name: Option<&String>| name.cloned().unwrap_or_else(|| "Sample Park".to_owned());
    Visit {
        performance_id: format!("sample-{days}").as_str().into(),
        property_id: "sample".into(),
        property_name: name(folder.property.first().map(|property| &property.name)),
        site_name: name(folder.site.first().map(|site| &site.name)),
        name: "Main entrance".to_owned(),
        date: context.now.date_naive() + Days::new(days),
        time: WallTime(NaiveTime::MIN + TimeDelta::hours(10)),
        valid_all_day: false,
        starts_at: context.now + Days::new(days),
        hours: Some("10:00 AM to 8:00 PM".to_owned()),
        friends: 1,
        add_ons_for: None,
    }
}

fn tickets(context: &EmailContext) -> Vec<TicketRow> {
    let variants = context.catalog.folder().product.iter().flat_map(|product| {
        product.variants.iter().filter(|variant| variant.pass.is_some()).map(move |variant| (product, variant))
    });
    let ticket =
        |(number, (product, variant)): (usize, (&midway_catalog::files::Product, &midway_catalog::files::Variant))| {
            TicketRow {
                id: format!("sample-{number}"),
                media_code: format!("SAMPLEPASS00000{number}"),
                // The last ticket was added together with another ticket, so the recipient of this e-mail must not see
                // its code.
                token: if number == 1 { String::new() } else { "A sample, which admits nobody".to_owned() },
                product_name: product.name.clone(),
                variant_name: variant.name.clone(),
                pass: variant.pass,
                holder_name: Some(["Nora Harper", "Ida Harper"][number].to_owned()),
                ..TicketRow::default()
            }
        };
    variants.take(2).enumerate().map(ticket).collect()
}

fn reservation(context: &EmailContext) -> Model {
    let ticket = |number: usize| PartyTicket {
        id: number.to_string(),
        ticket_id: format!("sample-{number}"),
        added_with_order: false,
        code: format!("SAMPLEPASS00000{number}"),
        reservation_code: None,
    };
    Model {
        id: "sample".to_owned(),
        code: "R4VX8KQ2".to_owned(),
        account_id: None,
        site_id: "sample".into(),
        state: ReservationState::Confirmed,
        guest: Guest {
            first_name: "Nora".to_owned(),
            last_name: "Harper".to_owned(),
            email_address: "nora@example.org".to_owned(),
            phone_number: "4015550142".to_owned(),
            zip: "02840".to_owned(),
        },
        party: Party { tickets: vec![ticket(0), ticket(1)], children: 1, ..Party::default() },
        property_id: None,
        visit: None,
        visit_at: None,
        cart_id: None,
        order_id: None,
        first_claimed_at: None,
        held_until: None,
        begun_at: context.now,
        expires_at: context.now,
        confirmed_at: None,
        cancelled_at: None,
        changes: 0,
    }
}
