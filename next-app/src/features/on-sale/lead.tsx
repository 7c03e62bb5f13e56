import type { FindResult } from "@/api/types";
import { routes } from "@/lib/routes";
import { anything } from "@/lib/wanted";
import { DayStrip } from "@/parts/find-bar/day-strip";
import { rangeOf, WordsAndDate } from "@/parts/find-bar/words-and-date";
import type { Translate } from "@/text/texts";
import { Picture, type PictureProps } from "@/ui/picture";

type Props = {
  t: Translate<"home" | "find">;
  /** The operator's sentence about the shop. */
  description: string;
  picture: PictureProps["picture"] | null;
  found: FindResult;
};

/** The top of the home page: the operator's sentence and picture, and the question for the day. */
export function Lead({ t, description, picture, found }: Props) {
  return (
    <header className="grid min-w-0 gap-4 sm:gap-6">
      <div className={picture ? "grid items-center gap-4 md:grid-cols-2 md:gap-10" : ""}>
        {picture ? (
          <Picture
            picture={picture}
            first
            sizes="(min-width: 1264px) 590px, (min-width: 768px) 50vw, calc(100vw - 2rem)"
            className="aspect-7/2 w-full rounded-card md:col-start-2 md:row-start-1 md:aspect-5/2"
          />
        ) : null}
        <div className="grid gap-2 sm:gap-3">
          <h1 className="text-h1">{t("home.title")}</h1>
          <p className="max-w-prose text-ink-2 sm:text-lg">{description || t("home.intro")}</p>
        </div>
      </div>
      <div className="card grid min-w-0 gap-3 p-4 pt-2 sm:gap-4 sm:p-6 sm:pt-4">
        <DayStrip t={t} wanted={null} result={found} />
        <form method="get" action={routes.find()}>
          <WordsAndDate t={t} wanted={anything} range={rangeOf(found)} />
        </form>
      </div>
    </header>
  );
}
