//! Forms that work without scripts. A browser that runs no script posts such a form to the address of its page. The door
//! makes the call of the API that the page's script would make, in this process, so that both have the same rules,
//! limits and cookies. If the call succeeds, the browser is sent to the next page. Otherwise the page is shown again
//! with the messages of the API.
//!
//! A form has no anti-forgery token, because its page may be the first one that a browser opens. Instead, the browser
//! must say that a page of this shop has sent the form (`http/xsrf.rs`).

use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use poem::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use serde_json::{Map, Value, json};
use url::{Url, form_urlencoded};

use super::existence::Parameter;
use super::pages::Page;
use super::redirects::{return_path, return_path_after_sign_in, see_other, with_same_form};
use crate::http::edge::read_body;
use crate::http::xsrf::{SentByOwnPage, is_of_own_page};

/// The header that tells the app what a posted form led to: JSON, percent-encoded. Nobody but the door can set it,
/// because the app gets no such header of a visitor.
pub const POSTED: HeaderName = HeaderName::from_static("x-midway-posted");

/// The largest body of a form, in bytes. An e-mail address and the longest password fit in, each character of it
/// percent-encoded.
const MAX_BODY: usize = 8 * 1024;

/// The longest value that the page shows again, in bytes. E-mail addresses are shorter.
const MAX_SHOWN: usize = 320;

/// A form of a page.
pub struct Form {
    /// The page in the notation of `app.json`.
    page: &'static str,
    /// The call of the API that the form makes.
    call: &'static str,
    fields: &'static [Field],
    next: Next,
}

/// A field of a call.
struct Field {
    name: &'static str,
    from: Source,
}

/// Where the value of a field comes from.
enum Source {
    /// The form. If the page is shown again, it shows the value.
    Typed,
    /// The form. The value is a secret and is not shown again.
    Secret,
    /// The query of the page's address.
    Query,
    /// The path parameter with this number.
    Path(usize),
}

