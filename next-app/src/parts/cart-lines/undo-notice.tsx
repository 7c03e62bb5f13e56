"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { TextButton } from "@/ui/text-button";
import type { Removal } from "./undo-state";

type Props = {
  removal: Removal;
  /** Whether Undo takes the focus, because the button that removed the line has disappeared. */
  takesFocus: boolean;
  onUndo: () => void;
};

/**
 * Says what was removed, and puts it back. The page announces the removal in its status line, because this notice
 * appears at the place of the removed line.
 */
export function UndoNotice({ removal, takesFocus, onUndo }: Props) {
  const t = useText(alertTexts, cartTexts);
  const { names, notice, problem } = removal;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);
  // The removed line may have been far below.
  useLayoutEffect(() => {
    alert.current?.scrollIntoView({ block: "nearest" });
    if (takesFocus) alert.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <Alert
      ref={alert}
      tone={problem === null ? "info" : "error"}
      label={t(problem === null ? "alert.info" : "alert.error")}
      live={problem !== null}
      action={
        <TextButton
          aria-label={t("cart.undo-of", { items: names })}
          className="-my-2.5 -mr-2 flex-none text-inherit"
          onClick={onUndo}
        >
          {t("cart.undo")}
        </TextButton>
      }
    >
      {problem ?? notice}
    </Alert>
  );
}
