//! A shopper's place in front of a waiting room: what its cookie says, and its rank.

use midway_kernel::secret::{fingerprint, random_id, same, sign};

/// The number of ranks that are drawn by lot. It is less than every moment since 2005 in milliseconds, so whoever came before the
/// start is ahead of everybody who came after it.
const LOTS: i64 = 1 << 40;

/// A place. The signature binds it to its room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub id: String,
    /// When the shopper came, in milliseconds since the epoch.
    pub came_at: i64,
    /// Whether a code for early access was given.
    pub is_early: bool,
    /// Until when the shopper is inside without a further sign; 0 before.
    pub inside_until: i64,
}

impl Place {
    pub fn new(now: i64) -> Self {
        Place { id: random_id(), came_at: now, is_early: false, inside_until: 0 }
    }

    /// The place that a cookie names; `None` if this shop did not sign it for this room.
    pub fn read(key: &[u8], room: &str, cookie: &str) -> Option<Self> {
        let (named, digest) = cookie.rsplit_once('.')?;
        let mut parts = named.split('.');
        let id = parts.next()?.to_owned();
        let came_at = parts.next()?.parse().ok()?;
        let is_early = parts.next()? == "1";
        let inside_until = parts.next()?.parse().ok()?;
        let is_ours = parts.next().is_none() && same(digest, &signature(key, room, named));
        is_ours.then_some(Place { id, came_at, is_early, inside_until })
    }

    pub fn cookie(&self, key: &[u8], room: &str) -> String {
        let Place { id, came_at, is_early, inside_until } = self;
        let named = format!("{id}.{came_at}.{}.{inside_until}", u8::from(*is_early));
        let digest = signature(key, room, &named);
        format!("{named}.{digest}")
    }

    /// The rank: by lot for whoever came before the start, and by the moment for others. Early access comes first, by lot among
    /// themselves. Nobody can choose a lot, because only this shop knows what it makes of an id.
    pub fn rank(&self, key: &[u8], room: &str, starts_at: i64) -> i64 {
        let lot = || {
            let digits = fingerprint(&sign(key, &format!("lot|{room}|{}", self.id)));
            digits.get(..10).and_then(|digits| i64::from_str_radix(digits, 16).ok()).unwrap_or(LOTS - 1)
        };
        match (self.is_early, self.came_at < starts_at) {
            (true, _) => lot() - LOTS,
            (false, true) => lot(),
            (false, false) => self.came_at,
        }
    }
}

fn signature(key: &[u8], room: &str, named: &str) -> String {
    sign(key, &format!("place|{room}|{named}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"a key";
    const NOON: i64 = 1_795_000_000_000;

    #[test]
    fn cookie_is_read_for_its_room_alone_and_not_when_anything_was_changed() {
        let place = Place { is_early: true, inside_until: NOON + 5, ..Place::new(NOON) };
        let cookie = place.cookie(KEY, "concerts");
        assert_eq!(Place::read(KEY, "concerts", &cookie).as_ref(), Some(&place));
        assert_eq!(Place::read(KEY, "films", &cookie), None);
        assert_eq!(Place::read(b"another key", "concerts", &cookie), None);
        let (named, digest) = cookie.rsplit_once('.').unwrap();
        let earlier = named.replace(&NOON.to_string(), &(NOON - 1).to_string());
        for forged in [format!("{earlier}.{digest}"), format!("{named}.0.{digest}"), named.to_owned(), String::new()] {
            assert_eq!(Place::read(KEY, "concerts", &forged), None, "{forged}");
        }
    }

    #[test]
    fn early_access_comes_before_the_drawn_and_the_drawn_before_who_came_after_the_start() {
        let rank = |came_at, is_early| Place { is_early, ..Place::new(came_at) }.rank(KEY, "concerts", NOON);
        let drawn: Vec<i64> = (0..200).map(|_| rank(NOON - 1, false)).collect();
        assert!(drawn.iter().all(|rank| (0..LOTS).contains(rank)));
        let low = drawn.iter().filter(|rank| **rank < LOTS / 2).count();
        assert!((60..140).contains(&low), "{low} of 200 lots are in the lower half");
        assert!(rank(NOON + 60_000, true) < 0);
        assert_eq!(rank(NOON, false), NOON);
        let same = Place::new(NOON - 9);
        assert_eq!(
            same.rank(KEY, "concerts", NOON),
            Place { came_at: NOON - 1, ..same.clone() }.rank(KEY, "concerts", NOON)
        );
    }
}
