// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Checkbox, TextField } from "./field";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Form() {
  const [error, setError] = useState("");
  return (
    <>
      <TextField label="Zip" error={error} onBlur={() => setError("Five digits, please")} />
      <Checkbox label="I accept" error={error} />
      <button type="button">Go</button>
    </>
  );
}

const countErrors = () => screen.queryAllByText("Five digits, please").length;

test("an error on blur is shown only after the press that caused the blur has ended", () => {
  vi.useFakeTimers();
  render(<Form />);
  const [zip, go] = [screen.getByLabelText("Zip"), screen.getByRole("button", { name: "Go" })];
  fireEvent.mouseDown(go);
  fireEvent.blur(zip);
  expect(countErrors()).toBe(0);
  expect(zip.getAttribute("aria-invalid")).toBeNull();
  fireEvent.mouseUp(go);
  expect(countErrors(), "the click event has not fired yet").toBe(0);
  act(() => vi.runAllTimers());
  expect(countErrors()).toBe(2);
  expect(zip.getAttribute("aria-invalid")).toBe("true");
});

test("an error on blur by keyboard is shown immediately", () => {
  render(<Form />);
  fireEvent.blur(screen.getByLabelText("Zip"));
  expect(countErrors()).toBe(2);
});
