"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";

const Toasts = lazy(async () => ({ default: (await import("@/ui/toast")).Toasts }));

/**
 * Announces that an action of a page has succeeded. `announcement` is the latest message for the page's status line,
 * and `toasts` is the element that also shows the messages as toasts.
 */
export function useAnnouncement() {
  const [announcement, setAnnouncement] = useState("");

  async function announce(message: string): Promise<void> {
    setAnnouncement(message);
    const { toast } = await import("@/ui/toast");
    toast(message);
  }

  const toasts: ReactNode = <Suspense fallback={null}>{announcement ? <Toasts /> : null}</Suspense>;
  return { announcement, announce, clearAnnouncement: () => setAnnouncement(""), toasts };
}
