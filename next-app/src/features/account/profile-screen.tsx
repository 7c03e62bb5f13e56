"use client";

import Link from "next/link";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { call } from "@/api/call";
import { useAccount } from "@/api/swr";
import type { Account, LastDetails } from "@/api/types";
import { storeReason } from "@/flow/reason";
import { clearTabData } from "@/flow/tab-data";
import { type AddressField, addressFields, type TypedAddress } from "@/lib/address-rules";
import { type PackedPlaces, unpackPlaces } from "@/lib/places";
import { routes } from "@/lib/routes";
import { forgetTickets } from "@/lib/saved-tickets";
import { AddressForm, addressLabel } from "@/parts/address-form/address-form";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { useShopForm } from "@/parts/form/use-shop-form";
import { PasswordRules } from "@/parts/password-rules/password-rules";
import { accountTexts } from "@/text/areas/account";
import { addressTexts } from "@/text/areas/address";
import { alertTexts } from "@/text/areas/alert";
import { billingTexts } from "@/text/areas/billing";
import { profileTexts } from "@/text/areas/profile";
import { savedTexts } from "@/text/areas/saved";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { PasswordField } from "@/ui/password-field";
import { changePasswordSchema } from "./account-form";
import { CardForm } from "./card-form";
import { Folded } from "./folded";
import { filledAccount, initialProfile, profileBody, profileSchema } from "./profile-form";
import { places, profileSections } from "./profile-sections";
import { useAccountForm } from "./use-account-form";

type Props = {
  account: Account;
  /** The details of the account's last order; null if there is none. */
  last: LastDetails | null;
  /** The countries that the address can have, and their states. */
  addressPlaces: PackedPlaces;
  /** Whether the shop manages passwords itself and uses no identity provider. */
  ownPasswords: boolean;
  /** What comes first: passes that can be renewed, and the next visit. */
  nextVisit: ReactNode;
  /** The account's tickets, passes, reservations, orders, payment plans and saved cards. */
  children: ReactNode;
};

/** The account page: the next visit, what the account has, and its details. */
export function ProfileScreen({
  account: first,
  last,
  addressPlaces,
  ownPasswords,
  nextVisit,
  children,
}: Props) {
  const t = useText(profileTexts, billingTexts, savedTexts, accountTexts);
  const { data: account = first } = useAccount(true);
  const sections = profileSections.filter(({ place }) => ownPasswords || place !== places.password);
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[44rem] gap-6 lg:max-w-[60rem] lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
        <div className="lg:col-start-2">
          <h1 className="text-h1">{t("profile.title")}</h1>
          <p className="pt-2 break-words text-ink-2">
            {account.emailAddress}{" "}
            {account.emailVerified ? (
              <span>({t("profile.verified")})</span>
            ) : (
              <span className="whitespace-nowrap">({t("profile.unverified")})</span>
            )}
          </p>
          {account.emailVerified ? null : (
            <p className="flex flex-wrap items-center gap-x-4 text-ink-2">
              {t("profile.verify-sent")}
              <Link href={routes.verifyEmail()} className="inline-flex min-h-11 items-center underline">
                {t("profile.verify")}
              </Link>
            </p>
          )}
          {/* Without scripts, the header does not know who is signed in. */}
          <noscript>
            <a href={routes.logout("/")} className="inline-flex min-h-11 items-center underline">
              {t("account.logout-proceed")}
            </a>
          </noscript>
        </div>
        {/* On large screens the links are beside the parts and stay visible. */}
        <div className="grid gap-6 empty:hidden lg:col-start-2">{nextVisit}</div>
        <nav
          aria-label={t("profile.owned")}
          // On phones the links are one row, which scrolls.
          className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1 lg:sticky lg:mx-0 lg:overflow-visible lg:p-0 lg:top-6 lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:flex-col lg:gap-0 lg:self-start"
        >
          {/* Plain links, because a closed card opens when the address names it. */}
          {sections.map(({ title, place }) => (
            <a
              key={place}
              href={`#${place}`}
              className="inline-flex min-h-11 flex-none items-center rounded-full border border-line bg-surface px-4 font-semibold no-underline hover:bg-sunken lg:rounded-button lg:border-transparent lg:bg-transparent"
            >
              {t(title)}
            </a>
          ))}
        </nav>
        <div className="grid gap-6 lg:col-start-2">
          {children}
          <Details account={first} last={last} addressPlaces={addressPlaces} />
          {ownPasswords ? <Password account={account} /> : null}
          <SignOutEverywhere />
        </div>
      </div>
    </div>
  );
}

