import { expect, test } from "vitest";
import { frameAddress, parseFrameMessage } from "./frame-message";

const frame = {};
const expected = { processor: "sandbox", origin: "https://pay.example", sessionKey: "s1", window: frame };
const data = { source: "midway-sandbox", type: "cardAccepted", sessionKey: "s1" };
const received = { data, origin: "https://pay.example", source: frame };

test("a message from the form is accepted", () => {
  expect(parseFrameMessage(received, expected)).toEqual({ type: "cardAccepted" });
  expect(parseFrameMessage({ ...received, data: { ...data, type: "escape" } }, expected)).toEqual({
    type: "escape",
  });
  expect(
    parseFrameMessage({ ...received, data: { ...data, type: "ready", height: 300.2 } }, expected),
  ).toEqual({
    type: "ready",
    height: 301,
  });
  expect(
    parseFrameMessage(
      { ...received, data: { ...data, type: "cardError", reason: "form", message: "x" } },
      expected,
    ),
  ).toEqual({ type: "cardError", reason: "form", message: "x", field: null });
});

test.each([
  [
    { top: 12, height: 96.5 },
    { top: 12, height: 96.5 },
  ],
  [{ top: "12", height: 96 }, null],
  [{ top: 12, height: Number.NaN }, null],
  ["number", null],
])("the place of a refused field %o is read as %o", (field, place) => {
  const message = { ...data, type: "cardError", reason: "invalid", message: "x", field };
  expect(parseFrameMessage({ ...received, data: message }, expected)).toMatchObject({ field: place });
});

test.each([
  ["another origin", { ...received, origin: "https://evil.example" }],
  ["a similar origin", { ...received, origin: "https://pay.example.evil.example" }],
  ["another window of the same origin", { ...received, source: {} }],
  ["no window", { ...received, source: null }],
  ["another session", { ...received, data: { ...data, sessionKey: "s2" } }],
  ["another sender", { ...received, data: { ...data, source: "midway-shop" } }],
  ["an unknown kind", { ...received, data: { ...data, type: "paid" } }],
  ["text data", { ...received, data: JSON.stringify(data) }],
  ["missing data", { ...received, data: null }],
  ["an invalid height", { ...received, data: { ...data, type: "resize", height: "100%" } }],
  ["an unknown reason", { ...received, data: { ...data, type: "cardError", reason: "no" } }],
])("a message is ignored because of %s", (_, message) => {
  expect(parseFrameMessage(message, expected)).toBeNull();
});

test("the frame's height stays between a minimum and a maximum", () => {
  const height = (value: number) => {
    const read = parseFrameMessage(
      { ...received, data: { ...data, type: "resize", height: value } },
      expected,
    );
    return read?.type === "resize" ? read.height : null;
  };
  expect(height(0)).toBeGreaterThan(200);
  expect(height(1e9)).toBeLessThan(2000);
  expect(height(Number.NaN)).toBeNull();
});

test("the card form is requested with the page's colour scheme and without a button inside the form", () => {
  expect(frameAddress("https://pay.example/form/s1", "https://pay.example", "dark")).toBe(
    "https://pay.example/form/s1?button=shop&theme=dark",
  );
  expect(frameAddress("https://pay.example/form/s1", "https://pay.example", "dark", true)).toBe(
    "https://pay.example/form/s1?button=shop&theme=dark&again=1",
  );
});

test.each(["https://evil.example/form", "javascript:alert(1)", "data:text/html,x", "/form", ""])(
  "the address %j is not a card form of the processor's origin",
  (address) => {
    expect(frameAddress(address, "https://pay.example", "light")).toBeNull();
  },
);
