"use client";

import { useId, useState } from "react";
import type { SeatingChart, ShowCategory } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { Picture } from "@/ui/picture";
import { CapacityTag, levelFor } from "../capacity/capacity-tag";
import { priceText } from "../price/price-text";
import { standardPrice } from "../price/standard-price";
import { SectionView } from "./section-view";

type Props = {
  /** The heading of the step. */
  title: string;
  sections: ShowCategory[];
  chart?: SeatingChart;
  /** The variant whose prices are shown; if absent, the standard variant. */
  variant?: string;
  groupSize: number;
  chosen: string | null;
  onChoose: (showCategoryId: string) => void;
};

/**
 * The sections as a list and on the chart. An available section is marked in both while it has the pointer or the
 * focus. The list is complete; the chart offers the same choice visually.
 */
export default function SectionStep({ title, sections, chart, variant, groupSize, chosen, onChoose }: Props) {
  const t = useText(capacityTexts, pickerTexts, productTexts);
  const name = useId();
  const [near, setNear] = useState<string | null>(null);

  function choose(section: ShowCategory) {
    if (isOpenFor(section)) onChoose(section.showCategoryId);
  }

  return (
    <div className="grid gap-3">
      {chart ? (
        <SeatingChartView
          chart={chart}
          sections={sections}
          chosen={chosen}
          near={near}
          onNear={setNear}
          onPress={choose}
        />
      ) : null}
      <div role="radiogroup" aria-label={title} className="grid gap-2">
        {sections.map((section) => {
          const { showCategoryId: id, prices } = section;
          const price = standardPrice(prices, variant);
          const selectable = isOpenFor(section);
          return (
            <label
              key={id}
              onPointerEnter={() => setNear(id)}
              onPointerLeave={() => setNear(null)}
              className={classNames(
                "flex min-h-14 items-center gap-3 rounded-button border px-4 py-2",
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
                selectable ? "cursor-pointer" : "cursor-not-allowed bg-sunken text-ink-2",
                id === chosen
                  ? "border-brand bg-brand-soft text-on-brand-soft shadow-[inset_0_0_0_1px_var(--brand)]"
                  : classNames(
                      selectable ? "border-control bg-surface" : "border-line",
                      id === near && selectable && "border-brand bg-brand-soft",
                    ),
              )}
            >
              <input
                type="radio"
                name={name}
                checked={id === chosen}
                aria-disabled={selectable ? undefined : true}
                onChange={() => choose(section)}
                onFocus={() => setNear(id)}
                onBlur={() => setNear(null)}
                className="size-5 flex-none outline-none"
              />
              {section.view ? (
                <Picture
                  picture={section.view}
                  sizes="64px"
                  decorative
                  className="h-12 w-16 flex-none rounded-field"
                />
              ) : null}
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span data-section-name className="font-semibold wrap-anywhere">
                  {section.name}
                </span>
                {section.isAccessible ? (
                  <span className="text-sm">{t("picker.section-accessible")}</span>
                ) : null}
                <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  {price === null ? null : (
                    <span className="figures min-w-0 text-sm wrap-anywhere">
                      {prices.length > 1
                        ? t("picker.section-price", {
                            ticket: price.displayName,
                            price: priceText(t, price.displayPrice),
                          })
                        : priceText(t, price.displayPrice)}
                    </span>
                  )}
                  <CapacityTag t={t} {...levelFor(t, section, groupSize)} />
                </span>
              </span>
            </label>
          );
        })}
      </div>
      <SectionView t={t} section={sections.find((section) => section.showCategoryId === chosen)} />
    </div>
  );
}

type ChartProps = {
  chart: SeatingChart;
  sections: ShowCategory[];
  chosen: string | null;
  near: string | null;
  onNear: (showCategoryId: string | null) => void;
  onPress: (section: ShowCategory) => void;
};

/**
 * The operator's drawing has a light background, so the marks on it use the same colours in every colour scheme. On dark
 * pages the drawing and its marks are inverted together.
 */
function SeatingChartView({ chart, sections, chosen, near, onNear, onPress }: ChartProps) {
  const { width, height, image } = chart;
  if (!image && sections.every((section) => !section.seatingChartCoordinates)) return null;
  return (
    <div
      className="relative overflow-hidden rounded-field border border-line bg-sunken"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <div className="drawing absolute inset-0">
        {image ? (
          <Picture
            picture={image}
            sizes="(min-width: 1024px) 352px, 100vw"
            className="absolute inset-0 size-full"
          />
        ) : null}
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="absolute inset-0 size-full">
          {sections.map((section) =>
            section.seatingChartCoordinates ? (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it offers the same choice
              <polygon
                key={section.showCategoryId}
                data-section={section.showCategoryId}
                points={section.seatingChartCoordinates}
                onPointerEnter={() => onNear(section.showCategoryId)}
                onPointerLeave={() => onNear(null)}
                onClick={() => onPress(section)}
                vectorEffect="non-scaling-stroke"
                strokeLinejoin="round"
                className={lookOf(
                  section,
                  section.showCategoryId === chosen,
                  section.showCategoryId === near,
                )}
              />
            ) : null,
          )}
        </svg>
      </div>
    </div>
  );
}

function lookOf(section: ShowCategory, isChosen: boolean, isNear: boolean): string {
  if (!isOpenFor(section)) {
    return "cursor-not-allowed fill-[color-mix(in_srgb,var(--paper)_75%,transparent)] stroke-(--on-paper) stroke-1 [stroke-dasharray:4]";
  }
  if (isChosen) {
    return "cursor-pointer fill-[color-mix(in_srgb,var(--on-paper)_22%,transparent)] stroke-(--on-paper) stroke-3";
  }
  return isNear
    ? "cursor-pointer fill-[color-mix(in_srgb,var(--on-paper)_10%,transparent)] stroke-(--on-paper) stroke-2"
    : "cursor-pointer fill-transparent stroke-transparent";
}
