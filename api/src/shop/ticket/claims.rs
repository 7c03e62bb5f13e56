//! The content of a ticket's code, in few bytes: the code of a ticket has at most 49 modules on each side, so that a
//! cheap phone reads it at arm's length.
//!
//! All numbers are big-endian. An id is a byte with the number of its pairs of bytes, followed by these pairs. Each pair
//! is a number below 38³, three characters with the values `-` 1, `0` to `9` 2 to 11, and `a` to `z` 12 to 37; the end
//! is filled with 0. A text is a byte with its length, followed by UTF-8. A day is two bytes with the number of days
//! since 2020-01-01 and a signed byte with the offset from UTC in quarters of an hour.
//!
//! | part | when | bytes |
//! |---|---|---|
//! | which parts follow | always | 1 |
//! | time of issue, in seconds since 1970 | always | 4 |
//! | media code, an id in capital letters | always | |
//! | variant, an id | always | |
//! | first day, with the offset at its beginning | bit 0 | 3 |
//! | last day, with the offset at its end | bit 1 | 3 |
//! | time of entry, in minutes after midnight | bit 2 | 2 |
//! | the first bytes of the SHA-256 of the performance's id | bit 3 | 4 |
//! | place, a text | bit 4 | |
//! | holder, a text | bit 5 | |

use chrono::{Days, Duration, NaiveDate, NaiveTime, Offset, TimeZone, Timelike};
use chrono_tz::Tz;
use sha2::{Digest, Sha256};

use midway_kernel::time::{Instant, instant_at};

/// The maximum number of bytes. More would not fit into a code of 49 modules.
const MAX_BYTES: usize = 104;

/// The most characters of an id. No id of a catalogue is longer.
const MAX_ID: usize = 60;

const FIRST_DAY: u8 = 1;
const LAST_DAY: u8 = 1 << 1;
const TIME: u8 = 1 << 2;
const PERFORMANCE: u8 = 1 << 3;
const PLACE: u8 = 1 << 4;
const HOLDER: u8 = 1 << 5;

/// The content of a ticket's code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    pub media_code: String,
    pub variant: String,
    /// The first and the last day of a dated ticket are the same day.
    pub first_day: Option<SiteDay>,
    pub last_day: Option<SiteDay>,
    /// The time of entry at the site.
    pub time: Option<NaiveTime>,
    pub performance: Option<PerformanceMark>,
    /// The place as on the ticket, for example `Stalls, row A, seat 12`. The end of a long text is left out.
    pub place: Option<String>,
    /// The name of a pass's holder. The end of a long text is left out.
    pub holder: Option<String>,
    /// Seconds since 1970.
    pub issued_at: u32,
}

/// The first four bytes of the SHA-256 of a performance's id. A gate of one performance compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerformanceMark(pub [u8; 4]);

impl PerformanceMark {
    pub fn of(performance: &str) -> Self {
        let digest = Sha256::digest(performance.as_bytes());
        PerformanceMark([digest[0], digest[1], digest[2], digest[3]])
    }
}

/// A day at the site of a ticket, and how far the site's clocks are ahead of UTC when it begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteDay {
    pub date: NaiveDate,
    quarters_ahead: i8,
}

impl SiteDay {
    /// A first day: the offset is that of its beginning.
    pub fn first(date: NaiveDate, zone: Tz) -> Self {
        SiteDay::at(date, instant_at(date, NaiveTime::MIN, zone), zone)
    }

    /// A last day: the offset is that of its end.
    pub fn last(date: NaiveDate, zone: Tz) -> Self {
        SiteDay::at(date, instant_at(date + Days::new(1), NaiveTime::MIN, zone), zone)
    }

    fn at(date: NaiveDate, edge: Instant, zone: Tz) -> Self {
        let ahead = zone.offset_from_utc_datetime(&edge.naive_utc()).fix().local_minus_utc();
        SiteDay { date, quarters_ahead: i8::try_from(ahead / QUARTER_SECONDS).unwrap_or_default() }
    }

    pub fn begins_at(self) -> Instant {
        self.midnight(self.date)
    }

    pub fn ends_at(self) -> Instant {
        self.midnight(self.date + Days::new(1))
    }

    fn midnight(self, date: NaiveDate) -> Instant {
        date.and_time(NaiveTime::MIN).and_utc()
            - Duration::seconds(i64::from(self.quarters_ahead) * i64::from(QUARTER_SECONDS))
    }
}

const QUARTER_SECONDS: i32 = 15 * 60;

/// The day from which days are counted.
const FIRST_OF_ALL_DAYS: NaiveDate = NaiveDate::from_ymd_opt(2020, 1, 1).unwrap();

