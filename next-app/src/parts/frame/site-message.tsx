"use client";

import { useState } from "react";
import { useSession } from "@/api/swr";
import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";

const key = "midway.dismissed-site-message";

/** The operator's message to all visitors, shown until it is dismissed. A new text is shown again. */
export function SiteMessage() {
  const t = useText(frameTexts);
  const { data } = useSession();
  const message = data?.siteMessage ?? "";
  const [dismissed, setDismissed] = useState<string | null>(null);

  if (message === "" || message === (dismissed ?? stored())) return null;
  return (
    <section
      aria-label={t("frame.site-message")}
      className="border-b border-line bg-brand-soft text-on-brand-soft"
    >
      <div className="frame flex items-center gap-3 py-1 text-sm">
        <Icon name="info" size={20} />
        <p className="flex-1 py-1.5">{message}</p>
        <IconButton
          label={t("frame.dismiss-site-message")}
          className="-mr-2 text-on-brand-soft"
          onClick={() => {
            setDismissed(message);
            try {
              sessionStorage.setItem(key, message);
            } catch {
              // Without storage the message is dismissed until the next full page load.
            }
          }}
        >
          <Icon name="close" size={20} />
        </IconButton>
      </div>
    </section>
  );
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
