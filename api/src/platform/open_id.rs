//! Sign-in at the operator's identity provider with OpenID Connect: the authorization code flow with PKCE, state and
//! nonce. The provider's metadata is read when first needed and cached for an hour, so the shop can start and sell
//! while the provider is unavailable. `openidconnect` checks signature, issuer, audience, nonce and expiry of the
//! tokens. It uses the system time and not the shop's clock, because the provider issues tokens by real time. This
//! module does not know accounts.

use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreGenderClaim, CoreProviderMetadata, CoreTokenResponse,
};
use openidconnect::{
    AsyncHttpClient, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EmptyAdditionalClaims, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce,
    OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse,
    UserInfoClaims, UserInfoError,
};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::config::{OpenIdConfig, is_loopback};
use crate::error::{Error, Result};
use midway_kernel::secret::random_token;
use midway_kernel::time::Instant;

/// How long the provider's metadata is cached. When a token's signature cannot be verified, the metadata is read again
/// immediately.
const KNOWN_FOR: chrono::Duration = chrono::Duration::hours(1);

/// The timeout of one request to the provider. It is short because a shopper waits.
const TIMEOUT: Duration = Duration::from_secs(8);

/// The maximum size of a response from the provider, in bytes. Larger responses are refused so that they cannot exhaust
/// memory.
const LARGEST_ANSWER: usize = 512 * 1024;

/// A sign-in that a browser has begun, with the values that its callback is checked against. It is stored in the
/// browser's session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BegunSignIn {
    pub state: String,
    pub nonce: String,
    pub verifier: String,
    pub begun_at: Instant,
    /// The page that the visitor returns to after the sign-in, as requested by the page that began it.
    pub return_url: String,
}

/// The identity of a person as stated by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    /// The provider's id of the person. The provider never assigns it to another person.
    pub subject: String,
    /// The e-mail address; `None` unless the provider states that it is verified.
    pub verified_email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
}

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("the identity provider does not answer: {0}")]
    Unavailable(String),
    /// The provider's response, or what the browser sent, is invalid.
    #[error("the identity provider's answer is not valid: {0}")]
    NotGood(String),
}

pub struct OpenId {
    config: OpenIdConfig,
    issuer: IssuerUrl,
    redirect: RedirectUrl,
    http: Http,
    known: RwLock<Option<Known>>,
}

/// The provider's metadata and when it was read.
#[derive(Clone)]
struct Known {
    metadata: Arc<CoreProviderMetadata>,
    read_at: Instant,
}

/// A client that has the authorisation and token endpoints and may have a user-info endpoint.
type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

impl OpenId {
    /// Prepares the client of the provider without calling it.
    ///
    /// # Errors
    /// When the issuer or the redirect address is not a usable URL.
    pub fn new(config: OpenIdConfig, public_url: &Url) -> Result<Self> {
        let redirect = format!("{}/authenticate/callback", public_url.as_str().trim_end_matches('/'));
        // Redirects are not followed: only the operator's configuration decides which host receives the requests.
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            // Open a new connection for each request. The provider may close an idle connection at the moment it is
            // used, and the code of a sign-in can be sent only once.
            .pool_max_idle_per_host(0)
            .redirect(reqwest::redirect::Policy::none());
        let is_here = Url::parse(&config.issuer).is_ok_and(|issuer| is_loopback(&issuer));
        let http = if is_here { http.no_proxy() } else { http }.build().map_err(Error::internal)?;
        Ok(OpenId {
            issuer: IssuerUrl::new(config.issuer.clone()).map_err(Error::internal)?,
            redirect: RedirectUrl::new(redirect).map_err(Error::internal)?,
            config,
            http: Http(http),
            known: RwLock::new(None),
        })
    }

