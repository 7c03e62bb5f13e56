//! A server that keeps the part of Stripe's contract on which the shop relies: idempotency keys, states of intents,
//! partial captures, refunds, disputes, expansions, pages of lists, and a search that finds new intents late. It follows
//! Stripe's API reference for the version that the client names.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use midway::shop::payment::processor::{DisputeState, RefundState};
use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{EndpointExt, IntoResponse, Request, Response, Server, handler};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::support::clock::friday_morning;

pub const SECRET_KEY: &str = "sk_test_contract";
const VERSION: &str = "2025-04-30.basil";
/// Small, so that every longer list has several pages.
const PAGE: usize = 2;

const DECLINED: &str = "4000000000000002";
const CONFIRMED: &str = "4000002500003155";
const CONFIRMED_EACH_TIME: &str = "4000002760003184";
const REFUND_FAILS: &str = "4000000000005126";
const REFUND_PENDING: &str = "4000000000007726";

/// A status and a body.
type Answer = (u16, Value);
type Params = BTreeMap<String, String>;

#[derive(Default)]
pub struct Contract {
    next_id: u32,
    /// The time, in seconds since 1970.
    now: i64,
    intents: Vec<Value>,
    setups: Vec<Value>,
    /// The card numbers of payment methods.
    methods: HashMap<String, String>,
    refunds: Vec<Value>,
    disputes: Vec<Value>,
    /// The first answers to calls, by idempotency key.
    answers: HashMap<String, (String, Params, Answer)>,
    /// Whether the search finds the intents that exist.
    is_indexed: bool,
}

/// The contract, served on a free port.
pub struct ContractServer {
    pub address: SocketAddr,
    pub contract: Arc<Mutex<Contract>>,
    task: JoinHandle<()>,
}

impl ContractServer {
    pub async fn start() -> Self {
        let contract = Contract { now: friday_morning().timestamp(), ..Contract::default() };
        let contract = Arc::new(Mutex::new(contract));
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let app = serve.data(contract.clone());
        let task = tokio::spawn(async move { Server::new_with_acceptor(acceptor).run(app).await.unwrap() });
        ContractServer { address, contract, task }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The variables of a shop that pays here. `url` is [`Self::url`].
    pub fn settings<'a>(&self, url: &'a str, webhook_secret: &'a str) -> [(&'static str, &'a str); 4] {
        [
            ("STRIPE_URL", url),
            ("STRIPE_SECRET_KEY", SECRET_KEY),
            ("STRIPE_PUBLISHABLE_KEY", "pk_test_contract"),
            ("STRIPE_WEBHOOK_SECRET", webhook_secret),
        ]
    }

    pub fn with<T>(&self, work: impl FnOnce(&mut Contract) -> T) -> T {
        work(&mut self.contract.lock().unwrap())
    }
}

impl Drop for ContractServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[handler]
async fn serve(request: &Request, body: String, contract: poem::web::Data<&Arc<Mutex<Contract>>>) -> Response {
    let header = |name: &str| request.header(name).unwrap_or_default().to_owned();
    let (key, version) = (header("authorization"), header("stripe-version"));
    let (status, body) = if key != format!("Bearer {SECRET_KEY}") {
        fault(401, "", "Invalid API Key provided")
    } else if version != VERSION {
        fault(400, "", "the version is not pinned")
    } else {
        let path: Vec<&str> = request.uri().path().trim_start_matches("/v1/").split('/').collect();
        let mut contract = contract.0.lock().unwrap();
        match request.method().as_str() {
            "GET" => contract.get(&path, &parsed(request.uri().query().unwrap_or_default())),
            _ => contract.post_once(&path, header("idempotency-key"), parsed(&body)),
        }
    };
    let status = StatusCode::from_u16(status).unwrap();
    body.to_string().with_content_type("application/json").with_status(status).into_response()
}

/// The parameters of a query or a form. A name with `[]` that occurs several times gets all its values.
fn parsed(text: &str) -> Params {
    let mut params = Params::new();
    for (name, value) in url::form_urlencoded::parse(text.as_bytes()) {
        let all = params.entry(name.into_owned()).or_default();
        if !all.is_empty() {
            all.push(',');
        }
        all.push_str(&value);
    }
    params
}

