"use client";

import { useState } from "react";
import type { SeatingChart, ShowCategory } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Picture } from "@/ui/picture";
import { CapacityTag, levelFor } from "../capacity/capacity-tag";
import { OptionCard } from "./option-card";
import { SectionPrice } from "./section-price";

type Props = {
  /** The heading of the step. */
  title: string;
  sections: ShowCategory[];
  chart?: SeatingChart;
  /** The variant whose prices are shown; if absent, the standard variant. */
  variant?: string;
  groupSize: number;
  onChoose: (showCategoryId: string) => void;
};

/**
 * The sections as a list and on the chart. An available section is marked in both while it has the pointer or the
 * focus. The list is complete; the chart offers the same choice visually.
 */
export default function SectionStep({ title, sections, chart, variant, groupSize, onChoose }: Props) {
  const t = useText(capacityTexts, pickerTexts, productTexts);
  const [near, setNear] = useState<string | null>(null);

  function choose(section: ShowCategory) {
    if (isOpenFor(section)) onChoose(section.showCategoryId);
  }

  return (
    <div className="grid gap-3">
      {chart ? (
        <SeatingChartView chart={chart} sections={sections} near={near} onNear={setNear} onPress={choose} />
      ) : null}
      <ul aria-label={title} className="grid gap-2">
        {sections.map((section) => {
          const { showCategoryId: id } = section;
          const selectable = isOpenFor(section);
          return (
            <li
              key={id}
              onPointerEnter={() => setNear(id)}
              onPointerLeave={() => setNear(null)}
              onFocus={() => setNear(id)}
              onBlur={() => setNear(null)}
            >
              <OptionCard
                blocked={!selectable}
                marked={selectable && id === near}
                onChoose={() => choose(section)}
              >
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
                    <SectionPrice t={t} section={section} variant={variant} />
                    <CapacityTag t={t} {...levelFor(t, section, groupSize)} />
                  </span>
                </span>
              </OptionCard>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ChartProps = {
  chart: SeatingChart;
  sections: ShowCategory[];
  near: string | null;
  onNear: (showCategoryId: string | null) => void;
  onPress: (section: ShowCategory) => void;
};

/**
 * The operator's drawing has a light background, so the marks on it use the same colours in every colour scheme. On dark
 * pages the drawing and its marks are inverted together.
 */
function SeatingChartView({ chart, sections, near, onNear, onPress }: ChartProps) {
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
                className={lookOf(section, section.showCategoryId === near)}
              />
            ) : null,
          )}
        </svg>
      </div>
    </div>
  );
}

function lookOf(section: ShowCategory, isNear: boolean): string {
  if (!isOpenFor(section)) {
    return "cursor-not-allowed fill-[color-mix(in_srgb,var(--paper)_75%,transparent)] stroke-(--on-paper) stroke-1 [stroke-dasharray:4]";
  }
  return isNear
    ? "cursor-pointer fill-[color-mix(in_srgb,var(--on-paper)_10%,transparent)] stroke-(--on-paper) stroke-2"
    : "cursor-pointer fill-transparent stroke-transparent";
}
