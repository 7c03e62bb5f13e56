"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";

const Toasts = lazy(async () => ({ default: (await import("@/ui/toast")).Toasts }));

/**
 * Announces that an action of a page has succeeded. `toasts` is the element that shows the messages as toasts.
 * `announcement` is the latest message, for the status line of a page that does not show the result otherwise.
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
