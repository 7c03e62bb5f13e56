"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { call } from "@/api/call";
import { fetchSession } from "@/api/session";
import { useSession } from "@/api/swr";
import { markSessionEnded } from "@/flow/tab-data";
import { returnPathOf } from "@/lib/return-url";
import { isSessionTimeoutPage, routes } from "@/lib/routes";
import { useIdle } from "./use-idle";

const IdleWarning = lazy(() => import("./idle-warning"));

/** Ends the session of an idle visitor. The timer does not run on the page that reports the end. */
export function IdleTimer({ timeoutSeconds }: { timeoutSeconds: number }) {
  return isSessionTimeoutPage(usePathname()) ? null : <Watch timeoutSeconds={timeoutSeconds} />;
}

function Watch({ timeoutSeconds }: { timeoutSeconds: number }) {
  const { phase, secondsLeft, announced } = useIdle(timeoutSeconds);
  const { data: known } = useSession();
  // A visitor whose session was never read is treated as signed in. Signing out does not harm a guest, but the page
  // that ends a guest's session would empty the cart of a signed-in account.
  const end = useEffectEvent(() => leave(known?.userAuthenticated ?? true));

  useEffect(() => {
    if (phase === "over") void end();
  }, [phase]);

  if (phase !== "warning") return null;
  return (
    <Suspense>
      <IdleWarning secondsLeft={secondsLeft} announced={announced} />
    </Suspense>
  );
}

/**
 * Asks the server whether the visitor is signed in, and falls back on the last known state. The next page is opened
 * with a full page load, which drops all state of this page. Without a network no page can be opened, so this one stays
 * until there is one.
 */
async function leave(wasSignedIn: boolean): Promise<void> {
  if (!navigator.onLine) {
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  }
  const ended = routes.sessionTimeout(returnPathOf(location.pathname, location.search));
  const session = await call(fetchSession, { unattended: true });
  const signedIn = session.ok ? session.answer.userAuthenticated : wasSignedIn;
  markSessionEnded();
  location.assign(signedIn ? routes.logout(ended) : ended);
}
