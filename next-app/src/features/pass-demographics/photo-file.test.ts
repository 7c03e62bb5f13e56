import { expect, test } from "vitest";
import { isPhotoFile, scaleOf } from "./photo-file";

test.each([
  ["me.png", "image/png", true],
  ["me.jpeg", "image/jpeg", true],
  ["ME.JPG", "", true],
  ["me.png", "text/html", false],
  ["me.svg", "image/svg+xml", false],
  ["me.webp", "image/webp", false],
  ["me.gif", "", false],
])("the file %s of type %j is accepted: %s", (name, type, taken) => {
  expect(isPhotoFile({ name, type })).toBe(taken);
});

test("a photo is scaled down only if its longest side exceeds 1600 pixels", () => {
  expect(scaleOf({ width: 1600, height: 900 })).toBe(1);
  expect(scaleOf({ width: 3200, height: 900 })).toBe(0.5);
  expect(scaleOf({ width: 900, height: 6400 })).toBe(0.25);
});
