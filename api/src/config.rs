//! The environment variables that Midway reads. All are read once and checked together. Each secret may be in a file instead,
//! which the variable with `_FILE` after its name names ([`IN_FILES`]).
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `MIDWAY_DATA` | folder of the SQLite file, the keys, the e-mails and the pictures | `var`, or the shop that a command is about ([`ShopOf`]) |
//! | `BIND`, `PORT` | where the shop listens; port 0 selects a free one | `127.0.0.1`, `3000` |
//! | `TLS_CERT`, `TLS_KEY` | PEM files of the certificate with its chain, and of its key; both or none | none: no TLS |
//! | `API_BIND` | a second address without TLS, such as `127.0.0.1:8080`, for the calls of the app's servers | none |
//! | `METRICS_BIND` | an address such as `127.0.0.1:9100`, where Prometheus reads `/metrics` | none |
//! | `APP_URL` | the addresses of the app's servers, which render the pages, separated by commas | none: only the API is served |
//! | `APP_STATIC` | folder of the app's built files; without it, the app's servers deliver them | none |
//! | `PUBLIC_URL` | where shoppers reach the shop | `http://localhost:3000` |
//! | `DATABASE_URL` | `sqlite://…` or `postgres://…` | a SQLite file in the data folder |
//! | `DATABASE_CONNECTIONS` | maximum number of connections of one replica | 16 |
//! | `DATABASE_TIMEOUT` | seconds that a call waits for a connection, a lock or a PostgreSQL statement before it returns 503 | 15 |
//! | `STOP_DELAY` | seconds for which a server that was told to stop still accepts calls | 0 |
//! | `REDIS_URL` | sessions and rate limits shared by several replicas | none: the database and the process |
//! | `MIDWAY_SECRET` | hex, at least 32 bytes: signs tokens; the same for all replicas | a key file in the data folder |
//! | `MIDWAY_TICKET_KEY` | hex, 32 bytes: signs tickets; the same for all replicas | a key file in the data folder |
//! | `DESK_KEY` | at least 32 characters: opens the API calls of the desk, such as refunds | none: they are closed |
//! | `PICTURES_URL` | `s3://bucket/prefix`: where pictures are stored, in an S3-compatible store | folders in the data folder |
//! | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, … | the keys of that store, named as for other S3 tools | the role of the machine |
//! | `AWS_REGION`, `AWS_ENDPOINT_URL`, … | the location of that store | `us-east-1` of AWS |
//! | `SMTP_URL` | `smtps://user:password@host` or `smtp://host:port?tls=required`: the mail server | files in the data folder |
//! | `MAIL_FROM` | the sender, like `Tickets <tickets@example.org>` | the catalogue's `mail_from`, or `tickets@` the shop's host |
//! | `OPENID_ISSUER` | issuer URL of the identity provider at which shoppers sign in | none: passwords of the shop |
//! | `OPENID_CLIENT_ID`, `OPENID_CLIENT_SECRET` | the shop's credentials at the provider | none |
//! | `OPENID_SCOPES` | the requested scopes, separated by spaces | `openid email profile` |
//! | `MIDWAY_WORKER` | `off` leaves the background work to `midway worker` | `on` |
//! | `MIDWAY_CLOCK` | a file with a number of seconds to add to the time, for tests | none |
//! | `MIDWAY_FAULT` | the point at which a crash test aborts the process | none |
//! | `SANDBOX_URL`, `SANDBOX_KEY` | address and key of the sandbox card processor | read from the data folder |
//! | `SANDBOX_PUBLIC_URL` | where browsers reach the sandbox's card form | the sandbox's address |
//! | `SANDBOX_NOTICES_TO` | address of the shop's API, to which the sandbox sends notices about payments | none: it sends none |
//! | `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY` | the shop's keys at Stripe, both of the test mode or both live | none: payments through the sandbox |
//! | `STRIPE_WEBHOOK_SECRET` | the secret with which Stripe signs its notices | none |
//! | `APPLE_PAY_DOMAIN_FILE` | the file with which Apple verifies the shop's domain | none |
//! | `STRIPE_URL` | a server that stands for Stripe in tests, with its script at `js.stripe.com/v3/` | `https://api.stripe.com` |
//! | `TRUSTED_PROXIES` | addresses whose `X-Forwarded-For` is trusted, separated by commas | none |
//! | `MIDWAY_TEST_SHOP` | `on` marks pages, tickets and e-mails as a test; required with https unless Stripe's keys are live | `off` |
//! | `MIDWAY_LOG` | log filter, like `info,midway=debug` | `info`, and `warn` for the database layer |
//! | `MIDWAY_LOG_FORMAT` | `json` writes one JSON object per line | text |

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::HEXLOWER_PERMISSIVE;
use lettre::message::Mailbox;
use url::{Host, Url};

use midway_kernel::input::Secret;

