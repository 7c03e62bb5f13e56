//! TLS with the certificate in files, for a shop without a proxy in front. The files are read again when they change.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, StreamExt, stream};
use poem::listener::{RustlsCertificate, RustlsConfig};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::config::TlsFiles;
use crate::error::{Error, Result};

/// How often the files are compared with what was read last.
const INTERVAL: Duration = Duration::from_secs(10);

/// The bytes of both files.
#[derive(Clone, PartialEq, Eq)]
struct Pair {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// The current configuration, and a new one after each change of the files. Files that cannot be used are logged, and
/// connections keep the last configuration.
///
/// # Errors
/// [`Error::Internal`] when the files cannot be used now.
pub fn configurations(files: TlsFiles) -> Result<impl Stream<Item = RustlsConfig> + Send + 'static> {
    let pair = Pair::read(&files)?;
    let first = pair.configuration(&files)?;
    let later = stream::unfold((files, pair), |(files, mut last)| async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let pair = match Pair::read(&files) {
                Ok(pair) if pair == last => continue,
                Ok(pair) => pair,
                Err(error) => {
                    tracing::error!(%error, "the certificate cannot be read again");
                    continue;
                }
            };
            match pair.configuration(&files) {
                Ok(configuration) => {
                    tracing::info!(certificate = %files.certificate.display(), "the certificate was read again");
                    return Some((configuration, (files, pair)));
                }
                Err(error) => {
                    tracing::error!(%error, "the changed certificate is not used");
                    last = pair;
                }
            }
        }
    });
    Ok(stream::iter([first]).chain(later))
}

impl Pair {
    fn read(files: &TlsFiles) -> Result<Self> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| Error::Internal(format!("{} cannot be read: {error}", path.display())))
        };
        Ok(Pair { certificate: read(&files.certificate)?, key: read(&files.key)? })
    }

    /// # Errors
    /// When the bytes are no certificate with its key.
    fn configuration(&self, files: &TlsFiles) -> Result<RustlsConfig> {
        let check = || -> Result<(), Box<dyn std::error::Error>> {
            let chain = CertificateDer::pem_slice_iter(&self.certificate).collect::<Result<Vec<_>, _>>()?;
            let key = PrivateKeyDer::from_pem_slice(&self.key)?;
            let provider = Arc::new(aws_lc_rs::default_provider());
            let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
            // This fails if the chain is empty, or if the key is that of a different certificate.
            builder.with_no_client_auth().with_single_cert(chain, key)?;
            Ok(())
        };
        check().map_err(|error| {
            let (certificate, key) = (files.certificate.display(), files.key.display());
            Error::Internal(format!("{certificate} and {key} are no certificate with its key: {error}"))
        })?;
        let certificate = RustlsCertificate::new().cert(self.certificate.clone()).key(self.key.clone());
        Ok(RustlsConfig::new().fallback(certificate))
    }
}
