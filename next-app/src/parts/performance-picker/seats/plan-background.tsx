import { memo } from "react";
import type { SeatingChart, SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { boundsOf, overlap, type Row, rowNameDistance, type View } from "./plan-geometry";

type Props = {
  t: Translate<"seats">;
  chart: SeatingChart;
  seats: SeatState[];
  rows: readonly Row[];
  sections: ShowCategory[];
  /** The distance between neighbouring seats, in units of the chart. */
  pitch: number;
  /** The part of the chart in which the rows are named; null if they are too small to be named. */
  named: View | null;
};

/** Everything behind the seats: the outlines of the sections, the stage and the row names. */
export const PlanBackground = memo(function PlanBackground({
  t,
  chart,
  seats,
  rows,
  sections,
  pitch,
  named,
}: Props) {
  return (
    <>
      {sections.map((section) =>
        section.seatingChartCoordinates ? (
          <polygon
            key={section.showCategoryId}
            points={section.seatingChartCoordinates}
            vectorEffect="non-scaling-stroke"
            className="fill-surface stroke-line"
          />
        ) : null,
      )}
      <Stage t={t} chart={chart} seats={seats} pitch={pitch} />
      {named ? <RowNames seats={seats} rows={rows} pitch={pitch} {...named} /> : null}
    </>
  );
});

/** The names of the rows that begin in a part of the chart, each in front of its first seat. */
const RowNames = memo(function RowNames({
  seats,
  rows,
  pitch,
  ...part
}: Pick<Props, "seats" | "rows" | "pitch"> & View) {
  return rows.map((row) => {
    const first = seats[row.seats[0] ?? -1];
    return first && overlap(boundsOf([first]), part, pitch) ? (
      <text
        key={row.key}
        x={first.x - pitch * rowNameDistance}
        y={first.y}
        fontSize={pitch * 0.42}
        dominantBaseline="central"
        textAnchor="end"
        className="fill-ink-2 font-semibold"
      >
        {row.row}
      </text>
    ) : null;
  });
});

/** The stage, if there is room for it in front of the first row. */
function Stage({ t, chart, seats, pitch }: Omit<Props, "rows" | "sections" | "named">) {
  const front = boundsOf(seats).y;
  if (front <= pitch) return null;
  return (
    <>
      <rect
        x={chart.width * 0.3}
        y={front * 0.12}
        width={chart.width * 0.4}
        height={front * 0.36}
        rx={pitch * 0.15}
        className="fill-brand"
      />
      <text
        x={chart.width / 2}
        y={front * 0.3}
        fontSize={Math.min(front * 0.24, pitch * 0.7)}
        dominantBaseline="central"
        textAnchor="middle"
        className="fill-on-brand font-semibold"
      >
        {t("seats.stage")}
      </text>
    </>
  );
}
