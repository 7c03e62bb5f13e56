"use client";

import { useState } from "react";
import { shareTexts } from "@/text/areas/share";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";
import { TextButton } from "@/ui/text-button";

/** The ways in which a link left the page. `shown`: the browser could not copy it, so the page shows it. */
type Done = "copied" | "shown" | null;

/** Shares the address of a page with the device's own dialog, or copies it. Campaign parameters are left out. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const t = useText(shareTexts);
  const [done, setDone] = useState<Done>(null);

  async function share() {
    const url = new URL(path, location.origin).href;
    if (navigator.share) {
      // The promise is rejected if the visitor closes the dialog.
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    setDone(await copied(url));
  }

  const message =
    done === "copied"
      ? t("share.copied")
      : done === "shown"
        ? t("share.copy", { link: location.origin + path })
        : "";
  return (
    // The text ends where the row ends.
    <span className="-mr-2 inline-flex flex-wrap items-center">
      <TextButton className="gap-1.5 no-underline" onClick={share}>
        <Icon name="share" size={18} />
        {t("share.share")}
      </TextButton>
      <span role="status" className={message ? "px-2 break-all" : undefined}>
        {message}
      </span>
    </span>
  );
}

async function copied(url: string): Promise<Done> {
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "shown";
  }
}
