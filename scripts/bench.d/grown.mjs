// A catalogue of the maximum intended size: the demo, filled up to 500 products, with 50 more shows of many performances and three
// more halls.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const PRODUCTS = 500;
export const SHOWS = 50;
/** Performances of each show per day. Over 180 days, all shows together have half a million performances. */
const A_DAY = 56;

/** The generated halls: `large` and `stadium` are only viewed, and many buyers compete for the seats of `storm`. */
export const halls = {
  large: { product: "grown-large-hall", rows: 50, seats: 50 },
  stadium: { product: "grown-stadium", rows: 100, seats: 200 },
  storm: { product: "grown-storm", rows: 20, seats: 25 },
};

const time = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const slots = Array.from({ length: A_DAY }, (_, nth) => `{ time = "${time(8 * 60 + nth * 15)}" }`).join(", ");

function show(nth) {
  return `
[[show]]
id = "grown-${nth}"
site = "ellery-museum"
name = "Gallery ${nth}"
type = 4
duration_minutes = 60

[[schedule]]
id = "grown-${nth}-days"
show = "grown-${nth}"
weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
capacity = 40
slot = [${slots}]
`;
}

function product(nth) {
  return `
[[product]]
id = "grown-product-${nth}"
site = "ellery-museum"
name = "Gallery tour ${nth}"
category = "Galleries ${Math.floor(nth / 20)}"
short_description = "One of many rooms, by the quarter of an hour."
tags = ["gallery", "gallery-${nth % 10}"]

[[product.selection]]
shows = ["grown-${nth % SHOWS}"]

[[product.variant]]
id = "grown-product-${nth}-adult"
name = "Adult"
price = "${12 + (nth % 9)}.00"

[[product.variant]]
id = "grown-product-${nth}-child"
name = "Child"
price = "${6 + (nth % 5)}.00"
`;
}

function hall({ product: id, rows, seats }) {
  const width = seats * 20;
  const height = rows * 20;
  return `
[[hall]]
id = "${id}"
size = [${width}, ${height}]

[[hall.section]]
id = "stalls"
name = "Stalls"
polygon = [[0, 0], [${width}, 0], [${width}, ${height}], [0, ${height}]]

[[show]]
id = "${id}"
site = "lantern-theater"
name = "A full house"
type = 3
hall = "${id}"
duration_minutes = 120

[[schedule]]
id = "${id}-evenings"
show = "${id}"
weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
slot = [{ time = "20:00" }]

[[product]]
id = "${id}"
site = "lantern-theater"
name = "A full house of ${rows * seats} seats"
category = "Halls"
short_description = "Every seat is numbered."

[[product.selection]]
shows = ["${id}"]

[[product.variant]]
id = "${id}-seat"
name = "Seat"
price = "30.00"
max_quantity = 8
`;
}

function seatsOf({ product: id, rows, seats }) {
  const lines = [];
  for (let row = 1; row <= rows; row++) {
    for (let seat = 1; seat <= seats; seat++) lines.push(`${id},stalls,${row},${seat},${seat * 20 - 10},${row * 20 - 10}`);
  }
  return lines;
}

/** Dates of the listed prices: each day from 2030 on, for so long. */
const PRICED_DAYS = 208;
const PRICED_PRODUCTS = 200;
const PRICED_VARIANTS = 12;
export const PRICES = PRICED_DAYS * PRICED_PRODUCTS * PRICED_VARIANTS;

function pricedProduct(nth) {
  const variant = (of) => `
[[product.variant]]
id = "priced-${nth}-${of}"
name = "Group ${of}"
price = "10.00"
`;
  return `
[[product]]
id = "priced-${nth}"
site = "ellery-museum"
name = "Priced tour ${nth}"
short_description = "A price of its own for every day."

[[product.selection]]
shows = ["grown-0"]
${Array.from({ length: PRICED_VARIANTS }, (_, of) => variant(of)).join("")}`;
}

/** Writes the demo with a list of `PRICES` prices into a new folder and returns the folder. */
export function writePriced(demo, folder) {
  cpSync(demo, folder, { recursive: true });
  const venue = join(folder, "venues", "priced");
  mkdirSync(venue);
  writeFileSync(join(venue, "priced.toml"), [show(0), ...Array.from({ length: PRICED_PRODUCTS }, (_, nth) => pricedProduct(nth))].join(""));
  const first = Date.UTC(2030, 0, 1);
  const days = Array.from({ length: PRICED_DAYS }, (_, nth) => new Date(first + nth * 86_400_000).toISOString().slice(0, 10));
  const rows = ["variant,date,price"];
  for (let nth = 0; nth < PRICED_PRODUCTS; nth++) {
    for (let of = 0; of < PRICED_VARIANTS; of++) rows.push(...days.map((day, on) => `priced-${nth}-${of},${day},${10 + (on % 7)}.50`));
  }
  writeFileSync(join(venue, "price.csv"), `${rows.join("\n")}\n`);
  return folder;
}

/** Writes the catalogue into a new folder and returns the folder. `own` is the number of products in the demo. */
export function writeGrown(demo, folder, own) {
  cpSync(demo, folder, { recursive: true });
  const venue = join(folder, "venues", "grown");
  mkdirSync(venue);
  const all = Object.values(halls);
  const parts = [
    ...Array.from({ length: SHOWS }, (_, nth) => show(nth)),
    ...Array.from({ length: PRODUCTS - own - all.length }, (_, nth) => product(nth)),
    ...all.map(hall),
  ];
  writeFileSync(join(venue, "grown.toml"), parts.join(""));
  writeFileSync(join(venue, "seat.csv"), `${["hall,section,row,seat,x,y", ...all.flatMap(seatsOf)].join("\n")}\n`);
  return folder;
}
