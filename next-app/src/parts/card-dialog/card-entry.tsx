"use client";

import { lazy, type Ref, Suspense } from "react";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { CardFrame } from "./card-frame";
import { type FormMessage, minFrameHeight } from "./frame-message";
import type { ProcessorForm } from "./processor-form";

const ScriptForm = lazy(() => import("./script-form"));

/** What the page asks a form to do. */
export type EntryHandle = {
  /** Checks the card and sends it to the processor. A message tells what came of it. */
  submit: () => void;
  focus: () => void;
};

export type EntryProps = {
  ready: boolean;
  height: number;
  handle: Ref<EntryHandle>;
  /** The name that the page asks for, if it does. */
  cardholderName: string;
  onMessage: (message: FormMessage) => void;
  /** Called when Escape was pressed in the form, which the page around it does not notice. */
  onEscape?: () => void;
};

type Props = EntryProps & {
  /** The processor's form; null while it is being opened. */
  form: ProcessorForm | null;
  /** The number of the session. A new number loads a new form even if the address is the same. */
  round: number;
};

/** The processor's form, with a placeholder until it is ready. */
export function CardEntry({ form, round, ...props }: Props) {
  const t = useText(paymentTexts);
  return (
    <div className="relative" style={{ minHeight: minFrameHeight }}>
      {form === null ? null : form.kind === "frame" ? (
        <CardFrame key={round} form={form} {...props} />
      ) : (
        <Suspense>
          <ScriptForm key={round} form={form} {...props} />
        </Suspense>
      )}
      {props.ready ? null : (
        <div role="status" className="absolute inset-0 grid content-start gap-6 pt-6">
          <span className="sr-only">{t("payment.loading-form")}</span>
          <span className="skeleton h-11" />
          <span className="grid grid-cols-2 gap-4 pt-4">
            <span className="skeleton h-11" />
            <span className="skeleton h-11" />
          </span>
        </div>
      )}
    </div>
  );
}