/// The parsed environment.
#[derive(Clone, Debug)]
pub struct Config {
    pub data: PathBuf,
    pub bind: IpAddr,
    pub port: u16,
    pub public_url: Url,
    /// The files for TLS; `None` without TLS.
    pub tls: Option<TlsFiles>,
    /// A second address, which has no TLS.
    pub api_bind: Option<SocketAddr>,
    /// Where Prometheus reads the metrics.
    pub metrics_bind: Option<SocketAddr>,
    /// The app's servers; empty if this process serves only the API.
    pub app_urls: Vec<Url>,
    /// The folder of the app's built files, which contains the folder `static`.
    pub app_static: Option<PathBuf>,
    pub database_url: String,
    pub database_connections: u32,
    /// How long a call waits for the database before it returns 503.
    pub database_timeout: Duration,
    /// How long a server that was told to stop still accepts calls, while `/health/ready` already fails.
    pub stop_delay: Duration,
    pub redis_url: Option<String>,
    pub secret: Option<Vec<u8>>,
    pub ticket_key: Option<[u8; 32]>,
    /// The key of the calls of the desk; `None` if they are closed.
    pub desk_key: Option<Secret>,
    /// The bucket for pictures; `None` if they are in the data folder.
    pub pictures: Option<BucketConfig>,
    pub smtp_url: Option<String>,
    pub mail_from: Option<Mailbox>,
    /// The identity provider for sign-ins; `None` if shoppers sign in with a password that the shop stores.
    pub open_id: Option<OpenIdConfig>,
    pub worker: bool,
    pub clock_file: Option<PathBuf>,
    pub sandbox_url: Option<Url>,
    /// Where browsers reach the sandbox's card form, if that is not `sandbox_url`.
    pub sandbox_public_url: Option<Url>,
    pub sandbox_key: Option<String>,
    /// Where the sandbox sends notices about payments.
    pub sandbox_notices_to: Option<Url>,
    /// The shop's account at Stripe; with `None`, the sandbox takes the payments.
    pub stripe: Option<StripeConfig>,
    /// Whether this is a test shop. Then every page, ticket and e-mail says that nothing sold here is real.
    pub test_shop: bool,
    pub trusted_proxies: Vec<IpAddr>,
    /// The point at which a crash test aborts the process. It has an effect only with the feature `test-hooks`.
    pub fault: Option<String>,
    pub log: String,
    pub log_as_json: bool,
}

/// The shop that a command is about when neither `MIDWAY_DATA` nor `DATABASE_URL` is set.
#[derive(Clone, Copy, Debug)]
pub enum ShopOf<'a> {
    /// The one in `var`, for the services.
    Services,
    /// The one that sells a catalogue's folder, in `var-FOLDER`. The command only reads.
    Compared(&'a Path),
    /// The same, which the command begins if it does not exist.
    Imported(&'a Path),
    /// The only one of the current folder.
    Existing,
}

impl ShopOf<'_> {
    /// The data folder, where `here` is the current folder.
    ///
    /// # Errors
    /// When it is not clear which shop is meant, with the folders to choose from.
    fn data(self, here: &Path) -> Result<PathBuf, String> {
        let has_shop = |data: &str| here.join(data).join(DATABASE_FILE).exists();
        match self {
            ShopOf::Services => Ok(PathBuf::from(DATA)),
            ShopOf::Compared(catalogue) => Ok(PathBuf::from(data_of(catalogue))),
            ShopOf::Imported(catalogue) => {
                let data = data_of(catalogue);
                if !has_shop(&data) && has_shop(DATA) {
                    return Err(format!(
                        "MIDWAY_DATA is not set. There is a shop in {DATA}, and none in {data}. For the one in {DATA}, set \
                         MIDWAY_DATA={DATA}. For a new one, set MIDWAY_DATA={data}"
                    ));
                }
                Ok(PathBuf::from(data))
            }
            ShopOf::Existing => {
                let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
                let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
                let is_data = |name: &String| {
                    (name == DATA || name.starts_with("var-")) && !name.ends_with(PREVIEW) && has_shop(name)
                };
                let mut shops: Vec<String> = names.filter(is_data).collect();
                shops.sort();
                match &shops[..] {
                    [only] => Ok(PathBuf::from(only)),
                    [] => Ok(PathBuf::from(DATA)),
                    several => Err(format!(
                        "MIDWAY_DATA is not set, and there are several shops here: {}. Set it to the one that you mean, such as \
                         MIDWAY_DATA={}",
                        several.join(", "),
                        several[several.len() - 1]
                    )),
                }
            }
        }
    }
}

/// The data folder of the services.
const DATA: &str = "var";
/// The SQLite file in the data folder.
const DATABASE_FILE: &str = "midway.db";
/// The end of the name of a data folder of a preview.
const PREVIEW: &str = "-preview";

/// The data folder that `scripts/run --catalog FOLDER` uses.
fn data_of(catalogue: &Path) -> String {
    let whole = catalogue.canonicalize().unwrap_or_else(|_| catalogue.to_owned());
    format!("var-{}", whole.file_name().unwrap_or_default().to_string_lossy())
}

