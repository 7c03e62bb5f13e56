"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { call } from "@/api/call";
import { readSession } from "@/api/session";
import { useSession } from "@/api/swr";
import { endVisit } from "@/flow/visit";
import { returnPathOf } from "@/lib/return-url";
import { isSessionTimeoutPage, routes } from "@/lib/routes";
import { useIdle } from "./use-idle";

const IdleWarning = lazy(() => import("./idle-warning"));

/** Ends a visit that nobody attends to any more. The page that tells of the end is not watched itself. */
export function IdleTimer({ timeoutSeconds }: { timeoutSeconds: number }) {
  return isSessionTimeoutPage(usePathname()) ? null : <Watch timeoutSeconds={timeoutSeconds} />;
}

function Watch({ timeoutSeconds }: { timeoutSeconds: number }) {
  const { phase, secondsLeft, announced } = useIdle(timeoutSeconds);
  const { data: known } = useSession();
  // Signing out does a guest no harm. A guest's end would empty the cart of an account.
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
 * Whether somebody is signed in is the server's to say; what the page knew last counts where the server cannot be reached. Pages are left
 * whole, with all that they remember.
 */
async function leave(wasSignedIn: boolean): Promise<void> {
  const ended = routes.sessionTimeout(returnPathOf(location.pathname, location.search));
  const session = await call(readSession, { unattended: true });
  const signedIn = session.ok ? session.answer.userAuthenticated : wasSignedIn;
  endVisit();
  location.assign(signedIn ? routes.logout(ended) : ended);
}
