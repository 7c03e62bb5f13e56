"use client";

import { useSyncExternalStore } from "react";
import { connection } from "@/api/connection";
import { pageReads } from "@/api/page-reads";
import { alertTexts } from "@/text/areas/alert";
import { awayTexts } from "@/text/areas/away";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { ScriptButton } from "@/ui/script-button";

/** A notice on the current page while the browser is offline, or while the next page cannot be reached. */
export function ConnectionNotice() {
  const t = useText(alertTexts, awayTexts);
  const waiting = useSyncExternalStore(pageReads.subscribe, pageReads.areWaiting, () => false);
  const offline = useSyncExternalStore(connection.subscribe, connection.isOffline, () => false);
  if (!waiting && !offline) return null;
  return (
    <div data-above-bar className="fixed inset-x-0 z-40 p-4">
      <div className="mx-auto max-w-2xl rounded-button shadow-lift-2">
        <Alert
          tone={offline ? "info" : "warning"}
          label={t(offline ? "alert.info" : "alert.warning")}
          action={
            offline ? null : (
              <ScriptButton
                className="min-h-11 flex-none font-semibold whitespace-nowrap underline"
                onClick={() => pageReads.tryAgain()}
              >
                {t("away.retry")}
              </ScriptButton>
            )
          }
        >
          {t(offline ? "away.offline" : "away.page")}
        </Alert>
      </div>
    </div>
  );
}
