import { expect, test } from "vitest";
import { filesOf, marked } from "./saved-tickets";

test("a page needs the files and codes in its elements and in its data, each once", () => {
  const html = [
    '<link rel="preload" href="/_next/static/media/figtree.p.woff2" as="font"/>',
    '<script src="/_next/static/chunks/a-1~2.js" async=""></script>',
    '<img src="/api/ticket/barcode/ABCD?key=9f-_e&amp;size=2" alt="">',
    '<script>self.__next_f.push([1,"I[7,[\\"/_next/static/chunks/b.js\\",\\"/_next/static/chunks/a-1~2.js\\"]"])</script>',
    '<a href="/api/ticket/calendar/ABCD?key=1">Add to calendar</a><img src="/api/picture/logo.webp">',
  ].join("");
  expect(filesOf(html)).toEqual([
    "/_next/static/media/figtree.p.woff2",
    "/_next/static/chunks/a-1~2.js",
    "/api/ticket/barcode/ABCD?key=9f-_e&size=2",
    "/_next/static/chunks/b.js",
  ]);
  expect(filesOf("<p>None</p>")).toEqual([]);
});

test("the time of saving is the first element of the head", () => {
  const html = '<!DOCTYPE html><html lang="en-US"><head><meta charSet="utf-8"/></head><body></body></html>';
  expect(marked(html, "2026-12-01T10:00:00.000Z")).toBe(
    '<!DOCTYPE html><html lang="en-US"><head><meta name="saved-copy" content="2026-12-01T10:00:00.000Z"><meta charSet="utf-8"/></head><body></body></html>',
  );
});
