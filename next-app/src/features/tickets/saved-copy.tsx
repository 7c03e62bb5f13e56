"use client";

import { useEffect, useState } from "react";
import { useAccount, useSession } from "@/api/swr";
import { formatDay, formatTime } from "@/lib/dates";
import { savedAt, saveTicketPage } from "@/lib/saved-tickets";
import { alertTexts } from "@/text/areas/alert";
import { ticketsTexts } from "@/text/areas/tickets";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { TextButton } from "@/ui/text-button";

/** How often a copy looks whether the shop can be reached. */
const retryMs = 5000;

/**
 * Saves this page for its owner, to be opened without a network. Returns whether it is saved. A saved copy is not saved
 * again.
 */
export function useSavedPage(): boolean {
  const { data: session } = useSession();
  const { data: account } = useAccount(session?.userAuthenticated ?? false);
  const [saved, setSaved] = useState(false);
  const email = account?.emailAddress;

  useEffect(() => {
    if (email && savedAt() === null) void saveTicketPage(location.pathname, email).then(setSaved);
  }, [email]);

  return saved;
}

/** Says that this page is a saved copy, and opens the page itself once there is a network. */
export function SavedCopyNote() {
  const t = useText(ticketsTexts, alertTexts);
  const [copy, setCopy] = useState<{ time: string; isOffline: boolean } | null>(null);

  useEffect(() => {
    const saved = savedAt();
    if (saved === null) return;
    setCopy({ time: inWords(new Date(saved)), isOffline: !navigator.onLine });
    // A device can be online before the shop can be reached, so the page asks the shop before it is opened again.
    const retry = async () => {
      if (navigator.onLine && !document.hidden && (await isReachable())) location.reload();
    };
    const timer = setInterval(retry, retryMs);
    addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
    };
  }, []);

  if (copy === null) return null;
  return (
    <div data-screen-only>
      <Alert
        tone="info"
        label={t("alert.info")}
        action={<TextButton onClick={() => location.reload()}>{t("alert.retry")}</TextButton>}
      >
        {t(copy.isOffline ? "tickets.copy-offline" : "tickets.copy-unreachable", { time: copy.time })}
      </Alert>
    </div>
  );
}

/** The service worker passes this request on, because it is no navigation. */
async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** A time in the browser's time zone, such as `Tuesday, December 1, 2:30 PM`. */
function inWords(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${formatDay(day)}, ${formatTime(`${two(time.getHours())}:${two(time.getMinutes())}`)}`;
}
