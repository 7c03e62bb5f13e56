//! A minimal browser client: it stores cookies, repeats the anti-forgery cookie in a header and sends an origin.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{Datelike, NaiveDate};
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Client, Method};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value, json};
use url::Url;

use super::person::{PASSWORD, Person};
use crate::app::App;
use crate::error::{Error, Result};
use midway_sandbox::shared_files;

/// A test card that is always accepted (docs/SANDBOX.md).
const CARD: &str = "4242424242424242";

pub struct Shopper<'a> {
    app: &'a App,
    http: Client,
    base: &'a str,
    cookies: BTreeMap<String, String>,
}

/// What an account owns.
#[derive(Clone, Debug)]
pub struct Owned {
    pub passes: Vec<OwnedPass>,
    pub entitlements: Vec<OwnedEntitlement>,
    pub orders: Vec<OwnedOrder>,
    pub cards: Vec<OwnedCard>,
    pub tickets: Vec<OwnedTicket>,
    pub reservations: Vec<OwnedReservation>,
    /// The barcodes of the tickets and passes that can be upgraded.
    pub upgradable: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnedPass {
    #[serde(rename = "platformAccountId")]
    pub number: String,
    pub first_name: String,
    pub last_name: String,
    pub product_name: String,
    pub pass_level_name: Option<String>,
    pub effective_end_date: Option<NaiveDate>,
    #[serde(rename = "availableForUpgrade")]
    pub is_renewable: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnedEntitlement {
    pub entitlement_name: String,
    pub product_name: String,
    pub product_variant_name: String,
    pub remaining_quantity: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnedOrder {
    pub invoice_number: String,
    pub order_total: Number,
}

/// A saved card.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnedCard {
    pub card_brand: String,
    #[serde(rename = "cardNumberLast4")]
    pub last_four: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnedTicket {
    pub barcode: String,
    pub product_name: String,
    pub variant_name: String,
    pub validity_end_date: Option<NaiveDate>,
    pub entry_time: Option<String>,
}

/// A reserved visit.
#[derive(Clone, Debug, Deserialize)]
pub struct OwnedReservation {
    pub code: String,
    pub visit: ReservedVisit,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReservedVisit {
    pub property_name: String,
    pub business_date: NaiveDate,
    pub performance_time: Option<String>,
}

/// A ticket that was linked by its code, to be upgraded.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UpgradeTicket {
    media_code: String,
    eligible_for_upgrade: bool,
}

/// How an order is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentMode {
    InFull,
    /// The order is paid with the installment plan of the pass, and the account saves the card.
    OverTime,
}

impl<'a> Shopper<'a> {
    pub fn at(app: &'a App, base: &'a str) -> Result<Self> {
        let http = Client::builder().no_proxy().build().map_err(Error::internal)?;
        Ok(Shopper { app, http, base, cookies: BTreeMap::new() })
    }

    async fn calls(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = self.http.request(method, format!("{}{path}", self.base)).header(COOKIE, cookies.join("; "));
        if let Some(body) = body {
            let origin = self.app.config.public_url.origin().ascii_serialization();
            let token = self.cookies.get("XSRF-TOKEN").cloned().unwrap_or_default();
            request = request.json(body).header(ORIGIN, origin).header("x-xsrf-token", token);
        }
        let answer = request.send().await.map_err(Error::internal)?;
        for cookie in answer.headers().get_all(SET_COOKIE) {
            let cookie = cookie.to_str().map_err(Error::internal)?;
            if let Some((name, value)) = cookie.split(';').next().and_then(|pair| pair.split_once('=')) {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let status = answer.status();
        let said: Value = answer.json().await.map_err(Error::internal)?;
        if !status.is_success() || said["success"] == json!(false) {
            return Err(Error::Internal(format!("{path} answered {status}: {said}")));
        }
        Ok(said)
    }

    async fn gets<T: DeserializeOwned>(&mut self, path: &str) -> Result<T> {
        read(self.calls(Method::GET, path, None).await?)
    }

    pub async fn posts(&mut self, path: &str, body: Value) -> Result<Value> {
        self.calls(Method::POST, path, Some(&body)).await
    }

    /// Registers and signs in.
    pub async fn registers(&mut self, person: Person) -> Result<()> {
        self.gets::<Value>("/api/session").await?;
        let form = json!({
            "emailAddress": person.email, "firstName": person.first_name, "lastName": person.last_name,
            "phoneNumber": "4015550142", "password": PASSWORD,
        });
        self.posts("/api/account/register", form).await?;
        self.signs_in(person.email).await
    }

    pub async fn signs_in(&mut self, email: &str) -> Result<()> {
        self.gets::<Value>("/api/session").await?;
        self.posts("/api/account/sign-in", json!({ "emailAddress": email, "password": PASSWORD })).await?;
        Ok(())
    }

    pub async fn signs_out(&mut self) -> Result<()> {
        self.posts("/api/account/sign-out", json!({})).await?;
        Ok(())
    }

    /// The first day, not before `earliest`, for which a product is on sale.
    pub async fn day_on_sale(&mut self, product: &str, earliest: NaiveDate) -> Result<NaiveDate> {
        #[derive(Deserialize)]
        struct Day {
            date: NaiveDate,
        }
        let days: Vec<Day> =
            read(self.posts("/api/performance/product-date", json!({ "productIds": [product] })).await?)?;
        let found = days.iter().map(|day| day.date).find(|date| *date >= earliest);
        found.ok_or_else(|| Error::Internal(format!("{product} is not sold for any day from {earliest}")))
    }

    /// The first performance of a product on a day, as the selection of a cart line.
    pub async fn first_performance(&mut self, product: &str, date: NaiveDate) -> Result<Value> {
        let asked = json!({ "productId": product, "date": date });
        let found = self.posts("/api/performance/product-date-performance", asked).await?;
        Ok(json!({ "selectionIndex": 1, "performanceId": found["value"][0]["performanceId"] }))
    }

    pub async fn adds(&mut self, items: Value) -> Result<()> {
        self.posts("/api/cart/add", json!({ "items": items, "saleFlowId": 1 })).await?;
        Ok(())
    }

    /// Names the buyer as the holder of the pass in the cart.
    pub async fn describes_pass(&mut self, person: Person) -> Result<()> {
        let cart: Value = self.gets("/api/cart/pass").await?;
        let Some(pass) = cart["passes"][0]["extCartTicketId"].as_str() else { return Err(Error::NotFound) };
        let holder = json!({
            "firstName": person.first_name, "lastName": person.last_name, "emailAddress": person.email,
            "birthDate": person.birth_date, "address1": "14 Breakwater Road", "city": "Newport", "state": "RI",
            "zip": "02840", "phoneNumber": "4015550142",
        });
        self.posts(&format!("/api/cart/pass/{pass}"), holder).await?;
        Ok(())
    }

    /// Checks out and pays by card.
    pub async fn pays(&mut self, person: Person, mode: PaymentMode) -> Result<()> {
        let over_time = mode == PaymentMode::OverTime;
        if over_time {
            self.posts("/api/cart/set-installment-billing", json!({})).await?;
        }
        let name = format!("{} {}", person.first_name, person.last_name);
        let settings = json!({
            "firstName": person.first_name, "lastName": person.last_name, "phoneNumber": "4015550142", "countryId": 80,
            "address1": "14 Breakwater Road", "city": "Newport", "stateProvinceId": 40, "zipCode": "02840",
            "emailAddress": person.email, "deliveryMethodId": "digital", "paymentMethodId": "card", "acceptTerms": true,
            "acceptInstallmentTerms": over_time,
        });
        self.posts("/api/cart/settings", settings).await?;
        let payment = self.posts("/api/payment/sandbox/setup", json!({})).await?;
        self.types_card(&payment).await?;
        let (key, session) = (&payment["paymentKey"], &payment["sessionKey"]);
        let asked = json!({ "paymentKey": key, "sessionKey": session, "priceOverride": payment["amount"] });
        self.posts("/api/payment/sandbox/process-card", asked).await?;
        let submitted = json!({ "paymentKey": key, "cardholderName": name, "savePaymentToAccount": over_time });
        self.posts("/api/order/submit", submitted).await?;
        Ok(())
    }

    /// Reserves the first available visit, with a pass of the account and a child.
    pub async fn reserves(&mut self, person: Person, pass: &str) -> Result<()> {
        let sites: Value = self.gets("/api/reservation/site").await?;
        let Some(site) = sites[0]["id"].as_str() else { return Err(Error::NotFound) };
        self.posts(&format!("/api/config/web-site/{site}"), json!({})).await?;
        let guest = json!({
            "firstName": person.first_name, "lastName": person.last_name, "emailAddress": person.email,
            "phoneNumber": "4015550142", "zip": "02840",
        });
        self.posts("/api/reservation/begin", guest).await?;
        self.posts("/api/reservation/ticket", json!({ "barcode": pass, "ticketTypeId": 1 })).await?;
        let party = json!({
            "underAgeTicketCount": 1, "additionalGuests": 0, "entitlements": [], "reservationEntitlements": [],
        });
        self.posts("/api/reservation/ticket-finalize", party).await?;
        let parks: Value = self.gets("/api/reservation/property").await?;
        let park = json!({ "webSitePropertyId": parks[0]["id"] });
        self.calls(Method::PUT, "/api/reservation/property", Some(&park)).await?;
        let days: Value = self.gets("/api/reservation/performance").await?;
        let next =
            days["dates"].as_array().into_iter().flatten().find(|it| it["businessDate"] == days["nextAvailableDate"]);
        let time = next.map(|day| day["performances"][0]["performanceId"].clone()).ok_or(Error::NotFound)?;
        let visit = json!({ "performanceId": time, "bringAFriendDayTicketCount": 0 });
        self.calls(Method::PUT, "/api/reservation/performance", Some(&visit)).await?;
        self.posts("/api/reservation/submit", json!({})).await?;
        Ok(())
    }

    /// Sends the card form. It is sent to the address where the shop reaches the processor, because this machine may
    /// not reach the address that browsers use.
    async fn types_card(&self, payment: &Value) -> Result<()> {
        let mut form = self.processor()?;
        form.path_segments_mut()
            .map_err(|()| Error::Internal("the processor's address is not a URL".to_owned()))?
            .pop_if_empty()
            .extend(["card", payment["sessionKey"].as_str().unwrap_or_default()]);
        let year = (self.app.clock.now().year() + 1) % 100;
        let entry = json!({ "number": CARD, "expiry": format!("12 / {year:02}"), "code": "123" });
        let answer = self.http.post(form).json(&entry).send().await.map_err(Error::internal)?;
        answer.error_for_status().map_err(Error::internal)?;
        Ok(())
    }

    fn processor(&self) -> Result<Url> {
        let config = &self.app.config;
        match &config.sandbox_url {
            Some(url) => Ok(url.clone()),
            None => {
                let address =
                    std::fs::read_to_string(shared_files::address_file(&config.data)).map_err(Error::internal)?;
                address.trim().parse().map_err(Error::internal)
            }
        }
    }

    /// What the signed-in account owns.
    pub async fn owns(&mut self) -> Result<Owned> {
        let mut passes: Value = self.gets("/api/account/linked-pass-details").await?;
        let passes: Vec<OwnedPass> = read(passes["passes"].take())?;
        let mut entitlements: Value = self.gets("/api/product/entitlement").await?;
        let tickets: Vec<OwnedTicket> =
            self.gets("/api/account/ticket?includeLinkedPasses=false&includePurchasedPasses=false").await?;
        let codes: Vec<&String> =
            passes.iter().map(|pass| &pass.number).chain(tickets.iter().map(|ticket| &ticket.barcode)).collect();
        let mut upgradable = Vec::new();
        if !codes.is_empty() {
            self.posts("/api/upgrade/link-upgrade-ticket", json!({ "barcodes": codes })).await?;
            let linked: Vec<UpgradeTicket> = self.gets("/api/upgrade/linked-upgrade-ticket").await?;
            upgradable.extend(linked.into_iter().filter(|it| it.eligible_for_upgrade).map(|it| it.media_code));
        }
        let mut reserved: Value = self.gets("/api/reservation/my").await?;
        Ok(Owned {
            entitlements: read(entitlements["value"].take())?,
            orders: self.gets("/api/account/order").await?,
            cards: self.gets("/api/account/saved-payment").await?,
            reservations: read(reserved["reservations"].take())?,
            passes,
            tickets,
            upgradable,
        })
    }
}

fn read<T: DeserializeOwned>(answer: Value) -> Result<T> {
    serde_json::from_value(answer).map_err(Error::internal)
}

impl fmt::Display for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let may_be_upgraded = |code: &String| if self.upgradable.contains(code) { "; may be upgraded" } else { "" };
        let until = |day: Option<NaiveDate>| day.map(|day| format!(", until {day}")).unwrap_or_default();
        let mut lines = Vec::new();
        for pass in &self.passes {
            let OwnedPass { number, first_name, last_name, product_name, pass_level_name, .. } = pass;
            let level = pass_level_name.as_ref().map(|level| format!(", {level}")).unwrap_or_default();
            lines.push(format!(
                "  pass    {number}: {product_name}{level} of {first_name} {last_name}{}{}{}",
                until(pass.effective_end_date),
                if pass.is_renewable { "; may be renewed" } else { "" },
                may_be_upgraded(number),
            ));
        }
        for OwnedEntitlement { entitlement_name, product_name, product_variant_name, remaining_quantity } in
            &self.entitlements
        {
            lines.push(format!(
                "  redeem  {entitlement_name}: {remaining_quantity} left of {product_name}, {product_variant_name}"
            ));
        }
        for OwnedOrder { invoice_number, order_total } in &self.orders {
            lines.push(format!("  order   {invoice_number}: ${order_total}"));
        }
        for OwnedCard { card_brand, last_four } in &self.cards {
            lines.push(format!("  card    {card_brand} ending in {last_four}"));
        }
        for OwnedReservation { code, visit } in &self.reservations {
            let ReservedVisit { property_name, business_date, performance_time } = visit;
            let time = performance_time.as_ref().map(|time| format!(" {time}")).unwrap_or_default();
            lines.push(format!("  visit   {code}: {property_name}, {business_date}{time}"));
        }
        for ticket in &self.tickets {
            let OwnedTicket { barcode, product_name, variant_name, validity_end_date, entry_time } = ticket;
            let day = validity_end_date.map(|day| format!(", {day}")).unwrap_or_default();
            let time = entry_time.as_ref().map(|time| format!(" {time}")).unwrap_or_default();
            let upgrade = may_be_upgraded(barcode);
            lines.push(format!("  ticket  {barcode}: {product_name}, {variant_name}{day}{time}{upgrade}"));
        }
        f.write_str(&lines.join("\n"))
    }
}
