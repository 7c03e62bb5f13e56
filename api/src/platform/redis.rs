//! The Redis connection. It reconnects automatically: Redis does not have to run when the process starts, and a silent
//! connection is replaced.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use futures_util::FutureExt;
use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::io::tcp::TcpSettings;
use redis::{Client, Cmd, IntoConnectionInfo, Pipeline, RedisFuture, RedisResult, Value};

use crate::error::{Error, Result};

/// The timeout for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The timeout for an answer. Redis normally answers in less than a millisecond.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// How long sent data may stay unacknowledged before the operating system closes the connection (TCP user timeout).
const SILENCE: Duration = Duration::from_secs(5);

/// How many times one command tries to connect again.
const RETRIES: usize = 2;

/// A connection that all commands of the process share. [`ConnectionManager`] reconnects when the connection breaks. It
/// does not notice a connection that stays open without any answer because the server is gone or a firewall has dropped
/// it; in that case, this type replaces the connection.
#[derive(Clone)]
pub struct Redis {
    client: Client,
    manager: Arc<ArcSwap<ConnectionManager>>,
}

impl Redis {
    /// Connects with the first command.
    ///
    /// # Errors
    /// When the URL is invalid.
    pub fn at(url: &str) -> Result<Self> {
        let no_address = |error: redis::RedisError| Error::Internal(format!("REDIS_URL: {error}"));
        let info = url.into_connection_info().map_err(no_address)?;
        let info = info.set_tcp_settings(TcpSettings::default().set_nodelay(true).set_user_timeout(SILENCE));
        let client = Client::open(info).map_err(no_address)?;
        let manager = manager(&client).map_err(no_address)?;
        Ok(Redis { client, manager: Arc::new(ArcSwap::from_pointee(manager)) })
    }

    /// Replaces a connection that timed out, unless another call has already replaced it.
    fn note<T>(&self, used: &Arc<ConnectionManager>, answer: RedisResult<T>) -> RedisResult<T> {
        if let Err(error) = &answer
            && error.is_timeout()
        {
            tracing::warn!(%error, "Redis does not answer; its connection is replaced");
            self.manager.compare_and_swap(used, Arc::new(manager(&self.client)?));
        }
        answer
    }
}

fn manager(client: &Client) -> RedisResult<ConnectionManager> {
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(CONNECT_TIMEOUT))
        .set_response_timeout(Some(ANSWER_TIMEOUT))
        .set_number_of_retries(RETRIES);
    ConnectionManager::new_lazy_with_config(client.clone(), config)
}

impl ConnectionLike for Redis {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        async move {
            let used = self.manager.load_full();
            let answer = ConnectionManager::clone(&used).send_packed_command(cmd).await;
            self.note(&used, answer)
        }
        .boxed()
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        async move {
            let used = self.manager.load_full();
            let answer = ConnectionManager::clone(&used).send_packed_commands(pipeline, offset, count).await;
            self.note(&used, answer)
        }
        .boxed()
    }

    fn get_db(&self) -> i64 {
        self.manager.load().get_db()
    }
}
