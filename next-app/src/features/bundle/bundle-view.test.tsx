// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { BundleBuilder } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { bundleTexts } from "@/text/areas/bundle";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { BundleView } from "./bundle-view";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

afterEach(cleanup);

test("if a bundle has no available day, a message says that it is unavailable and there is no button", () => {
  const builder: BundleBuilder = {
    success: true,
    pageTitle: "A day out",
    pageDescription: "<p>Gardens and a concert.</p>",
    bundleDates: [],
    venues: [],
    requiresLoginChallenge: false,
    bundle: {
      id: "day-out",
      displayName: "A day out",
      shortDescription: "All of it",
      images: [],
      fromPrice: 36.4,
      fromPriceFor: "2 × Child",
      isPricedByDate: false,
      cancellationPolicy: "You can't cancel this online.",
      saving: 9.6,
      orderFees: [],
    },
  };
  render(
    <BundleView
      t={createTranslate({}, alertTexts, bundleTexts, productTexts)}
      builder={builder}
      dates={[]}
      day={null}
      edited={null}
    />,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("A day out");
  expect(screen.getByText("Gardens and a concert.")).toBeDefined();
  expect(screen.getByText("· 2 × Child").parentElement?.textContent).toBe("from $36.40 · 2 × Child");
  expect(screen.getByText("Save $9.60 compared with buying tickets separately")).toBeDefined();
  expect(screen.getByText("Bundle unavailable")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
