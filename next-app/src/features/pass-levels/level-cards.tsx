import type { ReactNode } from "react";
import type { PassSite } from "@/api/types";
import { Benefit, ChooseLink, type LevelTexts, Plans, Prices } from "./level-parts";
import { keyOf } from "./level-table";
import { benefitOf, levelName, validText } from "./level-texts";

type Props = { t: LevelTexts; site: PassSite };

/** The levels of a site's passes as cards, one below the other. Each card names only what the level gives. */
export function LevelCards({ t, site }: Props) {
  return site.levels.map((level) => (
    <li key={keyOf(level)} className="card grid content-start gap-4 p-4">
      <div>
        <h3 className="text-xl">{levelName(level)}</h3>
        {level.levelName ? <p className="text-sm text-ink-2">{level.productDisplayName}</p> : null}
      </div>
      <dl className="figures grid gap-3">
        <Fact name={t("pass-levels.price")}>
          <Prices t={t} level={level} />
        </Fact>
        <Fact name={t("pass-levels.plan")}>
          <Plans t={t} level={level} />
        </Fact>
        <Fact name={t("pass-levels.validity")}>{validText(t, level)}</Fact>
        {level.benefits.map(({ name }) => (
          <Fact key={name} name={name}>
            <Benefit t={t} text={benefitOf(level, name)} />
          </Fact>
        ))}
      </dl>
      <ChooseLink t={t} level={level} />
    </li>
  ));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 border-t border-line pt-3">
      <dt className="text-sm font-semibold">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
