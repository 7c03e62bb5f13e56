"use client";

import { useRef, useState } from "react";
import type { SavedPayment } from "@/api/types";
import { chosenCard, isSecurityCode, newCard, shortenName } from "./card-choice";
import type { SavedCards } from "./card-state";
import type { Pending } from "./memory";

/**
 * The fields of the dialog that are not in the processor's frame: the name, the choice of card and its security code.
 * `initialCard` is the card that was chosen before the dialog opened: the id of a saved card, `newCard`, or null if the
 * shopper had no choice.
 */
export function useCardFields(resume: Pending | null, suggestedName: string, initialCard: string | null) {
  const [name, setName] = useState(() => resume?.cardholderName ?? shortenName(suggestedName));
  const [isNameMissing, setNameMissing] = useState(false);
  const [saveCard, setSaveCard] = useState(resume?.saveCard ?? false);
  const [chosen, setChosen] = useState(initialCard);
  // Whether the dialog asks for the card. A card that was chosen before the dialog opened is not asked for again.
  const [asksCard, setAsksCard] = useState(initialCard === null);
  // Whether the processor was unavailable. From then on no saved card is offered, and the shopper types a new card.
  const [savedFailed, setSavedFailed] = useState(false);
  const [code, setCode] = useState("");
  const [isCodeMissing, setCodeMissing] = useState(false);
  const nameField = useRef<HTMLDivElement>(null);
  const codeField = useRef<HTMLDivElement>(null);

  const cardOf = (saved: SavedCards): SavedPayment | null =>
    savedFailed ? null : chosenCard(saved.cards, chosen);
  const lacksCode = (saved: SavedCards): boolean => saved.codeRequired && !isSecurityCode(code);

  /** Whether the shopper chooses the card in the dialog. A chosen card that has been removed is asked for again. */
  const asksForCard = ({ cards }: SavedCards): boolean =>
    asksCard || !(chosen === newCard || cards.some((card) => card.extAccountStoredPaymentId === chosen));

  function choose(choice: string) {
    setChosen(choice);
    setCode("");
    setCodeMissing(false);
  }

  /** Checks the name. A missing name is reported, and its field gets the focus. */
  function checkName(): boolean {
    const isMissing = name.trim() === "";
    setNameMissing(isMissing);
    if (isMissing) nameField.current?.querySelector("input")?.focus();
    return !isMissing;
  }

  /** Checks the security code. A missing or incomplete code is reported, and its field gets the focus. */
  function checkCode(saved: SavedCards): boolean {
    const isMissing = lacksCode(saved);
    setCodeMissing(isMissing);
    if (isMissing) codeField.current?.querySelector("input")?.focus();
    return !isMissing;
  }

  return {
    name: {
      ref: nameField,
      value: name,
      isMissing: isNameMissing,
      change: (value: string) => {
        setName(value);
        if (value.trim() !== "") setNameMissing(false);
      },
    },
    code: {
      ref: codeField,
      value: code,
      isMissing: isCodeMissing,
      change: (value: string) => {
        setCode(value.replace(/\D/g, ""));
        setCodeMissing(false);
      },
    },
    choose,
    /** Whether a card was chosen before the dialog opened. */
    wasChosen: initialCard !== null,
    asksForCard,
    /** Asks for the card after all, with `choice` chosen at first. */
    askForCard: (choice: string) => {
      setAsksCard(true);
      choose(choice);
    },
    chosenId: (card: SavedPayment | null) => card?.extAccountStoredPaymentId ?? newCard,
    saveCard,
    setSaveCard,
    savedFailed,
    failSaved: () => setSavedFailed(true),
    cardOf,
    lacksCode,
    checkName,
    checkCode,
  };
}

export type CardFields = ReturnType<typeof useCardFields>;
