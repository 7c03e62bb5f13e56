//! All routes of the API and the layers around them, in one place.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use poem::endpoint::{BoxEndpoint, make};
use poem::http::{StatusCode, header};
use poem::{Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, post};
use poem_openapi::OpenApiService;

use crate::app::App;
use crate::door::APPLE_PAY_DOMAIN;
use crate::error::Error;
use crate::http::compression::Compressed;
use crate::http::edge::Edge;
use crate::http::openapi;
use crate::http::problem::RETRY_AFTER_SECONDS;
use crate::platform::limits::Limit;
use crate::platform::pictures::media_type;
use crate::shop::account::api::AccountApi;
use crate::shop::billing::api::{BillingApi, LinkedPaymentApi};
use crate::shop::cart::api::CartApi;
use crate::shop::catalog::is_converted;
use crate::shop::checkout::api::CheckoutApi;
use crate::shop::desk::api::DeskApi;
use crate::shop::donation::api::DonationApi;
use crate::shop::entitlement::api::EntitlementApi;
use crate::shop::installment::api::InstallmentApi;
use crate::shop::notify::api::NotifyApi;
use crate::shop::offers::api::OffersApi;
use crate::shop::order;
use crate::shop::order::api::OrderApi;
use crate::shop::order::mine_api::AccountOrderApi;
use crate::shop::pass::api::PassApi;
use crate::shop::payment::api::PaymentApi;
use crate::shop::payment::notices;
use crate::shop::payment::saved::api::SavedPaymentApi;
use crate::shop::refund::api::RefundApi;
use crate::shop::reservation::api::ReservationApi;
use crate::shop::site::api::SiteApi;
use crate::shop::storefront::bundle_builder::api::BundleBuilderApi;
use crate::shop::storefront::calendar::api::CalendarApi;
use crate::shop::storefront::cart_page::api::CartPageApi;
use crate::shop::storefront::find::api::FindApi;
use crate::shop::storefront::pass_levels::api::PassLevelsApi;
use crate::shop::storefront::product::api::ProductApi;
use crate::shop::storefront::product_page::api::ProductPageApi;
use crate::shop::storefront::venue::api::VenueApi;
use crate::shop::ticket::api::TicketApi;
use crate::shop::transfer::api::TransferApi;
use crate::shop::upgrade::api::UpgradeApi;
use crate::shop::waiting_room::api::WaitingRoomApi;
use midway_kernel::secret::random_token;

/// POST paths that need no anti-forgery token: calls that only read, reports that browsers send without a script, and
/// calls of the desk. A path that ends in a slash includes everything below it.
const WITHOUT_TOKEN: &[&str] = &[
    "/api/product/multi",
    "/api/product/pass-renewal-product",
    "/api/product/ticket-upgrade-product",
    "/api/product/single",
    "/api/performance/dynamic",
    "/api/performance/product-date",
    "/api/performance/product-date-performance",
    "/api/performance/performance-detail",
    "/api/performance/seat-availability",
    "/api/performance/seat-detail",
    "/api/performance/show-category-detail",
    "/api/bundle/steps/",
    "/api/transfer/received",
    "/api/cart/quote",
    "/api/resource/pre-load",
    "/api/csp-report",
    // No browser sends the key of the desk by itself.
    "/api/desk/",
    // The processor signs its notices.
    NOTICES[0].0,
    NOTICES[1].0,
];

/// Where processors send their notices: the address, the processor, and the header with its signature.
const NOTICES: [(&str, &str, &str); 2] = [
    ("/api/payment/stripe/webhook", "stripe", "stripe-signature"),
    ("/api/payment/sandbox/webhook", "sandbox", "sandbox-signature"),
];

type Apis = (
    (SiteApi, WaitingRoomApi),
    (ProductApi, ProductPageApi, PassLevelsApi, CartPageApi, FindApi, VenueApi, NotifyApi),
    CalendarApi,
    BundleBuilderApi,
    EntitlementApi,
    (CartApi, OffersApi),
    PassApi,
    UpgradeApi,
    DonationApi,
    CheckoutApi,
    InstallmentApi,
    PaymentApi,
    OrderApi,
    AccountOrderApi,
    TicketApi,
    (BillingApi, LinkedPaymentApi, RefundApi, DeskApi, TransferApi, SavedPaymentApi, ReservationApi, AccountApi),
);

