import type { ReactNode } from "react";
import { ShopFrame } from "@/parts/frame/shop-frame";

export default function ShopLayout({ children, modal }: { children: ReactNode; modal: ReactNode }) {
  return (
    <ShopFrame>
      {children}
      {modal}
    </ShopFrame>
  );
}
