// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { EmailField } from "./email-field";

afterEach(cleanup);

function Field() {
  const [value, setValue] = useState("");
  return (
    <EmailField
      name="emailAddress"
      label="Email"
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => {}}
    />
  );
}

const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Email" });
const suggestion = () => screen.queryByRole("button");
const type = (value: string) => fireEvent.change(input(), { target: { value } });

test("an address with a typing error gets a suggestion when the field is left, and one press accepts it", () => {
  render(<Field />);
  type("ada@gmial.com");
  expect(suggestion()).toBeNull();
  fireEvent.blur(input());
  expect(suggestion()?.textContent).toBe("Did you mean ada@gmail.com?");

  fireEvent.click(screen.getByRole("button"));
  expect(input().value).toBe("ada@gmail.com");
  expect(suggestion()).toBeNull();
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Your email is now ada@gmail.com.");
  expect(document.activeElement).toBe(status);
});

test("a suggestion disappears when the visitor types on", () => {
  render(<Field />);
  type("ada@gmial.co");
  fireEvent.blur(input());
  type("ada@gmial.com");
  expect(suggestion()).toBeNull();
});

test("a right address gets no suggestion", () => {
  render(<Field />);
  type("ada@gmail.com");
  fireEvent.blur(input());
  expect(screen.getByRole("status").textContent).toBe("");
});
