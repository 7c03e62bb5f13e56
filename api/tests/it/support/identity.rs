//! A real OpenID provider, `oidc-provider` in a separate Node process (`next-app/e2e/support/identity-provider.mjs`),
//! and a browser's path through its pages. `scripts/test` installs it with the app's packages.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use url::Url;

use super::shop::PUBLIC_URL;

pub struct IdentityProvider {
    pub issuer: String,
    process: Option<Child>,
    /// The output of the provider. It stays open, because a process that cannot write its output ends.
    said: Option<Lines<BufReader<ChildStdout>>>,
}

/// What a visitor does at the provider.
#[derive(Clone, Copy)]
pub enum Visit<'a> {
    SignIn(&'a str),
    Cancel,
}

impl IdentityProvider {
    pub async fn start() -> Self {
        let mut provider = IdentityProvider { issuer: String::new(), process: None, said: None };
        provider.start_at(0).await;
        provider
    }

    /// The shop's variables for this provider.
    pub fn variables(&self) -> [(&'static str, &str); 3] {
        [
            ("OPENID_ISSUER", &self.issuer),
            ("OPENID_CLIENT_ID", "midway"),
            ("OPENID_CLIENT_SECRET", "a secret for tests alone"),
        ]
    }

    pub async fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().await.unwrap();
        }
    }

    /// Starts the provider again at the same address, with new keys and without its earlier state.
    pub async fn restart(&mut self) {
        let port = Url::parse(&self.issuer).unwrap().port().unwrap();
        self.start_at(port).await;
    }

    async fn start_at(&mut self, port: u16) {
        let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("../next-app");
        let mut process = Command::new("node")
            .args([
                "e2e/support/identity-provider.mjs",
                &port.to_string(),
                &format!("{PUBLIC_URL}/authenticate/callback"),
            ])
            .current_dir(app)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("Node runs");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        self.issuer = lines.next_line().await.unwrap().expect("oidc-provider is installed in next-app/node_modules");
        self.process = Some(process);
        self.said = Some(lines);
    }

    /// Opens the provider's page that the shop named, and does what `visit` says. Returns the callback's parameters, as
    /// the page passes them to the shop.
    pub async fn visit(&self, url: &str, visit: Visit<'_>) -> Value {
        let http = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let mut cookies = BTreeMap::new();
        let mut answer = ask(&http, &mut cookies, url, None).await;
        for _ in 0..12 {
            let asked = answer.url().clone();
            let moved = matches!(answer.status(), StatusCode::FOUND | StatusCode::SEE_OTHER);
            let next = match moved {
                true => (asked.join(answer.headers()[LOCATION].to_str().unwrap()).unwrap(), None),
                false => fill_in_form(&asked, &answer.text().await.unwrap(), visit),
            };
            let (next, form) = next;
            if next.as_str().starts_with(PUBLIC_URL) {
                let pairs: BTreeMap<_, _> = next.query_pairs().into_owned().collect();
                let known = ["state", "code", "error", "iss"].into_iter();
                return known
                    .filter_map(|name| Some((name, pairs.get(name)?)))
                    .map(|(name, text)| (name.to_owned(), json!(text)))
                    .collect();
            }
            answer = ask(&http, &mut cookies, next.as_str(), form).await;
        }
        panic!("the provider shows too many pages");
    }
}

/// The address to call after one of the provider's pages, and the form fields to send there, if any.
fn fill_in_form(page: &Url, html: &str, visit: Visit<'_>) -> (Url, Option<Vec<(String, String)>>) {
    let login = match visit {
        Visit::SignIn(login) => login,
        Visit::Cancel => return (page.join(&format!("{}/abort", page.path())).unwrap(), None),
    };
    let between = |start: &str| html.split_once(start).and_then(|(_, rest)| rest.split_once('"')).map(|(text, _)| text);
    let action = between("action=\"").unwrap_or_else(|| panic!("a page without a form: {html}"));
    let prompt = between("name=\"prompt\" value=\"").expect("the form names its fields");
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let mut form = vec![pair("prompt", prompt)];
    if prompt == "login" {
        form.extend([pair("login", login), pair("password", "anything")]);
    }
    (page.join(action).unwrap(), Some(form))
}

async fn ask(
    http: &Client,
    cookies: &mut BTreeMap<String, String>,
    url: &str,
    form: Option<Vec<(String, String)>>,
) -> Response {
    let request = match form {
        None => http.get(url),
        Some(form) => {
            let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
            http.post(url).header("content-type", "application/x-www-form-urlencoded").body(body)
        }
    };
    let sent: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let answer = request.header(COOKIE, sent.join("; ")).send().await.unwrap();
    for cookie in answer.headers().get_all(SET_COOKIE) {
        let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
        let value = rest.split(';').next().unwrap();
        if value.is_empty() {
            cookies.remove(name);
        } else {
            cookies.insert(name.to_owned(), value.to_owned());
        }
    }
    answer
}
