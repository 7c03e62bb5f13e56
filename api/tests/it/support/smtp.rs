//! A real SMTP server: aiosmtpd in a separate process, which stores e-mails in a Maildir. `scripts/test` installs it.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;

use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::emails::ReadEmail;
use super::python::python;
use super::wait::until;

pub struct SmtpServer {
    folder: TempDir,
    pub port: u16,
    process: Option<Child>,
}

impl SmtpServer {
    /// An address without a running server.
    pub fn down() -> Self {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        SmtpServer { folder: tempfile::tempdir().unwrap(), port, process: None }
    }

    pub async fn start() -> Self {
        let mut server = Self::down();
        server.listen().await;
        server
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    pub async fn listen(&mut self) {
        let process = Command::new(python())
            .args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{}", self.port)])
            .args(["-c", "aiosmtpd.handlers.Mailbox"])
            .arg(self.folder.path().join("mail"))
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        self.process = Some(process);
        let address = SocketAddr::from(([127, 0, 0, 1], self.port));
        until("the SMTP server listens", || async { TcpStream::connect(address).await.ok() }).await;
    }

    pub async fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().await.unwrap();
        }
    }

    /// The e-mails that it has received.
    pub fn emails(&self) -> Vec<ReadEmail> {
        let Ok(entries) = std::fs::read_dir(self.folder.path().join("mail/new")) else { return Vec::new() };
        entries.map(|entry| ReadEmail::read(&crlf(&std::fs::read(entry.unwrap().path()).unwrap()))).collect()
    }
}

/// Converts line ends to CRLF, because a file in a Maildir has the line ends of the system.
fn crlf(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8(bytes.to_vec()).unwrap().replace("\r\n", "\n").replace('\n', "\r\n").into_bytes()
}
