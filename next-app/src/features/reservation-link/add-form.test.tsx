// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aReservation } from "@/parts/reservation-step/sample";
import { AddForm } from "./add-form";

afterEach(cleanup);

test("after a pass is added, the form is empty without errors, and the page moves the focus", async () => {
  const onAdded = vi.fn(() => (document.activeElement as HTMLElement).blur());
  render(<AddForm kind="pass" limits={aReservation().limits} onAdd={async () => null} onAdded={onAdded} />);
  const [id, zip] = screen.getAllByRole<HTMLInputElement>("textbox");
  if (!id || !zip) throw new Error("the form asks for two values");
  fireEvent.change(id, { target: { value: "K7QM2XWD9HTA4RBC" } });
  zip.focus();
  fireEvent.change(zip, { target: { value: "12207" } });
  fireEvent.click(screen.getByRole("button", { name: "Add Pass" }));
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect([id.value, zip.value]).toEqual(["", ""]);
  expect(id.getAttribute("aria-invalid")).not.toBe("true");
  expect(zip.getAttribute("aria-invalid")).not.toBe("true");
});
