"use client";

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { busy } from "@/api/busy";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { Spinner } from "@/ui/spinner";

/**
 * The overlay appears after this delay, so that fast calls do not flicker. Clicks are blocked from the start in any
 * case.
 */
const invisibleForMs = 150;

const nothing: readonly string[] = [];

/**
 * The overlay shown during pending calls: it makes the page inert, announces the latest message, and returns focus
 * afterwards. It wraps the page because only an ancestor can make the page inert.
 */
export function LoadingOverlay({ children }: { children: ReactNode }) {
  const t = useText(loadingTexts);
  const messages = useSyncExternalStore(busy.subscribe, busy.read, () => nothing);
  const pending = messages.length > 0;
  const [visible, setVisible] = useState(false);
  const before = useRef<Element | null>(null);

  useEffect(() => {
    if (!pending) return;
    before.current = document.activeElement;
    const timer = setTimeout(() => setVisible(true), invisibleForMs);
    return () => {
      clearTimeout(timer);
      setVisible(false);
      // A page loses focus while it is inert. The element that had focus gets it back unless it was removed.
      const element = before.current;
      if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body) {
        element.focus();
      }
    };
  }, [pending]);

  const message = messages.at(-1)?.toString() || t("loading.default");
  return (
    <>
      <div inert={pending} className="contents">
        {children}
      </div>
      <div role="status" className={pending ? "fixed inset-0 z-70 grid place-items-center" : "sr-only"}>
        {pending && visible ? (
          <span className="fade flex items-center gap-3 rounded-button border border-line bg-surface px-5 py-3 font-semibold shadow-lift-3">
            <Spinner />
            {message}
          </span>
        ) : null}
      </div>
    </>
  );
}