function Details({ account, last, addressPlaces }: Pick<Props, "account" | "last" | "addressPlaces">) {
  const t = useText(profileTexts, addressTexts);
  const { mutate } = useAccount(true);
  const [done, setDone] = useState(false);
  const { countries, states } = unpackPlaces(addressPlaces);
  const home = countries[0] ?? null;
  const filled = useMemo(() => filledAccount(account, last), [account, last]);
  const schema = useMemo(() => profileSchema(countries, t), [countries, t]);
  const form = useShopForm<TypedAddress, AddressField>({
    schema,
    defaultValues: initialProfile(filled ?? account, home),
    fields: addressFields,
    labelOf: (field, { countryId }) => t(addressLabel(field, countryId)),
  });

  const save = () => {
    setDone(false);
    return form.submit(async (values) => {
      const body = profileBody(values);
      const outcome = await call((api) => api.POST("/account/profile", { body }));
      if (!outcome.ok) return outcome;
      await mutate();
      setDone(true);
      return null;
    });
  };

  return (
    <CardForm
      place={places.details}
      title={t("profile.details")}
      intro={t(filled && !done ? "profile.details-filled" : "profile.details-intro")}
      form={form}
      done={done ? t("profile.details-saved") : null}
      onSubmit={save}
    >
      <AddressForm
        section="own"
        value={form.values}
        errors={Object.fromEntries(addressFields.map((field) => [field, form.messageOf(field)]))}
        countries={countries}
        states={states}
        onChange={(value, field) => {
          setDone(false);
          form.change(value, [field]);
        }}
        onLeave={form.leave}
      />
      <SubmitButton className="justify-self-start" busy={form.isSubmitting}>
        {t("profile.details-save")}
      </SubmitButton>
    </CardForm>
  );
}

function Password({ account }: { account: Account }) {
  const t = useText(profileTexts, accountTexts);
  const form = useAccountForm(changePasswordSchema);
  const [done, setDone] = useState(false);

  const change = () => {
    setDone(false);
    return form.submit(async ({ currentPassword, newPassword }) => {
      const body = { currentPassword, newPassword };
      const outcome = await call((api) => api.POST("/account/change-password", { body }));
      if (!outcome.ok) return outcome;
      form.reset();
      setDone(true);
      return null;
    });
  };

  if (!account.hasPassword)
    return (
      <Folded place={places.password} title={t("profile.password")}>
        <p className="text-ink-2">{t("profile.password-none")}</p>
        <Link href={routes.forgotPassword()} className="inline-flex min-h-11 items-center underline">
          {t("profile.password-choose")}
        </Link>
      </Folded>
    );
  return (
    <CardForm
      place={places.password}
      title={t("profile.password")}
      intro={t("profile.password-intro")}
      form={form}
      done={done ? t("profile.password-changed") : null}
      onSubmit={change}
    >
      <PasswordField
        {...form.field("currentPassword")}
        showLabel={t("profile.show-current-password")}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field("newPassword")}
        showLabel={t("profile.show-new-password")}
        autoComplete="new-password"
        hint={<PasswordRules password={form.values.newPassword} owner={account} />}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SubmitButton busy={form.isSubmitting}>{t("profile.password-change")}</SubmitButton>
        <Link href={routes.forgotPassword()} className="inline-flex min-h-11 items-center underline">
          {t("account.forgot")}
        </Link>
      </div>
    </CardForm>
  );
}

/**
 * Ends all sessions. The confirmation is needed because every other device, such as a kiosk, must then be signed in
 * again by hand.
 */
function SignOutEverywhere() {
  const t = useText(profileTexts, alertTexts, accountTexts);
  const { ask, question } = useQuestion();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);

  async function leave() {
    const sure = await ask({
      title: t("profile.everywhere"),
      message: [t("profile.everywhere-question")],
      proceedText: t("profile.everywhere-proceed"),
    });
    if (!sure) return;
    setBusy(true);
    setProblem(null);
    const outcome = await call((api) => api.POST("/account/sign-out-everywhere"), {
      busy: t("profile.everywhere-leaving"),
    });
    if (outcome.ok) {
      clearTabData();
      await forgetTickets();
      storeReason(t("account.signed-out"));
      location.replace(routes.home());
      return;
    }
    setBusy(false);
    setProblem(outcome.message);
    requestAnimationFrame(() => alert.current?.focus());
  }

  return (
    <Folded place={places.everywhere} title={t("profile.everywhere")}>
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-2">{t("profile.everywhere-intro")}</p>
        {problem ? (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            {problem}
          </Alert>
        ) : null}
        <Button appearance="secondary" busy={busy} onClick={leave}>
          {t("profile.everywhere-button")}
        </Button>
      </div>
      {question}
    </Folded>
  );
}
