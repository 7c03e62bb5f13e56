//! The client of Stripe. A payment is a PaymentIntent that is captured by a second call; a card that is stored without
//! a payment is a SetupIntent. The session of a payment is the intent's client secret, which also contains its id.
//!
//! The browser confirms an intent, so Stripe has the card, and its decline, before the shop asks. Stripe repeats the
//! answer to a call with the same idempotency key for a day at least. Because a call may be repeated later than that,
//! each call that moves money first, or after a refusal, looks whether it was carried out before.

mod calls;
mod wire;

use chrono::Duration;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;
use url::Url;

use super::processor::{
    Authorisation, BrowserForm, BrowserOrigins, Capabilities, Captured, CardProcessor, CardToken, Decline, DeclineCode,
    Movement, NewSession, Outcome, PaymentKey, PaymentRef, Processor, ProcessorPayment, Refund, RefundKey, RefundState,
    Session, SessionKey,
};
use crate::config::StripeConfig;
use calls::{CallError, Calls, Form, declined};
use midway_kernel::input::Secret;
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;
use wire::{
    Created, IntentStatus, List, Listed, PAYMENT, PaymentIntent, REFUND, SHOP, SetupIntent, StripeDispute, StripeRefund,
};

/// The address of Stripe's API.
const API: &str = "https://api.stripe.com";

/// The address of Stripe's script. Stripe requires that pages load it from there.
const SCRIPT: &str = "https://js.stripe.com/v3/";

/// The largest page of a list.
const PAGE: &str = "100";

/// How long before its capture a payment may have been opened: Stripe reserves an amount for a week.
const LONGEST_RESERVATION: Duration = Duration::days(8);

pub struct StripeProcessor {
    calls: Calls,
    publishable_key: String,
    script: String,
    origins: BrowserOrigins,
    /// The name of this shop in the metadata of its payments.
    shop: String,
}

impl StripeProcessor {
    /// # Errors
    /// When no HTTP client can be made.
    pub fn new(config: &StripeConfig, public_url: &Url) -> Result<Self, reqwest::Error> {
        let (url, script, origins) = match &config.stand_in {
            None => (Url::parse(API).expect("a URL"), SCRIPT.to_owned(), origins()),
            Some(url) => {
                let origin = url.origin().ascii_serialization();
                (url.clone(), format!("{origin}/js.stripe.com/v3/"), BrowserOrigins::all_at(&origin))
            }
        };
        Ok(StripeProcessor {
            calls: Calls::new(url, config.secret_key.clone())?,
            script,
            origins,
            publishable_key: config.publishable_key.clone(),
            shop: public_url.host_str().unwrap_or_default().to_owned(),
        })
    }

