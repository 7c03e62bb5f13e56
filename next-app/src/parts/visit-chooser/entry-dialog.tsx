"use client";

import { useEffect, useRef, useState } from "react";
import type { EntryTime, ReservationSettings, VisitDate } from "@/api/types";
import { formatDay, formatTime } from "@/lib/dates";
import { visitAppearance } from "@/lib/visit-level";
import { LevelTag } from "@/parts/capacity/capacity-tag";
import { Counter } from "@/parts/quantity-stepper/counter";
import { none, type Quantity } from "@/parts/quantity-stepper/stepper-state";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { dialogTexts } from "@/text/areas/dialog";
import { reservationTexts } from "@/text/areas/reservation";
import { visitTexts } from "@/text/areas/visit";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Choices } from "@/ui/choices";
import { Dialog } from "@/ui/dialog";
import { type EntryErrors, entryErrors, firstChosen, openTimes } from "./visit-days";

export type Chosen = { performanceId: string; bringAFriendDayTicketCount: number };

type Props = {
  date: VisitDate;
  settings: ReservationSettings;
  /** The current visit. */
  present: Chosen | undefined;
  busy: boolean;
  /** The visit that the choice replaces, in words. */
  moved?: string;
  onChoose: (chosen: Chosen) => void;
  onClose: () => void;
};

/** Asks for the entry time and the number of friends. */
export default function EntryDialog({ date, settings, present, busy, moved, onChoose, onClose }: Props) {
  const t = useText(alertTexts, capacityTexts, dialogTexts, reservationTexts, visitTexts);
  const entry = useEntry({ date, present, isMove: moved !== undefined, onChoose });
  const { times, chosen, errors, body } = entry;
  const shared = sharedFacts(date, times);
  const max = date.maxBringAFriendDayTicketCount;
  const booked = times.some((time) => time.performanceId === chosen && time.isAlreadyBooked);

  return (
    <Dialog
      open
      title={t("visit.entry-title")}
      onClose={onClose}
      footer={
        <>
          <Button appearance="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button busy={busy} onClick={entry.submit}>
            {t(moved === undefined ? "visit.choose" : "visit.move")}
          </Button>
        </>
      }
    >
      <div ref={body} className="grid gap-4">
        <Day date={date} settings={settings} />
        <fieldset className="grid gap-2">
          <legend className="font-semibold">{t("visit.times")}</legend>
          {shared.name ? <p className="text-sm text-ink-2">{shared.name}</p> : null}
          {times.length === 0 ? <p>{t("visit.no-times")}</p> : null}
          <Choices
            name="entryTime"
            choices={times.map((time) => ({
              id: time.performanceId,
              name: timeText(t, time),
              description: shared.name ? undefined : time.name,
              end: shared.level ? (
                <span className="sr-only">{t(visitAppearance(time.capacityLevel).textId)}</span>
              ) : (
                <Level t={t} level={time.capacityLevel} />
              ),
            }))}
            short={shared.level && shared.name !== undefined}
            chosen={chosen ?? ""}
            error={errors.time && t(errors.time)}
            onChoose={entry.chooseTime}
          />
        </fieldset>
        {booked && settings.selectedDateModalAlreadyBookedText ? (
          <Alert tone="warning" label={t("alert.warning")}>
            {settings.selectedDateModalAlreadyBookedText}
          </Alert>
        ) : null}
        {max > 0 ? <Friends entry={entry} max={max} settings={settings} /> : null}
        {moved === undefined ? null : (
          <Move from={moved} date={date} time={times.find((time) => time.performanceId === chosen)} />
        )}
      </div>
    </Dialog>
  );
}

/**
 * What several times have in common, which is written once above them: their name, and whether their availability is
 * that of the day.
 */
function sharedFacts(date: VisitDate, times: EntryTime[]): { name?: string; level: boolean } {
  const [first, ...others] = times;
  if (!first || others.length === 0) return { level: false };
  return {
    name: others.every(({ name }) => name === first.name) ? first.name : undefined,
    level: times.every(({ capacityLevel }) => capacityLevel === date.capacityLevel),
  };
}