fn sqlite_in(data: &Path) -> String {
    format!("sqlite://{}?mode=rwc", data.join(DATABASE_FILE).display())
}

/// The files of a certificate with its chain, and of its private key, both in the PEM format.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// A bucket of an S3-compatible store, with the variables that common S3 tools read.
#[derive(Clone, Debug)]
pub struct BucketConfig {
    pub url: Url,
    pub variables: Vec<(String, Secret)>,
}

impl BucketConfig {
    /// Whether the store is reached without TLS.
    pub fn is_plain(&self) -> bool {
        let is_endpoint = |name: &str| name.starts_with("AWS_ENDPOINT");
        self.variables.iter().any(|(name, value)| is_endpoint(name) && value.expose().starts_with("http:"))
    }
}

/// An identity provider and the shop's credentials at the provider.
#[derive(Clone, Debug)]
pub struct OpenIdConfig {
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Secret,
    pub scopes: Vec<String>,
}

/// The shop's account at Stripe.
#[derive(Clone, Debug)]
pub struct StripeConfig {
    /// A server that stands for Stripe in tests; `None` for Stripe itself.
    pub stand_in: Option<Url>,
    pub secret_key: Secret,
    /// The key for the shop's pages. It is useless without the secret key.
    pub publishable_key: String,
    pub webhook_secret: Secret,
    /// The file with which Apple verifies the shop's domain, so that Stripe's form offers Apple Pay.
    pub apple_pay_file: Option<PathBuf>,
}

impl StripeConfig {
    /// Whether the keys take real money.
    pub fn is_live(&self) -> bool {
        is_live_key(self.secret_key.expose())
    }

    /// Why these keys do not fit the shop.
    fn misfit(&self, shop: &Config) -> Option<&'static str> {
        let is_public = shop.is_https() && !is_loopback(&shop.public_url);
        match self.is_live() {
            true if !is_public => Some(
                "STRIPE_SECRET_KEY is a live key, and PUBLIC_URL is not an https address of real shoppers: real cards \
                 would be charged by a shop on trial. Use the keys of Stripe's test mode",
            ),
            true if shop.test_shop => Some(
                "STRIPE_SECRET_KEY is a live key, and MIDWAY_TEST_SHOP is on: real cards would be charged for tickets \
                 that admit nobody. Unset MIDWAY_TEST_SHOP, or use the keys of Stripe's test mode",
            ),
            true if shop.clock_file.is_some() => Some(
                "STRIPE_SECRET_KEY is a live key, and MIDWAY_CLOCK shifts the shop's time: payments would be charged \
                 on the wrong day. Unset MIDWAY_CLOCK",
            ),
            true if self.stand_in.is_some() => Some(
                "STRIPE_SECRET_KEY is a live key, and STRIPE_URL would send it to another server than Stripe's. Unset \
                 STRIPE_URL",
            ),
            false if !is_loopback(&shop.public_url) && !shop.test_shop => Some(
                "STRIPE_SECRET_KEY is a key of Stripe's test mode, which takes no money, and PUBLIC_URL is an address \
                 for real shoppers. With MIDWAY_TEST_SHOP=on every page and ticket says that this is a test shop",
            ),
            _ => None,
        }
    }
}

/// Secret, restricted and publishable keys name their mode after the first underscore, such as `sk_live_…`.
fn is_live_key(key: &str) -> bool {
    key.split('_').nth(1) == Some("live")
}

/// The variables with secrets. Service managers and container platforms hand these over as files, which no list of processes and
/// no description of a container shows.
pub const IN_FILES: [&str; 10] = [
    "DATABASE_URL",
    "DESK_KEY",
    "MIDWAY_SECRET",
    "MIDWAY_TICKET_KEY",
    "OPENID_CLIENT_SECRET",
    "REDIS_URL",
    "SANDBOX_KEY",
    "SMTP_URL",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
];

/// The variables with the content of the files that they name. A line break at the end does not belong to a secret.
///
/// # Errors
/// The files that cannot be read, and the secrets that are in a variable and in a file, one problem per line.
fn with_files(mut variables: HashMap<String, String>) -> Result<HashMap<String, String>, String> {
    let mut faults = Vec::new();
    for name in IN_FILES {
        let by_file = format!("{name}_FILE");
        let Some(file) = variables.get(&by_file).filter(|file| !file.trim().is_empty()) else { continue };
        if variables.get(name).is_some_and(|text| !text.trim().is_empty()) {
            faults.push(format!("{name} and {by_file} are both set: unset one of them"));
            continue;
        }
        match std::fs::read_to_string(file) {
            Ok(text) => drop(variables.insert(name.to_owned(), text.trim_end_matches(['\r', '\n']).to_owned())),
            Err(error) => faults.push(format!("{by_file}: {file}: {error}")),
        }
    }
    if faults.is_empty() { Ok(variables) } else { Err(faults.join("\n")) }
}

