"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useAccount, useSession } from "@/api/swr";
import { returnPathOf } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { Icon, type IconName } from "@/ui/icon";

/**
 * The signed-in account, or the links to sign in. They are rendered in the browser only, so that a page's HTML is the
 * same for all visitors. Their slot has its full size from the start. Without scripts the sign-in links are shown.
 */
export function AccountLinks({ profileUrl }: { profileUrl: string }) {
  const t = useText(frameTexts);
  const { data: session } = useSession();
  return (
    <nav
      aria-label={t("frame.account")}
      className="flex h-11 w-[5.75rem] items-center justify-end gap-1 sm:w-60 sm:gap-3"
    >
      <noscript>
        <span className="flex items-center gap-1 sm:gap-3">
          <GuestLinks back={routes.home()} />
        </span>
      </noscript>
      {session === undefined ? null : session.userAuthenticated ? (
        <SignedIn profileUrl={profileUrl} />
      ) : (
        <Guest />
      )}
    </nav>
  );
}

function Guest() {
  return <GuestLinks back={useBack()} />;
}

function GuestLinks({ back }: { back: string }) {
  const t = useText(frameTexts);
  return (
    <>
      <HeaderLink href={routes.smartLogin(back)} icon="user" label={t("frame.sign-in")} />
      <HeaderLink href={routes.register(back)} icon="userPlus" label={t("frame.register")} />
    </>
  );
}

function SignedIn({ profileUrl }: { profileUrl: string }) {
  const t = useText(frameTexts);
  const back = useBack();
  const { data: account } = useAccount(true);
  const email = account?.emailAddress;
  const name = account?.firstName ?? "";

  // This browser may have been used by another account, whose session ended without signing out.
  useEffect(() => {
    if (email) void import("@/lib/saved-tickets").then((saved) => saved.forgetTicketsOfOthers(email));
  }, [email]);

  return (
    <>
      {name ? (
        <span className="contents min-w-0 sm:block">
          <span className="sr-only">{t("frame.signed-in-as", { name })}</span>
          <span aria-hidden="true" className="hidden truncate text-sm font-semibold sm:block">
            {name}
          </span>
        </span>
      ) : null}
      <HeaderLink href={profileUrl} icon="user" label={t("frame.profile")} />
      <Link
        href={routes.logout(back)}
        prefetch={false}
        aria-label={t("frame.logout")}
        className="grid size-11 flex-none place-items-center rounded-button text-ink hover:bg-sunken"
      >
        <Icon name="logout" />
      </Link>
    </>
  );
}

/** Shows the icon where there is no room for the label. */
function HeaderLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={label}
      className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-button text-sm font-semibold whitespace-nowrap text-ink no-underline hover:bg-sunken sm:px-3"
    >
      <span className="sm:hidden">
        <Icon name={icon} />
      </span>
      <span className="hidden sm:inline">{label}</span>
    </Link>
  );
}

/**
 * The current address, for the return after signing in. Reads `window` directly because the slot is rendered in the
 * browser only.
 */
function useBack(): string {
  const path = usePathname();
  return returnPathOf(path, location.search);
}
