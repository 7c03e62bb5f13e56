"use client";

import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Dialog } from "@/ui/dialog";

/**
 * The product page over the page it was chosen on, without header and footer. A parallel route keeps its
 * content when the shopper moves on to another page, so the modal is open only while its own address is
 * shown.
 */
export function ProductModal({
  path,
  title,
  children,
}: {
  path: string;
  title: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const open = usePathname() === path;
  return (
    <Dialog open={open} onClose={() => router.back()} title={title} titleHidden size="xl">
      <div data-route-modal={path}>{children}</div>
    </Dialog>
  );
}
