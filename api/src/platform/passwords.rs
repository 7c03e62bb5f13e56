//! Password hashing with Argon2id, on blocking threads and a limited number at a time.
//!
//! A hash takes tens of milliseconds and 19 MiB by design. Running more hashes at the same time than there are cores
//! would slow all of them down, so further hashes wait in a queue. When the queue is full, calls are refused, because a
//! caller who waits that long has usually given up.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error as HashError, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::error::{Error, Result};
use midway_kernel::input::Secret;
use midway_kernel::secret::random_bytes;

/// The minimum that OWASP recommends for Argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How many calls per core may wait or be worked on. Further calls are refused.
const QUEUE_PER_CORE: usize = 32;

pub struct Passwords {
    working: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// The hash of a random password. Sign-ins to unknown accounts are verified against it, so that they take as long
    /// as sign-ins to existing accounts.
    dummy_hash: String,
}

impl Passwords {
    pub fn new() -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Passwords {
            working: Arc::new(Semaphore::new(cores)),
            queue: Arc::new(Semaphore::new(cores * QUEUE_PER_CORE)),
            dummy_hash: hash(&random_bytes::<32>())?,
        })
    }

    /// The stored form of a password: salt, parameters and hash in one text.
    pub async fn hash(&self, password: &Secret) -> Result<String> {
        let password = password.clone();
        self.work(move || hash(password.expose().as_bytes())).await
    }

    /// Whether this password matches the stored form. Without a stored form the result is false, after the same amount
    /// of work.
    pub async fn verify(&self, password: &Secret, stored_hash: Option<&str>) -> Result<bool> {
        let password = password.clone();
        let is_somebodys = stored_hash.is_some();
        let stored_hash = stored_hash.unwrap_or(&self.dummy_hash).to_owned();
        let is_right = self.work(move || verify(password.expose().as_bytes(), &stored_hash)).await?;
        Ok(is_right && is_somebodys)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        let full =
            || Error::Unavailable { service: "password hashing", cause: "too many requests are waiting".to_owned() };
        let _place = self.queue.clone().try_acquire_owned().map_err(|_| full())?;
        let turn = self.working.clone().acquire_owned().await.map_err(Error::internal)?;
        let task = tokio::task::spawn_blocking(move || {
            // The hashing thread holds the permit, so that a disconnecting caller does not free a core that is still
            // busy.
            let _turn = turn;
            work()
        });
        task.await.map_err(Error::internal)?
    }
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &[u8]) -> Result<String> {
    let hash: PasswordHash =
        argon2()?.hash_password_with_salt(password, &random_bytes::<16>()).map_err(Error::internal)?;
    Ok(hash.to_string())
}

fn verify(password: &[u8], stored_hash: &str) -> Result<bool> {
    let stored_hash = PasswordHash::new(stored_hash).map_err(Error::internal)?;
    match argon2()?.verify_password(password, &stored_hash) {
        Ok(()) => Ok(true),
        Err(HashError::PasswordInvalid) => Ok(false),
        Err(other) => Err(Error::internal(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn password_matches_only_its_own_hash() {
        let passwords = Passwords::new().unwrap();
        let password = Secret::new("Correct horse 1");
        let stored_hash = passwords.hash(&password).await.unwrap();
        assert!(stored_hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored_hash}");
        assert_ne!(stored_hash, passwords.hash(&password).await.unwrap(), "each hash has its own salt");
        assert!(passwords.verify(&password, Some(&stored_hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("correct horse 1"), Some(&stored_hash)).await.unwrap());
        assert!(!passwords.verify(&password, None).await.unwrap());
    }
}
