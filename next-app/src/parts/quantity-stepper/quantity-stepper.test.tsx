// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { QuantityStepper } from "./quantity-stepper";
import type { Quantity } from "./stepper-state";

afterEach(cleanup);

function Stepper() {
  const [quantity, setQuantity] = useState<Quantity>({ value: 0, typed: null });
  const bounds = { absoluteMin: 0, min: 5, max: 20 };
  return <QuantityStepper name="Group" quantity={quantity} onChange={setQuantity} bounds={bounds} />;
}

test.each([
  ["4", "Minimum quantity is 5"],
  ["21", "Maximum quantity is 20"],
])("the typed quantity %s shows the message %j at the field until it is corrected", (typed, text) => {
  render(<Stepper />);
  const field = screen.getByRole("spinbutton", { name: "Group" });
  fireEvent.change(field, { target: { value: typed } });
  expect(screen.getByRole("status").textContent).toBe(text);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(text);
  fireEvent.change(field, { target: { value: "5" } });
  expect(screen.getByRole("status").textContent).toBe("");
});
