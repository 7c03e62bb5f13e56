// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Dialog } from "./dialog";
import { DialogTheme } from "./theme";

afterEach(cleanup);

function show(outer: string | undefined, inner?: string) {
  render(
    <DialogTheme theme={outer}>
      <DialogTheme theme={undefined}>
        <Dialog open title="Choose a seat" onClose={() => {}} theme={inner}>
          Seats
        </Dialog>
      </DialogTheme>
    </DialogTheme>,
  );
  return screen.getByRole("dialog").parentElement?.className.split(" ");
}

test("a dialog has the theme of the part of the page that opens it", () => {
  expect(show("theater")).toContain("theater");
});

test("a dialog with a theme of its own has only that one", () => {
  const classes = show("theater", "park");
  expect(classes).toContain("park");
  expect(classes).not.toContain("theater");
});
