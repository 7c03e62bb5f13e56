"use client";

import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Dialog } from "@/ui/dialog";

/**
 * Shows the product page in a dialog over the page where the product was chosen, without header and footer. A parallel
 * route keeps its content after a navigation, so the dialog is open only while the address is `path`.
 */
export function ProductModal({
  path,
  title,
  theme,
  children,
}: {
  path: string;
  title: string;
  /** The class of the theme of the product's venue, if it has one. */
  theme?: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const open = usePathname() === path;
  return (
    <Dialog open={open} onClose={() => router.back()} title={title} titleHidden size="xl" theme={theme}>
      <div data-route-modal={path}>{children}</div>
    </Dialog>
  );
}
