// Writes `api/src/door/app.json`, from which the door knows the app's pages: the path of each page, how much of it
// depends on the visitor, and which query parameters it reads. The file also has the hashes of the styles that libraries
// add at run time, for the content security policy, and the style of the page that is shown while the app is unavailable.
//
//   node scripts/pages.mjs           writes the file
//   node scripts/pages.mjs --check   fails if the file is not up to date
//
// A page says what it is with exports of its page.tsx:
//
//   export const kind = "public";                      one of `kinds` below; "private" if absent
//   export const query = ["starting"] as const;        the query parameters that a public page reads, except those that
//                                                      name something of the visitor
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..");
const target = join(root, "..", "api", "src", "door", "app.json");

const kinds = [
  "public", // the same for all visitors; cached
  "personal", // may show each visitor different offers; found by search engines
  "private", // shows one visitor's data
  "card", // private, and shows a card processor's form
  "secret", // private, and its address contains a secret
  "ticket", // private, and the browser keeps a copy for its owner
];

/** The paths of all files named page.tsx, except those that only appear within another page (`@slot`). */
function pageFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name.startsWith("@") ? [] : pageFiles(join(folder, entry.name));
    return entry.name === "page.tsx" ? [join(folder, entry.name)] : [];
  });
}

/** The path of a page in Next.js notation, such as `/product/single/[id]`. Folders in parentheses are not part of it. */
function pathOf(file) {
  const segments = relative(join(root, "src", "app"), file)
    .split(sep)
    .slice(0, -1);
  return `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`;
}

/** The value of an exported constant of a page, which must be a string or a list of strings. */
function exported(source, name) {
  const value = new RegExp(`^export const ${name} = ([^;]*?)(?: as const)?;$`, "m").exec(source)?.[1];
  return value === undefined ? undefined : JSON.parse(value.replace(/,\s*\]/, "]"));
}

/** Files that Next.js makes for search engines. */
const metadataFiles = ["/robots.txt", "/sitemap.xml"].map((path) => ({ path, kind: "public", query: [] }));

function pageOf(file) {
  const source = readFileSync(file, "utf8");
  const kind = exported(source, "kind") ?? "private";
  if (!kinds.includes(kind)) throw new Error(`${file}: there is no kind "${kind}"`);
  const page = { path: pathOf(file), kind };
  if (kind !== "public") return page;
  return { ...page, query: exported(source, "query") ?? [] };
}

const styles = join(root, "src", "styles");

/** The style of the page that the door shows while the app's servers are unavailable: the themes and a few rules. */
function unavailableStyle() {
  const themes = readdirSync(join(styles, "themes")).map((name) => join("themes", name));
  const theme = ["tokens.css", ...themes.sort()].map((name) => readFileSync(join(styles, name), "utf8"));
  const rules = readFileSync(join(styles, "unavailable.css"), "utf8");
  const css = ["@layer tokens, brand;", ...theme, rules].join("\n");
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The style that react-aria adds on iOS while a dialog prevents scrolling. */
function scrollStyle() {
  const file = join(root, "node_modules", "react-aria", "dist", "private", "overlays", "usePreventScroll.js");
  const style = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(readFileSync(file, "utf8"))?.[1];
  if (style === undefined) throw new Error(`${file}: the style was not found`);
  return style.trim();
}

function appJson() {
  const pages = [...pageFiles(join(root, "src", "app")).map(pageOf), ...metadataFiles];
  pages.sort((one, other) => (one.path < other.path ? -1 : 1));
  const hash = createHash("sha256").update(scrollStyle()).digest("base64");
  return `${JSON.stringify({ unavailableStyle: unavailableStyle(), styles: [`sha256-${hash}`], pages }, null, 2)}\n`;
}

if (process.argv[2] === "--check") {
  if (readFileSync(target, "utf8") !== appJson()) {
    throw new Error("api/src/door/app.json is not up to date: run `npm --prefix next-app run pages`");
  }
} else {
  writeFileSync(target, appJson());
}
