import type { Order } from "@/api/types";
import type { Translate } from "@/text/texts";

/** The answers to the operator's questions: those about each ticket, and those about the order. */
export function OrderAnswers({ t, order }: { t: Translate<"confirmation">; order: Order }) {
  if (order.answers.length === 0) return null;
  return (
    <section className="card grid gap-4 p-4 sm:p-6 print:gap-1 print:px-5 print:py-2">
      <h2 className="text-lg">{t("confirmation.answers")}</h2>
      {order.answers.map(({ heading, answers }) => (
        <div key={`${heading} ${answers[0]?.label}`} className="grid gap-2 print:text-xs">
          <h3 className="text-base">{heading}</h3>
          <dl className="grid gap-2">
            {answers.map(({ label, answer }) => (
              <div key={`${label} ${answer}`}>
                <dt className="legend">{label}</dt>
                <dd className="break-words whitespace-pre-line">{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
