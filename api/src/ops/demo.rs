//! `midway demo FOLDER`: creates accounts for trying the shop. The accounts own passes, orders, tickets and
//! entitlements. The command also imports passes and tickets that were sold elsewhere, so that they can be linked and
//! upgraded.
//!
//! The accounts' data is not inserted into the database directly: the shop is started on a free local port, and the
//! accounts use its API as a browser does. What the summary prints about each account is also read from the API.

mod person;
mod shopper;

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use serde_json::json;
use tokio::sync::{oneshot, watch};

pub use shopper::{
    Owned, OwnedCard, OwnedEntitlement, OwnedOrder, OwnedPass, OwnedReservation, OwnedTicket, ReservedVisit,
};

pub use self::person::PASSWORD;
use self::person::Person;
use self::shopper::{PaymentMode, Shopper};
use super::{import, import_tickets, serve};
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::account;
use crate::shop::catalog::CatalogError;
use crate::shop::order;
use midway_sandbox::{Sandbox, SandboxConfig};

const FAMILY: Person = Person {
    email: "family@merrowpoint.example",
    first_name: "Nora",
    last_name: "Harper",
    birth_date: "1986-07-21",
    orders: 3,
};
const VISITOR: Person = Person {
    email: "visitor@merrowpoint.example",
    first_name: "Sam",
    last_name: "Reed",
    birth_date: "1994-02-11",
    orders: 2,
};
const PEOPLE: [Person; 2] = [FAMILY, VISITOR];

/// A pass that was sold elsewhere, with the data that its holder needs to link it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassToLink {
    pub number: &'static str,
    pub zip: &'static str,
    pub holder: &'static str,
}

/// Passes that belong to no account and end soon, so that they can be linked and renewed.
const TO_LINK: [PassToLink; 2] = [
    PassToLink { number: "HARBOR1926001", zip: ZIP, holder: "Ida Harper" },
    PassToLink { number: "HARBOR1926002", zip: ZIP, holder: "Otto Harper" },
];
/// The pass of the family's child, which the demo links to the family's account.
const LINKED: &str = "HARBOR1926003";
/// The code of a day ticket that was sold elsewhere and can be upgraded.
const TO_UPGRADE: &str = "HARBORDAY1";
const ZIP: &str = "02840";

/// The variants that the demo needs. A catalogue without them is not the demo catalogue.
const VARIANTS: [&str; 7] = [
    "season-pass-silver",
    "season-pass-gold",
    "season-pass-child",
    "park-day-adult",
    "park-day-child",
    "deep-time-adult",
    "deep-time-youth",
];

/// Why the demo could not be created.
#[derive(Debug)]
pub enum DemoRefusal {
    /// The shop already has other accounts or orders.
    InUse,
    /// An earlier run was interrupted.
    Begun,
    /// Shoppers sign in at an identity provider, where this command cannot register accounts.
    SignInElsewhere,
    /// The shop has an account at Stripe, and this command pays with the test cards of the sandbox.
    PaidElsewhere,
    /// The catalogue lacks this variant.
    NotSold(&'static str),
    Catalogue(CatalogError),
}

impl fmt::Display for DemoRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DemoRefusal::InUse => {
                write!(
                    f,
                    "this shop already has accounts or orders: the demo needs an empty database. Nothing was changed"
                )
            }
            DemoRefusal::Begun => {
                write!(
                    f,
                    "an earlier run of the demo was interrupted: start again with an empty database. Nothing was changed"
                )
            }
            DemoRefusal::SignInElsewhere => write!(
                f,
                "shoppers sign in at an identity provider (OPENID_ISSUER), so no accounts can be created here. Nothing was changed"
            ),
            DemoRefusal::PaidElsewhere => write!(
                f,
                "payments go to Stripe (STRIPE_SECRET_KEY), and the demo's orders need the sandbox. Nothing was changed"
            ),
            DemoRefusal::NotSold(variant) => {
                write!(f, "the catalogue has no variant {variant}: the demo's accounts need the demo's catalogue")
            }
            DemoRefusal::Catalogue(wrong) => wrong.fmt(f),
        }
    }
}

/// A demo account and what it owns.
#[derive(Clone, Debug)]
pub struct DemoAccount {
    pub email: &'static str,
    pub name: String,
    pub owned: Owned,
}

/// The accounts, passes and tickets of the demo.
#[derive(Clone, Debug)]
pub struct Demo {
    /// Whether this run created the data.
    pub is_new: bool,
    pub accounts: Vec<DemoAccount>,
    pub to_link: Vec<PassToLink>,
    /// The codes of tickets that belong to no account and can be upgraded.
    pub to_upgrade: Vec<&'static str>,
}

