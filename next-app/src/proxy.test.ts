import { expect, test } from "vitest";
import { config } from "./proxy";

/** As Next reads it: the whole path has to match. */
const isMatched = (path: string) => config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path));

test.each(["/icon.svg", "/robots.txt", "/_next/static/chunks/main.js"])("%s is served as a file", (path) => {
  expect(isMatched(path)).toBe(false);
});

test.each([
  "/",
  "/cart",
  "/api/cart",
  "/icon.svgx",
  "/icon-svg",
  "/icon.svg/more",
  "/robots.txtx",
  "/robots.txt/more",
  "/_next/staticx",
  "/_next/imagex",
])("%s is answered with the headers of a page", (path) => {
  expect(isMatched(path)).toBe(true);
});