impl Config {
    /// Reads the environment of the process.
    ///
    /// # Errors
    /// Everything that is wrong with the variables, one problem per line; that it is not clear which shop is meant.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn from_env(shop: ShopOf<'_>) -> Result<Self, String> {
        let mut variables = with_files(std::env::vars().collect())?;
        let is_set = |name: &str| variables.get(name).is_some_and(|text| !text.trim().is_empty());
        if !is_set("MIDWAY_DATA") && !is_set("DATABASE_URL") {
            let data = shop.data(Path::new("."))?;
            variables.insert("MIDWAY_DATA".to_owned(), data.display().to_string());
        }
        Self::from_variables(&variables)
    }

    pub fn from_variables(variables: &HashMap<String, String>) -> Result<Self, String> {
        let mut reader = Reader { variables, faults: Vec::new() };
        let data = PathBuf::from(reader.text("MIDWAY_DATA").unwrap_or(DATA));
        let config = Config {
            bind: reader.parsed("BIND", "an IP address").unwrap_or(IpAddr::from([127, 0, 0, 1])),
            port: reader.parsed("PORT", "a port").unwrap_or(3000),
            public_url: reader
                .parsed("PUBLIC_URL", "an absolute URL")
                .unwrap_or_else(|| Url::parse("http://localhost:3000").expect("a URL")),
            tls: reader.tls(),
            api_bind: reader.parsed("API_BIND", "an IP address with a port"),
            metrics_bind: reader.parsed("METRICS_BIND", "an IP address with a port"),
            app_urls: reader.origins("APP_URL"),
            app_static: reader.text("APP_STATIC").map(PathBuf::from),
            database_url: reader.text("DATABASE_URL").map(str::to_owned).unwrap_or_else(|| sqlite_in(&data)),
            database_connections: reader.parsed("DATABASE_CONNECTIONS", "a number").unwrap_or(16),
            database_timeout: reader
                .parsed("DATABASE_TIMEOUT", "a number of seconds above 0")
                .map_or(Duration::from_secs(15), |seconds: NonZeroU64| Duration::from_secs(seconds.get())),
            stop_delay: reader.parsed("STOP_DELAY", "a number of seconds").map_or(Duration::ZERO, Duration::from_secs),
            redis_url: reader.text("REDIS_URL").map(str::to_owned),
            secret: reader.bytes("MIDWAY_SECRET", 32),
            ticket_key: reader.key("MIDWAY_TICKET_KEY"),
            desk_key: reader.desk_key(),
            pictures: reader.bucket("PICTURES_URL"),
            smtp_url: reader.smtp_url("SMTP_URL"),
            mail_from: reader.parsed("MAIL_FROM", "an e-mail address, with or without a name before it in `<…>`"),
            open_id: reader.open_id(),
            worker: reader.text("MIDWAY_WORKER") != Some("off"),
            clock_file: reader.text("MIDWAY_CLOCK").map(PathBuf::from),
            sandbox_url: reader.parsed("SANDBOX_URL", "an absolute URL"),
            sandbox_public_url: reader.parsed("SANDBOX_PUBLIC_URL", "an absolute URL"),
            sandbox_key: reader.text("SANDBOX_KEY").map(str::to_owned),
            sandbox_notices_to: reader.parsed("SANDBOX_NOTICES_TO", "an absolute URL"),
            stripe: reader.stripe(),
            test_shop: reader.text("MIDWAY_TEST_SHOP") == Some("on"),
            trusted_proxies: reader.list("TRUSTED_PROXIES", "an IP address").iter().map(IpAddr::to_canonical).collect(),
            fault: reader.text("MIDWAY_FAULT").map(str::to_owned),
            log: reader.text("MIDWAY_LOG").unwrap_or("info,sqlx=warn,sea_orm_migration=warn").to_owned(),
            log_as_json: reader.text("MIDWAY_LOG_FORMAT") == Some("json"),
            data,
        };
        if reader.faults.is_empty() { Ok(config) } else { Err(reader.faults.join("\n")) }
    }

    /// Checks that these settings are safe for serving shoppers.
    ///
    /// # Errors
    /// What is missing.
    pub fn ready_to_serve(&self) -> Result<(), String> {
        let misfit = match &self.stripe {
            Some(stripe) => stripe.misfit(self),
            None if self.is_https() && !self.test_shop => Some(
                "MIDWAY_TEST_SHOP is not on: the card processor is the sandbox, which takes no money, and PUBLIC_URL is \
                 an address for real shoppers. Set the keys of Stripe, or MIDWAY_TEST_SHOP=on, and every page and \
                 ticket says that this is a test shop",
            ),
            None => None,
        };
        misfit.map_or(Ok(()), |misfit| Err(misfit.to_owned()))
    }

    /// Whether this is a preview, whose orders do not matter: the name of its data folder ends with `-preview`, and its
    /// database is in that folder.
    pub fn is_preview(&self) -> bool {
        let name = self.data.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(PREVIEW) && self.database_url == sqlite_in(&self.data)
    }

    /// The notice of a test shop. It is fixed: the operator cannot change it.
    pub fn test_notice(&self) -> Option<&'static str> {
        self.test_shop.then_some("Test shop: no money is taken, and its tickets admit nobody.")
    }

    /// The host name of the shop's public URL.
    pub fn host_name(&self) -> &str {
        self.public_url.host_str().unwrap_or("localhost")
    }

    /// Whether shoppers use HTTPS. Cookies then have the `Secure` attribute.
    pub fn is_https(&self) -> bool {
        self.public_url.scheme() == "https"
    }
}