/// Imports the folder if there is no catalogue yet, and creates the accounts. If they exist already, it changes nothing
/// and reports what they own now. Meanwhile the API is served on the port of `app`, which must be reachable from this
/// machine only.
///
/// # Errors
/// The inner result says why the demo could not be created.
pub async fn demo(app: &Arc<App>, folder: &Path) -> Result<Result<Demo, DemoRefusal>> {
    if app.open_id.is_some() {
        return Ok(Err(DemoRefusal::SignInElsewhere));
    }
    if app.config.stripe.is_some() {
        return Ok(Err(DemoRefusal::PaidElsewhere));
    }
    let mut known = 0;
    for person in PEOPLE {
        known += usize::from(account::is_registered(app.db.read(), person.email).await?);
    }
    match known {
        0 if is_in_use(app).await? => return Ok(Err(DemoRefusal::InUse)),
        0 => {}
        all if all == PEOPLE.len() => {
            let accounts = while_open(app, async |origin| list_accounts(app, origin).await).await?;
            let is_whole = |account: &DemoAccount, person: &Person| account.owned.orders.len() >= person.orders;
            let is_done = accounts.iter().zip(&PEOPLE).all(|(account, person)| is_whole(account, person));
            return Ok(if is_done { Ok(Demo::of(false, accounts)) } else { Err(DemoRefusal::Begun) });
        }
        _ => return Ok(Err(DemoRefusal::Begun)),
    }
    if app.catalog.current().revision == 0
        && let Err(wrong) = import::import(app, folder).await?
    {
        return Ok(Err(DemoRefusal::Catalogue(wrong)));
    }
    let catalog = app.catalog.current();
    if let Some(missing) = VARIANTS.into_iter().find(|id| catalog.variant(&(*id).into()).is_none()) {
        return Ok(Err(DemoRefusal::NotSold(missing)));
    }
    let processor = processor(app).await?;
    let made = while_open(app, async |origin| {
        make(app, origin).await?;
        list_accounts(app, origin).await
    });
    let accounts = match processor {
        Some(processor) => beside(processor, made).await?,
        None => made.await?,
    };
    Ok(Ok(Demo::of(true, accounts)))
}

impl Demo {
    fn of(is_new: bool, accounts: Vec<DemoAccount>) -> Self {
        Demo { is_new, accounts, to_link: TO_LINK.to_vec(), to_upgrade: vec![TO_UPGRADE] }
    }
}

/// Whether the shop has any account or order.
async fn is_in_use(app: &App) -> Result<bool> {
    let db = app.db.read();
    Ok(account::is_any(db).await? || order::is_any(db).await?)
}

/// The sandbox card processor; `None` if the configuration has the address of one, or if one is already
/// running with this data folder. It uses the ledger that the shop queries later.
async fn processor(app: &App) -> Result<Option<Sandbox>> {
    if app.config.sandbox_url.is_some() {
        return Ok(None);
    }
    let config = SandboxConfig {
        listen: ([127, 0, 0, 1], 0).into(),
        data: app.config.data.clone(),
        public_url: None,
        api_key: app.config.sandbox_key.clone(),
        notices_to: None,
    };
    match Sandbox::open(config, app.clock.clone()).await {
        Ok(sandbox) => Ok(Some(sandbox)),
        Err(error) if error.is_in_use() => Ok(None),
        Err(error) => Err(Error::internal(error)),
    }
}

/// Runs `work` while the processor is running, and then stops the processor.
async fn beside<T>(processor: Sandbox, work: impl Future<Output = Result<T>>) -> Result<T> {
    let (end, ended) = oneshot::channel::<()>();
    let running = processor.run(async move {
        // The wait ends when the sender is dropped. Its result, which is then an error, does not matter.
        let _told = ended.await;
    });
    let worked = async {
        let worked = work.await;
        drop(end);
        worked
    };
    let (worked, ran) = tokio::join!(worked, running);
    ran.map_err(Error::internal)?;
    worked
}

/// Runs `work` while the API is served, and then stops serving. `work` gets the API's address.
async fn while_open<T>(app: &Arc<App>, work: impl AsyncFnOnce(&str) -> Result<T>) -> Result<T> {
    let (stop, stopped) = watch::channel(false);
    let (tell, listening) = oneshot::channel();
    let serving = serve::serve(app.clone(), stopped, |address| {
        // The result is ignored, because `worked` below waits for the address.
        let _gone = tell.send(address);
    });
    let worked = async {
        let worked = match listening.await {
            Ok(address) => work(&format!("http://{address}")).await,
            // This error needs no cause, because `serve` returns an error with the cause.
            Err(_) => Err(Error::Internal("the shop did not start".to_owned())),
        };
        stop.send_replace(true);
        worked
    };
    let (worked, served) = tokio::join!(worked, serving);
    served?;
    worked
}

/// The accounts and what they own, as reported by the API.
async fn list_accounts(app: &App, origin: &str) -> Result<Vec<DemoAccount>> {
    let mut accounts = Vec::new();
    for person in PEOPLE {
        let mut shopper = Shopper::at(app, origin)?;
        shopper.signs_in(person.email).await?;
        let owned = shopper.owns().await?;
        shopper.signs_out().await?;
        let name = format!("{} {}", person.first_name, person.last_name);
        accounts.push(DemoAccount { email: person.email, name, owned });
    }
    Ok(accounts)
}

