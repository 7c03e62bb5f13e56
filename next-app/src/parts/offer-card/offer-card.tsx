import Link from "next/link";
import type { ReactNode } from "react";
import { FromPrice } from "@/parts/price/from-price";
import type { Translate } from "@/text/texts";
import type { Columns } from "@/ui/card-columns";
import { Picture, type PictureProps } from "@/ui/picture";

/** What a card shows of a product or a bundle. */
export type Offer = {
  path: string;
  name: string;
  text: string;
  picture: PictureProps["picture"] | undefined;
  price: { lowest: number; highest?: number; isFrom: boolean; lowestFor?: string } | null;
  /** What the shopper can choose on the product's page, or why the product cannot be bought. */
  note: ReactNode;
  /** A sale that sells the product for less, or what a bundle saves. */
  sale?: string;
  /** The times of the wanted day, if there are any. */
  times?: ReactNode;
};

type Props = {
  t: Translate<"product">;
  offer: Offer;
  /** Whether the card is the first of the page. Its picture loads first. */
  first: boolean;
  /** The columns of the list on large screens. A card that has a row for itself shows its picture beside the text. */
  columns: Columns;
  /** Whether phones show the picture small, beside the text, so that more of a long list is visible. */
  slim?: boolean;
};

export function OfferCard({ t, offer, first, columns, slim = false }: Props) {
  const { picture, price } = offer;
  const alone = columns === 1;
  const shape = slim ? (alone ? "" : "sm:flex-col") : `flex-col ${alone ? "sm:flex-row" : ""}`;
  return (
    <article className={`${cardClass} overflow-hidden ${shape}`}>
      {picture ? (
        <Picture
          picture={picture}
          decorative
          first={first}
          sizes={pictureSizes(columns, slim)}
          className={pictureShape(alone, slim)}
        />
      ) : (
        <div className={`bg-sunken ${pictureShape(alone, slim)}`} />
      )}
      <div
        className={`flex min-w-0 flex-1 flex-col sm:gap-1.5 sm:p-5 ${slim ? "gap-1 p-3" : "gap-1.5 p-4"} ${alone ? "sm:justify-center sm:p-8" : ""}`}
      >
        <CardName path={offer.path} name={offer.name} />
        {offer.text ? (
          <p
            className={`text-ink-2 ${slim ? "line-clamp-2 max-sm:text-sm sm:line-clamp-3" : "line-clamp-3"}`}
          >
            {offer.text}
          </p>
        ) : null}
        <div
          className={`flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 sm:pt-3 ${slim ? "" : "pt-3"} ${alone ? "mt-auto sm:mt-0" : "mt-auto"}`}
        >
          {price === null ? (
            <span />
          ) : (
            <span className="min-w-0">
              <FromPrice
                t={t}
                lowest={price.lowest}
                highest={price.highest}
                isFrom={price.isFrom}
                lowestFor={price.lowestFor}
                className="font-bold sm:text-lg"
              />
            </span>
          )}
          <div className="grid justify-items-end gap-1 text-right text-sm text-ink-2">{offer.note}</div>
        </div>
        {offer.sale ? <p className="text-sm text-ok">{offer.sale}</p> : null}
        {offer.times}
      </div>
    </article>
  );
}

/** The whole card is clickable, but only the name is the link, so that screen readers read the name once. */
export function CardName({ path, name }: { path: string; name: string }) {
  return (
    <h3 className="leading-snug sm:text-lg">
      <Link
        href={path}
        prefetch={false}
        className="text-ink no-underline outline-none after:absolute after:inset-0 group-hover:underline"
      >
        {name}
      </Link>
    </h3>
  );
}

export const cardClass =
  "card group relative flex h-full focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:border-control";

/** The displayed width of a card's picture. */
function pictureSizes(columns: Columns, slim: boolean): string {
  const large =
    columns === 3 ? "(min-width: 1264px) 384px, (min-width: 1024px) 33vw" : "(min-width: 1264px) 600px";
  return `${large}, (min-width: 640px) 50vw, ${slim ? "6.5rem" : "calc(100vw - 2rem)"}`;
}

function pictureShape(alone: boolean, slim: boolean): string {
  if (slim) {
    const large = alone ? "sm:w-1/2 sm:max-h-80" : "sm:aspect-3/2 sm:w-full";
    return `w-26 flex-none object-cover max-sm:self-stretch ${large}`;
  }
  return alone ? "aspect-3/2 w-full sm:aspect-auto sm:w-1/2 sm:max-h-80" : "aspect-3/2 w-full";
}
