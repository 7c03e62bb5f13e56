"use client";

import { type ReactNode, useState } from "react";
import { alertTexts } from "@/text/areas/alert";
import { cancellationTexts } from "@/text/areas/cancellation";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, type ButtonAppearance } from "@/ui/button";
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
  submit: {
    label: string;
    appearance?: ButtonAppearance;
    /** Whether what the button does with the chosen units is known. */
    isReady: boolean;
    onPress: () => void;
  };
  /** Why the last press failed; null if it did not. */
  problem: string | null;
  isBusy: boolean;
  onChange: () => void;
  onClose: () => void;
  /** What is said below the units. */
  children?: ReactNode;
  /** What is said directly above the buttons, so that it is visible together with them. */
  summary?: ReactNode;
};

/** A dialog in which units of an order are chosen. */
export function UnitDialog({ units, isBusy, ...props }: Props) {
  const t = useText(alertTexts, cancellationTexts, loadingTexts);
  const { submit, summary } = props;
  const isNoneChosen = units.units.length === 0;
  const [wasPressed, setPressed] = useState(false);
  const problem = wasPressed && isNoneChosen ? t("cancellation.none-chosen") : props.problem;

  function press() {
    setPressed(true);
    if (!isNoneChosen && submit.isReady) submit.onPress();
  }

  return (
    <Dialog
      title={props.title}
      open
      onClose={props.onClose}
      keepsOnPress
      isStatic={isBusy}
      withoutClose={isBusy}
      hasTallFooter={summary !== undefined}
      footer={
        units.isPossible ? (
          <>
            {summary}
            {problem === null ? null : (
              <div className="basis-full">
                <Alert tone="error" label={t("alert.error")}>
                  {problem}
                </Alert>
              </div>
            )}
            <Button appearance="secondary" disabled={isBusy} onClick={props.onClose}>
              {props.keep}
            </Button>
            <Button
              appearance={submit.appearance}
              blocked={isNoneChosen || !submit.isReady}
              busy={isBusy}
              onClick={press}
            >
              {submit.label}
            </Button>
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
              setPressed(false);
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
