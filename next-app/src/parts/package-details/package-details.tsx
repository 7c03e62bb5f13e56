"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import type { PackageGroup } from "@/api/types";
import { negatedPercent } from "@/lib/percent";
import { offerTexts } from "@/text/areas/offer";
import { packageTexts } from "@/text/areas/package";
import { placeTexts } from "@/text/areas/place";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { TextButton } from "@/ui/text-button";
import { placesOf } from "../cart-lines/occasion";

const PackageDialog = lazy(() => import("./package-dialog"));

/** A line of packages in a cart or an order. */
export type PackageLine = {
  name: string;
  description: string | undefined;
  percentage: number | undefined;
  showsPricing: boolean;
  /** Whether the price of the package includes ticket fees, which the prices of its parts do not. */
  hasFees: boolean;
  groups: PackageGroup[];
};

/**
 * The saving and the contents of a package, and a dialog with the prices and visits of its parts. `children` stand beside
 * the button of the dialog.
 */
export function PackageDetails({ line, children }: { line: PackageLine; children?: ReactNode }) {
  const t = useText(packageTexts, placeTexts, summaryTexts);
  const [open, setOpen] = useState(false);
  return (
    <div className="text-sm">
      <PackageDiscount line={line} />
      <ul aria-label={t("package.contents")} className="figures">
        {line.groups.flatMap(({ productId, productDisplayName, items }) =>
          items.map(({ productVariantId, quantity, displayName, performances, seats }) => (
            <li key={`${productId} ${productVariantId} ${seats[0]?.seat ?? ""}`}>
              {t("summary.line", { quantity, name: `${productDisplayName}, ${displayName}` })}
              {placesOf(t, { performances, seats }, [], displayName).map((place) => (
                <span key={place} className="block pl-6 text-ink-2">
                  {place}
                </span>
              ))}
            </li>
          )),
        )}
      </ul>
      <div className="-mb-2 -ml-2 flex flex-wrap items-center">
        <TextButton
          aria-haspopup="dialog"
          aria-label={t("package.details-of", { name: line.name })}
          onClick={() => setOpen(true)}
          data-screen-only
        >
          {t("package.details")}
        </TextButton>
        {children}
      </div>
      {open ? (
        <Suspense>
          <PackageDialog line={line} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

export function PackageDiscount({ line }: { line: PackageLine }) {
  const t = useText(offerTexts);
  const shown = line.showsPricing && line.percentage !== undefined && line.percentage > 0;
  if (!line.description && !shown) return null;
  return (
    <p className="figures flex flex-wrap gap-x-2 text-ok">
      {line.description ? <span>{line.description}</span> : null}
      {shown && line.percentage !== undefined ? (
        <span data-package-discount className="font-semibold">
          <span className="sr-only">{t("offer.discount")} </span>
          {negatedPercent(line.percentage)}
        </span>
      ) : null}
    </p>
  );
}
