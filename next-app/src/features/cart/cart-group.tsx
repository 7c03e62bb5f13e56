"use client";

import Link from "next/link";
import type { CartGroup, CartItem } from "@/api/types";
import { unbroken } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { AnyDay } from "@/parts/cart-lines/any-day";
import { CancellationPolicy } from "@/parts/cart-lines/cancellation-policy";
import { feesText } from "@/parts/cart-lines/fees-text";
import {
  groupName,
  holderName,
  inSeatOrder,
  lineName,
  placesOf,
  sharedVisits,
} from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { PromotionName } from "@/parts/cart-lines/promotion-name";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { PackageDetails } from "@/parts/package-details/package-details";
import { packageOfGroup } from "@/parts/package-details/package-line";
import { WasPrice } from "@/parts/price/was-price";
import { SamePass } from "@/parts/same-pass/same-pass";
import { cartTexts } from "@/text/areas/cart";
import { offerTexts } from "@/text/areas/offer";
import { passTexts } from "@/text/areas/pass";
import { placeTexts } from "@/text/areas/place";
import { productTexts } from "@/text/areas/product";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";
import { Picture } from "@/ui/picture";
import { TextButton, textButtonClass } from "@/ui/text-button";
import { hasRowQuantity, RowQuantity } from "./row-quantity";

type Props = {
  group: CartGroup;
  /** Returns the line as it was before a revision changed its price; null if its price has not changed. */
  before: (item: CartItem) => CartItem | null;
  /** Returns the names of the offers that the last change ended for the line. */
  endedOffers: (item: CartItem) => string[];
  /** Whether "Update cart" has just changed the group. */
  isUpdated: boolean;
  /** Whether a payment is in progress. The cart cannot be changed during a payment. */
  readOnly: boolean;
  onEdit: () => void;
  /** Removes a line. Resolves to false if the line stays. */
  onRemove: (item: CartItem) => Promise<boolean>;
  onQuantity: (item: CartItem, quantity: number) => Promise<Modified>;
  /** Called when the pointer or focus reaches a button, to load early what it opens. */
  onApproach: () => void;
};

/** A group of the cart: a product for one visit, with its lines. */
export function CartGroupCard(props: Props) {
  const { group, before, endedOffers, isUpdated, readOnly, onEdit, onRemove, onQuantity, onApproach } = props;
  const ofPackage = packageOfGroup(group);
  const [first] = group.items;
  const t = useText(cartTexts);
  const approach = { onPointerEnter: onApproach, onFocus: onApproach };
  const edit = {
    "aria-label": t("cart.edit-of", { name: groupName(group) }),
    children: t("cart.edit"),
  };
  const actions = (
    <>
      {readOnly ? null : group.isBundle && first ? (
        <Link
          {...edit}
          href={routes.editedBundle(group.productId, first.id)}
          prefetch={false}
          className={textButtonClass}
        />
      ) : isEditable(group) ? (
        <TextButton {...edit} onClick={onEdit} {...approach} />
      ) : null}
      {isUpdated ? (
        <p className="flex items-center gap-1 px-2 py-2 text-sm font-semibold text-ok">
          <Icon name="check" size={18} />
          {t("cart.changed")}
        </p>
      ) : null}
    </>
  );
  return (
    <article className="card p-4 sm:p-6">
      <div className="flex items-start gap-4 pb-3">
        {group.image ? (
          <Picture
            picture={group.image}
            sizes="80px"
            decorative
            className="aspect-square w-16 flex-none rounded-button sm:w-20"
          />
        ) : null}
        <div className="grid min-w-0 gap-1.5">
          <h2 className="text-lg leading-snug">
            {!group.hasPage ? (
              group.productDisplayName
            ) : (
              <Link
                href={
                  group.isBundle
                    ? routes.builder(group.productId)
                    : routes.product({ id: group.productId, weekCalendar: group.weekCalendar })
                }
                prefetch={false}
                className="inline-block py-0.5 text-ink no-underline hover:underline"
              >
                {group.productDisplayName}
              </Link>
            )}
          </h2>
          <OccasionList
            productName={group.productDisplayName}
            performances={sharedVisits(group.items)}
            withIcon
          />
          <AnyDay group={group} withIcon />
          <CancellationPolicy items={group.items} />
          {ofPackage ? (
            <PackageDetails line={ofPackage}>{actions}</PackageDetails>
          ) : (
            <div className="-my-2 -ml-2 flex flex-wrap items-center empty:hidden">{actions}</div>
          )}
        </div>
      </div>
      <ul>
        {inSeatOrder(group.items).map((item) => (
          <Line
            key={item.id}
            group={group}
            item={item}
            before={before(item)}
            endedOffers={endedOffers(item)}
            readOnly={readOnly}
            onRemove={() => onRemove(item)}
            onQuantity={(quantity) => onQuantity(item, quantity)}
            onApproach={onApproach}
          />
        ))}
      </ul>
    </article>
  );
}

/** Whether the dialog of the group can change anything that has no control in a row: the visit, seats or a quantity. */
function isEditable(group: CartGroup): boolean {
  if (group.isDonation || !group.allowPerformanceChange) return false;
  return group.items.some(
    (item) => item.performances.length > 0 || (item.maxQuantity > 1 && !hasRowQuantity(group, item)),
  );
}

