"use client";

import { useState } from "react";
import type { Product } from "@/api/types";
import { styleKey } from "@/lib/style-key";
import { groupOf } from "@/parts/buy-panel/order-state";
import { RetryAlert } from "@/parts/error-summary/retry-alert";
import { NextDates } from "@/parts/performance-picker/next-dates";
import type { Sale } from "@/parts/performance-picker/sale";
import { useFirstDates } from "@/parts/performance-picker/use-earliest";
import { FeesIncluded } from "@/parts/price/fees-included";
import { OrderFees } from "@/parts/price/order-fees";
import { capacityTexts } from "@/text/areas/capacity";
import { multiTexts } from "@/text/areas/multi";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Dialog } from "@/ui/dialog";
import { Picture } from "@/ui/picture";
import { Spinner } from "@/ui/spinner";
import { BuyPanel, type BuyPanelProps } from "./buy-panel";
import type { Entitled } from "./order-state";

type Props = {
  product: Product;
  sale: Sale;
  variantId: string | null;
  starting: string | null;
  /** The variant to redeem, if the dialog sells nothing else. */
  entitled?: Entitled;
  onClose: () => void;
  onAdded: (passesInvolved: boolean) => void;
};

/** One product in a dialog over its list. Only the dialog's own buttons close it. */
export default function SelectDialog(props: Props) {
  const { product, onClose } = props;
  const [isSeatPlanOpen, setSeatPlanOpen] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={product.productDisplayName}
      size="xl"
      theme={product.site?.cssKey ? styleKey(product.site.cssKey) : undefined}
      isStatic
    >
      <div
        className={`grid gap-6 lg:gap-8 ${isSeatPlanOpen ? "lg:grid-cols-[16rem_minmax(0,1fr)]" : "lg:grid-cols-2"}`}
      >
        <Description product={product} />
        <div>
          <Purchase {...props} onSeatPlan={setSeatPlanOpen} />
        </div>
      </div>
    </Dialog>
  );
}

/** The picture, the texts and the fees of the product. */
function Description({ product }: Pick<Props, "product">) {
  const t = useText(productTexts);
  const [picture] = product.productImages;
  return (
    <div className="grid content-start gap-4">
      {picture ? (
        <Picture
          picture={picture}
          decorative
          sizes="(min-width: 1024px) 540px, calc(100vw - 2rem)"
          className="aspect-3/2 w-full rounded-card"
        />
      ) : null}
      {product.productShortDescription ? (
        <p className="max-w-prose text-ink-2">{product.productShortDescription}</p>
      ) : null}
      <FeesIncluded t={t} products={[product]} />
      <OrderFees t={t} fees={product.orderFees} />
      {product.productLongDescription ? (
        <div
          className="prose max-lg:hidden"
          dangerouslySetInnerHTML={{ __html: product.productLongDescription }}
        />
      ) : null}
      {product.productDisclaimer ? <p className="text-sm text-ink-2">{product.productDisclaimer}</p> : null}
    </div>
  );
}

/** The choices and the button to the cart, after the first dates have loaded. */
function Purchase({
  product,
  sale,
  variantId,
  starting,
  entitled,
  onAdded,
  onSeatPlan,
}: Props & Pick<BuyPanelProps, "onSeatPlan">) {
  const t = useText(capacityTexts, multiTexts, productTexts);
  const dates = useFirstDates(product.hasPerformances ? product.id : null, sale, starting);
  const isReady = !product.hasPerformances || dates.data !== undefined;

  if (dates.error) {
    return <RetryAlert message={dates.error.message || t("multi.failed")} onRetry={() => dates.mutate()} />;
  }
  if (!isReady) {
    return (
      <p role="status" className="flex min-h-80 items-center justify-center gap-3 text-ink-2">
        <Spinner />
        {t("multi.loading")}
      </p>
    );
  }
  return (
    <BuyPanel
      product={product}
      sale={sale}
      dates={dates.data ?? []}
      starting={starting}
      summary={
        <NextDates t={t} dates={dates.data ?? []} asksGroup={!entitled && groupOf(product) !== undefined} />
      }
      inModal
      entitled={entitled}
      chosen={variantId ?? undefined}
      onAdded={onAdded}
      onSeatPlan={onSeatPlan}
    />
  );
}
