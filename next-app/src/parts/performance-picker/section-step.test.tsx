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
  capacityDescription: "Available",
  prices,
});
const sections = [
  section("Stalls", [price("standard", "Standard", 48.74), price("student", "Student", 20)]),
  section("Gallery", [price("student", "Student", 15)]),
];

test.each([
  [undefined, ["StallsStandard $48.74Available", "Gallery$15.00Available"]],
  ["student", ["StallsStudent $20.00Available", "Gallery$15.00Available"]],
])("sections show the price of the chosen variant %j, or else of their first variant", (variant, shown) => {
  render(
    <SectionStep
      title="Section"
      sections={sections}
      variant={variant}
      groupSize={1}
      chosen={null}
      onChoose={() => {}}
    />,
  );
  expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual(shown);
});

test("a section with too few places for the group says so and cannot be chosen", () => {
  const onChoose = vi.fn();
  const [stalls, gallery] = sections as [(typeof sections)[0], (typeof sections)[0]];
  render(
    <SectionStep
      title="Section"
      sections={[{ ...stalls, hasRoom: false }, gallery]}
      groupSize={4}
      chosen={null}
      onChoose={onChoose}
    />,
  );
  const small = screen.getByRole("radio", { name: /^Stalls.*No room for 4/ });
  fireEvent.click(small);
  expect(small.getAttribute("aria-disabled")).toBe("true");
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: /^Gallery/ }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Gallery");
});
