// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
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
  capacityDescription: "Available",
  prices,
});
const sections = [
  section("Stalls", [price("standard", "Standard", 48.74), price("student", "Student", 20)]),
  section("Gallery", [price("student", "Student", 15)]),
];

test.each([
  [undefined, ["StallsAvailableStandard $48.74", "GalleryAvailable$15.00"]],
  ["student", ["StallsAvailableStudent $20.00", "GalleryAvailable$15.00"]],
])("sections show the price of the chosen variant %j, or else of their first variant", (variant, shown) => {
  render(
    <SectionStep title="Section" sections={sections} variant={variant} chosen={null} onChoose={() => {}} />,
  );
  expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual(shown);
});
