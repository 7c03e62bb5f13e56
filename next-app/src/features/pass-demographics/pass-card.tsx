"use client";

import type { StateProvince } from "@/api/types";
import { formatDate, parseTypedDay } from "@/lib/dates";
import type { HolderField } from "@/lib/passholder-rules";
import { focusField } from "@/parts/error-summary/error-summary";
import { SamePass } from "@/parts/same-pass/same-pass";
import { alertTexts } from "@/text/areas/alert";
import { passTexts } from "@/text/areas/pass";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { Checkbox } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { TextButton } from "@/ui/text-button";
import {
  type DemographicsEvent,
  nameOf,
  type PassCard,
  type Status,
  shownErrors,
} from "./demographics-state";
import { fieldNameOf, HolderFields } from "./holder-fields";
import type { Offer } from "./own-details";
import { PassPhoto } from "./pass-photo";
import { StatusPill } from "./status-pill";

type Props = {
  card: PassCard;
  status: Status;
  /** The accessible name of the pass. It has a number if this is one of several passes without a name. */
  accessibleName: string;
  states: StateProvince[];
  /** Known details that can be copied into the fields. */
  offers: Offer[];
  nameOfCard: (card: PassCard) => string;
  /** The number of the card in its section; null for a section with one card. */
  position: { at: number; of: number } | null;
  /** Whether the holder of this pass is the primary contact. */
  primary: boolean;
  /**
   * To how many other new passes the details can be copied, and whether they are copied. Null except for the
   * first of several new passes.
   */
  sharing: { others: number; on: boolean } | null;
  /** The message of the server's last refusal for this pass; null if there is none. */
  problem: string | null;
  busy: boolean;
  /** Whether the shop takes photos of passholders. */
  takesPhotos: boolean;
  onPhotoUploaded: () => void;
  dispatch: (event: DemographicsEvent) => void;
  onChange: (field: HolderField, value: string) => void;
  onFill: (offer: Offer) => void;
  /** Shows the person's fields, which are folded. */
  onUnfoldPerson: () => void;
  /** Opens the card, which is closed. */
  onEdit: () => void;
  onUpdate: () => void;
  /** Called when the focus leaves the fields and buttons of the open card. */
  onLeave: () => void;
  onRemove: () => void;
  onApproachRemove: () => void;
};

/** The name by which the page finds a card's heading. */
export const headingOf = (card: { id: string }): string => `pass.${card.id}`;
/** The id of the message at the end of a card. */
export const messageOf = (card: { id: string }): string => `message.${card.id}`;

/** A card for a pass. The heading has the holder's name and the status, and the content has the fields. */
export function PassCardView(props: Props) {
  const { card, status, accessibleName, states, offers, primary, sharing, problem, busy, dispatch } = props;
  const t = useText(alertTexts, passTexts, passDemographicsTexts);
  const { id } = card;
  const name = nameOf(card) ?? t("pass.new");
  const wrong = shownErrors(card)[0]?.[0];

  return (
    <DisclosureCard
      level={3}
      name={headingOf(card)}
      title={<Title card={card} name={name} position={props.position} isDone={status === "completed"} />}
      status={<StatusPill status={status} />}
      note={card.samePass ? <SamePass samePass={card.samePass} name={name} /> : null}
      open={card.expanded}
      onToggle={(open) => dispatch({ type: "toggled", id, open })}
      action={
        <div className="-mr-2 flex gap-2 max-sm:-ml-2">
          {card.expanded ? null : (
            <TextButton
              aria-label={t("pass-demographics.edit-of", { name: accessibleName })}
              onClick={props.onEdit}
            >
              {t("pass-demographics.edit")}
            </TextButton>
          )}
          <TextButton
            aria-label={t("pass-demographics.remove-of", { name: accessibleName })}
            onPointerEnter={props.onApproachRemove}
            onFocus={props.onApproachRemove}
            onClick={props.onRemove}
          >
            {t("pass-demographics.remove")}
          </TextButton>
        </div>
      }
    >
      <Form
        className="grid gap-4"
        onSubmit={props.onUpdate}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) props.onLeave();
        }}
      >
        {primary ? <p className="text-ink-2">{t("pass-demographics.primary")}</p> : null}
        {status === "not-confirmed" ? (
          <Alert tone="warning" label={t("alert.warning")} live={false}>
            {t("pass-demographics.confirm-hint")}
          </Alert>
        ) : null}
        {offers.length > 0 ? <Offers {...props} /> : null}
        {card.prefilled ? <p className="text-ink-2">{t("pass-demographics.prefilled")}</p> : null}
        <HolderFields
          card={card}
          accessibleName={accessibleName}
          states={states}
          onUnfoldPerson={props.onUnfoldPerson}
          onChange={props.onChange}
          onLeave={(field) => dispatch({ type: "left", id, field })}
        />
        {props.takesPhotos ? (
          <PassPhoto
            passId={id}
            name={accessibleName}
            hasPhoto={card.hasPhoto}
            onUploaded={props.onPhotoUploaded}
          />
        ) : null}
        {sharing ? <Sharing id={id} sharing={sharing} dispatch={dispatch} /> : null}
        {problem !== null || wrong ? <Failure card={card} wrong={wrong} problem={problem} /> : null}
        <SubmitButton
          appearance="secondary"
          className="justify-self-start"
          busy={busy}
          aria-label={t("pass-demographics.update-of", { name: accessibleName })}
        >
          {t("pass-demographics.update")}
        </SubmitButton>
      </Form>
    </DisclosureCard>
  );
}

