//! Rules for waiting rooms.

use std::collections::HashMap;

use super::{Check, is_path, is_visible};
use crate::files::WaitingRoom;

const TABLE: &str = "waiting_room";

/// The longest code for early access, in characters.
const MAX_CODE: usize = 60;

/// The maximum number of these codes of one room.
const MAX_CODES: usize = 1_000;

/// Numbers of shoppers that no shop has, so that their sums stay far from overflow.
const LARGEST: u32 = 1_000_000;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    check.ids(TABLE, folder.waiting_room.iter().map(|room| room.id.clone()));
    for (position, room) in folder.waiting_room.iter().enumerate() {
        check.optional_line(TABLE, position, "name", room.name.as_deref());
        for (nth, id) in room.products.iter().enumerate() {
            let is_known = folder.product.iter().any(|it| it.id == *id)
                || folder.bundle.iter().any(|it| it.id.as_str() == id.as_str());
            check.refers(is_known, TABLE, position, &format!("products.{nth}"), "product", id.as_str());
        }
        for (nth, path) in room.paths.iter().enumerate() {
            let is_page = is_path(path) && path != "/" && !path.ends_with('/') && !path.contains(['?', '#']);
            check.say_unless(is_page, TABLE, position, &format!("paths.{nth}"), || {
                format!("\"{path}\" is not the path of a page, such as \"/product/multi/tag/concerts\"")
            });
        }
        times(check, position, room);
        for (key, number) in [
            ("max_shoppers", room.max_shoppers),
            ("per_minute", room.per_minute),
            ("max_per_address", room.max_per_address),
        ] {
            check.say_unless((1..=LARGEST).contains(&number), TABLE, position, key, || {
                format!("`{key}` is a number from 1 to {LARGEST}")
            });
        }
        check.say_unless((1..=120).contains(&room.idle_minutes), TABLE, position, "idle_minutes", || {
            "`idle_minutes` is a number from 1 to 120".to_owned()
        });
        codes(check, position, room);
    }
}

fn times(check: &mut Check, position: usize, room: &WaitingRoom) {
    for (earlier, earlier_key, later, later_key) in [
        (room.from, "from", room.starts, "starts"),
        (room.starts, "starts", room.until, "until"),
        (room.from, "from", room.until, "until"),
    ] {
        if let (Some(earlier), Some(later)) = (earlier, later) {
            check.say_unless(earlier < later, TABLE, position, later_key, || {
                format!("`{later_key}` is not after `{earlier_key}`")
            });
        }
    }
}

fn codes(check: &mut Check, position: usize, room: &WaitingRoom) {
    let codes = &room.early_access_codes;
    check.say_unless(codes.len() <= MAX_CODES, TABLE, position, "early_access_codes", || {
        format!("a waiting room has at most {MAX_CODES} codes")
    });
    let mut seen = HashMap::new();
    for (nth, code) in codes.iter().enumerate() {
        let path = format!("early_access_codes.{nth}");
        let is_code = is_visible(code) && !code.contains(char::is_whitespace) && code.chars().count() <= MAX_CODE;
        check.say_unless(is_code, TABLE, position, &path, || {
            format!("a code has 1 to {MAX_CODE} characters and no spaces")
        });
        check.first_use(&mut seen, TABLE, position, &path, code.to_uppercase());
    }
}