/// All calls of the shop's slices.
pub fn service(app: &Arc<App>) -> OpenApiService<Apis, ()> {
    let apis = (
        (SiteApi(app.clone()), WaitingRoomApi(app.clone())),
        (
            ProductApi::new(app.clone()),
            ProductPageApi::new(app.clone()),
            PassLevelsApi(app.clone()),
            CartPageApi(app.clone()),
            FindApi::new(app.clone()),
            VenueApi(app.clone()),
            NotifyApi(app.clone()),
        ),
        CalendarApi::new(app.clone()),
        BundleBuilderApi(app.clone()),
        EntitlementApi(app.clone()),
        (CartApi(app.clone()), OffersApi(app.clone())),
        PassApi(app.clone()),
        UpgradeApi(app.clone()),
        DonationApi(app.clone()),
        CheckoutApi(app.clone()),
        InstallmentApi(app.clone()),
        PaymentApi(app.clone()),
        OrderApi(app.clone()),
        AccountOrderApi(app.clone()),
        TicketApi::new(
            app.clone(),
            |app, visitor, ticket| Box::pin(order::owns_ticket(app, visitor, ticket)),
            |app, order_id| Box::pin(order::number(app, order_id)),
        ),
        (
            BillingApi(app.clone()),
            LinkedPaymentApi(app.clone()),
            RefundApi(app.clone()),
            DeskApi(app.clone()),
            TransferApi(app.clone()),
            SavedPaymentApi(app.clone()),
            ReservationApi(app.clone()),
            AccountApi(app.clone()),
        ),
    );
    OpenApiService::new(apis, "Midway", env!("CARGO_PKG_VERSION"))
        .description("Tickets, season passes and what belongs to them: the calls of the shop.")
        .server("/api")
}

/// The API with all layers that a call passes.
pub fn routes(app: &Arc<App>) -> impl Endpoint + use<> {
    let service = service(app);
    let document = openapi::complete(&service.spec());
    let page = service.swagger_ui_html();
    let api = Route::new()
        .nest("/", Compressed(service.into_endpoint()))
        .at("/openapi.json", text_endpoint("application/json; charset=utf-8", document))
        .at("/docs", docs_endpoint(page))
        .at("/csp-report", csp_report(app.clone()))
        .at(NOTICES[0].0.trim_start_matches("/api"), receiver(app.clone(), NOTICES[0]))
        .at(NOTICES[1].0.trim_start_matches("/api"), receiver(app.clone(), NOTICES[1]))
        .at("/picture/:name", picture(app.clone()));
    let health =
        Route::new().at("/live", make(|_| async { Ok::<_, poem::Error>("alive") })).at("/ready", ready(app.clone()));
    // The edge wraps all routes, so that an unknown path also gets a response in the shop's error format.
    let all =
        Route::new().nest("/health", health).nest("/api", api).at(APPLE_PAY_DOMAIN, apple_pay_domain(app.clone()));
    Edge::new(app.edge(), WITHOUT_TOKEN, all)
}

fn text_endpoint(content_type: &'static str, text: String) -> BoxEndpoint<'static, Response> {
    let text = Arc::new(text);
    make(move |_| {
        let text = text.clone();
        async move { Ok::<_, poem::Error>(Response::builder().content_type(content_type).body(text.to_string())) }
    })
    .map_to_response()
    .boxed()
}

/// The page for trying out the API. Its inline scripts get a nonce.
fn docs_endpoint(page: String) -> BoxEndpoint<'static, Response> {
    let page = Arc::new(page);
    make(move |_| {
        let page = page.clone();
        async move {
            let nonce = random_token();
            let tag = format!("<script nonce=\"{nonce}\"");
            let html = page.replacen("<script charset=\"UTF-8\">", &format!("{tag} charset=\"UTF-8\">"), 1).replacen(
                "<script>\n    let spec",
                &format!("{tag}>\n    let spec"),
                1,
            );
            let policy = format!(
                "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src 'self' data:; \
                 connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'"
            );
            let response = Response::builder()
                .content_type("text/html; charset=utf-8")
                .header(header::CONTENT_SECURITY_POLICY, policy)
                .body(html);
            Ok::<_, poem::Error>(response)
        }
    })
    .map_to_response()
    .boxed()
}

