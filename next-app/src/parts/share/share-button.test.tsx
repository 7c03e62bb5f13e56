// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ShareButton } from "./share-button";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const link = `${location.origin}/product/single/tour`;

function press(browser: object) {
  vi.stubGlobal("navigator", browser);
  render(<ShareButton path="/product/single/tour" title="Tour" />);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
}
const status = () => screen.getByRole("status").textContent;

test("the device's own dialog gets the link, and nothing is said if the visitor closes it", async () => {
  const share = vi.fn(async () => Promise.reject(new DOMException("closed", "AbortError")));
  press({ share });
  await vi.waitFor(() => expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Tour", url: link }));
  expect(status()).toBe("");
});

test("without such a dialog the link is copied", async () => {
  const writeText = vi.fn(async () => {});
  press({ clipboard: { writeText } });
  await vi.waitFor(() => expect(status()).toBe("Link copied"));
  expect(writeText).toHaveBeenCalledExactlyOnceWith(link);
});

test("a link that cannot be copied is shown", async () => {
  press({ clipboard: { writeText: async () => Promise.reject(new Error("refused")) } });
  await vi.waitFor(() => expect(status()).toBe(`Copy this link: ${link}`));
});
