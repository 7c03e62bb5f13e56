// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useFrameMessages } from "./use-frame-messages";

afterEach(cleanup);

const origin = "https://pay.example";

function Form() {
  const frame = useRef<HTMLIFrameElement>(null);
  useFrameMessages({ processor: "sandbox", origin, sessionKey: "s1", frame }, () => {});
  return (
    <div>
      <iframe ref={frame} title="Card details" />
    </div>
  );
}

test("a field that the form refuses is scrolled into view", () => {
  const scrolled: string[] = [];
  HTMLElement.prototype.scrollIntoView = vi.fn(function (this: HTMLElement) {
    scrolled.push(`${this.style.top} ${this.style.height}`);
  });
  const { container } = render(<Form />);
  const source = container.querySelector("iframe")?.contentWindow ?? null;
  const send = (field: unknown) => {
    const error = { type: "cardError", reason: "invalid", message: "Check the card details", field };
    const data = { source: "midway-sandbox", sessionKey: "s1", ...error };
    act(() => void window.dispatchEvent(new MessageEvent("message", { data, origin, source })));
  };
  send(undefined);
  expect(scrolled).toEqual([]);
  send({ top: 12, height: 96 });
  expect(scrolled).toEqual(["12px 96px"]);
  expect(container.querySelector("span")).toBeNull();
});
