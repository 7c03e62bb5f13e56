"use client";

import { useEffect, useState } from "react";

/**
 * Keeps the screen on for as long as the page is looked at, where the device allows it; tells whether it does. Whoever turns to
 * something else lets it go, and takes it again when they come back.
 */
export function useScreenAwake(): boolean {
  const [awake, setAwake] = useState(false);

  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let left = false;

    async function keep() {
      if (document.visibilityState !== "visible") return;
      try {
        const kept = await navigator.wakeLock.request("screen");
        if (left) {
          await kept.release();
          return;
        }
        lock = kept;
        setAwake(true);
        kept.addEventListener("release", () => setAwake(false));
      } catch {
        // A battery that runs low, a page without https, a browser that knows nothing of it.
      }
    }

    void keep();
    document.addEventListener("visibilitychange", keep);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", keep);
      void lock?.release();
    };
  }, []);

  return awake;
}
