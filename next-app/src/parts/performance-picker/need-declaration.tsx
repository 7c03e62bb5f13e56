import type { PerformanceDetail } from "@/api/types";
import { Checkbox } from "@/ui/field";

type Props = {
  /** How the accessible places are sold. */
  places: PerformanceDetail["accessiblePlaces"];
  /** Whether an accessible place is chosen. */
  isNeeded: boolean;
  declared: boolean;
  onDeclared: (declared: boolean) => void;
};

/**
 * What the shopper declares to buy an accessible place, or how such places are booked. Renders nothing if they are sold
 * like all others.
 */
export default function NeedDeclaration({ places, isNeeded, declared, onDeclared }: Props) {
  if (!isNeeded || !places) return null;
  if (places.contact) return <p className="text-sm text-ink-2">{places.contact}</p>;
  if (!places.statement) return null;
  return (
    <Checkbox
      label={places.statement}
      checked={declared}
      onChange={(event) => onDeclared(event.target.checked)}
    />
  );
}