type LineProps = Omit<
  Props,
  "before" | "endedOffers" | "isUpdated" | "onEdit" | "onRemove" | "onQuantity"
> & {
  item: CartItem;
  before: CartItem | null;
  endedOffers: string[];
  onRemove: () => Promise<boolean>;
  onQuantity: (quantity: number) => Promise<Modified>;
};

function Line(props: LineProps) {
  const { group, item, before, endedOffers, readOnly, onRemove, onQuantity, onApproach } = props;
  const t = useText(cartTexts, offerTexts, passTexts, productTexts, placeTexts, summaryTexts);
  const name = lineName(group, item);
  const holder = holderName(item);
  const isStepped = !readOnly && hasRowQuantity(group, item);
  return (
    <li
      id={item.id}
      data-line={item.id}
      tabIndex={-1}
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-t border-line pt-3 outline-none scroll-mt-80 last:-mb-2 sm:grid-cols-[minmax(0,1fr)_auto_5.5rem] sm:grid-rows-[auto_1fr]"
    >
      <div className="min-w-0">
        <p className="font-semibold">
          {unbroken(item.displayName)}
          {item.effectivePassLevelName ? (
            <span className="font-normal text-ink-2">
              {" "}
              {t("cart.level", { level: item.effectivePassLevelName })}
            </span>
          ) : null}
        </p>
        {holder ? <p className="text-sm">{t("pass.for", { name: holder })}</p> : null}
        {placesOf(t, item, group.items, item.displayName).map((place) => (
          <p key={place} className="figures text-sm">
            {place}
          </p>
        ))}
      </div>
      <div className="col-span-full row-start-2 min-w-0 sm:col-span-1 sm:col-start-1">
        <UnitPrice group={group} item={item} before={before} />
        <PromotionName t={t} line={item} />
      </div>
      <div className="col-span-full row-start-3 grid gap-2 pt-1 empty:hidden">
        <OfferRows t={t} offers={item.offers} quantity={item.quantity} />
        {endedOffers.map((offer) => (
          <p key={offer} className="text-sm text-warn">
            {t("cart.offer-ended", { offer })}
          </p>
        ))}
        {item.nearOffer && !readOnly ? (
          <p className="text-sm text-ink-2">
            {t("cart.near-offer", {
              ticket: item.nearOffer.productVariantDisplayName,
              offer: item.nearOffer.displayName,
            })}
          </p>
        ) : null}
        {item.samePass && holder ? <SamePass samePass={item.samePass} name={holder} /> : null}
      </div>
      {isStepped ? (
        <div className="col-start-2 row-start-4 self-start pb-2 sm:row-span-2 sm:row-start-1 sm:pb-0">
          <RowQuantity group={group} item={item} onChange={onQuantity} onRemove={onRemove} />
        </div>
      ) : (
        <p className="figures col-start-2 row-start-4 flex items-center justify-end gap-1.5 self-center text-ink-2 sm:row-span-2 sm:row-start-1 sm:grid sm:justify-items-end sm:gap-0 sm:self-start">
          <span className="legend">{t("cart.quantity")}</span>
          <span className="text-ink">{item.quantity}</span>
        </p>
      )}
      <p className="figures col-start-2 row-start-1 text-right whitespace-nowrap font-semibold sm:col-start-3 sm:row-span-2">
        <span className="legend sr-only sm:not-sr-only sm:block">{t("cart.line-total")} </span>
        {formatMoney(item.displayTotal)}
        {before ? (
          <span className="block text-sm">
            <WasPrice t={t} amount={before.displayTotal} />
          </span>
        ) : null}
      </p>
      {readOnly ? (
        <span className="block h-3" />
      ) : (
        <div className="col-start-1 row-start-4 -ml-2 flex flex-wrap justify-self-start">
          <TextButton
            aria-label={t("cart.remove-of", { name })}
            onClick={onRemove}
            onPointerEnter={onApproach}
            onFocus={onApproach}
          >
            {t("cart.remove")}
          </TextButton>
          {holder ? (
            <Link
              href={routes.passDemographics()}
              prefetch={false}
              aria-label={t("cart.change-holder-of", { name })}
              className={textButtonClass}
            >
              {t("cart.change-holder")}
            </Link>
          ) : null}
        </div>
      )}
    </li>
  );
}

/**
 * The price of one unit, if it is not the line's total, and the fees of the line. If a reduction or a revision changed
 * the price, the regular or earlier price is shown too.
 */
function UnitPrice({ group, item, before }: Pick<LineProps, "group" | "item" | "before">) {
  const t = useText(cartTexts, offerTexts, productTexts);
  // An offer can reduce the total of several units to the price of one.
  const isTotal = item.quantity === 1 && item.displayPrice === item.displayTotal;
  const each = isTotal ? null : t("cart.each", { amount: formatMoney(item.displayPrice) });
  const was = before?.displayPrice ?? item.regularDisplayPrice;
  const fees = feesText(t, item);
  return (
    <p className="figures text-sm text-ink-2 empty:hidden">
      {each}
      {each === null || was === undefined ? null : ","}
      <WasPrice t={t} amount={was} ofParts={before === null && group.isPackage} />
      {fees === null ? null : (
        <span className="block sm:inline">
          {each === null && was === undefined ? null : <span className="max-sm:hidden">, </span>}
          {fees}
        </span>
      )}
    </p>
  );
}
