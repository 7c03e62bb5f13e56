//! TLS with certificate files: HTTP/2 and HTTP/1.1, and certificates that are replaced while the shop runs.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::support::process::run_to_end;
use crate::support::shop::variables;
use crate::support::shopper::http;
use crate::support::{Shop, until};

/// Writes a new certificate for `localhost` with its key, and returns it.
fn write_certificate(certificate: &Path, key: &Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(certificate, made.cert.pem()).unwrap();
    fs::write(key, made.signing_key.serialize_pem()).unwrap();
    made.cert.der().clone()
}

/// Connects as a client that trusts only this certificate.
async fn connect(
    shop: &Shop,
    trusted: &CertificateDer<'static>,
    protocol: &str,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let mut config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![protocol.into()];
    let stream = TcpStream::connect(shop.address).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await
}

/// An address of this machine at which nothing listens.
fn free_address() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

async fn get_by_http_2(connection: TlsStream<TcpStream>, path: &str) -> (u16, Bytes) {
    let (mut requests, connection) = h2::client::handshake(connection).await.unwrap();
    let task = tokio::spawn(connection);
    let request = poem::http::Request::get(format!("https://localhost{path}")).body(()).unwrap();
    let (answer, _) = requests.send_request(request, true).unwrap();
    let answer = answer.await.unwrap();
    let status = answer.status().as_u16();
    let body = answer.into_body().data().await.unwrap().unwrap();
    task.abort();
    (status, body)
}

#[tokio::test]
async fn shop_with_certificate_files_speaks_http_2_and_uses_a_replaced_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    let first = write_certificate(&certificate, &key);
    let [certificate_path, key_path] = [&certificate, &key].map(|path| path.to_str().unwrap());
    let second = free_address();
    let settings = [("TLS_CERT", certificate_path), ("TLS_KEY", key_path), ("API_BIND", second.as_str())];
    let shop = Shop::open_with(&settings).await;
    let connection = connect(&shop, &first, "h2").await.unwrap();
    assert_eq!(connection.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    assert_eq!(get_by_http_2(connection, "/health/live").await, (200, Bytes::from("alive")));
    let connection = connect(&shop, &first, "http/1.1").await.unwrap();
    assert_eq!(connection.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    // The app's servers call the API at the second address, without TLS.
    let answer = http().get(format!("http://{second}/health/live")).send().await.unwrap();
    assert_eq!(answer.text().await.unwrap(), "alive");

    // A file that is no certificate is not used.
    fs::write(&certificate, "no certificate").unwrap();
    let second = write_certificate(&certificate, &key);
    until("the second certificate is used", || async { connect(&shop, &second, "h2").await.ok() }).await;
    assert!(connect(&shop, &first, "h2").await.is_err());
    shop.stop().await;
}

#[tokio::test]
async fn shop_does_not_start_with_files_that_are_no_certificate() {
    let shop = Shop::open().await;
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    write_certificate(&certificate, &key);
    fs::write(&certificate, "no certificate").unwrap();
    let with = |more: &[(&'static str, &Path)]| {
        let mut variables = variables(shop.data(), shop.database_url());
        variables.extend(more.iter().map(|(name, path)| (*name, path.display().to_string())));
        variables
    };
    let said = run_to_end(&with(&[("TLS_CERT", &certificate), ("TLS_KEY", &key)]), &["serve"]).await;
    assert!(said.code != 0 && said.err.contains("are no certificate with its key"), "{} {}", said.code, said.err);
    let said = run_to_end(&with(&[("TLS_CERT", &certificate)]), &["serve"]).await;
    assert!(
        said.code != 0 && said.err.contains("TLS_CERT and TLS_KEY are needed together"),
        "{} {}",
        said.code,
        said.err
    );
    shop.stop().await;
}