impl Claims {
    /// The claims in at most [`MAX_BYTES`] bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let parts = [
            (FIRST_DAY, self.first_day.is_some()),
            (LAST_DAY, self.last_day.is_some()),
            (TIME, self.time.is_some()),
            (PERFORMANCE, self.performance.is_some()),
            (PLACE, self.place.is_some()),
            (HOLDER, self.holder.is_some()),
        ];
        let mut bytes = vec![parts.iter().filter(|(_, is_there)| *is_there).map(|(bit, _)| bit).sum()];
        bytes.extend(self.issued_at.to_be_bytes());
        bytes.extend(packed(&self.media_code.to_ascii_lowercase()));
        bytes.extend(packed(&self.variant));
        for day in self.first_day.iter().chain(&self.last_day) {
            let number = u16::try_from((day.date - FIRST_OF_ALL_DAYS).num_days()).unwrap_or_default();
            bytes.extend(number.to_be_bytes());
            bytes.extend(day.quarters_ahead.to_be_bytes());
        }
        if let Some(time) = self.time {
            let minutes = u16::try_from(time.hour() * 60 + time.minute()).unwrap_or_default();
            bytes.extend(minutes.to_be_bytes());
        }
        bytes.extend(self.performance.iter().flat_map(|mark| mark.0));
        let texts: Vec<&String> = self.place.iter().chain(&self.holder).collect();
        for (nth, text) in texts.iter().enumerate() {
            // Each text has the same share of the room that is left.
            let room = (MAX_BYTES - bytes.len()) / (texts.len() - nth);
            let short = shortened(text, room - 1);
            bytes.push(u8::try_from(short.len()).unwrap_or_default());
            bytes.extend(short.bytes());
        }
        bytes
    }

    /// Reads claims; `None` if the bytes are no claims.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = Rest(bytes);
        let [parts] = rest.take()?;
        let has = |bit: u8| parts & bit != 0;
        let claims = Claims {
            issued_at: u32::from_be_bytes(rest.take()?),
            media_code: rest.id()?.to_ascii_uppercase(),
            variant: rest.id()?,
            first_day: if has(FIRST_DAY) { Some(rest.day()?) } else { None },
            last_day: if has(LAST_DAY) { Some(rest.day()?) } else { None },
            time: if has(TIME) { Some(rest.time()?) } else { None },
            performance: if has(PERFORMANCE) { Some(PerformanceMark(rest.take()?)) } else { None },
            place: if has(PLACE) { Some(rest.text()?) } else { None },
            holder: if has(HOLDER) { Some(rest.text()?) } else { None },
        };
        rest.0.is_empty().then_some(claims)
    }
}

/// An id in pairs of bytes. Characters that no id has become hyphens.
fn packed(id: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'0'..=b'9' => u16::from(letter - b'0') + 2,
        b'a'..=b'z' => u16::from(letter - b'a') + 12,
        _ => 1,
    };
    let values: Vec<u16> = id.bytes().take(MAX_ID).map(value).collect();
    let pairs = values.chunks(3).map(|three| (0..3).fold(0, |sum, at| sum * 38 + three.get(at).copied().unwrap_or(0)));
    let mut bytes = vec![u8::try_from(values.len().div_ceil(3)).unwrap_or_default()];
    bytes.extend(pairs.flat_map(u16::to_be_bytes));
    bytes
}

