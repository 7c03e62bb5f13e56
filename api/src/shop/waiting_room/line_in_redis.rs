//! The line of a room in Redis, for several replicas. Each script does what the function of the same name does in
//! `line_in_process.rs`; a test compares the two.

use std::time::Duration;

use redis::{RedisResult, Script};

use super::line::{
    AWAY, Asking, CALLED, COUNTED, Figures, MAX_PASSED_OVER, MAX_WAITING, Rules, Standing, USED, millis,
};
use crate::error::{Error, Result};
use crate::platform::redis::Redis;

/// The keys of a line. The name in braces keeps them on one node of a cluster.
const PARTS: [&str; 8] = ["waiting", "seen", "address-of", "addresses", "inside", "used", "holders", "numbers"];

fn keys(room: &str) -> impl Iterator<Item = String> {
    PARTS.iter().map(move |part| format!("midway:{{waiting-room:{room}}}:{part}"))
}

const ASK: &str = r"
local WAITING, SEEN, ADDRESS_OF, ADDRESSES, INSIDE, USED, HOLDERS, NUMBERS = unpack(KEYS)
local now, starts_at, max_inside = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local per_minute, burst, idle = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local max_per_address, away, called, remembered = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local max_waiting, max_passed_over, counted = tonumber(ARGV[11]), tonumber(ARGV[12]), tonumber(ARGV[13])
local place, rank, address, was_inside, may_join = ARGV[14], tonumber(ARGV[15]), ARGV[16], ARGV[17] == '1', ARGV[18] == '1'
local part = math.floor(now / counted)

local function leave(who)
  redis.call('ZREM', WAITING, who)
  local seen = tonumber(redis.call('HGET', SEEN, who) or 0)
  redis.call('HDEL', SEEN, who)
  local of = redis.call('HGET', ADDRESS_OF, who)
  if of then
    redis.call('HDEL', ADDRESS_OF, who)
    if redis.call('HINCRBY', ADDRESSES, of, -1) <= 0 then redis.call('HDEL', ADDRESSES, of) end
  end
  return seen
end

local function enter(who)
  redis.call('ZADD', INSIDE, now + called, who)
  redis.call('ZADD', USED, now + remembered, who)
  redis.call('HINCRBY', NUMBERS, 'entered', 1)
  redis.call('HINCRBY', NUMBERS, 'part:' .. part, 1)
  redis.call('HDEL', NUMBERS, 'part:' .. (part - 7), 'part:' .. (part - 8), 'part:' .. (part - 9))
end

local function let_in()
  local left, at = string.match(redis.call('HGET', NUMBERS, 'allowance') or '', '([%d.]+) (%d+)')
  left, at = tonumber(left) or burst, tonumber(at) or now
  left = math.min(burst, left + math.max(0, now - at) * per_minute / 60000)
  local inside, passed_over = redis.call('ZCARD', INSIDE), 0
  while left >= 1 and inside < max_inside and passed_over < max_passed_over do
    local first = redis.call('ZRANGE', WAITING, 0, 0, 'WITHSCORES')
    if not first[1] or (now < starts_at and tonumber(first[2]) >= 0) then break end
    if now - leave(first[1]) <= away then
      enter(first[1])
      left, inside = left - 1, inside + 1
    else
      passed_over = passed_over + 1
    end
  end
  redis.call('HSET', NUMBERS, 'allowance', string.format('%.6f %d', left, now))
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 2 * remembered) end
end

redis.call('ZREMRANGEBYSCORE', INSIDE, '-inf', now)
redis.call('ZREMRANGEBYSCORE', USED, '-inf', now)
if not redis.call('ZSCORE', INSIDE, place) then
  if redis.call('ZSCORE', USED, place) then
    let_in()
    return {'used', 0, 0}
  end
  local known = redis.call('ZSCORE', WAITING, place)
  if was_inside then
    enter(place)
  elseif known then
    redis.call('HSET', SEEN, place, now)
    if tonumber(known) ~= rank then redis.call('ZADD', WAITING, rank, place) end
  elseif may_join then
    local of_address = address ~= '' and tonumber(redis.call('HGET', ADDRESSES, address) or 0) or 0
    if of_address >= max_per_address or redis.call('ZCARD', WAITING) >= max_waiting then
      redis.call('HINCRBY', NUMBERS, 'refused', 1)
      let_in()
      return {'full', 0, 0}
    end
    if address ~= '' then
      redis.call('HINCRBY', ADDRESSES, address, 1)
      redis.call('HSET', ADDRESS_OF, place, address)
    end
    redis.call('ZADD', WAITING, rank, place)
    redis.call('HSET', SEEN, place, now)
    redis.call('HINCRBY', NUMBERS, 'joined', 1)
  end