/** The visit as it is and as it will be, side by side. */
function Move({ from, date, time }: { from: string; date: VisitDate; time: EntryTime | undefined }) {
  const t = useText(visitTexts);
  return (
    <dl className="figures grid grid-cols-2 gap-4 rounded-card bg-sunken p-4">
      <div>
        <dt className="text-sm text-ink-2">{t("visit.move-from")}</dt>
        <dd className="font-semibold">{from}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-2">{t("visit.move-to")}</dt>
        <dd className="font-semibold">
          {formatDay(date.businessDate)}, {time ? timeText(t, time) : t("visit.move-time")}
        </dd>
      </div>
    </dl>
  );
}

/** The chosen time and the number of friends, with their errors. The first wrong control receives focus. */
type EntryOptions = Pick<Props, "date" | "present" | "onChoose"> & { isMove: boolean };

function useEntry({ date, present, isMove, onChoose }: EntryOptions) {
  const times = openTimes(date);
  const [chosen, setChosen] = useState(() => firstChosen(times, present?.performanceId));
  const [friends, setFriends] = useState<Quantity>(() =>
    chosen !== null && chosen === present?.performanceId
      ? { value: present.bringAFriendDayTicketCount, typed: null }
      : none,
  );
  const [errors, setErrors] = useState<EntryErrors>({});
  const [failures, setFailures] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const max = date.maxBringAFriendDayTicketCount;

  useEffect(() => {
    if (failures > 0) body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [failures]);

  function submit() {
    const found = entryErrors(chosen, friends, max);
    const isSame = chosen === present?.performanceId && friends.value === present?.bringAFriendDayTicketCount;
    if (isMove && isSame) found.time = "visit.not-moved";
    setErrors(found);
    if (chosen !== null && Object.keys(found).length === 0) {
      onChoose({ performanceId: chosen, bringAFriendDayTicketCount: friends.value });
      return;
    }
    setFailures((count) => count + 1);
  }

  return {
    times,
    chosen,
    friends,
    errors,
    body,
    submit,
    chooseTime(id: string) {
      setChosen(id);
      setErrors({ ...errors, time: undefined });
    },
    changeFriends(quantity: Quantity) {
      setFriends(quantity);
      setErrors({ ...errors, friends: undefined });
    },
  };
}

/** The day with its opening hours and availability. */
function Day({ date, settings }: Pick<Props, "date" | "settings">) {
  const t = useText(capacityTexts, visitTexts);
  return (
    <div>
      <p className="font-semibold">{formatDay(date.businessDate)}</p>
      {date.propertyHours ? (
        <p className="figures text-sm text-ink-2">{t("visit.hours", { hours: date.propertyHours })}</p>
      ) : null}
      <p className="flex flex-wrap items-center gap-2 pt-1 text-sm text-ink-2">
        {settings.selectedDateModalCapacityLabel}
        <Level t={t} level={date.capacityLevel} />
      </p>
    </div>
  );
}

type FriendsProps = Pick<Props, "settings"> & { entry: ReturnType<typeof useEntry>; max: number };

/** The field for the number of friends who come along. */
function Friends({ entry: { friends, errors, changeFriends }, max, settings }: FriendsProps) {
  const t = useText(reservationTexts);
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold">{settings.bafDayLabel}</p>
          <p className="text-sm text-ink-2">{settings.bafDayText}</p>
        </div>
        <Counter
          name={settings.bafDayLabel}
          max={max}
          tooMany={t("reservation.too-many-friends", { count: max })}
          quantity={friends}
          onChange={changeFriends}
        />
      </div>
      {errors.friends ? (
        <p className="text-sm font-medium text-danger">{t(errors.friends, { count: max })}</p>
      ) : null}
    </div>
  );
}

function Level({ t, level }: { t: Translate<"capacity">; level: number }) {
  const { className, textId } = visitAppearance(level);
  return <LevelTag level={className} word={t(textId)} />;
}

function timeText(t: Translate<"visit">, { performanceTime }: EntryTime): string {
  return performanceTime ? formatTime(performanceTime) : t("visit.all-day");
}
