// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Toasts, toast } from "./toast";

afterEach(cleanup);

test("only the latest toast is shown", async () => {
  render(<Toasts />);
  act(() => toast("The pass was removed."));
  expect(screen.getByText("The pass was removed.")).toBeTruthy();
  act(() => toast("The ticket was added."));
  expect(screen.getAllByRole("alertdialog").map(({ textContent }) => textContent)).toEqual([
    "The ticket was added.",
  ]);
});
