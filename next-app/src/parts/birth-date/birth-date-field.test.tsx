// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { BirthDateField } from "./birth-date-field";
// The field loads the calendar on demand. This import makes it available immediately.
import "./birth-calendar";

afterEach(cleanup);

function Form() {
  const [typed, setTyped] = useState("");
  return (
    <>
      <BirthDateField name="birth" value={typed} today="2026-11-21" onChange={setTyped} onLeave={() => {}} />
      <button type="button">Continue</button>
    </>
  );
}

const calendar = () => screen.queryByLabelText("Year");
const field = () => screen.getByRole("textbox");

async function open() {
  render(<Form />);
  fireEvent.click(screen.getByRole("button", { name: /from a calendar$/ }));
  await screen.findByLabelText("Year");
}

test("the calendar closes after a date was chosen, and the focus goes to the date", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: /January 15, 1996/ }));
  expect(calendar()).toBeNull();
  expect((field() as HTMLInputElement).value).toBe("01/15/1996");
  expect(document.activeElement).toBe(field());
});

test("the calendar stays open while its month changes, and closes when the keyboard or a click leaves the field", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: /Next/ }));
  fireEvent.keyUp(field(), { key: "Tab" });
  expect(calendar()).not.toBeNull();
  const outside = screen.getByRole("button", { name: "Continue" });
  outside.focus();
  fireEvent.keyUp(outside, { key: "Tab" });
  expect(calendar()).toBeNull();
  expect(document.activeElement).toBe(outside);
  fireEvent.click(screen.getByRole("button", { name: /from a calendar$/ }));
  await screen.findByLabelText("Year");
  fireEvent.click(outside);
  expect(calendar()).toBeNull();
});
