//! Writes a catalogue as a folder that an operator can go on editing. Importing it again changes nothing.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use tokio::fs;

use super::CatalogError;
use super::document::Document;
use super::files::{
    Bundle, DeliveryMethod, Fee, Hall, Offer, PaymentMethod, Plan, Pool, PriceCalendar, Product, Promotion, Property,
    Redirect, ReservationBenefit, SalePrice, Schedule, Settings, Show, Site, TaxClass,
};
use crate::platform::pictures::Pictures;
use midway_kernel::id::ResourceId;

/// One file of the export: the tables that belong together. Absent tables are not written.
#[derive(Serialize)]
#[serde(untagged)]
enum Page<'a> {
    Shop {
        settings: &'a Settings,
        text: &'a BTreeMap<ResourceId, String>,
        redirect: &'a [Redirect],
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
        pool: &'a [Pool],
        hall: &'a [Hall],
        show: &'a [Show],
        schedule: &'a [Schedule],
    },
    Products {
        product: &'a [Product],
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

/// Writes `document` into `root`, which must be empty or absent.
pub async fn write(document: &Document, pictures: &Pictures, root: &Path) -> Result<(), CatalogError> {
    let fault = |doing: &str| {
        let doing = doing.to_owned();
        move |error: std::io::Error| CatalogError::Folder { doing, cause: error.to_string() }
    };
    fs::create_dir_all(root).await.map_err(fault("making it"))?;
    let mut entries = fs::read_dir(root).await.map_err(fault("looking into it"))?;
    if entries.next_entry().await.map_err(fault("looking into it"))?.is_some() {
        let cause = format!("{} is not empty", root.display());
        return Err(CatalogError::Folder { doing: "exporting into it".to_owned(), cause });
    }
    let folder = &document.folder;
    for (name, page) in [
        ("shop.toml", Page::Shop { settings: &folder.settings, text: &folder.text, redirect: &folder.redirect }),
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
            Page::Times { pool: &folder.pool, hall: &folder.hall, show: &folder.show, schedule: &folder.schedule },
        ),
        (
            "products.toml",
            Page::Products { product: &folder.product, bundle: &folder.bundle, price_calendar: &folder.price_calendar },
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
        fs::write(root.join(name), text).await.map_err(fault(name))?;
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
        fs::write(root.join(name), rows.map_err(|error| unwritable(name, error))?).await.map_err(fault(name))?;
    }
    for (file, set) in &document.pictures {
        let path = root.join("pictures").join(file);
        let bytes = pictures.get(&set.original).await.map_err(fault(file))?;
        let bytes = bytes.ok_or_else(|| CatalogError::Picture {
            file: file.clone(),
            cause: format!("{} is not in the picture store", set.original),
        })?;
        if let Some(around) = path.parent() {
            fs::create_dir_all(around).await.map_err(fault(file))?;
        }
        fs::write(path, bytes).await.map_err(fault(file))?;
    }
    Ok(())
}

fn csv_of<T: Serialize>(rows: &[T]) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| error.to_string())?;
    }
    writer.into_inner().map_err(|error| error.to_string())
}

fn unwritable(name: &str, cause: impl ToString) -> CatalogError {
    CatalogError::Folder { doing: format!("writing {name}"), cause: cause.to_string() }
}
