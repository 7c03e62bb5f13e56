"use client";

import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { fetchSession } from "@/api/session";
import { useSession } from "@/api/swr";
import { returnPathOf } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { idleTexts } from "@/text/areas/idle";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { minutesAndSeconds } from "./idle-state";

type Props = { secondsLeft: number; announced: number | null };

/** Asks whether the visitor is still there. One press extends the session, any number of times. */
export default function IdleWarning({ secondsLeft, announced }: Props) {
  const t = useText(idleTexts);
  const { data } = useSession();
  const signedIn = data?.userAuthenticated ?? false;
  const stay = useRef<HTMLButtonElement>(null);
  const time = minutesAndSeconds(secondsLeft);

  // This effect runs after the dialog has taken focus itself, which happens late if it opens over another dialog.
  useEffect(() => stay.current?.focus(), []);

  // A live region announces text that is added later, not text that it is created with.
  const announcement =
    announced === null
      ? ""
      : t(signedIn ? "idle.announce-signed-in" : "idle.announce-guest", { seconds: announced });
  const [statusText, setStatusText] = useState("");
  useEffect(() => setStatusText(announcement), [announcement]);

  // The call itself is the activity that closes this dialog, here and in other tabs.
  const keepAlive = () => void call(fetchSession);
  const end = () => {
    const back = returnPathOf(location.pathname, location.search);
    location.assign(signedIn ? routes.logout(back) : routes.sessionTimeout(back));
  };

  return (
    <Dialog
      open
      role="alertdialog"
      keepsOnPress
      onClose={keepAlive}
      title={t("idle.title")}
      footer={
        <>
          <Button appearance="secondary" onClick={end}>
            {t(signedIn ? "idle.sign-out" : "idle.end")}
          </Button>
          <Button ref={stay} onClick={keepAlive}>
            {t("idle.stay")}
          </Button>
        </>
      }
    >
      <p className="figures text-lg font-semibold">
        {t(signedIn ? "idle.signed-in" : "idle.guest", { time })}
      </p>
      <p className="pt-1 text-ink-2">{t(signedIn ? "idle.signed-in-hint" : "idle.guest-hint")}</p>
      <p role="status" className="sr-only">
        {statusText}
      </p>
    </Dialog>
  );
}
