import type { ReactNode } from "react";
import type { PassLevel, PassSite } from "@/api/types";
import { Benefit, ChooseLink, type LevelTexts, Plans, Prices } from "./level-parts";
import { benefitOf, levelName, validText } from "./level-texts";

type Props = { t: LevelTexts; site: PassSite };

/** The head stays visible while the table scrolls in its box. */
const head = "sticky top-0 w-44 bg-sunken p-4 text-left align-top";

/** The levels of a site's passes side by side. The names of levels and benefits stay visible while the table scrolls. */
export function LevelTable({ t, site }: Props) {
  const { levels, benefits } = site;
  const row = (heading: string, cell: (level: PassLevel) => ReactNode) => (
    <tr key={heading} className="border-b border-line">
      <th scope="row" className="sticky left-0 bg-surface p-4 text-left align-top text-sm font-semibold">
        {heading}
      </th>
      {levels.map((level) => (
        <td key={keyOf(level)} className="p-4 align-top">
          {cell(level)}
        </td>
      ))}
    </tr>
  );
  return (
    <table className="figures w-full table-fixed">
      <caption className="sr-only">{site.name}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} left-0 z-20`}>
            <span className="sr-only">{t("pass-levels.pass")}</span>
          </th>
          {levels.map((level) => (
            <th key={keyOf(level)} scope="col" className={`${head} z-10`}>
              <span className="block text-xl font-bold">{levelName(level)}</span>{" "}
              {level.levelName ? (
                <span className="block text-sm font-normal text-ink-2">{level.productDisplayName}</span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className="sticky left-0 bg-surface" />
          {levels.map((level) => (
            <td key={keyOf(level)} className="px-4 pt-4 align-bottom *:max-w-60">
              <ChooseLink t={t} level={level} />
            </td>
          ))}
        </tr>
        {row(t("pass-levels.price"), (level) => (
          <Prices t={t} level={level} />
        ))}
        {row(t("pass-levels.plan"), (level) => (
          <Plans t={t} level={level} />
        ))}
        {row(t("pass-levels.validity"), (level) => validText(t, level))}
        {benefits.map((name) => row(name, (level) => <Benefit t={t} text={benefitOf(level, name)} />))}
      </tbody>
    </table>
  );
}

export function keyOf({ productId, variants }: PassLevel): string {
  return `${productId} ${variants[0]?.id}`;
}
