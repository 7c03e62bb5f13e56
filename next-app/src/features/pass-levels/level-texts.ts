import type { PassLevel } from "@/api/types";
import { formatDate } from "@/lib/dates";
import type { Translate } from "@/text/texts";

type Texts = Translate<"pass-levels">;

/** The name of a level: that of its passes, or the product's name if they have no levels. */
export function levelName({ levelName, productDisplayName }: PassLevel): string {
  return levelName ?? productDisplayName;
}

/** How long a pass that is bought today is valid. */
export function validText(t: Texts, { valid: { from, until, days = 1 } }: PassLevel): string {
  if (until) {
    const last = formatDate(until);
    return from
      ? t("pass-levels.from-until", { from: formatDate(from), until: last })
      : t("pass-levels.until", { until: last });
  }
  if (from) return t("pass-levels.from-days", { count: days, from: formatDate(from) });
  return days === 365 ? t("pass-levels.year") : t("pass-levels.days", { count: days });
}

/**
 * How the passes of a level may be paid over time, one line per plan. A line names the pass if the others of the level
 * are paid differently.
 */
export function planTexts(t: Texts, { variants }: PassLevel): string[] {
  const plans = variants.flatMap(({ displayName, installmentBillingPlanDescription: plan }) =>
    plan ? [{ variant: displayName, plan }] : [],
  );
  const isSame = plans.length === variants.length && plans.every(({ plan }) => plan === plans[0]?.plan);
  if (isSame) return plans.slice(0, 1).map(({ plan }) => plan);
  return plans.map(({ variant, plan }) => t("pass-levels.plan-of", { variant, plan }));
}

/** What a level gives of a benefit: its text, "" if it is simply included, or null if the level does not give it. */
export function benefitOf({ benefits }: PassLevel, name: string): string | null {
  const benefit = benefits.find((each) => each.name === name);
  return benefit ? (benefit.text ?? "") : null;
}
