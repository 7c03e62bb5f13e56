import type { ReactNode } from "react";
import { VenueTheme } from "@/parts/venue/venue-theme";

export default function ReservationLayout({ children }: { children: ReactNode }) {
  return <VenueTheme>{children}</VenueTheme>;
}
