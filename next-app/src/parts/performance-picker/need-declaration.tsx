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

/** What the shopper declares to buy an accessible place. Renders nothing if nothing is declared. */
export function NeedDeclaration({ places, isNeeded, declared, onDeclared }: Props) {
  if (!isNeeded || !places?.statement) return null;
  return (
    <Checkbox
      label={places.statement}
      checked={declared}
      onChange={(event) => onDeclared(event.target.checked)}
    />
  );
}