/// Where the browser is sent after the call.
enum Next {
    /// To this address.
    To(&'static str),
    /// To the same page, which shows more now.
    Same,
    /// To the path of the same page with this query.
    SameWith(&'static str),
    /// To the return address in the query.
    ReturnPath,
    /// To the return address in the query, unless that page signs in or out.
    ReturnPathAfterSignIn,
    /// To the sign-in page, which gets the form again. So the e-mail address goes from one page to the next without
    /// being in an address. A form without the password's field only fills in the address.
    SignInPage,
}

/// All forms that work without scripts.
const FORMS: [Form; 8] = [
    Form {
        page: "/authenticate/smart-login",
        call: "/api/account/smart-login",
        fields: &[typed("emailAddress")],
        next: Next::SignInPage,
    },
    Form {
        page: "/login",
        call: "/api/account/sign-in",
        fields: &[typed("emailAddress"), secret("password")],
        next: Next::ReturnPathAfterSignIn,
    },
    Form { page: "/logout", call: "/api/account/sign-out", fields: &[], next: Next::ReturnPath },
    Form {
        page: "/forgot-password",
        call: "/api/account/request-password-reset",
        fields: &[typed("emailAddress")],
        next: Next::SameWith("sent=1"),
    },
    Form {
        page: "/reset-password",
        call: "/api/account/reset-password",
        fields: &[Field { name: "token", from: Source::Query }, secret("newPassword")],
        next: Next::To("/login?changed=1"),
    },
    Form {
        page: "/notify-me/[id]",
        call: "/api/product/notify-me",
        fields: &[Field { name: "productId", from: Source::Path(0) }, typed("email")],
        next: Next::SameWith("requested=1"),
    },
    Form {
        page: "/order-lookup",
        call: "/api/order/send-link",
        fields: &[typed("orderNumber"), typed("email")],
        next: Next::SameWith("sent=1"),
    },
    Form {
        page: "/order-lookup/anonymous/[[...link]]",
        call: "/api/order/details/external",
        fields: &[
            Field { name: "extOrderTokenId", from: Source::Path(0) },
            Field { name: "token", from: Source::Path(1) },
            typed("phoneNumber"),
        ],
        next: Next::Same,
    },
];

const fn typed(name: &'static str) -> Field {
    Field { name, from: Source::Typed }
}

const fn secret(name: &'static str) -> Field {
    Field { name, from: Source::Secret }
}

/// What a posted form led to.
pub enum Outcome {
    /// The answer to the browser.
    Response(Response),
    /// The page is shown again.
    Again(Posted),
}

/// What the page says about a form that did not lead to another page.
pub struct Posted {
    status: StatusCode,
    /// The value of [`POSTED`].
    header: HeaderValue,
    /// The headers of the call's answer that the browser gets: cookies, and when to try again.
    kept: HeaderMap,
}

/// A page to which a form was posted.
pub struct PostedTo {
    pub page: Arc<Page>,
    pub form: &'static Form,
    /// The values of the path's parameters, decoded.
    pub params: Vec<String>,
    pub query: Vec<Parameter>,
    /// The path with its query.
    pub target: String,
}

/// The form of a page, if it works without scripts.
pub fn of_page(page: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.page == page)
}

/// Makes the call of a posted form. `of_door` are the headers that the call gets from the door itself.
pub async fn submit<E: Endpoint>(
    api: &E,
    public_url: &Url,
    page: &PostedTo,
    request: &mut Request,
    of_door: HeaderMap,
) -> Outcome {
    if !request.content_type().is_some_and(|it| it.starts_with("application/x-www-form-urlencoded")) {
        return Outcome::Response(StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response());
    }
    if let Err(error) = read_body(request, MAX_BODY).await {
        return Outcome::Response(error.status().into_response());
    }
    let body = request.take_body().into_vec().await.unwrap_or_default();
    let form: Vec<Parameter> = form_urlencoded::parse(&body).into_owned().collect();
    let is_own = is_of_own_page(request.headers(), public_url);
    let shown = if is_own { page.shown(&form) } else { Map::new() };
    let Some(values) = page.values(&form) else {
        return Outcome::Again(Posted::new(StatusCode::OK, json!({ "values": shown }), HeaderMap::new()));
    };
    // Without its mark, the call is refused.
    let mut call = page.call(request.headers(), of_door, &values);
    if is_own {
        call.extensions_mut().insert(SentByOwnPage);
    }
    let mut answer = match api.call(call).await {
        Ok(answer) => answer.into_response(),
        Err(error) => error.into_response(),
    };
    let kept = kept(answer.headers());
    let status = answer.status();
    let said: Value = answer.take_body().into_json().await.unwrap_or_default();
    if status == StatusCode::OK && said["success"] == json!(true) {
        let mut next = page.next();
        next.headers_mut().extend(kept);
        return Outcome::Response(next);
    }
    let shown = json!({
        "values": shown,
        "failure": {
            "status": status.as_u16(),
            "message": said["message"],
            "errors": said["errors"],
            "retryAfterSeconds": seconds(&kept),
        }
    });
    // The API refuses what it understands with status 200. A browser would take that page for the next one.
    let status = if status == StatusCode::OK { StatusCode::UNPROCESSABLE_ENTITY } else { status };
    Outcome::Again(Posted::new(status, shown, kept))
}

impl PostedTo {
    /// The fields of the call; `None` if one of them was not sent.
    fn values(&self, form: &[Parameter]) -> Option<Map<String, Value>> {
        let value = |field: &Field| match field.from {
            Source::Typed | Source::Secret => first(form, field.name),
            Source::Query => first(&self.query, field.name),
            Source::Path(nth) => self.params.get(nth).map(String::as_str),
        };
        self.form.fields.iter().map(|field| Some((field.name.to_owned(), json!(value(field)?)))).collect()
    }

    /// What the page shows again of what was typed.
    fn shown(&self, form: &[Parameter]) -> Map<String, Value> {
        let typed = self.form.fields.iter().filter(|field| matches!(field.from, Source::Typed));
        let values = typed.filter_map(|field| Some((field.name, first(form, field.name)?)));
        values
            .filter(|(_, value)| value.len() <= MAX_SHOWN)
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .collect()
    }

