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
  const shape = `${slim ? "" : "flex-col"} ${alone ? "sm:flex-row" : offerItem(columns)}`;
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
      ) : alone ? null : (
        // As high as the pictures beside it, in a list where other cards have one.
        <div className="hidden bg-brand-soft sm:[ul:has(img)_&]:block" />
      )}
      <div
        className={`flex min-w-0 flex-1 flex-col ${slim ? "gap-1 p-3" : "gap-1.5 p-4"} sm:gap-1.5 sm:p-5 ${alone ? "sm:justify-center sm:p-8" : "sm:row-span-2 sm:grid sm:grid-rows-subgrid"}`}
      >
        <div className={`grid content-start ${slim ? "gap-1" : "gap-1.5"} sm:gap-1.5`}>
          <CardName path={offer.path} name={offer.name} />
          {offer.text ? (
            <p
              className={`text-ink-2 ${slim ? "line-clamp-2 max-sm:text-sm sm:line-clamp-3" : "line-clamp-3"}`}
            >
              {offer.text}
            </p>
          ) : null}
        </div>
        <div className={`grid content-start gap-0.5 sm:pt-2 ${slim ? "" : "pt-2"}`}>
          {price === null ? null : (
            <p className="min-w-0">
              <FromPrice
                t={t}
                lowest={price.lowest}
                highest={price.highest}
                isFrom={price.isFrom}
                lowestFor={price.lowestFor}
                className="font-bold sm:text-lg"
              />
            </p>
          )}
          <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2 empty:hidden">
            {offer.note}
          </div>
          {offer.sale ? <p className="text-sm text-ok">{offer.sale}</p> : null}
          {offer.times}
        </div>
      </div>
    </article>
  );
}

/**
 * The class of a card's list item. On large screens the picture, the text and the price of a card begin at the same
 * height as those of the other cards in its row. A card that has a row for itself needs no such rows.
 */
export function offerItem(columns: Columns): string {
  return columns === 1 ? "" : "sm:row-span-3 sm:grid sm:grid-rows-subgrid sm:gap-y-0";
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
