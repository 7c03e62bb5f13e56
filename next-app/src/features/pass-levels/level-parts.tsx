import Link from "next/link";
import type { PassLevel } from "@/api/types";
import { routes } from "@/lib/routes";
import { saleKey, saleText } from "@/parts/cheaper-sale/cheaper-sales";
import { FromPrice } from "@/parts/price/from-price";
import { WasPrice } from "@/parts/price/was-price";
import type { Translate } from "@/text/texts";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { levelName, planTexts } from "./level-texts";

export type LevelTexts = Translate<"cheaper-sale" | "pass-levels" | "product">;
type Props = { t: LevelTexts; level: PassLevel };

/** The price of each pass of a level, with the age for which it is and the offer that sells it for less. */
export function Prices({ t, level }: Props) {
  return (
    <ul className="grid gap-2">
      {level.variants.map((variant) => (
        <li key={variant.id}>
          <span className="block font-bold">
            <FromPrice
              t={t}
              lowest={variant.displayPrice}
              highest={variant.highestDisplayPrice}
              isFrom={variant.displayPriceIsFrom}
            />
            <WasPrice t={t} amount={variant.regularDisplayPrice} ofParts={false} />
          </span>{" "}
          <span className="text-sm text-ink-2">
            {[variant.displayName, variant.ageRestrictionText].filter(Boolean).join(", ")}
          </span>
          {variant.cheaperSales.map((sale) => (
            <Link
              key={saleKey(sale)}
              href={routes.cheaperSale(sale)}
              prefetch={false}
              className="block py-1 text-sm text-link underline underline-offset-4"
            >
              {saleText(t, sale, variant.displayPriceIsFrom)}
            </Link>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function Plans({ t, level }: Props) {
  const plans = planTexts(t, level);
  if (plans.length === 0) return t("pass-levels.no-plan");
  return (
    <ul className="grid gap-2">
      {plans.map((plan) => (
        <li key={plan} className="first-letter:uppercase">
          {plan}
        </li>
      ))}
    </ul>
  );
}

/** What a level gives of a benefit. `text` is empty if it is simply included, and null if it is not. */
export function Benefit({ t, text }: { t: LevelTexts; text: string | null }) {
  if (text) return text;
  return text === null ? (
    <>
      <span aria-hidden="true" className="text-ink-2">
        –
      </span>
      <span className="sr-only">{t("pass-levels.not-included")}</span>
    </>
  ) : (
    <>
      <span className="inline-block align-middle text-ok">
        <Icon name="check" size={20} />
      </span>
      <span className="sr-only">{t("pass-levels.included")}</span>
    </>
  );
}

/** Opens the page on which the level is bought. */
export function ChooseLink({ t, level }: Props) {
  const [first] = level.variants;
  const path = routes.singleProduct(level.productId);
  return (
    <Link
      href={first ? routes.withVariant(path, first.id) : path}
      prefetch={false}
      className={buttonClass("secondary", true)}
    >
      {t("pass-levels.choose", { pass: levelName(level) })}
    </Link>
  );
}
