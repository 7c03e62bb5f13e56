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

/** A toast is shown for two seconds. The timer pauses while it is hovered or focused. */
const shownForMs = 2000;

const queue = new ToastQueue<string>();

/**
 * Shows a toast, which replaces the one before it, so that toasts cover little of the page. If the page does not show the result otherwise, show the same text in a status line too, because two
 * seconds are too short for some readers.
 */
export function toast(message: string): void {
  const replaced = queue.visibleToasts;
  queue.add(message, { timeout: shownForMs });
  for (const { key } of replaced) queue.close(key);
}

/** The place of the toast. Each page that shows toasts renders it once. */
export function Toasts() {
  const t = useText(alertTexts, toastTexts);
  return (
    <ToastRegion
      queue={queue}
      aria-label={t("toast.region")}
      // Toasts are at the top of the page, because the primary action is at the bottom.
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
            className="hover:bg-transparent"
          >
            <span className="text-canvas">
              <Icon name="close" size={20} />
            </span>
          </IconButton>
        </Toast>
      )}
    </ToastRegion>
  );
}
