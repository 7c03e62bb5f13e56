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
import { headerLinkClass } from "./header-link-class";

/**
 * The signed-in account, or the links to sign in. They are rendered in the browser only, so that a page's HTML is the
 * same for all visitors. Their slot has its full size from the start. Without scripts, a link to the account is right for
 * everyone: its page asks guests to sign in. On phones, registration and signing out are in the menu.
 */
export function AccountLinks({ profileUrl }: { profileUrl: string }) {
  const t = useText(frameTexts);
  const { data: session } = useSession();
  return (
    <nav
      aria-label={t("frame.account")}
      className="flex h-12 w-16 items-center justify-end sm:w-72 sm:gap-3 md:w-80"
    >
      <noscript>
        <HeaderLink href={profileUrl} icon="user" label={t("frame.profile")} />
      </noscript>
      {session === undefined ? null : session.userAuthenticated ? (
        <SignedIn profileUrl={profileUrl} />
      ) : (
        <GuestLinks />
      )}
    </nav>
  );
}

function GuestLinks() {
  const t = useText(frameTexts);
  const back = useBack();
  return (
    <>
      <HeaderLink href={routes.smartLogin(back)} icon="user" label={t("frame.sign-in")} />
      <span className="max-sm:hidden">
        <HeaderLink href={routes.register(back)} icon="userPlus" label={t("frame.register")} />
      </span>
    </>
  );
}

function SignedIn({ profileUrl }: { profileUrl: string }) {
  const t = useText(frameTexts);
  const back = useBack();
  const { data: account, error } = useAccount(true);
  const email = account?.emailAddress;
  const name = account?.firstName ?? "";
  const label = name ? t("frame.profile-of", { name }) : t("frame.profile");

  // This browser may have been used by another account, whose session ended without signing out.
  useEffect(() => {
    if (email) void import("@/lib/saved-tickets").then((saved) => saved.forgetTicketsOfOthers(email));
  }, [email]);

  // The name decides the width of the link, which would move if the name came later.
  if (account === undefined && error === undefined) return null;
  return (
    <>
      <Link href={profileUrl} prefetch={false} aria-label={label} className={headerLinkClass}>
        <span className="sm:hidden">
          <Icon name="user" size={22} />
        </span>
        <span className="sm:hidden">{t("frame.profile")}</span>
        <span className="max-w-38 truncate max-sm:hidden md:max-w-52">{label}</span>
      </Link>
      <span className="max-sm:hidden">
        <HeaderLink href={routes.logout(back)} icon="logout" label={t("frame.logout")} />
      </span>
    </>
  );
}

/** A phone shows the icon above its label. */
function HeaderLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <Link href={href} prefetch={false} className={headerLinkClass}>
      <span className="sm:hidden">
        <Icon name={icon} size={22} />
      </span>
      {label}
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
