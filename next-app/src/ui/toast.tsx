"use client";

import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { alertTexts } from "@/text/areas/alert";
import { toastTexts } from "@/text/areas/toast";
import { useText } from "@/text/use-text";
import { IconButton } from "./button";
import { Icon } from "./icon";

/** The specification's two seconds. The timer rests while a toast is hovered or focused. */
const shownForMs = 2000;

const queue = new ToastQueue<string>({ maxVisibleToasts: 3 });

/** Say the same in a status line of the page as well: nobody should depend on reading in two seconds. */
export function toast(message: string): void {
  queue.add(message, { timeout: shownForMs });
}

/** Drawn once by a page that makes toasts. */
export function Toasts() {
  const t = useText(alertTexts, toastTexts);
  return (
    <ToastRegion
      queue={queue}
      aria-label={t("toast.region")}
      // At the head of the page: what leads on stands at its foot.
      className="fixed inset-x-4 top-20 z-60 flex flex-col items-center gap-2 sm:left-auto sm:items-end"
    >
      {({ toast: shown }) => (
        <Toast
          toast={shown}
          className="fade flex items-center gap-3 rounded-button border border-line bg-ink py-2 pr-2 pl-4 text-canvas shadow-lift-2"
        >
          <ToastContent>
            <Text slot="title">{shown.content}</Text>
          </ToastContent>
          <IconButton
            label={t("alert.dismiss")}
            onClick={() => queue.close(shown.key)}
            className="text-canvas hover:bg-transparent"
          >
            <Icon name="close" size={20} />
          </IconButton>
        </Toast>
      )}
    </ToastRegion>
  );
}
