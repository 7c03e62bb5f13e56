"use client";

import { useId } from "react";
import { formatMoney } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { fieldErrorText } from "@/lib/typed-fields";
import { BuyBar, RunningTotal } from "@/parts/buy-bar/buy-bar";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { alertTexts } from "@/text/areas/alert";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { passTexts } from "@/text/areas/pass";
import { passholderTexts } from "@/text/areas/passholder";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { nameOf, type offeredIn, partToday, todayCents, totalCents } from "./passes-state";
import { fieldNameOf } from "./passholder-entry";
import type { PassChooserState } from "./use-pass-chooser";

type Props = { chooser: PassChooserState; byPlan: boolean };

/** The chosen passes with their total, and the button that adds them to the cart. */
export function ChosenPasses({ chooser, byPlan }: Props) {
  const t = useText(multiPassTexts, productTexts);
  const id = useId();
  const { offered, chosen, missingChoice, showsErrors, problem, announcement, adding, question, addToCart } =
    chooser;
  return (
    <section aria-labelledby={`${id}-yours`} className="card grid gap-2 p-4 sm:p-6">
      <h2 id={`${id}-yours`} className="text-xl">
        {t("multi-pass.yours")}
      </h2>
      {chosen.entries.length === 0 ? (
        <p className="text-ink-2">{t("multi-pass.none")}</p>
      ) : (
        <ul>
          {chosen.entries.map((entry, index) => (
            <Chosen
              key={entry.key}
              name={nameOf(entry) ?? t("multi-pass.unnamed", { number: index + 1 })}
              offered={offered.find((one) => one.variant.extProductVariantId === entry.variantId)}
              byPlan={byPlan}
            />
          ))}
        </ul>
      )}
      <ChooserErrors chooser={chooser} />
      <BuyBar
        place="panel"
        hint={{
          id: `${id}-hint`,
          text:
            missingChoice && problem === null && !showsErrors ? t(`multi-pass.${missingChoice}-missing`) : "",
        }}
      >
        <RunningTotal
          t={t}
          cents={totalCents(chosen, offered, byPlan)}
          today={byPlan ? todayCents(chosen, offered) : null}
        />
        <Button
          className="max-w-56 flex-1"
          blocked={missingChoice !== null}
          busy={adding && question === null}
          aria-describedby={`${id}-hint`}
          onClick={addToCart}
        >
          {t("product.add-to-cart")}
        </Button>
      </BuyBar>
      <StatusLine>{announcement}</StatusLine>
      {question}
    </section>
  );
}

/** Why the passes were not added to the cart. */
function ChooserErrors({ chooser }: { chooser: PassChooserState }) {
  const t = useText(alertTexts, multiPassTexts, passTexts, passholderTexts);
  const { chosen, wrong, showsErrors, problem, errors } = chooser;
  return (
    <>
      {problem !== null ? (
        <Alert ref={errors} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : showsErrors ? (
        <ErrorSummary
          ref={errors}
          title={t("multi-pass.wrong")}
          entries={wrong.map(({ entry, field, wrong: what }) => ({
            field: fieldNameOf(entry, field),
            label: t("multi-pass.unnamed", { number: chosen.entries.indexOf(entry) + 1 }),
            message: fieldErrorText(what, (errorId) => t(errorId)),
          }))}
        />
      ) : null}
    </>
  );
}

/** A chosen pass: its passholder, its product and its price. */
function Chosen({
  name,
  offered,
  byPlan,
}: {
  name: string;
  offered: ReturnType<typeof offeredIn>[number] | undefined;
  byPlan: boolean;
}) {
  const t = useText(multiPassTexts);
  if (!offered) return null;
  const { variant, product } = offered;
  const plan = variant.installmentBillingPlanDescription ?? t("multi-pass.in-full");
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 break-words">
        {name}
        <span className="block text-sm text-ink-2">
          {ticketName(variant)}, {product.productDisplayName}
        </span>
        {byPlan ? <span className="block text-sm text-ink-2 first-letter:uppercase">{plan}</span> : null}
      </span>
      <span className="figures font-semibold">
        {formatMoney((byPlan ? partToday(variant) : undefined) ?? variant.displayPrice)}
      </span>
    </li>
  );
}
