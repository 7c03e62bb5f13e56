//! Writes a catalogue as a folder of files that an operator can edit further. Importing them unchanged changes nothing.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::files::{
    Bundle, DeliveryMethod, Fee, Folder, Hall, Holiday, Offer, PaymentMethod, Plan, Pool, PriceCalendar, Product,
    Promotion, Property, Question, Redirect, ReservationBenefit, SalePrice, Schedule, Settings, Show, Site, TaxClass,
    WaitingRoom,
};
use midway_kernel::id::ResourceId;

/// One file of the export with the tables that belong together.
#[derive(Serialize)]
#[serde(untagged)]
enum Page<'a> {
    Shop {
        settings: &'a Settings,
        text: &'a BTreeMap<ResourceId, String>,
        redirect: &'a [Redirect],
        waiting_room: &'a [WaitingRoom],
    },
    Sites {
        site: &'a [Site],
    },
    Selling {
        delivery_method: &'a [DeliveryMethod],
        payment_method: &'a [PaymentMethod],
        tax_class: &'a [TaxClass],
        fee: &'a [Fee],
        plan: &'a [Plan],
    },
    Times {
        holiday: &'a [Holiday],
        pool: &'a [Pool],
        hall: &'a [Hall],
        show: &'a [Show],
        schedule: &'a [Schedule],
    },
    Products {
        product: &'a [Product],
        question: &'a [Question],
        bundle: &'a [Bundle],
        price_calendar: &'a [PriceCalendar],
    },
    Reservations {
        property: &'a [Property],
        reservation_benefit: &'a [ReservationBenefit],
    },
    Promotions {
        sale_price: &'a [SalePrice],
        promotion_code: &'a [Promotion],
        tag_sale: &'a [Promotion],
        new_pass_sale: &'a [Promotion],
        add_on_sale: &'a [Promotion],
        verified_offer: &'a [Promotion],
        cross_sell: &'a [Promotion],
        advance_sale: &'a [Promotion],
        renewal: &'a [Promotion],
        upgrade: &'a [Promotion],
        ticket_entitlement: &'a [Promotion],
        account_entitlement: &'a [Promotion],
        offer: &'a [Offer],
    },
}

/// A file that cannot be written as TOML or CSV.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {cause}")]
pub struct ExportError {
    pub file: &'static str,
    pub cause: String,
}

/// The files of a folder by name, without the pictures.
///
/// # Errors
/// [`ExportError`] for a file that cannot be written as TOML or CSV.
pub fn export(folder: &Folder) -> Result<Vec<(&'static str, Vec<u8>)>, ExportError> {
    let mut files = Vec::new();
    for (name, page) in [
        (
            "shop.toml",
            Page::Shop {
                settings: &folder.settings,
                text: &folder.text,
                redirect: &folder.redirect,
                waiting_room: &folder.waiting_room,
            },
        ),
        ("sites.toml", Page::Sites { site: &folder.site }),
        (
            "selling.toml",
            Page::Selling {
                delivery_method: &folder.delivery_method,
                payment_method: &folder.payment_method,
                tax_class: &folder.tax_class,
                fee: &folder.fee,
                plan: &folder.plan,
            },
        ),
        (
            "times.toml",
            Page::Times {
                holiday: &folder.holiday,
                pool: &folder.pool,
                hall: &folder.hall,
                show: &folder.show,
                schedule: &folder.schedule,
            },
        ),
        (
            "products.toml",
            Page::Products {
                product: &folder.product,
                question: &folder.question,
                bundle: &folder.bundle,
                price_calendar: &folder.price_calendar,
            },
        ),
        (
            "reservations.toml",
            Page::Reservations { property: &folder.property, reservation_benefit: &folder.reservation_benefit },
        ),
        (
            "promotions.toml",
            Page::Promotions {
                sale_price: &folder.sale_price,
                promotion_code: &folder.promotion_code,
                tag_sale: &folder.tag_sale,
                new_pass_sale: &folder.new_pass_sale,
                add_on_sale: &folder.add_on_sale,
                verified_offer: &folder.verified_offer,
                cross_sell: &folder.cross_sell,
                advance_sale: &folder.advance_sale,
                renewal: &folder.renewal,
                upgrade: &folder.upgrade,
                ticket_entitlement: &folder.ticket_entitlement,
                account_entitlement: &folder.account_entitlement,
                offer: &folder.offer,
            },
        ),
    ] {
        let text = toml::to_string_pretty(&page).map_err(|error| unwritable(name, error))?;
        files.push((name, text.into_bytes()));
    }
    for (name, rows) in [
        ("country.csv", csv_of(&folder.country)),
        ("state.csv", csv_of(&folder.state)),
        ("seat.csv", csv_of(&folder.seat)),
        ("price.csv", csv_of(&folder.price)),
    ] {
        if name == "seat.csv" && folder.seat.is_empty() || name == "price.csv" && folder.price.is_empty() {
            continue;
        }
        files.push((name, rows.map_err(|error| unwritable(name, error))?));
    }
    Ok(files)
}

fn csv_of<T: Serialize>(rows: &[T]) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| error.to_string())?;
    }
    writer.into_inner().map_err(|error| error.to_string())
}

fn unwritable(file: &'static str, cause: impl ToString) -> ExportError {
    ExportError { file, cause: cause.to_string() }
}
