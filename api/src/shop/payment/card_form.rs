//! The processor's form outside of checkout: for storing a card without a payment, so that the shop can charge it later,
//! and for a due payment.

use poem::http::HeaderMap;
use poem_openapi::Object;
use url::Url;

use super::processor::{BrowserForm, CardToken, NewSession, PaymentKey, PaymentRef, ProcessorStatus, Session};
use super::rules::{NO_PROCESSOR, NOT_AUTHORISED, UNAVAILABLE};
use super::wire::FormKind;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use midway_kernel::money::Money;

/// An open card form.
#[derive(Clone, Debug)]
pub struct CardForm {
    pub processor: String,
    pub session_key: String,
    /// How the browser shows it.
    pub form: BrowserForm,
    pub url: String,
}

/// Opens a form for a payment of this amount, under a key that the caller chooses. With an amount of zero, the form only
/// stores the card.
///
/// # Errors
/// A refusal when the processor is not configured, does not answer or opens no form.
pub async fn open_card_form(
    app: &App,
    processor: &str,
    key: &str,
    amount: Money,
    parent_origin: &str,
) -> Result<CardForm> {
    let Some(at) = app.processors.card(processor) else { return Err(Refusal::new(NO_PROCESSOR).into()) };
    let session = NewSession {
        payment: PaymentKey(key.to_owned()),
        amount,
        keeps_card: amount.is_zero(),
        parent_origin: parent_origin.to_owned(),
    };
    match at.open_session(&session).await.done() {
        Ok(Session { key, url }) => {
            let form = at.capabilities().form;
            Ok(CardForm { processor: processor.to_owned(), session_key: key.0, form, url })
        }
        Err(reason) => {
            tracing::warn!(reason, "no card form could be opened");
            Err(Refusal::new(UNAVAILABLE).into())
        }
    }
}

/// The card that was entered in a form.
#[derive(Debug)]
pub struct CollectedCard {
    pub token: CardToken,
    pub masked_number: String,
    pub brand: String,
}

/// Returns the card that was entered in a form.
///
/// # Errors
/// A refusal when no card was entered, or when the processor is not configured or does not answer.
pub async fn collected_card(app: &App, processor: &str, payment: &PaymentRef) -> Result<CollectedCard> {
    let Some(at) = app.processors.card(processor) else { return Err(Refusal::new(NO_PROCESSOR).into()) };
    let found = at.look_up(payment).await.done().map_err(|reason| {
        tracing::warn!(reason, "a collected card could not be looked up");
        Refusal::new(UNAVAILABLE)
    })?;
    let found = found.ok_or(Refusal::new(NOT_AUTHORISED))?;
    let card = found.card.filter(|_| found.status == ProcessorStatus::CardAccepted);
    let collected = card.and_then(|card| {
        Some(CollectedCard { token: card.token?, masked_number: card.masked_number, brand: card.brand })
    });
    collected.ok_or_else(|| Refusal::new(NOT_AUTHORISED).into())
}

/// The origin of the page that sent a call, or of the shop's public address if the call names no origin. Only that page
/// may frame a form that the call opens.
pub fn page_origin(app: &App, headers: &HeaderMap) -> String {
    let origin = headers.get("origin").and_then(|origin| origin.to_str().ok()).map(str::to_owned);
    origin.unwrap_or_else(|| app.config.public_url.origin().ascii_serialization())
}

/// An open card form. Each kind has its own fields, which have the same names in the setup of a payment.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CardFormView {
    pub processor: String,
    /// The processor's key of the session. For a script, it is the secret with which the script works on this form.
    pub session_key: String,
    pub form_kind: FormKind,
    /// The address of the processor's card form, to show in a frame.
    #[oai(rename = "iFrame")]
    pub i_frame: Option<String>,
    /// The origin of the card form. The page must ignore messages from other origins.
    pub i_frame_origin: Option<String>,
    /// The address of the processor's script, which shows its form.
    pub script: Option<String>,
    /// The origin of the script.
    pub script_origin: Option<String>,
    /// The shop's public key at the processor of a script.
    pub api_key: Option<String>,
    /// The address of the processor's page, to which the browser goes.
    pub redirect: Option<String>,
}

impl TryFrom<CardForm> for CardFormView {
    type Error = Error;

    fn try_from(CardForm { processor, session_key, form, url }: CardForm) -> Result<Self> {
        let origin = Url::parse(&url).map_err(Error::internal)?.origin().ascii_serialization();
        let view = CardFormView { processor, session_key, ..CardFormView::default() };
        Ok(match form {
            BrowserForm::Frame => {
                CardFormView { form_kind: FormKind::Frame, i_frame: Some(url), i_frame_origin: Some(origin), ..view }
            }
            BrowserForm::Script { public_key } => CardFormView {
                form_kind: FormKind::Script,
                script: Some(url),
                script_origin: Some(origin),
                api_key: Some(public_key),
                ..view
            },
            BrowserForm::Redirect => CardFormView { form_kind: FormKind::Redirect, redirect: Some(url), ..view },
        })
    }
}
