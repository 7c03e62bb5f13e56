"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Confirmation } from "./confirm-dialog";

const loadDialog = () => import("./confirm-dialog");
const ConfirmDialog = lazy(loadDialog);

type Question = { confirmation: Confirmation; answer: (proceed: boolean) => void };

export type Ask = (confirmation: Confirmation) => Promise<boolean>;

/** Asks the shopper and waits for the answer: `if (await ask(…))`. The caller renders the dialog. */
export function useQuestion(): { ask: Ask; question: ReactNode } {
  const [open, setOpen] = useState<Question | null>(null);

  function ask(confirmation: Confirmation): Promise<boolean> {
    return new Promise((resolve) => {
      setOpen({
        confirmation,
        answer: (proceed) => {
          setOpen(null);
          resolve(proceed);
        },
      });
    });
  }

  const question = open ? (
    <Suspense>
      <ConfirmDialog
        confirmation={open.confirmation}
        onProceed={() => open.answer(true)}
        onCancel={() => open.answer(false)}
      />
    </Suspense>
  ) : null;
  return { ask, question };
}

/** Loads the dialog before it is opened. Call this when the pointer or focus reaches the button that opens it. */
export function preloadQuestion(): void {
  void loadDialog();
}
