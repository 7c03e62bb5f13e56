import type { RefObject } from "react";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { minFrameHeight } from "./frame-message";

type Props = {
  /** The address of the processor's form; null while it is being opened. */
  url: string | null;
  /** The number of the session. A new number loads a new form even if the address is the same. */
  round: number;
  ready: boolean;
  height: number;
  frame: RefObject<HTMLIFrameElement | null>;
};

/** The processor's form, with a placeholder until it is ready. */
export function CardFrame({ url, round, ready, height, frame }: Props) {
  const t = useText(paymentTexts);
  return (
    <div className="relative" style={{ minHeight: minFrameHeight }}>
      {url === null ? null : (
        <iframe
          key={round}
          ref={frame}
          title={t("payment.frame-title")}
          src={url}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="origin"
          style={{ height }}
          className={classNames("-mx-1 block w-[calc(100%+0.5rem)] border-0", !ready && "opacity-0")}
        />
      )}
      {ready ? null : (
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