fn fault(status: u16, code: &str, message: &str) -> Answer {
    let kind = if status == 402 { "card_error" } else { "invalid_request_error" };
    (status, json!({ "error": { "type": kind, "code": code, "decline_code": null, "message": message } }))
}

fn unexpected_state() -> Answer {
    fault(400, "payment_intent_unexpected_state", "This PaymentIntent could not be used in its state")
}

fn cents(params: &Params, name: &str) -> i64 {
    params.get(name).and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn metadata(params: &Params) -> Value {
    let named = params.iter().filter_map(|(name, value)| {
        Some((name.strip_prefix("metadata[")?.strip_suffix(']')?.to_owned(), Value::from(value.clone())))
    });
    Value::Object(named.collect())
}

impl Contract {
    fn id(&mut self, prefix: &str) -> String {
        self.next_id += 1;
        format!("{prefix}_{}", self.next_id)
    }

    /// A day has passed: idempotency keys are forgotten, and the search finds everything.
    pub fn pass_a_day(&mut self) {
        self.answers.clear();
        self.is_indexed = true;
        self.now += 24 * 60 * 60;
    }

    fn post_once(&mut self, path: &[&str], key: String, params: Params) -> Answer {
        assert!(!key.is_empty(), "{path:?} has no idempotency key");
        if let Some((earlier_path, earlier, answer)) = self.answers.get(&key) {
            return if (earlier_path, earlier) == (&path.join("/"), &params) {
                answer.clone()
            } else {
                fault(
                    400,
                    "idempotency_key_in_use",
                    "Keys for idempotent requests can only be used with the same parameters",
                )
            };
        }
        let answer = self.post(path, &params);
        // A call that fails its validation was not carried out, so its answer is not kept.
        if matches!(answer.0, 200 | 402) {
            self.answers.insert(key, (path.join("/"), params, answer.clone()));
        }
        answer
    }

    fn post(&mut self, path: &[&str], params: &Params) -> Answer {
        match path {
            ["customers"] => (200, json!({ "id": self.id("cus"), "object": "customer" })),
            ["setup_intents"] => {
                let id = self.id("seti");
                self.setups.push(json!({
                    "id": id, "client_secret": format!("{id}_secret_x"), "status": "requires_payment_method",
                    "customer": params.get("customer"), "payment_method": null,
                }));
                (200, self.setups.last().unwrap().clone())
            }
            ["setup_intents", id, "cancel"] => match self.setups.iter_mut().find(|it| it["id"] == *id) {
                Some(setup) if setup["status"] != "succeeded" => {
                    setup["status"] = "canceled".into();
                    (200, setup.clone())
                }
                Some(_) => unexpected_state(),
                None => fault(404, "resource_missing", "No such setupintent"),
            },
            ["payment_intents"] => self.create_intent(params),
            ["payment_intents", id, rest @ ..] => {
                let Some(place) = self.intents.iter().position(|it| it["id"] == *id) else {
                    return fault(404, "resource_missing", "No such payment_intent");
                };
                self.change_intent(place, rest, params)
            }
            ["refunds"] => self.refund(params),
            _ => fault(404, "", "Unrecognized request URL"),
        }
    }

    fn create_intent(&mut self, params: &Params) -> Answer {
        assert_eq!(params["currency"], "usd");
        let id = self.id("pi");
        self.intents.push(json!({
            "id": id, "created": self.now, "client_secret": format!("{id}_secret_x"), "status": "requires_payment_method",
            "amount": cents(params, "amount"), "amount_received": 0, "currency": "usd",
            "capture_method": params.get("capture_method").map_or("automatic", String::as_str),
            "customer": params.get("customer"), "payment_method": params.get("payment_method"),
            "latest_charge": null, "last_payment_error": null, "metadata": metadata(params),
        }));
        let place = self.intents.len() - 1;
        if params.contains_key("confirm") {
            let is_off_session = params.contains_key("off_session");
            if let Some(refused) = self.confirm(place, is_off_session) {
                return refused;
            }
        }
        (200, self.expanded(&self.intents[place], params, ""))
    }

    fn change_intent(&mut self, place: usize, change: &[&str], params: &Params) -> Answer {
        let status = self.intents[place]["status"].as_str().unwrap().to_owned();
        match change {
            [] if status.starts_with("requires_") && status != "requires_capture" => {
                for name in ["customer", "payment_method"] {
                    if let Some(value) = params.get(name) {
                        self.intents[place][name] = value.clone().into();
                    }
                }
            }
            ["confirm"] if status == "requires_payment_method" => {
                if let Some(refused) = self.confirm(place, false) {
                    return refused;
                }
            }
            ["cancel"] if status.starts_with("requires_") => self.intents[place]["status"] = "canceled".into(),
            ["capture"] if status == "requires_capture" => {
                let (amount, whole) =
                    (cents(params, "amount_to_capture"), self.intents[place]["amount"].as_i64().unwrap());
                if !(1..=whole).contains(&amount) {
                    return fault(400, "amount_too_large", "Amount must be no more than the authorized amount");
                }
                let intent = &mut self.intents[place];
                intent["status"] = "succeeded".into();
                intent["amount_received"] = amount.into();
                if amount < whole {
                    let released = json!({
                        "id": "re_released", "created": self.now, "amount": whole - amount, "status": "succeeded", "metadata": {},
                        "payment_intent": intent["id"],
                    });
                    self.refunds.push(released);
                }
            }
            _ => return unexpected_state(),
        }
        (200, self.expanded(&self.intents[place], params, ""))
    }

    fn number_of(&self, intent: &Value) -> &str {
        intent["payment_method"].as_str().and_then(|method| self.methods.get(method)).map_or("", String::as_str)
    }

    /// Tries the card of an intent. Returns the answer if the bank declines.
    fn confirm(&mut self, place: usize, is_off_session: bool) -> Option<Answer> {
        let number = self.number_of(&self.intents[place]).to_owned();
        assert!(!number.is_empty(), "the intent has no payment method");
        let refusal = match number.as_str() {
            DECLINED => Some(("card_declined", "generic_decline", "Your card was declined.")),
            CONFIRMED_EACH_TIME if is_off_session => Some((
                "authentication_required",
                "authentication_required",
                "Your card was declined. This transaction requires authentication.",
            )),
            _ => None,
        };
        let intent = &mut self.intents[place];
        if let Some((code, decline_code, message)) = refusal {
            let error = json!({ "type": "card_error", "code": code, "decline_code": decline_code, "message": message });
            intent["last_payment_error"] = error.clone();
            intent["status"] = "requires_payment_method".into();
            return Some((402, json!({ "error": error })));
        }
        if number == CONFIRMED_EACH_TIME {
            intent["status"] = "requires_action".into();
            return None;
        }
        self.take(place);
        None
    }

    /// Makes the charge of a confirmed intent.
    fn take(&mut self, place: usize) {
        let (charge, now) = (self.id("ch"), self.now);
        let intent = &mut self.intents[place];
        intent["latest_charge"] = charge.into();
        intent["charged"] = now.into();
        let is_manual = intent["capture_method"] == "manual";
        intent["status"] = if is_manual { "requires_capture".into() } else { "succeeded".into() };
        if !is_manual {
            intent["amount_received"] = intent["amount"].clone();
        }
    }

    fn refund(&mut self, params: &Params) -> Answer {
        let Some(intent) = self.intents.iter().find(|it| it["id"] == params["payment_intent"].as_str()) else {
            return fault(404, "resource_missing", "No such payment_intent");
        };
        if intent["status"] != "succeeded" {
            return fault(
                400,
                "payment_intent_unexpected_state",
                "This PaymentIntent does not have a successful charge",
            );
        }
        let (amount, left) = (cents(params, "amount"), self.left_of(intent));
        if amount > left {
            return fault(400, "charge_already_refunded", "Refund amount is greater than unrefunded amount on charge");
        }
        let status = match self.number_of(intent) {
            REFUND_FAILS => "failed",
            REFUND_PENDING => "pending",
            _ => "succeeded",
        };
        let failure_reason = (status == "failed").then_some("expired_or_canceled_card");
        let id = self.id("re");
        self.refunds.push(json!({
            "id": id, "created": self.now, "amount": amount, "status": status, "failure_reason": failure_reason,
            "metadata": metadata(params), "payment_intent": params["payment_intent"],
        }));
        (200, self.refunds.last().unwrap().clone())
    }

    /// What is left of the captured amount.
    fn left_of(&self, intent: &Value) -> i64 {
        intent["amount"].as_i64().unwrap() - self.returned_of(intent)
    }

    /// What was paid back, with what a partial capture released.
    fn returned_of(&self, intent: &Value) -> i64 {
        let of_intent =
            self.refunds.iter().filter(|it| it["payment_intent"] == intent["id"] && it["status"] != "failed");
        of_intent.map(|it| it["amount"].as_i64().unwrap()).sum()
    }

    fn get(&self, path: &[&str], params: &Params) -> Answer {
        match path {
            ["payment_intents"] => self.list(&self.intents, params),
            ["payment_intents", "search"] => {
                let is_found = |intent: &&Value| {
                    let name = |key: &str| intent["metadata"][key].as_str().unwrap_or_default().to_owned();
                    let wanted = format!(
                        "metadata[\"midway_payment\"]:\"{}\" AND metadata[\"midway_shop\"]:\"{}\"",
                        name("midway_payment"),
                        name("midway_shop")
                    );
                    self.is_indexed && params["query"] == wanted
                };
                let found: Vec<Value> = self.intents.iter().filter(is_found).cloned().collect();
                self.list(&found, params)
            }
            ["payment_intents", id] => match self.intents.iter().find(|it| it["id"] == *id) {
                Some(intent) => (200, self.expanded(intent, params, "")),
                None => fault(404, "resource_missing", "No such payment_intent"),
            },
            ["setup_intents", id] => match self.setups.iter().find(|it| it["id"] == *id) {
                Some(setup) => (200, self.expanded(setup, params, "")),
                None => fault(404, "resource_missing", "No such setupintent"),
            },
            ["refunds"] => self.list(&of_intent(&self.refunds, params), params),
            ["disputes"] => self.list(&of_intent(&self.disputes, params), params),
            _ => fault(404, "", "Unrecognized request URL"),
        }
    }

    /// A page of a list, newest first. Lists of intents have small pages.
    fn list(&self, all: &[Value], params: &Params) -> Answer {
        let after = params.get("starting_after");
        let bound = |name: &str| params.get(name).and_then(|text| text.parse::<i64>().ok());
        let (from, to) = (bound("created[gte]").unwrap_or(i64::MIN), bound("created[lte]").unwrap_or(i64::MAX));
        let all: Vec<&Value> =
            all.iter().filter(|it| (from..=to).contains(&it["created"].as_i64().unwrap_or_default())).collect();
        let newest = all.into_iter().rev().skip_while(|it| after.is_some_and(|id| it["id"] != id.as_str()));
        let rest: Vec<&Value> = newest.skip(usize::from(after.is_some())).collect();
        let size = if params.contains_key("payment_intent") { rest.len() } else { PAGE };
        let data: Vec<Value> = rest.iter().take(size).map(|it| self.expanded(it, params, "data.")).collect();
        (200, json!({ "object": "list", "data": data, "has_more": rest.len() > size }))
    }

    /// An object with the parts that the call asked to expand.
    fn expanded(&self, object: &Value, params: &Params, prefix: &str) -> Value {
        let mut shown = object.clone();
        let asked = params.get("expand[]").map_or("", String::as_str);
        let is_asked = |name: &str| asked.split(',').any(|it| it == format!("{prefix}{name}"));
        if let Some(method) = object["payment_method"].as_str().filter(|_| is_asked("payment_method")) {
            let number = &self.methods[method];
            let card = json!({
                "brand": "visa", "last4": number[number.len() - 4..], "exp_month": 12, "exp_year": 2035,
            });
            shown["payment_method"] = json!({ "id": method, "type": "card", "card": card });
        }
        if let Some(charge) = object["latest_charge"].as_str().filter(|_| is_asked("latest_charge")) {
            let disputed = self.disputes.iter().any(|it| it["payment_intent"] == object["id"]);
            let refunded = self.returned_of(object);
            let created = &object["charged"];
            shown["latest_charge"] =
                json!({ "id": charge, "created": created, "disputed": disputed, "amount_refunded": refunded });
        }
        if let Some(id) = object["payment_intent"].as_str().filter(|_| is_asked("payment_intent")) {
            let intent = self.intents.iter().find(|it| it["id"] == id);
            shown["payment_intent"] = intent.cloned().unwrap_or(Value::Null);
        }
        shown
    }

    /// What the browser does with Stripe's elements: it confirms an intent with a card. `confirms` is what the
    /// cardholder answers the bank; `None` leaves the bank's page.
    pub fn enter_card(&mut self, secret: &str, number: &str, confirms: Option<bool>) {
        let method = self.id("pm");
        self.methods.insert(method.clone(), number.to_owned());
        let needs_confirmation = matches!(number, CONFIRMED | CONFIRMED_EACH_TIME);
        if let Some(setup) = self.setups.iter_mut().find(|it| it["client_secret"] == secret) {
            setup["payment_method"] = method.into();
            setup["status"] = "succeeded".into();
            return;
        }
        let place = self.intents.iter().position(|it| it["client_secret"] == secret).unwrap();
        self.intents[place]["payment_method"] = method.into();
        match (needs_confirmation, confirms) {
            (true, None) => self.intents[place]["status"] = "requires_action".into(),
            (true, Some(false)) => {
                self.intents[place]["status"] = "requires_payment_method".into();
                self.intents[place]["payment_method"] = Value::Null;
                self.intents[place]["last_payment_error"] = json!({
                    "code": "payment_intent_authentication_failure",
                    "message": "We are unable to authenticate your payment method.",
                });
            }
            (true, Some(true)) => self.take(place),
            (false, _) => {
                self.confirm(place, false);
            }
        }
    }

    /// The client secret of the newest intent.
    pub fn newest_secret(&self) -> String {
        self.intents.last().unwrap()["client_secret"].as_str().unwrap().to_owned()
    }

    pub fn status_of(&self, secret: &str) -> String {
        let intent = self.intents.iter().find(|it| it["client_secret"] == secret).unwrap();
        intent["status"].as_str().unwrap().to_owned()
    }

    /// Refunds a part of a payment as the operator does in Stripe's dashboard.
    pub fn refund_in_dashboard(&mut self, secret: &str, amount: i64) {
        let intent = self.intents.iter().find(|it| it["client_secret"] == secret).unwrap();
        let intent = intent["id"].as_str().unwrap().to_owned();
        let params = Params::from([("payment_intent".to_owned(), intent), ("amount".to_owned(), amount.to_string())]);
        assert_eq!(self.refund(&params).0, 200);
    }

    pub fn settle_refund(&mut self, reference: &str, state: RefundState) {
        let refund = self.refunds.iter_mut().find(|it| it["id"] == reference).unwrap();
        refund["status"] = if state == RefundState::Succeeded { "succeeded".into() } else { "failed".into() };
    }

    pub fn dispute(&mut self, secret: &str, state: DisputeState) {
        let intent = self.intents.iter().find(|it| it["client_secret"] == secret).unwrap();
        let (intent, amount) = (intent["id"].clone(), intent["amount_received"].clone());
        let status = match state {
            DisputeState::Open => "needs_response",
            DisputeState::Won => "won",
            DisputeState::Lost => "lost",
        };
        if let Some(dispute) = self.disputes.iter_mut().find(|it| it["payment_intent"] == intent) {
            dispute["status"] = status.into();
            return;
        }
        let id = self.id("dp");
        self.disputes.push(json!({
            "id": id, "created": self.now, "payment_intent": intent, "amount": amount, "status": status,
        }));
    }
}

/// The objects of the intent that the call names, or all.
fn of_intent(all: &[Value], params: &Params) -> Vec<Value> {
    let is_asked = |it: &&Value| params.get("payment_intent").is_none_or(|id| it["payment_intent"] == id.as_str());
    all.iter().filter(is_asked).cloned().collect()
}
