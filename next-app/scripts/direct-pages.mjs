// Lets the app's HTTP server answer a page with the function that Next.js has built for it, for which it documents this
// use (https://nextjs.org/docs/app/api-reference/adapters/invoking-entrypoints). Next's own server would first look for
// files, rewrites and routes with the page's address, which the door has done, and that takes a tenth of the time of a
// page. The standalone server loads this file first (`assemble.mjs`).
import { readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect } from "node:util";

const require = createRequire(import.meta.url);
const built = join(import.meta.dirname, ".next", "server");

/**
 * The file of each page by its path. Pages with parameters are left out, and those that only appear within another page
 * (`@slot`). `files` is Next's list, in which a folder in parentheses is not part of the path.
 */
export function pagesOf(files) {
  const pages = Object.entries(files).filter(([name]) => name.endsWith("/page") && !/[[@]/.test(name));
  return new Map(
    pages.map(([name, file]) => [name.replace(/\/\([^/]*\)/g, "").replace(/\/page$/, "") || "/", file]),
  );
}

/**
 * Answers documents of these pages directly, and everything else with `next`, the listener of Next's own server. That
 * also gets the first request of each page, so that Next.js has loaded it, and a request whose page fails without an
 * answer. `handlerOf` returns the function of a page's file.
 */
export function directly(pages, handlerOf, next) {
  const loaded = new Map();
  return (request, response) => {
    const path = request.url.split("?", 1)[0];
    const isDocument = request.method === "GET" && request.headers.rsc === undefined;
    const handler = isDocument ? loaded.get(path) : undefined;
    if (handler) {
      handler(request, response, { waitUntil: () => {} }).catch((error) => {
        if (!response.headersSent) return next(request, response);
        process.stderr.write(`${inspect(error)}\n`);
        response.destroy();
      });
      return;
    }
    const file = isDocument ? pages.get(path) : undefined;
    if (file) response.once("finish", () => loaded.set(path, handlerOf(file)));
    next(request, response);
  };
}

/** Does so in the HTTP server that Next.js creates. */
export function answerDirectly() {
  const createServer = http.createServer;
  const pages = pagesOf(JSON.parse(readFileSync(join(built, "app-paths-manifest.json"), "utf8")));
  const handlerOf = (file) => require(join(built, file)).handler;
  http.createServer = (listener) => createServer(directly(pages, handlerOf, listener));
}
