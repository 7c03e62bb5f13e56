"use client";

import type { Ref } from "react";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { focusField } from "@/parts/error-summary/error-summary";
import { dueToday, paysPartToday } from "@/parts/payment-plan/plan";
import { checkoutTexts } from "@/text/areas/checkout";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { SubmitButton } from "@/ui/form";
import type { CheckoutField } from "./checkout-form";

export type MissingField = {
  field: CheckoutField;
  name: string;
  /** Whether the field is filled in and must be corrected. */
  isWrong: boolean;
};

type Props = {
  cart: Cart;
  /** The fields that must still be filled in or corrected, in the order of the page. */
  missing: MissingField[];
  /** Called when the pointer or focus reaches the button, to load early what it opens. */
  onApproach: () => void;
  ref: Ref<HTMLDivElement>;
};

/** The total, the Checkout button, and the fields that block it. */
export function SubmitBar({ cart, missing, onApproach, ref }: Props) {
  const t = useText(checkoutTexts, summaryTexts);
  const due = dueToday(cart);
  const total = formatMoney(due);
  return (
    <BuyBar ref={ref} place="plain" className="lg:justify-end">
      <StillNeeded missing={missing} />
      <p className="lg:hidden">
        <span className="legend">{t(paysPartToday(cart) ? "checkout.due-today" : "summary.total")}</span>
        <span className="figures block text-xl font-bold">{total}</span>
      </p>
      <SubmitButton
        className="max-w-64 flex-1 lg:min-w-64 lg:flex-none"
        blocked={missing.length > 0}
        aria-label={due > 0 ? t("checkout.submit-name", { total }) : undefined}
        aria-describedby={missing.length > 0 ? "checkout-hint" : undefined}
        onFocus={onApproach}
        onPointerEnter={onApproach}
      >
        {t("checkout.submit")}
        {due > 0 ? <span className="figures max-lg:hidden">{total}</span> : null}
      </SubmitButton>
    </BuyBar>
  );
}

/** How many fields are named on phones, whose bar at the bottom must stay small. */
const namedOnPhones = 2;

/** The fields to correct and the fields to fill in, as links to them. */
function StillNeeded({ missing }: { missing: MissingField[] }) {
  const t = useText(checkoutTexts);
  if (missing.length === 0) return null;
  const wrong = missing.filter(({ isWrong }) => isWrong);
  const empty = missing.filter(({ isWrong }) => !isWrong);
  const named = wrong.length > 0 && empty.length > 0 ? namedOnPhones / 2 : namedOnPhones;
  return (
    <div id="checkout-hint" data-bar-hint className="basis-full text-sm text-ink-2 lg:text-right">
      <FieldLine title={t("checkout.please-correct")} fields={wrong} named={named} />
      <FieldLine title={t("checkout.still-needed")} fields={empty} named={named} />
    </div>
  );
}

type FieldLineProps = {
  title: string;
  fields: MissingField[] /** How many are named on phones. */;
  named: number;
};

/** A line of fields as links. On phones the last link stands for all fields that are not named. */
function FieldLine({ title, fields, named }: FieldLineProps) {
  const t = useText(checkoutTexts);
  if (fields.length === 0) return null;
  const [firstUnnamed] = fields.slice(named);
  return (
    <p>
      {title}{" "}
      {fields.map(({ field, name }, position) => (
        <span key={field} className={position < named ? "" : "max-lg:hidden"}>
          {position > 0 ? ", " : ""}
          <FieldLink field={field}>{name}</FieldLink>
        </span>
      ))}
      {firstUnnamed ? (
        <span className="lg:hidden">
          {", "}
          <FieldLink field={firstUnnamed.field}>
            {t("checkout.more-needed", { count: fields.length - named })}
          </FieldLink>
        </span>
      ) : null}
    </p>
  );
}

function FieldLink({ field, children }: { field: CheckoutField; children: string }) {
  return (
    <a
      href={`#${field}`}
      className="inline-block min-h-6 underline"
      onClick={(event) => {
        event.preventDefault();
        focusField(field);
      }}
    >
      {children}
    </a>
  );
}
