"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { useMiniCart } from "@/api/swr";
import { routes } from "@/lib/routes";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { accountTexts } from "@/text/areas/account";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { classNames } from "@/ui/class-names";

const titles = {
  asking: "account.verify-title",
  verified: "account.verified-title",
  sent: "account.verify-sent-title",
  "signed-out": "account.verify-signed-out-title",
  refused: "account.verify-refused-title",
} as const;

type State = { is: "asking" | "verified" | "sent" | "signed-out" } | { is: "refused"; why: string };

/**
 * The target of the verification link in an e-mail: verifies the signed-in account's address. Without a token it offers
 * to send a link.
 */
export function VerifyEmailScreen({ token }: { token: string | null }) {
  const t = useText(accountTexts, alertTexts);
  const [state, setState] = useState<State>({ is: "asking" });
  const [busy, setBusy] = useState(false);

  async function run(next: "verified" | "sent") {
    setBusy(true);
    const outcome = await call((api) =>
      next === "verified"
        ? api.POST("/account/verify-email", { body: { token: token ?? "" } })
        : api.POST("/account/send-verification"),
    );
    setBusy(false);
    if (outcome.ok) setState({ is: next });
    else if (outcome.status === 401) setState({ is: "signed-out" });
    else setState({ is: "refused", why: outcome.message });
  }

  useErrorTitle(state.is === "refused");
  const start = useRef(run);
  useEffect(() => {
    if (token) void start.current("verified");
  }, [token]);

  const statusText = {
    asking: token ? t("account.verifying") : t("account.verify-intro"),
    verified: t("account.verified"),
    sent: t("account.verification-sent"),
    "signed-out": t("account.verify-signed-out"),
  };
  const here = token ? `${routes.verifyEmail()}?token=${encodeURIComponent(token)}` : routes.verifyEmail();
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[30rem] gap-4">
        <h1 className="text-h1">{t(titles[state.is])}</h1>
        {state.is === "refused" ? (
          <Alert tone="error" label={t("alert.error")}>
            {state.why}
          </Alert>
        ) : (
          <p role="status" className="text-ink-2">
            {statusText[state.is]}
          </p>
        )}
        {state.is === "signed-out" ? (
          <Link
            href={routes.smartLogin(here)}
            className={classNames(buttonClass("primary"), "justify-self-start")}
          >
            {t("account.to-sign-in")}
          </Link>
        ) : null}
        {state.is === "verified" ? <NextPages /> : null}
        {state.is === "refused" || state.is === "sent" || (state.is === "asking" && !token) ? (
          <Button
            appearance={state.is === "sent" ? "secondary" : "primary"}
            busy={busy}
            onClick={() => run("sent")}
          >
            {t(state.is === "sent" ? "account.reset-again" : "account.send-verification")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Where to go once the address is confirmed: to the cart if there is something in it, and to the account. */
function NextPages() {
  const t = useText(accountTexts);
  const { data: cart } = useMiniCart();
  const [first, second] =
    cart && cart.itemCount > 0
      ? ([
          ["account.to-cart", routes.cart()],
          ["account.to-account", routes.profile()],
        ] as const)
      : ([
          ["account.to-account", routes.profile()],
          ["account.see-offers", routes.home()],
        ] as const);
  return (
    <p className="flex flex-wrap gap-3">
      <Link href={first[1]} className={buttonClass("primary")}>
        {t(first[0])}
      </Link>
      <Link href={second[1]} className={buttonClass("secondary")}>
        {t(second[0])}
      </Link>
    </p>
  );
}
