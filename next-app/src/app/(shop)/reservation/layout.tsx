import type { ReactNode } from "react";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { VenueTheme } from "@/parts/venue/venue-theme";

export default function ReservationLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <NeedsScript text="no-script.reserve" next="account" />
      <VenueTheme>{children}</VenueTheme>
    </>
  );
}
