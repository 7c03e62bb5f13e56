//! A browser without a screen: it stores cookies, repeats the anti-forgery cookie in its header, and sends its origin.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use midway_kernel::secret::{random_bytes, random_id};
use reqwest::header::{COOKIE, HeaderMap, ORIGIN, SET_COOKIE};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use super::until;

/// A network address for one test, because tests that share a Redis share its limits.
fn unique_address() -> String {
    let [a, b, c] = random_bytes();
    format!("10.{a}.{b}.{c}")
}

/// An e-mail address for one test, because tests that share a Redis share its limits.
pub fn unique_email() -> String {
    format!("ada-{}@example.org", random_id())
}

/// The password of every account in the tests.
pub const PASSWORD: &str = "Analytical engine No. 1";

/// A client that connects only to this machine.
pub fn http() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

/// One visitor. Clones share the cookies, as tabs of one browser do.
#[derive(Clone)]
pub struct Shopper {
    http: Client,
    base: String,
    origin: String,
    /// The visitor's network address, as the proxy in front of the shop reports it. Rate limits use it.
    pub address: String,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
    /// Every response body, for tests that search all of them.
    heard: Arc<Mutex<Vec<String>>>,
}

/// An answer from the API.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub async fn of(response: reqwest::Response) -> reqwest::Result<Self> {
        let (status, headers) = (response.status(), response.headers().clone());
        Ok(Answer { status, headers, body: response.bytes().await?.to_vec() })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {} {}", self.status, self.text()))
    }

    /// Whether the call succeeded.
    pub fn succeeded(&self) -> bool {
        self.status == StatusCode::OK && self.json()["success"] == json!(true)
    }

    /// Fails the test unless the call succeeded.
    #[track_caller]
    pub fn expect_success(&self) -> Value {
        assert!(self.succeeded(), "refused: {} {}", self.status, self.text());
        self.json()
    }

    /// The message of a refusal: HTTP 200 with `success: false`.
    #[track_caller]
    pub fn expect_refusal(&self) -> String {
        let body = self.json();
        assert!(self.status == StatusCode::OK && body["success"] == json!(false), "{} {body}", self.status);
        body["message"].as_str().expect("a refusal has a message").to_owned()
    }

    #[track_caller]
    pub fn expect_status(&self, status: u16) -> &Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self
    }

    /// The `Set-Cookie` headers.
    pub fn cookies(&self) -> Vec<String> {
        self.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    }
}

/// The cents of a JSON amount. Fails if it has more than two decimals.
pub fn cents(amount: &Value) -> i64 {
    let text = amount.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    assert!(part.len() <= 2, "{text} has more than two decimals");
    let part: i64 = if part.is_empty() { 0 } else { format!("{part:0<2}").parse().unwrap() };
    let part = if whole.starts_with('-') { -part } else { part };
    whole.parse::<i64>().unwrap() * 100 + part
}

/// A line for `/api/cart/add`.
pub fn line(product: &str, variant: &str, quantity: u32, performance: Option<&str>) -> Value {
    let performances: Vec<Value> =
        performance.into_iter().map(|id| json!({ "selectionIndex": 1, "performanceId": id })).collect();
    json!({ "productId": product, "productVariantId": variant, "quantity": quantity, "performances": performances })
}

/// Valid checkout settings.
pub fn settings(delivery: &str) -> Value {
    json!({
        "firstName": "Ada", "lastName": "Lovelace", "phoneNumber": "5185550123", "countryId": 80,
        "address1": "12 Analytical Way", "city": "Albany", "stateProvinceId": 33, "zipCode": "12207",
        "shippingFirstName": "Ada", "shippingLastName": "Lovelace", "shippingPhoneNumber": "5185550123",
        "shippingCountryId": 80, "shippingAddress1": "12 Analytical Way", "shippingCity": "Albany",
        "shippingStateProvinceId": 33, "shippingZipCode": "12207",
        "emailAddress": "ada@example.org", "deliveryMethodId": delivery, "paymentMethodId": "card", "acceptTerms": true
    })
}

