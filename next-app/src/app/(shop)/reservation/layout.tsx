import type { ReactNode } from "react";
import { VenueLook } from "@/parts/venue/venue-look";

export default function ReservationLayout({ children }: { children: ReactNode }) {
  return <VenueLook>{children}</VenueLook>;
}