    fn metadata(&self, payment: &PaymentKey) -> Form<'static> {
        vec![("metadata[midway_payment]", payment.to_string()), ("metadata[midway_shop]", self.shop.clone())]
    }

    /// Makes a customer for the card of one payment. Stripe charges a card again only for the customer who has it.
    async fn customer(&self, payment: &PaymentKey) -> Result<String, CallError> {
        let form = self.metadata(payment);
        let created: Created = self.calls.post(&["customers"], &format!("{payment}-customer"), &form).await?;
        Ok(created.id)
    }

    async fn open_payment(&self, session: &NewSession) -> Result<Session, CallError> {
        let mut form = self.metadata(&session.payment);
        form.extend([
            ("amount", session.amount.cents().to_string()),
            ("currency", "usd".to_owned()),
            ("capture_method", "manual".to_owned()),
            // Apple Pay and Google Pay are cards too.
            ("payment_method_types[]", "card".to_owned()),
        ]);
        if session.keeps_card {
            form.push(("customer", self.customer(&session.payment).await?));
            form.push(("payment_method_options[card][setup_future_usage]", "off_session".to_owned()));
        }
        let intent: PaymentIntent = self.calls.post(&["payment_intents"], session.payment.as_str(), &form).await?;
        self.opened(intent.client_secret)
    }

    async fn open_setup(&self, session: &NewSession) -> Result<Session, CallError> {
        let mut form = self.metadata(&session.payment);
        form.extend([
            ("customer", self.customer(&session.payment).await?),
            ("usage", "off_session".to_owned()),
            ("payment_method_types[]", "card".to_owned()),
        ]);
        let intent: SetupIntent = self.calls.post(&["setup_intents"], session.payment.as_str(), &form).await?;
        self.opened(intent.client_secret)
    }

    fn opened(&self, client_secret: Option<String>) -> Result<Session, CallError> {
        let key = client_secret.ok_or_else(|| CallError::Lost("it names no client secret".to_owned()))?;
        Ok(Session { key: SessionKey(key), url: self.script.clone() })
    }

    async fn intent(&self, id: &str) -> Result<PaymentIntent, CallError> {
        self.calls.get(&["payment_intents", id], &expand(["payment_method", "latest_charge"])).await
    }

    /// The PaymentIntent of a charge, found by its metadata. Stripe finds a new intent only after about a minute, so
    /// `None` proves nothing about a recent call.
    async fn search(&self, payment: &PaymentKey) -> Result<Option<PaymentIntent>, CallError> {
        // A payment key has only letters, digits, hyphens and underscores, so it needs no quoting.
        let query = format!("metadata[\"{PAYMENT}\"]:\"{payment}\" AND metadata[\"{SHOP}\"]:\"{}\"", self.shop);
        let mut form: Form<'_> = vec![("query", query)];
        form.extend(expand(["data.payment_method", "data.latest_charge"]));
        let found: List<PaymentIntent> = self.calls.get(&["payment_intents", "search"], &form).await?;
        Ok(found.data.into_iter().next())
    }

    /// All objects of a list, page by page, newest first.
    async fn all<T: DeserializeOwned + Listed>(&self, path: &[&str], query: &Form<'_>) -> Result<Vec<T>, CallError> {
        let mut all = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let mut page: Form<'_> = vec![("limit", PAGE.to_owned())];
            page.extend(query.iter().cloned());
            page.extend(after.take().map(|id| ("starting_after", id)));
            let list: List<T> = self.calls.get(path, &page).await?;
            after = list.data.last().map(|last| last.id().to_owned()).filter(|_| list.has_more);
            all.extend(list.data);
            if after.is_none() {
                return Ok(all);
            }
        }
    }

    /// The refunds of a payment, newest first.
    async fn refunds(&self, intent: &str) -> Result<Vec<StripeRefund>, CallError> {
        let query = vec![("payment_intent", intent.to_owned()), ("limit", PAGE.to_owned())];
        let list: List<StripeRefund> = self.calls.get(&["refunds"], &query).await?;
        Ok(list.data)
    }

    /// A payment with its refunds and disputes.
    async fn with_refunds(&self, intent: PaymentIntent) -> Result<ProcessorPayment, CallError> {
        if intent.captured() == Money::ZERO {
            return Ok(intent.shown(Vec::new(), Vec::new()));
        }
        let refunds = self.refunds(&intent.id).await?;
        let disputes = match intent.charge().is_some_and(|charge| charge.disputed) {
            true => {
                let query = vec![("payment_intent", intent.id.clone()), ("limit", PAGE.to_owned())];
                let disputes = self.calls.get::<List<StripeDispute>>(&["disputes"], &query).await?.data;
                disputes.into_iter().filter(StripeDispute::moves_money).collect()
            }
            false => Vec::new(),
        };
        Ok(intent.shown(refunds, disputes))
    }

    async fn find(&self, payment: &PaymentRef) -> Result<Option<ProcessorPayment>, CallError> {
        let Some(session) = &payment.session else {
            return match self.search(&payment.key).await? {
                Some(intent) => self.with_refunds(intent).await.map(Some),
                None => Err(CallError::Lost("the search does not find the payment, perhaps not yet".to_owned())),
            };
        };
        let found = match id_of(session) {
            Some(Intent::Payment(id)) => match self.intent(id).await {
                Ok(intent) => self.with_refunds(intent).await,
                Err(error) => Err(error),
            },
            Some(Intent::Setup(id)) => {
                let intent = self.calls.get::<SetupIntent>(&["setup_intents", id], &expand(["payment_method"])).await;
                intent.map(SetupIntent::shown)
            }
            None => return Ok(None),
        };
        match found {
            Ok(found) => Ok(Some(found)),
            Err(CallError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Cancels an intent, or finds that it was cancelled before.
    async fn cancel(&self, payment: &PaymentRef) -> Result<(), CallError> {
        let intent = id_of_ref(payment)?;
        let path = [intent.kind(), intent.id(), "cancel"];
        let called: Result<Created, CallError> =
            self.calls.post(&path, &format!("{}-void", payment.key), &Form::new()).await;
        match called {
            Err(CallError::Refused(said)) => {
                let found = self.find(payment).await?;
                let is_void = found.is_some_and(|it| it.status == super::processor::ProcessorStatus::Voided);
                if is_void { Ok(()) } else { Err(CallError::Refused(said)) }
            }
            called => called.map(drop),
        }
    }

    /// The result of an authorisation, as the state of its intent shows it.
    fn authorisation(intent: &PaymentIntent, amount: Money) -> Outcome<Authorisation> {
        if Money(intent.amount) != amount || intent.currency != "usd" {
            return Outcome::Refused { reason: "the payment has another amount".to_owned() };
        }
        match (intent.status, intent.charge(), intent.card()) {
            (IntentStatus::RequiresCapture | IntentStatus::Succeeded, Some(charge), Some(card)) => {
                Outcome::Done(Authorisation { reference: charge.id.clone(), card })
            }
            (IntentStatus::RequiresCapture | IntentStatus::Succeeded, ..) => {
                Outcome::Lost { reason: "Stripe shows no charge or no card of a reserved payment".to_owned() }
            }
            (IntentStatus::Processing, ..) => Outcome::Pending,
            (IntentStatus::Canceled, ..) => Outcome::Refused { reason: "the payment is void".to_owned() },
            _ => Outcome::RequiresAction,
        }
    }

    async fn authorise_stored(
        &self,
        payment: &PaymentRef,
        card: &CardToken,
        amount: Money,
    ) -> Result<Outcome<Authorisation>, CallError> {
        let id = id_of_ref(payment)?.id();
        let before = Self::authorisation(&self.intent(id).await?, amount);
        if before != Outcome::RequiresAction {
            return Ok(before);
        }
        let (customer, method) = parts_of(card)?;
        let form = vec![("customer", customer.to_owned()), ("payment_method", method.to_owned())];
        let path = ["payment_intents", id];
        // Each try has keys of its own: after a confirmation at the bank that has failed, Stripe would answer a repeated
        // key with what it said before, and do nothing. The intent, which was just read, reserves only once.
        let tried = random_id();
        let _updated: Created = self.calls.post(&path, &format!("{}-card-{tried}", payment.key), &form).await?;
        let path = ["payment_intents", id, "confirm"];
        let confirmed: Result<Created, CallError> =
            self.calls.post(&path, &format!("{}-confirm-{tried}", payment.key), &Form::new()).await;
        match confirmed {
            Ok(_) => Ok(Self::authorisation(&self.intent(id).await?, amount)),
            Err(CallError::Declined { code, message }) => {
                // The intent would accept another card. It is closed, so that a decline ends the payment.
                self.cancel(payment).await?;
                Ok(declined(&code, message))
            }
            Err(error) => Err(error),
        }
    }

    async fn charge_stored(
        &self,
        payment: &PaymentRef,
        card: &CardToken,
        amount: Money,
    ) -> Result<Outcome<String>, CallError> {
        // Stripe forgets an idempotency key after a day, so an older charge must be found.
        if let Some(earlier) = self.search(&payment.key).await? {
            return self.concluded(payment, earlier, amount).await;
        }
        let (customer, method) = parts_of(card)?;
        let mut form = self.metadata(&payment.key);
        form.extend([
            ("amount", amount.cents().to_string()),
            ("currency", "usd".to_owned()),
            ("customer", customer.to_owned()),
            ("payment_method", method.to_owned()),
            ("payment_method_types[]", "card".to_owned()),
            ("off_session", "true".to_owned()),
            ("confirm", "true".to_owned()),
        ]);
        form.extend(expand(["latest_charge"]));
        let intent: PaymentIntent = self.calls.post(&["payment_intents"], payment.key.as_str(), &form).await?;
        self.concluded(payment, intent, amount).await
    }

    /// The outcome of a charge. One that needs the cardholder, who is not present, is given up.
    async fn concluded(
        &self,
        payment: &PaymentRef,
        intent: PaymentIntent,
        amount: Money,
    ) -> Result<Outcome<String>, CallError> {
        if intent.status == IntentStatus::RequiresAction {
            let path = ["payment_intents", intent.id.as_str(), "cancel"];
            let _canceled: Created = self.calls.post(&path, &format!("{}-void", payment.key), &Form::new()).await?;
        }
        Ok(charged(intent, amount))
    }

    async fn refund_part(&self, payment: &PaymentRef, refund: &RefundKey, amount: Money) -> Result<Refund, CallError> {
        let id = match &payment.session {
            Some(_) => id_of_ref(payment)?.id().to_owned(),
            None => match self.search(&payment.key).await? {
                Some(intent) => intent.id,
                None => return Err(CallError::Lost("the search does not find the payment".to_owned())),
            },
        };
        // Stripe forgets an idempotency key after a day, so an older refund must be found.
        let of_key = |it: &StripeRefund| it.metadata.get(REFUND).is_some_and(|key| key == refund.as_str());
        let known = match self.refunds(&id).await?.into_iter().find(of_key) {
            Some(known) => known,
            None => {
                let form = vec![
                    ("payment_intent", id),
                    ("amount", amount.cents().to_string()),
                    ("metadata[midway_refund]", refund.to_string()),
                    ("metadata[midway_payment]", payment.key.to_string()),
                ];
                self.calls.post(&["refunds"], &format!("refund-{refund}"), &form).await?
            }
        };
        if Money(known.amount) == amount {
            Ok(known.shown())
        } else {
            Err(CallError::Refused("this refund has another amount".to_owned()))
        }
    }
}

/// The names of objects to include whole in an answer.
fn expand<const N: usize>(names: [&'static str; N]) -> Form<'static> {
    names.map(|name| ("expand[]", name.to_owned())).into()
}

/// The origins that Stripe names for the content security policy of a page with its elements
/// (docs.stripe.com/security/guide).
fn origins() -> BrowserOrigins {
    let script = ["https://js.stripe.com", "https://*.js.stripe.com"].map(str::to_owned);
    BrowserOrigins {
        frames: script.iter().cloned().chain(["https://hooks.stripe.com".to_owned()]).collect(),
        scripts: script.into(),
        connections: vec![API.to_owned()],
    }
}

/// The result of a charge of a stored card, as its intent shows it.
fn charged(intent: PaymentIntent, amount: Money) -> Outcome<String> {
    if Money(intent.amount) != amount {
        return Outcome::Refused { reason: "this charge has another amount".to_owned() };
    }
    match (intent.status, intent.charge()) {
        (IntentStatus::Succeeded, Some(charge)) => Outcome::Done(charge.id.clone()),
        (IntentStatus::Succeeded, None) => Outcome::Lost { reason: "Stripe shows no charge".to_owned() },
        (IntentStatus::Processing, _) => Outcome::Pending,
        (IntentStatus::RequiresAction, _) => Outcome::RequiresAction,
        (IntentStatus::RequiresCapture, _) => Outcome::Refused { reason: "it was only reserved".to_owned() },
        (IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresConfirmation | IntentStatus::Canceled, _) => {
            let (code, message) = intent.last_payment_error.unwrap_or_default().parts();
            declined(&code, message)
        }
    }
}

enum Intent<'a> {
    Payment(&'a str),
    Setup(&'a str),
}

impl<'a> Intent<'a> {
    fn id(&self) -> &'a str {
        match self {
            Intent::Payment(id) | Intent::Setup(id) => id,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Intent::Payment(_) => "payment_intents",
            Intent::Setup(_) => "setup_intents",
        }
    }
}

/// The intent that a client secret belongs to, such as `pi_1_secret_2`.
fn id_of(session: &SessionKey) -> Option<Intent<'_>> {
    let (id, _) = session.as_str().split_once("_secret_")?;
    if id.starts_with("pi_") { Some(Intent::Payment(id)) } else { id.starts_with("seti_").then_some(Intent::Setup(id)) }
}

fn id_of_ref(payment: &PaymentRef) -> Result<Intent<'_>, CallError> {
    let intent = payment.session.as_ref().and_then(id_of);
    intent.ok_or_else(|| CallError::Refused("the payment has no session of Stripe".to_owned()))
}

/// The customer and the payment method of a stored card.
fn parts_of(card: &CardToken) -> Result<(&str, &str), CallError> {
    card.as_str().split_once(':').ok_or_else(|| CallError::Refused("the card is not stored at Stripe".to_owned()))
}

/// The outcome of steps that end with one.
fn flat<T>(result: Result<Outcome<T>, CallError>) -> Outcome<T> {
    result.unwrap_or_else(Outcome::from)
}

fn done<T>(result: Result<T, CallError>) -> Outcome<T> {
    result.map_or_else(Outcome::from, Outcome::Done)
}

impl Processor for StripeProcessor {
    fn capture<'a>(&'a self, payment: &'a PaymentRef, amount: Money) -> BoxFuture<'a, Outcome<()>> {
        let capture = async move {
            let id = id_of_ref(payment)?.id();
            let form = vec![("amount_to_capture", amount.cents().to_string())];
            let key = format!("{}-capture-{}", payment.key, amount.cents());
            let called: Result<Created, CallError> =
                self.calls.post(&["payment_intents", id, "capture"], &key, &form).await;
            match called {
                Err(CallError::Refused(said)) => match self.intent(id).await?.captured() == amount {
                    true => Ok(()),
                    false => Err(CallError::Refused(said)),
                },
                called => called.map(drop),
            }
        };
        async move { done(capture.await) }.boxed()
    }

    fn void<'a>(&'a self, payment: &'a PaymentRef) -> BoxFuture<'a, Outcome<()>> {
        async move { done(self.cancel(payment).await) }.boxed()
    }

    fn refund<'a>(
        &'a self,
        payment: &'a PaymentRef,
        refund: &'a RefundKey,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Refund>> {
        async move {
            match self.refund_part(payment, refund, amount).await {
                Ok(refund) => match refund.state {
                    RefundState::Succeeded => Outcome::Done(refund),
                    RefundState::Pending => Outcome::Pending,
                    RefundState::Failed => {
                        let message = refund.message.unwrap_or_else(|| "the refund failed".to_owned());
                        Outcome::Declined(Decline { code: DeclineCode::CardDeclined, message })
                    }
                },
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn look_up<'a>(&'a self, payment: &'a PaymentRef) -> BoxFuture<'a, Outcome<Option<ProcessorPayment>>> {
        async move { done(self.find(payment).await) }.boxed()
    }

    fn payment_named<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Outcome<Option<PaymentKey>>> {
        async move {
            match self.intent(name).await {
                Ok(intent) => Outcome::Done(intent.key_in(&self.shop)),
                Err(CallError::NotFound(_)) => Outcome::Done(None),
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn captures(&self) -> BoxFuture<'_, Result<Vec<Captured>, String>> {
        let captures = async move {
            let intents: Vec<PaymentIntent> = self.all(&["payment_intents"], &expand(["data.latest_charge"])).await?;
            let captured = |intent: &PaymentIntent| {
                let (amount, refunded) = (intent.captured(), intent.refunded());
                let payment = intent.key_in(&self.shop).filter(|_| amount > Money::ZERO)?;
                Some(Captured { payment, amount, refunded })
            };
            Ok(intents.iter().filter_map(captured).collect())
        };
        async move { captures.await.map_err(|error: CallError| error.to_string()) }.boxed()
    }

    fn movements(&self, from: Instant, to: Instant) -> BoxFuture<'_, Result<Vec<Movement>, String>> {
        let movements = async move {
            let created = |from: Instant| -> Form<'_> {
                vec![("created[gte]", from.timestamp().to_string()), ("created[lte]", to.timestamp().to_string())]
            };
            let with = |mut query: Form<'static>, part| {
                query.extend(expand([part]));
                query
            };
            let opened = with(created(from - LONGEST_RESERVATION), "data.latest_charge");
            let intents: Vec<PaymentIntent> = self.all(&["payment_intents"], &opened).await?;
            let query = with(created(from), "data.payment_intent");
            let refunds: Vec<StripeRefund> = self.all(&["refunds"], &query).await?;
            let disputes: Vec<StripeDispute> = self.all(&["disputes"], &query).await?;
            let captures = intents.iter().filter_map(|intent| intent.movement(intent.key_in(&self.shop)?));
            let refunds = refunds.into_iter().filter_map(|refund| refund.movement(&self.shop));
            let disputes = disputes.into_iter().filter(StripeDispute::moves_money);
            let disputes = disputes.filter_map(|dispute| dispute.movement(&self.shop));
            let all = captures.chain(refunds).chain(disputes);
            Ok(all.filter(|movement| (from..to).contains(&movement.at)).collect())
        };
        async move { movements.await.map_err(|error: CallError| error.to_string()) }.boxed()
    }

    fn browser_origins(&self) -> BoxFuture<'_, BrowserOrigins> {
        async move { self.origins.clone() }.boxed()
    }
}

impl CardProcessor for StripeProcessor {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            form: BrowserForm::Script { public_key: self.publishable_key.clone() },
            saves_cards: true,
            // Stripe takes a security code only from its own form.
            checks_security_code: false,
            charges_later: true,
        }
    }

    fn open_session<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, Outcome<Session>> {
        async move {
            done(match session.amount {
                Money::ZERO => self.open_setup(session).await,
                _ => self.open_payment(session).await,
            })
        }
        .boxed()
    }

    fn authorise<'a>(&'a self, payment: &'a PaymentRef, amount: Money) -> BoxFuture<'a, Outcome<Authorisation>> {
        let authorise = async move {
            let id = id_of_ref(payment)?.id();
            Ok(Self::authorisation(&self.intent(id).await?, amount))
        };
        async move { flat(authorise.await) }.boxed()
    }

    fn authorise_saved<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a CardToken,
        _holder_address: Option<&'a str>,
        _security_code: Option<&'a Secret>,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Authorisation>> {
        async move { flat(self.authorise_stored(payment, card, amount).await) }.boxed()
    }

    fn charge<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a CardToken,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<String>> {
        async move { flat(self.charge_stored(payment, card, amount).await) }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_secret_contains_the_id_of_its_intent() {
        let id = |secret: &str| id_of(&SessionKey::from(secret)).map(|it| (it.kind(), it.id().to_owned()));
        assert_eq!(id("pi_1_secret_2"), Some(("payment_intents", "pi_1".to_owned())));
        assert_eq!(id("seti_1_secret_2"), Some(("setup_intents", "seti_1".to_owned())));
        for other in ["", "pi_1", "cs_1_secret_2"] {
            assert_eq!(id(other), None, "{other}");
        }
    }
}