/// A payment that is open at the processor.
#[derive(Clone, Debug)]
pub struct Payment {
    pub key: String,
    pub session: String,
    pub form: String,
    pub amount: Value,
}

impl Payment {
    /// Reads the response to a payment's setup.
    pub fn of(setup: &Value) -> Self {
        let text = |name: &str| setup[name].as_str().unwrap_or_else(|| panic!("{name} of {setup}")).to_owned();
        Payment {
            key: text("paymentKey"),
            session: text("sessionKey"),
            form: text(if setup["formKind"] == "script" { "script" } else { "iFrame" }),
            amount: setup["amount"].clone(),
        }
    }
}

impl Shopper {
    pub fn at(address: SocketAddr, origin: &str) -> Self {
        Shopper {
            http: http(),
            base: format!("http://{address}"),
            origin: origin.to_owned(),
            address: unique_address(),
            cookies: Arc::default(),
            heard: Arc::default(),
        }
    }

    /// A new browser with a different address and no cookies.
    pub fn other_browser(&self) -> Self {
        Shopper { address: unique_address(), cookies: Arc::default(), heard: Arc::default(), ..self.clone() }
    }

    /// A new browser at the same address.
    pub fn other_browser_at_same_address(&self) -> Self {
        Shopper { address: self.address.clone(), ..self.other_browser() }
    }

    /// A guest who has opened the shop in a new browser at the same address.
    pub async fn new_guest_at_same_address(&self) -> Self {
        let guest = self.other_browser_at_same_address();
        guest.open_shop().await;
        guest
    }

    /// This browser, at a different network address.
    pub fn at_other_address(&self) -> Self {
        Shopper { address: unique_address(), ..self.clone() }
    }

    /// This browser, with its requests sent to a different server.
    pub fn at_server(&self, address: SocketAddr) -> Self {
        Shopper { base: format!("http://{address}"), ..self.clone() }
    }

    pub fn received_bodies(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
    }

