// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import SectionStep from "./section-step";

afterEach(cleanup);

const price = (extProductVariantId: string, displayName: string, displayPrice: number) => ({
  extProductVariantId,
  displayName,
  displayPrice,
});
const section = (showCategoryId: string, prices: ReturnType<typeof price>[]) => ({
  showCategoryId,
  name: showCategoryId,
  capacityLevelId: 1 as const,
  hasRoom: true,
  isAccessible: false,
  isNumbered: true,
  capacityDescription: "Available",
  prices,
});
const sections = [
  section("Balcony", [price("balcony", "Balcony", 30.5), price("student", "Student", 20)]),
  section("Stalls", [price("standard", "Standard", 48.74), price("student", "Student", 20)]),
  section("Gallery", [price("student", "Student", 15)]),
];

test.each([
  [undefined, ["Balcony$30.50Available", "StallsStandard $48.74Available", "Gallery$15.00Available"]],
  ["student", ["BalconyStudent $20.00Available", "StallsStudent $20.00Available", "Gallery$15.00Available"]],
])("sections show the price of the chosen variant %j, or else of their first variant", (variant, shown) => {
  render(
    <SectionStep title="Section" sections={sections} variant={variant} groupSize={1} onChoose={() => {}} />,
  );
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(shown);
});

test("a section with too few places for the group says so and cannot be chosen", () => {
  const onChoose = vi.fn();
  const [, stalls, gallery] = sections as [unknown, (typeof sections)[0], (typeof sections)[0]];
  render(
    <SectionStep
      title="Section"
      sections={[{ ...stalls, hasRoom: false }, gallery]}
      groupSize={4}
      onChoose={onChoose}
    />,
  );
  const small = screen.getByRole("button", { name: /^Stalls.*No room for 4 people/ });
  fireEvent.click(small);
  expect(small.getAttribute("aria-disabled")).toBe("true");
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: /^Gallery/ }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Gallery");
});