/** The buttons that copy known details into the fields. */
function Offers({ accessibleName, offers, nameOfCard, onFill }: Props) {
  const t = useText(passDemographicsTexts);
  return (
    <div className="flex flex-wrap gap-3">
      {offers.map((offer) => {
        const text =
          offer.kind === "copy"
            ? t("pass-demographics.fill-copy", { name: nameOfCard(offer.from) })
            : t("pass-demographics.fill-own");
        return (
          <Button
            key={offer.kind}
            type="button"
            appearance="secondary"
            aria-label={t("pass-demographics.fill-for", { action: text, name: accessibleName })}
            onClick={() => onFill(offer)}
          >
            {text}
          </Button>
        );
      })}
    </div>
  );
}

type TitleProps = Pick<Props, "card" | "position"> & { name: string; isDone: boolean };

/** The holder, the ticket that the pass replaces, the number of the card, the product, and the details of a completed pass that is closed. */
function Title({ card, name, position, isDone }: TitleProps) {
  const t = useText(passTexts, passDemographicsTexts);
  const { typed, productName } = card;
  const subtitle = [position && t("pass-demographics.position", position), productName].filter(Boolean);
  return (
    <>
      {card.platformAccountId ? t("pass.named", { name, id: card.platformAccountId }) : name}
      {card.upgradedTicket ? (
        <span className="block text-sm font-normal tracking-normal text-ink-2">
          {t("pass-demographics.upgrade-of", { ticket: card.upgradedTicket })}
        </span>
      ) : null}
      {subtitle.length > 0 ? (
        <span className="block text-sm font-normal tracking-normal text-ink-2">{subtitle.join(" · ")}</span>
      ) : null}
      {isDone && !card.expanded ? (
        <span className="figures block text-sm font-normal tracking-normal break-words text-ink-2">
          {t("pass-demographics.summary", {
            birthDate: formatDate(parseTypedDay(typed.birthDate) ?? typed.birthDate),
            address: [typed.address1, typed.address2].filter(Boolean).join(", "),
            place: `${typed.city}, ${typed.state} ${typed.zip}`,
            phone: typed.phoneNumber,
          })}
        </span>
      ) : null}
    </>
  );
}

type SharingProps = { id: string; sharing: NonNullable<Props["sharing"]> } & Pick<Props, "dispatch">;

/** Whether the details are copied to the other new passes. */
function Sharing({ id, sharing, dispatch }: SharingProps) {
  const t = useText(passDemographicsTexts);
  return (
    <div className="grid gap-1 rounded-button bg-sunken px-4 py-3">
      <Checkbox
        name="forAllNew"
        label={t("pass-demographics.for-all")}
        checked={sharing.on}
        aria-describedby={`${id}-for-all`}
        onChange={(event) => dispatch({ type: "forAllNew", on: event.target.checked })}
      />
      <p id={`${id}-for-all`} className="pl-9 text-sm text-ink-2">
        {t(sharing.others === 1 ? "pass-demographics.for-all-one" : "pass-demographics.for-all-many", {
          count: sharing.others,
        })}
      </p>
    </div>
  );
}

type FailureProps = { card: PassCard; wrong: HolderField | undefined; problem: string | null };

/** The message that fields have errors or that saving failed. Focus moves here after a failed attempt to save. */
function Failure({ card, wrong, problem }: FailureProps) {
  const t = useText(alertTexts, passTexts);
  return (
    <Alert tone="error" label={t("alert.error")} live={false}>
      {wrong ? (
        <a
          href={`#${fieldNameOf(card, wrong)}`}
          id={messageOf(card)}
          className="inline-block min-h-6 text-danger underline"
          onClick={(event) => {
            event.preventDefault();
            focusField(fieldNameOf(card, wrong));
          }}
        >
          {t("pass.correct-above")}
        </a>
      ) : (
        <span id={messageOf(card)} tabIndex={-1}>
          {problem}
        </span>
      )}
    </Alert>
  );
}