    fn call(&self, of_visitor: &HeaderMap, of_door: HeaderMap, values: &Map<String, Value>) -> Request {
        let body = serde_json::to_string(values).unwrap_or_default();
        let mut call = Request::builder()
            .method(Method::POST)
            .uri(Uri::from_static(self.form.call))
            .content_type("application/json; charset=utf-8")
            .body(body);
        for cookie in of_visitor.get_all(header::COOKIE) {
            call.headers_mut().append(header::COOKIE, cookie.clone());
        }
        call.headers_mut().extend(of_door);
        call
    }

    /// Sends the browser to the page after this one.
    fn next(&self) -> Response {
        let mut response = match self.form.next {
            Next::To(page) => see_other(page),
            Next::Same => see_other(&self.target),
            Next::SameWith(query) => {
                let path = self.target.split_once('?').map_or(self.target.as_str(), |(path, _)| path);
                see_other(&format!("{path}?{query}"))
            }
            Next::ReturnPath => see_other(&return_path(&self.query)),
            Next::ReturnPathAfterSignIn => see_other(&return_path_after_sign_in(&self.query)),
            Next::SignInPage => with_same_form(&sign_in_page(&return_path_after_sign_in(&self.query))),
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl Posted {
    fn new(status: StatusCode, shown: Value, kept: HeaderMap) -> Self {
        let text = utf8_percent_encode(&shown.to_string(), NON_ALPHANUMERIC).to_string();
        // A percent-encoded text is a header.
        let header = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("%7B%7D"));
        Posted { status, header, kept }
    }

    /// Adds to the request for the page what the page says about the form.
    pub fn tell(&self, headers: &mut HeaderMap) {
        headers.insert(POSTED, self.header.clone());
    }

    /// Sets the status of the page, unless it could not be shown, and what belongs to the call's answer.
    pub fn complete(&self, response: &mut Response) {
        if response.status() == StatusCode::OK {
            response.set_status(self.status);
        }
        response.headers_mut().extend(self.kept.clone());
    }
}

fn first<'a>(parameters: &'a [Parameter], name: &str) -> Option<&'a str> {
    parameters.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
}

fn kept(answer: &HeaderMap) -> HeaderMap {
    let mut kept = HeaderMap::new();
    for name in [header::SET_COOKIE, header::RETRY_AFTER] {
        for value in answer.get_all(&name) {
            kept.append(name.clone(), value.clone());
        }
    }
    kept
}

fn seconds(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()
}

/// The sign-in page with a return address, as the app writes it (`lib/routes.ts`).
fn sign_in_page(return_path: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("ReturnUrl", return_path).finish();
    if return_path == "/" { "/login".to_owned() } else { format!("/login?{query}") }
}

#[cfg(test)]
mod tests {
    use super::super::pages::Pages;
    use super::*;

    #[test]
    fn every_form_is_on_a_page_of_the_app() {
        for form in &FORMS {
            assert_eq!(page_of(form).path, form.page);
        }
    }

    /// The page of a form, at an address that it may have.
    fn page_of(form: &Form) -> Arc<Page> {
        let path = form.page.replace("[[...link]]", "id/token").replace("[id]", "park-day");
        Pages::of_the_app().find(&path).expect("a page of the app").0
    }

    fn posted_to(form: &'static Form, target: &str) -> PostedTo {
        PostedTo { page: page_of(form), form, params: Vec::new(), query: Vec::new(), target: target.to_owned() }
    }

    #[test]
    fn only_what_is_no_secret_is_shown_again() {
        for form in &FORMS {
            let page = posted_to(form, "");
            let all: Vec<Parameter> =
                form.fields.iter().map(|field| (field.name.to_owned(), "typed".to_owned())).collect();
            for name in page.shown(&all).keys() {
                assert!(["emailAddress", "email", "orderNumber", "phoneNumber"].contains(&name.as_str()), "{name}");
            }
        }
        let page = posted_to(of_page("/login").unwrap(), "/login");
        let long = vec![("emailAddress".to_owned(), "a".repeat(MAX_SHOWN + 1))];
        assert!(page.shown(&long).is_empty());
        assert!(page.values(&long).is_none(), "there is no password");
    }

    #[test]
    fn sign_in_page_keeps_the_return_address() {
        assert_eq!(sign_in_page("/"), "/login");
        assert_eq!(sign_in_page("/cart?a=1&b=2"), "/login?ReturnUrl=%2Fcart%3Fa%3D1%26b%3D2");
    }
}