/// Imports the tickets that were sold elsewhere, registers the accounts and makes their purchases.
async fn make(app: &App, origin: &str) -> Result<()> {
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    let Some((product, _)) = catalog.variant(&"park-day-adult".into()) else { return Err(Error::NotFound) };
    let today = catalog.today_of(product, now);

    let mut nora = Shopper::at(app, origin)?;
    nora.registers(FAMILY).await?;
    let visit = nora.day_on_sale("park-day", today + Days::new(14)).await?;
    let tickets = app.config.data.join("demo-tickets.csv");
    std::fs::write(&tickets, sold_elsewhere(today, visit)).map_err(Error::internal)?;
    if let Err(problems) = import_tickets::import_tickets(app, &tickets).await? {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        return Err(Error::Internal(problems.join("\n")));
    }

    nora.adds(json!([{ "productId": "season-pass", "productVariantId": "season-pass-gold", "quantity": 1 }])).await?;
    nora.describes_pass(FAMILY).await?;
    nora.pays(FAMILY, PaymentMode::InFull).await?;
    nora.posts("/api/account/link-pass", json!({ "passholderId": LINKED, "validationData": ZIP })).await?;
    let day = nora.first_performance("park-day", visit).await?;
    nora.adds(json!([
        { "productId": "park-day", "productVariantId": "park-day-adult", "quantity": 2, "performances": [day] },
        { "productId": "park-day", "productVariantId": "park-day-child", "quantity": 1, "performances": [day] },
    ]))
    .await?;
    nora.pays(FAMILY, PaymentMode::InFull).await?;
    let evening = nora.day_on_sale("deep-time", today + Days::new(21)).await?;
    let entry = nora.first_performance("deep-time", evening).await?;
    nora.adds(json!([
        { "productId": "deep-time", "productVariantId": "deep-time-adult", "quantity": 1, "performances": [entry] },
        { "productId": "deep-time", "productVariantId": "deep-time-youth", "quantity": 1, "performances": [entry] },
    ]))
    .await?;
    nora.pays(FAMILY, PaymentMode::InFull).await?;
    nora.reserves(FAMILY, LINKED).await?;
    nora.signs_out().await?;

    let mut sam = Shopper::at(app, origin)?;
    sam.registers(VISITOR).await?;
    let visit = sam.day_on_sale("park-day", today + Days::new(30)).await?;
    let day = sam.first_performance("park-day", visit).await?;
    sam.adds(json!([
        { "productId": "park-day", "productVariantId": "park-day-adult", "quantity": 1, "performances": [day] },
    ]))
    .await?;
    sam.pays(VISITOR, PaymentMode::InFull).await?;
    sam.adds(json!([{ "productId": "season-pass", "productVariantId": "season-pass-silver", "quantity": 1 }])).await?;
    sam.describes_pass(VISITOR).await?;
    sam.pays(VISITOR, PaymentMode::OverTime).await?;
    sam.signs_out().await
}

/// A CSV file in the format of docs/OPERATIONS.md: passes that are within their renewal period, and a day ticket.
fn sold_elsewhere(today: NaiveDate, visit: NaiveDate) -> String {
    let (from, until) = (today - Days::new(334), today + Days::new(30));
    let pass = |number: &str, variant: &str, first_name: &str, born: &str, paid: &str| {
        format!(
            "{number},{variant},{first_name},Harper,{born},14 Breakwater Road,Newport,RI,{ZIP},4015550142,{from},{until},,{paid}\n"
        )
    };
    [
        "media_code,variant,first_name,last_name,birth_date,address1,city,state,zip,phone_number,valid_from,valid_until,date,paid\n"
            .to_owned(),
        pass(TO_LINK[0].number, "season-pass-gold", "Ida", "1958-03-09", "219.00"),
        pass(TO_LINK[1].number, "season-pass-silver", "Otto", "1956-11-28", "149.00"),
        pass(LINKED, "season-pass-child", "Theo", "2017-05-12", "99.00"),
        format!("{TO_UPGRADE},park-day-adult,,,,,,,,,,,{visit},49.00\n"),
    ]
    .concat()
}

impl fmt::Display for Demo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", if self.is_new { "The demo data was created." } else { "The demo data already exists." })?;
        writeln!(f, "The password of each account is: {PASSWORD}")?;
        for account in &self.accounts {
            writeln!(f, "\n{} ({})\n{}", account.email, account.name, account.owned)?;
        }
        writeln!(f, "\nPasses sold elsewhere, which anyone can link and renew:")?;
        for pass in &self.to_link {
            writeln!(f, "  {}, zip code {}: {}", pass.number, pass.zip, pass.holder)?;
        }
        write!(f, "Tickets sold elsewhere, which anyone can upgrade by their barcodes: {}", self.to_upgrade.join(", "))
    }
}