    pub fn session_cookie(&self) -> Option<String> {
        self.cookie("midway_session").or_else(|| self.cookie("__Host-midway_session"))
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body), &[]).await
    }

    /// Makes a call as a browser does. `headers` replace the browser's headers; a header with an empty value is left
    /// out.
    pub async fn call(&self, method: Method, path: &str, body: Option<Value>, headers: &[(&str, &str)]) -> Answer {
        self.try_call(method, path, body, headers).await.expect("the server answers")
    }

    /// Like [`Shopper::call`], but to a server that may stop before it answers.
    pub async fn try_call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> reqwest::Result<Answer> {
        let body = body.map(|body| ("application/json".to_owned(), body.to_string().into_bytes()));
        self.send(method, path, body, headers).await
    }

    /// Uploads a file as a page's form does.
    pub async fn upload(&self, path: &str, field: &str, file: &[u8]) -> Answer {
        let mut form = format!(
            "--the-edge\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"me.png\"\r\n\
             Content-Type: image/png\r\n\r\n"
        )
        .into_bytes();
        form.extend_from_slice(file);
        form.extend_from_slice(b"\r\n--the-edge--\r\n");
        let body = ("multipart/form-data; boundary=the-edge".to_owned(), form);
        self.send(Method::POST, path, Some(body), &[]).await.expect("the server answers")
    }

    /// Sends plain text.
    pub async fn post_text(&self, path: &str, text: &str) -> Answer {
        let body = ("text/plain".to_owned(), text.as_bytes().to_vec());
        self.send(Method::POST, path, Some(body), &[]).await.expect("the server answers")
    }

    /// Posts a form to its page, as a browser without scripts does. Redirects are not followed.
    pub async fn post_form(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Answer {
        let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let body = ("application/x-www-form-urlencoded".to_owned(), form.into_bytes());
        let headers: Vec<(&str, &str)> = [("x-xsrf-token", "")].into_iter().chain(headers.iter().copied()).collect();
        let http = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let browser = Shopper { http, ..self.clone() };
        browser.send(Method::POST, path, Some(body), &headers).await.expect("the server answers")
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<(String, Vec<u8>)>,
        headers: &[(&str, &str)],
    ) -> reqwest::Result<Answer> {
        let cookies: Vec<String> =
            self.cookies.lock().unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut own: BTreeMap<String, String> = BTreeMap::new();
        own.insert(COOKIE.to_string(), cookies.join("; "));
        own.insert("x-forwarded-for".to_owned(), self.address.clone());
        if method != Method::GET {
            own.insert(ORIGIN.to_string(), self.origin.clone());
            own.extend(self.cookie("XSRF-TOKEN").map(|token| ("x-xsrf-token".to_owned(), token)));
        }
        own.extend(body.iter().map(|(kind, _)| ("content-type".to_owned(), kind.clone())));
        own.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        for (name, value) in own.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(name, value);
        }
        if let Some((_, body)) = body {
            request = request.body(body);
        }
        let answer = Answer::of(request.send().await?).await?;
        self.store_cookies(&answer);
        self.heard.lock().unwrap().push(answer.text());
        Ok(answer)
    }

    fn store_cookies(&self, answer: &Answer) {
        let mut cookies = self.cookies.lock().unwrap();
        for cookie in answer.cookies() {
            let (pair, attributes) = cookie.split_once(';').unwrap_or((&cookie, ""));
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Opens the shop: the browser receives its anti-forgery token.
    pub async fn open_shop(&self) {
        self.get("/api/session").await.expect_status(200);
    }

    /// The performances of a product on a day.
    pub async fn list_performances(&self, product: &str, date: &str) -> Vec<Value> {
        let asked = json!({ "productId": product, "date": date });
        let answer = self.post("/api/performance/product-date-performance", asked).await;
        answer.expect_success()["value"].as_array().unwrap().clone()
    }

    /// The days of a product.
    pub async fn list_days(&self, product: &str) -> Vec<String> {
        let answer = self.post("/api/performance/product-date", json!({ "productIds": [product] })).await;
        let days = answer.json();
        days.as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap().to_owned()).collect()
    }

    pub async fn try_add(&self, items: Value) -> Answer {
        self.post("/api/cart/add", json!({ "items": items, "saleFlowId": 1 })).await
    }

    /// Adds tickets for a tour at noon on the first Saturday.
    pub async fn add_tours(&self, variant: &str, quantity: u32) {
        self.try_add(json!([line("tour", variant, quantity, Some(SATURDAY_NOON))])).await.expect_success();
    }

    pub async fn change_quantity(&self, item: &str, quantity: u32) -> Answer {
        self.post("/api/cart/modify", json!({ "items": [{ "id": item, "quantity": quantity }] })).await
    }

    pub async fn get_cart(&self) -> Value {
        let answer = self.get("/api/cart").await;
        answer.expect_status(200);
        answer.json()
    }

    /// The lines of the cart, of all groups.
    pub async fn get_lines(&self) -> Vec<Value> {
        let cart = self.get_cart().await;
        let groups = cart["itemGroups"].as_array().unwrap();
        groups.iter().flat_map(|group| group["items"].as_array().unwrap().clone()).collect()
    }

    pub async fn save_settings(&self, delivery: &str) {
        self.post("/api/cart/settings", settings(delivery)).await.expect_success();
    }

    pub async fn open_payment(&self) -> Payment {
        self.open_payment_at("sandbox").await
    }

    pub async fn open_payment_at(&self, processor: &str) -> Payment {
        Payment::of(&self.post(&format!("/api/payment/{processor}/setup"), json!({})).await.expect_success())
    }

    /// Enters a card in the processor's form, as its script sends it, and confirms the payment if the card's bank asks.
    pub async fn enter_card(&self, payment: &Payment, number: &str) -> Answer {
        let answer = self.try_card(payment, number).await.expect("the processor answers");
        if !answer.status.is_success() || answer.json()["challenge"] != json!(true) {
            return answer;
        }
        let confirmed = self.http.post(format!("{}/challenge", payment.form)).json(&json!({ "result": "passed" }));
        Answer::of(confirmed.send().await.unwrap()).await.unwrap()
    }

    /// Like [`Shopper::enter_card`], but at a processor that may be stopped.
    pub async fn try_card(&self, payment: &Payment, number: &str) -> reqwest::Result<Answer> {
        let code = if number.starts_with('3') { "1234" } else { "123" };
        let entry = json!({ "number": number, "expiry": "12 / 30", "code": code });
        Answer::of(self.http.post(&payment.form).json(&entry).send().await?).await
    }

    pub async fn authorise(&self, payment: &Payment) -> Answer {
        let asked =
            json!({ "paymentKey": payment.key, "sessionKey": payment.session, "priceOverride": payment.amount });
        self.post("/api/payment/sandbox/process-card", asked).await
    }

    /// Opens a payment, enters a card and authorises it.
    pub async fn pay_with(&self, number: &str) -> (Payment, Answer) {
        let payment = self.open_payment().await;
        self.enter_card(&payment, number).await.expect_status(200);
        let answer = self.authorise(&payment).await;
        (payment, answer)
    }

    pub async fn submit(&self, payment: &Payment) -> Answer {
        self.post("/api/order/submit", json!({ "paymentKey": payment.key, "cardholderName": "Ada Lovelace" })).await
    }

    /// Submits as the page does: repeats the same submit while the answer is that the payment is being checked. A busy
    /// machine can cause that answer.
    pub async fn submit_until_settled(&self, payment: &Payment) -> Answer {
        let ask = || async {
            let answer = self.submit(payment).await;
            (answer.json()["paymentPending"] != json!(true)).then_some(answer)
        };
        until("the payment is settled", ask).await
    }

    pub async fn submit_without_payment(&self) -> Answer {
        self.post("/api/order/submit", json!({})).await
    }

    pub async fn get_order(&self) -> Answer {
        self.get("/api/order/details").await
    }

    pub async fn try_register(&self, email: &str, password: &str) -> Answer {
        let form = json!({ "emailAddress": email, "firstName": "Ada", "lastName": "Lovelace", "password": password });
        self.post("/api/account/register", form).await
    }

    pub async fn try_sign_in(&self, email: &str, password: &str) -> Answer {
        self.post("/api/account/sign-in", json!({ "emailAddress": email, "password": password })).await
    }

    pub async fn sign_in(&self, email: &str) {
        self.try_sign_in(email, PASSWORD).await.expect_success();
    }

    /// Opens the shop, registers and signs in.
    pub async fn register_and_sign_in(&self, email: &str) {
        self.open_shop().await;
        self.try_register(email, PASSWORD).await.expect_success();
        self.sign_in(email).await;
    }

    pub async fn sign_out(&self) {
        self.post("/api/account/sign-out", json!({})).await.expect_success();
    }

    pub async fn is_signed_in(&self) -> bool {
        self.get("/api/session").await.json()["userAuthenticated"] == json!(true)
    }

    /// Opens the shop, adds tour tickets, checks out and pays with a good card.
    pub async fn buy_tours(&self, variant: &str, quantity: u32) -> Value {
        self.open_shop().await;
        self.add_tours(variant, quantity).await;
        self.check_out().await
    }

    /// Pays for the cart and submits the order.
    pub async fn check_out(&self) -> Value {
        let payment = self.authorise_cart().await;
        self.submit(&payment).await.expect_success()
    }

    /// Saves the settings of a digital order and authorises a good card for it. Only the submit remains.
    pub async fn authorise_cart(&self) -> Payment {
        self.save_settings("digital").await;
        let (payment, authorised) = self.pay_with(super::card::GOOD).await;
        authorised.expect_success();
        payment
    }
}

/// The day after [`super::clock::friday_morning`].
pub const SATURDAY: &str = "2026-11-21";
pub const SATURDAY_NOON: &str = "tours.20261121.1200";
pub const NOON_IS_SOLD_OUT: &str =
    "Sorry, this is sold out: Tour, Saturday, November 21, 2026, 12:00 PM. Please choose another date or time.";
/// The refusal of one place at noon while places are left at two.
pub const NOON_IS_SOLD_OUT_BUT_NOT_TWO: &str = "Sorry, this is sold out: Tour, Saturday, November 21, 2026, 12:00 \
                                                PM. Please choose another date or time. Still \
     available: 2:00 PM.";
pub const SATURDAY_TWO: &str = "tours.20261121.1400";