/// Receives reports of browsers about content security policy violations. They are limited per caller, so that no
/// client can fill the log.
fn csp_report(app: Arc<App>) -> BoxEndpoint<'static, Response> {
    const REPORTS: Limit = Limit { name: "csp-report", attempts: 60, window: std::time::Duration::from_secs(60) };
    make(move |mut request: Request| {
        let app = app.clone();
        async move {
            if request.method() != poem::http::Method::POST {
                return Err(poem::Error::from(poem::error::MethodNotAllowedError));
            }
            let visitor = request.extensions().get::<crate::http::visitor::Visitor>().cloned();
            let asker = visitor.map(|visitor| visitor.address().to_owned()).unwrap_or_default();
            app.limits.attempt(REPORTS, &asker).await?;
            let report = request.take_body().into_bytes_limit(16 * 1024).await?;
            // The report is logged in escaped form, because anyone may send a report and nobody must be able to forge
            // log lines.
            tracing::warn!(report = ?String::from_utf8_lossy(&report), "a browser reported a violation of the content security policy");
            Ok::<_, poem::Error>(StatusCode::NO_CONTENT.into_response())
        }
    })
    .map_to_response()
    .boxed()
}

/// Receives the notices of a processor. The signature is over the body as it was sent, so the body is not parsed before.
fn receiver(
    app: Arc<App>,
    (_, processor, header): (&str, &'static str, &'static str),
) -> BoxEndpoint<'static, Response> {
    let receive = make(move |mut request: Request| {
        let app = app.clone();
        async move {
            let signed = request.header(header).unwrap_or_default().to_owned();
            let body = request.take_body().into_bytes().await?;
            notices::receive(&app, processor, &signed, &body).await?;
            Ok::<_, poem::Error>(StatusCode::OK.into_response())
        }
    });
    post(receive).map_to_response().boxed()
}

/// The operator's file for Apple.
fn apple_pay_domain(app: Arc<App>) -> BoxEndpoint<'static, Response> {
    make(move |_| {
        let app = app.clone();
        async move {
            let file = app.config.stripe.as_ref().and_then(|stripe| stripe.apple_pay_file.as_ref());
            let content = tokio::fs::read(file.ok_or(Error::NotFound)?).await.map_err(Error::internal)?;
            Ok::<_, poem::Error>(Response::builder().content_type("text/plain").body(content))
        }
    })
    .map_to_response()
    .boxed()
}

/// A converted picture of the catalogue. Its name changes with its content, so browsers may cache it for a year.
fn picture(app: Arc<App>) -> BoxEndpoint<'static, Response> {
    make(move |request: Request| {
        let app = app.clone();
        async move {
            let name = request.raw_path_param("name").unwrap_or_default();
            if !is_converted(name) {
                return Err(Error::NotFound.into());
            }
            let away = |error: std::io::Error| Error::Unavailable {
                service: "the store of pictures",
                cause: error.to_string(),
            };
            let bytes = app.pictures.get(name).await.map_err(away)?.ok_or(Error::NotFound)?;
            let response = Response::builder()
                .content_type(media_type(name))
                .header(header::CACHE_CONTROL, "public, max-age=31536000, immutable")
                .body(bytes);
            Ok::<_, poem::Error>(response)
        }
    })
    .map_to_response()
    .boxed()
}

/// Whether calls can be answered: the database and the session store are reachable, and the process was not told to
/// stop. If a store is unavailable, the response has a Retry-After header.
fn ready(app: Arc<App>) -> BoxEndpoint<'static, Response> {
    make(move |_| {
        let app = app.clone();
        async move {
            if app.is_stopping.load(Ordering::Relaxed) {
                return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
            }
            let database = app.db.ping().await;
            let sessions = app.sessions.ping().await;
            Ok::<_, poem::Error>(match (database, sessions) {
                (Ok(()), Ok(())) => "ready".into_response(),
                (database, sessions) => {
                    tracing::warn!(?database, ?sessions, "not ready");
                    StatusCode::SERVICE_UNAVAILABLE
                        .with_header(header::RETRY_AFTER, RETRY_AFTER_SECONDS)
                        .into_response()
                }
            })
        }
    })
    .map_to_response()
    .boxed()
}