/// The text in at most `room` bytes. A text that is too long ends with an ellipsis.
fn shortened(text: &str, room: usize) -> String {
    const ELLIPSIS: char = '…';
    if text.len() <= room {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(room.saturating_sub(ELLIPSIS.len_utf8()));
    let kept = text[..end].trim_end();
    if room < ELLIPSIS.len_utf8() { String::new() } else { format!("{kept}{ELLIPSIS}") }
}

/// The bytes that have not been read yet.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.slice(N)?.try_into().ok()
    }

    fn slice(&mut self, length: usize) -> Option<&'b [u8]> {
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    fn id(&mut self) -> Option<String> {
        let [pairs] = self.take()?;
        let mut id = String::new();
        for _ in 0..pairs {
            let number = u16::from_be_bytes(self.take()?);
            for value in [number / (38 * 38), number / 38 % 38, number % 38] {
                let value = u8::try_from(value).ok()?;
                match value {
                    0 => {}
                    1 => id.push('-'),
                    2..=11 => id.push(char::from(b'0' + value - 2)),
                    12..=37 => id.push(char::from(b'a' + value - 12)),
                    _ => return None,
                }
            }
        }
        Some(id)
    }

    fn day(&mut self) -> Option<SiteDay> {
        let date = FIRST_OF_ALL_DAYS + Days::new(u64::from(u16::from_be_bytes(self.take()?)));
        Some(SiteDay { date, quarters_ahead: i8::from_be_bytes(self.take()?) })
    }

    fn time(&mut self) -> Option<NaiveTime> {
        let minutes = u32::from(u16::from_be_bytes(self.take()?));
        NaiveTime::from_hms_opt(minutes / 60, minutes % 60, 0)
    }

    fn text(&mut self) -> Option<String> {
        let [length] = self.take()?;
        String::from_utf8(self.slice(length.into())?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day() -> impl Strategy<Value = SiteDay> {
        (0u64..65_000, -48i8..=56)
            .prop_map(|(days, quarters_ahead)| SiteDay { date: FIRST_OF_ALL_DAYS + Days::new(days), quarters_ahead })
    }

    fn claims() -> impl Strategy<Value = Claims> {
        let time = (0u32..24, 0u32..60).prop_map(|(hour, minute)| NaiveTime::from_hms_opt(hour, minute, 0).unwrap());
        let days = (prop::option::of(day()), prop::option::of(day()), prop::option::of(time));
        let texts = (prop::option::of("\\PC{0,80}"), prop::option::of("\\PC{0,80}"));
        let mark = prop::option::of(any::<[u8; 4]>().prop_map(PerformanceMark));
        ("[A-Z0-9]{1,17}", "[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?", days, mark, texts, any::<u32>()).prop_map(
            |(media_code, variant, (first_day, last_day, time), performance, (place, holder), issued_at)| Claims {
                media_code,
                variant,
                first_day,
                last_day,
                time,
                performance,
                place,
                holder,
                issued_at,
            },
        )
    }

    proptest! {
        #[test]
        fn claims_fit_into_the_code_and_are_read_back_except_for_the_end_of_long_texts(claims in claims()) {
            let bytes = claims.to_bytes();
            prop_assert!(bytes.len() <= MAX_BYTES);
            let read = Claims::from_bytes(&bytes).unwrap();
            for (short, long) in [(&read.place, &claims.place), (&read.holder, &claims.holder)] {
                let (short, long) = (short.clone().unwrap_or_default(), long.clone().unwrap_or_default());
                let kept = short.strip_suffix('…').unwrap_or(&short);
                prop_assert!(short == long || short.is_empty() || long.starts_with(kept), "{short:?} of {long:?}");
            }
            let texts = |of: &Claims| Claims { place: None, holder: None, ..of.clone() };
            prop_assert_eq!(texts(&read), texts(&claims));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
            if let Some(claims) = Claims::from_bytes(&bytes) {
                claims.to_bytes();
            }
        }
    }

    #[test]
    fn usual_place_and_name_are_complete_beside_long_ids() {
        let claims = Claims {
            media_code: "ABCD2345EFGH6789".to_owned(),
            variant: "adult-with-a-rather-long-name".to_owned(),
            first_day: Some(SiteDay::first("2026-12-05".parse().unwrap(), Tz::America__New_York)),
            last_day: Some(SiteDay::last("2026-12-05".parse().unwrap(), Tz::America__New_York)),
            time: NaiveTime::from_hms_opt(19, 30, 0),
            performance: Some(PerformanceMark::of("evening.20261205.1930")),
            place: Some("Stalls, row A, seat 12".to_owned()),
            holder: Some("Zoë Müller-Łukasz".to_owned()),
            issued_at: 1_795_000_000,
        };
        assert_eq!(Claims::from_bytes(&claims.to_bytes()), Some(claims));
    }

    #[test]
    fn days_begin_and_end_at_midnight_of_the_site_also_when_its_clocks_change() {
        let (zone, text) = (Tz::America__New_York, |at: Instant| at.format("%m-%d %H:%M").to_string());
        for (date, begins, ends) in [
            ("2026-12-05", "12-05 05:00", "12-06 05:00"),
            ("2026-11-01", "11-01 04:00", "11-02 05:00"),
            ("2027-03-14", "03-14 05:00", "03-15 04:00"),
        ] {
            let date = date.parse().unwrap();
            let (first, last) = (SiteDay::first(date, zone), SiteDay::last(date, zone));
            assert_eq!((text(first.begins_at()), text(last.ends_at())), (begins.to_owned(), ends.to_owned()));
        }
        let katmandu = SiteDay::first("2026-12-05".parse().unwrap(), Tz::Asia__Kathmandu);
        assert_eq!(text(katmandu.begins_at()), "12-04 18:15");
    }
}
