import { type Ref, useId } from "react";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";

/**
 * The number of characters of a payment's key that are shown: enough to find the payment, and too few to use
 * it.
 */
const referenceLength = 8;

type Props = {
  /** The element that receives focus when the wait begins. */
  ref: Ref<HTMLDivElement>;
  /** The current status text. */
  text: string;
  paymentKey: string;
  /** Asks for the outcome again. It is set only after the automatic requests have stopped. */
  onCheckAgain: (() => void) | null;
};

/** The content of a dialog while the processor works on a payment. */
export function PaymentWait({ ref, text, paymentKey, onCheckAgain }: Props) {
  const t = useText(paymentTexts);
  const id = useId();

  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      aria-labelledby={id}
      className="grid justify-items-center gap-4 py-8 text-center outline-none"
    >
      {onCheckAgain ? null : <Spinner size={32} />}
      <p id={id} className="max-w-[36ch] text-lg font-semibold text-balance">
        {text}
      </p>
      {onCheckAgain ? (
        <>
          <p className="max-w-[48ch] text-ink-2">{t("payment.checking-long")}</p>
          <Button appearance="secondary" onClick={onCheckAgain}>
            {t("payment.check-again")}
          </Button>
        </>
      ) : null}
      <p className="figures text-sm text-ink-2">
        {t("payment.reference", { reference: paymentKey.slice(0, referenceLength) })}
      </p>
    </div>
  );
}