    /// Begins a sign-in. Returns the URL to which the browser is sent, and the values to store in its session.
    ///
    /// # Errors
    /// [`Fault::Unavailable`] when the provider's metadata cannot be read.
    pub async fn begin(&self, return_url: &str, now: Instant) -> Result<(Url, BegunSignIn), Fault> {
        let metadata = self.metadata(now).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = self
            .client(&metadata)
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(random_token()),
                || Nonce::new(random_token()),
            )
            // The library adds `openid` itself.
            .add_scopes(self.config.scopes.iter().filter(|scope| *scope != "openid").cloned().map(Scope::new))
            .set_pkce_challenge(challenge)
            .url();
        let begun = BegunSignIn {
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
            begun_at: now,
            return_url: return_url.to_owned(),
        };
        Ok((url, begun))
    }

    /// Exchanges the authorisation code that the browser brought back for the person's identity.
    ///
    /// # Errors
    /// [`Fault`] when the provider does not answer or its response is invalid.
    pub async fn finish(&self, begun: &BegunSignIn, code: &str, now: Instant) -> Result<Identity, Fault> {
        let metadata = self.metadata(now).await?;
        let client = self.client(&metadata);
        let answer = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(not_good)?
            .set_pkce_verifier(PkceCodeVerifier::new(begun.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::Request(cause) => cause,
                RequestTokenError::ServerResponse(said) => Fault::NotGood(said.to_string()),
                // The unparsable response may contain tokens, so it is not part of the error.
                RequestTokenError::Parse(error, _) => not_good(error),
                RequestTokenError::Other(cause) => Fault::NotGood(cause),
            })?;
        match self.identity(&client, &answer, begun).await {
            // The provider may have replaced its keys, so its metadata is read again.
            Err(TokenError::Signature(_)) => {
                let metadata = self.discovered(now).await?;
                self.identity(&self.client(&metadata), &answer, begun).await.map_err(Fault::from)
            }
            found => found.map_err(Fault::from),
        }
    }

    /// Whether `issuer`, as named in the callback (RFC 9207), is this provider.
    pub fn is_issuer(&self, issuer: &str) -> bool {
        self.issuer.as_str() == issuer
    }

    async fn identity(
        &self,
        client: &Client,
        answer: &CoreTokenResponse,
        begun: &BegunSignIn,
    ) -> Result<Identity, TokenError> {
        let token = answer.id_token().ok_or_else(|| Fault::NotGood("it contains no ID token".to_owned()))?;
        let nonce = Nonce::new(begun.nonce.clone());
        let claims = token.claims(&client.id_token_verifier(), &nonce).map_err(|error| match error {
            ClaimsVerificationError::SignatureVerification(cause) => TokenError::Signature(cause.to_string()),
            other => not_good(other).into(),
        })?;
        let mut identity = Identity {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            verified_email: claims.email().filter(|_| claims.email_verified() == Some(true)).map(|it| it.to_string()),
            first_name: claims.given_name().and_then(|name| name.get(None)).map(|it| it.to_string()),
            last_name: claims.family_name().and_then(|name| name.get(None)).map(|it| it.to_string()),
        };
        // Many providers put only the subject into the token. They return the other claims from the user-info endpoint.
        if claims.email().is_none() && client.user_info_url().is_some() {
            let asked = client.user_info(answer.access_token().clone(), Some(claims.subject().clone()));
            let claims: UserInfoClaims<EmptyAdditionalClaims, CoreGenderClaim> =
                asked.map_err(not_good)?.request_async(&self.http).await.map_err(|error| match error {
                    UserInfoError::Request(cause) => cause,
                    other => not_good(other),
                })?;
            identity.verified_email =
                claims.email().filter(|_| claims.email_verified() == Some(true)).map(|it| it.to_string());
            identity.first_name = claims.given_name().and_then(|name| name.get(None)).map(|it| it.to_string());
            identity.last_name = claims.family_name().and_then(|name| name.get(None)).map(|it| it.to_string());
        }
        Ok(identity)
    }

    async fn metadata(&self, now: Instant) -> Result<Arc<CoreProviderMetadata>, Fault> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).clone();
        match known.filter(|known| now - known.read_at < KNOWN_FOR) {
            Some(known) => Ok(known.metadata),
            None => self.discovered(now).await,
        }
    }

    async fn discovered(&self, now: Instant) -> Result<Arc<CoreProviderMetadata>, Fault> {
        let found = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http).await;
        let metadata = Arc::new(found.map_err(|error| Fault::Unavailable(sources(&error)))?);
        let known = Known { metadata: metadata.clone(), read_at: now };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(metadata)
    }

    fn client(&self, metadata: &CoreProviderMetadata) -> Client {
        let secret = ClientSecret::new(self.config.client_secret.expose().to_owned());
        let methods = metadata.token_endpoint_auth_methods_supported();
        // If the provider lists no methods, it must accept the Basic header: that is the default of OpenID Connect
        // Discovery.
        let in_header = methods.is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
        CoreClient::from_provider_metadata(metadata.clone(), ClientId::new(self.config.client_id.clone()), Some(secret))
            .set_redirect_uri(self.redirect.clone())
            .set_auth_type(if in_header { AuthType::BasicAuth } else { AuthType::RequestBody })
    }
}

