//! The line of a room in the memory of this process.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::line::{
    AWAY, Asking, CALLED, COUNTED, Figures, Id, MAX_PASSED_OVER, MAX_WAITING, Rules, Standing, USED, millis,
};

/// The line of one room.
#[derive(Default)]
pub struct Line {
    /// Who waits, by rank.
    waiting: BTreeSet<(i64, Id)>,
    waiters: HashMap<Id, Waiter>,
    /// How many wait of each network address.
    addresses: HashMap<String, u32>,
    /// Who is inside, and until when without a further sign.
    inside: HashMap<Id, i64>,
    /// The places that were used, and until when that is remembered.
    used: HashMap<Id, i64>,
    /// Who holds a place that takes places of performances.
    holders: HashMap<Id, String>,
    /// How many may enter, at a moment.
    allowance: Option<(f64, i64)>,
    /// How many entered, by part of a minute.
    entries: BTreeMap<i64, u64>,
    figures: Figures,
}

struct Waiter {
    rank: i64,
    /// The last sign.
    seen: i64,
    address: Option<String>,
}

impl Line {
    pub fn ask(&mut self, rules: &Rules, asking: &Asking<'_>, now: i64) -> Standing {
        self.forget(now);
        let Asking { place, rank, address, was_inside, may_join } = *asking;
        if !self.inside.contains_key(place) {
            if self.used.contains_key(place) {
                self.let_in(rules, now);
                return Standing::Used;
            }
            if was_inside {
                self.enter(&Id::from(place), now);
            } else if let Some(waiter) = self.waiters.get_mut(place) {
                waiter.seen = now;
                if waiter.rank != rank {
                    self.waiting.remove(&(waiter.rank, Id::from(place)));
                    self.waiting.insert((rank, Id::from(place)));
                    waiter.rank = rank;
                }
            } else if may_join {
                if !self.has_room_for(address, rules.max_per_address) {
                    self.figures.refused += 1;
                    self.let_in(rules, now);
                    return Standing::Full;
                }
                self.join(place, rank, address, now);
            }
        }
        self.let_in(rules, now);
        if let Some(until) = self.inside.get_mut(place) {
            *until = now + millis(rules.idle);
            return Standing::Inside { until: *until };
        }
        let Some(waiter) = self.waiters.get(place) else { return Standing::Absent };
        let ahead = self.waiting.range(..(waiter.rank, Id::from(place))).count();
        Standing::Waiting { ahead: u64::try_from(ahead).unwrap_or(u64::MAX), entered: self.entries.values().sum() }
    }

    fn has_room_for(&self, address: Option<&str>, max_per_address: u32) -> bool {
        let of_address = address.and_then(|address| self.addresses.get(address)).copied().unwrap_or(0);
        of_address < max_per_address && (self.waiting.len() as u64) < MAX_WAITING
    }

    fn join(&mut self, place: &str, rank: i64, address: Option<&str>, now: i64) {
        let place = Id::from(place);
        let address = address.map(str::to_owned);
        if let Some(address) = &address {
            *self.addresses.entry(address.clone()).or_default() += 1;
        }
        self.waiting.insert((rank, place.clone()));
        self.waiters.insert(place, Waiter { rank, seen: now, address });
        self.figures.joined += 1;
    }

    /// Lets those enter whose turn it is. Whoever is away leaves the line, and comes back to the same rank.
    fn let_in(&mut self, rules: &Rules, now: i64) {
        let (left, at) = self.allowance.unwrap_or((rules.burst(), now));
        #[expect(clippy::cast_precision_loss, reason = "a time between two calls")]
        let earned = (now - at).max(0) as f64 * rules.per_minute / 60_000.0;
        let mut left = (left + earned).min(rules.burst());
        let mut passed_over = 0;
        while left >= 1.0 && self.inside.len() < rules.max_inside as usize && passed_over < MAX_PASSED_OVER {
            let Some((rank, place)) = self.waiting.first().cloned() else { break };
            if now < rules.starts_at && rank >= 0 {
                break;
            }
            let seen = self.leave(rank, &place);
            if now - seen <= millis(AWAY) {
                self.enter(&place, now);
                left -= 1.0;
            } else {
                passed_over += 1;
            }
        }
        // As exact as Redis keeps it.
        self.allowance = Some(((left * 1e6).round() / 1e6, now));
    }

    /// Takes somebody out of the line. Returns the last sign.
    fn leave(&mut self, rank: i64, place: &Id) -> i64 {
        self.waiting.remove(&(rank, place.clone()));
        let Some(waiter) = self.waiters.remove(place) else { return 0 };
        if let Some(address) = waiter.address
            && let Some(count) = self.addresses.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                self.addresses.remove(&address);
            }
        }
        waiter.seen
    }

    fn enter(&mut self, place: &Id, now: i64) {
        self.inside.insert(place.clone(), now + millis(CALLED));
        self.used.insert(place.clone(), now + millis(USED));
        self.figures.entered += 1;
        *self.entries.entry(now / millis(COUNTED)).or_default() += 1;
    }

    fn forget(&mut self, now: i64) {
        self.inside.retain(|_, until| now < *until);
        let oldest = now / millis(COUNTED) - 60_000 / millis(COUNTED);
        self.entries.retain(|part, _| *part > oldest);
        if self.used.len() > 2 * self.inside.len() + 1_000 {
            self.used.retain(|_, until| now < *until);
            let used = &self.used;
            self.holders.retain(|place, _| used.contains_key(place));
        }
    }

    pub fn may_take(&mut self, idle: std::time::Duration, (place, holder): (&str, &str), now: i64) -> bool {
        self.forget(now);
        let Some(until) = self.inside.get_mut(place) else { return false };
        let first = self.holders.entry(Id::from(place)).or_insert_with(|| holder.to_owned());
        if first != holder {
            return false;
        }
        *until = now + millis(idle);
        true
    }

    pub fn finish(&mut self, place: &str, now: i64) {
        self.forget(now);
        if self.inside.remove(place).is_some() {
            self.figures.finished += 1;
        }
    }

    pub fn figures(&mut self, now: i64) -> Figures {
        self.forget(now);
        Figures { waiting: self.waiting.len() as u64, inside: self.inside.len() as u64, ..self.figures }
    }
}