/// Whether a URL's host is `localhost` or a loopback address, so that its traffic never leaves this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(domain)) => domain == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

struct Reader<'a> {
    variables: &'a HashMap<String, String>,
    faults: Vec<String>,
}

impl<'a> Reader<'a> {
    fn text(&self, name: &str) -> Option<&'a str> {
        self.variables.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    fn parsed<T: std::str::FromStr>(&mut self, name: &str, expected: &str) -> Option<T> {
        let text = self.text(name)?;
        text.parse().map_err(|_| self.faults.push(format!("{name}={text} is not {expected}"))).ok()
    }

    fn bytes(&mut self, name: &str, at_least: usize) -> Option<Vec<u8>> {
        let text = self.text(name)?;
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok().filter(|bytes| bytes.len() >= at_least);
        if bytes.is_none() {
            self.faults.push(format!("{name} is not {at_least} bytes in hexadecimal digits"));
        }
        bytes
    }

    /// The key of the desk, as a caller can send it.
    fn desk_key(&mut self) -> Option<Secret> {
        const LENGTH: usize = 32;
        let text = self.text("DESK_KEY")?;
        let is_good = text.len() >= LENGTH && text.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_good {
            self.faults.push(format!(
                "DESK_KEY has fewer than {LENGTH} characters, or others than ASCII letters, digits and signs. `openssl rand -hex 32` \
                 makes one"
            ));
        }
        is_good.then(|| Secret::new(text))
    }

    /// A key of exactly 32 bytes.
    fn key(&mut self, name: &str) -> Option<[u8; 32]> {
        let text = self.text(name)?;
        let key = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        if key.is_none() {
            self.faults.push(format!("{name} is not exactly 32 bytes in hexadecimal digits"));
        }
        key
    }