end
let_in()
if redis.call('ZSCORE', INSIDE, place) then
  redis.call('ZADD', INSIDE, now + idle, place)
  return {'inside', now + idle, 0}
end
local ahead = redis.call('ZRANK', WAITING, place)
if not ahead then return {'absent', 0, 0} end
local entered = 0
for back = 0, 5 do
  entered = entered + tonumber(redis.call('HGET', NUMBERS, 'part:' .. (part - back)) or 0)
end
return {'waiting', ahead, entered}";

const MAY_TAKE: &str = r"
local INSIDE, HOLDERS = KEYS[5], KEYS[7]
local now, idle, place, holder, remembered = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4], tonumber(ARGV[5])
if tonumber(redis.call('ZSCORE', INSIDE, place) or 0) <= now then return 0 end
redis.call('HSETNX', HOLDERS, place, holder)
redis.call('PEXPIRE', HOLDERS, 2 * remembered)
if redis.call('HGET', HOLDERS, place) ~= holder then return 0 end
redis.call('ZADD', INSIDE, now + idle, place)
return 1";

const FINISH: &str = r"
local INSIDE, NUMBERS = KEYS[5], KEYS[8]
if tonumber(redis.call('ZSCORE', INSIDE, ARGV[1]) or 0) > tonumber(ARGV[2]) then redis.call('HINCRBY', NUMBERS, 'finished', 1) end
redis.call('ZREM', INSIDE, ARGV[1])
return 0";

const FIGURES: &str = r"
local WAITING, INSIDE, NUMBERS = KEYS[1], KEYS[5], KEYS[8]
local number = function(name) return tonumber(redis.call('HGET', NUMBERS, name) or 0) end
return {
  redis.call('ZCARD', WAITING), redis.call('ZCOUNT', INSIDE, '(' .. ARGV[1], '+inf'),
  number('joined'), number('entered'), number('finished'), number('refused'),
}";

pub async fn ask(redis: &Redis, room: &str, rules: &Rules, asking: &Asking<'_>, now: i64) -> Result<Standing> {
    let script = Script::new(ASK);
    let mut call = script.prepare_invoke();
    for key in keys(room) {
        call.key(key);
    }
    call.arg(now).arg(rules.starts_at).arg(rules.max_inside).arg(rules.per_minute).arg(rules.burst());
    call.arg(millis(rules.idle)).arg(rules.max_per_address).arg(millis(AWAY)).arg(millis(CALLED)).arg(millis(USED));
    call.arg(MAX_WAITING).arg(MAX_PASSED_OVER).arg(millis(COUNTED));
    call.arg(asking.place).arg(asking.rank).arg(asking.address.unwrap_or_default());
    call.arg(u8::from(asking.was_inside)).arg(u8::from(asking.may_join));
    let (word, first, second): (String, i64, i64) = answered(call.invoke_async(&mut redis.clone()).await)?;
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    Ok(match word.as_str() {
        "inside" => Standing::Inside { until: first },
        "waiting" => Standing::Waiting { ahead: count(first), entered: count(second) },
        "full" => Standing::Full,
        "used" => Standing::Used,
        _ => Standing::Absent,
    })
}

pub async fn may_take(
    redis: &Redis,
    room: &str,
    idle: Duration,
    (place, holder): (&str, &str),
    now: i64,
) -> Result<bool> {
    let script = Script::new(MAY_TAKE);
    let mut call = script.prepare_invoke();
    for key in keys(room) {
        call.key(key);
    }
    call.arg(now).arg(millis(idle)).arg(place).arg(holder).arg(millis(USED));
    answered(call.invoke_async(&mut redis.clone()).await)
}

pub async fn finish(redis: &Redis, room: &str, place: &str, now: i64) -> Result<()> {
    let script = Script::new(FINISH);
    let mut call = script.prepare_invoke();
    for key in keys(room) {
        call.key(key);
    }
    call.arg(place).arg(now);
    answered::<i64>(call.invoke_async(&mut redis.clone()).await).map(drop)
}

pub async fn figures(redis: &Redis, room: &str, now: i64) -> Result<Figures> {
    let script = Script::new(FIGURES);
    let mut call = script.prepare_invoke();
    for key in keys(room) {
        call.key(key);
    }
    call.arg(now);
    let [waiting, inside, joined, entered, finished, refused]: [u64; 6] =
        answered(call.invoke_async(&mut redis.clone()).await)?;
    Ok(Figures { waiting, inside, joined, entered, finished, refused })
}

fn answered<T>(answer: RedisResult<T>) -> Result<T> {
    answer.map_err(|error| Error::Unavailable { service: "Redis", cause: error.to_string() })
}
