//! A small server in the place of the app's.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{EndpointExt, Request, Response, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Catalogue, Shop};

/// A server in the place of the app's. Each of its pages shows, as JSON, the request that it answers.
pub struct FakeApp {
    pub url: String,
    pub heard: Arc<Heard>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

#[derive(Default)]
pub struct Heard {
    requests: Mutex<Vec<Value>>,
    /// The status of every page, if it is not 0.
    pub status: AtomicU16,
    /// Whether the server receives requests but does not answer.
    pub hangs: AtomicBool,
}

impl FakeApp {
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1:0").await
    }

    pub async fn start_at(address: &str) -> Self {
        let acceptor = TcpListener::bind(address.to_owned()).into_acceptor().await.unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let heard = Arc::new(Heard::default());
        let seen = heard.clone();
        let answers = poem::endpoint::make(move |request: Request| {
            let seen = seen.clone();
            async move { seen.page(&request).await }
        });
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move {
            let _told_or_dropped = stopped.await;
        };
        let server = Server::new_with_acceptor(acceptor);
        // Connections are cut off when the server stops.
        let task = tokio::spawn(async move {
            let run = server.run_with_graceful_shutdown(answers.map_to_response(), stopped, Some(Duration::ZERO));
            run.await.unwrap();
        });
        FakeApp { url: format!("http://{address}"), heard, stop, task }
    }

    pub fn targets(&self) -> Vec<String> {
        let requests = self.heard.requests.lock().unwrap();
        requests.iter().map(|request| request["target"].as_str().unwrap().to_owned()).collect()
    }

    pub fn distinct_targets(&self) -> Vec<String> {
        let mut targets = self.targets();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    pub fn answers_with(&self, status: u16) {
        self.heard.status.store(status, Ordering::Relaxed);
    }

    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }
}

impl Heard {
    async fn page(&self, request: &Request) -> Response {
        let target = request.uri().path_and_query().unwrap().as_str();
        if target == "/icon.svg" {
            return Response::builder().content_type("image/svg+xml").body("<svg/>");
        }
        let headers = request.headers().iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().into()));
        let headers: serde_json::Map<String, Value> = headers.collect();
        let seen = json!({ "target": target, "headers": headers });
        let count = {
            let mut requests = self.requests.lock().unwrap();
            requests.push(seen.clone());
            requests.len()
        };
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        let policy = headers["content-security-policy"].as_str().unwrap();
        let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
        let status = match self.status.load(Ordering::Relaxed) {
            0 if target == "/not-found" => StatusCode::NOT_FOUND,
            0 => StatusCode::OK,
            status => StatusCode::from_u16(status).unwrap(),
        };
        Response::builder()
            .status(status)
            .content_type("text/html; charset=utf-8")
            .header("cache-control", "private, no-store")
            .header("x-powered-by", "the app")
            .header("connection", "x-private")
            .header("x-private", "1")
            .header("vary", "rsc")
            .header("link", format!("</a.css>; rel=preload; as=\"style\"; nonce=\"{nonce}\""))
            .body(format!("<script nonce=\"{nonce}\">go({count})</script><script>evil()</script><pre>{seen}</pre>"))
    }
}

/// The request that a page of [`FakeApp`] shows.
pub fn shown(html: &str) -> Value {
    let seen = html.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next());
    serde_json::from_str(seen.unwrap_or_else(|| panic!("no page of the app: {html}"))).unwrap()
}

/// A shop whose pages this server renders.
pub async fn shop_with(app: &FakeApp, catalogue: &Catalogue) -> Shop {
    Shop::selling_with(catalogue, &[("APP_URL", &app.url)]).await
}
