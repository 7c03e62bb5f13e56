"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { takeReason } from "@/flow/reason";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/** Shows once why the visitor was redirected here. */
export function Reason() {
  const t = useText(alertTexts);
  const path = usePathname();
  const [shownMessage, setTold] = useState<{ path: string; reason: string } | null>(null);
  useEffect(() => {
    const reason = takeReason();
    if (reason) setTold({ path, reason });
  }, [path]);
  if (shownMessage?.path !== path) return null;
  return (
    <div className="frame pt-4">
      <Alert tone="info" label={t("alert.info")}>
        {shownMessage.reason}
      </Alert>
    </div>
  );
}