/// Why an ID token was not accepted. After an invalid signature, the token is checked again with new keys.
enum TokenError {
    Signature(String),
    Fault(Fault),
}

impl From<Fault> for TokenError {
    fn from(fault: Fault) -> Self {
        TokenError::Fault(fault)
    }
}

impl From<TokenError> for Fault {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Signature(cause) => Fault::NotGood(cause),
            TokenError::Fault(fault) => fault,
        }
    }
}

fn not_good(error: impl std::error::Error) -> Fault {
    Fault::NotGood(sources(&error))
}

/// The message of an error followed by the messages of its causes.
fn sources(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Adapts the shop's HTTP client to the library's interface.
struct Http(reqwest::Client);

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = Fault;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, Fault>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.ask(request))
    }
}

impl Http {
    async fn ask(&self, request: HttpRequest) -> Result<HttpResponse, Fault> {
        let unavailable = |error: reqwest::Error| Fault::Unavailable(sources(&error.without_url()));
        let request = reqwest::Request::try_from(request).map_err(unavailable)?;
        let mut answer = self.0.execute(request).await.map_err(unavailable)?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(unavailable)? {
            if body.len() + chunk.len() > LARGEST_ANSWER {
                return Err(Fault::Unavailable(format!("its answer is larger than {LARGEST_ANSWER} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        if answer.status().is_server_error() {
            return Err(Fault::Unavailable(format!("it answered {}", answer.status())));
        }
        let mut response = HttpResponse::new(body);
        *response.status_mut() = answer.status();
        *response.headers_mut() = answer.headers().clone();
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// Answers the first request with the body, and closes the connection when a second one arrives, like a server whose
    /// limit for idle connections ends at that moment.
    async fn answer_once(mut connection: TcpStream, body: impl Fn(&str) -> String) {
        let mut request = vec![0; 4096];
        let length = connection.read(&mut request).await.unwrap();
        let body = body(&String::from_utf8_lossy(&request[..length]));
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        connection.write_all((head + &body).as_bytes()).await.unwrap();
        let _second_or_end = connection.read(&mut request).await;
    }

    #[tokio::test]
    async fn provider_that_closes_a_connection_after_its_first_answer_is_available() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let metadata = serde_json::json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/auth"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        });
        let provider = tokio::spawn(async move {
            loop {
                let (connection, _) = listener.accept().await.unwrap();
                let metadata = metadata.to_string();
                tokio::spawn(answer_once(connection, move |request| match request.starts_with("GET /keys ") {
                    true => r#"{"keys":[]}"#.to_owned(),
                    false => metadata.clone(),
                }));
            }
        });
        let config = OpenIdConfig {
            issuer: issuer.clone(),
            client_id: "midway".to_owned(),
            client_secret: midway_kernel::input::Secret::new("a secret for tests alone"),
            scopes: vec!["openid".to_owned()],
        };
        let open_id = OpenId::new(config, &Url::parse("http://localhost:3000").unwrap()).unwrap();
        let (url, _) = open_id.begin("/", "2026-11-21T12:00:00Z".parse().unwrap()).await.unwrap();
        assert!(url.as_str().starts_with(&format!("{issuer}/auth?")), "{url}");
        provider.abort();
    }
}
