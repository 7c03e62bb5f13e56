"use client";

import type { ReactNode } from "react";
import { alertTexts } from "@/text/areas/alert";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Spinner } from "@/ui/spinner";
import { UnitList } from "./unit-list";
import type { useUnits } from "./use-units";

type Props = {
  title: string;
  units: ReturnType<typeof useUnits>;
  /** What is said if no unit can be chosen. */
  none: string;
  /** The button that leaves everything as it is. */
  keep: string;
  submit: ReactNode;
  isBusy: boolean;
  onChange: () => void;
  onClose: () => void;
  /** What is said below the units. */
  children: ReactNode;
};

/** A dialog in which units of an order are chosen. */
export function UnitDialog({ units, isBusy, ...props }: Props) {
  const t = useText(alertTexts, loadingTexts);
  return (
    <Dialog
      title={props.title}
      open
      onClose={props.onClose}
      keepsOnPress
      isStatic={isBusy}
      withoutClose={isBusy}
      footer={
        units.isPossible ? (
          <>
            <Button appearance="secondary" disabled={isBusy} onClick={props.onClose}>
              {props.keep}
            </Button>
            {props.submit}
          </>
        ) : null
      }
    >
      {units.isLoading ? (
        <p role="status" className="flex items-center gap-3 py-4 text-ink-2">
          <Spinner />
          {t("loading.default")}
        </p>
      ) : null}
      {units.problem === null ? null : (
        <Alert
          tone="error"
          label={t("alert.error")}
          action={
            <Button appearance="secondary" onClick={units.reload}>
              {t("alert.retry")}
            </Button>
          }
        >
          {units.problem}
        </Alert>
      )}
      {units.isLoading || units.problem !== null || units.isPossible ? null : <p>{props.none}</p>}
      <div className="grid gap-4">
        {units.items.map((item) => (
          <UnitList
            key={item.orderItemId}
            item={item}
            chosen={units.chosen}
            disabled={isBusy}
            onChange={(numbers, isChosen) => {
              props.onChange();
              units.choose(item, numbers, isChosen);
            }}
          />
        ))}
        {props.children}
      </div>
    </Dialog>
  );
}
