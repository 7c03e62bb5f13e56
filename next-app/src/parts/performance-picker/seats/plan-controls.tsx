import { memo } from "react";
import type { SeatState } from "@/api/types";
import type { Translate } from "@/text/texts";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { classOf, lookOf, shapeOf } from "./seat-mark";
import { conditionText } from "./seat-text";
import type { PlanView } from "./use-plan-view";

/** The factor by which one press on a zoom button changes the zoom. */
const zoomStep = 1.6;

type ZoomButtonsProps = { t: Translate<"seats">; planView: PlanView; onZoom: (factor: number) => void };

/** The buttons that zoom in, zoom out and show the whole plan. */
export function ZoomButtons({ t, planView, onZoom }: ZoomButtonsProps) {
  const { isZoomed, isClosest, showAll } = planView;
  return (
    <div className="flex flex-none rounded-button border border-line">
      <IconButton label={t("seats.zoom-out")} aria-disabled={!isZoomed} onClick={() => onZoom(1 / zoomStep)}>
        <Icon name="minus" size={20} />
      </IconButton>
      <IconButton label={t("seats.zoom-in")} aria-disabled={isClosest} onClick={() => onZoom(zoomStep)}>
        <Icon name="plus" size={20} />
      </IconButton>
      <IconButton label={t("seats.zoom-whole")} aria-disabled={!isZoomed} onClick={showAll}>
        <Icon name="whole" size={20} />
      </IconButton>
    </div>
  );
}

/** The legend of the shapes of seats: of their conditions, and of the kinds of seats that the hall has. */
export const PlanLegend = memo(function PlanLegend({
  t,
  seats,
  hasOwn,
}: {
  t: Translate<"place" | "seats">;
  seats: SeatState[];
  /** Whether the shopper is exchanging seats of this plan. */
  hasOwn: boolean;
}) {
  const looks = new Set(seats.map(lookOf));
  const kinds = (["wheelchair", "companion", "whole", "restrictedView"] as const).filter((look) =>
    looks.has(look),
  );
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {(["free", "yours", ...(hasOwn ? (["own"] as const) : []), "taken"] as const).map((condition) => (
        <li key={condition} className="legend flex items-center gap-1.5">
          <svg aria-hidden="true" width="20" height="20" viewBox="-12 -12 24 24">
            <path d={`M0 0${shapeOf(condition, "standard", 20)}`} className={classOf(condition)} />
          </svg>
          {conditionText(t, condition)}
        </li>
      ))}
      {kinds.map((kind) => (
        <li key={kind} className="legend flex items-center gap-1.5">
          <svg aria-hidden="true" width="20" height="20" viewBox="-12 -12 24 24">
            <path d={`M0 0${shapeOf("free", kind, 20)}`} className={classOf("free")} />
          </svg>
          {kind === "whole" ? t("seats.whole") : t(`place.${kind}`)}
        </li>
      ))}
    </ul>
  );
});
