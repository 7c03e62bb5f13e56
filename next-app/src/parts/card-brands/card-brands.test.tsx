// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { BrandMark } from "./brand-mark";
import { CardBrands } from "./card-brands";

afterEach(cleanup);

test("the accepted brands are a list of marks, each with its name", () => {
  render(<CardBrands />);
  const names = screen.getAllByRole("listitem").map((item) => item.querySelector(".sr-only")?.textContent);
  expect(names).toEqual(["Visa", "Mastercard", "American Express"]);
  expect(screen.getByRole("list", { name: "Cards we accept" })).toBeDefined();
});

test("a brand without a drawing is shown by its name", () => {
  const { container } = render(<BrandMark name="Diners Club" />);
  expect(container.querySelector("svg")).toBeNull();
  expect(screen.getByText("Diners Club").className).not.toContain("sr-only");
});

test("the names of brands may be written in any letter case", () => {
  expect(render(<BrandMark name="DISCOVER" />).container.querySelector("svg")).not.toBeNull();
});