    /// The SMTP URL. It may contain a password, so error messages do not include it.
    fn smtp_url(&mut self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "smtp" | "smtps") && url.has_host());
        if url.is_none() {
            self.faults
                .push(format!("{name} is no URL like smtps://user:password@host or smtp://host:port?tls=required"));
        }
        url.map(|_| text.to_owned())
    }

    fn bucket(&mut self, name: &str) -> Option<BucketConfig> {
        let url: Url = self.parsed(name, "a URL like s3://bucket/prefix")?;
        if url.scheme() != "s3" || !url.has_host() {
            self.faults.push(format!("{name}={url} is not a URL like s3://bucket/prefix"));
        }
        let of_store = self.variables.iter().filter(|(name, _)| name.starts_with("AWS_"));
        let mut variables: Vec<(String, Secret)> =
            of_store.map(|(name, value)| (name.clone(), Secret::new(value))).collect();
        variables.sort_by(|(one, _), (other, _)| one.cmp(other));
        Some(BucketConfig { url, variables })
    }

    /// Reads the identity provider. Either all its variables except the scopes must be set or none, because nobody
    /// could sign in at a provider with missing variables. The issuer is stored exactly as written, including a final
    /// slash, because it must equal the `iss` claim of the tokens.
    fn open_id(&mut self) -> Option<OpenIdConfig> {
        let texts = ["OPENID_ISSUER", "OPENID_CLIENT_ID", "OPENID_CLIENT_SECRET"].map(|name| (name, self.text(name)));
        if texts.iter().all(|(_, text)| text.is_none()) {
            return None;
        }
        let missing = texts.iter().filter(|(_, text)| text.is_none());
        self.faults
            .extend(missing.map(|(name, _)| format!("{name} is missing beside the others of the identity provider")));
        let [issuer, client_id, client_secret] = texts.map(|(_, text)| text);
        let issuer = issuer?;
        let is_safe = |url: &Url| url.scheme() == "https" || url.scheme() == "http" && is_loopback(url);
        if !Url::parse(issuer).is_ok_and(|url| is_safe(&url)) {
            self.faults.push(format!("OPENID_ISSUER={issuer} is not a URL that begins with https:"));
        }
        let mut scopes: Vec<String> = self
            .text("OPENID_SCOPES")
            .unwrap_or("openid email profile")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        if !scopes.iter().any(|scope| scope == "openid") {
            scopes.insert(0, "openid".to_owned());
        }
        Some(OpenIdConfig {
            issuer: issuer.to_owned(),
            client_id: client_id?.to_owned(),
            client_secret: Secret::new(client_secret?),
            scopes,
        })
    }

    /// Reads the account at Stripe. All three variables must be set or none. Error messages do not include the keys.
    fn stripe(&mut self) -> Option<StripeConfig> {
        let texts = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"]
            .map(|name| (name, self.text(name)));
        if texts.iter().all(|(_, text)| text.is_none()) {
            return None;
        }
        let missing = texts.iter().filter(|(_, text)| text.is_none());
        self.faults.extend(missing.map(|(name, _)| format!("{name} is missing beside the others of Stripe")));
        let [secret_key, publishable_key, webhook_secret] = texts.map(|(_, text)| text);
        let (secret_key, publishable_key) = (secret_key?, publishable_key?);
        let is_key = |key: &str, kinds: &[&str]| {
            kinds
                .iter()
                .any(|kind| key.starts_with(&format!("{kind}_live_")) || key.starts_with(&format!("{kind}_test_")))
        };
        for (name, key, kinds) in
            [("STRIPE_SECRET_KEY", secret_key, &["sk", "rk"][..]), ("STRIPE_PUBLISHABLE_KEY", publishable_key, &["pk"])]
        {
            if !is_key(key, kinds) {
                self.faults.push(format!("{name} is no key of Stripe like {}_test_… or {}_live_…", kinds[0], kinds[0]));
            }
        }
        if is_live_key(secret_key) != is_live_key(publishable_key) {
            self.faults.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same mode".to_owned());
        }
        let url: Option<Url> = self.parsed("STRIPE_URL", "an absolute URL");
        if url.as_ref().is_some_and(|url| url.scheme() != "https" && !is_loopback(url)) {
            self.faults.push("STRIPE_URL does not begin with https:, so anybody could read the key".to_owned());
        }
        Some(StripeConfig {
            stand_in: url,
            secret_key: Secret::new(secret_key),
            publishable_key: publishable_key.to_owned(),
            webhook_secret: Secret::new(webhook_secret?),
            apple_pay_file: self.text("APPLE_PAY_DOMAIN_FILE").map(PathBuf::from),
        })
    }

    fn tls(&mut self) -> Option<TlsFiles> {
        match (self.text("TLS_CERT"), self.text("TLS_KEY")) {
            (None, None) => None,
            (Some(certificate), Some(key)) => {
                Some(TlsFiles { certificate: PathBuf::from(certificate), key: PathBuf::from(key) })
            }
            _ => {
                self.faults.push("TLS_CERT and TLS_KEY are needed together".to_owned());
                None
            }
        }
    }

    /// Addresses of servers, separated by commas: URLs without a path.
    fn origins(&mut self, name: &str) -> Vec<Url> {
        let urls: Vec<Url> = self.list(name, "a URL like http://127.0.0.1:3001");
        let is_origin =
            |url: &Url| matches!(url.scheme(), "http" | "https") && url.path() == "/" && url.query().is_none();
        for url in urls.iter().filter(|url| !is_origin(url)) {
            self.faults.push(format!("{name}: {url} is not a URL like http://127.0.0.1:3001"));
        }
        urls
    }

    /// Values separated by commas.
    fn list<T: std::str::FromStr>(&mut self, name: &str, expected: &str) -> Vec<T> {
        let Some(text) = self.text(name) else { return Vec::new() };
        let mut values = Vec::new();
        for part in text.split(',').map(str::trim) {
            match part.parse() {
                Ok(value) => values.push(value),
                Err(_) => self.faults.push(format!("{name}: {part} is not {expected}")),
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(pairs: &[(&str, &str)]) -> Result<Config, String> {
        Config::from_variables(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    /// A folder with a database in each of these data folders.
    fn shops_in(data: &[&str]) -> tempfile::TempDir {
        let here = tempfile::tempdir().unwrap();
        for data in data {
            std::fs::create_dir(here.path().join(data)).unwrap();
            std::fs::write(here.path().join(data).join(DATABASE_FILE), "").unwrap();
        }
        here
    }

    #[test]
    fn command_is_about_the_shop_of_its_catalogue_or_the_only_one_here() {
        let data = |shop: ShopOf<'_>, shops: &[&str]| shop.data(shops_in(shops).path());
        let museum = Path::new("shops/museum/");
        assert_eq!(data(ShopOf::Services, &["var-museum"]), Ok("var".into()));
        assert_eq!(data(ShopOf::Compared(museum), &["var"]), Ok("var-museum".into()));
        assert_eq!(data(ShopOf::Imported(museum), &[]), Ok("var-museum".into()));
        assert_eq!(data(ShopOf::Imported(museum), &["var", "var-museum"]), Ok("var-museum".into()));
        let unclear = data(ShopOf::Imported(museum), &["var"]).unwrap_err();
        assert!(unclear.ends_with("For a new one, set MIDWAY_DATA=var-museum"), "{unclear}");
        assert_eq!(data(ShopOf::Existing, &[]), Ok("var".into()));
        assert_eq!(data(ShopOf::Existing, &["var"]), Ok("var".into()));
        assert_eq!(data(ShopOf::Existing, &["var-museum", "var-museum-preview"]), Ok("var-museum".into()));
        let unclear = data(ShopOf::Existing, &["var", "var-museum"]).unwrap_err();
        assert!(unclear.contains("several shops here: var, var-museum."), "{unclear}");
    }

    #[test]
    fn secret_is_read_from_a_file_without_the_line_break_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("desk-key");
        std::fs::write(&file, format!("{}\n", "k".repeat(40))).unwrap();
        let file = file.to_str().unwrap();
        let variables = |pairs: &[(&str, &str)]| {
            with_files(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
        };
        let read = variables(&[("DESK_KEY_FILE", file), ("REDIS_URL_FILE", "")]).unwrap();
        assert_eq!(read["DESK_KEY"], "k".repeat(40));
        assert!(Config::from_variables(&read).unwrap().desk_key.is_some());
        assert!(!read.contains_key("REDIS_URL"));
        let faults = variables(&[("DESK_KEY", "a"), ("DESK_KEY_FILE", file), ("SMTP_URL_FILE", "/no/such/file")]);
        let faults = faults.unwrap_err();
        assert!(faults.starts_with("DESK_KEY and DESK_KEY_FILE are both set: unset one of them\n"), "{faults}");
        assert!(faults.contains("SMTP_URL_FILE: /no/such/file: "), "{faults}");
        // The path of a picture is no secret.
        assert!(!variables(&[("PICTURES_URL_FILE", file)]).unwrap().contains_key("PICTURES_URL"));
    }

    #[test]
    fn preview_has_its_database_in_a_data_folder_of_that_name() {
        let is_preview = |variables: &[(&str, &str)]| {
            let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            Config::from_variables(&variables).unwrap().is_preview()
        };
        assert!(is_preview(&[("MIDWAY_DATA", "/srv/var-museum-preview")]));
        assert!(!is_preview(&[("MIDWAY_DATA", "/srv/var-museum")]));
        assert!(!is_preview(&[("MIDWAY_DATA", "/srv/x-preview"), ("DATABASE_URL", "sqlite:///srv/var/midway.db")]));
    }

    #[test]
    fn all_variables_are_optional() {
        let config = config(&[]).unwrap();
        assert_eq!(config.database_url, "sqlite://var/midway.db?mode=rwc");
        assert!(config.worker && !config.is_https());
    }

    #[test]
    fn all_configuration_faults_are_reported_together_without_passwords() {
        let long = "00".repeat(33);
        let variables =
            [("PORT", "eighty"), ("MIDWAY_SECRET", "beef"), ("MIDWAY_TICKET_KEY", &long), ("PUBLIC_URL", "shop")];
        let faults = config(&variables).unwrap_err();
        assert_eq!(faults.lines().count(), 4, "{faults}");
        let faults =
            config(&[("SMTP_URL", "http://u:hush@mail"), ("MAIL_FROM", "Tickets <a@b\r\nBcc: c@d.e>")]).unwrap_err();
        assert_eq!(faults.matches("SMTP_URL").count() + faults.matches("MAIL_FROM").count(), 2, "{faults}");
        assert!(!faults.contains("hush"));
    }

    #[test]
    fn key_of_the_desk_is_long_enough_and_never_shown() {
        assert_eq!(config(&[("DESK_KEY", "")]).unwrap().desk_key, None);
        for bad in ["hush".repeat(7), format!("{} hush", "hush".repeat(9)), "ä".repeat(40)] {
            let fault = config(&[("DESK_KEY", &bad)]).unwrap_err();
            assert!(fault.starts_with("DESK_KEY has fewer than 32 characters") && !fault.contains(&bad), "{fault}");
        }
        let good = config(&[("DESK_KEY", &"hush".repeat(8))]).unwrap();
        assert_eq!(good.desk_key, Some(Secret::new(&"hush".repeat(8))));
        assert!(!format!("{good:?}").contains("hush"));
    }

    #[test]
    fn identity_provider_must_be_complete_and_use_https_except_on_loopback() {
        let whole = [
            ("OPENID_ISSUER", "https://id.example.org/"),
            ("OPENID_CLIENT_ID", "shop"),
            ("OPENID_CLIENT_SECRET", "hush"),
            ("OPENID_SCOPES", "email"),
        ];
        let found = config(&whole).unwrap();
        assert!(!format!("{found:?}").contains("hush"));
        let found = found.open_id.unwrap();
        assert_eq!(found.issuer, "https://id.example.org/", "the issuer keeps its final slash");
        assert_eq!(found.scopes, ["openid", "email"]);
        for missing in 0..3 {
            let mut pairs = whole.to_vec();
            let (name, _) = pairs.remove(missing);
            assert_eq!(
                config(&pairs).unwrap_err(),
                format!("{name} is missing beside the others of the identity provider")
            );
        }
        let mut plain = whole;
        plain[0].1 = "http://id.example.org";
        assert!(config(&plain).unwrap_err().contains("https:"));
        plain[0].1 = "http://127.0.0.1:4000";
        assert!(config(&plain).is_ok());
    }

    const STRIPE: [(&str, &str); 3] = [
        ("STRIPE_SECRET_KEY", "sk_test_hush"),
        ("STRIPE_PUBLISHABLE_KEY", "pk_test_shown"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_hush"),
    ];

    #[test]
    fn account_at_stripe_must_be_complete_of_one_mode_and_is_not_logged() {
        let found = config(&STRIPE).unwrap();
        assert!(!format!("{found:?}").contains("hush"));
        assert!(!found.stripe.unwrap().is_live());
        for missing in 0..3 {
            let mut pairs = STRIPE.to_vec();
            let (name, _) = pairs.remove(missing);
            assert_eq!(config(&pairs).unwrap_err(), format!("{name} is missing beside the others of Stripe"));
        }
        let wrong = |index: usize, key: &'static str| {
            let mut pairs = STRIPE;
            pairs[index].1 = key;
            config(&pairs).unwrap_err()
        };
        assert!(wrong(0, "pk_test_hush").contains("STRIPE_SECRET_KEY is no key"));
        assert!(wrong(1, "sk_test_hush").contains("STRIPE_PUBLISHABLE_KEY is no key"));
        assert!(wrong(0, "sk_live_hush").contains("not of the same mode"));
        let plain = [&STRIPE[..], &[("STRIPE_URL", "http://stripe.example")]].concat();
        assert!(config(&plain).unwrap_err().contains("STRIPE_URL"));
    }

    #[test]
    fn test_keys_of_stripe_do_not_serve_real_shoppers_and_live_keys_nobody_else() {
        let ready = |mode: &str, url: &str, more: &[(&str, &str)]| {
            let (secret, public) = (format!("sk_{mode}_1"), format!("pk_{mode}_1"));
            let pairs = [
                ("STRIPE_SECRET_KEY", secret.as_str()),
                ("STRIPE_PUBLISHABLE_KEY", &public),
                ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
                ("PUBLIC_URL", url),
            ];
            config(&[&pairs[..], more].concat()).unwrap().ready_to_serve()
        };
        let public = "https://tickets.example.org";
        let test_shop = ("MIDWAY_TEST_SHOP", "on");
        assert!(ready("test", public, &[]).unwrap_err().contains("MIDWAY_TEST_SHOP=on"));
        assert_eq!(ready("test", public, &[test_shop]), Ok(()));
        assert_eq!(ready("live", public, &[]), Ok(()));
        assert!(ready("live", public, &[test_shop]).unwrap_err().contains("admit nobody"));
        assert!(ready("live", public, &[("MIDWAY_CLOCK", "clock")]).unwrap_err().contains("MIDWAY_CLOCK"));
        for local in ["http://localhost:3000", "https://localhost:3000", "http://tickets.example.org"] {
            assert!(ready("live", local, &[test_shop]).unwrap_err().contains("live key"), "{local}");
        }
        assert_eq!(ready("test", "http://localhost:3000", &[]), Ok(()));
    }

    #[test]
    fn picture_bucket_requires_an_s3_url_and_its_keys_are_not_logged() {
        let store = [("PICTURES_URL", "s3://shop/pictures"), ("AWS_SECRET_ACCESS_KEY", "hush"), ("AWS_REGION", "eu-1")];
        let found = config(&store).unwrap();
        assert!(!format!("{found:?}").contains("hush"));
        let bucket = found.pictures.unwrap();
        assert_eq!((bucket.url.host_str(), bucket.variables.len()), (Some("shop"), 2));
        assert!(!bucket.is_plain());
        assert!(config(&store[1..]).unwrap().pictures.is_none(), "variables of other programs configure no bucket");
        for wrong in ["https://shop/pictures", "s3:shop", "shop"] {
            assert!(config(&[("PICTURES_URL", wrong)]).unwrap_err().contains("s3://bucket/prefix"), "{wrong}");
        }
    }

    #[test]
    fn addresses_of_the_apps_servers_are_urls_without_a_path() {
        let urls = |text| config(&[("APP_URL", text)]).map(|config| config.app_urls.len());
        assert_eq!((urls(""), urls("http://app:3001"), urls("http://a:1, https://b/")), (Ok(0), Ok(1), Ok(2)));
        for wrong in ["localhost:3001", "app", "http://app:3001/shop", "ftp://app"] {
            assert!(urls(wrong).unwrap_err().contains("http://127.0.0.1:3001"), "{wrong}");
        }
    }

    #[test]
    fn database_timeout_of_zero_is_refused() {
        // PostgreSQL treats a limit of 0 as no limit.
        assert!(config(&[("DATABASE_TIMEOUT", "0")]).unwrap_err().contains("above 0"));
        assert_eq!(config(&[("DATABASE_TIMEOUT", "2")]).unwrap().database_timeout, Duration::from_secs(2));
    }
}
